"""Everything that is read on a card beside its boxes: what all cards of a form say, and what one of them does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from paper.cards.geometry import TOTAL_DIGITS, Box, Geometry, Point, numbers
from paper.cards.kinds import Kind
from paper.cards.labels import CAPITAL, folded, label, sheet_label
from paper.sheets.sheet import PrintJob
from rules.systems.profile import Profile
from rules.systems.sixteen_hands import SixteenHandsProfile
from scoring.sets.table_rules import TableRules
from tournament.models import Entry, Verification
from tournament.seating.queries import TableSeating
from tournament.words import table_of_three

CLOSEST_HEADS = 10.5  # millimetres from one to the next
Words = list[dict[str, Any]]


def form_words(job: PrintJob, kind: Kind, geometry: Geometry, rules: TableRules, *, is_blank: bool) -> Words:
    """What stands on every card of a form."""
    below = title = rules.profile.sheet_words["title"] or kind.title
    if rules.collector and not is_blank:
        below = _("%(what)s · %(letter)s takes the cards to the desk") % {
            "what": title,
            "letter": rules.collector,
        }
    left, inner = _between_codes(geometry)
    words = [
        label(left, 2.2, job.tournament.name, 9, width=inner, at="center"),
        label(left, 12.3, below, 9, width=inner, at="center"),
        *_row_words(rules.profile, geometry, left=4),
    ]
    if kind.extras:
        words.append(_extras_words(kind, geometry))
    if kind.of_table:
        return words + _table_form_words(job, rules.profile, geometry)
    return words + _player_form_words(job.tournament.profile, kind, geometry)


def card_words(
    job: PrintJob,
    kind: Kind,
    geometry: Geometry,
    rules: TableRules,
    table: TableSeating | None,
    letter: str,
) -> Words:
    """What stands on one card alone: round, table, who plays and who verifies. No table: blanks to fill in."""
    left, inner = _between_codes(geometry)
    where = _("%(round)s · Table %(table)s") % {
        "round": job.tournament.round_name(job.round_number) if table else _("Round ____"),
        "table": table.number if table else "____",
    }
    words = [label(left, 6, where, 15, width=inner, bold=True, at="center")]
    entries = {seat: entry for seat, entry in table.seats if entry} if table else {}
    if kind.of_table:
        return words + _table_words(job, geometry, rules, entries)
    return words + _player_words(job, kind, geometry, rules, entries, letter)


def _between_codes(geometry: Geometry) -> tuple[float, float]:
    """Where what stands between the upper codes begins, and how wide it is."""
    return geometry.code_side + 4, geometry.width - 2 * (geometry.code_side + 4)


def _row_words(profile: Profile, geometry: Geometry, *, left: float) -> Words:
    sums = {"total": "round-total", "so-far": "so-far"}
    first = min(box.x for box in geometry.boxes if box.name.endswith((".minus", ".digit-1")))
    width, height = first - left - 1, geometry.row_height
    words = []
    for name, y in geometry.rows:
        if name in sums:
            top = y + height / 2 - 3.2
            tall = height / 2 + 3.2
            word = sheet_label(profile, sums[name], left, top, 10, width=width, height=tall, folds=True)
            if not word["width"]:
                word["y"] = y + (height - word["size"] * CAPITAL) / 2
            words.append(word)
        else:
            words.append(label(left, y + (height - 11 * CAPITAL) / 2, name, 11, width=width, bold=True))
    return words


def _extras_words(kind: Kind, geometry: Geometry) -> dict[str, Any]:
    """What the numbers in the boxes for extras mean: beside the sums, or below a table's sheet."""
    names = " · ".join(f"{number}\u00a0{name}" for number, name in enumerate(kind.extras, 1))
    text = f"{_('Extras')}: {names}"
    if kind.of_table:
        left, wide = _between_codes(geometry)
        return folded(left, geometry.height - 12.5, text, 8, width=wide, height=10)
    return _beside_sums(geometry, text, 8)


@dataclass(frozen=True)
class TickHead:
    """Where the head of a column of boxes to tick stands; `leads_to` is the box that a line leads to from it, which
    stands above its neighbors.
    """

    tick: str
    left: float
    top: float
    width: float
    leads_to: Point | None = None


