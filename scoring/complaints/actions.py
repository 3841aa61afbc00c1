from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.bars.actions import bar_person, lift_bar
from club.models import User
from record.change import change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.complaints.queries import conduct_of, digest_of, removal
from scoring.models import Complaint
from tournament.models import Entry, Tournament
from tournament.players.actions import fetch, reinstate, withdraw
from tournament.seating.change_seats import change_seats
from tournament.seating.player_change import PlayerChange


def warn(
    tournament: Tournament, *, entry: Entry, reason: str, by: User, stamp: Stamp | None = None
) -> Complaint:
    """The first complaint. Raises Refused where the player is warned already: a second one disqualifies."""
    reason = reason.strip()
    with change(tournament, Verb.PLAYER_WARNED, by=by, stamp=stamp, about=entry, content=reason) as act:
        if act.repeated:
            return still_there(Complaint.objects, act.answer)
        conduct = conduct_of(fetch(entry))
        if conduct.is_disqualified:
            raise refuse(
                "disqualified", _("%(name)s is disqualified already.") % {"name": conduct.entry.name}
            )
        if conduct.is_warned:
            message = _("%(name)s is warned already: a second complaint disqualifies.")
            raise refuse("warned", message % {"name": conduct.entry.name})
        if not reason:
            raise refuse("reason-missing", _("Say what the complaint is."), "reason")
        complaint = Complaint.objects.create(
            entry=entry, outcome=Complaint.Outcome.WARNED, reason=reason, by=by, at=act.at
        )
        act.answer = complaint.pk
        act.record(new=facts(complaint), reason=reason)
        return complaint


def disqualify(
    tournament: Tournament,
    *,
    entry: Entry,
    from_round: int,
    keeps_place: bool,
    reason: str,
    by: User,
    stamp: Stamp | None = None,
) -> Complaint:
    """Takes the player out of the rounds from `from_round` on, bars the person from the club, and says so in the
    standings: with a place (`keeps_place`) or without one.

    Seats are repaired as for a withdrawal. Raises Conflict where the seats would not change as the page showed.
    """
    reason = reason.strip()
    with change(
        tournament,
        Verb.PLAYER_DISQUALIFIED,
        by=by,
        stamp=stamp,
        about=entry,
        content=[from_round, keeps_place, reason],
        people=True,
        after_finish=True,
    ) as act:
        if act.repeated:
            return still_there(Complaint.objects, act.answer)
        entry = fetch(entry)
        if conduct_of(entry).is_disqualified:
            raise refuse("disqualified", _("%(name)s is disqualified already.") % {"name": entry.name})
        if not reason:
            raise refuse("reason-missing", _("Say why the player is disqualified."), "reason")
        if act.where.finished_at is None:
            proposal = removal(act.where, entry, from_round)
            act.compare(
                {"proposal": digest_of(proposal)},
                _("The seating changed while this page was open. Look at what the change does now."),
            )
            if proposal is not None:
                leaving = PlayerChange("withdraw", entry, None, from_round)
                change_seats(act.where, leaving, reason=reason, by=by)
            elif entry.state != Entry.State.WITHDRAWN:
                withdraw(entry, by=by, reason=reason, had_seats=True)
        day = date_format(act.where.date, "DATE_FORMAT")
        bar = bar_person(entry.person, decided_in=f"{act.where.name}, {day}", reason=reason, by=by)
        complaint = Complaint.objects.create(
            entry=entry,
            outcome=Complaint.Outcome.DISQUALIFIED,
            reason=reason,
            by=by,
            at=act.at,
            keeps_place=keeps_place,
            bar=bar,
        )
        act.answer = complaint.pk
        act.record(new=facts(complaint), reason=reason, standings=True)
        return complaint


def take_back(complaint: Complaint, *, reason: str, by: User, stamp: Stamp | None = None) -> None:
    """A warning or a disqualification that should not have been: it stays on record and counts no more.

    Of a disqualification the bar is lifted too, and the player is registered again, without a seat, like somebody who
    comes late. Raises Refused without a reason; twice changes nothing.
    """
    reason = reason.strip()
    tournament = complaint.entry.tournament
    with change(
        tournament,
        Verb.COMPLAINT_TAKEN_BACK,
        by=by,
        stamp=stamp,
        about=complaint.entry,
        content=[complaint.pk, reason],
        people=True,
        after_finish=True,
    ) as act:
        ended = act.end(complaint, reason=reason, missing=_("Say why it is taken back."))
        if ended is None:
            return
        disqualified = ended.outcome == Complaint.Outcome.DISQUALIFIED
        if disqualified:
            if ended.bar and ended.bar.complaints.order_by("pk").first() == ended:
                lift_bar(act.where.club, ended.bar, reason=reason, by=by)
            if act.where.finished_at is None:
                reinstate(complaint.entry, by=by)
        act.record(
            old={"outcome": ended.outcome, "reason": ended.reason},
            new={**facts(ended), "taken_back": True},
            reason=reason,
            standings=disqualified,
        )


def facts(complaint: Complaint) -> dict[str, object]:
    of_tournament = Complaint.objects.filter(entry__tournament=complaint.entry.tournament_id)
    return complaint.facts(of_tournament.filter(pk__lte=complaint.pk).count())
