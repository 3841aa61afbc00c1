"""Who has the prizes of the plan: drawn, decided, fixed, and handed over; after the finish too."""

import secrets
from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext as _

from club.models import User
from record.change import change, still_there
from record.refused import FieldFault, Refused, refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.awards import draw_lots
from scoring.models import Criterion, PrizeAward, PrizeDecision, PrizeRow
from scoring.prizes.queries import PrizePlan
from scoring.prizes.rows import row_places
from scoring.prizes.words import row_and_places
from scoring.raffle.queries import may_be_drawn
from tournament.models import Tournament
from tournament.players.actions import refuse_words_of_erased


def draw_row(tournament: Tournament, row: PrizeRow, *, by: User, stamp: Stamp | None = None) -> PrizeRow:
    """Draws the lots of a prize by lot among those checked in, once: seed and list are on record."""
    with change(tournament, Verb.PRIZE_LOTS_DRAWN, by=by, stamp=stamp, about=row, after_finish=True) as act:
        row = still_there(PrizeRow.objects, row.pk)
        if row.drawn_from or row.criterion != Criterion.LOT:
            return row
        numbers = list(may_be_drawn(act.where).values_list("number", flat=True))
        if not numbers:
            raise refuse("nobody-here", _("Nobody is checked in: there is nobody to draw from."))
        row.seed, row.drawn_from = secrets.token_hex(8), numbers
        row.save(update_fields=["seed", "drawn_from"])
        order = draw_lots(row.seed, numbers)
        act.record(
            str(row), new={"seed": row.seed, "drawn_from": numbers, "drawn": order[: len(row_places(row))]}
        )
        return row


def decide(
    tournament: Tournament,
    *,
    row: PrizeRow,
    decision: PrizeDecision,
    by: User,
    stamp: Stamp | None = None,
) -> None:
    """Decides who of those tied has things that cannot be shared: by lot, by a play-off's `winners`, or one each.

    `decision` says contest, candidates, how, and the winners of a play-off; the rest of it is set here.
    Raises Conflict where the tie has changed, Refused where a play-off names too few or somebody else.
    """
    content = [decision.contest, decision.candidates, decision.how, decision.winners]
    with change(
        tournament, Verb.PRIZE_DECIDED, by=by, stamp=stamp, about=row, content=content, after_finish=True
    ) as act:
        if act.repeated:
            return
        plan = PrizePlan(act.where)
        waiting = {
            tie.candidates: tie
            for outcome in plan.outcomes
            for tie, _candidates in outcome.open
            if outcome.row.pk == row.pk and tie.contest == decision.contest
        }
        tie = waiting.get(tuple(decision.candidates))
        if tie is None:
            raise refuse("tied-otherwise", _("These players are no longer tied. Look at the plan again."))
        if decision.how == PrizeDecision.How.LOT:
            decision.seed = secrets.token_hex(8)
            decision.winners = draw_lots(decision.seed, tie.candidates)[: len(tie.things)]
        elif decision.how == PrizeDecision.How.EACH:
            decision.winners = []
        else:
            named, most = set(decision.winners), min(len(tie.things), len(tie.candidates))
            if not len(named) == len(decision.winners) == most or not named <= set(tie.candidates):
                raise refuse(
                    "winners-missing", _("Name who won the play-off: one player for each thing."), "winners"
                )
        decision.tournament, decision.key, decision.by, decision.at = act.where, row.key, by, act.at
        decision.save()
        names = ("how", "candidates", "winners", "seed")
        act.record(str(row), new={name: getattr(decision, name) for name in names})


