"""Addresses of players, rounds and seating."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournament.clubs.urls")),
    path("", include("tournament.bars.urls")),
    path("", include("tournament.people.urls")),
    path("", include("tournament.categories.urls")),
    path("", include("tournament.hall_messages.urls")),
    path("", include("tournament.doctor.urls")),
    path("", include("tournament.journal.urls")),
    path("", include("tournament.settings.urls")),
    path("", include("tournament.archive.urls")),
    path("", include("tournament.deletion.urls")),
    path("", include("tournament.values.urls")),
    path("", include("tournament.players.urls")),
    path("", include("tournament.roster.urls")),
    path("", include("tournament.check_in.urls")),
    path("", include("tournament.rights.urls")),
    path("", include("tournament.fees.urls")),
    path("", include("tournament.draw.urls")),
    path("", include("tournament.seat_changes.urls")),
    path("", include("tournament.seating.urls")),
    path("", include("tournament.rounds.urls")),
    path("", include("tournament.clock.urls")),
    path("", include("tournament.live.urls")),
]
