"""Everything that is read on a player's card beside its boxes: what all cards of a letter say, and what one alone."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from paper.cards.drawing import by_hand
from paper.cards.geometry import MARK, Box, Geometry, Line, Pen, Tile
from paper.cards.kinds import CardKind
from paper.cards.labels import (
    CAPITAL,
    POINT,
    Head,
    Place,
    folded,
    heads_above,
    label,
    lines_of,
    sheet_label,
    sheet_word,
)
from paper.fonts import isolated, width_of
from paper.sheets.sheet import PrintJob
from rules.game import Scored
from rules.score import score_game
from rules.systems.profile import Profile
from scoring.sets.table_rules import TableRules
from tournament.models import Entry, Verification
from tournament.words import table_of_three

EXAMPLES_AT, EXAMPLE_HIGH, EXAMPLE_BOX = 30.8, 5.4, 4.1
SMALL = 10  # points: nothing that players read is smaller
LEGEND_TO, FOOT = 37.4, 1.7  # where the names of extras end, and how far above the boxes heads stand
TILE = (20.0, 0.0, 14.0, 17.0)
Words = list[dict[str, Any]]


def dressed(geometry: Geometry, kind: CardKind, rules: TableRules, letter: str) -> Geometry:
    """The card with the tile of its letter, the example in pen, and the lines to the heads of boxes."""
    boxes, pens, _words = _examples(kind, rules)
    return replace(
        geometry,
        boxes=(*geometry.boxes, *boxes),
        tiles=(Tile(letter, *TILE),),
        pens=tuple(pens),
        lines=(*geometry.lines, *leaders(rules.profile, kind, geometry)),
    )


def form_words(kind: CardKind, geometry: Geometry, rules: TableRules, letter: str) -> Words:
    words = [
        *_row_words(rules.profile, geometry),
        *_heads(rules.profile, kind, geometry),
        *_examples(kind, rules)[2],
    ]
    if letter:
        words.append(label(Place(TILE[0], 2.4, TILE[2], at="center"), letter, 23, bold=True))
    else:
        words.append(label(Place(TILE[0], 12.6, TILE[2], at="center"), "A B C D", 10))
    if kind.extras:
        names = " · ".join(f"{number}\u00a0{name}" for number, name in enumerate(kind.extras, 1))
        text = f"{_('Extras')}: {names}"
        words.append(folded(Place(0, EXAMPLES_AT, geometry.width, 7.8), text, 10))
    return words


def card_words(
    job: PrintJob,
    kind: CardKind,
    geometry: Geometry,
    rules: TableRules,
    entries: Mapping[str, Entry],
    letter: str,
    table: int | str,
) -> Words:
    """What stands on one card alone: table, round, who plays, who verifies and who hands in. No table: to fill in."""
    tournament, left = job.tournament, 38.7
    room, entry = geometry.width - left - MARK - 1, entries.get(letter)
    number = _("No. %(number)s") % {"number": entry.number if entry else "____"}
    name = entry.public_name if entry else 26 * "_"
    town = job.town(entry) if entry else ""
    wide = geometry.width - width_of(number) * 11 * POINT - 4
    event = " · ".join(filter(None, [tournament.name, rules.profile.sheet_words["title"]]))
    words = [
        label(
            Place(left, 0.2, room), _("Table %(number)s") % {"number": table or "____"}, 29 if table else 22
        )
        | {"title": True},
        label(Place(left, 9.9, room), which_round(job, table), 11, bold=True),
        folded(Place(left, 14.4, geometry.width - left, 3.6), event, 10),
        _name(name, town, wide, is_blank=entry is None),
        label(Place(geometry.width, 23.1, at="right"), number, 11) | {"gray": True},
    ]
    note = _note_of_three(job, entries)
    if kind.hands:
        east, box = rules.first_east if entry else "", geometry.by_name["first-east"]
        words.append(label(Place(box.x, box.y + 2, box.width, at="center"), east, 13, bold=True))
    else:
        words += _verifier(geometry, rules, entries, letter)
    foot = [_brings(rules, entries, letter)] if table else []
    if note:
        foot.append(note)
    text, place = (
        " ".join(foot),
        Place(MARK + 1, geometry.height - 5.2, geometry.width - 2 * MARK - 2, 4, "center"),
    )
    line = folded(place, text, 10.5, bold=rules.collector == letter)
    if line["size"] < SMALL:  # higher, where it takes several lines
        lines = lines_of(text, place.width / (SMALL * POINT), bold=False)
        line = folded(place._replace(y=place.y - 3.4 - 1.2 * (lines > 3), height=15.4), text, SMALL)
    words.append(line)
    return words


def which_round(job: PrintJob, table: int | str) -> str:
    """ "Round 2 of 6"; to fill in where there is no table."""
    tournament, number = job.tournament, job.round_number
    if not table:
        return _("Round ____")
    name = tournament.round_name(number)
    if number in tournament.bonus_rounds or number > tournament.rounds_planned:
        return name
    return _("%(round)s of %(rounds)s") % {"round": name, "rounds": tournament.rounds_planned}


def _name(name: str, town: str, wide: float, *, is_blank: bool) -> dict[str, Any]:
    text = f"{name} ({town})" if town else name
    one = label(Place(0, 22.0), text, 20 if not is_blank else 14, bold=not is_blank)
    if width_of(text, bold=True) * 20 * POINT <= wide or is_blank:
        return one
    name_in_lines = folded(Place(0, 19.0, wide, 9), text, 15, bold=True)
    return name_in_lines if name_in_lines["width"] else name_in_lines | {"y": 22.9}


def _brings(rules: TableRules, entries: Mapping[str, Entry], letter: str) -> str:
    if letter == rules.collector:
        return (
            _("You take all three cards to the desk.")
            if len(rules.letters) == 3
            else _("You take all four cards to the desk.")
        )
    entry = entries.get(rules.collector)
    who = f"{rules.collector}, {isolated(entry.public_name)}," if entry else rules.collector
    if not who:
        return ""
    if len(rules.letters) == 3:
        return _("%(who)s takes all three cards to the desk.") % {"who": who}
    return _("%(who)s takes all four cards to the desk.") % {"who": who}


def _verifier(geometry: Geometry, rules: TableRules, entries: Mapping[str, Entry], letter: str) -> Words:
    box = geometry.by_name["initials"]
    by = rules.verifiers().get(letter, "") if letter and rules.practice != Verification.EAST else ""
    who = entries.get(by)
    first = _("Checked by %(letter)s,") % {"letter": by} if who else _("Checked by")
    return [
        label(Place(box.x, box.y - 8.6), first, 10.5),
        label(Place(box.x, box.y - 4.4, box.width), _fitting(who, box.width) if who else "", 11, bold=True),
        label(Place(box.x + 1.2, box.y + box.height - 3.4), _("initials"), 10) | {"gray": True},
    ]


def _fitting(entry: Entry, width: float) -> str:
    """The name, or what is left of it in the room for it: the first name and an initial."""
    name = entry.public_name
    if width_of(name, bold=True) * 11 * POINT <= width:
        return name
    parts = entry.public_divided_name
    return f"{parts.before.split()[0]} {parts.family.split()[-1][:1]}." if parts.before else name


def _note_of_three(job: PrintJob, entries: Mapping[str, Entry]) -> str:
    """What a player at a table of three has to know; "" at tables of four."""
    if len(entries) != 3:
        return ""
    empty = next(seat for seat in "ABCD" if seat not in entries)
    return table_of_three(job.tournament, job.round_number) or _(
        "Table of three: nobody sits at %(letter)s."
    ) % {"letter": empty}


def _row_words(profile: Profile, geometry: Geometry) -> Words:
    sums = {"total": "round-total", "so-far": "so-far"}
    words, height = [], geometry.row_height
    has_minus = "1.minus" in geometry.by_name
    for name, y in geometry.rows:
        if name in sums:
            box = geometry.by_name[f"{name}.digit-1"]
            circle = geometry.by_name.get(f"{name}.minus", box)
            word = sheet_label(
                profile, sums[name], Place(0, y + 1.5, circle.x - 1, box.height - 1.5), 12, folds=True
            )
            if not word["width"]:
                word["y"] = y + (box.height - word["size"] * CAPITAL) / 2
            words.append(word | {"bold": name == "total"})
        elif name == "spare":
            words.append(
                label(
                    Place(1.6, geometry.tints[0][1] + 1.4, 92),
                    _("Mistake? Cross out the row, write it again here."),
                    10.5,
                )
            )
            if has_minus:
                words.append(
                    label(Place(1.6, y + (height - 11 * CAPITAL) / 2, 11.2), _("Game"), 11) | {"gray": True}
                )
        else:
            at = y + height / 2
            if has_minus:
                words.append(label(Place(0, at - 11 * CAPITAL / 2, 11.2), _("Game"), 11) | {"gray": True})
            words.append(label(Place(12 if has_minus else 1.5, at - 15 * CAPITAL / 2), name, 15, bold=True))
    return words


# Examples ------------------------------------------------------------------------------------------------------


def examples_of(profile: Profile) -> list[tuple[int, str]]:
    """Points, a penalty and nothing, by the profile's first example, each with its words."""
    scored = score_game({**next(iter(profile.family.examples(profile)))[1], "seats": tuple("ABCD")}, profile)
    points = scored.points.values() if isinstance(scored, Scored) else ()
    most, least = max(points, default=0), min(points, default=0)
    return [
        (most, _("%(points)s points") % {"points": most}),
        (least, _("penalty")),
        (0, _("none")),
    ]


