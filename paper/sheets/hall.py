"""Sheets about the hall and the whole day: table signs, everybody's seats in every round, what is called out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from paper.sheets.amounts import NO_PAGES, Amounts, Pages
from paper.sheets.rounds import notes
from paper.sheets.sheet import KEPT_TOGETHER, PrintJob, column, in_round, left_out, with_town
from rules.duties import collector, first_east
from tournament.models import Entry, Round, Tournament
from tournament.seating.announcing import announced
from tournament.seating.queries import by_name
from tournament.words import table_of_three

MOST_ROUNDS_UPRIGHT = 8
MOST_TALLIES_UPRIGHT = 5
MOST_TABLES_TOGETHER = 30
"""As in `typst/sheets/movement.typ`: with more of them each group of rounds begins on a page."""
ROUNDS_ABREAST = 3
"""On the movement plan."""
TICK = "[ ]"
"""A cell with a box to tick."""
WINDS = {
    "East": gettext_lazy("East"),
    "South": gettext_lazy("South"),
    "West": gettext_lazy("West"),
    "North": gettext_lazy("North"),
}
"""What the letters are called by the systems themselves; a house has words of its own."""


def table_signs(job: PrintJob) -> dict[str, Any] | None:
    """A sign for every table of the day; before the draw for as many as those registered need."""
    numbers = {table.number for seated in job.rounds for table in seated.tables if table.entries}
    if not numbers:
        numbers = set(range(1, -(-job.tournament.entries.registered().count() // 4) + 1))
    return {
        "word": _("Table"),
        "labels": [str(WINDS.get(label, label)) for label in job.tournament.profile.labels],
        "items": [{"number": number} for number in sorted(numbers) if job.includes(number)],
    }


def all_by_name(job: PrintJob) -> dict[str, Any] | None:
    """Everybody's table and letter in every round, by family name."""
    if not job.rounds:
        return None
    spots: dict[int, dict[int, str]] = {}
    players: dict[int, Entry] = {}
    for seated in job.rounds:
        for seat in seated.taken_seats:
            spots.setdefault(seat.entry.pk, {})[seated.round.number] = f"{seat.table}{seat.letter}"
            players[seat.entry.pk] = seat.entry
    rounds = [seated.round.number for seated in job.rounds]
    starts = [
        with_start(job, seated.round).replace(" ", KEPT_TOGETHER)
        for seated in job.rounds
        if seated.round.number in job.starts
    ]
    return {
        "notes": [*([", ".join(starts)] if starts else []), *left_out(job, job.rounds)],
        "columns": [
            column(_("Name"), grow=True),
            column(_("Number"), side="right"),
            *(column(job.tournament.round_name(number), side="right", bold=True) for number in rounds),
        ],
        "small": len(rounds) > MOST_ROUNDS_UPRIGHT,
        "flipped": len(rounds) > MOST_ROUNDS_UPRIGHT,
        "items": [
            [
                with_town(job, entry),
                str(entry.number),
                *(spots[entry.pk].get(number, "–") for number in rounds),
            ]
            for entry in sorted(players.values(), key=by_name)
        ],
    }


def all_by_name_pages(amounts: Amounts) -> Pages:
    if len(amounts.rounds) > MOST_ROUNDS_UPRIGHT:
        return amounts.lines(amounts.seated, letter=(34, 36), a4=(32, 34), single=(41, 39))
    return amounts.lines(amounts.seated, letter=(44, 46), a4=(47, 49), single=(52, 56))


def all_by_table(job: PrintJob) -> dict[str, Any] | None:
    """Which player numbers meet at each table in every round: the movement of the day, for the wall."""
    if not job.rounds:
        return None
    rounds = [seated.round for seated in job.rounds]
    numbers = sorted({table.number for seated in job.rounds for table in seated.tables if table.entries})
    at = {
        (seated.round.number, table.number): "  ".join(
            f"{letter} {entry.number}" for letter, entry in table.seats if entry
        )
        for seated in job.rounds
        for table in seated.tables
    }
    moves = [
        _("Before %(round)s: %(move)s.")
        % {"round": job.tournament.round_in_words(round_.number), "move": announced(round_)}
        for round_ in rounds
        if announced(round_)
    ]
    letters = [{"letter": letter, "move": moved(step)} for letter, step in steady_steps(rounds).items()]
    return {
        "letters": letters,
        "notes": [*([] if letters else moves), *left_out(job, job.rounds)],
        "abreast": 2 if job.large else ROUNDS_ABREAST,
        "caption": _("A letter and the number of the player who sits there."),
        "columns": [
            column(_("Table"), side="right", bold=True),
            *(column(with_start(job, round_), grow=True) for round_ in rounds),
        ],
        "items": [
            [str(number), *(at.get((round_.number, number), "") for round_ in rounds)] for number in numbers
        ],
    }


def steady_steps(rounds: Sequence[Round]) -> dict[str, int]:
    """How each letter moves after every round; empty where it is not the same each time."""
    steps = (rounds[1].steps if len(rounds) > 1 else None) or {}
    return steps if all(round_.steps == steps for round_ in rounds[1:]) else {}


