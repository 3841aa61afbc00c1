"""What keeps a bonus round from being taken away."""

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models import Adjustment, Criterion, PrizeRow, SetVersion, WrittenOff
from scoring.sets.tables import played
from tournament.models import Round

PRIZES_OF_A_ROUND = Q(criterion__in=(Criterion.ROUND, Criterion.TABLE_HIGH, Criterion.TABLE_LOW))


def why_it_stays(round_: Round) -> str:
    """Why a bonus round cannot be taken away, as a sentence; "" where it can."""
    tables = {"table__round": round_}
    if (
        played(round_.tables.all()).exists()
        or SetVersion.objects.filter(**tables).exists()
        or WrittenOff.objects.standing().filter(**tables).exists()
    ):
        return _("Cards of this bonus round were entered or written off, so it stays.")
    if Adjustment.objects.filter(round=round_).exists():
        return _("A penalty or ruling on record belongs to this bonus round, so it stays.")
    if round_.tournament.rounds.published().filter(number__gt=round_.number).exists():
        return _(
            "A later round is published, so this one stays. If its tables will not play, score them as not turned in."
        )
    if PrizeRow.objects.filter(
        PRIZES_OF_A_ROUND, tournament=round_.tournament, number=round_.number
    ).exists():
        return _("A prize of the plan is for this round. Change the prize plan first.")
    return ""
