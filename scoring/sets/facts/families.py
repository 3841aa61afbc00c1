"""The facts of a game and their form fields, by the family of the scoring system."""

from __future__ import annotations

from types import ModuleType

from scoring.sets.facts import rack, sixteen
from scoring.sets.facts.rack import RackFacts
from scoring.sets.facts.sixteen import SixteenFacts

Facts = RackFacts | SixteenFacts
"""What is typed of one game, whole or not."""

FAMILY_FIELDS: dict[str, ModuleType] = {"points": rack, "payments": rack, "sixteen-hands": sixteen}
"""Each module has FACTS (its type of facts), FIRST (the field to begin with), `read`, `write` and `field_of`."""
