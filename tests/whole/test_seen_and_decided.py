"""What was looked at is what is decided: a form whose own matter somebody else changed is refused, with a choice."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Movement, User
from scoring.models import CardSet
from tests import builders
from tests.scoring import paper
from tournament.check_in.actions import check_in
from tournament.models import Entry, KeepApart, Tournament
from tournament.players.actions import move_up, put_on_waiting_list
from tournament.seating.draw import choose_movement
from tournament.seating.wishes import fix_table, keep_apart, keep_apart_no_more

pytestmark = pytest.mark.django_db

Meanwhile = Callable[[Tournament, User], object]


@pytest.fixture
def director(client: Client, cast: builders.Cast) -> Client:
    client.force_login(cast.director)
    return client


def player(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.select_related("person").get(number=number)


def apart(first: int, second: int, rounds: int | None) -> Meanwhile:
    def wish(tournament: Tournament, by: User) -> object:
        return keep_apart(
            tournament,
            first=player(tournament, first),
            second=player(tournament, second),
            rounds=rounds,
            by=by,
        )

    return wish


def apart_no_more(tournament: Tournament, by: User) -> None:
    keep_apart_no_more(tournament, pair=KeepApart.objects.get().pk, by=by)


def fix(number: int, table: int) -> Meanwhile:
    return lambda tournament, by: fix_table(tournament, entry=player(tournament, number), table=table, by=by)


def choose(tournament: Tournament, by: User) -> None:
    choose_movement(tournament, movement=Movement.CLUB_DAY, rounds=3, steps={}, by=by)


def arrived(tournament: Tournament, by: User) -> None:
    check_in(move_up(player(tournament, 9), by=by), by=by)


def move_to_reno(tournament: Tournament, by: User) -> None:
    tournament.club.people.filter(entries__number=1).update(town="Reno")


OWN_PAIR, OTHER_PAIR = {"first": "1", "second": "5"}, apart(2, 6, None)
FORMS = {
    "a pair": ("keep-apart", {**OWN_PAIR, "rounds": "2"}, apart(1, 5, 1), OTHER_PAIR),
    "a pair taken back": ("keep-apart", {**OWN_PAIR, "rounds": "2"}, apart_no_more, fix(1, 2)),
    "no pair": ("keep-apart-remove", {}, apart(1, 5, 1), OTHER_PAIR),
    "a table": ("fixed-table", {"player": "1", "table": "2"}, fix(1, 1), fix(2, 1)),
    "a movement": ("seating-choose", {"movement": "assigned", "rounds": "2"}, choose, OTHER_PAIR),
    "players of the first draw": ("draw", {"movement": "assigned", "rounds": "2"}, arrived, move_to_reno),
    "wishes of the first draw": ("draw", {"movement": "assigned", "rounds": "2"}, OTHER_PAIR, move_to_reno),
    "movement of the first draw": ("draw", {"movement": "assigned", "rounds": "2"}, choose, move_to_reno),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", FORMS)
def test_a_form_of_the_seating_page(director: Client, cast: builders.Cast, case: str) -> None:
    name, form_data, own_matter, anything_else = FORMS[case]
    tournament = builders.tournament(cast.club, players=9, rounds_planned=2)
    put_on_waiting_list(player(tournament, 9), by=cast.director)
    if name.startswith("keep-apart") and case != "a pair":
        pair = keep_apart(
            tournament, first=player(tournament, 1), second=player(tournament, 5), by=cast.director
        )
        form_data = {**form_data, "pair": pair.pk} if name == "keep-apart-remove" else form_data
    address = reverse(name, args=[tournament.slug])
    form_data["stamp"] = builders.stamp_of_seating(tournament)
    own_matter(tournament, cast.second_scorekeeper)
    recorded = tournament.journal.count()
    refused = director.post(address, form_data)
    assert (refused.status_code, tournament.journal.count()) == (409, recorded)

    # The page that says so is the choice: its form is as it was typed, and goes through.
    page = refused.content.decode()
    again = (
        builders.stamp_of_seating(tournament)
        if name == "seating-choose"
        else builders.stamp_on(page, address)
    )
    anything_else(tournament, cast.second_scorekeeper)
    assert director.post(address, form_data | {"stamp": again}).status_code == 302
    assert tournament.journal.filter(actor=cast.director).exists()


def here(entry: Entry, by: User) -> None:
    check_in(move_up(entry, by=by), by=by)


def town_corrected(entry: Entry, by: User) -> None:
    entry.person.town = "Reno"
    entry.person.save()


@pytest.mark.parametrize(
    ("name", "meanwhile", "status"),
    [
        ("entry-withdraw", here, 409),
        ("entry-withdraw", lambda entry, by: move_up(entry, by=by), 409),
        ("entry-withdraw", town_corrected, 302),
        ("entry-move-up", town_corrected, 302),
    ],
)
def test_somebody_who_does_not_come(
    director: Client, cast: builders.Cast, name: str, meanwhile: Any, status: int
) -> None:
    tournament = builders.tournament(cast.club, players=4, checked_in=False)
    entry = put_on_waiting_list(player(tournament, 4), by=cast.director)
    page = director.get(reverse("entries", args=[tournament.slug])).content.decode()
    address = reverse(name, args=[tournament.slug, 4])
    stamp = builders.stamp_on(page, address)
    meanwhile(entry, cast.scorekeeper)
    answer = director.post(address, {"stamp": stamp})
    assert answer.status_code == status
    assert ("Player 4 is" in answer.content.decode()) == (status == 409)


@pytest.mark.slow
def test_a_chair_named_before_its_table_was_accepted(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=11)
    form_data = {"number": "1", "first": "4", "chair": "3D", "reason": "Seen at lunch."}
    address = reverse("wrong-seat", args=[tournament.slug])
    stamp = builders.stamp_on(director.get(address, form_data).content.decode(), address)
    builders.card_set(
        paper.table(tournament), {letter: [0, 0, 0, 0] for letter in "ABCD"}, state=CardSet.State.ACCEPTED
    )
    refused = director.post(address, {**form_data, "stamp": stamp})
    assert (refused.status_code, tournament.journal.count()) == (409, 0)
    again = builders.stamp_on(refused.content.decode(), address)
    assert director.post(address, {**form_data, "stamp": again}).status_code == 302
