"""The round clock: started, stopped for a while, extended, ended. Asking twice changes nothing."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.journal import lock, record
from tournament.models import Round, Tournament, User
from tournament.refused import Conflict, Refused, refuse
from tournament.seen import refuse_overtaken

MOST_EXTRA = 240


@transaction.atomic
def start_clock(tournament: Tournament, *, number: int, by: User | None, as_of: str | None = None) -> Round:
    """Starts a published round. One clock runs at a time."""

    def change(round_: Round, now: datetime) -> bool:
        if round_.started_at is not None:
            return False
        running = tournament.rounds.filter(started_at__isnull=False, ended_at__isnull=True).first()
        if running is not None:
            message = _("The clock of round %d is still running. End it first.") % running.number
            raise conflict("another-runs", message)
        round_.started_at = now
        return True

    return turn(tournament, number, gettext_noop("start clock"), change, by, as_of)


@transaction.atomic
def pause_clock(tournament: Tournament, *, number: int, by: User | None, as_of: str | None = None) -> Round:
    """Stops a running clock for a while."""

    def change(round_: Round, now: datetime) -> bool:
        refuse_unless_running(round_)
        if round_.paused_at is not None:
            return False
        round_.paused_at = now
        return True

    return turn(tournament, number, gettext_noop("pause clock"), change, by, as_of)


@transaction.atomic
def resume_clock(tournament: Tournament, *, number: int, by: User | None, as_of: str | None = None) -> Round:
    """Lets a stopped clock run on; the time between does not count."""

    def change(round_: Round, now: datetime) -> bool:
        refuse_unless_running(round_)
        if round_.paused_at is None:
            return False
        add_pause(round_, now)
        return True

    return turn(tournament, number, gettext_noop("resume clock"), change, by, as_of)


@transaction.atomic
def end_clock(tournament: Tournament, *, number: int, by: User | None, as_of: str | None = None) -> Round:
    """Ends the round: the time left stands still."""

    def change(round_: Round, now: datetime) -> bool:
        if round_.ended_at is not None:
            return False
        refuse_unless_running(round_)
        if round_.paused_at is not None:
            add_pause(round_, now)
        round_.ended_at = now
        return True

    return turn(tournament, number, gettext_noop("end clock"), change, by, as_of)


@transaction.atomic
def extend_clock(
    tournament: Tournament, *, number: int, minutes: int, expected_extra: int, by: User | None
) -> Round:
    """Adds `minutes` to the round. `expected_extra` is the extra time the page showed: asked twice, added once."""

    def change(round_: Round, _now: datetime) -> bool:
        wanted = expected_extra + minutes
        if round_.extra_minutes == wanted:
            return False
        if round_.extra_minutes != expected_extra:
            message = _("Somebody else extended this round; it now has %d extra minutes.")
            raise conflict("extended-meanwhile", message % round_.extra_minutes)
        if round_.ended_at is not None:
            raise conflict("ended", _("Round %d has ended, so it cannot be extended.") % number)
        if minutes < 1 or wanted > MOST_EXTRA:
            message = _("A round can be extended by 1 to %d minutes in all.") % MOST_EXTRA
            raise refuse("bad-minutes", message, "minutes")
        round_.extra_minutes = wanted
        return True

    return turn(tournament, number, gettext_noop("extend clock"), change, by)


def turn(
    tournament: Tournament,
    number: int,
    verb: str,
    change: Callable[[Round, datetime], bool],
    by: User | None,
    as_of: str | None = None,
) -> Round:
    """Carries out `change` on a published round's clock and records it where something changed."""
    tournament = lock(tournament)
    if tournament.finished_at is not None:
        raise conflict("finished", _("The tournament is finished: its clocks can no longer be changed."))
    round_ = tournament.rounds.filter(number=number, published_at__isnull=False).first()
    if round_ is None:
        raise conflict("not-published", _("Round %d is not published yet.") % number)
    old = clock_facts(round_)
    if change(round_, timezone.now()):
        refuse_overtaken(tournament, as_of, by=by, verb=verb, subject=f"round {number}")
        new = clock_facts(round_)
        round_.save(update_fields=list(new))
        changed = [name for name in new if new[name] != old[name]]
        record(
            tournament,
            verb,
            f"round {number}",
            by=by,
            old={name: old[name] for name in changed},
            new={name: new[name] for name in changed},
        )
    return round_


def clock_facts(round_: Round) -> dict[str, object]:
    names = ("started_at", "paused_at", "paused_seconds", "extra_minutes", "ended_at")
    return {name: getattr(round_, name) for name in names}


def add_pause(round_: Round, now: datetime) -> None:
    if round_.paused_at is not None:
        round_.paused_seconds += round((now - round_.paused_at).total_seconds())
        round_.paused_at = None


def refuse_unless_running(round_: Round) -> None:
    if round_.started_at is None:
        raise conflict("not-started", _("The clock of round %d has not been started.") % round_.number)
    if round_.ended_at is not None:
        raise conflict("ended", _("Round %d has ended.") % round_.number)


def conflict(code: str, message: str) -> Refused:
    """The page it was asked from no longer shows how things are."""
    return Conflict(refuse(code, message).faults)
