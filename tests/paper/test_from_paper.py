"""What players write on the sheet of a table is enough for the desk: games that were written down on the boxes of a
printed sheet, and nothing else, are typed on its page, and give what the rule text gives.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from paper.cards.kinds import kind_of
from paper.sheets.sheet import PrintJob
from paper.sheets.table_sheet import TableSheet
from scoring.models import Card
from scoring.sets.queries import desk_table_of
from scoring.sets.table_rules import table_rules
from tests import builders
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Paper = dict[str, str]
"""What was written, by the name of the box; a word that was circled or a box that was ticked is "x"."""
LETTERS = "ABCD"
ENTRIES = 4
"""How many lines a sheet has below "Anything else"."""
Game = tuple[Paper, list[Paper], dict[str, int]]
"""What is written in a row of the sheet, the lines under "Anything else", and what each player gets."""


def card_game(dice: Random) -> Game:
    """By the text and the home rule."""
    winner, thrower, *others = dice.sample(LETTERS, 4)
    value, points = dice.choice([25, 30, 50, 75]), dict.fromkeys(LETTERS, 0)
    kind = dice.choice(
        ["thrown", "picked", "wall", "misnamed", "out_of_turn", "error", "challenge", "void", "time", "both"]
    )
    row, rare = {f"won-{winner}": "x", "value": f"{value}", f"from-{thrower}": "x"}, [{}]
    due = {thrower: 2 * value, **dict.fromkeys(others, value)}
    if kind in ("thrown", "picked") and dice.random() < 0.5:
        row |= {"jokerless": "x", (hand := dice.choice(["class-concealed", "class-singles-and-pairs"])): "x"}
        due = {payer: owed * (1 if "singles" in hand else 2) for payer, owed in due.items()}
    if kind == "picked":
        row = {name: text for name, text in row.items() if not name.startswith("from")} | {"from-picked": "x"}
        due = dict.fromkeys([thrower, *others], 2 * value * (2 if due[others[0]] > value else 1))
    if kind in ("misnamed", "out_of_turn"):
        # No jokers double nothing here, and who plays out of turn has a dead hand besides.
        row |= {"jokerless": "x"} if dice.random() < 0.5 else {}
        rare, due = [{f"mistake-{kind}": "x", "hand-dead": thrower}], {thrower: 4 * value}
    if kind in ("wall", "time"):
        row, due = {"won-wall" if kind == "wall" else "won-unfinished": "x"}, {}
    if kind in ("error", "both"):
        row, due = {"won-error": "x"}, {thrower: 2 * value}
        rare = [{"hand-called": thrower, "claimed": f"{value}", "hand-shown": "".join(others)}]
    if kind in ("challenge", "void", "both"):
        due = {} if kind == "void" else due
        settled = [(others[0], winner, kind == "void"), (others[1], winner, kind == "void")]
        for place, (by, of, is_right) in enumerate(settled):
            rare += [{}] * (place >= len(rare))
            rare[place] |= {"by": by, "of": of, f"settled-{'upheld' if is_right else 'in-error'}": "x"}
            points[by] += 25 if is_right else -25
            points[of] -= 25 if is_right else -25
    for payer, owed in due.items():
        points[payer] -= owed
        points[winner] += owed
    return row, list(filter(None, rare)), points


def mahj_x(dice: Random) -> Game:
    winner, thrower, *others = dice.sample(LETTERS, 4)
    value, points = dice.choice([25, 30, 50, 75]), dict.fromkeys(LETTERS, 0)
    if dice.random() < 0.3:
        points = dict.fromkeys(LETTERS, 10)
        return {"won-wall": "x"}, [{"hand-dead": thrower}], points
    exposures, is_picked, is_jokerless = dice.randrange(5), dice.random() < 0.3, dice.random() < 0.3
    hand = dice.choice(["exposed", "concealed", "singles-and-pairs"]) if exposures == 0 else "exposed"
    row = {f"won-{winner}": "x", "value": f"{value}", f"class-{hand}": "x", f"exposures-{exposures}": "x"}
    row |= {"from-picked" if is_picked else f"from-{thrower}": "x"} | (
        {"jokerless": "x"} if is_jokerless else {}
    )
    points[winner] += value + 10 * (is_jokerless and hand != "singles-and-pairs")
    points[winner] += 10 * (exposures == 0 and hand == "exposed")
    if not is_picked:
        points[thrower] -= (10, 10, 20, 25, 25)[exposures]
    rare = []
    if dice.random() < 0.4:
        breach = dice.choice(["blind-pass-look", "out-of-turn", "wrong-wall", "misnamed-for-exposure"])
        rare = [{f"infraction-{breach}": others[0]}]
        points[others[0]] -= 10
    return row, rare, points


GAMES: dict[str, Any] = {"card-game": card_game, "mahj-x": mahj_x}


def boxes_of(tournament: Tournament) -> set[str]:
    """The names of all boxes, lines and words to be circled."""
    sheet = TableSheet(
        PrintJob(tournament, round_number=1),
        kind_of(tournament),
        table_rules(tournament, 1, LETTERS),
        range(1, 5),
    ).made()
    return {box.name for box in sheet.boxes}


def played(system: str, dice: Random) -> list[Game]:
    """Four games, with no more that is rare than the sheet has lines for."""
    games: list[Game] = []
    while len(games) < 4:
        game = GAMES[system](dice)
        if sum(len(rare) for _row, rare, _points in [*games, game]) <= ENTRIES:
            games.append(game)
    return games


def written(games: list[Game]) -> tuple[list[Paper], list[Paper]]:
    """The rows of the sheet with everybody's points, and what is rare."""
    rows, entries = [], []
    for number, (row, rare, points) in enumerate(games, 1):
        paper = {f"{number}.{name}": text for name, text in row.items()}
        for letter, got in points.items():
            paper |= {f"{letter}.{number}.points": f"{abs(got)}"} | (
                {f"{letter}.{number}.minus": "x"} if got < 0 else {}
            )
        rows.append(paper)
        for line in rare:
            here = f"else-{len(entries) + 1}"
            entries.append({f"{here}.{name}": text for name, text in {"game": f"{number}", **line}.items()})
    return rows, entries