def _examples(kind: CardKind, rules: TableRules) -> tuple[list[Box], list[Pen], Words]:
    """How a number is written, in pen: points, a penalty, nothing, from the profile's first example."""
    boxes: list[Box] = []
    pens: list[Pen] = []
    words: Words = []
    if kind.hands or kind.extras:
        return boxes, pens, words  # where a house has extras, their names stand there
    profile = rules.profile
    digits, examples = len(str(profile.most)), examples_of(profile)
    texts = [width_of(text) * 10 * POINT + 1.4 + (6.0 if number < 0 else 0) for number, text in examples]
    box = min(EXAMPLE_BOX, (94.0 - sum(texts)) / digits / len(examples))
    gap = (96.0 - sum(texts) - len(examples) * digits * box) / 2
    x = 0.0
    for place, ((number, text), wide) in enumerate(zip(examples, texts, strict=True)):
        words.append(label(Place(x, EXAMPLES_AT + (EXAMPLE_HIGH - 10 * CAPITAL) / 2), text, 10))
        left = x + wide
        if number < 0:
            circle = Box(f"example-{place}.minus", left - 5.2, EXAMPLES_AT + 0.5, 4.6, 4.6, "circle")
            boxes.append(circle)
            pens.append(Pen("-", circle.center[0], circle.center[1] - 1.8, 3.6))
        boxes += [
            Box(f"example-{place}.digit-{slot + 1}", left + slot * box, EXAMPLES_AT, box, EXAMPLE_HIGH)
            for slot in range(digits)
        ]
        struck = profile.marked_numbers and number == 0
        x = left + digits * box
        pens += by_hand(str(abs(number)), x, EXAMPLES_AT + 1.0, 3.4, box, struck=struck)
        x += gap
    return boxes, pens, words


