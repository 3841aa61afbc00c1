"""An old form sent again, after what it did was taken back, does nothing; nor does a button for somebody else."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from club.accounts import actions as clubs
from club.models import Club, Membership, Movement, Role, User
from scoring.finishing.actions import finish, take_back_finish
from scoring.models import FinalStandings
from scoring.seats.wrong_seats import mend_wrong_seat
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS
from tournament.check_in import actions as check_in
from tournament.clock import actions as clock
from tournament.models import Entry, KeepApart, Seat, Tournament
from tournament.players import actions as entries
from tournament.seating import swap as seating
from tournament.seating import wishes
from tournament.seating.draw import choose_movement
from tournament.settings.actions import change_settings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.tournament(cast.club, players=6, checked_in=False)


def press(client: Client, entry: Entry, name: str, stamp: str, **extra: Any) -> int:
    address = reverse(name, args=[entry.tournament.slug, entry.number])
    return client.post(address, {"stamp": stamp}, **extra).status_code


def facts(entry: Entry) -> tuple[str, bool]:
    entry.refresh_from_db()
    return entry.state, entry.checked_in_at is not None


def length(where: Tournament | Club) -> int:
    return where.chain().count()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "before", "back"),
    [
        ("check-in-player", [], check_in.undo_check_in),
        ("check-in-undo", [check_in.check_in], check_in.check_in),
        ("entry-withdraw", [], entries.reinstate),
        ("entry-reinstate", [entries.withdraw], entries.withdraw),
        ("entry-wait", [], entries.move_up),
        ("entry-move-up", [entries.put_on_waiting_list], entries.put_on_waiting_list),
    ],
)
@pytest.mark.parametrize("renamed", ["", "Susan Weiss"])
def test_a_button_beside_a_player(
    director: Client,
    cast: builders.Cast,
    tournament: Tournament,
    name: str,
    before: Any,
    back: Any,
    renamed: str,
) -> None:
    entry = tournament.entries.get(number=5)
    for change in before:
        change(entry, by=cast.director)
    stamp = builders.stamp_beside(entry)
    assert press(director, entry, name, stamp) == 302
    assert press(director, entry, name, stamp) == 302  # twice at once: quiet
    back(entry, by=cast.director)
    if renamed:  # in another tournament of the club: nothing of it is in this journal
        tournament.club.people.filter(entries=entry).update(name=renamed)
    now, recorded = facts(entry), length(tournament)
    assert (press(director, entry, name, stamp), facts(entry), length(tournament)) == (409, now, recorded)
    assert press(director, entry, name, builders.stamp_beside(entry)) == 302


def test_what_else_happens_to_a_player_does_not_make_a_page_old(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    """A corrected town, another's tap and its undo."""
    entry = tournament.entries.select_related("person").get(number=5)
    stamp = builders.stamp_beside(entry)
    entries.correct(entry, by=cast.director, new={"town": "Reno"})
    check_in.check_in(entry, by=cast.scorekeeper)
    check_in.undo_check_in(entry, by=cast.scorekeeper)
    assert press(director, entry, "check-in-player", stamp) == 302
    assert facts(entry) == ("registered", True)
    check_in.undo_check_in(entry, by=cast.scorekeeper)
    assert press(director, entry, "entry-withdraw", stamp) == 302
    assert facts(entry)[0] == "withdrawn"


def test_a_clock_paused_and_resumed_elsewhere_can_still_be_ended(
    director: Client, cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club)
    clock.start_clock(tournament, number=1, by=cast.director)
    stamp = builders.stamp()
    clock.pause_clock(tournament, number=1, by=cast.director)
    clock.resume_clock(tournament, number=1, by=cast.director)
    answer = director.post(reverse("clock", args=[tournament.slug, 1]), {"action": "end", "stamp": stamp})
    assert (answer.status_code, tournament.rounds.get(number=1).ended_at is None) == (302, False)


def test_a_refused_old_form_leads_to_the_page_as_it_is_now(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club)
    page = reverse("round", args=[tournament.slug, 1])
    answer = director.post(
        reverse("clock", args=[tournament.slug, 1]),
        {"action": "extend", "minutes": "5", "stamp": builders.stamp(extra_minutes=10)},
        headers={"referer": f"http://testserver{page}"},
    )
    assert (answer.status_code, f'href="http://testserver{page}"' in answer.content.decode()) == (409, True)


