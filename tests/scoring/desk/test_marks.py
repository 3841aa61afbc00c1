"""What is marked beside the numbers: mah jongg in error, several infractions of one seat, and how it is shown later."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from club.models import User
from record.models import JournalEntry
from rules.game import ErrorCall
from scoring.models import CardSet, PointLine
from scoring.sets.places import FieldPlace
from scoring.sets.typed import WrittenGame
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS, place, written
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


def submit(user: User, tournament: Tournament, do: str, cards: Any = None, **fields: Any) -> Any:
    client = Client()
    client.force_login(user)
    return client.post(
        reverse("desk-table", args=[tournament.slug, 1, 1]), paper.post(cards, do=do, **fields)
    )


def page(user: User, tournament: Tournament) -> str:
    client = Client()
    client.force_login(user)
    return client.get(reverse("desk-table", args=[tournament.slug, 1, 1])).content.decode()


# In game 2 D called mah jongg in error, C showed the hand, and the game went on to a wall for A and B.
WENT_ON = {"A": [45, 10, 0, 0], "B": [-20, 10, -10, 0], "C": [0, 0, 35, 60], "D": [0, 0, 0, 0]}
MARKS = {"D_2_hand": "called", "C_2_hand": "shown"}


@pytest.mark.slow
def test_a_mah_jongg_in_error_is_stored_judged_and_scored(
    tournament: Tournament, cast: builders.Cast
) -> None:
    assert submit(cast.scorekeeper, tournament, "accept", written(WENT_ON), **MARKS).status_code == 302
    game = place(tournament).written_set.games[1]
    error = ErrorCall("D", ("C",))
    assert (game.error, game.dead) == (error, ())
    assert CardSet.objects.get().games[1]["error"] == {"caller": "D", "exposed": ["C"]}
    assert JournalEntry.objects.get().new["games"][1]["error"] == {"caller": "D", "exposed": ["C"]}
    assert (game.reading.outcome, game.reading.error, game.reading.dead) == ("wall", error, ())
    lines = PointLine.objects.filter(game=2).order_by("entry__number").values_list("points", "code")
    assert list(lines) == [(10, "wall"), (10, "wall"), (0, "nothing"), (0, "nothing")]
    content = page(cast.scorekeeper, tournament)
    assert "Wall game; D called mah jongg in error, C showed the hand" in content
    assert '<span class="small card-mark">called mah jongg in error</span>' in content


@pytest.mark.slow
def test_an_error_that_ended_the_game_says_who_showed_the_hand(
    tournament: Tournament, cast: builders.Cast
) -> None:
    cards = written(NUMBERS | {"A": [45, 10, 10, 0], "B": [-20, 10, 0, 0], "C": [0, 10, 0, 60]})
    response = submit(cast.scorekeeper, tournament, "accept", cards, C_3_hand="called")
    assert response.status_code == 422
    assert (
        "A alone has points after C&#x27;s error, but B and D kept their hands intact"
        in response.content.decode()
    )
    marks = {"B_3_hand": "shown", "C_3_hand": "called", "D_3_hand": "shown"}
    assert submit(cast.scorekeeper, tournament, "accept", cards, version=1, **marks).status_code == 302
    assert place(tournament).written_set.games[2].reading.error == ErrorCall("C", ("B", "D"))


def test_who_called_in_error_has_nothing_of_a_wall(tournament: Tournament, cast: builders.Cast) -> None:
    response = submit(cast.scorekeeper, tournament, "accept", D_2_hand="called")
    assert response.status_code == 422
    assert [(fault.code, fault.field) for fault in response.context["form"].all_faults] == [
        ("contradicted", "D-2")
    ]
    assert 'data-take="D-2=0"' in response.content.decode()
    assert '<option value="called" selected>' in response.content.decode()


@pytest.mark.parametrize(
    ("marks", "faults"),
    [
        ({"A_2_hand": "called", "D_2_hand": "called"}, [("one-caller", "D-2-hand")]),
        ({"C_2_hand": "shown"}, [("one-caller", "C-2-hand")]),
        ({"C_2_hand": "asleep"}, [("invalid_choice", "C-2-hand")]),
    ],
)
def test_marks_that_cannot_be_change_nothing(
    tournament: Tournament, cast: builders.Cast, marks: dict[str, str], faults: list[tuple[str, str]]
) -> None:
    response = submit(cast.scorekeeper, tournament, "save", **marks)
    assert response.status_code == 422
    assert [(fault.code, fault.field) for fault in response.context["form"].faults()] == faults
    assert not CardSet.objects.exists()


@pytest.mark.slow
def test_one_seat_may_have_several_infractions(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, system="mahj-x")
    # mahj-x: B looked at a blind pass and played out of turn in the wall game, 10 each
    numbers = {"A": [25, 10], "B": [-10, -10], "C": [0, 10], "D": [0, 10]}
    cards = written({letter: [*points, 10, 10] for letter, points in numbers.items()})
    one = submit(cast.scorekeeper, tournament, "accept", cards, B_2_infraction="blind-pass-look")
    assert one.status_code == 422
    both = ["blind-pass-look", "out-of-turn"]
    response = submit(cast.scorekeeper, tournament, "accept", cards, version=1, B_2_infraction=both)
    assert response.status_code == 302
    assert place(tournament).written_set.games[1].infractions == (
        ("B", "blind-pass-look"),
        ("B", "out-of-turn"),
    )
    assert (
        place(tournament).written_set.values()[FieldPlace("infraction", "B", 2)]
        == "blind-pass-look out-of-turn"
    )
    lines = PointLine.objects.filter(game=2, entry__number=2).values_list("points", "code")
    assert sorted(lines) == [(-10, "blind-pass-look"), (-10, "out-of-turn"), (10, "wall")]
    content = page(cast.scorekeeper, tournament)
    assert (
        '<span class="small card-mark">looked at a blind pass</span><span class="small card-mark">out of turn</span>'
        in content
    )


def test_there_is_a_list_for_each_infraction_and_a_free_one(
    tournament: Tournament, cast: builders.Cast
) -> None:
    submit(cast.scorekeeper, tournament, "save", B_3_infraction="blind-pass-look misnamed-for-exposure")
    content = page(cast.scorekeeper, tournament)
    assert content.count('name="B-3-infraction"') == 3
    assert content.count('name="B-2-infraction"') == 1
    assert 'id="id_B-3-infraction-2"' in content


def test_cards_of_facts_name_several_infractions_too(cast: builders.Cast) -> None:
    from scoring.sets.families import rack

    facts = {
        "outcome": "wall",
        "infractions": [{"seat": "C", "kind": kind} for kind in ("blind-pass-look", "wrong-wall")],
    }
    fields: dict[FieldPlace, Any] = rack.write(paper.facts(facts), "ABCD")
    assert fields[FieldPlace("infraction", "C")] == "blind-pass-look wrong-wall"
    fields[FieldPlace("infraction", "C")] = ("blind-pass-look", "wrong-wall")
    assert rack.read(fields, "ABCD") == paper.facts(facts)


def test_marks_go_along_to_another_table_for_those_who_sit_there() -> None:
    game = WrittenGame(dead=("D",), error=ErrorCall("A", ("B", "D")), infractions=(("C", "x"), ("D", "x")))
    there = game.among(("A", "B", "C"))
    assert (there.dead, there.error, there.infractions) == ((), ErrorCall("A", ("B",)), (("C", "x"),))
    assert game.among(("B", "C", "D")).error is None


@pytest.mark.slow
def test_two_versions_show_numbers_as_on_paper_and_marks_in_words(
    tournament: Tournament, cast: builders.Cast
) -> None:
    submit(cast.scorekeeper, tournament, "save", A_3="35", D_2_hand="called")
    response = submit(cast.second_scorekeeper, tournament, "save", B_4="-10", D_2_hand="dead")
    content = response.content.decode()
    assert response.status_code == 409
    row = content.split('data-field="B-4"')[1].split("</tr>")[0]
    assert ('<span class="num">0</span>' in row, "num-negative" in row) == (True, True)
    row = content.split('data-field="D-2-hand"')[1].split("</tr>")[0]
    assert "<b>called mah jongg in error</b>" in row
    assert "<b>dead</b>" in row


@pytest.mark.slow
def test_the_past_says_what_was_mended_and_what_was_changed(
    tournament: Tournament, cast: builders.Cast
) -> None:
    submit(cast.scorekeeper, tournament, "save", corrected="B-1:20>-20")
    submit(cast.second_scorekeeper, tournament, "save", version=1, A_3="35", D_2_hand="called")
    client = Client()
    client.force_login(cast.scorekeeper)
    first, second = client.get(reverse("desk-table", args=[tournament.slug, 1, 1])).context["history"]
    assert [(correction.label, correction.was, correction.now) for correction in first.corrected_numbers] == [
        ("B Player 2, game 1", 20, -20)
    ]
    assert first.changes == []
    assert [(change.field, change.theirs, change.yours) for change in second.changes] == [
        ("A-3", "0", "35"),
        ("D-2-hand", "", "called"),
    ]
    content = page(cast.scorekeeper, tournament)
    assert "corrected: B Player 2, game 1:" in content
    assert '<span class="num">20</span> → <span class="num num-negative">' in content
