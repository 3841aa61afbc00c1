"""What publications of a season keep of a person."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from club.models import Person
from seasons.models import SeasonPublication


def of_person(person: Person) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """The person's lines of standings that were published."""
    for publication in SeasonPublication.objects.filter(season__club=person.club_id).select_related("season"):
        for place in publication.read_places:
            if place.person == person.mark:
                values = {
                    _("Season"): publication.season.name,
                    _("After"): publication.last_event["name"],
                    _("Place"): place.rank,
                    _("Points"): place.points,
                }
                yield _("Published standings of a season"), values