def tick_heads(kind: Kind, geometry: Geometry) -> list[TickHead]:
    """The heads beside each other, or by turns on two levels where each would have too little room to be read."""
    if kind.of_table:
        return []
    boxes, first = geometry.by_name, geometry.rows[0][1]
    centers = [boxes[f"1.{tick}"].center[0] for tick in kind.ticks]
    apart = centers[1] - centers[0]
    if apart >= CLOSEST_HEADS:
        width = min(13.0, apart - 1.2)
        return [
            TickHead(tick, center - width / 2, first - 5.5, width)
            for tick, center in zip(kind.ticks, centers, strict=True)
        ]
    width = min(16.0, 2 * apart - 0.6)
    heads = []
    for place, (tick, center) in enumerate(zip(kind.ticks, centers, strict=True)):
        left, is_upper = min(center - width / 2, geometry.width - 1 - width), place % 2 == 1
        top, leads_to = (first - 12.2, (center, first - 0.4)) if is_upper else (first - 5.9, None)
        heads.append(TickHead(tick, left, top, width, leads_to))
    return heads


def leaders(kind: Kind, geometry: Geometry) -> tuple[tuple[Point, Point], ...]:
    """The lines from the heads that stand higher to their boxes."""
    ends = [head.leads_to for head in tick_heads(kind, geometry) if head.leads_to]
    return tuple(((x, y - 5.8), (x, y)) for x, y in ends)


def _player_form_words(profile: Profile, kind: Kind, geometry: Geometry) -> Words:
    boxes = geometry.by_name
    top = geometry.rows[0][1] - 5.5
    words = []
    if minus := boxes.get("1.minus"):
        words.append(label(minus.x - 3, top + 2.6, _("minus"), 8, width=13, at="center"))
    heads = [
        ("points", boxes["1.digit-1"].x, 23.0),
        ("hand", boxes["1.hand-1"].x, 14.0) if kind.hands else None,
    ]
    for name, left, width in filter(None, heads):
        word = sheet_label(profile, name, left, top + 1.2, 8, width=width, height=4, at="center")
        word["y"] += 0 if word["width"] else 1.4
        words.append(word)
    above_ticks = tick_heads(kind, geometry)
    for head in above_ticks:
        left, y, width = head.left, head.top, head.width
        if head.tick == "extras":
            word = label(left, y, _("Extras"), 7.5, width=width, at="center", folds=True)
        else:
            word = sheet_label(
                profile, head.tick, left, y, 7.5, width=width, height=5.2, at="center", folds=True
            )
        if not word["width"]:
            word["y"] += 2.7  # a single line stands where the second one of its neighbors does
        words.append(word)
    if kind.hands:
        foot, second = boxes["initials"], boxes["second-initials"]
        words += [
            _above(boxes["first-east"], _("First East"), 14),
            _above(foot, _("First East signs"), 25),
            _above(second, _("Next player signs East’s"), 38),
            *_values(profile, geometry),
        ]
    return words


def _above(box: Box, text: str, width: float) -> dict[str, Any]:
    """What a box is for, on the line above it and one more where it is long."""
    word = folded(box.x, box.y - 4, text, 8, width=width, height=6.5)
    word["y"] -= 3.2 if word["width"] else 0
    return word


def _player_words(
    job: PrintJob,
    kind: Kind,
    geometry: Geometry,
    rules: TableRules,
    entries: dict[str, Entry],
    letter: str,
) -> Words:
    entry = entries.get(letter)
    name = entry.public_name if entry else ""
    town = job.town(entry) if entry else ""
    number = _("Number %(number)s") % {"number": entry.number} if entry else _("Number ____")
    words = [
        folded(18, 18.5, name or 32 * "_", 14, width=geometry.width - 36, height=7, bold=bool(name)),
        label(18, 26.5, " · ".join(filter(None, [number, town])), 9, width=geometry.width - 36),
    ]
    note = _note_of_three(job, entries)
    if kind.hands:
        if note:
            words.append(label(4, 31, note, 9, width=54))
        box, east = geometry.by_name["first-east"], rules.first_east if entry else ""
        return [*words, label(box.x, box.y + 1.2, east, 13, width=box.width, bold=True, at="center")]
    foot = geometry.by_name["initials"]
    verifier = rules.verifiers().get(letter, "") if letter and rules.practice != Verification.EAST else ""
    who = entries.get(verifier)
    verification = (
        _("Verified by %(letter)s, %(name)s") % {"letter": verifier, "name": who.public_name}
        if who
        else _("Verified by (initials)")
    )
    width = geometry.width - foot.x - 3
    words.append(folded(foot.x, foot.y - 4, verification, 9, width=width, height=7))
    words[-1]["y"] -= 3.6 if words[-1]["width"] else 0  # two lines begin higher
    if note and kind.extras:
        words.append(folded(foot.x + foot.width + 2, foot.y + 1, note, 7.5, width=38, height=13))
    elif note:
        words.append(_beside_sums(geometry, note, 9))
    return words


