"""What only a director decides about a game: an exception to a rule, a wall or another deal."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.game import Fault
from scoring.sets.facts.games import DIRECTORS
from scoring.sets.queries import TablePlace
from scoring.sets.typed import WrittenSet
from tournament.access import role_in
from tournament.models import Role, User
from tournament.refused import Refused


def check_rulings(place: TablePlace, written: WrittenSet, *, by: User) -> None:
    """Refuses a ruling that is new, or whose game was changed, from anybody but a director.

    What a director has stored already may be sent along by everybody.
    """
    faults = []
    for number, (new, old) in enumerate(zip(written.games, place.written.games, strict=True), 1):
        decided = [name for name in DIRECTORS if name in (new.facts or {})]
        if decided and new.facts != old.facts:
            message = _("Game %(game)s: only a director decides this. Hold the set for the director.")
            faults.append(Fault("directors-only", f"g{number}-{decided[0]}", message % {"game": number}))
    if faults and role_in(place.tournament.club, by) != Role.DIRECTOR:
        raise Refused(faults)
