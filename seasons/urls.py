"""Addresses of seasons: what everybody reads, and what directors do."""

from django.urls import include, path

from seasons import views, work_views

SEASON = [
    path("", views.season, name="season"),
    path("now/", views.season_now, name="season-now"),
    path("after/<slug:event_of_season>/", views.season_after, name="season-after"),
    path("people/<int:person>/", views.season_person, name="season-person"),
    path("published/<int:publication>/", views.season_published, name="season-published"),
    path("rule/", views.season_rule, name="season-rule"),
    path("standings.csv", views.season_file, {"kind": "csv"}, name="season-csv"),
    path("standings.xlsx", views.season_file, {"kind": "xlsx"}, name="season-xlsx"),
    path("work/", work_views.season_work, name="season-work"),
    path("work/season.json", work_views.season_archive, name="season-archive"),
    path("work/rule/", work_views.season_rule_change, name="season-rule-change"),
    path("work/people/", work_views.season_people, name="season-people"),
]

urlpatterns = [
    path("clubs/<slug:slug>/seasons/", work_views.seasons, name="seasons"),
    path("clubs/<slug:slug>/seasons/restore/", work_views.season_restore, name="season-restore"),
    path("clubs/<slug:slug>/seasons/new/<slug:base>/", work_views.season_new, name="season-new"),
    path("s/<slug:slug>/<slug:season>/", include(SEASON)),
]
