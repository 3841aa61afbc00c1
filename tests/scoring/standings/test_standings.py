"""What the standings show: totals of accepted sets only, ties sharing a rank, for everybody who may watch."""

import csv
import datetime
import io
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from club.models import Person
from record.journal import record
from record.verbs import Verb
from scoring.models import CardSet, PointLine
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standings
from tests import builders
from tournament.models import Entry, Round, Tournament
from tournament.settings.actions import defaults_of
from tournament.words import what_is_brought
from ui.texts import harmless

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def accept(round_: Round, table: int, numbers: dict[str, list[int]], *, state: str = "accepted") -> None:
    """Stores a set and one line per number, as acceptance does, and puts it on record."""
    card_set = builders.card_set(
        round_.tables.get(number=table), numbers, state=state, held_reason="?" * (state == "held")
    )
    PointLine.objects.bulk_create(
        PointLine(
            card_set=card_set,
            round=round_,
            entry=card.entry,
            game=game,
            points=points,
            code="as-written",
        )
        for card in card_set.cards.all()
        for game, points in enumerate(card.points, start=1)
    )
    record(round_.tournament, Verb.SET_CHANGED, f"table {table}", by=None, standings=True)


def eight_players() -> Tournament:
    tournament = builders.running_tournament(builders.cast().club, players=8, rounds=2)
    first = tournament.rounds.get(number=1)
    accept(first, 1, {"A": [45, 10, 0, 0], "B": [-20, 10, 0, 0], "C": [0, 10, 35, 0], "D": [0, 10, -10, 0]})
    tournament.refresh_from_db()
    return tournament


def test_totals_ranks_and_ties() -> None:
    tournament = eight_players()
    rows = [
        (row.number, row.rank, row.tied, row.total, row.rounds) for row in standings_of(tournament).places
    ]
    assert rows == [
        (1, 1, False, 55, [55]),
        (3, 2, False, 45, [45]),
        (4, 3, False, 0, [0]),
        (2, 4, False, -10, [-10]),
        (5, None, False, 0, [None]),
        (6, None, False, 0, [None]),
        (7, None, False, 0, [None]),
        (8, None, False, 0, [None]),
    ]


@pytest.mark.parametrize("state", ["in", "held"])
def test_a_set_that_is_not_accepted_counts_nothing(state: str) -> None:
    tournament = builders.running_tournament(builders.cast().club, players=8, rounds=2)
    numbers = {"A": [45, 10, 0, 0], "B": [-20, 10, 0, 0], "C": [0, 10, 35, 0], "D": [0, 10, -10, 0]}
    accept(tournament.rounds.get(number=1), 1, numbers, state=state)
    tournament.refresh_from_db()
    assert {row.total for row in standings_of(tournament).places} == {0}


def test_standings_json_has_the_documented_form(client: Client) -> None:
    tournament = eight_players()
    response = client.get(reverse("standings-json", args=[tournament.slug]))
    answer = json.loads(response.content)
    assert list(answer) == [
        "tournament",
        "as_of",
        "version",
        "rounds_counted",
        "withheld_from",
        "places",
        "journal",
    ]
    assert answer["places"][0] == {
        "number": 1,
        "name": "Player 1",
        "rank": 1,
        "tied": False,
        "total": 55,
        "rounds": [55],
        "withdrawn": False,
    }
    assert (answer["version"], answer["rounds_counted"]) == (tournament.standings_version, 1)


def test_csv_has_the_same_columns_and_no_formulas(client: Client) -> None:
    tournament = eight_players()
    person = tournament.entries.get(number=1).person
    person.name = "=HYPERLINK(1)"
    person.save()
    record(tournament, Verb.SETTINGS_CHANGED, "name", by=None)
    text = client.get(reverse("standings-csv", args=[tournament.slug])).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[:2] == [
        ["number", "name", "rank", "tied", "total", "round 1", "withdrawn"],
        ["1", "'=HYPERLINK(1)", "1", "no", "55", "55", "no"],
    ]


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("=1+1", "'"),
        ("+1", "'"),
        ("-1", "'"),
        ("@SUM(1)", "'"),
        ("\uff1dHYPERLINK(1)", "'"),  # full-width signs, which some spreadsheets read as their narrow ones
        ("\uff0b1", "'"),
        ("\uff0d1", "'"),
        ("\uff20SUM(1)", "'"),
        ("\ufe66" + "1", "'"),
        ("\u22121", "'"),
        ("  =1+1", "'"),
        ("\u3000\uff1d1", "'"),
        ("\t=1", "'"),
        ("\r=1", "'"),
        ("\n1", "'"),
        ("\u200b=1", "'"),
        ("\ufeff\x00+1", "'"),
        ("Lois Lane", ""),
        ("Anne-Marie", ""),
        ("O'Hara", ""),
    ],
)
def test_no_cell_is_taken_for_a_formula(name: str, before: str) -> None:
    assert harmless(name) == before + name


