"""The prize plan and the pot as files."""

from __future__ import annotations

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.models import PrizeAward
from scoring.prizes.pot import Shares
from scoring.prizes.queries import Plan, RowOutcome, Winner
from scoring.prizes.words import contest_words, row_words
from tournament.models import Tournament
from tournament.spreadsheet import Cell, in_units

Table = tuple[list[str], list[list[Cell]]]


def plan_file(tournament: Tournament, plan: Plan) -> Table:
    """Heads and rows: who wins what as things stand, in the plan's order; a prize that nobody has yet says why."""
    heads = [
        *(_("Prize"), _("Table"), _("Place"), _("No."), _("Name"), _("Town"), _("Member number")),
        *(f"{_('Amount')} ({tournament.currency})", _("State"), _("Handed over")),
    ]
    return heads, [row for outcome in plan.outcomes for row in outcome_cells(outcome)]


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
        localtime(handed_over_at).strftime("%Y-%m-%d %H:%M") if handed_over_at else None,
    ]


def pot_file(tournament: Tournament, shares: Shares) -> Table:
    """Heads and rows: each player's share of the pot, and when it was handed over."""
    heads = [
        *(_("No."), _("Name"), _("Town"), _("Member number"), _("Points")),
        *(f"{head} ({tournament.currency})" for head in (_("Share"), _("Rounded"))),
        _("Handed over"),
    ]
    people = {entry.pk: entry.person for entry in tournament.entries.with_people()}
    rows: list[list[Cell]] = []
    for share in shares.shares:
        person, payment = people[share.place.entry], share.payment
        rows.append(
            [
                share.place.number,
                share.place.full_name,
                person.town,
                person.member_number,
                share.place.total,
                in_units(share.cents),
                in_units(share.rounded),
                localtime(payment.at).strftime("%Y-%m-%d %H:%M") if payment else None,
            ]
        )
    return heads, rows
