"""When the day is over: the winners, what is left to do, and next year's tournament like this one."""

import csv
import io
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import Role, User
from record.archive.files import last_archive
from record.stamps import Stamp
from rules.systems.profile import definition
from scoring.prizes.queries import still_to_present
from scoring.prizes.rows import add_rows, rows_like
from scoring.standings.queries import standings_for
from scoring.standings.standing import Standing
from scoring.today.getting_ready import Task, Tasks, at, to_print
from scoring.today.printed import paper
from scoring.today.queries import after_the_finish
from scoring.today.steps import NextStep, step
from tournament.categories.actions import make_category
from tournament.clock.late_tables import waited_for
from tournament.models import Tournament
from tournament.roster.actions import park
from tournament.settings.actions import SETTINGS, create_tournament

OF_ONE_EVENT = frozenset({"name", "date"})
NUMBERS = ("profile_changes", "house_name", "fee_cents")


@dataclass(frozen=True)
class Afterwards:
    """`podium` has those on the first three places with what they have apart, once everybody may see them."""

    podium: list[tuple[Standing, object]]
    next: NextStep
    tasks: Tasks
    players: int
    has_master_points: bool


def afterwards(tournament: Tournament) -> Afterwards:
    is_final = tournament.finished_at is not None
    is_shown = is_final and not tournament.withheld_from
    standings = standings_for(Role.DIRECTOR.value, tournament)
    not_yet = _("A table is still out, or the standings are not final yet.")
    finish = step(tournament, _("Finish the tournament"), not_yet, "finish", _("Make the standings final"))
    return Afterwards(
        podium=[(place, standings.apart_of(place)) for place in standings.podium] if is_shown else [],
        next=after_the_finish(tournament) if is_final else finish,
        tasks=to_finish(tournament),
        players=tournament.entries.registered().count(),
        has_master_points=definition(tournament.system).has_master_points,
    )


def to_finish(tournament: Tournament) -> Tasks:
    published = set(tournament.rounds.published().values_list("number", flat=True))
    waiting = sum(len(tables) for number, tables in waited_for(tournament).items() if number in published)
    cards = ngettext("%d table is still out", "%d tables are still out", waiting) % waiting
    left, has_prizes = still_to_present(tournament).count(), tournament.prize_rows.exists()
    prizes = ngettext("%d row is not presented yet", "%d rows are not presented yet", left) % left
    if not left:
        prizes = _("All are presented.") if has_prizes else _("None are planned.")
    who_sees = (
        _("Only you can see all of them so far.") if tournament.withheld_from else _("Everybody sees them.")
    )
    archive, words = last_archive(tournament), _("One file with the whole day. Keep it on a memory stick.")
    if archive:
        made = {"at": date_format(timezone.localtime(archive), "SHORT_DATETIME_FORMAT")}
        words = _("Made %(at)s. Keep a copy on a memory stick.") % made
    is_final, unprinted = tournament.finished_at is not None, paper.still_to_print(tournament, "end")
    return Tasks(
        [
            Task(
                _("All cards are in"),
                cards if waiting else _("None is held or missing."),
                at("desk", tournament),
                bool(published) and not waiting,
                _("Score desk"),
            ),
            Task(
                _("Standings are final"),
                who_sees if is_final else _("Make them final once the corrections are in."),
                at("finish", tournament),
                is_final,
                _("Finish"),
            ),
            Task(
                _("Prizes are presented"),
                prizes,
                at("prizes", tournament),
                is_final and has_prizes and not left,
                _("Prizes"),
            ),
            Task(_("Archive"), words, at("archives", tournament), archive is not None, _("Save it")),
            Task(
                _("Certificates"),
                _("For the first three places and the prizes.") if unprinted else _("Printed."),
                to_print(tournament),
                not unprinted,
                _("Print"),
            ),
        ]
    )


@transaction.atomic
def copy_for_next_year(
    tournament: Tournament, *, name: str, day: date, again: bool, by: User, stamp: Stamp | None
) -> tuple[Tournament, int | None]:
    """A new tournament with the settings, numbers, fee, categories and prizes of this one, and the key of a roster of
    its players, parked for the director to choose from; None where nobody played.
    """
    settings = {name: getattr(tournament, name) for name in SETTINGS if name not in OF_ONE_EVENT}
    settings |= {name: getattr(tournament, name) for name in NUMBERS}
    copied = create_tournament(
        tournament.club, by=by, again=again, stamp=stamp, name=name, date=day, **settings
    )
    if (
        not copied.prize_rows.exists() and not copied.categories.exists()
    ):  # the same form again changes nothing
        for category in tournament.categories.all():
            make_category(copied, name=category.name, last_round=category.last_round, by=by)
        add_rows(copied, by=by, rows=rows_like(tournament, copied))
    people = roster_of(tournament)
    title = _("Last time’s list of players (%(date)s)") % {"date": date_format(tournament.date)}
    upload = park(copied, by=by, name=title, content=people) if people else None
    return copied, upload.pk if upload else None


def roster_of(tournament: Tournament) -> bytes:
    """Everybody who was entered, as a spreadsheet."""
    entries = tournament.entries.registered().with_people().filter(person__erased_at=None)
    rows = [
        (person.name, person.town, person.member_number, person.phone, person.email)
        for person in (entry.person for entry in entries)
    ]
    text = io.StringIO()
    csv.writer(text).writerows([("Name", "Town", "Member number", "Phone", "E-mail"), *rows])
    return text.getvalue().encode() if rows else b""