def fix(tournament: Tournament, *, rows: Collection[int], by: User, stamp: Stamp | None = None) -> int:
    """Fixes the prizes of some rows, by their keys: from then on only a director's step changes them.

    Rows that share a tie with one of them are fixed too. Answers how many prizes. Raises Conflict where another
    outcome was looked at, Refused with every reason at once.
    """
    with change(
        tournament, Verb.PRIZES_FIXED, by=by, stamp=stamp, content=sorted(rows), after_finish=True
    ) as act:
        if act.repeated:
            return int(act.answer)
        plan = PrizePlan(act.where)
        act.compare(
            {"prizes": plan.mark},
            _("The prizes changed while this page was open. Look at them again before you lock them in."),
            code="prizes-changed",
        )
        chosen = [outcome for outcome in plan.outcomes if outcome.row.pk in rows and not outcome.row.fixed_at]
        if not chosen:
            raise refuse("nothing-chosen", _("Choose which prizes to lock in."))
        row_keys = {row.pk for outcome in chosen for row in (outcome.row, *outcome.together)}
        outcomes = [outcome for outcome in plan.outcomes if outcome.row.pk in row_keys]
        faults = []
        for outcome in outcomes:
            if outcome.not_ready:
                faults.append(
                    FieldFault("not-ready", "", f"{row_and_places(outcome.row)}: {outcome.not_ready}")
                )
            if outcome.open:
                message = _("%(row)s: decide first who has what cannot be shared.")
                faults.append(FieldFault("undecided", "", message % {"row": row_and_places(outcome.row)}))
        if faults:
            raise Refused(faults)
        awards = [award for outcome in outcomes for award in outcome.awards]
        PrizeAward.objects.bulk_create(awards)
        PrizeRow.objects.filter(pk__in=[outcome.row.pk for outcome in outcomes]).update(
            fixed_at=act.at, fixed_version=act.where.standings_version
        )
        act.answer = len(awards)
        act.record(_names(outcome.row for outcome in outcomes), new={"prizes": _won(awards)})
        return len(awards)


def open_again(
    tournament: Tournament, row: PrizeRow, *, by: User, reason: str, stamp: Stamp | None = None
) -> None:
    """Takes back that the prizes of a row are fixed, with a reason, as long as none was handed over.

    Rows that were fixed with it because they share a tie are open again too.
    """
    reason = reason.strip()
    with change(
        tournament, Verb.PRIZES_OPENED, by=by, stamp=stamp, about=row, content=reason, after_finish=True
    ) as act:
        plan = PrizePlan(act.where)
        if not any(stored.pk == row.pk and stored.fixed_at for stored in plan.rows):
            return
        rows = plan.tied_with({row.pk})
        if not reason:
            raise refuse("reason-missing", _("Say why these prizes are opened again."), "reason")
        awards = list(PrizeAward.objects.filter(row__in=rows).select_related("entry__person", "row"))
        if any(award.handed_over_at for award in awards):
            raise refuse(
                "handed-over",
                _("One of these prizes was handed over. Take that back first, if it came back."),
            )
        old = {"prizes": _won(awards)}
        PrizeAward.objects.filter(row__in=rows).delete()
        for stored in rows:
            stored.fixed_at = stored.fixed_version = None
            stored.save(update_fields=["fixed_at", "fixed_version"])
        act.record(_names(rows), old=old, reason=reason)


def hand_over(
    tournament: Tournament,
    awards: Collection[PrizeAward],
    *,
    by: User,
    note: str = "",
    back: bool = False,
    stamp: Stamp | None = None,
) -> None:
    """Notes that fixed prizes were handed over, with how and to whom, or that they were not after all."""
    verb = Verb.PRIZE_HANDED_BACK if back else Verb.PRIZE_HANDED_OVER
    keys = sorted(award.pk for award in awards)
    with change(tournament, verb, by=by, stamp=stamp, content=[keys, note], after_finish=True) as act:
        stored = list(
            PrizeAward.objects.filter(
                pk__in=keys, row__tournament=act.where, handed_over_at__isnull=not back
            ).select_related("entry__person", "row")
        )
        if not stored:
            return
        refuse_words_of_erased([award.entry.person_id for award in stored], note, "note")
        for award in stored:
            award.handed_over_at = None if back else act.at
            award.handed_over_note = "" if back else note
        PrizeAward.objects.bulk_update(stored, ["handed_over_at", "handed_over_note"])
        act.record(_names(award.row for award in stored), new={"prizes": _won(stored)}, reason=note)


def _names(rows: Any) -> str:
    return ", ".join(dict.fromkeys(str(row) for row in rows))[:200]


def _won(awards: Sequence[PrizeAward]) -> list[dict[str, Any]]:
    return [
        {
            "row": str(award.row),
            "place": award.first_place,
            "number": award.entry.number,
            "cents": award.cents,
            "thing": award.thing,
        }
        for award in awards
    ]
