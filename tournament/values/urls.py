from django.urls import path

from tournament.values import house_views, views

urlpatterns = [
    path("t/<slug:slug>/values/", views.value_table, name="value-table"),
    path("t/<slug:slug>/rules/", views.rules_page, name="rules"),
    path("clubs/<slug:slug>/profiles/", house_views.house_list, name="house-profiles"),
    path("clubs/<slug:slug>/profiles/compare/", house_views.house_compare, name="house-compare"),
    path("clubs/<slug:slug>/profiles/new/<slug:system>/", house_views.house_new, name="house-new"),
    path("clubs/<slug:slug>/profiles/<int:house>/", house_views.house_profile, name="house-profile"),
    path(
        "clubs/<slug:slug>/profiles/<int:house>/withdraw/", house_views.house_withdraw, name="house-withdraw"
    ),
    path(
        "clubs/<slug:slug>/profiles/<int:house>/bring-back/",
        house_views.house_bring_back,
        name="house-bring-back",
    ),
]
