"""Beginning a ceremony, its steps and its end; prizes made public without one. All of it after the finish too."""

from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext as _

from club.models import User
from record.change import Change, change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import Ceremony, PrizeAward, PrizeRow
from scoring.prizes.queries import PrizePlan, in_called_order, still_to_present
from tournament.models import Tournament
from tournament.settings.actions import withhold_results


def slides_of(plan: PrizePlan, rows: Collection[int]) -> list[dict[str, Any]]:
    """The slides of these rows: the last row of the plan first, in each the last place first.

    Those who share a prize are on one slide, and so are the winners of a row's many contests.
    """
    slides = []
    for awards in in_called_order([award for award in plan.fixed if award.row_id in rows]):
        first = awards[0]
        place = 0 if first.contest else first.first_place
        scores = plan.engine_rows[plan.index[first.row_id]].contests.get("", {}) if place else {}
        below = [score for score in scores.values() if score < first.score]
        slides.append(
            {
                "row": first.row_id,
                "contest": "",
                "place": place,
                "last_place": first.last_place if len(awards) > 1 else place,
                "awards": [award.pk for award in awards],
                "margin": first.score - max(below) if below and first.row.has_places else None,
            }
        )
    return slides


def begin(
    tournament: Tournament, *, rows: Collection[int], by: User, stamp: Stamp | None = None
) -> Ceremony | None:
    """Begins a ceremony of the fixed prizes of these rows, as far as they are not public yet.

    Raises Refused where none is left or another ceremony is on.
    """
    with change(
        tournament, Verb.CEREMONY_BEGUN, by=by, stamp=stamp, content=sorted(rows), after_finish=True
    ) as act:
        if act.repeated:
            return Ceremony.objects.filter(pk=act.answer).first()
        if act.where.ceremonies.filter(ended_at__isnull=True).exists():
            raise refuse("ceremony-on", _("A ceremony is on already."))
        hidden = PrizeAward.objects.filter(row__tournament=act.where, row__in=rows, presented_at__isnull=True)
        slides = slides_of(PrizePlan(act.where), set(hidden.values_list("row", flat=True)))
        if not slides:
            raise refuse("nothing-to-present", _("Choose prizes that are locked in and not public yet."))
        ceremony = Ceremony.objects.create(tournament=act.where, slides=slides, begun_at=act.at, by=by)
        act.answer = ceremony.pk
        act.record(new={"slides": len(slides)})
        return ceremony


def go(
    tournament: Tournament, ceremony: Ceremony, *, forward: bool, by: User, stamp: Stamp | None = None
) -> None:
    """One step on or back. Names become public with their step, and are not any more when it is taken back.

    Raises Conflict where another device took a step meanwhile.
    """
    verb = Verb.CEREMONY_FORWARD if forward else Verb.CEREMONY_BACK
    with change(tournament, verb, by=by, stamp=stamp, about=ceremony, after_finish=True) as act:
        if act.repeated:
            return
        ceremony = running(act, ceremony)
        act.compare({"step": ceremony.step}, _("Another device took a step meanwhile."))
        step = ceremony.step + (1 if forward else -1)
        if not 0 <= step <= 2 * len(ceremony.slides):
            return
        award_keys = ceremony.slides[(max(step, ceremony.step) - 1) // 2]["awards"]
        if max(step, ceremony.step) % 2 == 0:
            PrizeAward.objects.filter(pk__in=award_keys).update(presented_at=act.at if forward else None)
        old, ceremony.step = ceremony.step, step
        ceremony.save(update_fields=["step"])
        act.record(old={"step": old}, new={"step": step})


def end(
    tournament: Tournament,
    ceremony: Ceremony,
    *,
    show_results: bool = False,
    by: User,
    stamp: Stamp | None = None,
) -> None:
    """Ends the ceremony. What was not named can be named in a later one.

    After the last prize of a finished tournament the results that were withheld are shown to everybody; while prizes
    wait, only where the director says so (`show_results`).
    """
    with change(
        tournament,
        Verb.CEREMONY_ENDED,
        by=by,
        stamp=stamp,
        about=ceremony,
        content=show_results,
        after_finish=True,
    ) as act:
        ceremony_now = still_there(Ceremony.objects, ceremony.pk)
        if ceremony_now.ended_at is not None:
            return
        ceremony_now.ended_at = act.at
        ceremony_now.save(update_fields=["ended_at"])
        act.record(new={"step": ceremony_now.step})
        is_over = show_results or not still_to_present(act.where).exists()
        if is_over and act.where.finished_at and act.where.withheld_from:
            withhold_results(tournament, from_round=None, by=by)


def running(act: Change[Tournament], ceremony: Ceremony) -> Ceremony:
    ceremony_now = still_there(act.where.ceremonies, ceremony.pk)
    if ceremony_now.ended_at is not None:
        raise refuse("ceremony-over", _("This ceremony is over."))
    return ceremony_now


def present(
    tournament: Tournament,
    *,
    rows: Sequence[PrizeRow],
    public: bool,
    by: User,
    stamp: Stamp | None = None,
) -> None:
    """Makes the fixed prizes of rows public without a ceremony, or takes that back."""
    verb = Verb.PRIZES_PRESENTED if public else Verb.PRIZES_WITHDRAWN
    keys = sorted(row.pk for row in rows)
    with change(tournament, verb, by=by, stamp=stamp, content=keys, after_finish=True) as act:
        awards = PrizeAward.objects.filter(
            row__in=keys, row__tournament=act.where, presented_at__isnull=public
        )
        if not awards.exists():
            return
        awards.update(presented_at=act.at if public else None)
        act.record(", ".join(str(row) for row in rows)[:200])
