"""The rule sheet of an event: one source for the public page, the printed sheet and the director's list."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from rules.english import SheetRow, rule_sheet
from rules.english.rule_sheet import value_in_words
from rules.systems.profile import Profile
from rules.systems.registry import describe
from rules.systems.sixteen_hands import SixteenHandsProfile
from tournament.models import Tournament
from tournament.values.examples import WorkedGame, worked_games


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
    hands = profile.hands if isinstance(profile, SixteenHandsProfile) else ()
    listed = [value_in_words("hands", hand, translation) for hand in hands]
    rows = [*scoring_rows(profile), *_rows_for_players(profile)]
    return RuleSheet(summary, rows, worked_games(profile), listed)


def _rows_for_players(profile: Profile) -> list[SheetRow]:
    """The rows of desk values that concern players."""
    names = {"first_east", "collector", *(["labels"] if any(profile.labels) else [])}
    return [row for row in rule_sheet(profile, translation) if row.name in names]


def every_row(profile: Profile, *, left_out: Collection[str]) -> list[SheetRow]:
    """The numbers of a profile as people read them, besides those of `left_out`."""
    return [row for row in rule_sheet(profile, translation) if row.name not in left_out]


def scoring_rows(profile: Profile) -> list[SheetRow]:
    """The numbers that score, as people read them; extras where there are any."""
    scoring = describe(profile.system)
    return [
        row
        for row in rule_sheet(profile, translation)
        if row.name in scoring and (row.name != "extras" or profile.extras)
    ]
