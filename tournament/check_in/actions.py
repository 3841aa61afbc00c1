"""Changes at the door: here, and not here after all."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.journal import lock, record
from tournament.models import Entry, User
from tournament.players.actions import about, fetch, refuse_after_finish, refuse_seated
from tournament.refused import refuse
from tournament.seen import refuse_overtaken


@transaction.atomic
def check_in(entry: Entry, *, by: User, as_of: str | None = None) -> Entry:
    """Marks a registered player as here. Somebody who is here stays so: a second tap changes nothing."""
    tournament = lock(entry.tournament)
    refuse_after_finish(tournament)
    entry = fetch(entry)
    if entry.state != Entry.State.REGISTERED:
        raise refuse(
            "not-registered",
            _("%(name)s is not registered: %(state)s.")
            % {"name": entry.person.name, "state": str(entry.get_state_display()).lower()},
        )
    if entry.checked_in_at is None:
        verb = gettext_noop("player checked in")
        refuse_overtaken(tournament, as_of, by=by, verb=verb, **about(entry))
        entry.checked_in_at = timezone.now()
        entry.save(update_fields=["checked_in_at"])
        record(tournament, verb, str(entry), by=by)
    return entry


@transaction.atomic
def undo_check_in(entry: Entry, *, by: User, as_of: str | None = None) -> Entry:
    """Takes a tap back. With a seat it is a no-show, which the seating decides."""
    tournament = lock(entry.tournament)
    refuse_after_finish(tournament)
    entry = fetch(entry)
    if entry.checked_in_at is None:
        return entry
    refuse_seated(entry)
    verb = gettext_noop("check-in undone")
    refuse_overtaken(tournament, as_of, by=by, verb=verb, **about(entry))
    entry.checked_in_at = None
    entry.save(update_fields=["checked_in_at"])
    record(tournament, verb, str(entry), by=by)
    return entry
