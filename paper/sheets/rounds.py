from typing import Any

from django.utils.translation import gettext as _

from paper.fonts import isolated
from paper.sheets.sheet import PrintJob, divided, in_round, left_out, with_town
from rules.duties import brings_cards, first_east
from tournament.models import Tournament
from tournament.seating.announcing import announced
from tournament.seating.queries import RoundSeating, TableSeating
from tournament.words import table_of_three, what_is_brought


def by_name(job: PrintJob) -> dict[str, Any] | None:
    seated = job.round_seating
    if seated is None:
        return None
    return {
        "title": in_round(job, _("by name")),
        "notes": notes(job, seated),
        "head": job.tournament.round_name(seated.round.number),
        "heads": [_("table"), _("seat")],
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


def brings(tournament: Tournament, letter: str) -> str:
    """ "A takes the cards to the desk", or the sheet, where the table has one."""
    return _("%(letter)s takes %(cards)s to the desk.") % {
        "letter": letter,
        "cards": what_is_brought(tournament),
    }


def note_of(job: PrintJob, table: TableSeating) -> str:
    tournament = job.tournament
    letters = tuple(letter for letter, entry in table.seats if entry)
    turn = tournament.collector_turn(job.round_number)
    letter = brings_cards(tournament.profile.collector, turn, letters)
    lines = [brings(tournament, letter)] if letter else []
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
    if words and (players := not_by_letter(job, seated.round.number)):
        lines.append(_("Not by letter: %(players)s.") % {"players": players})
    return lines


def not_by_letter(job: PrintJob, number: int) -> str:
    """Who does not go as announced before the round, each with the seat to sit at; "" where everybody does."""
    words = {
        True: _("%(name)s (%(number)s) stays at table %(table)s, seat %(letter)s"),
        False: _("%(name)s (%(number)s) to table %(table)s, seat %(letter)s"),
    }
    return "; ".join(
        words[own_way.stays]
        % {
            "name": isolated(with_town(job, own_way.entry)),
            "number": own_way.entry.number,
            "table": own_way.table,
            "letter": own_way.letter,
        }
        for own_way in job.own_ways.get(number, [])
    )


def round_revision(job: PrintJob) -> int:
    return job.round_seating.round.seating_version if job.round_seating else 0


def seats_revision(job: PrintJob) -> int:
    return job.tournament.seats_revision
