"""The prize plan and the pot as files."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.models import PrizeAward
from scoring.prizes.pot import Shares
from scoring.prizes.queries import Plan, RowOutcome, Winner
from scoring.prizes.words import contest_words, row_words
from tournament.models import Tournament
from tournament.spreadsheet import Cell, Columns, Worksheet, in_units, player_columns, worksheet


def plan_list(tournament: Tournament, plan: Plan) -> Worksheet:
    """Who wins what as things stand, in the plan's order; a prize that nobody has yet says why."""
    heads = [
        *(_("Prize"), _("Table"), _("Place"), _("No."), _("Name"), _("Town"), _("Member number")),
        *(f"{_('Amount')} ({tournament.currency})", _("State"), _("Handed over")),
    ]
    rows = (row for outcome in plan.outcomes for row in outcome_cells(outcome))
    return Worksheet("prizes", _("Prizes"), heads, rows)


def outcome_cells(outcome: RowOutcome) -> list[list[Cell]]:
    name = row_words(outcome.row)
    won: list[Winner | PrizeAward] = [*outcome.winners, *outcome.awards]
    rows = [[name, *winner_cells(winner, outcome)] for winner in won]
    if outcome.open or not won:
        state = outcome.not_ready or (_("Something is to be decided first.") if outcome.open else "")
        rows.append([name, *[None] * 7, state, None])
    return rows


def winner_cells(winner: Winner | PrizeAward, outcome: RowOutcome) -> list[Cell]:
    """A winner as things stand, or of a fixed prize."""
    award = winner.award if isinstance(winner, Winner) else winner
    first = winner.award.first if isinstance(winner, Winner) else winner.first_place
    person = winner.entry.person
    handed_over_at = None if isinstance(winner, Winner) else winner.handed_over_at
    return [
        contest_words(award.contest, outcome.row),
        first if outcome.row.has_places else None,
        winner.entry.number,
        winner.entry.name,
        person.town,
        person.member_number,
        award.thing or in_units(award.cents),
        outcome.not_ready if isinstance(winner, Winner) else _("fixed"),
        handed_over_at,
    ]


def pot_list(tournament: Tournament, shares: Shares | None) -> Worksheet | None:
    """Each player's share of the pot, and when it was handed over."""
    if shares is None:
        return None
    players = {entry.pk: entry for entry in tournament.entries.with_people()}
    columns: Columns = [
        *player_columns(lambda share: players[share.place.entry]),
        (_("Points"), lambda share: share.place.total),
        (f"{_('Share')} ({tournament.currency})", lambda share: in_units(share.cents)),
        (f"{_('Rounded')} ({tournament.currency})", lambda share: in_units(share.rounded)),
        (_("Handed over"), lambda share: share.payment.at if share.payment else None),
    ]
    return worksheet("pot", _("Pot"), shares.shares, columns)
