"""What a sheet is: its name, what it is for and when, who may print it, and where its data comes from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.access import Right
from club.family_names import as_shown
from club.names import shared_names
from paper.codes import code_picture
from tournament.categories.queries import seated_after
from tournament.clock.starting_times import in_words_by_round
from tournament.models import Entry, Tournament
from tournament.seating.announcing import OwnWay, own_ways
from tournament.seating.queries import RoundSeating, TakenSeat, by_name, seating

KEPT_TOGETHER = "\N{NO-BREAK SPACE}"
"""Between words that stay on one line, such as a letter and the name that it is of."""
PAPERS = {"us-letter": gettext_lazy("Letter"), "a4": gettext_lazy("A4")}


class Moment(Enum):
    BEFORE = "before"
    ROUND = "round"
    AFTER = "after"


MOMENTS = {
    Moment.BEFORE: gettext_lazy("Before the day"),
    Moment.ROUND: gettext_lazy("For a round"),
    Moment.AFTER: gettext_lazy("After the last round"),
}


@dataclass(frozen=True)
class PrintJob:
    """What somebody wants on paper. `round_number` is 0 where a sheet is not about one round.

    `chosen` are numbers of players or tables, whichever the sheet can be narrowed to; empty: all. `site` is the address
    by which phones reach this installation, empty where they cannot.
    """

    tournament: Tournament
    paper: str = "us-letter"
    language: str = "en"
    large: bool = False
    round_number: int = 0
    chosen: frozenset[int] = frozenset()
    site: str = ""

    @cached_property
    def entries(self) -> list[Entry]:
        """Everybody registered, by family name; only those chosen, where some are."""
        entries = sorted(self.tournament.entries.registered().with_people(), key=by_name)
        return [entry for entry in entries if self.includes(entry.number)]

    @cached_property
    def rounds(self) -> list[RoundSeating]:
        return [self.without_who_left(seated) for seated in seating(self.tournament)]

    @cached_property
    def seats(self) -> dict[Entry, dict[int, TakenSeat]]:
        """The seat in each round, by its number, of everybody who has one; by family name."""
        seats: dict[Entry, dict[int, TakenSeat]] = {}
        for seated in self.rounds:
            for seat in seated.taken_seats:
                seats.setdefault(seat.entry, {})[seated.round.number] = seat
        return {entry: seats[entry] for entry in sorted(seats, key=by_name)}

    @cached_property
    def round_seating(self) -> RoundSeating | None:
        if "rounds" not in vars(self):
            stored = seating(self.tournament, {self.round_number})
            return self.without_who_left(stored[0]) if stored else None
        return next((seated for seated in self.rounds if seated.round.number == self.round_number), None)

    @cached_property
    def own_ways(self) -> dict[int, list[OwnWay]]:
        """Round -> who does not go as announced before it."""
        return own_ways(self.rounds)

    @cached_property
    def last_rounds(self) -> dict[int, int]:
        """Entry -> last round, for everybody who still has a seat in a round after it."""
        return {
            entry.pk: category.last_round or 0
            for category, entries in seated_after(self.tournament).items()
            for entry in entries
        }

    def who_left(self, number: int) -> set[int]:
        return {entry for entry, last in self.last_rounds.items() if last < number}

    def without_who_left(self, seated: RoundSeating) -> RoundSeating:
        """A round to come seats everybody until the director lets a half day leave; paper for it does not."""
        if seated.round.published_at:
            return seated
        over = self.who_left(seated.round.number)
        return seated.with_seats(
            {spot: None for spot, entry in seated.seats.items() if entry and entry.pk in over}
        )

    @cached_property
    def starts(self) -> dict[int, str]:
        """When each round is to start, in words, where a director set it."""
        return in_words_by_round(self.tournament)

    @cached_property
    def alike(self) -> set[str]:
        rows = self.tournament.entries.registered().values_list("person__name", "shows_initials")
        return shared_names(as_shown(name, is_short=is_short) for name, is_short in rows)

    def includes(self, number: int) -> bool:
        return not self.chosen or number in self.chosen

    def town(self, entry: Entry) -> str:
        """The town, where somebody else has the same name; "" where the entry shows initials."""
        return entry.person.town if entry.public_name in self.alike and not entry.shows_initials else ""

    def own_page(self, entry: Entry) -> bytes:
        """The code of the player's own page as a picture; empty where phones reach none."""
        if not self.site or not self.tournament.is_watched:
            return b""
        return code_picture(f"{self.site}{self.tournament.get_absolute_url()}?me={entry.number}")


