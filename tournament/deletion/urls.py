from django.urls import path

from tournament.deletion import views

urlpatterns = [
    path("t/<slug:slug>/delete/", views.tournament_delete, name="tournament-delete"),
    path(
        "clubs/<slug:slug>/tournaments/<int:tournament>/restore/",
        views.tournament_restore,
        name="tournament-restore",
    ),
]
