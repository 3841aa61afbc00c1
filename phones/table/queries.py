"""A table as its phones see it: what is entered, who said what of it, and what it waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce, Least
from django.utils import timezone
from msgspec import structs

from phones.models import PhoneKey, PhoneMode
from phones.models.table import WHOLE_CARD, EnteredGame, GameAnswer, PhoneTable
from record.verbs import Verb
from rules.systems.family import Family
from rules.systems.registry import profile_from_data
from scoring.models import CardSet, SetVersion
from scoring.sets.games import PlayedGame, play
from scoring.sets.queries import DeskTable, desk_table_of
from scoring.sets.typed import Facts, WrittenGame, games_from
from tournament.models import Entry, Round, Table, Tournament

TURNS = 2
"""So often players may disagree about one game before the director is called."""
IS_CALLED = Q(called_at__isnull=False) & ~Exists(
    SetVersion.objects.filter(
        Q(verb=Verb.SET_HANDED_BACK) | Q(verb=Verb.SET_ACCEPTED, by=F("table__card_set__ruled_by")),
        table=OuterRef("table"),
        at__gte=OuterRef("called_at"),
    )
)
"""Of a table, in a query: its players wait for the director, who has neither ruled nor left it to the desk since."""
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


class Around(NamedTuple):
    """What all tables' pages depend on besides the tables. `corrections_end`: when players' time to say what is wrong
    is over, or was; None while no such time was set. `rounds`: of each its number, the version of its seats, and
    when it was published. `standings`: their version, in systems where a game depends on other rounds; 0 elsewhere.
    """

    mode: PhoneMode = PhoneMode.OFF
    finished_at: datetime | None = None
    second_person: bool = False
    rounds_planned: int = 0
    time_zone: str = ""
    corrections_end: datetime | None = None
    standings: int = 0
    rounds: tuple[tuple[object, ...], ...] = ()

    @property
    def corrections_are_over(self) -> bool:
        """Whether nobody says any more what is wrong: that time is over, or the standings are final."""
        ended = self.corrections_end
        return self.finished_at is not None or (ended is not None and ended <= timezone.now())


def around(tournament: int) -> Around:
    """One query; nothing before there is a round."""
    window = "tournament__correction_window"
    rows = list(
        Round.objects.filter(tournament=tournament)
        .order_by("number")
        .values_list(
            "tournament__phone_setting__mode",
            "tournament__finished_at",
            "tournament__second_person",
            "tournament__rounds_planned",
            "tournament__time_zone",
            Least(f"{window}__closes_at", Coalesce(f"{window}__ended_at", f"{window}__closes_at")),
            "tournament__standings_version",
            "tournament__frozen_profile",
            "number",
            "seating_version",
            "published_at",
        )
    )
    if not rows:
        return Around()
    values: dict[str, Any] = dict(zip(Around._fields, rows[0], strict=False))
    values["mode"] = PhoneMode(values["mode"] or PhoneMode.OFF)
    numbers = values["rounds"]  # the frozen ones
    values["standings"] *= numbers is not None and profile_from_data(numbers).looks_at_other_rounds
    return Around(**{**values, "rounds": tuple(row[-3:] for row in rows)})


def telling(family: Family) -> Any:
    return import_module(f"phones.table.families.{family.form or 'plain'}")


def off_list(played: PlayedGame, facts: Facts | None) -> int:
    """The value of a hand off the event's list; 0 of any other."""
    return getattr(facts, "value", 0) if "value-off-list" in played.warnings else 0


@dataclass(frozen=True)
class GameNow:
    """The version of a game that stands, and the one `before` it. `right`: who agrees; `wrong`: by letter, what is
    different.
    """

    number: int
    row: EnteredGame
    written: WrittenGame
    played: PlayedGame
    before: WrittenGame | None
    right: tuple[str, ...]
    wrong: Mapping[str, str]
    times_disputed: int

    @property
    def version(self) -> int:
        return self.row.version

    @property
    def points(self) -> Mapping[str, int]:
        return self.played.points or {}

    @property
    def is_won(self) -> bool:
        return getattr(self.written.facts, "outcome", "win") == "win"

    @property
    def off_list(self) -> int:
        return off_list(self.played, self.written.facts)