@pytest.mark.slow
def test_who_withdrew_is_marked_wherever_people_are_ranked(client: Client) -> None:
    tournament = eight_players()
    tournament.entries.filter(number=3).update(state="withdrawn")
    record(tournament, Verb.PLAYER_WITHDRAWN, "player 3", by=None)
    pages = {
        name: client.get(reverse(name, args=[tournament.slug])).content.decode()
        for name in ("standings", "screen", "standings-json", "standings-csv")
    }
    assert [
        place["number"] for place in json.loads(pages["standings-json"])["places"] if place["withdrawn"]
    ] == [3]
    csv_rows = list(csv.DictReader(io.StringIO(pages["standings-csv"].removeprefix("\ufeff"))))
    assert [row["number"] for row in csv_rows if row["withdrawn"] == "yes"] == ["3"]
    tournament.rounds.update(started_at=tournament.standings_at)
    pages["screen"] = client.get(reverse("screen", args=[tournament.slug])).content.decode()
    assert [pages[name].count(">withdrawn<") for name in ("standings", "screen")] == [1, 1]
    player = client.get(reverse("player", args=[tournament.slug, 3])).content.decode()
    assert "Withdrawn: no longer playing in this tournament." in player


def test_the_time_of_the_standings_is_of_the_events_zone_for_other_programs_too(client: Client) -> None:
    tournament = eight_players()
    Tournament.objects.filter(pk=tournament.pk).update(
        time_zone="America/Denver", standings_at=datetime.datetime(2026, 11, 20, 19, 4, tzinfo=datetime.UTC)
    )
    answer = client.get(reverse("standings-json", args=[tournament.slug])).json()
    assert answer["as_of"] == "2026-11-20T12:04:00-07:00"


def test_a_player_may_be_shown_by_initials_only(client: Client) -> None:
    tournament = eight_players()
    entry = tournament.entries.select_related("person").get(number=1)
    entry.person.name = "May-Ling O'Hara"
    entry.person.save()
    entry.shows_initials = True
    entry.save()
    record(tournament, Verb.SETTINGS_CHANGED, "initials", by=None)
    for name in ("standings", "standings-json", "standings-csv"):
        body = client.get(reverse(name, args=[tournament.slug])).content.decode()
        assert ("M.L.O." in body, "O'Hara" in body, "O&#x27;Hara" in body) == (True, False, False)


@pytest.mark.parametrize(("typed", "numbers"), [("nun", [3]), ("3", [3]), ("#3", [3]), ("33", []), ("#", [])])
def test_finding_yourself_by_three_letters_or_the_number(
    client: Client, typed: str, numbers: list[int]
) -> None:
    tournament = eight_players()
    person = tournament.entries.get(number=3).person
    person.name = "Zoë Núñez"
    person.save()
    record(tournament, Verb.SETTINGS_CHANGED, "name", by=None)
    response = client.get(reverse("standings", args=[tournament.slug]), {"find": typed})
    assert [place.number for place in response.context["matches"]] == numbers


def test_who_sits_in_a_planned_round_only_is_not_ranked_yet() -> None:
    tournament = eight_players()
    person = tournament.club.people.create(name="Late Lou")
    late = tournament.entries.create(number=9, person=person)
    tournament.rounds.get(number=2).seats.filter(entry__number=8).update(entry=late)
    record(tournament, Verb.SUBSTITUTE_SEATED, "player 9", by=None)
    tournament.refresh_from_db()
    assert [place.number for place in standings_of(tournament).places if place.number == 9] == []
    tournament.rounds.filter(number=2).update(published_at=tournament.drawn_at)
    record(tournament, Verb.ROUND_PUBLISHED, "round 2", by=None)
    tournament.refresh_from_db()
    assert [place.number for place in standings_of(tournament).places if place.number == 9] == [9]


def test_the_closest_name_is_found_first(client: Client) -> None:
    tournament = eight_players()
    names = {1: "Kathleen McCarthy", 2: "Carol Chen", 4: "Oscar Yo", 5: "O", 6: "Ann Carter", 7: "Mo Car"}
    for entry in tournament.entries.select_related("person"):
        entry.person.name = names.get(entry.number, "Somebody Else")
        entry.person.save()
    record(tournament, Verb.SETTINGS_CHANGED, "names", by=None)
    for find, numbers in (("car", [7, 2, 6, 1, 4]), ("o", [5])):
        matches = client.get(reverse("standings", args=[tournament.slug]), {"find": find}).context["matches"]
        assert [place.number for place in matches][: len(numbers)] == numbers


def test_own_points_are_explained_game_by_game(client: Client) -> None:
    tournament = eight_players()
    page = client.get(reverse("player", args=[tournament.slug, 1])).context["player"]
    assert [(game.number, game.points) for game in page.rounds[0].games] == [(1, 45), (2, 10), (3, 0), (4, 0)]


def test_a_loss_is_written_with_a_true_minus(client: Client) -> None:
    tournament = eight_players()
    page = builders.one_line(client.get(reverse("player", args=[tournament.slug, 2])).content.decode())
    assert ("−10 points." in page, "Round 1 · −10 points </h2>" in page) == (True, True)


