"""The plan of a tournament as files, before the draw and after it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.draw.plans import MeetingRow, Preview
from tournament.models import Tournament
from tournament.seating.file import plan_lists
from tournament.spreadsheet import Columns, Worksheet, worksheet


def meeting_list(tournament: Tournament, meetings: Sequence[MeetingRow]) -> Worksheet | None:
    """Whom each player meets in each round, by their numbers."""

    def met_in(index: int) -> Callable[[MeetingRow], str]:
        return lambda row: " ".join(row.rounds[index])

    rounds = len(meetings[0].rounds) if meetings else 0
    columns: Columns = [
        (_("Player"), lambda row: int(row.player) if row.player.isdecimal() else row.player),
        *[(tournament.round_name(index + 1), met_in(index)) for index in range(rounds)],
        (_("Meets again"), lambda row: " ".join(row.again)),
    ]
    return worksheet("meetings", _("Who meets whom"), meetings, columns)


def offer_list(offers: Collection[Preview]) -> Worksheet | None:
    columns: Columns = [
        (_("Movement"), lambda offer: str(offer.label)),
        (_("Who meets again"), lambda offer: str(offer.sentence)),
    ]
    return worksheet("movements", _("Movements"), offers, columns)


def drawn_lists(tournament: Tournament, context: dict[str, Any]) -> list[Worksheet | None]:
    """The lists of the page of the draw, from what it shows."""
    columns: Columns = [
        (_("Round"), lambda row: row["seating"].round.number),
        (_("Announced before it"), lambda row: row["announcement"]),
        (_("Pairs that meet again"), lambda row: row["again"]),
        (_("Published"), lambda row: row["seating"].round.published_at),
    ]
    return [
        *plan_lists([row["seating"] for row in context["rounds"]]),
        worksheet("rounds", _("Rounds"), context["rounds"], columns),
        meeting_list(tournament, context["meetings"]),
    ]
