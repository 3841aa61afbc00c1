"""The line of somebody's places in the events of a season, in units of its own `viewBox`; y runs downwards."""

from __future__ import annotations

from dataclasses import dataclass

from seasons.reckoning import Reckoned, SeasonLine

STEP, HEIGHT, TOP, LEFT = 48, 150, 22, 26
MOST_SPOTS = 24


@dataclass(frozen=True)
class SeasonSpot:
    x: int
    y: int
    place: int


@dataclass(frozen=True)
class PlacesPicture:
    """The places of the last events attended; `is_cut` if earlier ones are left out."""

    width: int
    height: int
    spots: list[SeasonSpot]
    is_cut: bool

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{spot.x} {spot.y}" for spot in self.spots)


def places_of(now: Reckoned, line: SeasonLine) -> PlacesPicture | None:
    """None for fewer than two events."""
    places = [line.parts[column.key].attendance.place for column in now.counting if column.key in line.parts]
    if len(places) < 2:
        return None
    shown = places[-MOST_SPOTS:]
    depth = max(*shown, 4) - 1
    spots = [
        SeasonSpot(LEFT + STEP * index, TOP + (place - 1) * (HEIGHT - 2 * TOP) // depth, place)
        for index, place in enumerate(shown)
    ]
    return PlacesPicture(2 * LEFT + STEP * (len(shown) - 1), HEIGHT, spots, len(places) > len(shown))
