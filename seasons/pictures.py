"""The line of somebody's places in the events of a season, in units of its own `viewBox`; y runs downwards."""

from dataclasses import dataclass

from seasons.reckoning import Reckoned, SeasonLine

STEP, HEIGHT, EDGE = 48, 150, 24
MOST_SPOTS = 24


@dataclass(frozen=True)
class PlacesPicture:
    """The last events attended: of each spot x, y and the place."""

    width: int
    height: int
    spots: list[tuple[int, int, int]]

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{x} {y}" for x, y, _place in self.spots)


def places_of(now: Reckoned, line: SeasonLine) -> PlacesPicture:
    there = [line.parts[column.key] for column in now.counting if column.key in line.parts][-MOST_SPOTS:]
    places = [part.attendance.place for part in there]
    down = (HEIGHT - 2 * EDGE) / (max(4, *places, 4) - 1)
    spots = [
        (EDGE + STEP * index, EDGE + round((place - 1) * down), place) for index, place in enumerate(places)
    ]
    return PlacesPicture(2 * EDGE + STEP * (len(spots) - 1), HEIGHT, spots)
