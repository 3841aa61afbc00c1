from django.utils.translation import gettext as _

from club.bars.queries import standing_bars
from club.models import User
from record.change import change
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Entry
from tournament.players.actions import fetch, refuse_seated


def check_in(entry: Entry, *, by: User, stamp: Stamp | None = None) -> Entry:
    """Marks a registered player as present; a second time changes nothing."""
    with change(entry.tournament, Verb.PLAYER_CHECKED_IN, by=by, stamp=stamp, about=entry) as act:
        entry = fetch(entry)
        if entry.state != Entry.State.REGISTERED:
            message = _("%(name)s is not registered: %(state)s.")
            values = {"name": entry.name, "state": str(entry.get_state_display()).lower()}
            raise refuse("not-registered", message % values)
        if entry.checked_in_at is None:
            if standing_bars([entry.person_id]):
                # The door learns neither since when nor why.
                message = _("%(name)s cannot be checked in. A director knows why.")
                raise refuse("barred", message % {"name": entry.name})
            entry.checked_in_at = act.at
            entry.save(update_fields=["checked_in_at"])
            act.record(about=entry)
        return entry


def undo_check_in(entry: Entry, *, by: User, stamp: Stamp | None = None) -> Entry:
    """Undoes a check-in. A player with a seat is a no-show, which is handled in the seating."""
    with change(entry.tournament, Verb.CHECK_IN_UNDONE, by=by, stamp=stamp, about=entry) as act:
        entry = fetch(entry)
        if entry.checked_in_at is not None:
            refuse_seated(entry)
            entry.checked_in_at = None
            entry.save(update_fields=["checked_in_at"])
            act.record(about=entry)
        return entry
