"""Changes to a tournament's settings: made, changed, and frozen as the day goes on."""

import datetime
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from rules.systems.registry import load_profile
from tournament.change import change
from tournament.models import Club, Movement, Tournament, User
from tournament.names import folded
from tournament.refused import all_at_once, refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb

PROFILE_DEFAULTS = {
    "games_per_round": "games_per_round",
    "minutes": "round_minutes",
    "warning_minutes": "warning_minutes",
    "verification": "verification",
    "cards_carry": "cards_carry",
    "movement": "movement",
}
SETTINGS = (
    "name",
    "date",
    "place",
    "time_zone",
    "is_public",
    "system",
    "verification",
    "cards_carry",
    "entered_by",
    "second_person",
    "rounds_planned",
    "rounds_per_block",
    "games_per_round",
    "minutes",
    "warning_minutes",
    "movement",
    "steps",
)
TRIES = 20
FROZEN_BY_DRAW = frozenset({"rounds_planned", "movement", "steps"})
FROZEN_BY_PUBLICATION = frozenset(
    {"system", "verification", "cards_carry", "rounds_per_block", "games_per_round"}
)
FROZEN_BY_FINISH = frozenset(SETTINGS) - {"name", "place", "is_public"}


def defaults_of(system: str) -> dict[str, Any]:
    """What a system's profile suggests for a tournament played by it."""
    profile = load_profile(system)
    return {name: getattr(profile, source) for name, source in PROFILE_DEFAULTS.items()}


def frozen_settings(tournament: Tournament) -> dict[str, str]:
    """Settings that can no longer change, each with the reason why."""
    frozen: dict[str, str] = {}
    if tournament.drawn_at:
        frozen |= dict.fromkeys(
            FROZEN_BY_DRAW,
            _("Fixed by the draw. Until the first round is published, a new draw may change it."),
        )
    if tournament.frozen_profile is not None:
        frozen |= dict.fromkeys(
            FROZEN_BY_PUBLICATION | FROZEN_BY_DRAW, _("Fixed since round 1 was published.")
        )
    if tournament.finished_at:
        frozen |= dict.fromkeys(FROZEN_BY_FINISH, _("Fixed since the tournament was finished."))
    return frozen


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """The settings as they are stored, for the journal and to notice a change by somebody else."""
    return {name: getattr(tournament, name) for name in SETTINGS}


def create_tournament(
    club: Club, *, by: User, again: bool = False, stamp: Stamp | None = None, **fields: Any
) -> Tournament:
    """A new tournament; what is not said follows the system's profile.

    Raises Refused where the club has one of this name and day, unless another one is meant (`again`).
    """
    with change(club, Verb.TOURNAMENT_CREATED, by=by, stamp=stamp, content=fields) as act:
        if act.repeated:
            return Tournament.everything.get(pk=act.answer)
        if not again and is_twin(club, fields["name"], fields["date"]):
            message = _("The club has a tournament of this name on this day already. Is another one meant?")
            raise refuse("made-already", message, "again")
        tournament = at_free_address(club=club, **{**defaults_of(fields["system"]), **fields})
        act.answer = tournament.pk
        act.record(tournament.name, new={"date": f"{tournament.date:%Y-%m-%d}"})
        with change(tournament, Verb.TOURNAMENT_CREATED, by=by) as first:
            first.record(new=settings_of(tournament))
        return tournament


def is_twin(club: Club, name: str, date: datetime.date) -> bool:
    names = club.tournaments.filter(date=date).values_list("name", flat=True)
    return folded(name) in map(folded, names)


def at_free_address(**fields: Any) -> Tournament:
    """Stores a new tournament; where another club takes its address at the same moment, at the next one."""
    words = f"{fields['name']} {fields['date']:%Y-%m-%d}"
    for _again in range(TRIES):
        with suppress(IntegrityError), transaction.atomic():
            return Tournament.objects.create(slug=free_slug(words), **fields)
    return Tournament.objects.create(slug=free_slug(words), **fields)


def free_slug(words: str) -> str:
    """A short address nobody has: of the words, or of what is left when they are in no Latin letters."""
    base = slugify(words)[:50].strip("-")
    if base and not base[0].isalpha():
        base = f"tournament-{base}"[:50].strip("-")
    taken = set(Tournament.everything.filter(slug__startswith=base).values_list("slug", flat=True))
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def change_settings(
    tournament: Tournament, *, by: User, new: Mapping[str, Any], stamp: Stamp | None = None
) -> Tournament:
    """Stores the settings in `new`, as far as they are others than those stored.

    Raises Conflict when somebody else changed one of them since, Refused when one of them is frozen. With another
    system, whatever still stood at the old one's suggestion and was not touched follows the new one.
    """
    with change(tournament, Verb.SETTINGS_CHANGED, by=by, stamp=stamp, content=new, after_finish=True) as act:
        tournament = act.tournament
        stored = settings_of(tournament)
        changed = {name: value for name, value in new.items() if stored[name] != value}
        act.compare({name: stored[name] for name in changed})
        frozen = frozen_settings(tournament)
        if refusals := [refuse("frozen", frozen[name], name) for name in changed if name in frozen]:
            raise all_at_once(refusals)
        if "system" in changed:
            followed = following(stored, changed)
            changed |= {name: value for name, value in followed.items() if name not in frozen}
            if tournament.profile_changes:  # numbers of one system mean nothing in another
                stored["profile_changes"], changed["profile_changes"] = tournament.profile_changes, {}
        if changed.get("movement", stored["movement"]) != Movement.CUSTOM and stored["steps"]:
            changed["steps"] = {}
        if not changed:
            return tournament
        for name, value in changed.items():
            setattr(tournament, name, value)
        tournament.save(update_fields=list(changed))
        if "minutes" in changed:
            tournament.rounds.filter(started_at__isnull=True).update(minutes=tournament.minutes)
        act.record(tournament.name, old={name: stored[name] for name in changed}, new=changed)
        return tournament


def following(old: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    suggested, before = defaults_of(changed["system"]), defaults_of(old["system"])
    return {
        name: value
        for name, value in suggested.items()
        if name not in changed and old[name] == before[name] and old[name] != value
    }
