"""The room board: every table with its state, its lateness and who brings its cards, and what is done from there."""

from __future__ import annotations

import datetime
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from record.models import JournalEntry
from scoring.desk.board import board
from scoring.models import CardSet
from tests import builders
from tournament.clock.tables import call_time, extend_table, mark_seated
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
NUMBERS = {letter: [25, 0, 0, 0] for letter in "ABCD"}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=31, rounds=2)


def begin(tournament: Tournament, *, minutes_ago: float) -> None:
    at = timezone.now() - datetime.timedelta(minutes=minutes_ago)
    tournament.rounds.filter(number=1).update(started_at=at)


@pytest.mark.slow
def test_each_table_has_its_state(tournament: Tournament, cast: builders.Cast) -> None:
    begin(tournament, minutes_ago=64.5)
    tables = list(tournament.rounds.get(number=1).tables.order_by("number"))
    extend_table(tournament, number=1, table=2, minutes=2, by=cast.director)
    extend_table(tournament, number=1, table=3, minutes=4, by=cast.director)
    extend_table(tournament, number=1, table=4, minutes=30, by=cast.director)
    for table, state in ((5, "in"), (6, "held"), (7, "accepted")):
        reason = {"held_reason": "Totals differ."} if state == "held" else {}
        builders.card_set(tables[table - 1], NUMBERS, state=CardSet.State(state), **reason)
    now = board(tournament, tournament.rounds.get(number=1))
    assert [(tile.number, tile.look, tile.late) for tile in now.tiles] == [
        (1, "late", 4),
        (2, "late", 2),
        (3, "called", 0),
        (4, "playing", 0),
        (5, "in", 0),
        (6, "held", 0),
        (7, "accepted", 0),
        (8, "late", 4),
    ]
    assert [tile.number for tile in now.needing] == [1, 8, 2, 6]
    assert [tile.number for tile in now.others] == [3, 4, 5, 7]
    page = builders.one_line(
        builders.signed_in(cast.director)
        .get(reverse("room-round", args=[tournament.slug, 1]))
        .content.decode()
    )
    late = page.partition('id="table-1"')[2].partition("</li>")[0]
    assert tables[0].seats.get(letter="A").entry.name in late
    # A table's menu says who sits there.
    menu = page.partition('id="menu-4"')[2].partition("</details>")[0]
    for seat in tables[3].seats.all():
        assert f"{seat.letter} <bdi>{seat.entry.name}</bdi>" in menu
    assert "4 tables need you" in page
    assert "Settle table 6" in page
    assert [
        act for act in ("call", "extend", "penalty", "menu") if f'id="{act}-7"' in page
    ] == []  # nothing shouts on a table that is done
    call_time(tournament, number=1, table=4, by=cast.director)
    again = board(tournament, tournament.rounds.get(number=1))
    assert [tile.look for tile in again.tiles][3] == "called"


def test_who_brings_the_cards_also_at_a_table_of_three(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=31, rounds=4, published=4)
    tables = {
        number: [tile.collector for tile in board(tournament, tournament.rounds.get(number=number)).tiles]
        for number in (1, 4)
    }
    assert tables[1] == ["A"] * 8
    # In the fourth round D brings them; where nobody sits at D, the next one present, which is A.
    assert sorted(tables[4]) == ["A"] + ["D"] * 7


