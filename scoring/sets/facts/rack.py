"""American games as form fields: who won, with what, from whom, and each hand's mark."""

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


def read(cleaned: Mapping[str, Any], letters: Sequence[str]) -> dict[str, Any]:
    """The facts of one game from its cleaned fields, without those that are empty.

    Raises ValueError with the field's name if two hands are marked as having called mah jongg in error.
    """
    facts: dict[str, Any] = {}
    won, source = cleaned.get("won"), cleaned.get("from")
    if won and won in letters:
        facts |= {"outcome": "win", "winner": won}
    elif won:
        facts["outcome"] = won
    if source == PICKED:
        facts["self_picked"] = True
    elif source:
        facts["thrower"] = source
    if cleaned.get("value") is not None:
        facts["value"] = cleaned["value"]
    if cleaned.get("class", "exposed") not in ("", "exposed"):
        facts["hand_class"] = cleaned["class"]
    if cleaned.get("exposures"):
        facts["exposures"] = int(cleaned["exposures"])
    if cleaned.get("jokerless"):
        facts["jokerless"] = True
    if cleaned.get("mistake"):
        facts[cleaned["mistake"]] = True
    if cleaned.get("ruled"):
        facts["ruled"] = cleaned["ruled"]
    return facts | _hands(cleaned, letters) | _infractions(cleaned, letters) | _challenges(cleaned)


def _hands(cleaned: Mapping[str, Any], letters: Sequence[str]) -> dict[str, Any]:
    named: dict[str, list[str]] = {}
    for letter in letters:
        named.setdefault(cleaned.get(f"{letter}-hand") or "", []).append(letter)
    if len(named.get("called", ())) > 1:
        raise ValueError(f"{named['called'][1]}-hand")
    facts: dict[str, Any] = {}
    facts |= {"dead": named["dead"]} if "dead" in named else {}
    facts |= {"dead_after_throw": named["after"]} if "after" in named else {}
    error: dict[str, Any] = {}
    error |= {"caller": named["called"][0]} if "called" in named else {}
    error |= {"exposed": named["shown"]} if "shown" in named else {}
    error |= {"value": cleaned["claimed"]} if cleaned.get("claimed") is not None else {}
    return facts | ({"error": error} if error else {})


def _infractions(cleaned: Mapping[str, Any], letters: Sequence[str]) -> dict[str, Any]:
    infractions = [
        {"seat": letter, "kind": kind}
        for letter in letters
        for kind in cleaned.get(f"{letter}-infraction") or ()
    ]
    return {"infractions": infractions} if infractions else {}


def _challenges(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    challenges = []
    for number in range(1, CHALLENGES + 1):
        by, of, settled = (cleaned.get(f"{name}{number}") for name in ("by", "of", "settled"))
        challenge: dict[str, Any] = {}
        challenge |= {"by": by} if by else {}
        challenge |= {"of": of} if of else {}
        challenge |= {"upheld": settled == "upheld"} if settled else {}
        if challenge:
            challenges.append(challenge)
    return {"challenges": challenges} if challenges else {}


def write(facts: Mapping[str, Any], letters: Sequence[str]) -> dict[str, str]:
    """The inverse of `read`: the values of the fields."""
    outcome, error = facts.get("outcome", ""), facts.get("error", {})
    values = {
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
        values[f"{letter}-hand"] = next((name for name, seats in hands.items() if letter in seats), "")
        kinds = (
            infraction["kind"] for infraction in facts.get("infractions", ()) if infraction["seat"] == letter
        )
        values[f"{letter}-infraction"] = " ".join(kinds)
    for number, challenge in enumerate([*facts.get("challenges", ()), {}, {}, {}][:CHALLENGES], 1):
        values[f"by{number}"], values[f"of{number}"] = challenge.get("by", ""), challenge.get("of", "")
        values[f"settled{number}"] = (
            "" if challenge.get("upheld") is None else "upheld" if challenge["upheld"] else "in-error"
        )
    return values


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
    """The form field for the field of the facts that a fault of the rules names."""
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
