"""Addresses of what they scored and what follows."""

from django.urls import path

from .views import live, standings

urlpatterns = [
    path("t/<slug:slug>/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings.json", standings.standings_json, name="standings-json"),
    path("t/<slug:slug>/standings.csv", standings.standings_csv, name="standings-csv"),
    path("t/<slug:slug>/player/<int:number>/", standings.player, name="player"),
    path("t/<slug:slug>/screen/", standings.screen, name="screen"),
    path("t/<slug:slug>/live/", live.live, name="live"),
]