@dataclass(frozen=True)
class TableNow:
    """`on_paper`: the letters whose players use paper by a director's decision; of the whole table: all. `is_called`:
    they wait for the director. `typed_at_desk`: the desk has typed the set, so that phones change nothing of it any
    more. `used_by`: the devices that entered or answered here, each with the key of the entry it did so for.
    """

    desk_table: DeskTable
    row: PhoneTable
    around: Around
    games: tuple[GameNow | None, ...] = ()
    card_right: tuple[str, ...] = ()
    on_paper: tuple[str, ...] = ()
    typed_at_desk: bool = False
    is_called: bool = False
    used_by: frozenset[tuple[str, int]] = frozenset()

    @property
    def whole_version(self) -> tuple[object, ...]:
        """What the table's pages depend on: its own version, what is around it, and what the desk has of it."""
        card_set = self.desk_table.card_set
        at_desk = (
            card_set and card_set.state,
            card_set and card_set.version,
            self.desk_table.written_off is not None,
        )
        return (self.row.version, self.around, self.around.corrections_are_over, at_desk)

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

    @property
    def points(self) -> list[dict[str, int]]:
        return [dict(game.points) for game in self.entered]

    @cached_property
    def seats(self) -> str:
        return seats_of(self.desk_table)

    def letter_of(self, entry: int) -> str:
        """Where the player sits; "" where somebody else does now."""
        return next((letter for letter, other in self.entries.items() if other.pk == entry), "")

    @property
    def entered(self) -> list[GameNow]:
        return [game for game in self.games if game is not None]

    def game(self, number: int) -> GameNow | None:
        return self.games[number - 1] if 1 <= number <= len(self.games) else None

    def played_with(self, number: int, facts: Facts | None) -> PlayedGame:
        """What this game gives with these facts, after those that are entered."""
        games = [other.written if other else WrittenGame() for other in self.games]
        games[number - 1] = WrittenGame(facts=facts)
        return play(games, self.desk_table.rules)[number - 1]

    @property
    def next_game(self) -> int:
        """The first game that nobody has entered; 0 where all are."""
        return next((number for number, game in enumerate(self.games, 1) if game is None), 0)

    @property
    def is_complete(self) -> bool:
        """Whether every game is entered, and agreed by all who answer by phone."""
        return not self.next_game and all(
            not self.missing_of(game) and not game.wrong for game in self.entered
        )

    def with_right(self, letter: str, number: int, used_by: frozenset[tuple[str, int]]) -> TableNow:
        """The table once this player has agreed to a game as it stands, or to the whole card, on these devices."""
        now = replace(self, used_by=self.used_by | used_by)
        if number == WHOLE_CARD:
            return replace(now, card_right=tuple(sorted({*self.card_right, letter})))
        games = (
            replace(
                game,
                right=tuple(sorted({*game.right, letter})),
                wrong={by: field for by, field in game.wrong.items() if by != letter},
            )
            if game and game.number == number
            else game
            for game in self.games
        )
        return replace(now, games=tuple(games))

    @property
    def asked(self) -> list[str]:
        """The letters that phones ask, or have asked until all went to paper."""
        return [letter for letter in self.letters if self.is_all_on_paper or letter not in self.on_paper]

    def missing_of(self, game: GameNow) -> list[str]:
        return [letter for letter in self.asked if letter not in game.right and letter not in game.wrong]

    @property
    def missing_of_card(self) -> list[str]:
        return [letter for letter in self.asked if letter not in self.card_right]

    @property
    def disputed(self) -> list[int]:
        return [game.number for game in self.entered if game.wrong]

    @property
    def unanswered(self) -> list[int]:
        return [game.number for game in self.entered if not game.wrong and self.missing_of(game)]

    @property
    def is_confirmed(self) -> bool:
        """Whether everybody agreed to the same card, each on a phone of her own or with her PIN."""
        return self.is_complete and not self.missing_of_card and bool(self.card_right)

    @property
    def names_on_paper(self) -> list[str]:
        return [self.names[letter] for letter in self.on_paper]

    @property
    def counts_by_phone(self) -> bool:
        """Whether the set counts once all have agreed: nobody is on paper, and no second person has to type it."""
        return self.around.mode == PhoneMode.COUNT and not self.on_paper and not self.around.second_person

    @property
    def is_all_on_paper(self) -> bool:
        return set(self.letters) <= set(self.on_paper)

    @property
    def is_held(self) -> bool:
        return self.desk_table.state == CardSet.State.HELD

    @property
    def is_held_by_phones(self) -> bool:
        """Whether what phones entered is held, and nothing else of the set."""
        desk_table = self.desk_table
        of_desk = self.typed_at_desk or desk_table.in_dispute or desk_table.written_off is not None
        return self.is_held and desk_table.is_by_players and not of_desk

    @property
    def goes_on(self) -> bool:
        """Whether its phones go on once a director has been there; else the desk has what they entered."""
        return self.is_held_by_phones and not self.is_done and self.around.mode != PhoneMode.OFF

    @property
    def plays_on(self) -> bool:
        """Whether what is held is of players who go on with their phones; or nothing, of players on paper."""
        return self.goes_on or (self.is_held_by_phones and not self.entered)

    @property
    def is_accepted(self) -> bool:
        return self.desk_table.state == CardSet.State.ACCEPTED

    @property
    def is_desks(self) -> bool:
        """Whether the set as it is stored is what stands: it counts, or the desk has typed it."""
        return self.is_accepted or self.typed_at_desk

    @property
    def is_over(self) -> bool:
        """Whether phones change nothing here: the desk has the table, or everybody has agreed."""
        return self.is_held or self.is_done

    @property
    def is_newest(self) -> bool:
        """Whether no later round is published."""
        later = self.desk_table.round.number + 1
        return not any(at for number, _seats, at in self.around.rounds if number == later)

    @property
    def is_done(self) -> bool:
        """The same, whether the table is held or not."""
        return (
            self.is_desks
            or self.is_confirmed
            or self.desk_table.written_off is not None
            or self.is_all_on_paper
            or self.around.finished_at is not None
        )


