"""Games whose fields are named after their facts: one for the game, or one for each seat."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.systems.family import Family
from scoring.sets.families import extra_place, read_extras, written_extras
from scoring.sets.places import FieldPlace


class Plain:
    """`FACTS` is the game of the family with nothing typed yet: the outcome is "" until anything is."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.fields = [field for field in family.fields if field.kind not in ("extras", "points")]
        self.FACTS = msgspec.defstruct(
            f"Typed{family.game.__name__}",
            [("outcome", str, "")],
            bases=(family.game,),
            namespace={"directors": "", "exception": ""},
            frozen=True,
            gc=False,
            kw_only=True,
            forbid_unknown_fields=True,
            omit_defaults=True,
        )

    def first(self, letters: Sequence[str]) -> FieldPlace:
        field = self.fields[0]
        return FieldPlace(field.name, letters[0] if field.of_seat else "")

    def read(self, cleaned: Mapping[FieldPlace, Any], letters: Sequence[str]) -> Any:
        """The facts of one game from its cleaned fields; None if nothing is typed."""
        facts: dict[str, Any] = {}
        for field in self.fields:
            seats = letters if field.of_seat else ("",)
            typed = {seat: cleaned.get(FieldPlace(field.name, seat)) for seat in seats}
            given = {seat: value for seat, value in typed.items() if value not in (None, "", False)}
            if given:
                facts[field.name] = given if field.of_seat else given[""]
        if extras := read_extras(cleaned, letters):
            facts["extras"] = extras
        return self.FACTS(**{"outcome": self.family.outcomes[0], **facts}) if facts else None

    def write(self, facts: Any, letters: Sequence[str]) -> dict[FieldPlace, str]:
        values: dict[FieldPlace, str] = {}
        for field in self.fields:
            typed = getattr(facts, field.name, None) or {}
            if field.of_seat:
                values |= {FieldPlace(field.name, seat): str(typed.get(seat, "")) for seat in letters}
            else:
                values[FieldPlace(field.name)] = str(typed or "")
        if facts is not None:
            values |= {FieldPlace("extra", seat): written_extras(facts, seat) for seat in letters}
        return values

    def place_of(self, fault: str, facts: Any) -> FieldPlace:
        head, *parts = fault.split(".")
        if head == "extras":
            return extra_place(parts, facts)
        of_seat = parts and any(field.name == head and field.of_seat for field in self.fields)
        return FieldPlace(head, parts[0]) if of_seat else self.first(("A",))
