"""Reads for the preview of a roster."""

from collections.abc import Collection

from tournament.models import Entry, Tournament


def last_entered(tournament: Tournament, people: Collection[int]) -> dict[int, Tournament]:
    """Person id -> the latest tournament they were entered in beside this one."""
    entries = (
        Entry.objects.filter(person__in=people)
        .exclude(tournament=tournament)
        .exclude(state=Entry.State.WITHDRAWN)
        .select_related("tournament")
        .order_by("tournament__date", "pk")
    )
    return {entry.person_id: entry.tournament for entry in entries}