def test_others_at_the_door_do_not_make_a_page_old(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    entry = tournament.entries.get(number=5)
    stamp = builders.stamp_beside(entry)
    for number in (4, 6):
        check_in.check_in(tournament.entries.get(number=number), by=cast.director)
    assert press(director, entry, "check-in-player", stamp) == 302


def test_a_tap_and_its_undo_in_the_row_that_came_back(director: Client, tournament: Tournament) -> None:
    entry, header = tournament.entries.get(number=5), {"HX-Request": "true"}
    address = reverse("check-in-player", args=[tournament.slug, 5])
    form_data = {"stamp": builders.stamp_beside(entry)}
    row = director.post(address, form_data, headers=header).content.decode()
    assert (
        press(
            director,
            entry,
            "check-in-undo",
            builders.stamp_on(row, reverse("check-in-undo", args=[tournament.slug, 5])),
            headers=header,
        )
        == 200
    )
    answer = director.post(address, form_data, headers=header)
    assert (answer.status_code, "Reload the page" in answer.content.decode()) == (409, True)
    assert facts(entry) == ("registered", False)


@pytest.mark.parametrize("name", ["check-in-player", "entry-withdraw", "entry-wait"])
def test_a_button_is_for_the_person_it_stood_beside(
    director: Client, cast: builders.Cast, tournament: Tournament, name: str
) -> None:
    susan, ellen = tournament.entries.get(number=5), tournament.entries.get(number=6)
    form_data = {"stamp": builders.stamp_beside(susan)}
    Entry.objects.filter(pk=susan.pk).update(number=60)
    Entry.objects.filter(pk=ellen.pk).update(number=5)
    answer = director.post(reverse(name, args=[tournament.slug, 5]), form_data)
    sentence = "Player 5 has number 60 now, so nothing was done."
    assert (answer.status_code, sentence in answer.content.decode()) == (409, True)
    assert (facts(susan), facts(ellen), length(tournament)) == (
        ("registered", False),
        ("registered", False),
        0,
    )


@pytest.mark.parametrize(
    "seen",
    [{}, {"entry": "x"}, {"entry": 10**30}, {"entry": "0 x"}, {"entry": [5]}, {"entry": "9" * 5_000 + " x"}],
)
def test_a_button_that_does_not_say_for_whom_does_nothing(
    director: Client, tournament: Tournament, seen: dict[str, object]
) -> None:
    form_data = {"stamp": builders.stamp(**seen)}
    answer = director.post(reverse("check-in-player", args=[tournament.slug, 5]), form_data)
    assert (answer.status_code, length(tournament)) == (422, 0)
    assert "Part of this page is missing." in answer.content.decode()


def test_after_going_back_to_a_copy_a_button_is_for_nobody_else_under_the_same_number(
    director: Client, tournament: Tournament
) -> None:
    entry = tournament.entries.get(number=5)
    stamp = builders.stamp_beside(entry)
    Entry.objects.filter(pk=entry.pk).update(registered_at=entry.registered_at + datetime.timedelta(hours=1))
    assert (press(director, entry, "check-in-player", stamp), length(tournament)) == (409, 0)


@pytest.mark.parametrize("form_data", [{}, {"stamp": ""}, {"stamp": "x"}])
def test_a_button_without_a_stamp_does_nothing(
    director: Client, tournament: Tournament, form_data: dict[str, str]
) -> None:
    answer = director.post(reverse("check-in-player", args=[tournament.slug, 5]), form_data)
    assert (answer.status_code, length(tournament)) == (422, 0)
    assert "Part of this page is missing." in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "before", "back"),
    [("pause", [], clock.resume_clock), ("resume", [clock.pause_clock], clock.pause_clock)],
)
def test_the_clock(director: Client, cast: builders.Cast, name: str, before: Any, back: Any) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    arguments: dict[str, Any] = {"number": 1, "by": cast.director}
    clock.start_clock(tournament, **arguments)
    for change in before:
        change(tournament, **arguments)
    address, form_data = (
        reverse("clock", args=[tournament.slug, 1]),
        {"action": name, "stamp": builders.stamp()},
    )
    assert [director.post(address, form_data).status_code for _click in range(2)] == [302, 302]
    back(tournament, **arguments)
    now, recorded = tournament.rounds.filter(number=1).values().get(), length(tournament)
    assert director.post(address, form_data).status_code == 409
    assert (tournament.rounds.filter(number=1).values().get(), length(tournament)) == (now, recorded)
    assert director.post(address, form_data | {"stamp": builders.stamp()}).status_code == 302


