"""Addresses of the score desk, standings and results."""

from django.urls import include, path

urlpatterns = [
    path("", include("scoring.standings.urls")),
    path("", include("scoring.history.urls")),
    path("", include("scoring.today.urls")),
    path("", include("scoring.room.urls")),
    path("", include("scoring.finishing.urls")),
    path("", include("scoring.prizes.urls")),
    path("", include("scoring.ceremony.urls")),
    path("", include("scoring.results.urls")),
    path("", include("scoring.raffle.urls")),
    path("", include("scoring.desk.urls")),
    path("", include("scoring.seats.urls")),
    path("", include("scoring.bonus.urls")),
    path("", include("scoring.adjustments.urls")),
    path("", include("scoring.complaints.urls")),
]
