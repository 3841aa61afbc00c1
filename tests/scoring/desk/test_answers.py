"""The ready answers of a held set: what each makes of the cards, and where none is offered."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.desk.answers import Question, question_of
from scoring.desk.views.table import desk_form
from scoring.models import Card, CardSet
from scoring.sets.disputes import hold_set
from scoring.sets.places import as_text
from tests import builders
from tests.scoring import paper
from tests.scoring.desk.pages import submit, url
from tests.scoring.desk.test_facts_pages import fields_of
from tests.scoring.paper import NUMBERS, judged, written
from tests.scoring.sets.test_facts import running
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

TWO_WINNERS = NUMBERS | {"B": [35, 10, -10, 0]}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return running(cast, "sanctioned", cards_carry="points")


def hold(tournament: Tournament, cast: builders.Cast, numbers: Any = None, **fields: Any) -> Question:
    hold_set(*judged(tournament, written(numbers, **fields)), reason="Ask them", by=cast.scorekeeper)
    return asked(tournament)


def asked(tournament: Tournament) -> Question:
    return question_of(paper.place(tournament), desk_form)


def offered(question: Question) -> list[tuple[str, str]]:
    return [(answer.title, answer.as_text) for answer in question.answers]


def test_two_winners_are_two_answers_with_what_becomes_of_the_totals(
    tournament: Tournament, cast: builders.Cast
) -> None:
    question = hold(tournament, cast, TWO_WINNERS)
    assert question.title == "Who won game 1?"
    assert offered(question) == [
        ("Player 1 won, 45", "B-1=0 B-total=0"),
        ("Player 2 won, 35", "A-1=0 A-total=10"),
    ]
    assert (question.games, question.clash) == ({1}, {("A", 1), ("B", 1)})
    assert [answer.becomes for answer in question.answers] == [
        "Player 2: game 1 becomes 0, the total 0 instead of 35.",
        "Player 1: game 1 becomes 0, the total 10 instead of 55.",
    ]


def test_a_total_that_its_games_contradict(tournament: Tournament, cast: builders.Cast) -> None:
    question = hold(tournament, cast, totals={"D": 20})
    assert offered(question) == [("The games are right", "D-total=10")]
    assert (question.games, question.clash) == (set(), {("D", 0)})
    assert question.title == "What is right on the card of Player 4?"
    assert question.answers[0].becomes == "Player 4: the total becomes 10 instead of 20."


def test_where_several_games_differ_nothing_is_offered(tournament: Tournament, cast: builders.Cast) -> None:
    question = hold(tournament, cast, TWO_WINNERS | {"D": [0, 10, 0, 7]})
    assert (question.answers, question.games) == ((), {1, 4})


def test_where_the_numbers_are_in_order_nothing_is_offered(
    tournament: Tournament, cast: builders.Cast
) -> None:
    assert hold(tournament, cast) == Question("", (), (), frozenset(), frozenset())


@pytest.mark.slow
def test_an_answer_is_typed_by_the_server_where_no_script_did(
    tournament: Tournament, cast: builders.Cast
) -> None:
    """The numbers arrive as they were held: the answer's take their place, and its words where none are typed."""
    first = hold(tournament, cast, TWO_WINNERS).answers[0]
    fields = {"version": 1, "consulted": list("ABCD"), "answer": first.as_text, "ruling": ""}
    assert submit(cast.director, tournament, "rule", written(TWO_WINNERS), **fields).status_code == 302
    card = Card.objects.get(letter="B")
    assert (card.points, card.written_total) == ([0, 10, -10, 0], 0)
    card_set = CardSet.objects.get()
    words = "Game 1: Player 1 won, 45. Player 2: game 1 becomes 0, the total 0 instead of 35."
    assert (card_set.state, card_set.ruling) == ("accepted", words)


def test_what_is_no_answer_types_nothing(tournament: Tournament, cast: builders.Cast) -> None:
    hold(tournament, cast, TWO_WINNERS)
    fields = {"version": 1, "consulted": list("ABCD"), "ruling": "As they are"}
    answer = submit(
        cast.director, tournament, "rule", written(TWO_WINNERS), answer="B-1=99 B-total=1", **fields
    )
    assert answer.status_code == 302
    assert Card.objects.get(letter="B").points[0] == 35


@pytest.mark.slow
def test_the_page_chooses_nothing_beforehand(tournament: Tournament, cast: builders.Cast) -> None:
    hold(tournament, cast, TWO_WINNERS)
    page = builders.one_line(builders.signed_in(cast.director).get(url(tournament)).content.decode())
    answers = page.partition('class="answers"')[2].partition("</fieldset>")[0]
    assert (answers.count('type="radio"'), "checked" in answers) == (3, False)
    assert page.index("Who won game 1?") < page.index('id="numbers"') < page.index("Accept with this ruling")
    assert page.count('class="digits in-question') == 4
    assert page.count("in-question clash") == 2
    assert 'id="numbers" open' not in page


@pytest.mark.slow
@pytest.mark.parametrize("system", ["card-game", "mahj-x", "sixteen-hands"])
def test_a_sheet_that_the_facts_contradict(cast: builders.Cast, system: str) -> None:
    """What was typed, or the sheet, and this only where the points still add up."""
    tournament = running(cast, system)
    form_data = fields_of(tournament, system) | {
        "g2-A-points": "30",
        "do": "hold",
        "held_reason": "A says 30",
    }
    director = builders.signed_in(cast.director)
    assert director.post(url(tournament), form_data).status_code == 302
    question = asked(tournament)
    assert question.clash == {("A", 2)}
    titles = [answer.title for answer in question.answers]
    due = next(fault for fault in paper.judged(tournament, paper.place(tournament).written_set)[1].faults)
    typed = f"What was typed is right: A {due.values['due']}".replace("-", "−")
    assert titles == [typed] if system == "card-game" else [typed, "The sheet is right: A 30"]
    assert "g2-A-points=" in as_text(question.answers[0].changes.items())
