"""Sheets about the hall and the whole day: table signs, everybody's seats in every round, what is called out."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from paper.fonts import isolated
from paper.sheets.rounds import brings, not_by_letter, notes
from paper.sheets.sheet import KEPT_TOGETHER, PrintJob, column, in_round, left_out, with_town
from rules.duties import collector, first_east
from scoring.standings.queries import standings_of
from tournament.models import Entry, Round, Tournament
from tournament.seating.announcing import announced
from tournament.seating.queries import by_name
from tournament.words import table_of_three, what_is_brought

MOST_ROUNDS_UPRIGHT = 8
MOST_TALLIES_UPRIGHT = 5
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
    if not job.rounds:
        return None
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
                *(f"{seats[n].table}{seats[n].letter}" if n in seats else "–" for n in rounds),
            ]
            for entry, seats in job.seats.items()
        ],
    }


def all_by_table(job: PrintJob) -> dict[str, Any] | None:
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
    apart = [
        _("Before %(round)s not by letter: %(players)s.")
        % {"round": job.tournament.round_in_words(number), "players": not_by_letter(job, number)}
        for number in job.own_ways
    ]
    letters = [{"letter": letter, "move": moved(step)} for letter, step in steady_steps(rounds).items()]
    return {
        "letters": letters,
        "apart": apart,
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


def with_start(job: PrintJob, round_: Round) -> str:
    start = job.starts.get(round_.number)
    return f"{round_} · {start}" if start else str(round_)


def moved(step: int) -> str:
    """A step of a letter after each round in words, as "up 2"; positive steps are up."""
    if step == 0:
        return _("stays")
    return _("up %d") % step if step > 0 else _("down %d") % -step


def announcements(job: PrintJob) -> dict[str, Any] | None:
    tournament = job.tournament
    if not job.rounds:
        return None
    items = []
    for seated in job.rounds:
        round_ = seated.round
        lines = [line for line in notes(job, seated) if line != _("Draft, not published.")]
        if round_.number == 1:
            lines.append(_("Sit where your seat slip, the wall or your phone says."))
        elif not round_.steps:
            lines.append(_("Go where your seat slip or the wall says."))
        lines.append(
            _("%(games)s games in %(minutes)s minutes, with a warning %(warning)s minutes before the end.")
            % {
                "games": tournament.games_in(round_.number),
                "minutes": round_.minutes,
                "warning": tournament.warning_minutes,
            }
        )
        if east := first_east(tournament.profile.first_east, "ABCD", tournament.pivot):
            lines.append(_("%(letter)s is East first.") % {"letter": east})
        if tournament.profile.collector != "scorekeeper":
            letter = collector(tournament.collector_turn(round_.number), "ABCD")
            lines.append(brings(tournament, letter))
        else:
            words = _("The table’s scorekeeper takes %(cards)s to the desk.")
            lines.append(words % {"cards": what_is_brought(tournament)})
        of_three = [table.number for table in seated.tables if len(table.entries) == 3]
        if of_three and (otherwise := table_of_three(tournament, round_.number)):
            where = ", ".join(_("Table %(number)s") % {"number": number} for number in of_three)
            lines.append(f"{where}. {otherwise}")
        items.append({"title": str(round_), "lines": lines})
    return {"items": items}


def board(job: PrintJob) -> dict[str, Any] | None:
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
    lines = (
        (_("Round, table, game"), 1),
        (_("Who called the director, and when"), 1),
        (_("What players said"), 1),
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
        "items": [[str(entry.number), name, *("" for _head in heads), ""] for entry, name in tallied(job)],
    }


def tallied(job: PrintJob) -> list[tuple[Entry, str]]:
    """Everybody registered, and who withdrew with points that count, by family name."""
    with_points = {place.entry for place in standings_of(job.tournament).ranked}
    withdrawn = job.tournament.entries.filter(pk__in=with_points, state=Entry.State.WITHDRAWN).with_people()
    marked = _("%(name)s, withdrawn")
    rows = [(entry, with_town(job, entry)) for entry in job.entries]
    rows += [(entry, marked % {"name": isolated(with_town(job, entry))}) for entry in withdrawn]
    return sorted(rows, key=lambda row: by_name(row[0]))


def tally_heads(tournament: Tournament) -> list[str]:
    blocks = {block.last: block.name for block in tournament.blocks} if len(tournament.blocks) > 1 else {}
    heads: list[str] = []
    for number in range(1, tournament.last_round + 1):
        heads += filter(None, (tournament.round_name(number), blocks.get(number)))
    return heads
