"""The pages of seating, rounds and clock: who may ask for them, bad input, and what they say."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.models import Person
from tests import builders
from tournament.models import Entry, Seat, Tournament

pytestmark = pytest.mark.django_db

READ = ["seating", "seating-round", "seat-changes", "wrong-seat"]
STAFF_READ = ["rounds", "round"]
PUBLIC = ["round-seating", "clock-now"]
WRITE = [
    "draw",
    "seating-choose",
    "keep-apart",
    "keep-apart-remove",
    "fixed-table",
    "plan-again",
    "round-publish",
    "clock",
    "seat-by-standing",
]
NUMBERED = {"seating-round", "round", "round-seating", "round-publish", "clock"}
# By whoever is asked: for pages of directors, of directors and scorekeepers, and of everybody.
DIRECT = {"nobody": 302, "stranger": 404, "other_director": 404, "scorekeeper": 403}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=16, rounds=3, published=1, is_public=False)


def address(name: str, tournament: Tournament, number: int = 1) -> str:
    return reverse(name, args=[tournament.slug, number] if name in NUMBERED else [tournament.slug])


def client_of(cast: builders.Cast, who: str) -> Client:
    client = Client()
    if who != "nobody":
        client.force_login(getattr(cast, who))
    return client


def page(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, (url, response.status_code)
    return response.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize(("who", "status"), [*DIRECT.items(), ("director", 200)])
def test_directors_pages(cast, tournament, name: str, who: str, status: int) -> None:
    assert client_of(cast, who).get(address(name, tournament)).status_code == status


@pytest.mark.slow
@pytest.mark.parametrize("name", STAFF_READ)
@pytest.mark.parametrize(
    ("who", "status"),
    [("nobody", 302), ("stranger", 404), ("other_director", 404), ("scorekeeper", 200), ("director", 200)],
)
def test_pages_of_those_who_work_here(cast, tournament, name: str, who: str, status: int) -> None:
    assert client_of(cast, who).get(address(name, tournament)).status_code == status


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.parametrize(
    ("who", "public", "private"), [("nobody", 200, 404), ("stranger", 200, 404), ("scorekeeper", 200, 200)]
)
def test_pages_for_watching(cast, tournament, name: str, who: str, public: int, private: int) -> None:
    assert client_of(cast, who).get(address(name, tournament)).status_code == private
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
    assert client_of(cast, who).get(address(name, tournament)).status_code == public


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITE)
@pytest.mark.parametrize(("who", "status"), DIRECT.items())
def test_only_directors_change_anything(cast, tournament, name: str, who: str, status: int) -> None:
    before = facts(tournament)
    assert client_of(cast, who).post(address(name, tournament)).status_code == status
    assert client_of(cast, "director").get(address(name, tournament)).status_code == 405
    assert facts(tournament) == before


@pytest.mark.parametrize(
    "name", ["draw", "seating-choose", "keep-apart", "fixed-table", "plan-again", "clock"]
)
def test_an_empty_form_is_answered_with_a_sentence_and_changes_nothing(cast, tournament, name: str) -> None:
    before = facts(tournament)
    response = client_of(cast, "director").post(address(name, tournament))
    assert response.status_code == 422
    assert "notice-error" in response.content.decode() or "data-error-summary" in response.content.decode()
    assert facts(tournament) == before


def facts(tournament: Tournament) -> list[object]:
    tournament.refresh_from_db()
    return [
        tournament.version,
        tournament.seed,
        tournament.movement,
        list(tournament.rounds.values_list()),
        list(Seat.objects.filter(round__tournament=tournament).values_list().order_by("pk")),
        list(tournament.entries.values_list()),
        tournament.keep_apart.count(),
    ]


def stamp_field(**values: object) -> dict[str, str]:
    return {"stamp": builders.stamp(**values)}


BAD = [
    ("draw", {"movement": "sanctioned", "rounds": "many"}),
    ("draw", {"movement": "waltz", "rounds": "4"}),
    ("draw", {"movement": "sanctioned", "rounds": "99"}),
    ("draw", {"movement": "custom", "rounds": "4", "step_A": "1"}),
    ("draw", {"movement": "sanctioned", "rounds": "4", "seed": "-1"}),
    ("draw", {"movement": "sanctioned", "rounds": "4"}),  # a round is published
    ("keep-apart", {"first": "1", "second": "1"}),
    ("keep-apart", {"first": "1", "second": "999"}),
    ("keep-apart", {"first": "x" * 10_000, "second": "2"}),
    ("fixed-table", {"player": "nobody", "table": "2"}),
    ("fixed-table", {"player": "1", "table": "0"}),
    ("plan-again", {"from_round": "1", "movement": "assigned"} | stamp_field(seats_revision=1)),  # published
    ("plan-again", {"from_round": "2", "movement": "ranked"} | stamp_field(seats_revision=1)),
    ("plan-again", {"from_round": "2", "movement": "assigned"}),  # half sent
    ("clock", {"action": "dance"}),
    ("clock", {"action": "extend", "minutes": "999"}),
    ("clock", {"action": "extend", "minutes": "5"}),  # half sent
    ("clock", {"action": "start", "stamp": "x"}),
    ("seating-round", {"seat": ["1-A-1"]}),
    ("seating-round", {"seat": ["1-A-1", "2-A-5", "3-A-9"]}),
    ("seating-round", {"seat": ["1-A-1", "9-Z-77"]}),
    ("seating-round", {"seat": ["1-A-1", "2-A-5"]}),  # published, without a reason
    ("seat-changes", {"change": "withdraw", "player": "1", "from_round": "2"}),  # half sent
    (
        "seat-changes",
        {"change": "withdraw", "player": "1", "from_round": "2"} | stamp_field(before={}, after={}),
    ),
    ("seat-changes", {"change": "withdraw", "player": "999", "from_round": "2"}),
    ("seat-changes", {"change": "replace", "player": "1", "other": "2", "from_round": "2"}),
    ("wrong-seat", {"number": "1", "first": "1", "second": "1", "reason": "y"}),
    ("wrong-seat", {"number": "1", "first": "1", "second": "5", "reason": "y"}),  # half sent
    (
        "wrong-seat",
        {"number": "1", "first": "1", "second": "5", "reason": "y"} | stamp_field(first="9A", second="2A"),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "data"), BAD)
def test_bad_input_is_a_sentence_and_changes_nothing(cast, tournament, name: str, data: dict) -> None:
    before = facts(tournament)
    form_data = {"stamp": builders.stamp(), **data}
    response = client_of(cast, "director").post(address(name, tournament), form_data)
    assert response.status_code in (409, 422)
    assert facts(tournament) == before
    assert not tournament.journal.exists()


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("seating", "seed=x"),
        ("seating", "seed=-1"),
        ("seat-changes", "change=withdraw&player=&from_round=1"),
        ("seat-changes", "change=late&player=1&from_round=2"),
        ("wrong-seat", "number=9&first=1&second=2"),
    ],
)
def test_a_bad_question_is_answered_with_a_sentence(cast, tournament, name: str, query: str) -> None:
    response = client_of(cast, "director").get(f"{address(name, tournament)}?{query}")
    assert response.status_code == 422
    assert "data-error-summary" in response.content.decode()


@pytest.mark.slow
def test_other_tournaments_rounds_players_and_pairs_are_not_found(cast, tournament) -> None:
    other = builders.running_tournament(cast.club, players=20, rounds=7, published=7)
    client = client_of(cast, "director")
    for name in ("seating-round", "round", "round-seating"):
        assert client.get(address(name, tournament, 7)).status_code == 404
    assert client.get(address("round-seating", tournament, 2)).status_code == 404  # not published
    pair = other.keep_apart.create(
        tournament=other, first=other.entries.get(number=1), second=other.entries.get(number=2)
    )
    client.post(address("keep-apart-remove", tournament), {"pair": pair.pk, "stamp": builders.stamp()})
    assert other.keep_apart.count() == 1
    wish = {"player": "20", "table": "1", "stamp": builders.stamp()}
    response = client.post(address("fixed-table", tournament), wish)
    assert response.status_code == 422  # number 20 plays in the other one only


@pytest.mark.slow
def test_the_day_through_the_pages(cast) -> None:
    tournament = builders.tournament(cast.club, players=46)
    client = client_of(cast, "director")
    seating = page(client, address("seating", tournament))
    assert "46 players" in seating
    assert "Draw the seats" in seating
    form = {
        "movement": "sanctioned",
        "rounds": "4",
        "seed": "7",
        "stamp": builders.stamp_of_seating(tournament),
    }
    assert client.post(address("draw", tournament), form).status_code == 302
    assert "Drawn" in page(client, address("seating", tournament))
    assert client.get(address("round-seating", tournament)).status_code == 404
    assert "Publish round 1" in page(client, address("round", tournament))
    publish = address("round-publish", tournament)
    looked_at = builders.stamp_on(page(client, address("round", tournament)), publish)
    for _ in range(2):
        assert client.post(publish, {"stamp": looked_at}).status_code == 302
    assert tournament.journal.filter(verb="round-published").count() == 1
    assert client.post(address("round-publish", tournament, 3), {"stamp": looked_at}).status_code == 409
    paused = client.post(address("clock", tournament), {"action": "pause", "stamp": builders.stamp()})
    assert paused.status_code == 409
    for action in ("start", "start", "pause", "resume"):
        pressed = {"action": action, "stamp": builders.stamp()}
        assert client.post(address("clock", tournament), pressed).status_code == 302
    extend = {"action": "extend", "minutes": "5", "stamp": builders.stamp(extra_minutes=0)}
    for _ in range(2):
        assert client.post(address("clock", tournament), extend).status_code == 302
    clock = Client().get(address("clock-now", tournament)).json()["clock"]
    assert (clock["round"], clock["state"], clock["runs"]) == (1, "running", True)
    assert 3890 <= clock["seconds_left"] <= 3900
    assert 'data-clock="' in page(Client(), address("round-seating", tournament))


@pytest.mark.slow
def test_players_find_themselves_without_a_script(cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16)
    Person.objects.filter(entries__tournament=tournament, entries__number=7).update(name="Zoë O’Brien")
    Entry.objects.filter(tournament=tournament, number=8).update(shows_initials=True)
    url = address("round-seating", tournament)
    for find in ("zoe", "obrien zoe", "7"):
        content = page(Client(), f"{url}?find={find}")
        names = re.findall(r'<th scope="row"><bdi class="listed-name">(.*?)</bdi>', content)
        assert names == ["Zoë <b>O’Brien</b>"], find
        own = re.search(r'id="found".*?<section class="you">(.*?)</section>', content, re.S)
        assert re.findall(r">(?:Seat )?(Table|C|2)<", own[1]) == ["C", "Table", "2"]
    assert "Nobody called" in page(Client(), f"{url}?find=xyz")
    everybody = page(Client(), url)
    assert "Player 8<" not in everybody
    assert "P.8." in everybody


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5])
def test_a_field_that_cannot_be_seated_is_told_on_the_page(cast, players: int) -> None:
    tournament = builders.tournament(cast.club, players=players)
    client = client_of(cast, "director")
    seating = page(client, address("seating", tournament))
    assert "Draw the seats" not in seating
    assert "notice-error" in seating
    assert "Other ways to move" not in seating
    form = {"movement": "sanctioned", "rounds": "4", "stamp": builders.stamp_of_seating(tournament)}
    assert client.post(address("draw", tournament), form).status_code == 422


@pytest.mark.slow
def test_seats_are_swapped_by_two_taps(cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    client = client_of(cast, "director")
    form = {"seat": ["1-A-1", "2-A-5"], "everywhere": "on", "stamp": builders.stamp()}
    for _click in range(2):
        assert client.post(address("seating-round", tournament), form).status_code == 302
    stale = {**form, "stamp": builders.stamp()}
    assert client.post(address("seating-round", tournament), stale).status_code == 409
    assert client.get(address("seating-round", tournament), {"seat": form["seat"]}).status_code == 422
    assert tournament.entries.get(number=1).key == "A2"


@pytest.mark.slow
def test_what_a_swap_does_is_shown_before_it_is_made(cast) -> None:
    tournament = builders.running_tournament(cast.club, players=32, rounds=2, published=0)
    client = client_of(cast, "director")
    url = address("seating-round", tournament, 2)
    assert "Over all rounds: Nobody meets twice." in page(client, url)
    at = {
        (seat.table.number, seat.letter): seat.entry.number
        for seat in Seat.objects.filter(round__tournament=tournament, round__number=2)
    }
    # 1 and 2 sat together at table 1: put player 2 into the seat across from player 1.
    table = next(table for (table, letter), number in at.items() if number == 1)
    away = next(table for (table, letter), number in at.items() if number == 2)
    seats = [f"{table}-B-{at[table, 'B']}", f"{away}-B-2"]
    content = page(client, f"{url}?seat={seats[0]}&seat={seats[1]}")
    assert "After this swap: 1 pair meets twice, first in round 2." in content
    assert content.count(" checked>") == 2
    assert client.get(f"{url}?seat={seats[0]}").status_code == 422
    client.post(url, {"seat": seats, "stamp": builders.stamp()})
    again = re.search("Over all rounds: ([^<]*)<", page(client, url))
    trial = re.search("After this swap: ([^<]*)<", content)
    assert again is not None
    assert trial is not None
    assert again[1] == trial[1]


@pytest.mark.slow
def test_a_change_is_shown_before_it_is_made(cast, tournament) -> None:
    client = client_of(cast, "director")
    question = {"change": "withdraw", "player": "5 Player 5", "from_round": "2"}
    content = client.get(address("seat-changes", tournament), question).content.decode()
    assert "2 rounds change" in content
    assert tournament.entries.get(number=5).state == "registered"
    stamp = builders.stamp_on(content, address("seat-changes", tournament))
    for _click in range(2):
        answer = client.post(address("seat-changes", tournament), {**question, "stamp": stamp, "reason": ""})
        assert answer.status_code == 302
    assert tournament.journal.filter(verb="withdrawn-from-seating").count() == 1
    assert tournament.entries.get(number=5).state == "withdrawn"


@pytest.mark.slow
def test_a_wrong_seat_is_mended_through_the_page(cast, tournament) -> None:
    client = client_of(cast, "director")
    question = {"number": "1", "first": "1", "second": "6"}
    content = client.get(address("wrong-seat", tournament), question).content.decode()
    stamp = builders.stamp_on(content, address("wrong-seat", tournament))
    form = {**question, "reason": "seen at lunch", "stamp": stamp}
    for _click in range(2):
        assert client.post(address("wrong-seat", tournament), form).status_code == 302
    stale = {**form, "stamp": stamp.replace(stamp[:8], "0" * 8)}
    assert client.post(address("wrong-seat", tournament), stale).status_code == 409
    seat = Seat.objects.get(round__tournament=tournament, round__number=1, entry__number=1)
    assert (seat.table.number, seat.letter) == (2, "B")


@pytest.mark.slow
@pytest.mark.parametrize("name", [*READ, *STAFF_READ, "round-seating"])
def test_a_page_costs_the_same_queries_for_8_players_and_for_48(
    cast, django_assert_max_num_queries, django_assert_num_queries, name: str
) -> None:
    client = client_of(cast, "director")
    small, large = (
        builders.running_tournament(cast.club, players=players, rounds=3, published=1) for players in (8, 48)
    )
    page(client, address(name, small))  # what is asked once per process
    with django_assert_max_num_queries(24) as counted:
        page(client, address(name, small))
    with django_assert_num_queries(len(counted)):
        page(client, address(name, large))


def test_the_choice_is_kept_for_the_draw(cast) -> None:
    tournament = builders.tournament(cast.club, players=16)
    form = {"movement": "custom", "rounds": "5", "step_A": "0", "step_B": "1", "step_C": "2", "step_D": "-1"}
    form["stamp"] = builders.stamp_of_seating(tournament)
    response = client_of(cast, "director").post(address("seating-choose", tournament), form)
    assert response.status_code == 302
    tournament.refresh_from_db()
    assert (tournament.movement, tournament.rounds_planned) == ("custom", 5)
    assert tournament.steps == {"A": 0, "B": 1, "C": 2, "D": -1}


@pytest.mark.parametrize(
    ("players", "number", "said"),
    [(12, 5, {"Table 2 plays with three."}), (15, 13, {"Tables 3, 4 play with three."})],
)
def test_a_change_says_which_tables_play_with_three_and_not_how_many(
    cast, players: int, number: int, said: set[str]
) -> None:
    tournament = builders.running_tournament(cast.club, players=players, rounds=1, published=0)
    question = {"change": "withdraw", "player": number, "from_round": 1}
    content = client_of(cast, "director").get(address("seat-changes", tournament), question).content.decode()
    assert set(re.findall(r"Tables? [\d, ]+ plays? with three\.", builders.one_line(content))) == said


def test_a_walk_in_without_a_seat_is_named(cast, tournament) -> None:
    person = Person.objects.create(club=cast.club, name="Wanda Walk")
    Entry.objects.create(tournament=tournament, person=person, number=90, checked_in_at=timezone.now())
    seating = page(client_of(cast, "director"), address("seating", tournament))
    assert "1 player is checked in but has no seat" in seating
    assert "Wanda Walk" in seating


def looked_at(client, name, tournament, **query) -> dict[str, str]:
    """What the page that shows a new plan sends: its stamp and its seed, with what was asked for."""
    content = client.get(address(f"{name}-look", tournament), query).content.decode()
    seed = re.search(r'name="seed" value="(\d+)"', content)
    assert seed is not None
    stamp = builders.stamp_on(content, address(name, tournament))
    return {**query, "seed": seed[1], "stamp": stamp}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plan-again", "seat-by-standing"])
def test_planning_again_sent_twice_plans_once(cast, tournament, name) -> None:
    client = client_of(cast, "director")
    data = {**looked_at(client, name, tournament, from_round="2", movement="assigned"), "reason": "Two left"}
    other = {**looked_at(client, name, tournament, from_round="2", movement="assigned"), "reason": "Two left"}
    answers = [client.post(address(name, tournament), data).status_code for _click in range(2)]
    assert (answers, tournament.journal.filter(verb="planned-again").count()) == ([302, 302], 1)
    assert client.post(address(name, tournament), other).status_code == 409


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plan-again", "seat-by-standing"])
def test_a_plan_is_replaced_only_with_a_reason_and_as_it_was_looked_at(cast, tournament, name) -> None:
    client = client_of(cast, "director")
    data = looked_at(client, name, tournament, from_round="2", movement="assigned")
    silent = client.post(address(name, tournament), data)
    assert (silent.status_code, "Write down why" in silent.content.decode()) == (422, True)
    # Somebody comes in after the page was opened: the plan would be another one.
    tournament.entries.filter(number=1).update(checked_in_at=None)
    other = client.post(address(name, tournament), {**data, "reason": "Two left"})
    assert (other.status_code, "so the plan would be different now" in other.content.decode()) == (
        409,
        True,
    )
    assert not tournament.journal.filter(verb="planned-again").exists()
    tournament.entries.filter(number=1).update(checked_in_at=tournament.drawn_at)
    assert client.post(address(name, tournament), {**data, "reason": "Two left"}).status_code == 302
    assert tournament.journal.get(verb="planned-again").reason == "Two left"


@pytest.mark.slow
def test_a_new_plan_is_shown_before_it_replaces_another(cast, tournament) -> None:
    client = client_of(cast, "director")
    seats = Seat.objects.filter(round__tournament=tournament, round__number=2).select_related("table")
    before = {seat.entry_id: str(seat) for seat in seats}
    query = {"from_round": "2", "movement": "assigned"}
    response = client.get(address("plan-again-look", tournament), query)
    round_ = response.context["replanned"].rounds[0]
    assert {entry.pk: old for entry, _new, old in round_.people} == before
    assert round_.moved == sum(new != old for _entry, new, old in round_.people)
    content = builders.one_line(response.content.decode())
    assert f"Round 2: {round_.moved} of {len(before)} players get a different seat." in content
    form_data = {**looked_at(client, "plan-again", tournament, **query), "reason": "Two left"}
    seed = form_data["seed"]
    client.post(address("plan-again", tournament), form_data)
    assert tournament.journal.get(verb="planned-again").new["seed"] == int(seed)


@pytest.mark.slow
def test_a_new_draw_is_shown_seat_by_seat_before_it_replaces_the_first(cast) -> None:
    tournament = builders.running_tournament(cast.club, players=9, published=0)
    client = client_of(cast, "director")
    seats = Seat.objects.filter(round__tournament=tournament, round__number=1).select_related("table")
    before = {seat.entry.number: str(seat) for seat in seats.select_related("entry")}
    tournament.entries.filter(number=9).update(checked_in_at=None)
    form_data = looked_at(client, "draw", tournament, movement="assigned", rounds="2")
    query = {"movement": "assigned", "rounds": "2", "seed": form_data["seed"]}
    look = client.get(address("draw-look", tournament), query)
    round_ = look.context["replanned"].rounds[0]
    content = builders.one_line(look.content.decode())
    assert f"Draw number: {form_data['seed']}." in content
    assert f"Round 1: {round_.moved} of 8 players get a different seat." in content
    assert [entry.number for entry in round_.left_out] == [9]
    assert {entry.number: old for entry, _new, old in round_.people} == {n: before[n] for n in range(1, 9)}
    promised = {entry.number: new for entry, new, _old in round_.people}
    silent = client.post(address("draw", tournament), form_data)
    assert (silent.status_code, "Write down why" in silent.content.decode()) == (422, True)
    assert client.post(address("draw", tournament), {**form_data, "reason": "One left"}).status_code == 302
    assert {seat.entry.number: str(seat) for seat in seats.all()} == promised
    assert tournament.journal.get(verb="drawn-again").reason == "One left"


@pytest.mark.slow
def test_another_draw_than_was_looked_at_is_not_made(cast) -> None:
    tournament = builders.running_tournament(cast.club, players=9, published=0)
    client = client_of(cast, "director")
    form_data = looked_at(client, "draw", tournament, movement="assigned", rounds="2") | {
        "reason": "All here"
    }
    tournament.entries.filter(number=1).update(number=90)
    other = client.post(address("draw", tournament), form_data)
    words = other.content.decode()
    assert (other.status_code, "All here" in words) == (409, True)
    assert "so the draw would be different now" in words
    # From the page of the first draw, which shows no seats.
    first = {"movement": "assigned", "rounds": "2", "stamp": builders.stamp(drawn_at=None)}
    stale = client.post(address("draw", tournament), first)
    assert (stale.status_code, "Somebody drew while this page was open" in stale.content.decode()) == (
        409,
        True,
    )
    assert not tournament.journal.exists()


@pytest.mark.slow
def test_by_standing_from_the_page(cast, tournament) -> None:
    client = client_of(cast, "director")
    content = client.get(address("seat-by-standing-look", tournament), {"from_round": "2"}).content.decode()
    assert "Round 1 still has cards missing, so the standings may change. Tables: 1, 2" in content
    form_data = {**looked_at(client, "seat-by-standing", tournament, from_round="2"), "reason": "Final round"}
    response = client.post(address("seat-by-standing", tournament), form_data)
    assert response.status_code == 302
    assert list(tournament.rounds.values_list("number", "movement")) == [(1, ""), (2, "ranked")]
    form_data = {"from_round": "1", "stamp": builders.stamp(seats_revision=2, standings_version=0)}
    published = client.post(address("seat-by-standing", tournament), form_data)
    assert published.status_code == 422
    assert client.post(address("seat-by-standing", tournament), {}).status_code == 422


def test_other_standings_than_those_looked_at_seat_nobody(cast, tournament) -> None:
    client = client_of(cast, "director")
    form_data = {"from_round": "2", "stamp": builders.stamp(seats_revision=1, standings_version=0)}
    Tournament.objects.filter(pk=tournament.pk).update(standings_version=1)
    response = client.post(address("seat-by-standing", tournament), form_data)
    assert (response.status_code, tournament.journal.count()) == (409, 0)


def test_a_reason_typed_before_another_look_is_still_there(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=1)
    looked = {"change": "withdraw", "player": "3", "from_round": "2", "reason": "She feels ill"}
    page = builders.signed_in(cast.director).get(reverse("seat-changes", args=[tournament.slug]), looked)
    assert 'value="She feels ill"' in page.content.decode()


def test_a_late_arrival_is_chosen_by_name_and_not_typed_again(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=15, rounds=3, published=1)
    helen = Person.objects.create(club=cast.club, name="Helen Wu")
    tournament.entries.create(number=20, person=helen)
    tournament.rounds.filter(number=1).update(started_at=timezone.now())
    director, changes = client_of(cast, "director"), address("seat-changes", tournament)
    query = "?change=late&amp;player=20&amp;from_round=2"
    assert f'href="{query}#proposal-title"' in page(director, f"{changes}?change=late")
    proposal = director.get(changes + query.replace("&amp;", "&")).context["proposal"]
    assert [changed.number for changed in proposal.rounds] == [2, 3]
