"""Sheets about people: the sign-in sheet, badges, place cards, every player's own way through the day."""

from collections import defaultdict
from typing import Any

from django.utils.translation import gettext as _

from paper.sheets.sheet import PrintJob, column, divided
from tournament.models import Entry
from tournament.seating.queries import TakenSeat, by_name

SPARE_LINES = 8
FEWEST_ALONE = 5
SIGNED_ON_A_PAGE = {"us-letter": (20, 21), "a4": (22, 22)}
"""Lines of the first page and of each further one."""
STOPS_ABREAST = 4
"""Rounds beside one another on a slip."""


def sign_in(job: PrintJob) -> dict[str, Any] | None:
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
    """Fewer where the last few lines would fill a page of their own."""
    first, following = SIGNED_ON_A_PAGE[paper]
    alone = (entered + SPARE_LINES - first) % following
    return SPARE_LINES - alone if alone <= FEWEST_ALONE and entered + SPARE_LINES > first else SPARE_LINES


def badges(job: PrintJob) -> dict[str, Any] | None:
    if not job.entries:
        return None
    stays = staying(job)
    return {
        "club": job.tournament.club.name,
        "words": {
            "number": _("No."),
            "place": _("Seat and place"),
            "code": _("Code of the player’s own page"),
        },
        "items": [
            {
                "number": entry.number,
                "name": first_and_family(entry),
                "town": job.town(entry),
                "note": _("You stay at table %(table)s.") % {"table": stays[entry.pk]}
                if entry.pk in stays
                else "",
                "code": job.own_page(entry),
            }
            for entry in job.entries
        ],
    }


def first_and_family(entry: Entry) -> dict[str, str]:
    """The name in two lines; a name that begins with the family name stands on one."""
    name = entry.public_divided_name
    rest = f"{name.family} {name.after}".replace(" ,", ",").strip()
    return {"first": name.before, "family": rest} if name.before else {"first": rest, "family": ""}


def staying(job: PrintJob) -> dict[int, int]:
    """Entry -> table, for players who stay at one table in every drawn round by a wish."""
    tables: dict[int, set[int]] = defaultdict(set)
    for seated in job.rounds:
        for seat in seated.taken_seats:
            if seat.entry.fixed_table:
                tables[seat.entry.pk] |= {seat.table, seat.entry.fixed_table}
    return {entry: numbers.pop() for entry, numbers in tables.items() if len(numbers) == 1}


def itineraries(job: PrintJob) -> dict[str, Any] | None:
    """A slip for everybody who sits in a round to come, or, when none is, in any: table and seat in each until they go
    home, and the code of the own page.
    """
    if not job.rounds:
        return None
    to_come = [seated for seated in job.rounds if not seated.round.published_at] or job.rounds
    return {
        "words": {"number": _("Number"), "code": _("Code of the player’s own page")},
        "abreast": STOPS_ABREAST,
        "down": slips_down(job, len(job.rounds)),
        "items": [
            {
                "name": entry.public_name,
                "number": entry.number,
                "town": job.town(entry),
                "code": job.own_page(entry),
                "stops": [
                    stop(job, seated.round.number, seats.get(seated.round.number)) for seated in job.rounds
                ],
            }
            for entry, seats in job.seats.items()
            if job.includes(entry.number) and any(seated.round.number in seats for seated in to_come)
        ],
    }


def slips_down(job: PrintJob, stops: int) -> int:
    """How many slips stand below one another: five for up to four rounds, four for up to eight."""
    rows = -(-stops // STOPS_ABREAST)
    height = (38 + 14 * rows) * (1.4 if job.large else 1)  # millimetres
    return max(1, int((287 if job.paper == "a4" else 269) / height))


def stop(job: PrintJob, number: int, seat: TakenSeat | None) -> dict[str, Any]:
    start = job.starts.get(number)
    bonus = job.tournament.bonus_rounds.get(number)
    name = bonus.name if bonus else str(number) if start else job.tournament.round_name(number)
    name = f"{name} · {start}" if start else name
    return {"round": name, "table": seat.table if seat else "–", "letter": seat.letter if seat else ""}


def players(job: PrintJob) -> dict[str, Any] | None:
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
    if not job.entries:
        return None
    return {
        "items": [
            {"name": entry.public_name, "number": entry.number, "town": job.town(entry)}
            for entry in job.entries
        ]
    }
