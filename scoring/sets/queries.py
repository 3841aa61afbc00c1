"""One table of a round as the desk sees it: who sits there, its cards, and what was done to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from rules.game import LETTERS, Fault
from scoring.models import CardSet
from scoring.sets.hands_won import hands_won
from scoring.sets.judged import Table as TableRules
from scoring.sets.judged import table_rules
from scoring.sets.typed import WrittenCard, WrittenSet, blank, stored
from tournament import journal
from tournament.models import Entry, JournalEntry, Round, Seat, Table, Tournament

_SEAT = re.compile(r"([A-D])([0-9]{1,18})")


@dataclass(frozen=True)
class TablePlace:
    """A table of a published round with its set, as it stands now. `version` is 0 where no set has come in."""

    tournament: Tournament
    round: Round
    table: Table
    entries: dict[str, Entry]
    rules: TableRules
    card_set: CardSet | None
    written: WrittenSet

    @property
    def version(self) -> int:
        return self.card_set.version if self.card_set else 0

    @property
    def state(self) -> str:
        return self.card_set.state if self.card_set else "playing"

    @property
    def seats(self) -> str:
        """Names who sits at which letter, by the keys of the entries: "A9 B31 C54 D12". A form carries it along."""
        return " ".join(f"{letter}{entry.pk}" for letter, entry in self.entries.items())

    @property
    def cards(self) -> list[ShownCard]:
        """The stored cards, in the order of the pile."""
        return shown_cards(self.entries, self.written)

    @property
    def subject(self) -> str:
        """How the journal names this table's set."""
        return f"round {self.round.number} table {self.table.number}"


@dataclass(frozen=True)
class ShownCard:
    """One player's card as it is shown: of each game the number, and in words what is marked beside it."""

    letter: str
    entry: Entry
    card: WrittenCard
    games: list[tuple[int | None, list[str]]]


def shown_cards(entries: Mapping[str, Entry], written: WrittenSet) -> list[ShownCard]:
    """The cards of a set, in the order of the pile."""
    shown = []
    for letter, entry in entries.items():
        card = written.cards[letter]
        marks = [game.marks(letter) for game in written.games]
        shown.append(ShownCard(letter, entry, card, list(zip(card.points, marks, strict=False))))
    return shown


def published_round(tournament: Tournament, number: int) -> Round:
    """The round by its number; 404 where there is none, or it is not published yet."""
    round_ = tournament.rounds.filter(number=number, published_at__isnull=False).first()
    if round_ is None:
        raise Http404(_("Round %(number)s is not published.") % {"number": number})
    return round_


def table_place(tournament: Tournament, number: int, table_number: int) -> TablePlace:
    """The table of a published round, with its set; 404 where there is no such table. Five queries at most."""
    round_ = published_round(tournament, number)
    table = round_.tables.filter(number=table_number).first()
    if table is None:
        raise Http404(_("Round %(round)s has no table %(table)s.") % {"round": number, "table": table_number})
    return place_of(tournament, round_, table)


def place_of(tournament: Tournament, round_: Round, table: Table) -> TablePlace:
    """The place of a table already at hand, read anew from the database."""
    seats = table.seats.select_related("entry__person").order_by("letter")
    entries = {seat.letter: seat.entry for seat in seats}
    won = hands_won(tournament, entries, beside=table)
    card_set = (
        CardSet.objects.select_related("entered_by", "accepted_by")
        .prefetch_related("cards")
        .filter(table=table)
        .first()
    )
    return place_with(tournament, round_, table, entries, card_set, won)


def places_of_sets(tournament: Tournament, card_sets: QuerySet[CardSet]) -> list[TablePlace]:
    """The places of several sets, in their order, without the hands won elsewhere: only judging asks for those.

    Three queries however many there are.
    """
    seats = Prefetch("table__seats", Seat.objects.select_related("entry__person").order_by("letter"))
    rows = card_sets.select_related("table", "round").prefetch_related("cards", seats)
    return [
        place_with(
            tournament, row.round, row.table, {seat.letter: seat.entry for seat in row.table.seats.all()}, row
        )
        for row in rows
    ]


def place_with(
    tournament: Tournament,
    round_: Round,
    table: Table,
    entries: dict[str, Entry],
    card_set: CardSet | None,
    won: Mapping[str, dict[str, str]] | None = None,
) -> TablePlace:
    letters = tuple(entries)
    rules = table_rules(tournament, round_.number, letters, won)
    written = stored(card_set, letters, rules.games) if card_set else blank(letters, rules.games)
    return TablePlace(tournament, round_, table, entries, rules, card_set, written)


def seats_changed(place: TablePlace, seats: str) -> list[Fault]:
    """What is otherwise than in a form that was made for `seats`, seat by seat; nothing where all sit as they sat."""
    if seats == place.seats:
        return []
    keys = {letter: int(key) for letter, key in _SEAT.findall(seats)}
    rows = Entry.objects.filter(tournament=place.tournament, pk__in=keys.values()).select_related("person")
    by_key = {entry.pk: entry for entry in rows}
    sat = {letter: by_key[key] for letter, key in keys.items() if key in by_key}
    message = _(
        "The seats of table %(table)s changed after this page was opened. Compare the names with the cards."
    )
    lines = [message % {"table": place.table.number}]
    for letter in LETTERS:
        now, then = place.entries.get(letter), sat.get(letter)
        if now != then:
            names = {"letter": letter, "now": now or _("nobody"), "then": then or _("nobody")}
            lines.append(_("Seat %(letter)s: %(now)s now, %(then)s before.") % names)
    return [Fault("reseated", "", line) for line in lines]


def history(place: TablePlace) -> list[JournalEntry]:
    """What the journal has about this table's set, oldest first."""
    return histories(place.tournament, [place])[place.subject]


def histories(tournament: Tournament, places: Iterable[TablePlace]) -> dict[str, list[JournalEntry]]:
    """The same of several tables, by their `subject`. One query."""
    found: dict[str, list[JournalEntry]] = {place.subject: [] for place in places}
    for entry in journal.chain(tournament).filter(subject__in=found).order_by("sequence"):
        found[entry.subject].append(entry)
    return found
