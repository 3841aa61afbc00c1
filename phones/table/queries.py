"""A table as its phones see it: what is entered, who said what of it, and what it waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

from phones.access import mode_of
from phones.models import PaperTable, PhoneKey, PhoneMode
from phones.models.table import WHOLE_CARD, EnteredGame, GameAnswer, PhoneTable
from record.verbs import Verb
from rules.systems.family import Family
from scoring.models import CardSet, SetVersion
from scoring.sets.games import PlayedGame, play
from scoring.sets.queries import DeskTable, desk_table_of
from scoring.sets.typed import WrittenGame, games_from
from tournament.models import Entry, Table, Tournament

TURNS = 2
"""So often players may disagree about one game before the director is called."""
TYPED_AT_THE_DESK = (
    Verb.SET_TYPED,
    Verb.SET_CHANGED,
    Verb.SET_ACCEPTED,
    Verb.SET_RULED,
    Verb.CARDS_HANDED_IN,
    Verb.SET_MOVED_HERE,
    Verb.SET_TO_CONFIRM,
    Verb.SET_CHANGED_TO_CONFIRM,
)


def telling(family: Family) -> Any:
    return import_module(f"phones.table.families.{family.form or 'plain'}")


@dataclass(frozen=True)
class GameNow:
    """The version of a game that stands. `right`: who agrees; `wrong`: by letter, what is different."""

    number: int
    row: EnteredGame
    written: WrittenGame
    played: PlayedGame
    right: tuple[str, ...]
    wrong: Mapping[str, str]
    times_disputed: int

    @property
    def version(self) -> int:
        return self.row.version

    @property
    def points(self) -> Mapping[str, int]:
        return self.played.points or {}

    def answered(self, letter: str) -> bool:
        return letter in self.right or letter in self.wrong


@dataclass(frozen=True)
class TableNow:
    """`on_paper`: the letters whose players use paper by a director's decision; of the whole table: all."""

    desk_table: DeskTable
    row: PhoneTable
    mode: PhoneMode
    games: tuple[GameNow | None, ...]
    card_right: tuple[str, ...]
    on_paper: tuple[str, ...]
    typed_at_desk: bool

    @property
    def tournament(self) -> Tournament:
        return self.desk_table.tournament

    @property
    def table(self) -> Table:
        return self.desk_table.table

    @property
    def entries(self) -> dict[str, Entry]:
        return self.desk_table.entries

    @cached_property
    def names(self) -> dict[str, str]:
        return {letter: entry.name for letter, entry in self.entries.items()}

    @property
    def letters(self) -> tuple[str, ...]:
        return self.desk_table.rules.letters

    @cached_property
    def seats(self) -> str:
        return seats_of(self.desk_table)

    def letter_of(self, entry: Entry) -> str:
        """Where the player sits; "" where somebody else does now."""
        return next((letter for letter, other in self.entries.items() if other.pk == entry.pk), "")

    @property
    def entered(self) -> list[GameNow]:
        return [game for game in self.games if game is not None]

    def game(self, number: int) -> GameNow | None:
        return self.games[number - 1] if 1 <= number <= len(self.games) else None

    @property
    def next_game(self) -> int:
        """The first game that nobody has entered; 0 where all are."""
        return next((number for number, game in enumerate(self.games, 1) if game is None), 0)

    @property
    def disputed(self) -> list[GameNow]:
        return [game for game in self.entered if game.wrong]

    @property
    def is_complete(self) -> bool:
        """Whether every game is entered, and agreed by all who answer by phone."""
        return not self.next_game and all(
            not self.missing_of(game) and not game.wrong for game in self.entered
        )

    def missing_of(self, game: GameNow) -> list[str]:
        return [
            letter for letter in self.letters if letter not in self.on_paper and not game.answered(letter)
        ]

    @property
    def missing_of_card(self) -> list[str]:
        return [
            letter for letter in self.letters if letter not in self.on_paper and letter not in self.card_right
        ]

    @property
    def is_confirmed(self) -> bool:
        """Whether everybody agreed to the same card, each on a phone of her own or with her PIN."""
        return self.is_complete and not self.missing_of_card and bool(self.card_right)

    @property
    def counts_by_phone(self) -> bool:
        """Whether the set counts once all have agreed: nobody is on paper, and no second person has to type it."""
        return self.mode == PhoneMode.COUNT and not self.on_paper and not self.tournament.second_person

    @property
    def is_held(self) -> bool:
        return self.desk_table.state == CardSet.State.HELD

    @property
    def is_accepted(self) -> bool:
        return self.desk_table.state == CardSet.State.ACCEPTED

    @property
    def is_over(self) -> bool:
        """Whether phones change nothing here: the desk has the table, or everybody has agreed."""
        return (
            self.typed_at_desk
            or self.is_held
            or self.is_accepted
            or self.is_confirmed
            or self.desk_table.written_off is not None
            or set(self.letters) <= set(self.on_paper)
            or self.tournament.finished_at is not None
        )