def seats_of(desk_table: DeskTable) -> str:
    return " ".join(f"{letter}{entry.number}" for letter, entry in desk_table.entries.items())


def phone_table(table: Table) -> PhoneTable:
    """The table's row, made where there is none yet."""
    return PhoneTable.objects.get_or_create(table=table)[0]


def table_now(table: Table, surroundings: Around | None = None) -> TableNow:
    """Reads a table with all that its phones show. The number of queries does not depend on what is entered, unless
    somebody acted here who sits elsewhere now. `surroundings`: not older than the tournament's version they are kept
    by. Raises Conflict where the table is gone.
    """
    surroundings = surroundings or around(table.round.tournament_id)  # before the rest, which may be newer
    desk_table = desk_table_of(None, table, ("paper_table", "phone_table"))
    row: PhoneTable = getattr(desk_table.table, "phone_table", None) or phone_table(desk_table.table)
    on_paper = letters_on_paper(desk_table)
    steps = SetVersion.objects.filter(table=table)
    # What was typed of an earlier set is over.
    removed = steps.filter(state="").order_by("-pk").values("pk")[:1]
    typed = steps.filter(by__isnull=False, verb__in=TYPED_AT_THE_DESK, pk__gt=Coalesce(removed, 0))
    is_desks = not (desk_table.is_by_players or desk_table.written_set.is_blank)
    typed_at_desk = desk_table.card_set is not None and (is_desks or typed.exists())
    is_called = row.called_at is not None and PhoneTable.objects.filter(IS_CALLED, pk=row.pk).exists()
    return as_said(TableNow(desk_table, row, surroundings, (), (), on_paper, typed_at_desk, is_called))