# Heads ---------------------------------------------------------------------------------------------------------


def tick_heads(profile: Profile, kind: CardKind, geometry: Geometry) -> list[Head]:
    first = geometry.rows[0][1]
    centers = [geometry.by_name[f"1.{tick}"].center[0] for tick in kind.ticks]
    apart = min((after - before for before, after in pairwise(centers)), default=13.0)
    above = LEGEND_TO if kind.extras else EXAMPLES_AT if kind.hands else EXAMPLES_AT + EXAMPLE_HIGH
    words = [_("Extras") if tick == "extras" else sheet_word(profile, tick) for tick in kind.ticks]
    columns = [(center, apart - 0.6, word, False) for center, word in zip(centers, words, strict=True)]
    return heads_above(columns, geometry.width + 1.5, first - FOOT - above)


def leaders(profile: Profile, kind: CardKind, geometry: Geometry) -> list[Line]:
    first, heads = geometry.rows[0][1], tick_heads(profile, kind, geometry)
    ends = [
        (head, geometry.by_name[f"1.{tick}"].center[0]) for tick, head in zip(kind.ticks, heads, strict=True)
    ]
    return [Line(x, first - FOOT - head.up + 0.9, x, first - 0.4, 0.15) for head, x in ends if head.up]


def _heads(profile: Profile, kind: CardKind, geometry: Geometry) -> Words:
    boxes, first = geometry.by_name, geometry.rows[0][1]
    words: Words = []
    if minus := boxes.get("1.minus"):
        words.append(label(Place(minus.center[0] - 7, first - 4.0, 14, at="center"), _("minus"), 10))
    hand = boxes.get("1.hand-1")
    heads = [("points", boxes["1.digit-1"].x, 23.0), *([("hand", hand.x, 14.4)] if hand else [])]
    for name, left, width in heads:
        word = sheet_label(profile, name, Place(left, first - 7.6, width, 7, at="center"), 10)
        if not word["width"]:
            word["y"] = first - 4.0
        words.append(word)
    words += [head.label(first - FOOT) for head in tick_heads(profile, kind, geometry)]
    if kind.hands:
        words += [
            _above(boxes["first-east"], _("First East")),
            _above(boxes["initials"], _("First East signs")),
            _above(boxes["second-initials"], _("Next player, for East")),
            *_values(profile, geometry),
        ]
    return words


def _above(box: Box, text: str) -> dict[str, Any]:
    word = folded(Place(box.x, box.y - 8.6, box.width + 2, 8.3), text, SMALL)
    word["y"] += 0 if word["width"] else 4.0
    return word


HAND_POINTS = {
    "half_limit": gettext_lazy("Half limit"),
    "limit": gettext_lazy("Limit"),
    "double_limit": gettext_lazy("Double limit"),
    "fishing": gettext_lazy("Fishing"),
    "fishing_double": gettext_lazy("Fishing, double limit"),
    "bouquet": gettext_lazy("Bouquet"),
    "flower": gettext_lazy("Flower"),
    "kong": gettext_lazy("Kong"),
}


def _values(profile: Profile, geometry: Geometry) -> Words:
    if not profile.hands or geometry.height < 200:
        return []
    box = geometry.by_name["initials"]
    values = [(words, value) for name, words in HAND_POINTS.items() if (value := getattr(profile, name, 0))]
    top = box.y + box.height + 7
    words = [label(Place(0, top), _("Values"), 12, bold=True)]
    for place, (name, value) in enumerate(values):
        row, column = place % 4, place // 4
        text = f"{name}: {value}"
        words.append(label(Place(column * 44, top + (row + 1) * 6.4, 52 if column else 42), text, 11))
    nobody = _("Nobody scored? Write S for stale, M for not begun, in place of the hand.")
    words.append(folded(Place(0, top + 36, geometry.width, 12), nobody, 11))
    return words
