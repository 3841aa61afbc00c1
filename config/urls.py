"""Addresses: the program's own pages first, then who plays, then what they scored."""

from django.urls import include, path

from .health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", include("tournament.urls")),
    path("", include("scoring.urls")),
]
