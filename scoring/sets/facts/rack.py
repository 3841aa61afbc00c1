"""Games of the American kind as form fields: who won, with what, from whom, and what became of each hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

FIRST = "won"
CHALLENGES = 3
OUTCOMES = ("wall", "unfinished", "error", "thrown-in")
PICKED = "picked"
# Fields that games of one family have and those of the other do not.
NOT_ASKED = {
    "payments": frozenset({"exposures", "infraction", "ruled"}),
    "points": frozenset({"claimed", "mistake", "by", "of", "settled"}),
}


def read(said: Mapping[str, Any], letters: Sequence[str]) -> dict[str, Any]:
    """The facts of one game out of its cleaned fields; what was left empty is left out.

    Raises ValueError, with the field's name, where two hands are said to have called one mah jongg in error.
    """
    facts: dict[str, Any] = {}
    won, source = said.get("won"), said.get("from")
    if won and won in letters:
        facts |= {"outcome": "win", "winner": won}
    elif won:
        facts["outcome"] = won
    if source == PICKED:
        facts["self_picked"] = True
    elif source:
        facts["thrower"] = source
    if said.get("value") is not None:
        facts["value"] = said["value"]
    if said.get("class", "exposed") not in ("", "exposed"):
        facts["hand_class"] = said["class"]
    if said.get("exposures"):
        facts["exposures"] = int(said["exposures"])
    if said.get("jokerless"):
        facts["jokerless"] = True
    if said.get("mistake"):
        facts[said["mistake"]] = True
    if said.get("ruled"):
        facts["ruled"] = said["ruled"]
    return facts | _hands(said, letters) | _infractions(said, letters) | _challenges(said)


def _hands(said: Mapping[str, Any], letters: Sequence[str]) -> dict[str, Any]:
    named: dict[str, list[str]] = {}
    for letter in letters:
        named.setdefault(said.get(f"{letter}-hand") or "", []).append(letter)
    if len(named.get("called", ())) > 1:
        raise ValueError(f"{named['called'][1]}-hand")
    facts: dict[str, Any] = {}
    facts |= {"dead": named["dead"]} if "dead" in named else {}
    facts |= {"dead_after_throw": named["after"]} if "after" in named else {}
    error: dict[str, Any] = {}
    error |= {"caller": named["called"][0]} if "called" in named else {}
    error |= {"exposed": named["shown"]} if "shown" in named else {}
    error |= {"value": said["claimed"]} if said.get("claimed") is not None else {}
    return facts | ({"error": error} if error else {})


def _infractions(said: Mapping[str, Any], letters: Sequence[str]) -> dict[str, Any]:
    found = [
        {"seat": letter, "kind": kind}
        for letter in letters
        for kind in said.get(f"{letter}-infraction") or ()
    ]
    return {"infractions": found} if found else {}


def _challenges(said: Mapping[str, Any]) -> dict[str, Any]:
    found = []
    for number in range(1, CHALLENGES + 1):
        by, of, settled = (said.get(f"{name}{number}") for name in ("by", "of", "settled"))
        one: dict[str, Any] = {}
        one |= {"by": by} if by else {}
        one |= {"of": of} if of else {}
        one |= {"upheld": settled == "upheld"} if settled else {}
        if one:
            found.append(one)
    return {"challenges": found} if found else {}


def write(facts: Mapping[str, Any], letters: Sequence[str]) -> dict[str, str]:
    """The fields that `read` makes these facts of."""
    outcome, error = facts.get("outcome", ""), facts.get("error", {})
    said = {
        "won": facts.get("winner", "") if outcome == "win" else outcome,
        "from": PICKED if facts.get("self_picked") else facts.get("thrower", ""),
        "value": _text(facts.get("value")),
        "class": facts.get("hand_class", "exposed"),
        "exposures": _text(facts.get("exposures")),
        "jokerless": "on" if facts.get("jokerless") else "",
        "mistake": next((name for name in ("misnamed", "out_of_turn") if facts.get(name)), ""),
        "ruled": facts.get("ruled", ""),
        "claimed": _text(error.get("value")),
    }
    hands = {"dead": facts.get("dead", ()), "after": facts.get("dead_after_throw", ())}
    hands |= {"called": (error.get("caller"),), "shown": error.get("exposed", ())}
    for letter in letters:
        said[f"{letter}-hand"] = next((name for name, seats in hands.items() if letter in seats), "")
        kinds = (one["kind"] for one in facts.get("infractions", ()) if one["seat"] == letter)
        said[f"{letter}-infraction"] = " ".join(kinds)
    for number, one in enumerate([*facts.get("challenges", ()), {}, {}, {}][:CHALLENGES], 1):
        said[f"by{number}"], said[f"of{number}"] = one.get("by", ""), one.get("of", "")
        said[f"settled{number}"] = (
            "" if one.get("upheld") is None else "upheld" if one["upheld"] else "in-error"
        )
    return said


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


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


def field_of(fault: str, facts: Mapping[str, Any]) -> str:
    """The form's field for a field of the facts that the rules find fault with."""
    if fault in FIELDS:
        return FIELDS[fault]
    head, *rest = fault.split(".")
    if head == "infractions" and rest and rest[0].isdigit():
        return f"{facts['infractions'][int(rest[0])]['seat']}-infraction"
    if head == "challenges" and rest and rest[0].isdigit():
        which = {"by": "by", "of": "of", "upheld": "settled"}.get(rest[-1], "by")
        return f"{which}{int(rest[0]) + 1}"
    error = facts.get("error", {})
    named = {
        "dead": facts.get("dead", ()),
        "dead_after_throw": facts.get("dead_after_throw", ()),
        "error": (error.get("caller"), *error.get("exposed", ())),
    }.get(head, ())
    return next((f"{letter}-hand" for letter in named if letter), "won")