def test_a_clock_that_was_extended_meanwhile_is_still_stopped(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    clock.start_clock(tournament, number=1, by=cast.director)
    form_data = {"action": "pause", "stamp": builders.stamp()}
    clock.extend_clock(tournament, number=1, minutes=5, by=cast.director)
    assert director.post(reverse("clock", args=[tournament.slug, 1]), form_data).status_code == 302


@pytest.fixture
def played(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=4, rounds=1)
    builders.card_set(paper.table(tournament), NUMBERS, state="accepted")
    return tournament


@pytest.mark.slow
def test_the_finish(director: Client, cast: builders.Cast, played: Tournament) -> None:
    address = reverse("finish", args=[played.slug])
    form_data = {"results": "show", "stamp": builders.stamp(standings_version=0)}
    assert [director.post(address, form_data).status_code for _click in range(2)] == [302, 302]
    take_back_finish(played, by=cast.director, reason="A card was found.")
    answer = director.post(address, form_data)
    assert (answer.status_code, FinalStandings.objects.standing().count()) == (409, 0)
    assert "Reload the page and look again." in answer.content.decode()


@pytest.mark.slow
def test_taking_the_finish_back(director: Client, cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    address = reverse("finish-take-back", args=[played.slug])
    form_data = {"reason": "A card was found.", "stamp": builders.stamp()}
    assert [director.post(address, form_data).status_code for _click in range(2)] == [302, 302]
    finish(played, by=cast.director)
    assert (director.post(address, form_data).status_code, FinalStandings.objects.standing().count()) == (
        409,
        1,
    )


def test_a_role(director: Client, cast: builders.Cast) -> None:
    member = Membership.objects.get(user=cast.scorekeeper)
    address = reverse("member-role", args=[cast.club.slug, member.pk])
    form_data = {"role": "director", "stamp": builders.stamp(role="scorekeeper")}
    assert [director.post(address, form_data).status_code for _click in range(2)] == [302, 302]
    clubs.change_role(member, role=Role.SCOREKEEPER, by=cast.director)
    assert director.post(address, form_data).status_code == 409
    member.refresh_from_db()
    assert (member.role, length(cast.club)) == (Role.SCOREKEEPER, 2)


def test_a_new_password_is_made_once(director: Client, cast: builders.Cast) -> None:
    member = Membership.objects.get(user=cast.scorekeeper)
    address = reverse("member-password", args=[cast.club.slug, member.pk])
    form_data = {"stamp": builders.stamp(password=member.user.password_mark)}
    assert director.post(address, form_data).status_code == 200
    cast.scorekeeper.refresh_from_db()
    first = cast.scorekeeper.password
    assert director.post(address, form_data).status_code == 409
    cast.scorekeeper.refresh_from_db()
    assert cast.scorekeeper.password == first


def test_an_account_is_made_once(director: Client, cast: builders.Cast) -> None:
    """The answer is the page with the password, so reloading it sends the form again."""
    address = reverse("member-add", args=[cast.club.slug])
    form_data = {"name": "Ida Wu", "username": "ida", "role": "director", "stamp": builders.stamp()}
    assert director.post(address, form_data).status_code == 200
    clubs.remove_member(Membership.objects.get(user__username="ida"), by=cast.director)
    ida, recorded = User.objects.get(username="ida"), length(cast.club)
    answer = director.post(address, form_data)
    assert (answer.status_code, "Reload the page" in answer.content.decode()) == (409, True)
    assert (ida.memberships.count(), length(cast.club)) == (0, recorded)
    assert User.objects.get(username="ida").password == ida.password
    assert director.post(address, form_data | {"stamp": builders.stamp()}).status_code == 200


@pytest.mark.slow
def test_a_tournament_is_made_once(director: Client, cast: builders.Cast) -> None:
    address = reverse("tournament-new", args=[cast.club.slug])
    form_data = {
        "name": "Open",
        "date": "2027-03-20",
        "time_zone": "America/Chicago",
        "system": "sanctioned",
        "stamp": builders.stamp(),
    }
    first = director.post(address, form_data)
    assert director.post(address, form_data)["Location"] == first["Location"]
    change_settings(Tournament.objects.get(), by=cast.director, new={"name": "Spring Open"})
    assert director.post(address, form_data)["Location"] == first["Location"]
    assert list(Tournament.objects.values_list("name")) == [("Spring Open",)]
    assert director.post(address, form_data | {"date": "2027-04-17"}).status_code == 302
    assert director.post(address, form_data | {"stamp": builders.stamp()}).status_code == 302
    assert Tournament.objects.count() == 3


def test_a_role_somebody_else_changed_meanwhile_stays(director: Client, cast: builders.Cast) -> None:
    member = Membership.objects.get(user=cast.scorekeeper)
    form_data = {"role": "scorekeeper", "stamp": builders.stamp(role="scorekeeper")}
    clubs.change_role(member, role=Role.DIRECTOR, by=cast.director)
    answer = director.post(reverse("member-role", args=[cast.club.slug, member.pk]), form_data)
    member.refresh_from_db()
    assert (answer.status_code, member.role) == (409, Role.DIRECTOR)


def swap_back(tournament: Tournament, by: User) -> None:
    seating.swap_seats(tournament, seating.Swap(1, (1, "A"), (2, "A")), by=by)


def wish_no_more(tournament: Tournament, by: User) -> None:
    wishes.keep_apart_no_more(tournament, pair=KeepApart.objects.get().pk, by=by)


def move_freely(tournament: Tournament, by: User) -> None:
    wishes.fix_table(tournament, entry=tournament.entries.get(number=1), table=None, by=by)


def choose_otherwise(tournament: Tournament, by: User) -> None:
    choose_movement(tournament, movement=Movement.RANDOM, rounds=3, steps={}, by=by)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "form_data", "back"),
    [
        ("seating-round", {"seat": ["1-A-1", "2-A-5"]}, swap_back),
        ("keep-apart", {"first": "1", "second": "5"}, wish_no_more),
        ("fixed-table", {"player": "1", "table": "2"}, move_freely),
        ("seating-choose", {"movement": "assigned", "rounds": "3"}, choose_otherwise),
    ],
)
def test_a_form_of_the_seating(
    director: Client, cast: builders.Cast, name: str, form_data: dict[str, Any], back: Any
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=3, published=0)
    if name == "seating-choose":
        Tournament.objects.filter(pk=tournament.pk).update(drawn_at=None)
    address = reverse(name, args=[tournament.slug, 1] if name == "seating-round" else [tournament.slug])
    half_sent = director.post(address, form_data)
    assert (half_sent.status_code, "Part of this page is missing" in half_sent.content.decode()) == (
        422,
        True,
    )
    form_data = {**form_data, "stamp": builders.stamp_of_seating(tournament)}
    assert [director.post(address, form_data).status_code for _click in range(2)] == [302, 302]
    back(tournament, by=cast.director)
    before, recorded = state_of(tournament), length(tournament)
    answer = director.post(address, form_data)
    assert (answer.status_code, "Reload the page" in answer.content.decode()) == (409, True)
    assert (state_of(tournament), length(tournament)) == (before, recorded)
    now = builders.stamp_of_seating(tournament)
    assert director.post(address, form_data | {"stamp": now}).status_code == 302


