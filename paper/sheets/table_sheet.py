"""The sheet of a table, across the page: the facts of a game once, and what each player gets; boxes and words together.

What stands on it are the fields of the family, in the order in which the desk asks them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Self

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from paper.cards.drawing import ADVANCE, by_hand
from paper.cards.geometry import CODE, MARK, Box, Geometry, Line, Pen, Tile
from paper.cards.kinds import CardKind, sums_of
from paper.cards.labels import APART, CAPITAL, POINT, Place, folded, heads_above, label, sheet_word
from paper.fonts import isolated, width_of
from paper.sheets.card_words import Words, which_round
from paper.sheets.sheet import PrintJob
from record.phrases import rules_in_words
from rules.game import Scored
from rules.score import score_game
from rules.systems.family import Field
from scoring.sets.places import FieldPlace
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import typed_facts, typing_of
from scoring.sets.words import FACTS, infraction_in_words, option_in_words
from tournament.models import Entry
from tournament.words import table_of_three

WIDTH, HEIGHT = 259.0, 195.0
GAMES = 6  # on one sheet
HIGHEST_HEADS = 20.0  # above what is rare
FEW, SPARE = 4, 2  # so few games leave room for so many that are written again
HEADS, FIRST = 46.5, 57.0  # the rule below the heads of columns, and where the first game begins
LETTER, NUMBER, HEAD = (
    (7.6, 6.9, 6.3, 6.0),
    (17.0, 16.0, 13.0, 11.5),
    (40.0, 40.0, 13.5, 11.0),
)  # the less room, the closer
OPTION, GAP = 5.8, 2.8  # from one to the next, and between two columns
TICK, CIRCLE, EXTRA = 6.4, 5.8, 5.0
RARE, RARE_BOX, RARE_WIDE = 5.4, 4.7, 8.6  # from one game with anything else to the next; its boxes
DIGIT = 4.2  # at least, in a number
WIDEST_POINTS = (28.0, 33.0)  # beside what is circled, and alone
SUM = 11.0  # from one sum to the next

# What stands above a column or beside a line, where it differs from what the desk calls the field.
SHORT = {
    "won": gettext_lazy("Who won"),
    "value": gettext_lazy("Value"),
    "from": gettext_lazy("Who threw it"),
    "class": gettext_lazy("Class"),
    "exposures": gettext_lazy("Exposures"),
    "jokerless": gettext_lazy("no jokers"),
    "won unfinished": gettext_lazy("Time"),
    "won error": gettext_lazy("Error"),
    "won thrown-in": gettext_lazy("Thrown in"),
    "from picked": gettext_lazy("picked"),
    "hand dead": gettext_lazy("dead hand"),
    "hand called": gettext_lazy("called in error"),
    "hand shown": gettext_lazy("others who showed"),
    "claimed": gettext_lazy("value claimed"),
    "mistake misnamed": gettext_lazy("misnamed"),
    "mistake out_of_turn": gettext_lazy("out of turn"),
    "by": gettext_lazy("challenge by"),
    "of": gettext_lazy("of"),
}


def said(name: str, option: str = "") -> str:
    if option:
        return str(SHORT.get(f"{name} {option}") or option_in_words(name, option))
    return str(SHORT.get(name) or FACTS.get(name) or name)


@dataclass
class TableSheet:
    """One sheet of a table, of some of its games: first its columns are measured, then each row is drawn in them."""

    job: PrintJob
    kind: CardKind
    rules: TableRules
    games: Sequence[int]
    is_last: bool = True
    boxes: list[Box] = field(default_factory=list)
    words: Words = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    tints: list[tuple[float, float, float, float]] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    pens: list[Pen] = field(default_factory=list)
    rows: list[tuple[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.profile = self.rules.profile
        self.digits = len(str(self.profile.most))
        shown = self.kind.fields
        self.of_game = [asked for asked in shown if not asked.of_seat and not asked.is_rare]
        self.of_seat = [asked for asked in shown if asked.of_seat and asked.kind in ("points", "number")]
        rare = [asked for asked in shown if asked.is_rare and asked.kind != "extras"]
        self.rare = list({asked.stem: asked for asked in rare}.values())
        self.spare = SPARE if len(self.games) <= FEW else 1
        room = HEIGHT - FIRST - 5.5 - 3 - 3 * SUM - 9
        self.pitch = min(13.0, room / (len(self.games) + self.spare))
        self.places: dict[str, float] = {}
        for self.close in range(4):
            x = 9.0
            for asked in self.of_game:
                self.places[asked.name] = x
                x += self._width(asked) + GAP
            extra = EXTRA + 0.6 if self.kind.extras else 0.0
            widest = WIDEST_POINTS[not any(asked.kind == "seat" for asked in self.of_game)] + extra
            self.column = min(widest, (WIDTH - x) / len(self.rules.letters))
            if self.column >= CIRCLE + 0.8 + GAP + extra + self.digits * DIGIT:
                break
        self.first = WIDTH - self.column * len(self.rules.letters)

    # -- Columns ---------------------------------------------------------------------------------------------------

    def _options(self, asked: Field) -> list[tuple[float, float, str, str]]:
        """What is printed to be circled: where from the column's left edge and from the middle of the row, its name and
        word. Letters stand in one line, other words on two.
        """
        found, x = [], 0.0
        if asked.kind == "seat":
            for letter in self.rules.letters:
                found.append((x + LETTER[self.close] / 2, 0.0, letter, letter))
                x += LETTER[self.close]
        words = [(option, self._option(asked, option)) for option in asked.options]
        is_short = all(len(word) < 2 for _option, word in words)
        half = -(-len(words) // 2)
        if is_short and not self.close:
            stacks = [[word] for word in words]
        elif is_short:
            stacks = [words[place::half] for place in range(half)]
        else:
            stacks = [words[place : place + 2] for place in range(0, len(words), 2)]
        for stack in stacks:
            widest = max(width_of(word, bold=True) for _option, word in stack) * 10 * POINT
            wide = OPTION if is_short else 2.4 + widest
            is_stacked = len(stack) > 1 or (is_short and self.close > 0)
            for (option, word), shift in zip(stack, (-3.0, 3.0) if is_stacked else (0.0,), strict=False):
                found.append((x + wide / 2, shift, option, word))
            x += wide
        return found

    def _option(self, asked: Field, option: str) -> str:
        """A class of hands by its letter alone, which the foot of the sheet explains."""
        word = said(asked.name, option)
        return word.split()[0] if asked.name == "class" else word

    def _width(self, asked: Field) -> float:
        widest = max((width_of(part) * 10 * POINT for part in self._head(asked).split()), default=0)
        head = min(HEAD[self.close], widest)
        match asked.kind:
            case "seat" | "choice" | "one":
                places = self._options(asked)
                return max(head, places[-1][0] + max(2.8, width_of(places[-1][3], bold=True) * 5 * POINT))
            case "ticks":
                return sum(self._tick_width(option) for option in asked.options)
            case "tick":
                return max(TICK, head)
        return max(NUMBER[self.close], head)

    def _tick_width(self, option: str) -> float:
        word = sheet_word(self.profile, option)
        return max(TICK, *(width_of(part) * 10 * POINT for part in word.split())) + 1.5

    def _head(self, asked: Field) -> str:
        return capfirst(said(asked.name))

    def _heads(self) -> None:
        columns = []
        for asked in self.of_game:
            x, wide = self.places[asked.name], self._width(asked)
            if asked.kind == "ticks":
                for option in asked.options:
                    wide = self._tick_width(option)
                    columns.append(
                        (x + (wide - 1.5) / 2, wide - 0.9, sheet_word(self.profile, option), False)
                    )
                    x += wide
            else:
                columns.append((x + wide / 2, wide + 0.6, self._head(asked), asked.kind != "tick"))
        self.words += [head.label(HEADS - 1.6) for head in heads_above(columns, WIDTH, HEADS - 30)]
        for letter, x in self._columns():
            tile = Tile(letter, x + self.column / 2 + 2 - 6.25, 24.8, 12.5, 6.6)
            self.tiles.append(tile)
            self.words.append(label(Place(tile.x + 1.8, tile.y + 1.75), letter, 13, bold=True))

    def _columns(self) -> Iterator[tuple[str, float]]:
        return ((letter, self.first + place * self.column) for place, letter in enumerate(self.rules.letters))

    # -- Rows ------------------------------------------------------------------------------------------------------

    def _row(self, name: str, y: float, tall: float) -> None:
        """The fields of one game; `tall` is the height of its boxes."""
        middle = y + tall / 2
        self.rows.append((name, y))
        for asked in self.of_game:
            x = self.places[asked.name]
            match asked.kind:
                case "seat" | "choice" | "one":
                    for dx, shift, option, word in self._options(asked):
                        dy = max(-tall / 2 + 1.6, min(tall / 2 - 1.6, shift))
                        size = 13 if dy == 0 and len(word) == 1 else 11 if len(word) == 1 else 10
                        self._word_to_circle(f"{name}.{asked.name}-{option}", x + dx, middle + dy, word, size)
                case "ticks":
                    for option in asked.options:
                        wide = self._tick_width(option)
                        self._tick(f"{name}.{option}", x + (wide - 1.5 - TICK) / 2, middle)
                        x += wide
                case "tick":
                    self._tick(f"{name}.{asked.name}", x + (self._width(asked) - TICK) / 2, middle)
                case _:
                    self.boxes.append(Box(f"{name}.{asked.name}", x, y, self._width(asked), tall))
        for letter, x in self._columns():
            self._points(f"{letter}.{name}", x, y, tall, self.digits)

    def _points(self, name: str, x: float, y: float, tall: float, digits: int) -> None:
        """What one player gets: a circle for the minus, and a box; beside it one for extras."""
        right = x + self.column - GAP
        is_game = not name.endswith(("total", "so-far"))
        has_minus = any(asked.kind == "points" for asked in self.of_seat) or not is_game
        if has_minus:
            self.boxes.append(Box(f"{name}.minus", x, y + (tall - CIRCLE) / 2, CIRCLE, CIRCLE, "circle"))
        extra = EXTRA if self.kind.extras and is_game else 0.0
        left = x + CIRCLE + 0.8
        for asked in self.of_seat[:1]:
            wide = right - left - (extra + 0.6 if extra else 0)
            self.boxes.append(Box(f"{name}.{asked.name}", left, y, wide, tall, digits=digits))
        if extra:
            self.boxes.append(Box(f"{name}.extras", right - extra, y, extra, tall))

    def _word_to_circle(self, name: str, x: float, y: float, word: str, size: float) -> None:
        wide = width_of(word, bold=True) * size * POINT
        high = size * CAPITAL
        self.words.append(label(Place(x, y - high / 2, at="center"), word, size, bold=True) | {"gray": True})
        self.boxes.append(Box(name, x - wide / 2, y - high / 2, wide, high, "word"))

    def _tick(self, name: str, x: float, middle: float) -> None:
        self.boxes.append(Box(name, x, middle - TICK / 2, TICK, TICK))

    # -- The whole -------------------------------------------------------------------------------------------------

    def made(self) -> Self:
        self._rules_of_paying()
        self._heads()
        self.lines.append(Line(0, HEADS, WIDTH, HEADS))
        self._example()
        tall = self.pitch - 3.0
        for place, game in enumerate(self.games):
            y = FIRST + 1.5 + place * self.pitch
            self._row(str(game), y, tall)
            self.words.append(label(Place(0, y + (tall - 16 * CAPITAL) / 2), str(game), 16, bold=True))
            if place:
                self.lines.append(Line(0, y - 1.5, WIDTH, y - 1.5, 0.15))
        top = FIRST + len(self.games) * self.pitch + 1.0
        self.tints.append((-1.5, top, WIDTH + 3, self.spare * self.pitch + 5.5))
        mistake = _("Mistake? Cross out the row, and write the game again here, with its number.")
        self.words.append(label(Place(0, top + 1.8), mistake, 10))
        for place in range(self.spare):
            name, y = f"spare-{place + 1}", top + 6.0 + place * self.pitch
            self._row(name, y, tall)
            self.boxes.append(Box(f"{name}.game", 0, y, 7.4, tall))
        self._below(top + self.spare * self.pitch + 8.5)
        return self

    def _below(self, top: float) -> None:
        names = ("total", "so-far")[: sums_of(self.job.tournament)] if self.is_last else ()
        usual = {"total": "round-total", "so-far": "so-far"}
        rows = [(name, sheet_word(self.profile, usual[name])) for name in names] + [
            ("initials", _("Initials"))
        ]
        wide = max(width_of(word, bold=True) * 11 * POINT for _name, word in rows) + 3
        for place, (name, word) in enumerate(rows):
            y, tall = top + place * SUM, SUM - 1.5
            at = y + (tall - 11 * CAPITAL) / 2
            self.words.append(label(Place(self.first - wide, at), word, 11, bold=name == "total"))
            for letter, x in self._columns():
                if name == "initials":
                    left = x + CIRCLE + 0.8
                    self.boxes.append(Box(f"{letter}.initials", left, y, x + self.column - GAP - left, tall))
                    by = self.rules.verifiers().get(letter, letter)
                    if by != letter:
                        self.words.append(label(Place(x, at), f"{by}:", 11))
                else:
                    self._points(f"{letter}.{name}", x, y, tall, self.digits + 1)
        self._anything_else(top, self.first - wide - 4, HEIGHT - MARK - 3)

    def _anything_else(self, top: float, right: float, bottom: float) -> None:
        """What is rare, a line for each game that has any: as many lines as there is room for."""
        if not self.rare:
            return
        self.words.append(label(Place(0, top + 0.6), _("Anything else"), 12, bold=True))
        beside = width_of(_("Anything else"), bold=True) * 12 * POINT + 4
        self.words.append(label(Place(beside, top + 1.1), _("Call the director. A line for each game."), 10))
        columns, x = [], 0.0
        parts = [("game", _("Game"), "text"), *self._rare_parts()]
        needs = [
            max(RARE_WIDE, *(width_of(part) * 10 * POINT for part in word.split())) for _n, word, _k in parts
        ]
        more = (right - sum(needs)) / len(parts)
        for (_name, word, _kind), need in zip(parts, needs, strict=True):
            columns.append((x + (need + more) / 2, need + more - APART, word, False))
            x += need + more
        heads = heads_above(columns, right, HIGHEST_HEADS)
        y = top + 5.6 + max(head.up + head.high for head in heads)
        self.words += [head.label(y) for head in heads]
        y, entry = y + 1.2, 1
        while y + RARE_BOX <= bottom:
            for (middle, wide, _word, _bold), (name, _said, kind) in zip(columns, parts, strict=True):
                wide = wide if kind == "text" else RARE_BOX
                self.boxes.append(Box(f"else-{entry}.{name}", middle - wide / 2, y, wide, RARE_BOX))
            y, entry = y + RARE, entry + 1

    def _rare_parts(self) -> Iterator[tuple[str, str, str]]:
        """The name, word and kind of each box: to tick, or to write in, letters where it is about players."""
        for asked in self.rare:
            match asked.kind:
                case "infractions":
                    for kind, answer in self.profile.infractions.items():
                        if answer != "dead":
                            yield f"{asked.stem}-{kind}", infraction_in_words(kind), "text"
                case "choice" | "one":
                    for option in asked.options:
                        kind = "text" if asked.of_seat else "tick"
                        yield f"{asked.stem}-{option}", said(asked.stem, option), kind
                case _:
                    yield asked.stem, said(asked.stem), "text"

    def _rules_of_paying(self) -> None:
        said_short = [rules_in_words(phrase) for phrase in self.profile.family.in_short(self.profile)]
        if not said_short:
            return
        left, right, size = CODE + 56.0, WIDTH - MARK - 2, 10.5
        wide = (right - left) / 2
        columns = 2 if max(map(width_of, said_short)) * size * POINT < wide - 2 else 1
        per = -(-len(said_short) // columns)
        for column in range(columns):
            lines = [text.partition(": ") for text in said_short[column * per : (column + 1) * per]]
            x = left + column * wide
            inset = max(width_of(head, bold=True) for head, _colon, _rest in lines) * size * POINT + 2
            for place, (head, _colon, rest) in enumerate(lines):
                y, room = 0.4 + place * 4.5, (right if columns == 1 else x + wide - 1) - x - inset
                self.words.append(label(Place(x, y), head, size, bold=True))
                self.words.append(label(Place(x + inset, y, room), rest, size))

    def _example(self) -> None:
        """The first row, in pen: a game of the family by the numbers of the day."""
        y, tall = HEADS + 1.2, FIRST - HEADS - 2.4
        letters, profile = self.rules.letters, self.profile
        facts = {**next(iter(profile.family.examples(profile)))[1], "seats": letters}
        scored = score_game(facts, profile)
        self.lines.append(Line(0, FIRST, WIDTH, FIRST))
        if not isinstance(scored, Scored) or not scored.points:
            return
        typed: Mapping[FieldPlace, str] = {}
        if any(asked.kind == "seat" for asked in self.of_game):
            game = msgspec.convert(facts, profile.family.game)
            typed = typing_of(profile.family).write(typed_facts(game, profile), letters)
        before = len(self.boxes)
        self._row("example", y, tall)
        self.rows.pop()
        drawn = {box.name: box for box in self.boxes[before:]}
        self.words.append(folded(Place(0, y + 1.2, 8.6, 8), _("Like this"), 10))
        for asked in self.of_game:
            text = typed.get(FieldPlace(asked.name), "")
            if circled := drawn.get(f"example.{asked.name}-{text}"):
                high = circled.height + 2.6
                self.pens.append(
                    Pen("o", circled.center[0] - 0.45 * high, circled.center[1] - high * 0.52, high)
                )
            elif text.isdecimal() and (box := drawn.get(f"example.{asked.name}")):
                self._write(box, text)
        for letter, points in scored.points.items():
            for asked in self.of_seat[:1]:
                box = drawn[f"{letter}.example.{asked.name}"]
                number = typed.get(FieldPlace(asked.name, letter)) or str(abs(points))
                self._write(box, number, struck=profile.marked_numbers and number == "0")
                if points < 0 and (minus := drawn.get(f"{letter}.example.minus")):
                    x, y = minus.center
                    self.pens.append(Pen("-", x, y - minus.height * 0.35, minus.height * 0.7))

    def _write(self, box: Box, text: str, *, struck: bool = False) -> None:
        """By hand, a digit above each tick from the right, or all in the middle."""
        high = min(4.4, box.height - 3.0)
        slot = box.width / box.digits if box.digits else ADVANCE * high
        right = box.x + box.width if box.digits else box.center[0] + len(text) / 2 * slot
        y = box.y + (box.height - high) / 2 - 0.3
        self.pens += by_hand(text, right, y, high, slot, struck=struck)

    @property
    def geometry(self) -> Geometry:
        return Geometry(
            WIDTH,
            HEIGHT,
            tuple(self.boxes),
            tuple(self.rows),
            self.pitch - 3.0,
            tuple(self.tiles),
            tuple(self.pens),
            tuple(self.lines),
            tuple(self.tints),
        )


def parts_of(games: int) -> list[range]:
    starts = [*range(1, games + 1, GAMES), games + 1]
    return [range(first, after) for first, after in pairwise(starts)]


def own_words(sheet: TableSheet, entries: Mapping[str, Entry], table: int | None) -> Words:
    """What stands on the sheet of one table alone: table, round, names, who hands it in. No table: to fill in."""
    job, left = sheet.job, CODE + 5
    tournament = job.tournament
    where = _("Table %(number)s") % {"number": table or "____"}
    title = sheet.profile.sheet_words["title"] or sheet.kind.title
    words = [
        label(Place(left, 0.5), where, 28) | {"title": True},
        label(Place(left, 12.2, 48), which_round(job, table or 0), 11, bold=True),
        label(Place(left, 17.0, 48), title, 11),
        folded(Place(left, 21.8, 48, 7.5), tournament.name, 10),
    ]
    for letter, x in sheet._columns():
        entry = entries.get(letter)
        x, wide = x + 4, sheet.column - 4.2
        if entry is None:
            sheet_line = "_" * int((wide - 1) / (width_of("_") * 10 * POINT))
            words.append(label(Place(x, 38), sheet_line, 10))
            continue
        name = " ".join(filter(None, [entry.public_name, f"({job.town(entry)})" if job.town(entry) else ""]))
        words.append(folded(Place(x, 33.3, wide, 12.0, at="center"), name, 11))
        if not words[-1]["width"]:
            words[-1]["x"] = x + wide / 2
    words.append(
        folded(
            Place(MARK + 6, HEIGHT - 6.4, WIDTH - 2 * MARK - 12, 8, at="center"),
            " ".join(_foot(sheet, entries)),
            10.5,
        )
    )
    return words


def _foot(sheet: TableSheet, entries: Mapping[str, Entry]) -> Iterator[str]:
    profile, rules = sheet.profile, sheet.rules
    yield _("Minus goes in the circle.")
    if profile.marked_numbers:
        yield _("Strike through a zero.")
    if profile.family.sums_to_zero:
        yield _("Every row adds up to zero.")
    for asked in sheet.of_game:
        if asked.name == "class":
            yield "; ".join(said(asked.name, option) for option in asked.options) + "."
    if sheet.kind.extras:
        names = ", ".join(f"{number}\u00a0{name}" for number, name in enumerate(sheet.kind.extras, 1))
        yield f"{_('Extras')}: {names}."
    if len(entries) == 3 and (otherwise := table_of_three(sheet.job.tournament, sheet.job.round_number)):
        yield otherwise
    if entry := entries.get(rules.collector):
        who = f"{rules.collector}, {isolated(entry.public_name)},"
        yield _("All initials, then %(who)s takes this sheet to the desk.") % {"who": who}
