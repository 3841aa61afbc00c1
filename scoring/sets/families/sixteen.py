"""Games of sixteen hands as form fields: a mahjong or fishing for each player, and extras."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from rules.systems.sixteen_hands import Fishing, Mahjong, Override, SixteenHandsGame
from scoring.sets.families import extra_place, read_extras, written_extras
from scoring.sets.places import FieldPlace, TwoOfOne

SCORED = re.compile(r"^([MF])\s*(\d{1,2})$", re.IGNORECASE)
MARKS = {"bouquet": "bouquet", "flower": "flower", "count": "wrong_count"}


class SixteenFacts(
    SixteenHandsGame, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What is typed of one game, complete or not; the outcome is "" until it is typed."""

    outcome: str = ""

    @property
    def directors(self) -> str:
        return "" if self.override is UNSET else "override"

    @property
    def exception(self) -> str:
        return "" if self.override is UNSET else self.override.reason


FACTS = SixteenFacts


def first(_letters: Sequence[str]) -> FieldPlace:
    return FieldPlace("outcome")


def read(cleaned: Mapping[FieldPlace, Any], letters: Sequence[str]) -> SixteenFacts | None:
    """The facts of one game from its cleaned fields; None if nothing is typed.

    The outcome defaults to "played" if anybody has a score, or if every sheet has points (0 included). Raises
    TwoOfOne if two players have a mahjong.
    """
    mahjong, fishing = [], []
    for letter in letters:
        scored = SCORED.match(cleaned.get(FieldPlace("scored", letter)) or "")
        if scored and scored[1] in "Mm":
            mahjong.append(Mahjong(letter, int(scored[2])))
        elif scored:
            fishing.append(Fishing(letter, int(scored[2])))
    if len(mahjong) > 1:
        raise TwoOfOne(FieldPlace("scored", mahjong[1].seat), mahjong[0].seat)
    marked = {
        name: tuple(letter for letter in letters if cleaned.get(FieldPlace(field, letter)))
        for field, name in MARKS.items()
    }
    reason = (cleaned.get(FieldPlace("override")) or "").strip()
    facts = SixteenFacts(
        mahjong=mahjong[0] if mahjong else UNSET,
        fishing=tuple(fishing),
        bouquet=marked["bouquet"],
        flower=marked["flower"],
        wrong_count=marked["wrong_count"],
        extras=read_extras(cleaned, letters),
        kongs={letter: kongs for letter in letters if (kongs := cleaned.get(FieldPlace("kongs", letter)))},
    )
    is_written = all(cleaned.get(FieldPlace("points", letter)) is not None for letter in letters)
    outcome = cleaned.get(FieldPlace("outcome")) or (
        "played" if is_written or facts != SixteenFacts() else ""
    )
    override = Override("hand-won-before", reason) if reason else UNSET
    facts = replace(facts, outcome=outcome, override=override)
    return None if facts == SixteenFacts() else facts


def write(facts: SixteenFacts | None, letters: Sequence[str]) -> dict[FieldPlace, str]:
    facts = facts or SixteenFacts()
    scored = {claim.seat: f"F{claim.hand}" for claim in facts.fishing}
    if facts.mahjong is not UNSET:
        scored[facts.mahjong.seat] = f"M{facts.mahjong.hand}"
    values = {
        FieldPlace("outcome"): facts.outcome,
        FieldPlace("override"): "" if facts.override is UNSET else facts.override.reason,
    }
    for letter in letters:
        values[FieldPlace("scored", letter)] = scored.get(letter, "")
        for field, name in MARKS.items():
            values[FieldPlace(field, letter)] = "on" if letter in getattr(facts, name) else ""
        values[FieldPlace("extra", letter)] = written_extras(facts, letter)
        kongs = facts.kongs.get(letter)
        values[FieldPlace("kongs", letter)] = str(kongs) if kongs else ""
    return values


def place_of(fault: str, facts: SixteenFacts) -> FieldPlace:
    head, *parts = fault.split(".")
    if head == "mahjong" and facts.mahjong is not UNSET:
        return FieldPlace("scored", facts.mahjong.seat)
    if head == "fishing" and parts and parts[0].isdigit():
        return FieldPlace("scored", facts.fishing[int(parts[0])].seat)
    if head == "extras":
        return extra_place(parts, facts)
    if head == "kongs" and parts:
        return FieldPlace("kongs", parts[0])
    if head == "override":
        return FieldPlace("override")
    field = next((field for field, name in MARKS.items() if name == head), None)
    letters = getattr(facts, head) if field else ()
    return FieldPlace(field, letters[0]) if field and letters else FieldPlace("outcome")
