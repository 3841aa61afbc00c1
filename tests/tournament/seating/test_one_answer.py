"""Before the draw the page has one answer, and that is what is drawn."""

import html
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.seating import certificate
from scoring.today.getting_ready import getting_ready
from tests import builders
from tournament.models import Tournament
from tournament.seating.draw import draw
from tournament.seating.queries import answer, as_plan, certificate_of, seating
from tournament.seating.wishes import fix_table, keep_apart

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

STEPS = {"step_A": "0", "step_B": "0", "step_C": "1", "step_D": "1"}


def suggesting(cast: builders.Cast, players: int, rounds: int = 4, **fields: Any) -> Tournament:
    """A tournament whose director has chosen no movement."""
    return builders.tournament(cast.club, players=players, rounds_planned=rounds, movement="", **fields)


def page_of(client: Client, tournament: Tournament, query: str = "") -> str:
    return builders.one_line(client.get(at("seating", tournament) + query).content.decode())


def at(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


def card(page: str) -> dict[str, str]:
    """What the card of the page says."""
    found = re.search(
        r'class="next-eyebrow"> (?P<by>.*?) </p> <h2 id="answer">(?P<moves>.*?)</h2> '
        r'<p class="plan-sentence"> (?P<sentence>.*?) </p>',
        page,
    )
    assert found
    words = {name: re.sub(r"<svg.*?</svg>|<[^>]*>", "", part) for name, part in found.groupdict().items()}
    return {
        name: html.unescape(part).replace("\N{NO-BREAK SPACE}", " ").strip("✓! ")
        for name, part in words.items()
    }


def form_to(page: str, address: str) -> dict[str, str]:
    """Every hidden field of the form that is sent to an address, as a browser without scripts sends them."""
    form = re.search(rf'<form[^>]* action="{re.escape(address)}".*?</form>', page, re.S)
    assert form, address
    return {
        name: html.unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[0])
    }


def press_draw(client: Client, tournament: Tournament, page: str) -> HttpResponse:
    response: HttpResponse = client.post(at("draw", tournament), form_to(page, at("draw", tournament)))  # type: ignore[assignment]
    return response


def choose(client: Client, tournament: Tournament, **fields: str) -> None:
    address = at("seating-choose", tournament)
    form = form_to(client.get(at("seating", tournament)).content.decode(), address)
    rounds = {"rounds": str(tournament.rounds_planned)}
    assert client.post(address, form | rounds | fields).status_code == 302


def drawn_answer(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return answer(certificate_of(tournament, seating(tournament)), tournament)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 4), (8, 6), (11, 4), (12, 4), (20, 6), (28, 4), (46, 4), (62, 6), (200, 6)]
)
def test_the_suggested_plan_is_what_draw_draws(cast: builders.Cast, players: int, rounds: int) -> None:
    tournament, client = suggesting(cast, players, rounds), builders.signed_in(cast.director)
    page = page_of(client, tournament)
    assert card(page)["by"] == "Charleston suggests"
    assert press_draw(client, tournament, page).status_code == 302
    assert drawn_answer(tournament) == card(page)["sentence"]
    assert f'<p class="lead">{card(page)["sentence"]}</p>' in page_of(client, tournament)
    # Nothing else on the page repeats less.
    offered = re.findall(r"(\d+) repeats in all|(\d+) pairs? meets? twice|Nobody meets (twice)", page)
    counts = [0 if nobody else int(repeats or pairs) for repeats, pairs, nobody in offered]
    assert certificate(as_plan(seating(tournament))).extra_meetings == min(counts)


def test_the_movement_of_the_rules_is_suggested_where_nobody_meets_twice_by_it(cast: builders.Cast) -> None:
    client = builders.signed_in(cast.director)
    page = page_of(client, suggesting(cast, 44))
    assert (card(page)["moves"], card(page)["sentence"]) == (
        "After each round A up 1, B down 1, C up 2, D down 2",
        "Nobody meets twice.",
    )
    page = page_of(client, suggesting(cast, 46))
    assert (card(page)["moves"], card(page)["sentence"]) == (
        "After each round A stays, B up 1, C down 1, D up 2",
        "Nobody meets twice.",
    )
    assert "C up 2, D down 2”: 10 pairs meet twice, first in round 4." in page


def test_what_the_director_chose_is_drawn_and_what_is_suggested_stands_beside_it(
    cast: builders.Cast,
) -> None:
    tournament, client = suggesting(cast, 32), builders.signed_in(cast.director)
    choose(client, tournament, movement="sanctioned")
    page = page_of(client, tournament)
    assert card(page) == {
        "by": "Your choice",
        "moves": "After each round A up 1, B down 1, C up 2, D down 2",
        "sentence": "16 pairs meet twice, first in round 3.",
    }
    assert "D up 2”: Nobody meets twice." in page
    choose(client, tournament, movement="")
    assert card(page_of(client, tournament))["by"] == "Charleston suggests"
    choose(client, tournament, movement="sanctioned", rounds="3")
    page = page_of(client, tournament)
    assert press_draw(client, tournament, page).status_code == 302
    assert drawn_answer(tournament) == card(page)["sentence"] == "8 pairs meet twice, first in round 3."
    choices = tournament.journal.filter(verb="movement-chosen").values_list("new__movement", flat=True)
    assert sorted(choices) == ["", "sanctioned", "sanctioned"]


def test_the_four_steps_of_a_club_are_kept_and_drawn(cast: builders.Cast) -> None:
    tournament, client = suggesting(cast, 16), builders.signed_in(cast.director)
    choose(client, tournament, movement="custom", **STEPS)
    page = page_of(client, tournament)
    assert card(page)["moves"] == "After each round A stays, B stays, C up 1, D up 1"
    assert press_draw(client, tournament, page).status_code == 302
    assert tournament.rounds.get(number=2).steps == {"A": 0, "B": 0, "C": 1, "D": 1}


