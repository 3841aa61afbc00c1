"""The rules of an event in sentences: one source for the public page, the printed sheet and the director's page."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _

from club.profiles.examples import WorkedGame, worked_games
from club.profiles.queries import rules_in_groups
from rules.english import SheetRow
from rules.english.rule_sheet import UNSETTLED
from rules.systems.profile import Profile, definition
from tournament.models import Tournament
from tournament.settings.actions import PROFILE_DEFAULTS, frozen_settings

OF_SETTINGS = {source: name for name, source in PROFILE_DEFAULTS.items()} | {"block_names": "block_names"}
"""The rules that a tournament has among its settings, with their names there."""


@dataclass(frozen=True)
class RuleSheet:
    """How the event is played in a sentence, its rules in groups with their titles, and games worked out by them."""

    summary: str
    groups: list[tuple[str, list[SheetRow]]]
    examples: list[WorkedGame]

    @property
    def rows(self) -> list[SheetRow]:
        return [row for _title, rows in self.groups for row in rows]


def sheet_of(tournament: Tournament, *, whole: bool = False) -> RuleSheet:
    """What players need of the rules, or the `whole` of them."""
    profile = tournament.profile
    summary = _("%(system)s: %(rounds)s rounds of %(games)s games, %(minutes)s minutes each.") % {
        "system": tournament.rules_name,
        "rounds": tournament.rounds_planned,
        "games": tournament.games_per_round,
        "minutes": tournament.minutes,
    }
    own = {rule: getattr(tournament, name) for rule, name in OF_SETTINGS.items()}
    own["movement"] = tournament.movement_drawn or profile.movement
    groups = rules_in_groups(msgspec.structs.replace(profile, **own), None if whole else for_players(profile))
    return RuleSheet(summary, groups, worked_games(profile))


def for_players(profile: Profile) -> set[str]:
    """The rules that score; extras, labels and the first East where there is something to say of them."""
    system = definition(profile.system)
    east = system.desk["first_east"]
    # Who is East first stands there where the rule text or the house says so.
    unsaid = {
        *([] if profile.extras else ["extras"]),
        *([] if any(profile.labels) else ["labels"]),
        *([] if east["clause"] not in UNSETTLED or profile.first_east != east["default"] else ["first_east"]),
    }
    return {*system.values, "collector", "first_east", "labels"} - unsaid


def changes_of_rules(tournament: Tournament) -> dict[str, str]:
    """By rule, the address where it can be changed; none of a rule that stays."""
    is_frozen, slug = tournament.frozen_profile is not None, tournament.slug
    settings, frozen = reverse("tournament-settings", args=[slug]), frozen_settings(tournament)
    changes = {}
    for rule in definition(tournament.system).names:
        name = OF_SETTINGS.get(rule)
        if not is_frozen or (name and name not in frozen):
            changes[rule] = f"{settings}#id_{name}" if name else reverse("rule", args=[slug, rule])
    if tournament.movement_drawn and "movement" in changes:
        changes["movement"] = reverse("seating", args=[slug])
    return changes
