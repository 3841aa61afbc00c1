"""Half days: who is in one, who won it, and how they leave in one act."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.models import Movement
from demo.simulation import play_rounds
from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.bonus.actions import NewBonusRound, add_bonus_round, take_away
from scoring.models import PointLine, PrizeRow
from scoring.prizes.queries import PrizePlan
from scoring.seats.on_the_day import Seats
from scoring.standings.queries import calculate
from scoring.today.queries import today
from tests import builders
from tournament.categories.actions import change_category, make_category, remove_category
from tournament.categories.queries import to_leave
from tournament.journal.queries import contradictions
from tournament.models import Category, Seat, Tournament
from tournament.rounds.actions import publish_round
from tournament.seating.draw import plan_again
from tournament.seating.plans import PlanChoice

pytestmark = pytest.mark.django_db


def half_day(cast: builders.Cast, players: int = 8, leaving: int = 4) -> Tournament:
    """Sixteen hands in four rounds; the first `leaving` players are entered until round 2, which is played."""
    tournament = builders.running_tournament(
        cast.club, players=players, rounds=4, system="sixteen-hands", rounds_per_block=2
    )
    category = make_category(tournament, name="Half day", last_round=2, by=cast.director)
    keys = list(tournament.entries.filter(number__lte=leaving).values_list("pk", flat=True))
    change_category(category, name="Half day", last_round=2, players=keys, by=cast.director)
    list(play_rounds(tournament, 2, seed=2, by=cast.director))
    tournament.refresh_from_db()
    return tournament


def numbers(tournament: Tournament, round_: int) -> list[int]:
    seats = Seat.objects.filter(round__tournament=tournament, round__number=round_)
    return sorted(seats.values_list("entry__number", flat=True))


@pytest.mark.slow
@pytest.mark.parametrize("new_draw", [True, False])
@pytest.mark.parametrize(("players", "leaving"), [(8, 4), (16, 5)])
def test_at_lunch_they_leave_in_one_act(
    cast: builders.Cast, players: int, leaving: int, *, new_draw: bool
) -> None:
    tournament = half_day(cast, players, leaving)
    with pytest.raises(Refused, match="ended before this round"):
        publish_round(tournament, number=3, by=cast.director)
    choice = PlanChoice(Movement.SANCTIONED, new_draw=new_draw)
    plan_again(tournament, from_round=3, choice=choice, by=cast.director)
    staying = list(range(leaving + 1, players + 1))
    assert [numbers(tournament, round_) for round_ in (3, 4)] == [staying, staying]
    for round_ in tournament.rounds.filter(number__gt=2):
        sizes = [table.seats.count() for table in round_.tables.all() if table.seats.exists()]
        assert set(sizes) <= {3, 4}
        assert len(sizes) == -(-len(staying) // 4)
    assert publish_round(tournament, number=3, by=cast.director).published_at
    assert tournament.entries.get(number=1).state == "registered"


@pytest.mark.slow
def test_the_half_day_has_a_winner_at_lunch(cast: builders.Cast) -> None:
    tournament = half_day(cast)
    totals: dict[int, int] = {}
    for line in PointLine.objects.filter(round__tournament=tournament, entry__number__lte=4):
        totals[line.entry.number] = totals.get(line.entry.number, 0) + line.points
    ((count, winners),) = calculate(tournament).won_categories
    assert (count.name, count.total) == ("Half day", max(totals.values()))
    assert {place.number for place in winners} == {n for n, total in totals.items() if total == count.total}


@pytest.mark.slow
def test_each_part_of_the_event_has_places_of_its_own(cast: builders.Cast, client: Client) -> None:
    """Four play half a day and four the whole: each is first to fourth of their own, and prizes go by that."""
    tournament = half_day(cast)
    totals: Counter[int] = Counter()
    for number, points in PointLine.objects.filter(round__tournament=tournament).values_list(
        "entry__number", "points"
    ):
        totals[number] += points
    places = {
        number: 1 + sum(totals[other] > totals[number] for other in part)
        for part in (range(1, 5), range(5, 9))
        for number in part
    }
    now = calculate(tournament)
    assert {place.number: place.rank for place in now.places} == places
    assert [place.number for place in now.in_final] == sorted(range(5, 9), key=lambda n: (places[n], n))
    assert {name: {place.number for place in rows} for name, rows in now.of_categories.items()} == {
        "Half day": {1, 2, 3, 4}
    }
    answer = json.loads(client.get(reverse("standings-json", args=[tournament.slug])).content)
    assert {place["number"]: place["rank"] for place in answer["places"]} == places
    page = client.get(reverse("standings", args=[tournament.slug])).content.decode()
    head = page.index('<th colspan="6" scope="rowgroup">Half day</th>')
    assert {n: page.index(f'<tr data-number="{n}"') > head for n in places} == {n: n < 5 for n in places}
    screen = client.get(reverse("screen", args=[tournament.slug])).content.decode()
    assert screen.count('<li class="hall-part"><span class="hall-name">Half day</span></li>') == 1
    PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[100] * 8)
    awards = PrizePlan(tournament).outcome.awards
    assert {award.entry for award in awards} == {5, 6, 7, 8}


@pytest.mark.slow
def test_it_has_no_winner_while_a_table_is_waited_for(cast: builders.Cast) -> None:
    tournament = half_day(cast)
    table = tournament.rounds.get(number=2).tables.get(number=1)
    table.card_set.state = "in"
    table.card_set.save()
    assert calculate(tournament).won_categories == []


@pytest.mark.slow
def test_files_and_pages_say_who_is_in_it(cast: builders.Cast, client: Client) -> None:
    tournament = half_day(cast)
    answer = json.loads(client.get(reverse("standings-json", args=[tournament.slug])).content)
    assert {place["number"] for place in answer["places"] if place["category"] == "Half day"} == {1, 2, 3, 4}
    text = client.get(reverse("standings-csv", args=[tournament.slug])).content.decode("utf-8-sig")
    rows = csv.DictReader(io.StringIO(text))
    assert {row["number"] for row in rows if row["category"] == "Half day"} == {"1", "2", "3", "4"}
    assert "<bdi>Half day</bdi>" in client.get(reverse("standings", args=[tournament.slug])).content.decode()


@pytest.mark.slow
def test_two_directors_get_a_choice(cast: builders.Cast) -> None:
    tournament = half_day(cast)
    category = Category.objects.get()
    with pytest.raises(Conflict):
        change_category(
            category,
            name="Half day",
            last_round=2,
            players=[],
            by=cast.director,
            stamp=Stamp(seen={"name": "Half day", "last_round": 2, "players": []}),
        )
    assert tournament.entries.filter(category=category).count() == 4


@pytest.mark.slow
def test_what_is_refused(cast: builders.Cast) -> None:
    tournament = half_day(cast)
    with pytest.raises(Refused, match="already a category with this name"):
        make_category(tournament, name="half DAY", last_round=None, by=cast.director)
    with pytest.raises(Refused, match="has 4 rounds"):
        make_category(tournament, name="Week", last_round=9, by=cast.director)


@pytest.mark.slow
def test_removed_they_play_to_the_end(cast: builders.Cast) -> None:
    tournament = half_day(cast)
    remove_category(Category.objects.get(), by=cast.director)
    assert tournament.entries.filter(category=None).count() == 8
    assert publish_round(tournament, number=3, by=cast.director).published_at


@pytest.mark.slow
def test_through_the_page(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=4)
    client, address = builders.signed_in(cast.director), reverse("categories", args=[tournament.slug])
    response = client.post(address, {"name": "Half day", "last_round": "2", "stamp": builders.stamp()})
    assert response.status_code == 302
    assert client.post(address, {"name": "Half day", "stamp": builders.stamp()}).status_code == 422
    change = reverse("category-change", args=[tournament.slug, Category.objects.get().pk])
    stamp = builders.stamp_on(client.get(address).content.decode(), change)
    keys = [str(entry.pk) for entry in tournament.entries.filter(number__lte=4)]
    form_data = {"name": "Half day", "last_round": "1", "players": keys, "stamp": stamp}
    assert client.post(change, form_data).status_code == 302
    page = client.get(address).content.decode()
    look = reverse("plan-again-look", args=[tournament.slug])
    assert f"{look}?from_round=2&amp;movement=sanctioned&amp;new_draw=on" in page
    looked = client.get(look, {"from_round": "2", "movement": "sanctioned", "new_draw": "on"})
    assert looked.status_code == 200
    assert client.post(change, {**form_data, "name": "Morning"}).status_code == 409


def test_the_record_tells_a_category_that_was_changed_behind_its_back(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=4)
    half = make_category(tournament, name="Half day", last_round=2, by=cast.director)
    other = make_category(tournament, name="Guests", last_round=None, by=cast.director)
    first, second = tournament.entries.filter(number__lte=2).order_by("number")
    change_category(half, name="Half day", last_round=2, players=[first.pk, second.pk], by=cast.director)
    change_category(other, name="Visitors", last_round=None, players=[second.pk], by=cast.director)
    assert list(contradictions(tournament)) == []
    tournament.entries.filter(number=2).update(category=half)
    Category.objects.filter(pk=half.pk).update(last_round=3)
    assert list(contradictions(tournament)) == [
        "the last round of category Half day is stored as 3 and recorded as 2.",
        "the category of player 2 is stored as Half day and recorded as Visitors.",
    ]
    remove_category(half, by=cast.director)
    remove_category(other, by=cast.director)
    assert list(contradictions(tournament)) == []


def test_a_bonus_round_moves_its_last_round_on_record_too(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=4)
    make_category(tournament, name="Half day", last_round=2, by=cast.director)
    asked = NewBonusRound(games=1, minutes=20, seats=Seats.LAST, counts=True)
    bonus = add_bonus_round(tournament, asked, by=cast.director)
    assert Category.objects.get().last_round == 3
    assert list(contradictions(tournament)) == []
    take_away(bonus, reason="Late", by=cast.director)
    assert Category.objects.get().last_round == 2
    assert list(contradictions(tournament)) == []


@pytest.mark.slow
def test_the_draw_and_today_say_that_they_leave_until_they_have(cast: builders.Cast, client: Client) -> None:
    client.force_login(cast.director)
    tournament = half_day(cast)
    seating = reverse("seating", args=[tournament.slug])
    says = "4 players leave after round 2."
    assert says in builders.one_line(client.get(seating).content.decode())
    step = today(tournament, timezone.now()).next
    assert (step.title, step.url) == (
        "Half day: 4 players leave",
        reverse("categories", args=[tournament.slug]),
    )
    plan_again(
        tournament, from_round=3, choice=PlanChoice(Movement.SANCTIONED, new_draw=True), by=cast.director
    )
    tournament.refresh_from_db()
    assert says not in builders.one_line(client.get(seating).content.decode())
    assert today(tournament, timezone.now()).next.title == "Publish round 3"


@pytest.mark.slow
def test_before_the_draw_the_plan_says_who_leaves(cast: builders.Cast, client: Client) -> None:
    client.force_login(cast.director)
    tournament = builders.tournament(cast.club, players=8, rounds_planned=4)
    category = make_category(tournament, name="Half day", last_round=2, by=cast.director)
    tournament.entries.filter(number__lte=3).update(category=category)
    answer = client.get(reverse("seating", args=[tournament.slug])).content.decode()
    assert "3 players leave after round 2." in builders.one_line(answer)


@pytest.mark.slow
def test_a_last_round_that_is_over_already_lets_them_leave_now(cast: builders.Cast) -> None:
    tournament = half_day(cast)
    category = Category.objects.get()
    keys = list(category.entries.values_list("pk", flat=True))
    change_category(category, name="Half day", last_round=1, players=keys, by=cast.director)
    ((_category, leave),) = to_leave(tournament).items()
    assert "from_round=3" in leave["query"]


def test_own_four_steps_go_on_as_announced(cast: builders.Cast) -> None:
    """The link to the plan without those who leave carries the steps, or the plan would be refused."""
    tournament = builders.running_tournament(cast.club, players=16, rounds=4)
    half = make_category(tournament, name="Half day", last_round=1, by=cast.director)
    change_category(half, name="Half day", last_round=1, players=keys_of(tournament, 4), by=cast.director)
    tournament.movement, tournament.steps = "custom", {"A": 1, "B": -1, "C": 2, "D": 0}
    tournament.save()
    client = builders.signed_in(cast.director)
    page = client.get(reverse("categories", args=[tournament.slug])).content.decode()
    look = re.search(r'href="([^"]+movement=custom[^"]+step_D=0)"', page)
    assert look
    assert client.get(html.unescape(look[1])).status_code == 200


def keys_of(tournament: Tournament, players: int) -> list[int]:
    return list(tournament.entries.filter(number__lte=players).values_list("pk", flat=True))
