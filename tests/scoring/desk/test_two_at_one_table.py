"""Two people who type the same table: both see what the other typed, and choose."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from scoring.models import Card, CardSet
from tests import builders
from tests.scoring import paper
from tests.scoring.desk.pages import submit, url
from tests.scoring.paper import NUMBERS
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


@pytest.mark.slow
def test_the_second_of_two_sees_both_and_chooses(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "save", B_3="10", B_total="0", C_verified="")
    response = submit(cast.second_scorekeeper, tournament, "accept", A_total="50")
    assert response.status_code == 409
    differences = {difference.field: difference for difference in response.context["merge"].differences}
    assert {
        name: (difference.old, difference.theirs, difference.yours, difference.by, difference.choice)
        for name, difference in differences.items()
    } == {
        "A-total": ("", "55", "50", "Sam Lee", ""),
        "B-3": ("", "10", "-10", "Sam Lee", ""),
        "B-total": ("", "0", "-20", "Sam Lee", ""),
        "C-verified": ("", "", "A", None, "yours"),
    }
    assert Card.objects.get(letter="B").points == [-20, 10, 10, 0]
    page = response.content.decode()
    assert 'name="B-3" value="10"' in page
    assert 'name="B-3" value="-10"' in page


@pytest.mark.slow
def test_what_only_one_changed_is_chosen_for_that_one(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "save", B_3="10", B_total="0", C_verified="")
    submit(cast.scorekeeper, tournament, "save", version=1, C_verified="")
    response = submit(cast.second_scorekeeper, tournament, "save", version=1, B_3="10", B_total="0")
    assert response.status_code == 409
    assert {
        difference.field: (difference.old, difference.theirs, difference.yours, difference.choice)
        for difference in response.context["merge"].differences
    } == {
        "B-3": ("10", "-10", "10", "theirs"),
        "B-total": ("0", "-20", "0", "theirs"),
        "C-verified": ("", "", "A", "yours"),
    }


def stamps_in(response: Any) -> list[str]:
    """The stamps of a page's forms, in their order."""
    values = re.findall(r'name="stamp" value="([^"]*)"', response.content.decode())
    return [html.unescape(value) for value in values]


@pytest.mark.slow
def test_the_merged_form_is_accepted(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "save", B_3="10", B_total="0", C_verified="")
    response = submit(cast.second_scorekeeper, tournament, "accept")
    merge = response.context["merge"]
    chosen = merge.agreed | {difference.field: difference.yours for difference in merge.differences}
    form_data = {
        **chosen,
        "stamp": stamps_in(response)[0],
        "do": "accept",
    }
    assert builders.signed_in(cast.second_scorekeeper).post(url(tournament), form_data).status_code == 302
    assert {card.letter: card.points for card in Card.objects.all()} == NUMBERS
    assert CardSet.objects.get().state == "accepted"


@pytest.mark.slow
def test_accepted_meanwhile_shows_both_and_changes_nothing(
    tournament: Tournament, cast: builders.Cast
) -> None:
    submit(cast.scorekeeper, tournament, "accept")
    response = submit(cast.second_scorekeeper, tournament, "accept", A_1="35", A_total="45")
    page = response.content.decode()
    assert response.status_code == 409
    assert 'value="accept"' not in page
    assert [
        (difference.field, difference.theirs, difference.yours)
        for difference in response.context["merge"].differences
    ] == [
        ("A-1", "45", "35"),
        ("A-total", "55", "45"),
    ]
    assert Card.objects.get(letter="A").points == [45, 10, 0, 0]


@pytest.mark.slow
def test_the_back_button_with_other_numbers_is_a_choice_too(
    tournament: Tournament, cast: builders.Cast
) -> None:
    client = builders.signed_in(cast.scorekeeper)
    form_data = paper.post()
    client.post(url(tournament), form_data)
    response = client.post(url(tournament), form_data | {"A-1": "35", "A-total": "45"})
    assert response.status_code == 409
    assert Card.objects.get(letter="A").points == [45, 10, 0, 0]
