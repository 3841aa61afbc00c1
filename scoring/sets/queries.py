"""Reads one table of a round for the desk: its players, its cards, and their versions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Exists, FilteredRelation, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from record.refused import FieldFault, conflict, overtaken
from record.stamps import Stamp
from rules.game import LETTERS
from rules.systems.profile import Profile
from scoring.models import PLAYING, Card, CardSet, SetVersion, WrittenOff
from scoring.sets.only_once import with_other_rounds
from scoring.sets.table_rules import TableRules, table_rules
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet, blank, from_data, games_from
from scoring.sets.words import marks_in_words
from tournament.models import Entry, Round, Seat, Table, Tournament
from ui.texts import shown

WHO = ("card_set__entered_by", "card_set__accepted_by", "card_set__ruled_by")
_SEAT = re.compile(r"([A-D])([0-9]{1,18})")


@dataclass(frozen=True)
class DeskTable:
    """A table of a round with its seats, rules and set, as the desk needs it. `version` is 0 if there is no set.

    `last_version`: that of the table's last set, deleted or not. `elsewhere`: for the letter of each player whose
    card of this round is typed at another table, the number of that table. `written_off`: the decision that
    the table's cards will never come in, where it stands.
    """

    tournament: Tournament
    round: Round
    table: Table
    entries: dict[str, Entry]
    rules: TableRules
    card_set: CardSet | None
    written_set: WrittenSet
    last_version: int = 0
    elsewhere: Mapping[str, int] = field(default_factory=dict)
    written_off: WrittenOff | None = None

    def refuse_written_off(self) -> None:
        """Raises Conflict for a table whose cards will never come in."""
        if self.written_off is not None:
            reason = self.written_off.reason
            sentence = reason if reason.endswith((".", "!", "?")) else f"{reason}."
            message = _("Table %(table)s is written off: %(reason)s A director takes that back first.")
            raise conflict("written-off", message % {"table": self.table.number, "reason": sentence})

    @property
    def version(self) -> int:
        return self.card_set.version if self.card_set else 0

    @property
    def state(self) -> str:
        return self.card_set.state if self.card_set else PLAYING

    @property
    def is_by_players(self) -> bool:
        """Whether what is stored came from the table's phones, and was not reopened since."""
        card_set = self.card_set
        return card_set is not None and card_set.entered_by_id is None and not card_set.reopened

    @property
    def in_dispute(self) -> bool:
        """Whether the set was reopened and no director has answered yet."""
        return self.card_set is not None and self.card_set.in_dispute

    @property
    def look(self) -> str:
        """The state as a name of `ui` STATES."""
        return "disputed" if self.in_dispute else self.state

    @property
    def is_open(self) -> bool:
        return self.state in (PLAYING, CardSet.State.IN) and self.written_off is None

    @property
    def seats(self) -> str:
        """The letters with the keys of their entries: "A9 B31 C54 D12"."""
        return " ".join(f"{letter}{entry.pk}" for letter, entry in self.entries.items())

    @property
    def stamp(self) -> Stamp:
        return Stamp(seen={"version": self.version, "seats": self.seats})

    @property
    def cards(self) -> list[ShownCard]:
        return shown_cards(self.entries, self.written_set, self.rules)


@dataclass(frozen=True)
class ShownCard:
    """One player's card for display: `games` has each game's number and its marks in words."""

    letter: str
    entry: Entry
    card: WrittenCard
    games: list[tuple[int | None, list[str]]]
    substitute: Entry | None = None


