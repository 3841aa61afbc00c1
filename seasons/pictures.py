"""The line of somebody's places in the events of a season, in units of its own `viewBox`; y runs downwards."""

from typing import Any

from seasons.reckoning import Reckoned, SeasonLine

STEP, HEIGHT, EDGE = 48, 150, 24
MOST_SPOTS = 24


def places_of(now: Reckoned, line: SeasonLine) -> dict[str, Any]:
    """The last events attended: of each spot x, y and the place."""
    there = [line.parts[column.key].attendance.place for column in now.counting if column.key in line.parts]
    places = there[-MOST_SPOTS:]
    down = (HEIGHT - 2 * EDGE) / (max(4, *places, 4) - 1)
    spots = [
        (EDGE + STEP * index, EDGE + round((place - 1) * down), place) for index, place in enumerate(places)
    ]
    path = "M" + "L".join(f"{x} {y}" for x, y, _place in spots)
    return {"width": 2 * EDGE + STEP * (len(spots) - 1), "height": HEIGHT, "spots": spots, "path": path}
