"""Addresses of who plays, when and where they sit."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournament.clubs.urls")),
    path("", include("tournament.journal.urls")),
    path("", include("tournament.settings.urls")),
    path("", include("tournament.deletion.urls")),
    path("", include("tournament.values.urls")),
    path("", include("tournament.players.urls")),
    path("", include("tournament.printing.urls")),
    path("", include("tournament.roster.urls")),
    path("", include("tournament.check_in.urls")),
    path("", include("tournament.draw.urls")),
    path("", include("tournament.seat_changes.urls")),
    path("", include("tournament.seating.urls")),
    path("", include("tournament.rounds.urls")),
    path("", include("tournament.clock.urls")),
    path("", include("tournament.live.urls")),
]
