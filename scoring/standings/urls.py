from django.urls import path

from scoring.standings import views

urlpatterns = [
    path("t/<slug:slug>/", views.standings, name="standings"),
    path("t/<slug:slug>/standings.json", views.standings_json, name="standings-json"),
    path("t/<slug:slug>/standings.csv", views.standings_file, {"kind": "csv"}, name="standings-csv"),
    path("t/<slug:slug>/standings.xlsx", views.standings_file, {"kind": "xlsx"}, name="standings-xlsx"),
    path("t/<slug:slug>/player/<int:number>/", views.player, name="player"),
    path("t/<slug:slug>/screen/", views.screen, name="screen"),
]
