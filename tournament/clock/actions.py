"""The round clock: start, pause, extend, end, and taking back the last two.

Every action is idempotent.
"""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from club.models import User
from record.change import Change, change
from record.refused import Conflict, conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.clock.queries import MOST_EXTRA, refuse_unless_seated
from tournament.models import Round, Table, Tournament
from tournament.words import not_published


def start_clock(
    tournament: Tournament,
    *,
    number: int,
    ending: int | None = None,
    by: User | None,
    stamp: Stamp | None = None,
) -> Round:
    """Starts a published round. One clock runs at a time: the clock of round `ending` ends first, in a journal entry
    of its own.

    Raises Conflict while the clock of another round runs.
    """
    with change(tournament, Verb.CLOCK_STARTED, by=by, stamp=stamp, content=[number, ending]) as act:
        round_ = published_round(act.where, number)
        if round_.started_at is None:
            if ending is not None and act.where.rounds.running().filter(number=ending).exists():
                end_clock(tournament, number=ending, by=by)
            refuse_second_clock(act.where)
            refuse_unless_seated(round_)
            turn(act, round_, started_at=act.at)
    return round_


def pause_clock(tournament: Tournament, *, number: int, by: User | None, stamp: Stamp | None = None) -> Round:
    with change(tournament, Verb.CLOCK_PAUSED, by=by, stamp=stamp, content=number) as act:
        round_ = published_round(act.where, number)
        refuse_unless_running(round_)
        if round_.paused_at is None:
            turn(act, round_, paused_at=act.at)
    return round_


def resume_clock(
    tournament: Tournament, *, number: int, by: User | None, stamp: Stamp | None = None
) -> Round:
    with change(tournament, Verb.CLOCK_RESUMED, by=by, stamp=stamp, content=number) as act:
        round_ = published_round(act.where, number)
        refuse_unless_running(round_)
        if round_.paused_at is not None:
            seconds = round((act.at - round_.paused_at).total_seconds())
            turn(act, round_, paused_at=None, paused_seconds=round_.paused_seconds + seconds)
    return round_


def end_clock(tournament: Tournament, *, number: int, by: User | None, stamp: Stamp | None = None) -> Round:
    with change(tournament, Verb.CLOCK_ENDED, by=by, stamp=stamp, content=number) as act:
        round_ = published_round(act.where, number)
        if round_.ended_at is None:
            refuse_unless_running(round_)
            turn(act, round_, ended_at=act.at)
    return round_


def take_back_end(
    tournament: Tournament, *, number: int, by: User | None, stamp: Stamp | None = None
) -> Round:
    """Restores the clock as if it had not ended: the time since then counts, unless it was paused.

    Raises Conflict if the clock of another round runs meanwhile.
    """
    with change(tournament, Verb.CLOCK_END_TAKEN_BACK, by=by, stamp=stamp, content=number) as act:
        round_ = published_round(act.where, number)
        if round_.ended_at is not None:
            refuse_second_clock(act.where)
            turn(act, round_, ended_at=None)
    return round_


def extend_clock(
    tournament: Tournament, *, number: int, minutes: int, by: User | None, stamp: Stamp | None = None
) -> Round:
    """Adds `minutes` to the round; below 0 takes extra minutes back. Raises Conflict if it has other extra minutes than
    on the page.
    """
    verb = Verb.CLOCK_SHORTENED if minutes < 0 else Verb.CLOCK_EXTENDED
    with change(tournament, verb, by=by, stamp=stamp, content=[number, minutes]) as act:
        round_ = published_round(act.where, number)
        if not already_so(act, round_):
            too_few = _("%(round)s has %(extra)d extra minutes; no more can be taken back.")
            too_few %= {"round": round_.in_words, "extra": round_.extra_minutes}
            too_many = _("A round can be extended by 1 to %d minutes in all.") % MOST_EXTRA
            add_minutes(act, round_, minutes, too_few=capfirst(too_few), too_many=too_many)
    return round_


def add_minutes(
    act: Change[Tournament], row: Round | Table, minutes: int, *, too_few: str, too_many: str
) -> None:
    extra = row.extra_minutes + minutes
    if minutes == 0 or not 0 <= extra <= MOST_EXTRA:
        raise refuse("bad-minutes", too_few if minutes < 0 else too_many, "minutes")
    turn(act, row, extra_minutes=extra)
    act.answer = extra


def already_so(act: Change[Tournament], round_: Round) -> bool:
    """Whether a repeat of this form finds its own extra time. Raises Conflict for any other, or if the round
    ended.
    """
    if act.repeated and act.answer == round_.extra_minutes:
        return True
    message = _("Somebody else changed the time of this round; it now has %d extra minutes.")
    act.compare(
        {"extra_minutes": round_.extra_minutes},
        message % round_.extra_minutes,
        code="extended-meanwhile",
    )
    if round_.ended_at is not None:
        message = _("%(round)s has ended: take that back first, then change its time.")
        raise conflict("ended", capfirst(message % {"round": round_.in_words}))
    return False


def published_round(tournament: Tournament, number: int) -> Round:
    round_ = tournament.rounds.published().filter(number=number).first()
    if round_ is None:
        raise conflict("not-published", not_published(tournament, number))
    return round_


def turn(act: Change[Tournament], row: Round | Table, **new: object) -> None:
    old = {name: getattr(row, name) for name in new}
    for name, value in new.items():
        setattr(row, name, value)
    row.save(update_fields=list(new))
    act.record(about=row, old=old, new=new)


def refuse_second_clock(tournament: Tournament) -> None:
    running = tournament.rounds.running().first()
    if running is not None:
        message = _("The clock of %(round)s is still running. End it first.")
        raise conflict("another-runs", message % {"round": running.in_words})


def refuse_unless_running(round_: Round) -> None:
    if round_.started_at is None:
        raise not_started(round_)
    if round_.ended_at is not None:
        raise conflict("ended", capfirst(_("%(round)s has ended.") % {"round": round_.in_words}))


def not_started(round_: Round) -> Conflict:
    message = _("The clock of %(round)s has not been started.")
    return conflict("not-started", message % {"round": round_.in_words})
