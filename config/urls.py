"""Addresses: the program's own pages first, then who plays, then what they scored."""

from django.urls import include, path

from .health import healthz
from .styleguide import styleguide

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("styleguide/", styleguide, name="styleguide"),
    path("", include("tournament.urls")),
    path("", include("scoring.urls")),
]
