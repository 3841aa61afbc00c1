"""Sheets about people: the sign-in sheet, badges, place cards, every player's own way through the day."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from paper.sheets.amounts import Amounts, Pages
from paper.sheets.sheet import PrintJob, column, divided
from tournament.models import Entry
from tournament.seating.queries import TakenSeat, by_name

SPARE_LINES = 8
FEWEST_ALONE = 5
SIGNED_ON_A_PAGE = {"us-letter": (20, 21), "a4": (22, 22)}
"""Lines of the first page and of each further one."""
MOST_STOPS_IN_A_COLUMN = 8


def sign_in(job: PrintJob) -> dict[str, Any] | None:
    """A line for everybody registered, by family name, and lines for those who come unannounced."""
    categories = dict(job.tournament.entries.values_list("pk", "category__name"))
    return {
        "heads": [_("Number"), _("Name"), _("Signature")],
        "items": [
            {
                "number": entry.number,
                "name": divided(job, entry),
                "category": categories.get(entry.pk) or "",
            }
            for entry in job.entries
        ],
        "spare": spare_lines(len(job.entries), job.paper) if not job.chosen else 0,
    }


def spare_lines(entered: int, paper: str) -> int:
    """A few less where the last of them would be alone on a page."""
    first, following = SIGNED_ON_A_PAGE[paper]
    alone = (entered + SPARE_LINES - first) % following
    return SPARE_LINES - alone if alone <= FEWEST_ALONE and entered + SPARE_LINES > first else SPARE_LINES


def sign_in_pages(amounts: Amounts) -> Pages:
    lines = amounts.registered and amounts.registered + spare_lines(amounts.registered, amounts.job.paper)
    return amounts.lines(lines, letter=SIGNED_ON_A_PAGE["us-letter"], a4=SIGNED_ON_A_PAGE["a4"])


def badges(job: PrintJob) -> dict[str, Any] | None:
    """A badge for everybody registered: name, number, first seat and how it moves, the code of the own page."""
    if not job.entries:
        return None
    moves = letters_moves(job)
    start = _("Round 1 starts at %(time)s.") % {"time": job.starts[1]} if 1 in job.starts else ""
    return {
        "words": {"number": _("Number"), "code": _("Code of the player’s own page")},
        "items": [
            {
                "number": entry.number,
                "name": entry.public_name,
                "town": job.town(entry),
                "letter": entry.start_letter,
                "seat": _("First table %(table)s") % {"table": entry.start_table}
                if entry.start_table
                else "",
                "notes": " ".join(filter(None, [start, moves.get(entry.start_letter, "")]))
                if entry.start_table
                else "",
                "code": job.own_page(entry),
            }
            for entry in job.entries
        ],
    }


def letters_moves(job: PrintJob) -> dict[str, str]:
    """How each letter moves after every round, in words; empty where it is not the same each time."""
    steps = [seated.round.steps for seated in job.rounds if seated.round.number > 1]
    if not steps or any(step is None or step != steps[0] for step in steps):
        return {}
    words = {}
    for letter, step in (steps[0] or {}).items():
        if step == 0:
            words[letter] = _("%(letter)s stays at this table all day.") % {"letter": letter}
        elif step > 0:
            words[letter] = _("After each round, %(letter)s goes up %(step)s.") % {
                "letter": letter,
                "step": step,
            }
        else:
            words[letter] = _("After each round, %(letter)s goes down %(step)s.") % {
                "letter": letter,
                "step": -step,
            }
    return words


def itineraries(job: PrintJob) -> dict[str, Any] | None:
    """A slip for everybody who sits in a round to come, or, when none is, in any: table and seat in each until they go
    home, and the code of the own page.
    """
    if not job.rounds:
        return None
    to_come = [seated for seated in job.rounds if not seated.round.published_at] or job.rounds
    seats: dict[int, dict[int, TakenSeat]] = {}
    players: dict[int, Entry] = {}
    for seated in job.rounds:
        for seat in seated.taken_seats:
            seats.setdefault(seat.entry.pk, {})[seated.round.number] = seat
            players[seat.entry.pk] = seat.entry
    return {
        "words": {"number": _("Number"), "code": _("Code of the player’s own page")},
        "heads": [_("Round"), _("Table"), _("Seat")],
        "abreast": stops_abreast(job, len(job.rounds)),
        "down": slips_down(job, len(job.rounds)),
        "items": [
            {
                "name": entry.public_name,
                "number": entry.number,
                "town": job.town(entry),
                "code": job.own_page(entry),
                "stops": [
                    stop(job, seated.round.number, seats[entry.pk].get(seated.round.number))
                    for seated in job.rounds
                ],
            }
            for entry in sorted(players.values(), key=by_name)
            if job.includes(entry.number)
            and any(seated.round.number in seats[entry.pk] for seated in to_come)
        ],
    }


def stops_abreast(job: PrintJob, stops: int) -> int:
    """In how many columns a slip has its rounds: two from nine rounds on, unless a time beside each needs the room."""
    return 2 if stops > MOST_STOPS_IN_A_COLUMN and (job.large or not job.starts) else 1


def slips_down(job: PrintJob, stops: int) -> int:
    """How many slips stand below each other on a page."""
    rows = -(-stops // stops_abreast(job, stops))
    height = (33 + 7.5 * rows) * (1.4 if job.large else 1)  # millimetres
    return max(1, int((287 if job.paper == "a4" else 269) / height))


def itinerary_pages(amounts: Amounts) -> Pages:
    return amounts.pieces(amounts.slips, 2 * slips_down(amounts.job, len(amounts.rounds)))


def stop(job: PrintJob, number: int, seat: TakenSeat | None) -> dict[str, Any]:
    start = job.starts.get(number)
    bonus = job.tournament.bonus_rounds.get(number)
    round_ = bonus.name if bonus else number
    name = f"{round_} · {start}" if start else round_
    return {"round": name, "table": seat.table if seat else "–", "letter": seat.letter if seat else ""}


def players(job: PrintJob) -> dict[str, Any] | None:
    """Everybody entered, for directors alone: with town, member number and what is known of the first seat."""
    states = dict(Entry.State.choices)
    rows = job.tournament.entries.select_related("person", "category")
    entries = sorted(rows, key=by_name)
    with_categories = any(entry.category for entry in entries)
    return {
        "columns": [
            column(_("Number"), side="right", bold=True),
            column(_("Name"), grow=True),
            column(_("Town")),
            column(_("Member number")),
            *([column(_("Category"))] if with_categories else []),
            column(_("State")),
            column(_("First seat")),
        ],
        "items": [
            [
                str(entry.number),
                entry.name,
                entry.person.town,
                entry.person.member_number,
                *([entry.category.name if entry.category else ""] if with_categories else []),
                str(states[entry.state]),
                entry.key,
            ]
            for entry in entries
            if job.includes(entry.number)
        ],
    }


def place_cards(job: PrintJob) -> dict[str, Any] | None:
    """A card to fold for everybody registered, with the name on both sides."""
    if not job.entries:
        return None
    return {
        "items": [
            {"name": entry.public_name, "number": entry.number, "town": job.town(entry)}
            for entry in job.entries
        ]
    }