@pytest.mark.slow
def test_the_page_has_a_tap_for_each_act(tournament: Tournament, cast: builders.Cast) -> None:
    client, address = builders.signed_in(cast.director), reverse("room-round", args=[tournament.slug, 1])
    sends = reverse("tables", args=[tournament.slug, 1])

    def tap(button: str) -> None:
        page = client.get(address).content.decode()
        assert f'value="{button}"' in page, button
        answer = client.post(sends, {"button": button, "stamp": builders.stamp_on(page, sends)})
        table = button.partition(" ")[2]
        place = "" if table == "all" else f"#table-{table}"
        assert (answer.status_code, answer["Location"]) == (302, address + place)

    tap("seated 3")
    tap("not-seated 3")
    tap("seated all")
    begin(tournament, minutes_ago=10)
    tap("extend 3")
    tap("extend 3")
    tap("call 5")
    tap("take-back-call 5")
    tap("cards-here 4")
    tap("cards-not-here 4")
    tap("cards-here 4")
    verbs = list(JournalEntry.objects.order_by("-sequence").values_list("verb", flat=True)[:3])
    assert verbs == ["cards-handed-in", "cards-taken-back", "cards-handed-in"]
    assert board(tournament, tournament.rounds.get(number=1)).counts["in"] == 1
    table_3, table_5 = tournament.rounds.get(number=1).tables.filter(number__in=(3, 5))
    assert (table_3.extra_minutes, table_5.called_at) == (10, None)
    page = client.get(address).content.decode()
    penalty = (
        f"{reverse('adjustments', args=[tournament.slug])}?round=1&amp;table=3&amp;back={address}%23table-3"
    )
    assert penalty in page


@pytest.mark.slow
def test_a_table_that_there_is_not_is_said_beside_its_number(
    tournament: Tournament, cast: builders.Cast
) -> None:
    begin(tournament, minutes_ago=10)
    client, sends = builders.signed_in(cast.director), reverse("tables", args=[tournament.slug, 1])
    form_data = {"act": "extend", "table": "99", "minutes": "7", "stamp": builders.stamp(extra={})}
    whole = client.post(sends, form_data)
    part = client.post(sends, form_data, headers={"hx-request": "true", "hx-trigger": "one-table-form"})
    for answer in (whole, part):
        page = builders.one_line(answer.content.decode())
        assert answer.status_code == 422
        assert "Round 1 has no table 99." in page.partition('id="one-fields"')[2]
        assert 'value="99"' in page
        assert 'value="7"' in page
        assert 'id="table-3"' in page
    assert "<html" not in part.content.decode()
    assert not tournament.rounds.get(number=1).tables.filter(extra_minutes__gt=0).exists()


def test_an_act_of_htmx_answers_with_the_tables_and_says_it(
    tournament: Tournament, cast: builders.Cast
) -> None:
    """What is typed in the other form stays, and its stamp is of the tables that are shown."""
    begin(tournament, minutes_ago=10)
    client, sends = builders.signed_in(cast.director), reverse("tables", args=[tournament.slug, 1])
    form_data = {"button": "extend 3", "stamp": builders.stamp(extra={})}
    answer = client.post(sends, form_data, headers={"hx-request": "true"})
    assert answer["Location"].endswith("/room/1/#table-3")
    part = client.get(answer["Location"], headers={"hx-request": "true"}).content.decode()
    assert "Table 3 plays longer" in part.partition('id="room-said"')[2]
    assert ('id="one-stamp"' in part, 'id="one-fields"' in part) == (True, False)
    assert "{&quot;extra&quot;:{&quot;3&quot;:5}}" in part.partition('id="one-stamp"')[2]


@pytest.mark.parametrize(
    ("minutes", "words"), [(3, "3 min late"), (119, "119 min late"), (120, "2 h late"), (250, "4 h late")]
)
def test_lateness_is_said_in_hours_when_it_is_long(tournament: Tournament, minutes: int, words: str) -> None:
    noon = datetime.datetime(2026, 11, 20, 17, tzinfo=datetime.UTC)
    tournament.rounds.filter(number=1).update(
        started_at=noon - datetime.timedelta(minutes=60 + minutes), minutes=60
    )
    assert board(tournament, tournament.rounds.get(number=1), noon).tiles[0].late_words == words
    next_day = noon + datetime.timedelta(days=1)
    assert board(tournament, tournament.rounds.get(number=1), next_day).tiles[0].late_words == "late"


