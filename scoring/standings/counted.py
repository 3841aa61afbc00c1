"""What counts. Every page, file and command that shows points uses this definition."""

from datetime import datetime

from django.db.models import Q, QuerySet

from club.access import NEEDED
from scoring.models import Adjustment, CardSet, Complaint, PointLine
from tournament.models import Round, Tournament


def counting(tournament: Tournament, card_set: str) -> Q:
    """The condition that a set counts, for a query that reaches the set by the lookup `card_set`, or for sets ("").

    A set counts when it is accepted. After the finish a reopened set counts as accepted before until it is accepted
    again, so that a dispute corrects the final standings once, by its outcome.
    """
    before = f"{card_set}__" if card_set else ""
    accepted = Q(**{f"{before}state": CardSet.State.ACCEPTED})
    if tournament.finished_at is None:
        return accepted
    return accepted | Q(**{f"{before}reopened": True})


def shown_until(tournament: Tournament, role: str | None) -> int | None:
    """The last round whose results somebody with this role is shown, 0 for none; None: there is nothing withheld.

    Directors and scorekeepers see everything. Whatever hands out results asks this one function.
    """
    if tournament.withheld_from is None or role in NEEDED["score"]:
        return None
    return tournament.withheld_from - 1


def counted_lines(tournament: Tournament, *, until: int | None = None) -> QuerySet[PointLine]:
    """The point lines that count: of counting sets, in published rounds, up to round `until`.

    Every card of an accepted set has at least one line for each game, even for 0 points, so an entry with lines in a
    round has played it.
    """
    return PointLine.objects.filter(
        counting(tournament, "card_set"),
        *up_to(until, "round__"),
        round__tournament=tournament,
        round__published_at__isnull=False,
    )


def up_to(until: int | None, before: str = "") -> tuple[Q, ...]:
    """The condition that a round is not after `until`, for a query that reaches the round by this lookup."""
    return () if until is None else (Q(**{f"{before}number__lte": until}),)


def counted_adjustments(
    tournament: Tournament, *, until: int | None = None, moment: datetime | None = None
) -> QuerySet[Adjustment]:
    """The points given or taken outside games that count, now or at a moment, oldest first: those not cancelled.

    Up to round `until`: adjustments of these rounds, and those without a round made before the next was published.
    """
    rows = Adjustment.objects.standing_at(moment) if moment else Adjustment.objects.standing()
    rows = rows.filter(entry__tournament=tournament)
    if until is None:
        return rows
    later = _published_after(tournament, until)
    of_no_round = Q(round=None, at__lt=later.published_at) if later else Q(round=None)
    return rows.filter(*up_to(until, "round__")) | rows.filter(of_no_round)


def _published_after(tournament: Tournament, until: int) -> Round | None:
    return tournament.rounds.published().filter(number__gt=until).order_by("number").first()


def disqualified(
    tournament: Tournament, *, until: int | None = None, moment: datetime | None = None
) -> dict[int, bool | None]:
    """Entry that is disqualified, now or at a moment -> whether it keeps a place, after whatever round: the standings
    after an earlier round too are made of what counts today.

    Up to a round `until` before those that are withheld, only who was disqualified before the first of them was
    published: somebody put out later would let others move up in standings that everybody still sees, and so tell of
    what is withheld.
    """
    rows = Complaint.objects.standing_at(moment) if moment else Complaint.objects.standing()
    rows = rows.disqualifying().filter(entry__tournament=tournament)
    withheld_from = tournament.withheld_from
    if until is not None and withheld_from is not None and until < withheld_from:
        later = _published_after(tournament, withheld_from - 1)
        rows = rows.filter(at__lt=later.published_at) if later else rows
    return dict(rows.values_list("entry", "keeps_place"))