def test_players_find_standings_and_seats_beside_each_other(client: Client) -> None:
    """And the winners and the rules; before the first round is published nobody has a seat to look for."""
    tournament = eight_players()
    seats = reverse("round-seating", args=[tournament.slug, 1])
    for address, current in ((tournament.get_absolute_url(), "Standings"), (seats, "Seats")):
        page = client.get(address).content.decode()
        bar = page.split('<nav class="section-nav"')[1].split("</nav>")[0]
        assert re.findall(r">([^<>\s]+)</a>", bar) == ["Standings", "Seats", "Winners", "Rules"]
        assert re.findall(r'aria-current="page">([^<]+)<', bar) == [current]
    tournament.rounds.update(published_at=None)
    page = client.get(tournament.get_absolute_url()).content.decode()
    bar = page.split('<nav class="section-nav"')[1].split("</nav>")[0]
    assert re.findall(r">([^<>\s]+)</a>", bar) == ["Standings", "Winners", "Rules"]


def test_standings_cost_the_same_for_8_and_64_players(django_assert_num_queries: Any) -> None:
    club = builders.cast().club
    for players in (8, 64):
        tournament = builders.running_tournament(club, players=players, rounds=2)
        with django_assert_num_queries(6):
            standings_of(tournament)


def test_the_second_total_is_called_in_the_language_of_the_reader() -> None:
    """Standings are kept for readers of all languages."""
    now = Standings(version=0, as_of=None, places=[], rounds=[], second_total_title="Points")
    with override("es"):
        assert now.second_total == "Puntos"
    assert now.second_total == "Points"


def test_a_players_page_reads_the_event_and_its_own_lines(
    client: Client, django_assert_num_queries: Any
) -> None:
    """A hall asks for all of them at once: what they share is read with the first."""
    tournament = eight_players()
    pages = [reverse("player", args=[tournament.slug, number]) for number in (1, 2)]
    client.get(pages[0])
    with django_assert_num_queries(2):
        client.get(pages[1])


def test_somebody_elses_private_tournament_does_not_exist(client: Client) -> None:
    tournament = eight_players()
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    for name in ("standings", "standings-json", "standings-csv", "screen", "live"):
        assert client.get(reverse(name, args=[tournament.slug])).status_code == 404


def test_a_set_state_of_another_round_is_not_mixed_in() -> None:
    tournament = eight_players()
    second = tournament.rounds.get(number=2)
    accept(second, 1, {"A": [25, 0, 0, 0], "B": [0, 0, 0, 0], "C": [0, 0, 0, 0], "D": [-10, 0, 0, 0]})
    tournament.refresh_from_db()
    assert sum(row.total for row in standings_of(tournament).places) == 55 - 10 + 45 + 0
    Round.objects.filter(pk=second.pk).update(published_at=tournament.drawn_at)
    record(tournament, Verb.ROUND_PUBLISHED, "round 2", by=None)
    tournament.refresh_from_db()
    assert sum(row.total for row in standings_of(tournament).places) == 55 - 10 + 45 + 0 + 25 - 10


def test_only_accepted_state_is_counted_even_with_lines_left() -> None:
    tournament = eight_players()
    CardSet.objects.update(state=CardSet.State.IN)
    record(tournament, Verb.SET_REOPENED, "table 1", by=None, standings=True)
    tournament.refresh_from_db()
    assert [row.total for row in standings_of(tournament).places] == [0] * 8


def test_two_of_one_name_are_told_apart_by_their_towns(client: Client) -> None:
    tournament = eight_players()
    for number, town in ((3, "Joliet"), (4, "Elgin"), (5, "Peoria")):
        Person.objects.filter(entries__number=number).update(name="Ruth Cohen", town=town)
    Entry.objects.filter(number=5).update(shows_initials=True)
    Person.objects.filter(entries__number=6).update(name="Rita Cohen", town="Aurora")
    record(tournament, Verb.SETTINGS_CHANGED, "names", by=None)
    page = client.get(reverse("standings", args=[tournament.slug]), {"find": "cohen"}).content.decode()
    choices = page.partition('class="choices"')[2].partition("</ul>")[0]
    assert [town in choices for town in ("Joliet", "Elgin", "Peoria", "Aurora")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("system", "brought"),
    [
        ("sanctioned", "the cards"),
        ("sixteen-hands", "the sheets"),
        ("card-game", "the sheet"),
        ("club-day", "the sheet"),
    ],
)
def test_what_is_brought_to_the_desk_is_what_the_table_writes_on(
    cast: builders.Cast, system: str, brought: str
) -> None:
    """On the phone, on the hall screen and for paper, by one rule."""
    fields = {name: value for name, value in defaults_of(system).items() if name != "rounds_planned"}
    tournament = builders.running_tournament(cast.club, system=system, **fields)
    assert what_is_brought(tournament) == brought
    for name, parts in (("player", [1]), ("screen", []), ("standings", [])):
        page = Client().get(reverse(name, args=[tournament.slug, *parts])).content.decode()
        told = re.findall(r"bring.? (the \w+) to the desk", page)
        assert set(told) == {brought}, name
