"""What is to be done before the day: a list that ticks itself."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.today.printed import paper
from tournament.clock.starting_times import starts
from tournament.fees.queries import accounts, totals
from tournament.models import StartingTime, Tournament
from tournament.players.queries import counts
from tournament.seating.next_draw import next_draw
from tournament.seating.queries import answer, certificate_of, seating, tables_in_words
from ui.texts import in_money


@dataclass(frozen=True)
class Task:
    """A line of the list: `fact` is how it stands, `button` what is done there while it is open."""

    name: str
    fact: str
    url: str
    is_done: bool
    button: str


class Tasks(list[Task]):
    @property
    def done(self) -> int:
        return sum(task.is_done for task in self)

    @property
    def next(self) -> Task | None:
        return next((task for task in self if not task.is_done), None)


@dataclass(frozen=True)
class GettingReady:
    tasks: Tasks
    days: int
    starts: dict[int, StartingTime]


def getting_ready(tournament: Tournament, now: datetime) -> GettingReady:
    return GettingReady(
        tasks=Tasks(
            [
                players(tournament),
                rounds_and_times(tournament),
                seating_plan(tournament),
                prizes(tournament),
                fees(tournament),
                the_morning(tournament),
            ]
        ),
        days=(tournament.date - timezone.localdate(now)).days,
        starts=starts(tournament),
    )


def players(tournament: Tournament) -> Task:
    registered = counts(tournament).registered
    tables = tables_in_words(registered)
    fact = _("Nobody is on the list yet. Import a spreadsheet, or add players one by one.")
    if registered:
        fact = ngettext("%d player is on the list", "%d players are on the list", registered) % registered
    if tables:
        fact = f"{fact}: {tables}"
    return Task(_("Players"), fact, at("entries", tournament), bool(tables), _("Add players"))


def rounds_and_times(tournament: Tournament) -> Task:
    rounds = ngettext("%d round", "%d rounds", tournament.rounds_planned) % tournament.rounds_planned
    fact = _("%(rounds)s of %(minutes)d minutes.") % {"rounds": rounds, "minutes": tournament.minutes}
    has_times = bool(tournament.starting_times.exists())
    fact += " " + (_("The starting times are set.") if has_times else _("No starting times yet."))
    return Task(_("Rounds"), fact, at("starting-times", tournament), True, "")


def seating_plan(tournament: Tournament) -> Task:
    name, url = _("Seating plan"), at("seating", tournament)
    if tournament.drawn_at:
        drawn = answer(certificate_of(tournament, seating(tournament)), tournament)
        return Task(name, _("The seats are drawn.") + " " + drawn, url, True, "")
    coming = next_draw(tournament)
    if not tables_in_words(len(coming.entries)):
        return Task(name, _("It depends on the number of players."), url, False, "")
    return Task(name, coming.plan.answer, url, not coming.plan.faults, _("Look at the plan"))


def prizes(tournament: Tournament) -> Task:
    rows = list(tournament.prize_rows.all())
    cents = sum(sum(row.cents) for row in rows)
    fact = ngettext("%d row in the plan", "%d rows in the plan", len(rows)) % len(rows)
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


def the_morning(tournament: Tournament) -> Task:
    left = paper.still_to_print(tournament, "morning")
    fact = (
        _("Not printed yet: %(sheets)s.") % {"sheets": ", ".join(left)}
        if left
        else _("Everything is printed.")
    )
    return Task(_("Print the morning"), fact, to_print(tournament), not left, _("Print"))


def to_print(tournament: Tournament) -> str:
    return at(settings.PAGES["print"], tournament)


def at(page: str, tournament: Tournament) -> str:
    return reverse(page, args=[tournament.slug])