def shown_cards(entries: Mapping[str, Entry], written_set: WrittenSet, rules: TableRules) -> list[ShownCard]:
    """The cards of a set, in the order of the pile. One query where somebody played on for somebody else."""
    numbers = {card.substitute for card in written_set.cards.values() if card.substitute is not None}
    tournaments = {entry.tournament_id for entry in entries.values()}
    rows = Entry.objects.filter(tournament__in=tournaments, number__in=numbers).select_related("person")
    substitutes = {entry.number: entry for entry in rows} if numbers else {}
    cards = []
    for letter, entry in entries.items():
        card = written_set.cards[letter]
        marks = [
            [*marks_in_words(game, letter, rules.extras_names), *sheet_in_words(game, letter, points, rules)]
            for game, points in zip(written_set.games, card.points, strict=False)
        ]
        games = list(zip(card.points, marks, strict=False))
        cards.append(ShownCard(letter, entry, card, games, substitutes.get(card.substitute or 0)))
    return cards


def sheet_in_words(game: WrittenGame, letter: str, points: int | None, rules: TableRules) -> Iterator[str]:
    """What is written on the sheet of a seat, where the facts give something else."""
    written = game.on_paper.get(letter)
    if written not in (None, points):
        yield _("on the sheet: %(points)s") % {"points": shown(written, rules.profile.unit)}


def published_round(tournament: Tournament, number: int) -> Round:
    """404 where there is no round with this number, or it is not published yet."""
    round_: Round = get_object_or_404(tournament.rounds.published(), number=number)
    return round_


def get_desk_table(tournament: Tournament, number: int, table_number: int) -> DeskTable:
    """The table of a published round, with its set; 404 where there is none. Three queries at most."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=number, number=table_number)
    desk_table = _read_desk_table(tournament, tables.filter(round__published_at__isnull=False))
    if desk_table is None:
        raise Http404
    return desk_table


def desk_table_of(tournament: Tournament | None, table: Table, beside: Sequence[str] = WHO) -> DeskTable:
    """Reads the table again, and its tournament where that is None. Raises Conflict where it is gone. `beside`: what
    else of the table is read along with it; without it, who typed, accepted and ruled.
    """
    desk_table = _read_desk_table(tournament, Table.objects.filter(pk=table.pk), beside)
    if desk_table is None:
        raise overtaken()
    return desk_table


def with_write_off(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Each table with the decision that writes it off as `written_off`; without that name where none stands."""
    standing = Q(write_offs__ended_at__isnull=True)
    tables = tables.annotate(written_off=FilteredRelation("write_offs", condition=standing))
    return tables.select_related("written_off__by")  # type: ignore[misc]  # no field, for the type checker


def _read_desk_table(
    tournament: Tournament | None, tables: QuerySet[Table], beside: Sequence[str] = WHO
) -> DeskTable | None:
    """One query for the table and its set, one for its seats, and one for its cards if there is a set."""
    versions = SetVersion.objects.filter(table=OuterRef("pk")).order_by("-pk").values("number")
    bonus_rounds = Round.objects.bonus().filter(tournament=OuterRef("round__tournament"))
    whole = "round" if tournament else "round__tournament__club"
    table = (
        with_write_off(tables)
        .annotate(last_version=Subquery(versions[:1]), has_bonus_rounds=Exists(bonus_rounds))
        .select_related(whole, "card_set", *beside)
        .first()
    )
    if table is None:
        return None
    cards = Card.objects.filter(round=OuterRef("round"), entry=OuterRef("entry"))
    other_tables = cards.filter(~Q(card_set__table=OuterRef("table"))).values("card_set__table__number")
    seats = list(
        table.seats.select_related("entry__person")
        .annotate(elsewhere=Subquery(other_tables[:1]))
        .order_by("letter")
    )
    entries = {seat.letter: seat.entry for seat in seats}
    tournament = table.round.tournament = tournament or table.round.tournament
    if not table.has_bonus_rounds:
        tournament.bonus_rounds = {}  # as nearly every event; their numbers are a query of their own
    desk_table = build_desk_table(tournament, table, entries, getattr(table, "card_set", None))
    rules = desk_table.rules
    if rules.profile.looks_at_other_rounds:
        rules = with_other_rounds(rules, tournament, table.round, entries)
    return replace(
        desk_table,
        rules=rules,
        written_off=getattr(table, "written_off", None),
        last_version=table.last_version or 0,
        elsewhere={seat.letter: seat.elsewhere for seat in seats if seat.elsewhere},
    )


