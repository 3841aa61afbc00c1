"""Points given or taken outside games, and taken back: both stay on record."""

from django.utils.translation import gettext as _

from club.models import User
from record.change import change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.adjustments.queries import effect
from scoring.models import Adjustment
from scoring.standings.queries import calculate
from scoring.standings.standing import AdjustedPoints
from tournament.models import Entry, Tournament
from tournament.words import not_published


def adjust(
    tournament: Tournament,
    *,
    entry: Entry,
    given: AdjustedPoints,
    reason: str,
    by: User,
    stamp: Stamp | None = None,
) -> Adjustment:
    """Gives or takes points, after the finish too: then it shows as a correction. The standings change at once.

    Raises Refused where only a ruling can give points, for a ruling without a reason, for a round that is not
    published; Conflict where the player's new place would differ from the page's.
    """
    reason, number, points = reason.strip(), given.round, given.points
    content = [number, given.kind, points, reason]
    with change(
        tournament,
        Verb.ADJUSTMENT_MADE,
        by=by,
        stamp=stamp,
        about=entry,
        content=content,
        after_finish=True,
    ) as act:
        if act.repeated:
            return still_there(Adjustment.objects, act.answer)
        entry = still_there(Entry.objects.with_people(), entry.pk)
        round_ = None if number is None else act.where.rounds.published().filter(number=number).first()
        if number is not None and round_ is None:
            raise refuse("not-published", not_published(act.where, number), "round")
        if not points:
            raise refuse("no-points", _("Say how many points."), "points")
        if points > 0 and given.kind != Adjustment.Kind.RULING:
            raise refuse("gives-points", _("A penalty takes points. Only a ruling can give them."), "points")
        if given.kind == Adjustment.Kind.RULING and not reason:
            raise refuse(
                "reason-missing", _("Say why: everybody can read it on the player’s page."), "reason"
            )
        act.compare(
            effect(act.where, entry, points, calculate(act.where)).seen,
            _("The standings changed while this page was open. Look at what these points do now."),
        )
        adjustment = Adjustment.objects.create(
            entry=entry, round=round_, kind=given.kind, points=points, reason=reason, by=by, at=act.at
        )
        act.answer = adjustment.pk
        act.record(new=facts(adjustment), reason=reason, standings=True)
        return adjustment


def cancel(adjustment: Adjustment, *, reason: str, by: User, stamp: Stamp | None = None) -> None:
    """The points count no more; the adjustment stays, with who cancelled it and why. Twice changes nothing."""
    reason = reason.strip()
    with change(
        adjustment.entry.tournament,
        Verb.ADJUSTMENT_CANCELLED,
        by=by,
        stamp=stamp,
        about=adjustment.entry,
        content=[adjustment.pk, reason],
        after_finish=True,
    ) as act:
        cancelled = act.end(adjustment, reason=reason, missing=_("Say why it is canceled."))
        if cancelled is not None:
            old = facts(cancelled)
            act.record(old=old, new={**old, "cancelled": True}, reason=reason, standings=True)


def facts(adjustment: Adjustment) -> dict[str, object]:
    of_tournament = Adjustment.objects.filter(entry__tournament=adjustment.entry.tournament_id)
    return adjustment.facts(of_tournament.filter(pk__lte=adjustment.pk).count())