def as_said(now: TableNow) -> TableNow:
    """The table with what was entered and said on phones until now, where nothing else of it has changed."""
    desk_table, row = now.desk_table, now.row
    entered = list(EnteredGame.objects.filter(table=now.table).order_by("version"))
    answers = list(GameAnswer.objects.filter(table=now.table))
    letters = {entry.pk: letter for letter, entry in now.entries.items()}
    people = {entry.pk: entry for entry in now.entries.values()}
    for of, name in [*((game, "entry") for game in entered), (row, "begun_by"), (row, "called_by")]:
        if entry := people.get(getattr(of, f"{name}_id")):
            setattr(of, name, entry)
    card = (WHOLE_CARD, row.card, True)
    counting = [answer for answer in answers if answer.seats == now.seats and answer.entry_id in letters]
    agreed = {
        letters[answer.entry_id]
        for answer in counting
        if (answer.game, answer.version, answer.is_right) == card
    }
    return replace(
        now,
        games=_games(desk_table, entered, answers, counting, () if now.is_all_on_paper else now.on_paper),
        card_right=tuple(sorted(agreed)),
        used_by=frozenset(
            [(game.device, game.entry_id) for game in entered]
            + [(answer.device, answer.entry_id) for answer in answers if not answer.is_shared]
        ),
    )


def _games(
    desk_table: DeskTable,
    entered: list[EnteredGame],
    answers: list[GameAnswer],
    counting: list[GameAnswer],
    on_paper: tuple[str, ...],
) -> tuple[GameNow | None, ...]:
    rules = desk_table.rules
    if desk_table.state == CardSet.State.ACCEPTED:  # as it counts, whatever other rounds say by now
        rules = structs.replace(rules, won={})
    versions: dict[int, list[WrittenGame]] = {number: [] for number in range(1, rules.games + 1)}
    for row in entered:
        versions[row.game] += games_from([{"facts": row.facts}], rules.profile)
    rows = {row.game: row for row in entered}
    written = [of[-1] if of else WrittenGame() for of in versions.values()]
    letters = {entry.pk: letter for letter, entry in desk_table.entries.items()}

    def game(number: int, played: PlayedGame) -> GameNow | None:
        if number not in rows:
            return None
        row = rows[number]
        about = [answer for answer in counting if (answer.game, answer.version) == (number, row.version)]
        wrong = {letters[answer.entry_id]: answer.field for answer in about if not answer.is_right}
        of_game = [answer for answer in answers if answer.game == number]
        turns = {answer.version for answer in of_game if answer.field or not answer.is_right}
        return GameNow(
            number=number,
            row=row,
            written=written[number - 1],
            played=played,
            before=versions[number][-2] if len(versions[number]) > 1 else None,
            right=tuple(sorted(letters[answer.entry_id] for answer in about if answer.is_right)),
            wrong={letter: field for letter, field in wrong.items() if letter not in on_paper},
            times_disputed=len(turns),
        )

    return tuple(game(number, played) for number, played in enumerate(play(written, rules), 1))


def letters_on_paper(desk_table: DeskTable) -> tuple[str, ...]:
    if getattr(desk_table.table, "paper_table", None) is not None:
        return desk_table.rules.letters
    keys = PhoneKey.objects.filter(entry__in=desk_table.entries.values(), paper_since__isnull=False)
    entries = set(keys.values_list("entry", flat=True))
    return tuple(letter for letter, entry in desk_table.entries.items() if entry.pk in entries)
