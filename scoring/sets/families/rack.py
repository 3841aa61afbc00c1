"""American games as form fields: who won, with what, from whom, and the mark of each hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from rules.game import ErrorCall, Infraction, Ruled
from rules.systems.payments import CHALLENGES
from rules.systems.rack import HANDS, RackGame
from scoring.sets.families import extra_place, read_extras, written_extras
from scoring.sets.places import FieldPlace, TwoOfOne

PICKED = "picked"


class TypedError(ErrorCall, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A mah jongg in error as typed; the caller is "" while nobody is marked."""

    caller: str = ""
    value: int | UnsetType = UNSET


class TypedChallenge(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
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
        return "" if self.ruled is UNSET else "ruled"

    @property
    def exception(self) -> str:
        return ""


FACTS = RackFacts


def first(_letters: Sequence[str]) -> FieldPlace:
    return FieldPlace("won")


def read(cleaned: Mapping[FieldPlace, Any], letters: Sequence[str]) -> RackFacts | None:
    """The facts of one game from its cleaned fields; None if nothing is typed.

    A dead hand that threw the winning tile died on it. Raises TwoOfOne if two hands are marked as having called
    mah jongg in error.
    """
    typed = {place.name: value for place, value in cleaned.items() if not place.letter}
    won, source, mistake = (typed.get(name) or "" for name in ("won", "from", "mistake"))
    hands = _hands(cleaned, letters)
    thrower = source if source not in ("", PICKED) else UNSET
    if len(hands["called"]) > 1:
        raise TwoOfOne(FieldPlace("hand", hands["called"][1]), hands["called"][0])
    error = TypedError("".join(hands["called"]), hands["shown"], _number(typed.get("claimed")))
    is_won = won != "" and won in letters
    facts = RackFacts(
        outcome="win" if is_won else won,
        winner=won if is_won else UNSET,
        value=_number(typed.get("value")),
        hand_class=typed.get("class") or "exposed",
        jokerless=bool(typed.get("jokerless")),
        self_picked=source == PICKED,
        thrower=thrower,
        exposures=_number(typed.get("exposures")),
        dead=tuple(letter for letter in hands["dead"] if letter != thrower),
        dead_after_throw=tuple(letter for letter in hands["dead"] if letter == thrower),
        error=UNSET if error == TypedError() else error,
        infractions=tuple(
            Infraction(letter, kind)
            for letter in letters
            for kind in cleaned.get(FieldPlace("infraction", letter)) or ()
        ),
        extras=read_extras(cleaned, letters),
        ruled=typed.get("ruled") or UNSET,
        misnamed=mistake == "misnamed",
        out_of_turn=mistake == "out_of_turn",
        challenges=tuple(_challenges(typed)),
    )
    return None if facts == RackFacts() else facts


def _hands(cleaned: Mapping[FieldPlace, Any], letters: Sequence[str]) -> dict[str, tuple[str, ...]]:
    return {
        mark: tuple(letter for letter in letters if cleaned.get(FieldPlace("hand", letter)) == mark)
        for mark in HANDS
    }


def _number(typed: str | int | None) -> int | UnsetType:
    return UNSET if typed in (None, "") else int(typed)


def _challenges(typed: Mapping[str, Any]) -> Iterator[TypedChallenge]:
    for names in CHALLENGES:
        by, of, settled = (typed.get(name) or "" for name in names)
        if by or of or settled:
            yield TypedChallenge(by, of, settled == "upheld" if settled else UNSET)


def write(facts: RackFacts | None, letters: Sequence[str]) -> dict[FieldPlace, str]:
    facts = facts or RackFacts()
    error = TypedError() if facts.error is UNSET else facts.error
    of_game = {
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
    values = {FieldPlace(name): text for name, text in of_game.items()}
    hands = {
        "dead": (*facts.dead, *facts.dead_after_throw),
        "called": (error.caller,),
        "shown": error.exposed,
    }
    for letter in letters:
        values[FieldPlace("hand", letter)] = next(
            (mark for mark, seats in hands.items() if letter in seats), ""
        )
        kinds = (infraction.kind for infraction in facts.infractions if infraction.seat == letter)
        values[FieldPlace("infraction", letter)] = " ".join(kinds)
        values[FieldPlace("extra", letter)] = written_extras(facts, letter)
    settled = {True: "upheld", False: "in-error", UNSET: ""}
    challenges = (*facts.challenges, *(TypedChallenge() for _names in CHALLENGES))
    for names, challenge in zip(CHALLENGES, challenges, strict=False):
        parts = (challenge.by, challenge.of, settled[challenge.upheld])
        values |= {FieldPlace(name): part for name, part in zip(names, parts, strict=True)}
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


def place_of(fault: str, facts: RackFacts) -> FieldPlace:
    if fault in FIELDS:
        return FieldPlace(FIELDS[fault])
    head, *parts = fault.split(".")
    if head == "extras":
        return extra_place(parts, facts)
    if head == "infractions" and parts and parts[0].isdigit():
        return FieldPlace("infraction", facts.infractions[int(parts[0])].seat)
    if head == "challenges" and parts and parts[0].isdigit():
        by, of, settled = CHALLENGES[min(int(parts[0]), len(CHALLENGES) - 1)]
        return FieldPlace({"of": of, "upheld": settled}.get(parts[-1], by))
    error = () if facts.error is UNSET else (facts.error.caller, *facts.error.exposed)
    letters = {"dead": facts.dead, "dead_after_throw": facts.dead_after_throw, "error": error}.get(head, ())
    return next((FieldPlace("hand", letter) for letter in letters if letter), FieldPlace("won"))
