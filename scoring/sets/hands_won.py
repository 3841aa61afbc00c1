"""Which of the sixteen hands each player has won, and in which game: nobody wins with one twice in an event."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from rules.profile import SixteenHandsProfile, load_profile
from scoring.models import CardSet
from tournament.models import Entry, Table, Tournament


def hands_won(
    tournament: Tournament, entries: Mapping[str, Entry], *, beside: Table
) -> dict[str, dict[str, str]]:
    """Letter -> hand -> "round 1 game 3", from the accepted sets of every table but `beside`.

    Empty, without a query, where the system has no such rule. One query otherwise.
    """
    if not isinstance(load_profile(tournament.system), SixteenHandsProfile):
        return {}
    letters = {entry.pk: letter for letter, entry in entries.items()}
    sets = (
        CardSet.objects.filter(state=CardSet.State.ACCEPTED, cards__entry__in=letters)
        .exclude(table=beside)
        .order_by("round__number")
        .values_list("round__number", "games", "cards__letter", "cards__entry")
    )
    won: dict[str, dict[str, str]] = {letter: {} for letter in entries}
    for number, games, sat_at, entry in sets:
        for game, marks in enumerate(games, 1):
            mahjong = (marks.get("facts") or {}).get("mahjong")
            if mahjong and mahjong["seat"] == sat_at:
                where = _("round %(round)s game %(game)s") % {"round": number, "game": game}
                won[letters[entry]].setdefault(str(mahjong["hand"]), where)
    return won
