from django.urls import path

from tournament.roster import views

urlpatterns = [
    path("t/<slug:slug>/players/import/", views.roster_import, name="roster-import"),
    path("t/<slug:slug>/players/import/<int:upload>/", views.roster_preview, name="roster-preview"),
    path(
        "t/<slug:slug>/players/import/<int:upload>/columns/",
        views.roster_columns,
        name="roster-columns",
    ),
    path("t/<slug:slug>/players/import/<int:upload>/line/", views.roster_line, name="roster-line"),
    path("t/<slug:slug>/players/import/<int:upload>/apply/", views.roster_apply, name="roster-apply"),
    path("t/<slug:slug>/players/import/samples/<str:name>", views.roster_sample, name="roster-sample"),
]
