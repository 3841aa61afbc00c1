"""Sheets about one round: who sits where, by name and by table."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from paper.fonts import isolated
from paper.sheets.sheet import PrintJob, divided, in_round, left_out, with_town
from rules.duties import brings_cards, first_east
from tournament.seating.announcing import announced, exceptions
from tournament.seating.queries import RoundSeating, TableSeating
from tournament.words import table_of_three


def by_name(job: PrintJob) -> dict[str, Any] | None:
    """Everybody's seat in the round, by family name."""
    seated = job.round_seating
    if seated is None:
        return None
    return {
        "title": in_round(job, _("by name")),
        "notes": notes(job, seated),
        "heads": [_("Name"), _("Number"), _("Table"), _("Seat")],
        "items": [
            {
                "name": divided(job, seat.entry),
                "number": seat.entry.number,
                "table": seat.table,
                "letter": seat.letter,
            }
            for seat in seated.taken_seats
        ],
    }


def by_table(job: PrintJob) -> dict[str, Any] | None:
    """The tables of the round with those who sit there."""
    seated = job.round_seating
    if seated is None:
        return None
    return {
        "title": in_round(job, _("by table")),
        "notes": notes(job, seated),
        "items": [
            {
                "title": _("Table %(number)s") % {"number": table.number},
                "note": note_of(job, table),
                "seats": [
                    {
                        "letter": letter,
                        "name": with_town(job, entry) if entry else "–",
                        "number": entry.number if entry else "",
                    }
                    for letter, entry in table.seats
                ],
            }
            for table in seated.tables
            if table.entries and job.includes(table.number)
        ],
    }


def note_of(job: PrintJob, table: TableSeating) -> str:
    """Who brings the table's cards, and what a table of three does otherwise."""
    tournament = job.tournament
    letters = tuple(letter for letter, entry in table.seats if entry)
    turn = tournament.round_in_block(job.round_number)
    letter = brings_cards(tournament.profile.collector, turn, letters)
    lines = [_("%(letter)s takes the cards to the desk.") % {"letter": letter}] if letter else []
    if east := first_east(tournament.profile.first_east, letters, tournament.pivot):
        lines.append(_("%(letter)s is East first.") % {"letter": east})
    if len(letters) == 3:
        empty = next(letter for letter, entry in table.seats if entry is None)
        nobody = _("Table of three: nobody sits at %(letter)s.") % {"letter": empty}
        lines.append(table_of_three(tournament, job.round_number) or nobody)
    return " ".join(lines)


def notes(job: PrintJob, seated: RoundSeating) -> list[str]:
    """What stands above the seats: that it is a draft, the move announced, and who does not move by it."""
    lines = []
    if not seated.round.published_at:
        lines += [_("Draft, not published."), *left_out(job, [seated])]
    if seated.round.number in job.starts:
        lines.append(_("Starts at %(time)s.") % {"time": job.starts[seated.round.number]})
    if words := announced(seated.round):
        lines.append(_("Move by letter: %(announcement)s.") % {"announcement": words})
    apart = [
        _("%(name)s (%(number)s) to table %(table)s, seat %(letter)s")
        % {
            "name": isolated(seat.entry.public_name),
            "number": seat.entry.number,
            "table": seat.table,
            "letter": seat.letter,
        }
        for seat in exceptions(job.tournament, seated)
    ]
    if apart:
        lines.append(_("Not by letter: %(players)s.") % {"players": "; ".join(apart)})
    return lines


def round_revision(job: PrintJob) -> int:
    """The revision that players read on their phones too."""
    return job.round_seating.round.seating_version if job.round_seating else 0


def seats_revision(job: PrintJob) -> int:
    return job.tournament.seats_revision
