"""Fifty rosters as organisers have them, each held against what somebody who has not seen the reader says it means.

`sheets/README.md` says what the answers mean.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from club.names import tidy
from tournament.roster.parsing.columns import Layout, RosterSheet, guess_layout, heading_rows, headings
from tournament.roster.parsing.compare import compare
from tournament.roster.parsing.file import read_sheet
from tournament.roster.parsing.lines import Lines, RosterLine, read_lines

SHEETS = Path(__file__).parent / "sheets"
ROSTERS = sorted(path for path in SHEETS.glob("*/*") if path.suffix != ".json")
# Who comes shows whether these were read: what they say is kept nowhere else.
NOT_KEPT = {"", "status", "waiting", "ticket", "quantity", "company"}


class Read:
    """A roster as the reader guesses it, imported into a club that knows nobody."""

    def __init__(self, path: Path) -> None:
        self.answer: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        self.sheet: RosterSheet = read_sheet(path.read_bytes())
        self.layout: Layout = guess_layout(self.sheet)
        self.lines: Lines = read_lines(self.sheet, self.layout)
        difference = compare(self.lines, ())
        self.entered = {new.line.line: new for new in difference.new}
        self.asked = {question.line.line for question in difference.questions}
        self.asked |= {line.line for line in (*difference.refused, *self.lines.unclear)}
        self.asked |= {line for line, new in self.entered.items() if new.line.remarks}

    def columns(self) -> dict[str, str]:
        labels = [" ".join(parts) for parts in headings(self.sheet, self.layout.header)]
        fields = [
            "" if field in NOT_KEPT else field.replace("t_name", "t name") for field in self.layout.fields
        ]
        names = [label or chr(ord("A") + place) for place, label in enumerate(labels)]
        return {label: field or "left out" for label, field in zip(names, fields, strict=True)}


@pytest.mark.parametrize("path", ROSTERS, ids=lambda path: path.name)
def test_it_is_read_as_somebody_reads_it(path: Path) -> None:
    read = Read(path)
    check_headings(read)
    check_columns(read)
    check_who_is_entered(read)
    check_what_is_kept(read)


def check_headings(read: Read) -> None:
    lines = [line for line, _cells in heading_rows(read.sheet, read.layout.header)]
    assert (read.sheet.title, lines) == (read.answer.get("sheet", read.sheet.title), read.answer["heading"])


def check_columns(read: Read) -> None:
    expected = {
        label: "left out" if field in NOT_KEPT else field for label, field in read.answer["columns"].items()
    }
    columns = read.columns()
    assert {label: columns[label] for label in expected} == expected
    assert {label for label, field in columns.items() if field != "left out"} <= expected.keys()


def check_who_is_entered(read: Read) -> None:
    players = {player["line"] for player in read.answer["players"]}
    questions = {question["line"] for question in read.answer["questions"]}
    left_out = {line["line"] for line in read.answer["left_out"]}
    above = {line for line, _cells in read.sheet.rows[: max(read.layout.header, 0)]}
    assert read.asked == questions
    assert read.entered.keys() - questions == players - questions
    assert read.entered.keys() <= players
    assert {line.line for line in read.lines.left_out} == left_out - above
    assert above <= left_out | set(read.answer["heading"])


def check_what_is_kept(read: Read) -> None:
    good = {line.line: line for line in read.lines.good}
    expected = {player["line"]: player for player in read.answer["players"]}
    values = {line: what_is_said(good[line], player) for line, player in expected.items() if line in good}
    assert values == {line: expected_of(player) for line, player in expected.items()}


def expected_of(player: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": tidy(player["name"]).casefold(),
        "number": player["number"],
        "town": player.get("town", ""),
        "member_number": player.get("member_number", ""),
        "phone": digits(player.get("phone", "")),
        "email": player.get("email", "").casefold(),
        "notes": player.get("notes", ""),
        "fee": player.get("fee", ""),
        "initials": player.get("initials", False),
        "waiting": player["waiting"] is True,
    }


def what_is_said(line: RosterLine, player: dict[str, Any]) -> dict[str, Any]:
    pieces = [tidy(piece) for piece in player.get("notes", "").split("; ")]
    return {
        "name": line.name.casefold(),
        "number": line.number,
        "town": player["town"] if line.town.startswith(player.get("town", "") or "-") else line.town,
        "member_number": line.member_number,
        "phone": digits(line.phone),
        "email": line.email.casefold(),
        "notes": player["notes"]
        if any(pieces) and all(piece in line.notes for piece in pieces)
        else line.notes,
        "fee": line.fee,
        "initials": bool(line.shows_initials),
        "waiting": line.waiting,
    }


def digits(phone: str) -> str:
    return re.sub(r"\D", "", phone)
