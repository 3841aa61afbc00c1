"""American games as form fields: who won, with what, from whom, and the mark of each hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from rules.game import ErrorCall, Infraction, RackGame, Ruled
from scoring.sets.facts.extras import extra_field, read_extras, written_extras
from scoring.sets.facts.two_of_one import TwoOfOne

FIRST = "won"
CHALLENGES = 3
OUTCOMES = ("wall", "unfinished", "error", "thrown-in")
PICKED = "picked"
# Fields that games of one family have and those of the other do not.
NOT_ASKED = {
    "payments": frozenset({"exposures", "infraction", "ruled"}),
    "points": frozenset({"claimed", "mistake", "by", "of", "settled"}),
}


class TypedError(ErrorCall, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A mah jongg in error as typed; the caller is "" while nobody is marked."""

    caller: str = ""
    value: int | UnsetType = UNSET


class TypedChallenge(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A challenge as typed; any part may be missing."""

    by: str = ""
    of: str = ""
    upheld: bool | UnsetType = UNSET


class RackFacts(
    RackGame, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What is typed of one game, complete or not, in systems of points and of payments.

    The outcome is "" until it is typed. The seats are those of the table and not among the facts.
    """

    outcome: str = ""
    error: TypedError | UnsetType = UNSET
    infractions: tuple[Infraction, ...] = ()
    ruled: Ruled | UnsetType = UNSET
    misnamed: bool = False
    out_of_turn: bool = False
    challenges: tuple[TypedChallenge, ...] = ()

    @property
    def directors(self) -> str:
        """The field that only a director decides, if it is filled; else ""."""
        return "" if self.ruled is UNSET else "ruled"


FACTS = RackFacts


def read(cleaned: Mapping[str, Any], letters: Sequence[str]) -> RackFacts | None:
    """The facts of one game from its cleaned fields; None if nothing is typed.

    Raises TwoOfOne if two hands are marked as having called mah jongg in error.
    """
    won, source = cleaned.get("won") or "", cleaned.get("from") or ""
    hands = _hands(cleaned, letters)
    if len(hands["called"]) > 1:
        raise TwoOfOne(f"{hands['called'][1]}-hand", hands["called"][0])
    error = TypedError("".join(hands["called"]), hands["shown"], _number(cleaned.get("claimed")))
    is_won = won != "" and won in letters
    facts = RackFacts(
        outcome="win" if is_won else won,
        winner=won if is_won else UNSET,
        value=_number(cleaned.get("value")),
        hand_class=cleaned.get("class") or "exposed",
        jokerless=bool(cleaned.get("jokerless")),
        self_picked=source == PICKED,
        thrower=source if source not in ("", PICKED) else UNSET,
        exposures=_number(cleaned.get("exposures")),
        dead=hands["dead"],
        dead_after_throw=hands["after"],
        error=UNSET if error == TypedError() else error,
        infractions=tuple(
            Infraction(letter, kind)
            for letter in letters
            for kind in cleaned.get(f"{letter}-infraction") or ()
        ),
        extras=read_extras(cleaned, letters),
        ruled=cleaned.get("ruled") or UNSET,
        misnamed=cleaned.get("mistake") == "misnamed",
        out_of_turn=cleaned.get("mistake") == "out_of_turn",
        challenges=tuple(_challenges(cleaned)),
    )
    return None if facts == RackFacts() else facts


def _hands(cleaned: Mapping[str, Any], letters: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The letters by the mark of their hand."""
    return {
        mark: tuple(letter for letter in letters if cleaned.get(f"{letter}-hand") == mark)
        for mark in ("dead", "after", "called", "shown")
    }


def _number(typed: str | int | None) -> int | UnsetType:
    return UNSET if typed in (None, "") else int(typed)


def _challenges(cleaned: Mapping[str, Any]) -> Iterator[TypedChallenge]:
    for number in range(1, CHALLENGES + 1):
        by, of, settled = (cleaned.get(f"{name}{number}") or "" for name in ("by", "of", "settled"))
        if by or of or settled:
            yield TypedChallenge(by, of, settled == "upheld" if settled else UNSET)


def write(facts: RackFacts | None, letters: Sequence[str]) -> dict[str, str]:
    """The inverse of `read`: the values of the fields."""
    facts = facts or RackFacts()
    error = TypedError() if facts.error is UNSET else facts.error
    values = {
        "won": _text(facts.winner) if facts.outcome == "win" else facts.outcome,
        "from": PICKED if facts.self_picked else _text(facts.thrower),
        "value": _text(facts.value),
        "class": facts.hand_class,
        "exposures": _text(facts.exposures),
        "jokerless": "on" if facts.jokerless else "",
        "mistake": "misnamed" if facts.misnamed else "out_of_turn" if facts.out_of_turn else "",
        "ruled": _text(facts.ruled),
        "claimed": _text(error.value),
    }
    hands = {"dead": facts.dead, "after": facts.dead_after_throw, "called": (error.caller,)}
    hands["shown"] = error.exposed
    for letter in letters:
        values[f"{letter}-hand"] = next((mark for mark, seats in hands.items() if letter in seats), "")
        kinds = (infraction.kind for infraction in facts.infractions if infraction.seat == letter)
        values[f"{letter}-infraction"] = " ".join(kinds)
        values[f"{letter}-extra"] = written_extras(facts, letter)
    none = TypedChallenge()
    for number, challenge in enumerate([*facts.challenges, none, none, none][:CHALLENGES], 1):
        values[f"by{number}"], values[f"of{number}"] = challenge.by, challenge.of
        settled = {True: "upheld", False: "in-error", UNSET: ""}
        values[f"settled{number}"] = settled[challenge.upheld]
    return values


def _text(value: str | int | UnsetType) -> str:
    return "" if value is UNSET else str(value)


FIELDS = {
    "outcome": "won",
    "winner": "won",
    "value": "value",
    "hand_class": "class",
    "thrower": "from",
    "self_picked": "from",
    "exposures": "exposures",
    "jokerless": "jokerless",
    "misnamed": "mistake",
    "out_of_turn": "mistake",
    "ruled": "ruled",
    "error.value": "claimed",
}


def field_of(fault: str, facts: RackFacts) -> str:
    """The form's field for a fact that a fault of the rules names."""
    if fault in FIELDS:
        return FIELDS[fault]
    head, *parts = fault.split(".")
    if head == "extras":
        return extra_field(parts, facts)
    if head == "infractions" and parts and parts[0].isdigit():
        return f"{facts.infractions[int(parts[0])].seat}-infraction"
    if head == "challenges" and parts and parts[0].isdigit():
        role = {"by": "by", "of": "of", "upheld": "settled"}.get(parts[-1], "by")
        return f"{role}{int(parts[0]) + 1}"
    error = () if facts.error is UNSET else (facts.error.caller, *facts.error.exposed)
    letters = {"dead": facts.dead, "dead_after_throw": facts.dead_after_throw, "error": error}.get(head, ())
    return next((f"{letter}-hand" for letter in letters if letter), "won")
