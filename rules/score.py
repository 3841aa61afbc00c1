from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from rules.game import Due, Fault, Game, Line, Refusal, Scored, Settled, as_decimal, quoted, refusal
from rules.systems import extras
from rules.systems.family import Family
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
    SYSTEMS,
    ProfileError,
    change_profile,
    load_profile,
    outcomes,
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
    return _with_clauses(settled, profile)


def scored(game: Game, profile: Profile) -> Scored:
    """Scores a game that is known to have no fault, such as one that `rules.check` gave."""
    return _with_clauses(_settled(game, profile, profile.family), profile)


def _with_clauses(settled: Settled, profile: Profile) -> Scored:
    clauses = profile.clauses
    lines = [line(due, clauses[due[2]]) for due in settled.due]
    if profile.unit > 1:
        lines = [replace(line, values={**line.values, **_in_words(line.points, profile)}) for line in lines]
    return Scored(settled.points, settled.status, settled.warnings, lines)


def settle_sitting(cards: Mapping[str, Sequence[int | None]], profile: Profile) -> list[Line]:
    """The lines that a table's games of a round give together besides their own; none in most systems, and none while
    a number is missing. ``cards`` have for each seat its points in the order of the games.
    """
    games = [
        {seat: number for seat, number in zip(cards, points, strict=True) if number is not None}
        for points in zip(*cards.values(), strict=True)
    ]
    if any(len(game) < len(cards) for game in games):
        return []
    return [
        Line(
            of.seat,
            of.points,
            of.code,
            profile.clauses[of.code],
            {**of.values, **_in_words(of.points, profile)},
            of.second,
        )
        for of in profile.family.settle_sitting(games, profile)
    ]


def _in_words(points: int, profile: Profile) -> dict[str, str]:
    return {} if profile.unit == 1 else {"points": as_decimal(points, profile.unit)}


@lru_cache(maxsize=16384)
def line(due: Due, clause: str) -> Line:
    seat, points, code, values = due
    return Line(seat, points, code, clause, dict(values))


def settle(game: Game, profile: Profile) -> Settled | Refusal:
    """The points of a decoded game, or every fault of it.

    Each line has a code whose clause of the rule text is in ``profile.clauses``.
    """
    family = profile.family
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
            return settle(msgspec.convert(game_facts, profile.family.game), profile), profile
        except (msgspec.ValidationError, UnicodeError, RecursionError):
            pass
    return _settle_misread(facts, profile, faults), profile


def _settle_misread(facts: Mapping[str, object], profile: Profile, faults: list[Fault]) -> Settled | Refusal:
    family = profile.family
    misread = read_each_field(facts, family.game)
    outcome = misread.game.outcome
    faults += misread.faults
    faults += family.faults(misread.game, profile, misread.lost_fields)
    if misread.game.extras:
        faults += extras.faults(misread.game, profile, misread.lost_fields)
    if "outcome" in facts and "outcome" not in misread.lost_fields and outcome not in family.outcomes:
        faults.append(_bad_outcome(outcome, family.outcomes))
    return refusal(faults) if faults else _settled(misread.game, profile, family)


def _bad_outcome(outcome: str, possible: tuple[str, ...]) -> Fault:
    values = {"outcomes": possible, "outcome": quoted(outcome)}
    if outcome in outcomes():
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
    faults = [unknown_field(name) for name in facts if name not in FIELDS]
    outcome = facts.get("outcome")
    if "outcome" not in facts:
        faults.append(missing("outcome"))
    elif not isinstance(outcome, str):
        faults.append(wrong_type("outcome", A_TEXT, outcome))
    elif outcome not in outcomes():
        faults.append(_bad_outcome(outcome, outcomes()))
    return faults