def typed(rows: list[Paper], entries: list[Paper]) -> dict[str, str]:
    """The fields of the page, from the paper alone."""
    fields: dict[str, str] = {}
    for paper in rows:
        for name, text in paper.items():
            first, second, *rest = name.split(".")
            if first in LETTERS:
                minus = "-" if f"{first}.{second}.minus" in paper else ""
                if rest == ["points"]:
                    fields[f"g{second}-{first}-points"] = f"{minus}{text}"
                continue
            field, _hyphen, option = second.partition("-")
            fields[f"g{first}-{field}"] = option or ("on" if text == "x" else text)
    for entry in entries:
        texts = {name.split(".")[1]: text for name, text in entry.items()}
        game = f"g{texts.pop('game')}"
        for name, text in texts.items():
            field, _hyphen, option = name.partition("-")
            if field in ("hand", "infraction"):
                fields |= {f"{game}-{letter}-{field}": option for letter in text}
            elif field in ("by", "of", "settled"):
                row = 1 + sum(f"{game}-{field}{before}" in fields for before in (1, 2))
                fields[f"{game}-{field}{row}"] = option or text
            else:
                fields[f"{game}-{field}"] = option or text
    return fields


@pytest.mark.parametrize(("system", "language"), [("card-game", "en"), ("card-game", "es"), ("mahj-x", "en")])
def test_a_sheet_has_room_for_what_is_rare_in_every_game_and_for_two_that_are_written_again(
    cast: builders.Cast, system: str, language: str
) -> None:
    tournament = builders.running_tournament(cast.club, players=4, system=system, cards_carry="facts")
    with translation.override(language):
        assert {f"else-{ENTRIES}.game", "spare-2.game"} <= boxes_of(tournament)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("system", GAMES)
def test_what_stands_on_the_sheet_is_enough_for_the_desk(cast: builders.Cast, system: str, seed: int) -> None:
    tournament = builders.running_tournament(cast.club, players=4, system=system, cards_carry="facts")
    dice = Random(f"{system} {seed}")
    games = played(system, dice)
    rows, entries = written(games)
    used = {name for paper in (*rows, *entries) for name in paper}
    assert used <= boxes_of(tournament)

    desk_table = desk_table_of(tournament, tournament.rounds.get(number=1).tables.get())
    client = builders.signed_in(cast.scorekeeper)
    address = reverse("desk-table", args=[tournament.slug, 1, 1])
    page = client.get(address).content.decode()
    fields = typed(rows, entries)
    assert [name for name in fields if f'name="{name}"' not in page] == []
    totals = {letter: sum(points[letter] for _row, _rare, points in games) for letter in LETTERS}
    empty = {name: text for name, text in desk_table.rules.fields(desk_table.written_set).items() if text}
    form_data = {
        f"g{game}-{name}": "" for game in range(1, 5) for name in ("won", *(f"{at}-points" for at in LETTERS))
    }
    form_data |= empty | fields | {f"{letter}-total": f"{total}" for letter, total in totals.items()}
    form_data |= {f"{letter}-verified": by for letter, by in desk_table.rules.verifiers().items()}
    form_data |= {"handed_in_by": "A", "do": "accept", "stamp": str(desk_table.stamp)}
    answer = client.post(address, form_data)
    assert answer.status_code == 302, re.findall(
        r'class="fault[^>]*>.*?</p>', answer.content.decode(), re.DOTALL
    )
    stored = {card.letter: card.points for card in Card.objects.all()}
    assert stored == {letter: [points[letter] for _row, _rare, points in games] for letter in LETTERS}