def _note_of_three(job: PrintJob, entries: dict[str, Entry]) -> str:
    """What a player at a table of three has to know; "" at others."""
    if len(entries) != 3:
        return ""
    note = _("Table of three: nobody sits at %(letter)s.") % {
        "letter": next(seat for seat in "ABCD" if seat not in entries)
    }
    return f"{note} {table_of_three(job.tournament, job.round_number)}".strip()


def _beside_sums(geometry: Geometry, text: str, size: float) -> dict[str, Any]:
    """Words on the right of the sums, where a player's card has no boxes."""
    name, top = next((name, y) for name, y in geometry.rows if not name.isdecimal())
    last = geometry.by_name[f"{name}.digit-{TOTAL_DIGITS}"]
    left, foot = last.x + last.width + 2.5, geometry.by_name["initials"].y - 8.5
    return folded(left, top, text, size, width=geometry.width - left - 3, height=foot - top)


def _column(geometry: Geometry, letter: str) -> float:
    """Where the column of a letter begins on a table's sheet."""
    first = next(box for box in geometry.boxes if box.name.endswith(".minus"))
    pitch: float = numbers("table")["columns"]["pitch"]
    return first.x + ("ABCD".index(letter) - "ABCD".index(first.name[0])) * pitch


def _table_form_words(job: PrintJob, profile: Profile, geometry: Geometry) -> Words:
    top = geometry.rows[0][1]
    words = [sheet_label(profile, "wall", 12, top - 4.5, 7, width=11, height=4.3, at="center")]
    for letter in "ABCD":
        left = _column(geometry, letter)
        words.append(label(left, 18, letter, 17, bold=True))
        initials = geometry.by_name.get(f"{letter}.initials")
        if initials is None:
            nobody = _("Table of three: nobody sits here.")
            note = f"{nobody} {table_of_three(job.tournament, job.round_number)}".strip()
            words.append(folded(left, top, note, 10, width=35, height=44))
            continue
        words.append(label(left - 1.5, top - 4.2, _("minus"), 7, width=9, at="center"))
        digits = geometry.by_name[f"{letter}.1.digit-1"]
        words.append(sheet_label(profile, "points", digits.x, top - 4.4, 8, width=17, height=4, at="center"))
        if extras := geometry.by_name.get(f"{letter}.1.extras"):
            words.append(label(extras.x - 5, top - 4.2, _("Extras"), 7, width=9, at="center"))
    return words


def _table_words(job: PrintJob, geometry: Geometry, rules: TableRules, entries: dict[str, Entry]) -> Words:
    verifiers = rules.verifiers()
    words = []
    for letter in "ABCD":
        initials = geometry.by_name.get(f"{letter}.initials")
        if initials is None:
            continue
        left, entry = _column(geometry, letter), entries.get(letter)
        name = entry.public_name if entry else 23 * "_"
        number = _("Number %(number)s") % {"number": entry.number} if entry else _("Number ____")
        line = " · ".join(filter(None, [number, job.town(entry) if entry else ""]))
        words += [
            folded(left, 25.5, name, 11, width=38, height=8, bold=bool(entry)),
            folded(left + 8, 20, line, 9, width=30, height=6.2),
        ]
        words[-1]["y"] -= 1.6 if words[-1]["width"] else 0  # two lines begin higher
        by = verifiers.get(letter, letter)
        below = _("Initials") if by == letter else _("verified by %(letter)s") % {"letter": by}
        width = geometry.codes[2][0] - initials.x - 1.5 if letter == "D" else initials.width
        words.append(label(initials.x, initials.y + initials.height + 1, below, 9, width=width))
    return words


def _values(profile: Profile, geometry: Geometry) -> Words:
    """The table of values, where there is room below the rows."""
    if not isinstance(profile, SixteenHandsProfile) or not geometry.is_tall:
        return []
    values = (
        (_("Half limit"), profile.half_limit),
        (_("Limit"), profile.limit),
        (_("Double limit"), profile.double_limit),
        (_("Fishing"), profile.fishing),
        (_("Fishing, double limit"), profile.fishing_double),
        (_("Bouquet"), profile.bouquet),
        (_("Flower"), profile.flower),
        (_("Kong"), profile.kong),
    )
    last = geometry.rows[-1][1] + geometry.row_height
    room = geometry.by_name["initials"].y - last
    size, line, top = (11, 6, last + 8) if room > 50 else (9, 4.6, last + 4)
    words = [label(4, top, _("Values"), size, bold=True)]
    for place, (name, value) in enumerate((name, value) for name, value in values if value):
        row, column = place % 4, place // 4
        text = f"{name}: {value}"
        words.append(label(4 + column * 44, top + (row + 1) * line, text, size, width=48 if column else 42))
    return words
