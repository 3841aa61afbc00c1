"""The sheet of a season's standings."""

import pytest

from paper.seasons import listing
from rules.seasons.rule import SeasonRule, read_rule
from seasons import actions
from seasons.reckoning import reckon
from tests import builders
from tests.seasons.world import evening, people


@pytest.mark.slow
@pytest.mark.django_db
def test_it_has_places_points_and_the_last_events_with_what_is_dropped() -> None:
    cast = builders.cast()
    known = people(cast.club, ["Ann", "Bo"])
    events = [evening(cast.club, number, [{"Ann": number, "Bo": 20}], known) for number in range(1, 15)]
    rule = read_rule({"points": {"by": "total"}, "counts": {"which": "drop", "number": 1}})
    assert isinstance(rule, SeasonRule)
    season = actions.make_season(cast.club, name="All", is_public=True, rule=rule, by=cast.director)
    actions.set_events(season, events, by=cast.director)
    data = listing(reckon(season))
    assert [column["head"] for column in data["columns"]][:6] == [
        *("Place", "Name", "Points", "Events", "Apr 8", "Apr 1"),
    ]
    first, second = data["items"]
    assert first[:1] + first[2:5] == ["1", "260", "14", "(20)"]
    assert second[2:] == ["104", "14", *map(str, range(14, 2, -1))]
    assert data["notes"][0].endswith("Of the events the last 12 are shown.")
    answer = builders.signed_in(cast.scorekeeper).get(f"{season.get_absolute_url()}print/us-letter.pdf")
    assert answer.content.startswith(b"%PDF-")
