"""Addresses of what they scored and what follows."""

from django.urls import include, path

urlpatterns = [
    path("", include("scoring.standings.urls")),
    path("", include("scoring.today.urls")),
    path("", include("scoring.finishing.urls")),
    path("", include("scoring.desk.urls")),
    path("", include("scoring.seats.urls")),
]
