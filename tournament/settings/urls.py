from django.urls import path

from tournament.settings import views

urlpatterns = [
    path("clubs/<slug:slug>/tournaments/new/", views.tournament_new, name="tournament-new"),
    path("t/<slug:slug>/settings/results/", views.results_withhold, name="results-withhold"),
    path("t/<slug:slug>/settings/", views.tournament_settings, name="tournament-settings"),
]