def movement_pages(amounts: Amounts) -> Pages:
    """The letters have a page of their own; then each group of rounds has a row for every table."""
    if not amounts.tables:
        return NO_PAGES
    groups = -(-len(amounts.rounds) // ROUNDS_ABREAST)
    if amounts.tables > MOST_TABLES_TOGETHER:
        group = amounts.lines(amounts.tables, letter=(40, 43), a4=(42, 45))
        rows = Pages(groups * group.count, is_about=True)
    else:
        rows = amounts.lines(groups * (amounts.tables + 2), letter=(36, 40), a4=(39, 44))
    return rows + Pages(bool(steady_steps(list(amounts.job.tournament.rounds.all()))))


def with_start(job: PrintJob, round_: Round) -> str:
    """The round's name, and when it starts."""
    start = job.starts.get(round_.number)
    return f"{round_} · {start}" if start else str(round_)


def moved(step: int) -> str:
    """A step of a letter after each round in words, as "up 2"; positive steps are up."""
    if step == 0:
        return _("stays")
    return _("up %d") % step if step > 0 else _("down %d") % -step


def announcement_pages(amounts: Amounts) -> Pages:
    """With tables of three each round has a line more."""
    a_page = 5 if amounts.registered % 4 else 6
    pair = (a_page, a_page)
    return amounts.lines(len(amounts.rounds), letter=pair, a4=pair, single=(6, 6))


def announcements(job: PrintJob) -> dict[str, Any] | None:
    """What the director reads aloud before each round: the move, the clock, who brings the cards."""
    tournament = job.tournament
    if not job.rounds:
        return None
    items = []
    for seated in job.rounds:
        round_ = seated.round
        lines = [line for line in notes(job, seated) if line != _("Draft, not published.")]
        if round_.number == 1:
            lines.append(_("Everybody sits at the first table and letter of the badge or slip."))
        elif not round_.steps:
            lines.append(_("Everybody goes where the seat slip or the wall says."))
        lines.append(
            _("%(games)s games in %(minutes)s minutes; the warning comes %(warning)s minutes before the end.")
            % {
                "games": tournament.games_in(round_.number),
                "minutes": round_.minutes,
                "warning": tournament.warning_minutes,
            }
        )
        if east := first_east(tournament.profile.first_east, "ABCD", tournament.pivot):
            lines.append(_("%(letter)s is East first.") % {"letter": east})
        if tournament.profile.collector == "in-turn":
            letter = collector(tournament.round_in_block(round_.number), "ABCD")
            lines.append(_("%(letter)s takes the cards to the desk.") % {"letter": letter})
        else:
            lines.append(_("The table’s scorekeeper takes the cards to the desk."))
        of_three = [table.number for table in seated.tables if len(table.entries) == 3]
        if of_three and (otherwise := table_of_three(tournament, round_.number)):
            where = ", ".join(_("Table %(number)s") % {"number": number} for number in of_three)
            lines.append(f"{where}. {otherwise}")
        items.append({"title": str(round_), "lines": lines})
    return {"items": items}


def board(job: PrintJob) -> dict[str, Any] | None:
    """The tables of a round with room to tick what came in, for a desk without a screen."""
    seated = job.round_seating
    if seated is None:
        return None
    return {
        "title": in_round(job, _("the board")),
        "notes": [_("Began at ________   Ends at ________   Time given ________")],
        "columns": [
            column(_("Table"), side="right", bold=True),
            column(_("Players"), grow=True),
            column(_("Cards in")),
            column(_("Held")),
            column(_("Accepted")),
        ],
        "tall": True,
        "items": [
            [
                str(table.number),
                "  ".join(f"{letter} {entry.number}" for letter, entry in table.seats if entry),
                TICK,
                TICK,
                TICK,
            ]
            for table in seated.tables
            if table.entries
        ],
    }


def ruling_slips(_asked: PrintJob) -> dict[str, Any] | None:
    """Forms for a ruling at a table, to be typed at the desk afterwards."""
    lines = (
        (_("Round, table, game"), 1),
        (_("Who called the director, and when"), 1),
        (_("Heard at the table"), 1),
        (_("What happened"), 3),
        (_("The ruling"), 3),
        (_("Director"), 1),
    )
    return {
        "title": _("Ruling"),
        "lines": [{"word": word, "lines": count} for word, count in lines],
        "items": [0, 0],
    }


def tally_sheet(job: PrintJob) -> dict[str, Any] | None:
    """Everybody with a column to add up each round by hand, and each block where there are several."""
    heads = tally_heads(job.tournament)
    return {
        "columns": [
            column(_("Number"), side="right"),
            column(_("Name"), grow=True),
            *(column(head) for head in (*heads, _("Total"))),
        ],
        "flipped": len(heads) > MOST_TALLIES_UPRIGHT,
        "tall": True,
        "ruled": True,
        "items": [
            [str(entry.number), with_town(job, entry), *("" for _head in heads), ""] for entry in job.entries
        ],
    }


def tally_heads(tournament: Tournament) -> list[str]:
    """The rounds, and each block after its last round where there are several."""
    blocks = {block.last: block.name for block in tournament.blocks} if len(tournament.blocks) > 1 else {}
    heads: list[str] = []
    for number in range(1, tournament.last_round + 1):
        heads += filter(None, (tournament.round_name(number), blocks.get(number)))
    return heads


def tally_pages(amounts: Amounts) -> Pages:
    if len(tally_heads(amounts.job.tournament)) > MOST_TALLIES_UPRIGHT:
        return amounts.lines(amounts.registered, letter=(18, 19), a4=(17, 18), single=(21, 20))
    return amounts.lines(amounts.registered, letter=(25, 27), a4=(27, 29), single=(30, 32))