def seats_of(desk_table: DeskTable) -> str:
    return " ".join(f"{letter}{entry.number}" for letter, entry in desk_table.entries.items())


def phone_table(table: Table) -> PhoneTable:
    """The table's row, made where there is none yet."""
    row, _is_new = PhoneTable.objects.get_or_create(table=table)
    return row


def table_now(tournament: Tournament, table: Table) -> TableNow:
    """Reads a table with all that its phones show. The number of queries does not depend on what is entered."""
    desk_table = desk_table_of(tournament, table)
    row = (
        PhoneTable.objects.select_related("begun_by__person", "called_by__person").filter(table=table).first()
    )
    return TableNow(
        desk_table=desk_table,
        row=row or PhoneTable(table=table),
        mode=mode_of(tournament),
        games=_games(desk_table),
        card_right=_card(desk_table, row.card if row else 0),
        on_paper=_on_paper(desk_table),
        typed_at_desk=_typed_at_desk(desk_table),
    )


def _games(desk_table: DeskTable) -> tuple[GameNow | None, ...]:
    rules, seats = desk_table.rules, seats_of(desk_table)
    rows: dict[int, EnteredGame] = {}
    for row in EnteredGame.objects.filter(table=desk_table.table).order_by("version"):
        rows[row.game] = row
    answers: dict[int, list[GameAnswer]] = {}
    disputes: dict[int, set[int]] = {}
    for answer in GameAnswer.objects.filter(table=desk_table.table).exclude(game=WHOLE_CARD):
        if not answer.is_right or answer.field:
            disputes.setdefault(answer.game, set()).add(answer.version)
        stands = rows.get(answer.game)
        if stands is not None and stands.version == answer.version and answer.seats == seats:
            answers.setdefault(answer.game, []).append(answer)
    written = [
        games_from([{"facts": rows[number].facts}], rules.profile)[0] if number in rows else WrittenGame()
        for number in range(1, rules.games + 1)
    ]
    played = play(written, rules)
    letters = {entry.pk: letter for letter, entry in desk_table.entries.items()}
    return tuple(
        GameNow(
            number=number,
            row=rows[number],
            written=written[number - 1],
            played=played[number - 1],
            right=tuple(
                sorted(
                    letters[a.entry_id]
                    for a in answers.get(number, ())
                    if a.is_right and a.entry_id in letters
                )
            ),
            wrong={
                letters[a.entry_id]: a.field
                for a in answers.get(number, ())
                if not a.is_right and a.entry_id in letters
            },
            times_disputed=len(disputes.get(number, ())),
        )
        if number in rows
        else None
        for number in range(1, rules.games + 1)
    )


def _card(desk_table: DeskTable, version: int) -> tuple[str, ...]:
    rows = GameAnswer.objects.filter(
        table=desk_table.table, game=WHOLE_CARD, version=version, is_right=True, seats=seats_of(desk_table)
    )
    entries = set(rows.values_list("entry", flat=True))
    return tuple(letter for letter, entry in desk_table.entries.items() if entry.pk in entries)


def _on_paper(desk_table: DeskTable) -> tuple[str, ...]:
    if PaperTable.objects.filter(table=desk_table.table).exists():
        return desk_table.rules.letters
    keys = PhoneKey.objects.filter(entry__in=desk_table.entries.values(), paper_since__isnull=False)
    entries = set(keys.values_list("entry", flat=True))
    return tuple(letter for letter, entry in desk_table.entries.items() if entry.pk in entries)


def _typed_at_desk(desk_table: DeskTable) -> bool:
    """Whether somebody at the desk has typed this set: phones change nothing of it any more."""
    if desk_table.card_set is None:
        return False
    steps = SetVersion.objects.filter(table=desk_table.table, verb__in=TYPED_AT_THE_DESK, by__isnull=False)
    return steps.exists()