def test_the_counts_are_those_of_the_states_that_tables_show(
    tournament: Tournament, cast: builders.Cast
) -> None:
    begin(tournament, minutes_ago=10)
    call_time(tournament, number=1, table=4, by=cast.director)
    address = reverse("room-round", args=[tournament.slug, 1])
    page = builders.one_line(builders.signed_in(cast.director).get(address).content.decode())
    assert re.findall(r"(\d+) (accepted|with time called|late|playing)(?:,| </span>)", page) == [
        ("0", "accepted"),
        ("1", "with time called"),
        ("7", "playing"),
    ]


def test_cards_that_were_typed_meanwhile_stay_here(tournament: Tournament, cast: builders.Cast) -> None:
    begin(tournament, minutes_ago=10)
    builders.card_set(tournament.rounds.get(number=1).tables.get(number=5), NUMBERS, state=CardSet.State.IN)
    form_data = {"button": "cards-not-here 5", "stamp": builders.stamp(extra={})}
    answer = builders.signed_in(cast.scorekeeper).post(
        reverse("tables", args=[tournament.slug, 1]), form_data
    )
    assert (answer.status_code, CardSet.objects.count()) == (422, 1)
    assert "This set has been typed: it can be moved, held or accepted." in answer.content.decode()


@pytest.mark.slow
def test_cards_that_got_lost_lead_to_what_can_be_done(tournament: Tournament, cast: builders.Cast) -> None:
    """Of a late table a director is led to the box that writes it off, which is open then."""
    begin(tournament, minutes_ago=70)
    client = builders.signed_in(cast.director)
    lost = reverse("desk-table", args=[tournament.slug, 1, 3]) + "?lost=1"
    assert f'href="{lost}"' in client.get(reverse("room-round", args=[tournament.slug, 1])).content.decode()
    opened = '<details class="settle-box" id="write-off" open>'
    pages = [client.get(address).content.decode() for address in (lost, lost.partition("?")[0])]
    assert [opened in page for page in pages] == [True, False]


def test_a_scorekeeper_sees_it_and_marks_who_sits(tournament: Tournament, cast: builders.Cast) -> None:
    address = reverse("room-round", args=[tournament.slug, 1])
    page = builders.signed_in(cast.scorekeeper).get(address).content.decode()
    assert ('value="seated 3"' in page, "adjustments" in page) == (True, False)
    begin(tournament, minutes_ago=10)
    page = builders.signed_in(cast.scorekeeper).get(address).content.decode()
    buttons = ("call 3", "extend 3", "seated 3", "cards-here 3")
    assert [act for act in buttons if f'value="{act}"' in page] == ["cards-here 3"]


def test_before_a_round_begins_desk_room_and_table_say_the_same(
    director: Client, cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    tournament.rounds.update(started_at=None)
    mark_seated(tournament, number=1, tables=[1], by=cast.director)
    round_ = tournament.rounds.get(number=1)
    assert [tile.look for tile in board(tournament, round_).tiles] == ["seated", "not-begun"]
    for name, parts in (("desk-round", [1]), ("desk-table", [1, 2])):
        page = director.get(reverse(name, args=[tournament.slug, *parts])).content.decode()
        assert ("2 not started" in page, "2 playing" in page) == (True, False), name
    builders.card_set(round_.tables.get(number=1), NUMBERS, state=CardSet.State.ACCEPTED)
    assert [tile.look for tile in board(tournament, round_).tiles] == ["accepted", "playing"]


@pytest.mark.slow
def test_it_costs_the_same_for_any_hall(cast: builders.Cast) -> None:
    client, counts = builders.signed_in(cast.director), []
    for players in (12, 100):
        tournament = builders.running_tournament(cast.club, players=players)
        mark_seated(tournament, number=1, tables=[1], by=cast.director)
        client.get(reverse("room-round", args=[tournament.slug, 1]))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("room-round", args=[tournament.slug, 1]))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_before_the_first_round_it_says_so(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=8)
    page = builders.signed_in(cast.director).get(reverse("room", args=[tournament.slug])).content.decode()
    assert "Nobody is seated yet" in page
