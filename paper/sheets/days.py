"""A sheet of the day that each player keeps where the table has one sheet: two blocks, left and right of a fold."""

from collections.abc import Sequence
from typing import Any

from django.utils import formats
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from paper.cards.drawing import ADVANCE, by_hand
from paper.cards.geometry import CODE, Box, Geometry, Line, Pen, Tile
from paper.cards.labels import CAPITAL, POINT, Place, folded, label
from paper.fonts import width_of
from paper.sheets.card_words import Words, examples_of
from paper.sheets.cards import form_of
from paper.sheets.sheet import PrintJob
from record.phrases import rules_in_words
from tournament.models import Block

WIDTH, HEIGHT, HALF, RIGHT = 257.0, 193.0, 113.6, 143.0
CIRCLE, LABELS = 5.6, 21.0
GAMES_FROM, GAMES_TO = 56.0, 112.0


def own_sheets(job: PrintJob) -> dict[str, Any] | None:
    """Two blocks a sheet, for everybody who sits in a round of the day."""
    if not job.seats:
        return None
    blocks = job.tournament.blocks
    pairs = [blocks[first : first + 2] for first in range(0, len(blocks), 2)]
    forms, items = [], []
    for place, pair in enumerate(pairs):
        is_last = 2 * place + len(pair) == len(blocks)
        for letter in "ABCD":
            sheet = DaySheet(job, pair, letter, is_last=is_last)
            forms.append(form_of(sheet.geometry, sheet.words))
    for entry in job.entries:
        own = job.seats.get(entry, {})
        letters = sorted({taken.letter for taken in own.values()})
        for place, pair in enumerate(pairs) if own else ():
            number = _("No. %(number)s") % {"number": entry.number}
            stays = _("You are %(letter)s all day.") % {"letter": letters[0]} if len(letters) == 1 else ""
            words = [
                folded(Place(22, 0.6, 88, 9.4), entry.public_name, 25, bold=True),
                label(Place(22, 13.2), "   ".join(filter(None, [stays, number])), 11, bold=True),
            ]
            for block, left in zip(pair, (0.0, RIGHT), strict=False):
                for round_number, x in columns_of(block, left):
                    table = "–"
                    if taken := own.get(round_number):
                        table = f"{taken.table}{'' if stays else taken.letter}"
                    words.append(label(Place(x, 45.4, at="center"), table, 22, bold=True))
            form = 4 * place + "ABCD".index(entry.start_letter or letters[0])
            items.append({"form": form, "labels": words, "code": job.own_page(entry), "number": entry.number})
    return {"of_table": True, "tall": True, "forms": forms, "items": items}


def box_width(block: Block) -> float:
    return min(24.0, (HALF - LABELS) / len(block.rounds) - CIRCLE - 2)


def columns_of(block: Block, left: float) -> list[tuple[int, float]]:
    """Each round of a block with the middle of its boxes."""
    pitch = (HALF - LABELS) / len(block.rounds)
    return [
        (number, left + LABELS + (place + 1) * pitch - box_width(block) / 2)
        for place, number in enumerate(block.rounds)
    ]


