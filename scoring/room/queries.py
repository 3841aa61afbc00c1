"""The tables of the room, those first that somebody has to go to."""

from __future__ import annotations

from collections import Counter

from scoring.desk.board import WRITTEN_OFF, Board, Tile
from scoring.models import PLAYING, CardSet

AFTER_PLAYING = (CardSet.State.HELD, CardSet.State.IN, CardSet.State.ACCEPTED, WRITTEN_OFF)
"""The states of tables that nobody waits for on the floor, in the order they are looked at."""


def lateness(tile: Tile) -> tuple[int, int, int]:
    """Sorts the latest first, then those whose time is up, those that play, and those with cards at the desk."""
    if tile.state == PLAYING:
        return (0 if tile.is_time_up else 1, -tile.late, tile.number)
    return (2 + AFTER_PLAYING.index(tile.state), 0, tile.number)


def by_lateness(board: Board) -> list[Tile]:
    return sorted(board.tiles, key=lateness)


def extra_minutes(board: Board) -> dict[str, int]:
    """The tables with minutes of their own, for the stamp of the board's form."""
    return {str(tile.number): tile.extra_minutes for tile in board.tiles if tile.extra_minutes}


def looks(board: Board) -> dict[str, int]:
    """How many tables look alike, by the state that each shows."""
    return Counter(tile.look for tile in board.tiles)
