"""Somebody leaves in the middle of a round: the card has the games until then, and the others play on."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring.models import Card, CardSet, PointLine
from scoring.sets.accepting import accept_set
from scoring.sets.facts.rack import RackFacts
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet
from tests import builders
from tests.scoring import paper
from tests.scoring.sets.test_facts import running

pytestmark = pytest.mark.django_db

# D left after the wall game: the wall of game 4 is one of three players.
NUMBERS: dict[str, list[int | None]] = {
    "A": [45, 10, 0, 10],
    "B": [-20, 10, -10, 10],
    "C": [0, 10, 35, 10],
    "D": [0, 10, None, None],
}
# A and C verify each other; D is gone, so that B's card is for C, the next after B; D's own is for B, as before.
VERIFIED = {"A": "C", "B": "C", "C": "A", "D": "B"}


def left(numbers: dict[str, list[int | None]] = NUMBERS, **changes: Any) -> WrittenSet:
    made = paper.written(numbers, verified=VERIFIED, **changes)
    cards = {**made.cards, "D": msgspec.structs.replace(made.cards["D"], left_after=2)}
    return msgspec.structs.replace(made, cards=cards)


def lines(entry: int) -> dict[int, int]:
    points: dict[int, int] = {}
    for line in PointLine.objects.filter(entry__number=entry):
        points[line.game] = points.get(line.game, 0) + line.points
    return points


def test_the_games_until_then_count_and_the_others_play_on(cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club, players=8)
    desk_table, judgement = paper.judged(made, left())
    assert (judgement.faults, judgement.warnings) == ((), ())
    assert accept_set(desk_table, judgement, by=cast.scorekeeper).state == "accepted"
    assert (lines(4), lines(3)) == ({1: 0, 2: 10}, {1: 0, 2: 10, 3: 35, 4: 10})
    assert paper.place(made).written.cards["D"].left_after == 2
    page = builders.signed_in(cast.scorekeeper).get(reverse("desk-table", args=[made.slug, 1, 1]))
    assert "left after game 2" in page.content.decode()
    assert Client().get(f"/t/{made.slug}/player/4/").status_code == 200
    call_command("verify_journal", made.slug)
    out = io.StringIO()
    call_command("recompute", made.slug, stdout=out)
    assert out.getvalue() == "Every stored line follows from the cards.\n"


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ({"D": [0, 10, 0, None]}, ("left-already", "D-3")),
        ({"D": [0, None, None, None]}, ("missing", "D-2")),
        ({"C": [0, 10, 35, 25]}, ("impossible", "C-4")),
    ],
)
def test_a_card_has_all_games_until_then_and_none_after(
    cast: builders.Cast, numbers: dict[str, list[int | None]], code: tuple[str, str]
) -> None:
    made = builders.running_tournament(cast.club, players=8)
    _desk_table, judgement = paper.judged(made, left({**NUMBERS, **numbers}))
    assert code in [(fault.code, fault.field) for fault in judgement.faults]
    assert len(judgement.faults) == 1


def test_two_who_are_left_do_not_play_on(cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club, players=7)
    numbers = {"A": [45, 10, 0, 0], "B": [-20, 10, 0, 0], "C": [0, 10, None, None]}
    verified = {"A": "B", "B": "A", "C": "A"}
    for points, faults in ((0, []), (10, ["impossible"])):
        written = paper.written({**numbers, "A": [45, 10, 0, points]}, verified=verified)
        cards = {**written.cards, "C": msgspec.structs.replace(written.cards["C"], left_after=2)}
        _desk_table, judgement = paper.judged(made, msgspec.structs.replace(written, cards=cards), 2)
        assert [fault.code for fault in judgement.faults] == faults


def test_it_is_entered_by_the_form(cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club, players=8)
    client, address = builders.signed_in(cast.scorekeeper), reverse("desk-table", args=[made.slug, 1, 1])
    sent = paper.post(left(), do="accept")
    assert (sent["D-left"], client.post(address, sent).status_code) == ("2", 302)
    assert dict(Card.objects.values_list("letter", "left_after")) == {"A": None, "B": None, "C": None, "D": 2}


def test_facts_of_later_games_are_of_those_who_stayed(cast: builders.Cast) -> None:
    made = running(cast, "card-game")
    games = [
        RackFacts(outcome="wall"),
        RackFacts(outcome="win", winner="A", value=25, thrower="D"),
        RackFacts(outcome="win", winner="B", value=30, self_picked=True),
        RackFacts(outcome="wall"),
    ]
    # 25: D pays 50, B and C 25 each. 30 self-picked: A and C pay 60 each, and D, who has left, nothing.
    totals = {"A": 100 - 60, "B": -25 + 120, "C": -25 - 60, "D": -50}
    cards = {
        letter: WrittenCard((None,) * 4, total, VERIFIED[letter], 2 if letter == "D" else None)
        for letter, total in totals.items()
    }
    written = WrittenSet(cards, tuple(WrittenGame(facts=facts) for facts in games), "A")
    outcome = accept_set(*paper.judged(made, written), by=cast.scorekeeper)
    assert (outcome.state, outcome.faults) == ("accepted", ())
    assert {letter: sum(lines(entry).values()) for entry, letter in enumerate("ABCD", 1)} == totals
    assert sorted(lines(4)) == [1, 2]
    assert CardSet.objects.get().games[2]["reading"]["seats"] == ["A", "B", "C"]
