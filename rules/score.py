"""One game's facts in, its point lines out: the door to the three families of scoring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Union

import msgspec
from msgspec import UNSET

from rules import payments, points, sixteen_hands
from rules.facts import FAMILY_FACTS, Facts
from rules.game import OUTCOMES, Fault, Refusal, Scored, refusal
from rules.json_lines import encode, read_json
from rules.profile import SYSTEMS, Profile, ProfileError, change_profile, load_profile, shown, unknown_system
from rules.reading import FIELDS, missing, read_patiently, stranger, wrong_type
from rules.words import say


class Family(NamedTuple):
    """How a family's games are judged and scored; both functions take the facts and the profile."""

    outcomes: tuple[str, ...]
    faults: Callable[..., list[Fault]]
    score: Callable[[Any, Any], Scored]


FAMILIES = {
    "points": Family(points.OUTCOMES, points.faults, points.score),
    "payments": Family(payments.OUTCOMES, payments.faults, payments.score),
    "sixteen-hands": Family(sixteen_hands.OUTCOMES, sixteen_hands.faults, sixteen_hands.score),
}


def score_game(facts: object, profile: Profile | None = None) -> Scored | Refusal:
    """Score one game.

    ``facts`` has the fields of the ``score`` command's input. With a ``profile`` the field ``system`` may be left
    out, and ``profile`` among the facts changes the one given. Never raises: what cannot be is answered with a Refusal.
    """
    if not isinstance(facts, Mapping):
        return Refusal((wrong_type("", say("an object"), facts),))
    profile, found = _profile_for(facts, profile)
    if profile is None:
        return refusal(found + _without_system(facts))
    if not found:
        told = {name: value for name, value in facts.items() if name not in ("system", "profile")}
        try:
            return _answer(msgspec.convert(told, FAMILY_FACTS[profile.family]), profile)
        except (msgspec.ValidationError, UnicodeError, RecursionError):
            pass
    return _patiently(facts, profile, found)


def answer_line(line: bytes) -> bytes:
    """Answer one line of the ``score`` command. Raises NotJsonError."""
    try:
        facts = _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return encode(score_game(read_json(line)))
    profile = _BASES[type(facts)]
    if facts.profile is not UNSET:
        try:
            profile = _house_profile(profile.system, bytes(facts.profile))
        except (ProfileError, msgspec.DecodeError, RecursionError):
            return encode(score_game(read_json(line)))
    return encode(_answer(facts, profile))


def _answer(facts: Facts, profile: Profile) -> Scored | Refusal:
    family = FAMILIES[profile.family]
    found = family.faults(facts, profile)
    if facts.outcome not in family.outcomes:
        found.append(_bad_outcome(facts.outcome, family.outcomes))
    return refusal(found) if found else family.score(facts, profile)


def _patiently(facts: Mapping[str, object], profile: Profile, found: list[Fault]) -> Scored | Refusal:
    family = FAMILIES[profile.family]
    reading = read_patiently(facts, profile.family)
    found += reading.faults
    found += family.faults(reading.facts, profile, reading.lost)
    if "outcome" in facts and "outcome" not in reading.lost and reading.facts.outcome not in family.outcomes:
        found.append(_bad_outcome(reading.facts.outcome, family.outcomes))
    return refusal(found) if found else family.score(reading.facts, profile)


def _bad_outcome(outcome: str, outcomes: tuple[str, ...]) -> Fault:
    sentence = say(
        "A game of this system ends as {outcomes}, not as {outcome}.",
        outcomes=", ".join(outcomes),
        outcome=shown(outcome),
    )
    return Fault("not-for-system" if outcome in OUTCOMES else "unknown-outcome", "outcome", sentence)


def _profile_for(facts: Mapping[str, object], profile: Profile | None) -> tuple[Profile | None, list[Fault]]:
    """The profile to score by, and what is wrong with the system and the changed numbers that the facts name."""
    found: list[Fault] = []
    system = facts.get("system") if "system" in facts or profile is None else profile.system
    if "system" not in facts and profile is None:
        found.append(missing("system"))
    elif not isinstance(system, str):
        found.append(wrong_type("system", say("a text"), system))
    elif system not in SYSTEMS:
        found.append(unknown_system(system))
    elif profile is None:
        profile = load_profile(system)
    elif profile.system != system:
        sentence = say("This event does not play by {system}.", system=shown(system))
        found.append(Fault("bad-profile", "system", sentence))
    changes = facts.get("profile", {})
    if not isinstance(changes, Mapping):
        found.append(wrong_type("profile", say("an object"), changes))
    elif changes and profile is not None:
        try:
            profile = change_profile(profile, changes)
        except ProfileError as error:
            found += [Fault(one.code, f"profile.{one.field}", one.message) for one in error.faults]
    return profile, found


def _without_system(facts: Mapping[str, object]) -> list[Fault]:
    """What is wrong with a game whatever its system: all that can be said where that is not known."""
    found = [stranger(name) for name in facts if name not in FIELDS]
    outcome = facts.get("outcome")
    if "outcome" not in facts:
        found.append(missing("outcome"))
    elif not isinstance(outcome, str):
        found.append(wrong_type("outcome", say("a text"), outcome))
    elif outcome not in OUTCOMES:
        found.append(_bad_outcome(outcome, OUTCOMES))
    return found


@lru_cache(maxsize=4096)
def _house_profile(system: str, changes: bytes) -> Profile:
    data = msgspec.json.decode(changes)
    if not isinstance(data, dict):
        raise ProfileError([wrong_type("profile", say("an object"), data)])
    return load_profile(system, data)


_BASES: dict[type, Profile] = {
    msgspec.defstruct(
        f"Facts{index}",
        [],
        bases=(FAMILY_FACTS[profile.family],),
        tag_field="system",
        tag=profile.system,
        frozen=True,
        gc=False,
        kw_only=True,
        forbid_unknown_fields=True,
    ): profile
    for index, profile in enumerate(map(load_profile, SYSTEMS))
}
_DECODER: msgspec.json.Decoder[Facts] = msgspec.json.Decoder(Union[tuple(_BASES)])  # noqa: UP007