def state_of(tournament: Tournament) -> list[Any]:
    tournament.refresh_from_db()
    seats = Seat.objects.filter(round__tournament=tournament).order_by("pk")
    return [
        tournament.movement,
        list(tournament.entries.values()),
        list(KeepApart.objects.values()),
        list(seats.values()),
    ]


@pytest.mark.slow
def test_a_wrong_seat(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    one, other = tournament.entries.get(number=1), tournament.entries.get(number=5)
    form_data = {"number": "1", "first": "1", "second": "5", "reason": "Seen at lunch."}
    press_twice_with_one_taken_back(
        director, tournament, form_data, lambda: exchange_back(tournament, one, other, cast.director)
    )


def exchange_back(tournament: Tournament, one: Entry, other: Entry, by: User) -> None:
    mend_wrong_seat(tournament, number=1, player=one, sat=other, reason="No.", by=by)


@pytest.mark.slow
def test_an_empty_chair(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=11)
    player = tournament.entries.get(number=4)

    def move_back() -> None:
        mend_wrong_seat(tournament, number=1, player=player, sat=(1, "D"), reason="No.", by=cast.director)

    form_data = {"number": "1", "first": "4", "chair": "3D", "reason": "Seen at lunch."}
    press_twice_with_one_taken_back(director, tournament, form_data, move_back)


def press_twice_with_one_taken_back(
    director: Client, tournament: Tournament, form_data: dict[str, str], back: Any
) -> None:
    address = reverse("wrong-seat", args=[tournament.slug])
    half_sent = director.post(address, form_data)
    assert (half_sent.status_code, "Part of this page is missing" in half_sent.content.decode()) == (
        422,
        True,
    )
    names = ("number", "first", "second", "chair")
    query = {name: form_data[name] for name in names if name in form_data}

    def stamp_of_page() -> str:
        return builders.stamp_on(director.get(address, query).content.decode(), address)

    form_data["stamp"] = stamp_of_page()
    assert [director.post(address, form_data).status_code for _click in range(2)] == [302, 302]
    back()
    before, recorded = state_of(tournament), length(tournament)
    answer = director.post(address, form_data)
    assert (answer.status_code, "Reload the page" in answer.content.decode()) == (409, True)
    assert (state_of(tournament), length(tournament)) == (before, recorded)
    assert director.post(address, form_data | {"stamp": stamp_of_page()}).status_code == 302
