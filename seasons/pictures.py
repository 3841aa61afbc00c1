"""The line of somebody's places in the events of a season, in units of its own `viewBox`; y runs downwards."""

from typing import Any

from seasons.reckoning import SeasonLine

STEP, HEIGHT, EDGE = 48, 150, 24
MOST_SPOTS = 24


def places_of(line: SeasonLine) -> dict[str, Any]:
    """The last events attended: of each spot x, y and the place."""
    places = [part.attendance.place for part in line.place.parts][-MOST_SPOTS:]
    down = (HEIGHT - 2 * EDGE) / (max(4, *places, 4) - 1)
    heights = [EDGE + round((place - 1) * down) for place in places]
    spots = [(EDGE + STEP * index, heights[index], place) for index, place in enumerate(places)]
    path = "M" + "L".join(f"{x} {y}" for x, y, _place in spots)
    return {"width": 2 * EDGE + STEP * (len(spots) - 1), "height": HEIGHT, "spots": spots, "path": path}
