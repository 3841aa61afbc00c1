"""Drawing lots so that anybody can draw them again: the order follows from a seed and the entries alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def draw_lots(seed: str, numbers: Iterable[int]) -> list[int]:
    """The numbers in the order drawn: by the SHA-256 of seed, a space and the number, as hexadecimal text."""
    return sorted(
        set(numbers), key=lambda number: (hashlib.sha256(f"{seed} {number}".encode()).hexdigest(), number)
    )
