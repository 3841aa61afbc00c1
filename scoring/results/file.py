"""The Master Points report and the director's final report as files."""

from collections.abc import Collection, Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.models import Adjustment
from scoring.prizes.pot import Shares
from scoring.prizes.words import won_for
from scoring.results.queries import MasterPointsRow, Report
from scoring.standings.corrections import CorrectedPlayer, Corrections
from scoring.standings.standing import Standing, Standings
from tournament.models import Entry, Tournament
from tournament.spreadsheet import Columns, Worksheet, in_units, player_columns, worksheet


def master_point_list(
    tournament: Tournament, rows: Sequence[MasterPointsRow], directors: Sequence[str]
) -> Worksheet:
    """The heads are those that a league reads, in every language."""
    heads = [
        *("event", "date", "director", "players"),
        *("person", "name", "place", "tied", "total", "rounds", "games", "number", "town"),
    ]
    cells = (
        [
            tournament.name,
            tournament.date,
            "; ".join(directors),
            len(rows),
            row.member_number,
            row.name,
            row.rank,
            "yes" if row.tied else "no",
            tournament.in_points(row.total),
            row.rounds,
            row.games,
            row.number,
            row.town,
        ]
        for row in rows
    )
    return Worksheet("master-points", "Master Points", heads, cells)


def report_lists(
    tournament: Tournament, report: Report, now: Standings, corrections: Corrections
) -> Iterator[Worksheet | None]:
    """Those that somebody reckons with: places, money, points. What was decided is read on the page."""
    yield winner_sheet(tournament, now.in_points)
    yield worksheet("prizes", _("Prizes"), report.prizes, prize_columns(tournament))
    yield worksheet("money", _("Money"), money_rows(report), money_columns(tournament))
    yield pot_sheet(tournament, report.pot)
    yield worksheet("rounds", _("Rounds"), report.rounds, round_columns(now))
    yield adjustment_list(tournament, report.adjustments)
    yield correction_list(tournament, corrections.all)


def winner_sheet(tournament: Tournament, now: Standings) -> Worksheet | None:
    """Those on the podium by their place, and before them who won a block or a category."""
    players: dict[int, Entry] = {entry.pk: entry for entry in tournament.entries.with_people()}
    won: list[tuple[str, int | None, Standing, int]] = [
        (block.name, None, place, block.total) for block, winners in now.won_blocks for place in winners
    ]
    won += [
        (category.name, None, place, category.total)
        for category, winners in now.won_categories
        for place in winners
    ]
    won += [(_("Overall"), place.rank, place, place.total) for place in now.podium]
    columns: Columns = [
        (_("For"), lambda row: row[0]),
        (_("Place"), lambda row: row[1]),
        *player_columns(lambda row: players[row[2].entry]),
        (_("Points"), lambda row: row[3]),
    ]
    return worksheet("winners", _("Winners"), won, columns)


def prize_columns(tournament: Tournament) -> Columns:
    return [
        (_("For"), won_for),
        *player_columns(lambda award: award.entry),
        (
            f"{_('Amount')} ({tournament.currency})",
            lambda award: in_units(award.cents) if award.cents else None,
        ),
        (_("Prize"), lambda award: award.thing),
        (_("Handed over"), lambda award: award.handed_over_at),
        (_("Note"), lambda award: award.handed_over_note),
    ]


def money_rows(report: Report) -> list[tuple[str, int]]:
    if not report.has_money:
        return []
    return [
        (_("All fees"), report.money.fees),
        (_("Paid"), report.money.paid),
        (_("Given back"), report.money.refunded),
        (_("Still owed"), report.money.owed),
        (_("Cash prizes"), report.prize_cents),
        (_("Fees received, less prizes"), report.money_left),
    ]


def money_columns(tournament: Tournament) -> Columns:
    return [
        (_("What"), lambda row: row[0]),
        (f"{_('Amount')} ({tournament.currency})", lambda row: in_units(row[1])),
    ]


def pot_sheet(tournament: Tournament, pot: Shares | None) -> Worksheet | None:
    players = {entry.pk: entry for entry in tournament.entries.with_people()} if pot else {}
    amount = f"{_('Amount')} ({tournament.currency})"
    columns: Columns = [
        *player_columns(lambda share: players[share.place.entry]),
        (amount, lambda share: in_units(share.cents)),
        (_("Handed over"), lambda share: share.payment and share.payment.at),
        (_("Note"), lambda share: share.payment and share.payment.note),
    ]
    return worksheet("pot", _("Pot"), pot.shares if pot else [], columns)


def round_columns(now: Standings) -> Columns:
    tables = {count.number: count.tables for count in now.rounds}
    return [
        (_("Round"), lambda round_: round_.number),
        (_("Started"), lambda round_: round_.started_at),
        (_("Ended"), lambda round_: round_.ended_at),
        (_("Tables"), lambda round_: tables.get(round_.number)),
        (_("Extra minutes"), lambda round_: round_.extra_minutes),
    ]


def adjustment_list(tournament: Tournament, rows: Collection[Adjustment]) -> Worksheet | None:
    columns: Columns = [
        *player_columns(lambda row: row.entry),
        (_("Points"), lambda row: tournament.in_points(row.points)),
        (_("For what"), lambda row: row.get_kind_display()),
        (_("Round"), lambda row: row.round.number if row.round else None),
        (_("Why"), lambda row: row.reason),
        (_("Who"), lambda row: str(row.by or "")),
        (_("When"), lambda row: row.at),
        (_("Canceled"), lambda row: row.ended_at),
        (_("Why canceled"), lambda row: row.ended_reason),
    ]
    return worksheet("penalties", _("Penalties and other points"), rows, columns)


def correction_list(tournament: Tournament, corrections: list[CorrectedPlayer]) -> Worksheet | None:
    players = {entry.number: entry for entry in tournament.entries.with_people()} if corrections else {}
    columns: Columns = [
        *player_columns(lambda correction: players[correction.number]),
        (_("Points then"), lambda correction: tournament.in_points(correction.old_total)),
        (_("Points now"), lambda correction: tournament.in_points(correction.total)),
        (_("Place then"), lambda correction: correction.old_rank),
        (_("Place now"), lambda correction: correction.rank),
    ]
    return worksheet("corrections", _("Corrected since"), corrections, columns)
