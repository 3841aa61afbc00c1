"""Points given or taken outside games, and taken back: both stay on record."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.adjustments.queries import effect
from scoring.models import Adjustment
from scoring.standings.queries import calculate
from tournament.change import change
from tournament.models import Entry, Tournament, User
from tournament.refused import refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb
from tournament.words import not_published


def adjust(
    tournament: Tournament,
    *,
    entry: Entry,
    round_number: int | None,
    kind: str,
    points: int,
    reason: str,
    by: User,
    stamp: Stamp | None = None,
) -> Adjustment:
    """Gives or takes points, after the finish too: then it shows as a correction. The standings change at once.

    Raises Refused where only a ruling can give points, for a ruling without a reason, for a round that is not
    published; Conflict where it would move the player to another place than the page said.
    """
    reason = reason.strip()
    content = [round_number, kind, points, reason]
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
            return Adjustment.objects.get(pk=act.answer)
        published = act.tournament.rounds.published()
        round_ = published.filter(number=round_number).first() if round_number is not None else None
        if round_number is not None and round_ is None:
            raise refuse("not-published", not_published(act.tournament, round_number), "round")
        if not points:
            raise refuse("no-points", _("Say how many points."), "points")
        if points > 0 and kind != Adjustment.Kind.RULING:
            raise refuse("gives-points", _("A penalty takes points. Only a ruling can give them."), "points")
        if kind == Adjustment.Kind.RULING and not reason:
            raise refuse(
                "reason-missing", _("Say why: everybody can read it on the player’s page."), "reason"
            )
        act.compare(
            effect(act.tournament, entry, points, calculate(act.tournament)).seen,
            _("The standings changed while this page was open. Look at what these points do now."),
        )
        adjustment = Adjustment.objects.create(
            entry=entry, round=round_, kind=kind, points=points, reason=reason, by=by, at=act.at
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
        adjustment_now = Adjustment.objects.select_related("round").get(pk=adjustment.pk)
        if adjustment_now.cancelled_at is not None:
            return
        act.refuse_repeat()
        if not reason:
            raise refuse("reason-missing", _("Say why it is cancelled."), "reason")
        adjustment_now.cancelled_at, adjustment_now.cancelled_by, adjustment_now.cancel_reason = (
            act.at,
            by,
            reason,
        )
        adjustment_now.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
        act.record(
            old=facts(adjustment_now),
            new={**facts(adjustment_now), "cancelled": True},
            reason=reason,
            standings=True,
        )


def facts(adjustment: Adjustment) -> dict[str, object]:
    """An adjustment as the journal keeps it: by its number in the tournament, which is the same in an archive."""
    adjustments = Adjustment.objects.filter(
        entry__tournament=adjustment.entry.tournament_id, pk__lte=adjustment.pk
    )
    return {
        "adjustment": adjustments.count(),
        "points": adjustment.points,
        "kind": adjustment.kind,
        "round": adjustment.round.number if adjustment.round else None,
    }