class DaySheet:
    """What the sheets of a letter share: boxes for the games of two blocks, their sums, and how points are written."""

    def __init__(self, job: PrintJob, blocks: Sequence[Block], letter: str, *, is_last: bool) -> None:
        self.job, self.profile = job, job.tournament.profile
        self.boxes: list[Box] = []
        self.lines: list[Line] = [Line(WIDTH / 2, -8, WIDTH / 2, HEIGHT + 8, 0.15)]
        self.tints: list[tuple[float, float, float, float]] = []
        self.pens: list[Pen] = []
        self.words: Words = [label(Place(0, 2.4, 16, at="center"), letter, 26, bold=True)]
        self.tile = Tile(letter, 0, 0, 16, 19)
        self._head()
        for block, left in zip(blocks, (0.0, RIGHT), strict=False):
            self._block(block, left)
        sums = [(blocks[0], 0.0)] + ([(blocks[1], RIGHT)] if len(blocks) > 1 else [])
        for block, left in sums:
            whole = [_("Whole day")] if is_last and block is blocks[-1] else []
            self._sums([_("%(block)s total") % {"block": block.name}, *whole], left)
        self._rules(0, 160.5) if len(blocks) > 1 else self._rules(RIGHT, 40.0)
        self._foot()

    def _head(self) -> None:
        tournament, wide = self.job.tournament, HALF - CODE - 4
        title = folded(Place(RIGHT, 0.8, wide, 6), tournament.name, 19)
        day = capfirst(formats.date_format(tournament.date, "DATE_FORMAT"))
        keeps = _("Keep this sheet. The table hands in a sheet of its own.")
        if self.profile.collector == "scorekeeper":
            keeps = _("Keep this sheet. %(letter)s hands in the table’s sheet.") % {"letter": "A"}
        self.words += [
            title | {"title": True},
            label(Place(RIGHT, 9.4, wide), tournament.rules_name, 11),
            label(Place(RIGHT, 14.6, wide), day, 11),
            label(Place(RIGHT, 19.8, wide), keeps, 11),
        ]

    def _block(self, block: Block, left: float) -> None:
        games = max(self.job.tournament.games_in(number) for number in block.rounds)
        pitch = min(13.9, (GAMES_TO - GAMES_FROM) / games)
        tall, wide = min(12.0, pitch - 1.9), box_width(block)
        start = self.job.starts.get(block.first, "")
        self.words += [
            label(Place(left, 27.5, HALF - 30), block.name, 28) | {"title": True},
            label(Place(left + HALF, 31.0, at="right"), start, 11) | {"gray": True},
            label(Place(left, 46.5), _("Table"), 11) | {"gray": True},
            label(Place(left, 116.5), _("Round"), 12, bold=True),
            label(Place(left, 130.6, LABELS - 0.4), _("Checked by"), 11) | {"gray": True},
        ]
        self.lines.append(Line(left, 37.0, left + HALF, 37.0, 0.4))
        rows = [(str(game), GAMES_FROM + (game - 1) * pitch, tall) for game in range(1, games + 1)]
        for name, y, high in rows:
            at = y + high / 2
            self.words.append(label(Place(left, at - 11 * CAPITAL / 2), _("Game"), 11) | {"gray": True})
            self.words.append(label(Place(left + 13.6, at - 15 * CAPITAL / 2), name, 15, bold=True))
        for number, x in columns_of(block, left):
            name = self.job.tournament.round_name(number)
            self.words.append(label(Place(x, 39.6, at="center"), name, 11))
            for row, y, high in [*rows, ("total", 113.0, 11.6)]:
                self._box(f"{number}.{row}", x - wide / 2, y, wide, high)
            self.boxes.append(Box(f"{number}.checked", x - wide / 2, 126, wide, 8.4, "line"))

    def _box(self, name: str, x: float, y: float, wide: float, high: float) -> None:
        self.boxes.append(Box(name, x, y, wide, high))
        circle = min(CIRCLE, high)
        self.boxes.append(
            Box(f"{name}.minus", x - circle - 1.0, y + (high - circle) / 2, circle, circle, "circle")
        )

    def _sums(self, names: Sequence[str], left: float) -> None:
        self.tints.append((left, 139.0, HALF, 2.6 + 14.4 * len(names)))
        for place, name in enumerate(names):
            y = 141.6 + place * 14.4
            self.words.append(label(Place(left + 4, y + (12 - 14 * CAPITAL) / 2, 62), name, 14, bold=True))
            self._box(f"{left:.0f}.sum-{place}", left + HALF - 38, y, 34, 12)

    def _rules(self, left: float, top: float) -> None:
        """How points are written; beside a block alone, below two of them."""
        said = [
            rules_in_words(phrase).partition(": ") for phrase in self.profile.family.in_short(self.profile)
        ]
        per = -(-len(said) // 2)
        for place, (head, _colon, rest) in enumerate(said):
            x, y = left + place // per * HALF / 2, top + place % per * 8.2
            inset = width_of(head, bold=True) * 10.5 * POINT + 1.6
            self.words.append(label(Place(x, y), head, 10.5, bold=True))
            self.words.append(folded(Place(x + inset, y, HALF / 2 - inset - 1.5, 8.1), rest, 10.5))

    def _foot(self) -> None:
        how = [_("Minus goes in the circle.")]
        if self.profile.marked_numbers:
            how.append(_("Strike through a zero."))
        self.words.append(label(Place(RIGHT, 177.5), " ".join(how), 10.5, bold=True))
        x = RIGHT
        for number, text in examples_of(self.profile):
            self.words.append(label(Place(x, 186.2), text, 10.5))
            x += width_of(text) * 10.5 * POINT + 1.6
            if number < 0:
                self.boxes.append(Box("example.minus", x, 185.2, 5.0, 5.0, "circle"))
                self.pens.append(Pen("-", x + 2.5, 185.8, 3.6))
                x += 5.6
            self.boxes.append(Box(f"example{number}", x, 184.6, 13.0, 6.0))
            digits, slot = str(abs(number)), ADVANCE * 3.8
            struck = self.profile.marked_numbers and number == 0
            self.pens += by_hand(digits, x + 6.5 + len(digits) / 2 * slot, 185.7, 3.8, slot, struck=struck)
            x += 19.0

    @property
    def geometry(self) -> Geometry:
        return Geometry(
            WIDTH,
            HEIGHT,
            tuple(self.boxes),
            (),
            0,
            (self.tile,),
            tuple(self.pens),
            tuple(self.lines),
            tuple(self.tints),
            code=(WIDTH - CODE, 0.0),
            has_marks=False,
        )
