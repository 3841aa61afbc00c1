"""What is to be done before the day: a list that ticks itself."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import Movement
from rules.seating import table_count
from tournament.clock.starting_times import starts
from tournament.fees.queries import accounts, totals
from tournament.models import StartingTime, Tournament
from tournament.players.queries import counts
from tournament.seating import plans
from tournament.seating.draw import stored_choice
from tournament.seating.queries import certificate_of, expected, seating, sentence
from ui.texts import in_money


@dataclass(frozen=True)
class Task:
    """A line of the list: `fact` is how it stands, `button` what is done there while it is open."""

    name: str
    fact: str
    url: str
    is_done: bool
    button: str


@dataclass(frozen=True)
class GettingReady:
    """`better` is a plan in which fewer meet again than in the one chosen; `choice` is that one, for the stamp of the
    form that takes the better one.
    """

    tasks: list[Task]
    days: int
    starts: dict[int, StartingTime]
    better: plans.Preview | None
    choice: dict[str, object]
    print_url: str

    @property
    def next(self) -> Task | None:
        return next((task for task in self.tasks if not task.is_done), None)

    @property
    def next_is_better(self) -> bool:
        """Whether the next thing is to take the better plan."""
        return self.better is not None and self.next is not None and self.next.name == _("Seating plan")


def getting_ready(tournament: Tournament, now: datetime) -> GettingReady:
    plan = None
    if tournament.drawn_at is None and isinstance(table_count(expected(tournament)), int):
        steps: Any = tournament.steps or None
        movement, rounds = Movement(tournament.movement), tournament.rounds_planned
        plan = plans.preview(expected(tournament), rounds, movement, steps)
    better = plans.better(plan) if plan else None
    return GettingReady(
        tasks=[
            players(tournament),
            rounds_and_times(tournament),
            seating_plan(tournament, plan, better),
            prizes(tournament),
            fees(tournament),
        ],
        days=(tournament.date - timezone.localdate(now)).days,
        starts=starts(tournament),
        better=better,
        choice=stored_choice(tournament),
        print_url=to_print(tournament),
    )


def players(tournament: Tournament) -> Task:
    registered = counts(tournament).registered
    tables = table_count(registered)
    fact = _("Nobody is signed up yet. Send a spreadsheet, or enter them one by one.")
    if registered:
        fact = ngettext("%d player is signed up", "%d players are signed up", registered) % registered
    if isinstance(tables, int):
        threes = 4 * tables - registered
        parts = [
            ngettext("%d table of four", "%d tables of four", tables - threes) % (tables - threes),
            ngettext("%d table of three", "%d tables of three", threes) % threes,
        ]
        shown = [part for part, number in zip(parts, (tables - threes, threes), strict=True) if number]
        fact = f"{fact}: {', '.join(shown)}"
    return Task(_("Players"), fact, at("entries", tournament), isinstance(tables, int), _("Add players"))


def rounds_and_times(tournament: Tournament) -> Task:
    rounds = ngettext("%d round", "%d rounds", tournament.rounds_planned) % tournament.rounds_planned
    fact = _("%(rounds)s of %(minutes)d minutes.") % {"rounds": rounds, "minutes": tournament.minutes}
    has_times = bool(tournament.starting_times.exists())
    fact += " " + (_("The starting times are set.") if has_times else _("No starting times yet."))
    return Task(_("Rounds"), fact, at("starting-times", tournament), True, "")


def seating_plan(tournament: Tournament, plan: plans.Preview | None, better: plans.Preview | None) -> Task:
    name, url = _("Seating plan"), at("seating", tournament)
    if tournament.drawn_at:
        drawn = sentence(certificate_of(tournament, seating(tournament)), tournament)
        return Task(name, _("The seats are drawn.") + " " + drawn, url, True, "")
    if plan is None:
        return Task(name, _("It follows from the number of players."), url, False, "")
    return Task(name, plan.sentence, url, not plan.faults and better is None, _("Look at the plan"))


def prizes(tournament: Tournament) -> Task:
    rows = list(tournament.prize_rows.all())
    cents = sum(sum(row.cents) for row in rows)
    fact = ngettext("%d line in the plan", "%d lines in the plan", len(rows)) % len(rows)
    if cents:
        fact = _("%(money)s to give away") % {"money": in_money(cents, tournament.currency)}
    elif not rows:
        fact = _("None yet.")
    return Task(_("Prizes"), fact, at("prizes", tournament), bool(rows), _("Set prizes"))


def fees(tournament: Tournament) -> Task:
    stand = accounts(tournament)
    owing = [account for account in stand if account.owed > 0]
    fact = _("Everybody has paid.") if any(account.fee for account in stand) else _("No entry fee.")
    if owing:
        values = {"money": in_money(totals(owing).owed, tournament.currency), "count": len(owing)}
        fact = (
            ngettext("%(count)d player owes %(money)s", "%(count)d players owe %(money)s", len(owing))
            % values
        )
    return Task(_("Entry fees"), fact, at("fees", tournament), not owing, _("See who"))


def to_print(tournament: Tournament) -> str:
    return f"{at(settings.PAGES['print'], tournament)}#packs"


def at(page: str, tournament: Tournament) -> str:
    return reverse(page, args=[tournament.slug])
