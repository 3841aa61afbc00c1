"""What two players are marked with and only one can have."""

from __future__ import annotations


class TwoOfOne(ValueError):
    """The second player's field without the game's prefix, and the letter of the first."""

    def __init__(self, field: str, first: str) -> None:
        super().__init__(field)
        self.field, self.first = field, first
