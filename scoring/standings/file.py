"""The standings, the corrections after the finish and one player's games as files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.models import Adjustment
from scoring.standings.corrections import Correction
from scoring.standings.player import Game, PlayerPage
from scoring.standings.standing import RoundCount, Standing, Standings
from tournament.models import Tournament
from tournament.spreadsheet import Cell, Columns, Worksheet, player_columns, worksheet


def standing_list(tournament: Tournament, now: Standings, *, names_people: bool) -> Worksheet:
    """The heads are those of the interface, in every language; `names_people`: with town and member number."""
    heads = [*standing_heads(now), *(["town", "member number"] if names_people else [])]
    return Worksheet(
        "standings", _("Standings"), heads, standing_rows(tournament, now, names_people=names_people)
    )


def standing_rows(tournament: Tournament, now: Standings, *, names_people: bool) -> Iterator[list[Cell]]:
    people = {entry.pk: entry.person for entry in tournament.entries.with_people()} if names_people else {}
    for place in now.places:
        person = people.get(place.entry)
        yield [*standing_cells(now, place), *([person.town, person.member_number] if person else [])]


def correction_list(tournament: Tournament, corrections: list[Correction]) -> Worksheet | None:
    """For directors: whose points or place differ from the final standings."""
    players = {entry.number: entry for entry in tournament.entries.with_people()} if corrections else {}
    columns: Columns = [
        *player_columns(lambda correction: players[correction.number]),
        (_("Points then"), lambda correction: correction.old_total),
        (_("Points now"), lambda correction: correction.total),
        (_("Place then"), lambda correction: correction.old_rank),
        (_("Place now"), lambda correction: correction.rank),
    ]
    return worksheet("corrections", _("Corrected since"), corrections, columns)


def player_lists(player: PlayerPage) -> list[Worksheet | None]:
    """One player's games, rounds, and points outside the games, as their page has them."""
    rounds: Columns = [
        (_("Round"), lambda round_: round_.number),
        (_("Table"), lambda round_: round_.seat.table.number if round_.seat else None),
        (_("Seat"), lambda round_: round_.seat.letter if round_.seat else None),
        (
            _("With"),
            lambda round_: ", ".join(f"{seat.entry.public_name} ({seat.letter})" for seat in round_.partners),
        ),
        (_("Points"), lambda round_: round_.points),
    ]
    games: Columns = [
        (_("Round"), lambda row: row[0].number),
        (_("Game"), lambda row: row[1].number),
        (_("Points"), lambda row: row[1].points),
        (_("How they came about"), lambda row: how_it_came_about(row[1])),
    ]
    outside: Columns = [
        (_("Round"), lambda row: row[0]),
        (_("Points"), lambda row: row[1].points),
        (_("For what"), lambda row: row[1].get_kind_display()),
        (_("Why"), lambda row: row[1].reason),
    ]
    adjustments: list[tuple[int | None, Adjustment]] = [
        (round_.number, row) for round_ in player.rounds for row in round_.adjustments
    ]
    adjustments += [(None, row) for row in player.of_no_round]
    return [
        worksheet("games", _("Games"), [(row, game) for row in player.rounds for game in row.games], games),
        worksheet("rounds", _("Rounds"), player.rounds, rounds),
        worksheet("outside", _("Points outside the games"), adjustments, outside),
    ]


def how_it_came_about(game: Game) -> str:
    messages = [line.message for line in game.lines] or ["0"]
    nothing = _("nothing gained, nothing lost")
    return "; ".join(nothing if message == "0" else message for message in messages)


def standing_heads(now: Standings) -> list[str]:
    return [
        *("number", "name", "rank", "tied", "total"),
        *(f"round {round_.number}" for round_ in now.announced),
        "withdrawn",
        *(count.name for count in now.blocks),
        *(("category",) if now.has_categories else ()),
        *(("state",) if now.has_disqualified else ()),
        *(("adjustments", "adjustments in words") if now.has_adjustments else ()),
        *(bonus_head(round_) for round_ in now.bonus),
    ]


def standing_cells(now: Standings, place: Standing) -> list[Cell]:
    tied = "yes" if place.tied else "no"
    withdrawn = "yes" if place.is_withdrawn else "no"
    row: list[Cell] = [place.number, place.name, place.rank, tied, place.total]
    row += [*now.points_of(place, now.announced), withdrawn]
    row += place.blocks
    if now.has_categories:
        row.append(place.category)
    if now.has_disqualified:
        row.append("disqualified" if place.is_disqualified else "")
    if now.has_adjustments:
        row += [place.adjusted, adjustments_in_words(place)]
    row += now.points_of(place, now.bonus)
    return row


def bonus_head(round_: RoundCount) -> str:
    """The head of a bonus round's column: whether it is part of the total."""
    return f"bonus round {round_.number}{'' if round_.counts else ' (does not count)'}"


def bonus_for_files(now: Standings, place: Standing) -> dict[str, Any]:
    """A row's points of each bonus round, and whether they are part of the total."""
    points = zip(now.bonus, now.points_of(place, now.bonus), strict=True)
    return {
        "bonus_rounds": [
            {"round": round_.number, "points": total, "counts": round_.counts} for round_, total in points
        ]
    }


def adjustments_for_files(place: Standing) -> list[dict[str, Any]]:
    """What was given or taken outside games, with the short name of its reason in English, as programs read it."""
    with override("en"):
        return [
            {"round": adjustment.round, "points": adjustment.points, "reason": adjustment.label}
            for adjustment in place.adjustments
        ]


def adjustments_in_words(place: Standing) -> str:
    """The same for one cell: "disturbed the room, round 2: -50"."""
    return "; ".join(
        f"{row['reason']}{', round ' + str(row['round']) if row['round'] else ''}: {row['points']:+d}"
        for row in adjustments_for_files(place)
    )