@pytest.mark.slow
def test_wishes_are_counted_in_the_answer(cast: builders.Cast) -> None:
    tournament, client = suggesting(cast, 30), builders.signed_in(cast.director)
    entries = {entry.number: entry for entry in tournament.entries.all()}
    choose(client, tournament, movement="sanctioned")
    before = card(page_of(client, tournament))
    for number, table in ((3, 1), (4, 1), (5, 1)):
        fix_table(tournament, entry=entries[number], table=table, by=cast.director)
    page = page_of(client, tournament)
    assert "3 players cannot stay at table 1: they would meet in every round." in page
    assert at("draw", tournament) not in page
    fix_table(tournament, entry=entries[5], table=3, by=cast.director)
    fix_table(tournament, entry=entries[4], table=2, by=cast.director)
    page = page_of(client, tournament)
    assert card(page)["sentence"] != before["sentence"]
    assert press_draw(client, tournament, page).status_code == 302
    assert drawn_answer(tournament) == card(page)["sentence"]


def test_a_wish_that_cannot_be_met_stands_in_the_answer(cast: builders.Cast) -> None:
    tournament, client = suggesting(cast, 8, rounds=2), builders.signed_in(cast.director)
    entries = {entry.number: entry for entry in tournament.entries.all()}
    for first, second in ((1, 2), (1, 3), (2, 3)):  # three people at two tables
        keep_apart(tournament, first=entries[first], second=entries[second], by=cast.director)
    page = page_of(client, tournament)
    not_met = re.findall(r"Player \d and Player \d sit together, although", re.sub(r"</?bdi>", "", page))
    assert len(not_met) in (1, 2)
    assert press_draw(client, tournament, page).status_code == 302
    drawn = re.sub(r"</?bdi>", "", page_of(client, tournament))
    assert re.findall(r"Player \d and Player \d sit together, although", drawn) == not_met


def test_who_comes_after_the_page_was_opened_is_told_with_the_new_answer(cast: builders.Cast) -> None:
    tournament, client = suggesting(cast, 45), builders.signed_in(cast.director)
    tournament.entries.filter(number=45).update(checked_in_at=None)
    page = page_of(client, tournament)
    assert ("44 players checked in" in page, "C up 2, D down 2" in card(page)["moves"]) == (True, True)
    tournament.entries.filter(number=45).update(checked_in_at=timezone.now())
    refused = press_draw(client, tournament, page)
    now = builders.one_line(refused.content.decode())
    assert (refused.status_code, "The check-ins changed while this page was open." in now) == (409, True)
    assert "45 players checked in" in now
    assert card(now)["moves"] == "After each round A stays, B up 1, C down 1, D up 2"
    assert not tournament.rounds.exists()
    assert press_draw(client, tournament, now).status_code == 302
    assert drawn_answer(tournament) == card(now)["sentence"]


def test_an_earlier_draw_is_shown_and_repeated_by_its_number(cast: builders.Cast) -> None:
    tournament, other = suggesting(cast, 16), suggesting(cast, 16)
    draw(other, seed=7, by=cast.director)
    client = builders.signed_in(cast.director)
    page = page_of(client, tournament, "?seed=7")
    assert card(page)["by"] == "Draw number 7"
    assert press_draw(client, tournament, page).status_code == 302
    assert as_plan(seating(tournament)) == as_plan(seating(other))


def test_a_new_draw_follows_what_is_suggested_for_those_who_are_here_then(cast: builders.Cast) -> None:
    tournament, client = suggesting(cast, 44), builders.signed_in(cast.director)
    assert press_draw(client, tournament, page_of(client, tournament)).status_code == 302
    assert set(tournament.rounds.values_list("movement", flat=True)) == {"sanctioned"}
    tournament.entries.filter(number=41).update(state="withdrawn")
    tournament.entries.filter(number__gt=41).update(checked_in_at=None)
    page = client.get(at("draw-look", tournament), {"movement": "", "rounds": "4"}).content.decode()
    seed = re.findall(r'name="seed" value="(\d+)"', page)[0]
    form = form_to(page, at("draw", tournament)) | {"seed": seed, "reason": "Four went home"}
    assert client.post(at("draw", tournament), form).status_code == 302
    assert drawn_answer(tournament) == "Nobody meets twice."
    tournament.refresh_from_db()
    assert tournament.movement == ""


def test_getting_ready_says_the_same(cast: builders.Cast) -> None:
    for tournament in (suggesting(cast, 46), suggesting(cast, 12), suggesting(cast, 0)):
        page = page_of(builders.signed_in(cast.director), tournament)
        task = {task.name: task for task in getting_ready(tournament, timezone.now()).tasks}["Seating plan"]
        said = (
            card(page)["sentence"] if tournament.entries.exists() else "It depends on the number of players."
        )
        assert (task.fact, task.url) == (said, at("seating", tournament))


@pytest.mark.parametrize(
    ("players", "rounds", "sentence"),
    [
        # Six pairs meet four times each: 18 meetings too many, and three a round from the second on.
        (4, 4, "6 pairs meet more than once, first in round 2: 18 repeats in all. No plan has fewer."),
        # By search 10 at best, with 6 certain: two tables of four from three tables, three times.
        (11, 4, "Every plan has at least 6 repeats."),
    ],
)
def test_that_no_plan_has_fewer_is_only_said_where_it_is_certain(
    cast: builders.Cast, players: int, rounds: int, sentence: str
) -> None:
    said = card(page_of(builders.signed_in(cast.director), suggesting(cast, players, rounds)))["sentence"]
    assert said.endswith(sentence)
