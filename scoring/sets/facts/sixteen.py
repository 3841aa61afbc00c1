"""Games of sixteen hands as form fields: a mahjong or fishing for each player, and extras."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from rules.game import Fishing, Mahjong, Override, SixteenHandsGame
from scoring.sets.facts.extras import extra_field, read_extras, written_extras
from scoring.sets.facts.two_of_one import TwoOfOne

FIRST = "outcome"
SCORED = re.compile(r"^([MF])\s*(\d{1,2})$", re.IGNORECASE)
MARKS = {"bouquet": "bouquet", "flower": "flower", "count": "wrong_count"}


class SixteenFacts(
    SixteenHandsGame, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What is typed of one game, complete or not; the outcome is "" until it is typed."""

    outcome: str = ""

    @property
    def directors(self) -> str:
        """The field that only a director decides, if it is filled; else ""."""
        return "" if self.override is UNSET else "override"


FACTS = SixteenFacts


def read(cleaned: Mapping[str, Any], letters: Sequence[str]) -> SixteenFacts | None:
    """The facts of one game from its cleaned fields; None if nothing is typed.

    The outcome defaults to "played" if anybody has a score, or if every sheet has points (0 included). Raises
    TwoOfOne if two players have a mahjong.
    """
    mahjong, fishing = [], []
    for letter in letters:
        scored = SCORED.match(cleaned.get(f"{letter}-scored") or "")
        if scored and scored[1] in "Mm":
            mahjong.append(Mahjong(letter, int(scored[2])))
        elif scored:
            fishing.append(Fishing(letter, int(scored[2])))
    if len(mahjong) > 1:
        raise TwoOfOne(f"{mahjong[1].seat}-scored", mahjong[0].seat)
    marked = {
        name: tuple(letter for letter in letters if cleaned.get(f"{letter}-{field}"))
        for field, name in MARKS.items()
    }
    reason = (cleaned.get("override") or "").strip()
    facts = SixteenFacts(
        mahjong=mahjong[0] if mahjong else UNSET,
        fishing=tuple(fishing),
        bouquet=marked["bouquet"],
        flower=marked["flower"],
        wrong_count=marked["wrong_count"],
        extras=read_extras(cleaned, letters),
        kongs={letter: kongs for letter in letters if (kongs := cleaned.get(f"{letter}-kongs"))},
    )
    is_written = all(cleaned.get(f"{letter}-points") is not None for letter in letters)
    outcome = cleaned.get("outcome") or ("played" if is_written or facts != SixteenFacts() else "")
    override = Override("hand-won-before", reason) if reason else UNSET
    facts = replace(facts, outcome=outcome, override=override)
    return None if facts == SixteenFacts() else facts


def write(facts: SixteenFacts | None, letters: Sequence[str]) -> dict[str, str]:
    """The inverse of `read`: the values of the fields."""
    facts = facts or SixteenFacts()
    scored = {claim.seat: f"F{claim.hand}" for claim in facts.fishing}
    if facts.mahjong is not UNSET:
        scored[facts.mahjong.seat] = f"M{facts.mahjong.hand}"
    values = {
        "outcome": facts.outcome,
        "override": "" if facts.override is UNSET else facts.override.reason,
    }
    for letter in letters:
        values[f"{letter}-scored"] = scored.get(letter, "")
        for field, name in MARKS.items():
            values[f"{letter}-{field}"] = "on" if letter in getattr(facts, name) else ""
        values[f"{letter}-extra"] = written_extras(facts, letter)
        kongs = facts.kongs.get(letter)
        values[f"{letter}-kongs"] = str(kongs) if kongs else ""
    return values


def field_of(fault: str, facts: SixteenFacts) -> str:
    """The form's field for a fact that a fault of the rules names."""
    head, *parts = fault.split(".")
    if head == "mahjong" and facts.mahjong is not UNSET:
        return f"{facts.mahjong.seat}-scored"
    if head == "fishing" and parts and parts[0].isdigit():
        return f"{facts.fishing[int(parts[0])].seat}-scored"
    if head == "extras":
        return extra_field(parts, facts)
    if head == "kongs" and parts:
        return f"{parts[0]}-kongs"
    if head == "override":
        return "override"
    field = next((field for field, name in MARKS.items() if name == head), None)
    letters = getattr(facts, head) if field else ()
    return f"{letters[0]}-{field}" if letters else "outcome"
