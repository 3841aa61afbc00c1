"""Changes at the door: here, and not here after all."""

from django.utils.translation import gettext as _

from tournament.change import change
from tournament.models import Entry, User
from tournament.players.actions import fetch, refuse_seated
from tournament.refused import refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb


def check_in(entry: Entry, *, by: User, stamp: Stamp | None = None) -> Entry:
    """Marks a registered player as here. Somebody who is here stays so: a second tap changes nothing."""
    with change(entry.tournament, Verb.PLAYER_CHECKED_IN, by=by, stamp=stamp, about=entry) as act:
        entry = fetch(entry)
        if entry.state != Entry.State.REGISTERED:
            message = _("%(name)s is not registered: %(state)s.")
            values = {"name": entry.name, "state": str(entry.get_state_display()).lower()}
            raise refuse("not-registered", message % values)
        if entry.checked_in_at is None:
            entry.checked_in_at = act.at
            entry.save(update_fields=["checked_in_at"])
            act.record(about=entry)
        return entry


def undo_check_in(entry: Entry, *, by: User, stamp: Stamp | None = None) -> Entry:
    """Takes a tap back. With a seat it is a no-show, which the seating decides."""
    with change(entry.tournament, Verb.CHECK_IN_UNDONE, by=by, stamp=stamp, about=entry) as act:
        entry = fetch(entry)
        if entry.checked_in_at is not None:
            refuse_seated(entry)
            entry.checked_in_at = None
            entry.save(update_fields=["checked_in_at"])
            act.record(about=entry)
        return entry
