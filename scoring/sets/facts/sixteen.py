"""Games of sixteen hands as form fields: for each player a mahjong or fishing, and the extras paid for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

FIRST = "outcome"
SCORED = re.compile(r"^([MF])\s*(\d{1,2})$", re.IGNORECASE)
MARKS = {"bouquet": "bouquet", "flower": "flower", "count": "wrong_count"}


def read(cleaned: Mapping[str, Any], letters: Sequence[str]) -> dict[str, Any]:
    """The facts of one game from its cleaned fields. If anybody has a score, the outcome defaults to "played".

    Raises ValueError with the field's name if two players have the mahjong.
    """
    facts: dict[str, Any] = {}
    for letter in letters:
        scored = SCORED.match(cleaned.get(f"{letter}-scored") or "")
        if scored and scored[1] in "Mm":
            if "mahjong" in facts:
                raise ValueError(f"{letter}-scored")
            facts["mahjong"] = {"seat": letter, "hand": int(scored[2])}
        elif scored:
            facts.setdefault("fishing", []).append({"seat": letter, "hand": int(scored[2])})
        for field, name in MARKS.items():
            if cleaned.get(f"{letter}-{field}"):
                facts.setdefault(name, []).append(letter)
        if cleaned.get(f"{letter}-kongs"):
            facts.setdefault("kongs", {})[letter] = cleaned[f"{letter}-kongs"]
    outcome = cleaned.get("outcome") or ("played" if facts else "")
    facts |= {"outcome": outcome} if outcome else {}
    reason = (cleaned.get("override") or "").strip()
    return facts | ({"override": {"code": "hand-won-before", "reason": reason}} if reason else {})


def write(facts: Mapping[str, Any], letters: Sequence[str]) -> dict[str, str]:
    """The inverse of `read`: the values of the fields."""
    mahjong = facts.get("mahjong", {})
    scored = {claim["seat"]: f"F{claim['hand']}" for claim in facts.get("fishing", ())}
    scored |= {mahjong["seat"]: f"M{mahjong['hand']}"} if mahjong else {}
    values = {
        "outcome": facts.get("outcome", ""),
        "override": facts.get("override", {}).get("reason", ""),
    }
    for letter in letters:
        values[f"{letter}-scored"] = scored.get(letter, "")
        for field, name in MARKS.items():
            values[f"{letter}-{field}"] = "on" if letter in facts.get(name, ()) else ""
        kongs = facts.get("kongs", {}).get(letter)
        values[f"{letter}-kongs"] = str(kongs) if kongs else ""
    return values


def field_of(fault: str, facts: Mapping[str, Any]) -> str:
    """The form field for the field of the facts that a fault of the rules names."""
    head, *rest = fault.split(".")
    if head == "mahjong" and "mahjong" in facts:
        return f"{facts['mahjong']['seat']}-scored"
    if head == "fishing" and rest and rest[0].isdigit():
        return f"{facts['fishing'][int(rest[0])]['seat']}-scored"
    if head == "kongs" and rest:
        return f"{rest[0]}-kongs"
    if head == "override":
        return "override"
    field = next((field for field, name in MARKS.items() if name == head), None)
    named = facts.get(head, ())
    return f"{named[0]}-{field}" if field and named else "outcome"