@dataclass(frozen=True)
class Sheet:
    """A kind of sheet. `data` gives what the template reads; its list `items` is what repeats on it.

    None: there is nothing to print yet. `narrowed_by` says what the sheet can be narrowed to: players or tables.
    `revision` is for sheets that the program counts revisions of itself; 0: every print that differs is a new one.
    `keep` keeps what the program has to know of it later, before it is printed.
    `fits` tells tournaments that have no use for it. `example` is for the preview while there is nothing to print yet,
    `setup_page` the name of a page on which the sheet is arranged.
    """

    name: str
    title: Promise
    purpose: Promise
    moment: Moment
    data: Callable[[PrintJob], Mapping[str, Any] | None]
    template: str = "listing"
    right: Right = "score"
    is_of_round: bool = False
    narrowed_by: str = ""
    has_large: bool = True
    revision: Callable[[PrintJob], int] = field(default=lambda _asked: 0)
    keep: Callable[[PrintJob], None] | None = None
    fits: Callable[[Tournament], bool] = field(default=lambda _tournament: True)
    example: Callable[[PrintJob], Mapping[str, Any]] | None = None
    setup_page: str = ""


def left_out(job: PrintJob, rounds: Sequence[RoundSeating]) -> list[str]:
    """Says of the first of these rounds that it is shown without a half day; nothing where none is."""
    for seated in rounds:
        if not seated.round.published_at and (over := job.who_left(seated.round.number)):
            sentence = ngettext(
                "From %(round)s on without the %(count)d player whose part of the event ends before. "
                "It is planned again when they leave.",
                "From %(round)s on without the %(count)d players whose part of the event ends before. "
                "It is planned again when they leave.",
                len(over),
            )
            values = {"round": job.tournament.round_in_words(seated.round.number), "count": len(over)}
            return [sentence % values]
    return []


def divided(job: PrintJob, entry: Entry) -> dict[str, str]:
    """A name for lists in its parts, so that the family name can be set bold."""
    name = entry.public_divided_name
    gap = " " if name.after and name.after[0] != "," else ""
    return {
        "before": f"{name.before} " if name.before else "",
        "family": name.family,
        "after": f"{gap}{name.after}",
        "town": job.town(entry),
    }


def with_town(job: PrintJob, entry: Entry) -> str:
    name = divided(job, entry)
    full_name = f"{name['before']}{name['family']}{name['after']}"
    return f"{full_name} ({name['town']})" if name["town"] else full_name


def numbers_of(text: str) -> frozenset[int] | None:
    """The numbers of "1-4, 7, 12"; None where it is no such list."""
    numbers: set[int] = set()
    for part in text.replace("–", "-").replace(";", ",").replace(" ", ",").split(","):
        first, dash, last = part.partition("-")
        if not part:
            continue
        if not first.isdecimal() or (dash and not last.isdecimal()) or len(part) > 11:
            return None
        start, end = int(first), int(last or first)
        if end - start > 5_000:
            return None
        numbers.update(range(start, end + 1))
    return frozenset(numbers)


def spans_of(numbers: Sequence[int]) -> list[str]:
    """Numbers, smallest first, as `numbers_of` takes them: "1-4", "7"."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1] = [spans[-1][0], number]
        else:
            spans.append([number])
    return ["-".join(map(str, span)) for span in spans]


def column(head: str, *, side: str = "left", grow: bool = False, bold: bool = False) -> dict[str, Any]:
    return {"head": head, "side": side, "grow": grow, "bold": bold}


def in_round(job: PrintJob, title: str) -> str:
    return _("%(round)s, %(what)s") % {"round": job.tournament.round_name(job.round_number), "what": title}
