"""What was published before version 0.3.0 was finished is kept under addresses and marks."""

from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from club.models import Person
from rules.seasons.rule import printed_rule
from seasons import actions
from tests import builders
from tests.seasons.world import evening, people

change = import_module("seasons.migrations.0002_publications_by_address_and_mark")


@pytest.mark.django_db
def test_a_publication_by_keys_becomes_one_by_addresses_and_marks() -> None:
    cast = builders.cast()
    known = people(cast.club, ["Ann", "Bo"])
    event = evening(cast.club, 1, [{"Ann": 50, "Bo": 20}], known)
    rule = printed_rule("bam-good-time")
    season = actions.make_season(cast.club, name="All", is_public=True, rule=rule, by=cast.director)
    actions.set_events(season, [event], by=cast.director)
    new = actions.publish(season, by=cast.director)
    keys = {str(person.mark): person.pk for person in Person.objects.all()}
    old_events = [{**row, "tournament": event.pk} for row in new.events]
    old_places = [
        {**row, "person": keys[row["person"]], "events": {str(event.pk): row["events"][event.slug]}}
        for row in new.places
    ]
    gone = {"person": 10**6, "rank": None, "points": "1", "events": {"-1": "1"}}
    places = [*old_places, gone]
    season.publications.create(number=2, at=timezone.now(), events=old_events, places=places)
    new.delete()
    change.to_addresses(apps, None)
    row = season.publications.get()
    assert (row.events, row.places) == (
        new.events,
        new.places,
    )  # whoever is no person of the club is left out
