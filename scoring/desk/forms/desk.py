"""Which form a table's cards are typed into."""

from __future__ import annotations

from typing import Any, TypeAlias

from scoring.desk.forms.facts import FactsForm
from scoring.desk.forms.sets import SetForm
from scoring.sets.queries import TablePlace

DeskForm: TypeAlias = SetForm | FactsForm


def desk_form(data: Any = None, *, place: TablePlace) -> DeskForm:
    """The facts of each game where the table's cards carry facts, the grid of numbers elsewhere."""
    return FactsForm(data, place=place) if place.rules.carries_facts else SetForm(data, place=place)
