from django.utils.translation import gettext as _

from scoring.models import PrizeAward
from scoring.prizes.queries import PrizePlan, RowOutcome
from scoring.prizes.words import contest_words, row_words
from tournament.models import Tournament
from tournament.spreadsheet import Cell, Worksheet, in_units


def plan_list(tournament: Tournament, plan: PrizePlan) -> Worksheet:
    """Who wins what as things stand, in the plan's order; a prize that nobody has yet says why."""
    heads = [
        *(_("Prize"), _("Table"), _("Place"), _("No."), _("Name"), _("Town"), _("Member number")),
        *(f"{_('Amount')} ({tournament.currency})", _("State"), _("Handed over")),
    ]
    rows = (row for outcome in plan.outcomes for row in outcome_cells(outcome))
    return Worksheet("prizes", _("Prizes"), heads, rows)


def outcome_cells(outcome: RowOutcome) -> list[list[Cell]]:
    name = row_words(outcome.row)
    rows = [[name, *award_cells(award, outcome)] for award in outcome.awards]
    if outcome.open or not outcome.awards:
        state = outcome.not_ready or (_("Something is to be decided first.") if outcome.open else "")
        rows.append([name, *[None] * 7, state, None])
    return rows


def award_cells(award: PrizeAward, outcome: RowOutcome) -> list[Cell]:
    return [
        contest_words(award.contest, outcome.row),
        award.first_place if outcome.row.has_places else None,
        award.entry.number,
        award.entry.name,
        award.entry.person.town,
        award.entry.person.member_number,
        award.thing or in_units(award.cents),
        _("locked in") if outcome.row.fixed_at else outcome.not_ready,
        award.handed_over_at,
    ]
