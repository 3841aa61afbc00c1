"""The tour of the demonstration: its steps, and the page of each."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from club.models import Role
from tournament.models import Tournament

CLOSED = "tour-closed"


@dataclass(frozen=True)
class Step:
    """One step: its page, its name in links, what to look at there, and whether it is for scorekeepers too."""

    address: str
    name: str
    sentence: str
    for_scorekeepers: bool = False


@dataclass(frozen=True)
class Stop:
    """A page's step, its number, how many there are, and the next one; `step` is None on pages without a step."""

    step: Step | None
    number: int
    count: int
    next: Step | None


def is_demonstration(tournament: Tournament) -> bool:
    """Whether this is the running tournament of the demonstration club."""
    return tournament.club.is_demonstration and tournament.name == "Autumn Classic"


def stop(tournament: Tournament, path: str, role: str) -> Stop:
    """The step of the page at `path`; on a page without one, `next` is the first step."""
    way = [
        step
        for step in steps(tournament)
        if role == Role.DIRECTOR or (step.for_scorekeepers and role == Role.SCOREKEEPER)
    ]
    numbers = {step.address: number for number, step in enumerate(way, start=1)}
    number = numbers.get(path, 0)
    following = way[number] if number < len(way) else None
    return Stop(way[number - 1] if number else None, number, len(way), following)


def steps(tournament: Tournament) -> list[Step]:
    def at(page: str, *numbers: int) -> str:
        return reverse(page, args=[tournament.slug, *numbers])

    return [
        Step(at("manage"), _("Today"), _("This page says what comes next. Round 3 of 6 is being played.")),
        Step(
            at("entries"), _("Players"), _("Everybody who is entered. A roster comes in from a spreadsheet.")
        ),
        Step(
            at("check-in"), _("Check-in"), _("Everybody is here already; at the door it is one tap a player.")
        ),
        Step(
            at("seating"), _("Seating"), _("The plan was drawn before round 1. It says who will meet again.")
        ),
        Step(
            at("rounds"),
            _("Rounds"),
            _("Rounds are published, printed and timed here. Round 4 comes next."),
            for_scorekeepers=True,
        ),
        Step(
            at("desk-round", 3),
            _("Score desk"),
            _("Each tile is a table. Table 6 is held: look why."),
            for_scorekeepers=True,
        ),
        Step(
            at("desk-table", 3, 6),
            _("A held set"),
            _(
                "Two cards claim a win in game 1. The desk says what cannot be, and which mistake is likeliest."
            ),
            for_scorekeepers=True,
        ),
        Step(
            at("desk-table", 3, 11),
            _("A set to type"),
            _("These cards are in and not typed. Try: 0, 45 and -20 in a column; W fills in a wall game."),
            for_scorekeepers=True,
        ),
        Step(
            at("standings"),
            _("Standings"),
            _("What players see. Find a name: its points are told game by game."),
            for_scorekeepers=True,
        ),
    ]