def desk_tables_of_sets(tournament: Tournament, card_sets: QuerySet[CardSet]) -> list[DeskTable]:
    """The tables of several sets, in their order, for display: without the hands won, `last_version` and
    `elsewhere`.

    Three queries however many there are.
    """
    seats = Prefetch("table__seats", Seat.objects.select_related("entry__person").order_by("letter"))
    rows = card_sets.select_related("table__round").prefetch_related("cards", seats)
    return [
        build_desk_table(
            tournament, row.table, {seat.letter: seat.entry for seat in row.table.seats.all()}, row
        )
        for row in rows
    ]


def build_desk_table(
    tournament: Tournament,
    table: Table,
    entries: dict[str, Entry],
    card_set: CardSet | None,
) -> DeskTable:
    letters = tuple(entries)
    rules = table_rules(tournament, table.round.number, letters)
    written_set = (
        written_set_of(card_set, letters, rules.games, rules.profile)
        if card_set
        else blank(letters, rules.games)
    )
    return DeskTable(tournament, table.round, table, entries, rules, card_set, written_set)


def seats_changed(desk_table: DeskTable, seats: str) -> list[FieldFault]:
    """One fault for each seat that differs from `seats`, which a form was made for; none if nobody moved."""
    if seats == desk_table.seats:
        return []
    keys = {letter: int(key) for letter, key in _SEAT.findall(seats)}
    rows = Entry.objects.filter(tournament=desk_table.tournament, pk__in=keys.values()).select_related(
        "person"
    )
    by_key = {entry.pk: entry for entry in rows}
    entries_then = {letter: by_key[key] for letter, key in keys.items() if key in by_key}
    message = _(
        "The seats of table %(table)s changed after this page was opened. Compare the names with the cards."
    )
    lines = [message % {"table": desk_table.table.number}]
    for letter in LETTERS:
        entry_now, entry_then = desk_table.entries.get(letter), entries_then.get(letter)
        if entry_now != entry_then:
            names = {"letter": letter, "now": entry_now or _("nobody"), "then": entry_then or _("nobody")}
            lines.append(_("Seat %(letter)s: %(now)s now, %(then)s before.") % names)
    return [FieldFault("reseated", "", line) for line in lines]


def history(desk_table: DeskTable) -> list[SetVersion]:
    return histories([desk_table])[desk_table.table.pk]


def histories(desk_tables: Iterable[DeskTable]) -> dict[int, list[SetVersion]]:
    """`history` of several tables, by the table's key. One query."""
    tables = [desk_table.table for desk_table in desk_tables]
    steps: dict[int, list[SetVersion]] = defaultdict(list)
    for step in SetVersion.objects.filter(table__in=tables).select_related("by", "other_table"):
        steps[step.table_id].append(step)
    return steps


def typed_at(desk_table: DeskTable, step: SetVersion | None) -> WrittenSet | None:
    """The table's set after a step; None if there was none."""
    return from_data(step.typed, desk_table.rules.profile) if step and step.typed else None


def written_set_of(card_set: CardSet, letters: Sequence[str], games: int, profile: Profile) -> WrittenSet:
    """A set from its row and cards; a letter without a card is blank."""
    empty = blank(letters, games, card_set.handed_in_by)
    cards = {
        card.letter: WrittenCard(
            tuple(card.points),
            card.written_total,
            card.verified_by,
            card.left_after,
            card.substitute.number if card.substitute_id is not None and card.substitute else None,
        )
        for card in card_set.cards.all()
    }
    return WrittenSet(
        cards={letter: cards.get(letter, empty.cards[letter]) for letter in letters},
        games=(*games_from(card_set.games, profile), *empty.games)[:games],
        handed_in_by=card_set.handed_in_by,
        first_east=card_set.first_east,
    )
