"""Scores one game by its profile's family."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from rules.game import OUTCOMES, Due, Fault, Game, Line, Refusal, Scored, Settled, quoted, refusal
from rules.systems import extras
from rules.systems.profile import Profile
from rules.systems.reader import (
    A_TEXT,
    AN_OBJECT,
    FIELDS,
    missing,
    read_each_field,
    unknown_field,
    wrong_type,
)
from rules.systems.registry import (
    FAMILIES,
    SYSTEMS,
    Family,
    ProfileError,
    change_profile,
    load_profile,
    unknown_system,
)


def score_game(facts: object, profile: Profile | None = None) -> Scored | Refusal:
    """Scores one game.

    ``facts`` is a `Game` or a mapping with the fields of the ``score`` command. With a ``profile`` the field
    ``system`` may be missing, and ``profile`` among the facts changes values of the profile given. Points are whole
    numbers by letter; each line has its clause of the rule text from the profile. Never raises for bad facts: every
    fault comes back in a Refusal.
    """
    if isinstance(facts, Game) and profile is not None:
        settled = settle(facts, profile)
    else:
        settled, profile = settle_facts(facts, profile)
    if isinstance(settled, Refusal) or profile is None:
        return settled  # type: ignore[return-value]  # without a profile it is a refusal
    clauses = profile.clauses
    return Scored(
        settled.points,
        settled.status,
        settled.warnings,
        [line(due, clauses[due[2]]) for due in settled.due],
    )


@lru_cache(maxsize=16384)
def line(due: Due, clause: str) -> Line:
    """The line with its clause; cached, as an event has few different ones."""
    seat, points, code, values = due
    return Line(seat, points, code, clause, dict(values))


def settle(game: Game, profile: Profile) -> Settled | Refusal:
    """The points of a decoded game, or every fault of it.

    Each line has a code whose clause of the rule text is in ``profile.clauses``.
    """
    family = FAMILIES[profile.family]
    faults = family.faults(game, profile)
    if game.extras:
        faults += extras.faults(game, profile)
    if game.outcome not in family.outcomes:
        faults.append(_bad_outcome(game.outcome, family.outcomes))
    return refusal(faults) if faults else _settled(game, profile, family)


def _settled(game: Game, profile: Profile, family: Family) -> Settled:
    settled = family.settle(game, profile)
    return extras.with_extras(settled, game, profile) if game.extras else settled


def settle_facts(facts: object, profile: Profile | None = None) -> tuple[Settled | Refusal, Profile | None]:
    """Validates the facts and settles them; also returns the profile that was used."""
    if not isinstance(facts, Mapping):
        return Refusal((wrong_type("", AN_OBJECT, facts),)), None
    profile, faults = _profile_for(facts, profile)
    if profile is None:
        return refusal(faults + _without_system(facts)), None
    if not faults:
        game_facts = {name: value for name, value in facts.items() if name not in ("system", "profile")}
        try:
            return settle(msgspec.convert(game_facts, FAMILIES[profile.family].game), profile), profile
        except (msgspec.ValidationError, UnicodeError, RecursionError):
            pass
    return _settle_misread(facts, profile, faults), profile


def _settle_misread(facts: Mapping[str, object], profile: Profile, faults: list[Fault]) -> Settled | Refusal:
    family = FAMILIES[profile.family]
    misread = read_each_field(facts, family.game)
    outcome = misread.game.outcome
    faults += misread.faults
    faults += family.faults(misread.game, profile, misread.lost_fields)
    if misread.game.extras:
        faults += extras.faults(misread.game, profile, misread.lost_fields)
    if "outcome" in facts and "outcome" not in misread.lost_fields and outcome not in family.outcomes:
        faults.append(_bad_outcome(outcome, family.outcomes))
    return refusal(faults) if faults else _settled(misread.game, profile, family)


def _bad_outcome(outcome: str, outcomes: tuple[str, ...]) -> Fault:
    values = {"outcomes": outcomes, "outcome": quoted(outcome)}
    if outcome in OUTCOMES:
        return Fault("not-for-system", "outcome", {"variant": "outcome", **values})
    return Fault("unknown-outcome", "outcome", values)


def _profile_for(facts: Mapping[str, object], profile: Profile | None) -> tuple[Profile | None, list[Fault]]:
    """The profile to score by, and the faults in the system and the changed values that the facts name."""
    faults: list[Fault] = []
    system = facts.get("system") if "system" in facts or profile is None else profile.system
    if "system" not in facts and profile is None:
        faults.append(missing("system"))
    elif not isinstance(system, str):
        faults.append(wrong_type("system", A_TEXT, system))
    elif system not in SYSTEMS:
        faults.append(unknown_system(system))
    elif profile is None:
        profile = load_profile(system)
    elif profile.system != system:
        faults.append(Fault("bad-profile", "system", {"variant": "other-system", "system": quoted(system)}))
    changes = facts.get("profile", {})
    if not isinstance(changes, Mapping):
        faults.append(wrong_type("profile", AN_OBJECT, changes))
    elif changes and profile is not None:
        try:
            profile = change_profile(profile, changes)
        except ProfileError as error:
            faults += [replace(fault, field=f"profile.{fault.field}") for fault in error.faults]
    return profile, faults


def _without_system(facts: Mapping[str, object]) -> list[Fault]:
    """The faults that can be found while the system is unknown."""
    faults = [unknown_field(name) for name in facts if name not in FIELDS]
    outcome = facts.get("outcome")
    if "outcome" not in facts:
        faults.append(missing("outcome"))
    elif not isinstance(outcome, str):
        faults.append(wrong_type("outcome", A_TEXT, outcome))
    elif outcome not in OUTCOMES:
        faults.append(_bad_outcome(outcome, OUTCOMES))
    return faults
