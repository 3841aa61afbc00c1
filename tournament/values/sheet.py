"""The rule sheet of an event: one source for the public page, the printed sheet and the director's list."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from club.profiles.examples import WorkedGame, worked_games
from rules.english import SheetRow, rule_sheet
from rules.english.rule_sheet import value_in_words
from rules.systems.profile import Profile
from rules.systems.registry import describe
from tournament.models import Tournament

NOT_IN_THE_TEXT = "house custom"
"""The clause of a value that a system's rule text does not settle."""


@dataclass(frozen=True)
class RuleSheet:
    """How the event is played in a sentence, its numbers, games worked out by them, and the sixteen hands."""

    summary: str
    rows: list[SheetRow]
    examples: list[WorkedGame]
    hands: list[str]


def sheet_of(tournament: Tournament) -> RuleSheet:
    profile = tournament.profile
    summary = _("%(system)s: %(rounds)s rounds of %(games)s games, %(minutes)s minutes each.") % {
        "system": tournament.rules_name,
        "rounds": tournament.rounds_planned,
        "games": tournament.games_per_round,
        "minutes": tournament.minutes,
    }
    listed = [value_in_words("hands", hand, translation) for hand in profile.hands]
    # Who is East first stands there where the rule text or the house says so.
    east = describe(profile.system, desk=True)["first_east"]
    is_said = east["clause"] != NOT_IN_THE_TEXT or profile.first_east != east["default"]
    for_players = {
        "collector",
        *(["labels"] if any(profile.labels) else []),
        *(["first_east"] if is_said else []),
    }
    others = [row for row in rule_sheet(profile, translation) if row.name in for_players]
    return RuleSheet(summary, [*scoring_rows(profile), *others], worked_games(profile), listed)


def every_row(profile: Profile, *, left_out: Collection[str]) -> list[SheetRow]:
    return [row for row in rule_sheet(profile, translation) if row.name not in left_out]


def scoring_rows(profile: Profile) -> list[SheetRow]:
    """The numbers that score, as people read them; extras where there are any."""
    scoring = describe(profile.system)
    return [
        row
        for row in rule_sheet(profile, translation)
        if row.name in scoring and (row.name != "extras" or profile.extras)
    ]
