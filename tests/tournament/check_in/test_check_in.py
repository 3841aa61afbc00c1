"""The door: one tap and its undo, who is missing, walk-ins."""

import html

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.models import Person
from tests import builders
from tournament.check_in import seating_late
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.tournament(cast.club, players=12, checked_in=False)
    Person.objects.filter(entries__tournament=tournament, entries__number=2).update(name="Þóra Björnsdóttir")
    return tournament


def tap(
    client: Client, tournament: Tournament, number: int, *, undo: bool = False, **extra: object
) -> object:
    name = "check-in-undo" if undo else "check-in-player"
    form_data = {"stamp": builders.stamp(entry=tournament.entries.get(number=number).identity)} | extra.pop(
        "data", {}
    )
    return client.post(reverse(name, args=[tournament.slug, number]), form_data, **extra)


def here(tournament: Tournament) -> list[int]:
    return list(tournament.entries.filter(checked_in_at__isnull=False).values_list("number", flat=True))


def verbs(tournament: Tournament) -> list[str]:
    return [entry.verb for entry in tournament.chain().order_by("sequence")]


def numbers_listed(client: Client, tournament: Tournament, **query: str) -> list[int]:
    page = client.get(reverse("check-in", args=[tournament.slug]), query)
    return [entry.number for entry in page.context["entries"]]


def test_one_tap_and_undo(director: Client, tournament: Tournament) -> None:
    assert tap(director, tournament, 2).status_code == 302
    assert here(tournament) == [2]
    tap(director, tournament, 2, undo=True)
    assert (here(tournament), verbs(tournament)) == ([], ["player-checked-in", "check-in-undone"])
    assert tournament.chain().first().subject == "2 Þóra Björnsdóttir"


def test_a_second_tap_changes_nothing(director: Client, tournament: Tournament) -> None:
    tap(director, tournament, 2)
    at = tournament.entries.get(number=2).checked_in_at
    tap(director, tournament, 2)
    assert (tournament.entries.get(number=2).checked_in_at, verbs(tournament)) == (at, ["player-checked-in"])
    for _tap in range(2):
        tap(director, tournament, 2, undo=True)
    assert verbs(tournament) == ["player-checked-in", "check-in-undone"]


def enter(client: Client, tournament: Tournament, find: str, **extra: object) -> str:
    """What Enter in the search does, and the list that follows, on one line."""
    form_data = {"find": find, "show": "all", "stamp": builders.stamp()}
    page = client.post(reverse("check-in-found", args=[tournament.slug]), form_data, follow=True, **extra)
    assert page.status_code == 200
    return builders.one_line(page.content.decode())


@pytest.mark.slow
@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("find", "numbers"),
    [
        ("bjorn", [2]),
        ("#12", [12]),
        ("1", [1]),
        ("player 1", []),
        ("player 7", [7]),
        ("", []),
        ("nobody", []),
    ],
)
def test_enter_checks_in_the_one_who_is_found(
    director: Client, tournament: Tournament, find: str, numbers: list[int], headers: dict[str, str]
) -> None:
    for _twice in range(2):
        enter(director, tournament, find, headers=headers)
    assert here(tournament) == numbers
    assert verbs(tournament) == ["player-checked-in"] * len(numbers)


def test_enter_says_of_somebody_entered_why_they_are_not_checked_in(
    director: Client, tournament: Tournament
) -> None:
    tournament.entries.filter(number=2).update(state="waiting")
    tournament.entries.filter(number=3).update(state="withdrawn")
    for find, word in (("bjorn", "waiting"), ("player 3", "withdrawn")):
        page = enter(director, tournament, find, headers=HTMX)
        assert (
            here(tournament),
            "Nobody found" in page,
            f"</span> {word}" in page or f">{word}<" in page,
        ) == (
            [],
            False,
            True,
        )


def test_htmx_gets_the_row_and_the_counts(director: Client, tournament: Tournament) -> None:
    page = tap(director, tournament, 2, headers=HTMX)
    text = page.content.decode()
    assert (page.status_code, "<html" in text, text.count('<li class="door-row')) == (200, False, 1)
    assert 'id="counts" hx-swap-oob="true"' in text
    assert '1 <span class="stat-of">of 12</span>' in builders.one_line(text)


def test_the_page_comes_back_as_it_was_found(director: Client, tournament: Tournament) -> None:
    page = tap(director, tournament, 2, data={"find": "bj & rn", "show": "missing"})
    assert page["Location"] == f"/t/{tournament.slug}/check-in/?find=bj+%26+rn&show=missing#entry-2"


@pytest.mark.parametrize(
    ("find", "numbers"),
    [
        ("bjorn", [2]),
        ("ÞÓRA", [2]),
        ("1", [1, 10, 11, 12]),
        ("#12", [12]),
        ("player 7", [7]),
        ("nobody", []),
        ("%", []),
    ],
)
def test_found_by_name_or_number(
    director: Client, tournament: Tournament, find: str, numbers: list[int]
) -> None:
    assert numbers_listed(director, tournament, find=find) == numbers


@pytest.mark.slow
def test_missing_and_here(director: Client, tournament: Tournament) -> None:
    tap(director, tournament, 2)
    assert numbers_listed(director, tournament, show="here") == [2]
    assert 2 not in numbers_listed(director, tournament, show="missing")
    assert len(numbers_listed(director, tournament, show="nonsense")) == 12


def test_the_counts_are_polled_alone(director: Client, tournament: Tournament) -> None:
    tap(director, tournament, 2)
    text = director.get(reverse("check-in", args=[tournament.slug]), {"part": "counts"}).content.decode()
    assert ("door-row" in text, '<span class="stat-number">11</span>' in text) == (False, True)


def test_typing_is_answered_by_the_list_alone(director: Client, tournament: Tournament) -> None:
    page = director.get(reverse("check-in", args=[tournament.slug]), {"find": "bjorn"}, headers=HTMX)
    assert ("<html" in page.content.decode(), "HX-Request" in page["Vary"]) == (False, True)


@pytest.mark.parametrize("state", [Entry.State.WAITING, Entry.State.WITHDRAWN])
def test_only_the_registered_are_checked_in(director: Client, tournament: Tournament, state: str) -> None:
    tournament.entries.filter(number=2).update(state=state)
    assert tap(director, tournament, 2).status_code == 422
    row = tap(director, tournament, 2, headers=HTMX)
    assert (row.status_code, "is not registered" in row.content.decode()) == (422, True)
    assert (here(tournament), verbs(tournament)) == ([], [])


def test_after_the_draw_the_seat_decides(director: Client, cast: builders.Cast) -> None:
    running = builders.running_tournament(cast.club)
    page = director.get(reverse("check-in", args=[running.slug])).content.decode()
    assert reverse("seat-changes", args=[running.slug]) in page
    assert tap(director, running, 1, undo=True).status_code == 422
    assert here(running) == list(range(1, 9))


def test_a_finished_tournament_has_no_door(director: Client, tournament: Tournament) -> None:
    Tournament.objects.update(finished_at=timezone.now())
    assert tap(director, tournament, 2).status_code == 422
    assert "Check in</" not in director.get(reverse("check-in", args=[tournament.slug])).content.decode()


def test_a_walk_in_is_entered_and_here_at_once(director: Client, tournament: Tournament) -> None:
    address = reverse("walk-in", args=[tournament.slug])
    assert director.get(address).context["form"]["number"].value() == 13
    form_data = {"name": "Ida Wu", "number": 13, "person": "new", "stamp": builders.stamp()}
    for _click in range(2):
        page = director.post(address, form_data)
        assert page["Location"] == reverse("check-in", args=[tournament.slug])
    assert (here(tournament), verbs(tournament)) == ([13], ["player-registered"])
    assert tournament.chain().get().new["checked_in"] is True


@pytest.mark.slow
def test_a_walk_in_sent_again_after_the_undo_is_not_said_to_be_here(
    director: Client, tournament: Tournament
) -> None:
    form = {"name": "Ida Wu", "number": 13, "person": "new", "stamp": builders.stamp()}
    director.post(reverse("walk-in", args=[tournament.slug]), form, follow=True)
    tournament.entries.filter(number=13).update(checked_in_at=None)
    page = director.post(reverse("walk-in", args=[tournament.slug]), form, follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "Ida Wu is already entered, under number 13."
    ]


@pytest.mark.parametrize("data", [{"name": ""}, {"number": "2"}, {"number": "x"}, {"name": "n" * 10_000}])
def test_a_bad_walk_in_changes_nothing(
    director: Client, tournament: Tournament, data: dict[str, str]
) -> None:
    form_data = {"name": "Ida Wu", "number": "13", "stamp": builders.stamp(), **data}
    page = director.post(reverse("walk-in", args=[tournament.slug]), form_data)
    assert (page.status_code, tournament.entries.count(), verbs(tournament)) == (422, 12, [])


@pytest.mark.slow
def test_a_walk_in_after_the_draw_is_seated_at_once_where_nobody_moves(
    director: Client, cast: builders.Cast
) -> None:
    running = builders.running_tournament(cast.club, players=15)
    empty = seats_free(running)
    form_data = {"name": "Ida Wu", "number": 16, "person": "new", "seat": "1", "stamp": builders.stamp()}
    for _click in range(2):
        page = director.post(reverse("walk-in", args=[running.slug]), form_data)
        assert page["Location"] == reverse("walk-in-seated", args=[running.slug, 16])
    ida = running.entries.get(number=16)
    open_rounds = running.rounds.filter(started_at=None).values_list("number", flat=True)
    assert {seat.round.number: (seat.table.number, seat.letter) for seat in ida.seats.all()} == {
        number: empty[number] for number in open_rounds
    }
    seated = director.get(page["Location"]).content.decode()
    assert f"table {empty[max(open_rounds)][0]}" in seated
    assert "?chosen=16" in seated
    assert verbs(running)[-2:] == ["player-registered", "late-seated"]


def add_late(tournament: Tournament, number: int, name: str, **fields: object) -> Entry:
    return tournament.entries.create(number=number, person=tournament.club.people.create(name=name), **fields)


def seat(client: Client, tournament: Tournament, number: int, **extra: object) -> object:
    stamp = builders.stamp(entry=tournament.entries.get(number=number).identity)
    return client.post(reverse("seat-player", args=[tournament.slug, number]), {"stamp": stamp}, **extra)


@pytest.mark.slow
@pytest.mark.parametrize("state", ["not here", "here", "waiting"])
def test_who_is_on_the_list_and_comes_late_is_seated_with_one_tap(
    director: Client, cast: builders.Cast, state: str
) -> None:
    running = builders.running_tournament(cast.club, players=15)
    empty = seats_free(running)
    fields = {"here": {"checked_in_at": timezone.now()}, "waiting": {"state": Entry.State.WAITING}}
    helen = add_late(running, 20, "Helen Wu", **fields.get(state, {}))
    listed = director.get(reverse("walk-in", args=[running.slug])).content.decode()
    assert reverse("seat-player", args=[running.slug, 20]) in listed
    for _tap in range(2):
        page = seat(director, running, 20)
        assert page["Location"] == reverse("walk-in-seated", args=[running.slug, 20])
    helen.refresh_from_db()
    assert (helen.state, helen.checked_in_at is not None) == ("registered", True)
    assert {place.round.number: (place.table.number, place.letter) for place in helen.seats.all()} == empty
    assert verbs(running)[-2:].count("late-seated") == 1


def test_a_no_show_who_comes_after_all_keeps_the_seat(director: Client, cast: builders.Cast) -> None:
    running = builders.running_tournament(cast.club, players=15)
    running.entries.filter(number=7).update(checked_in_at=None)
    before = set(running.entries.get(number=7).seats.values_list("table", "letter"))
    listed = builders.one_line(director.get(reverse("walk-in", args=[running.slug])).content.decode())
    assert "<button>Check in <span" in listed
    assert seat(director, running, 7)["Location"] == reverse("walk-in-seated", args=[running.slug, 7])
    after = set(running.entries.get(number=7).seats.values_list("table", "letter"))
    assert (after, 7 in here(running), verbs(running)) == (before, True, ["player-checked-in"])


@pytest.mark.slow
def test_the_walk_in_form_takes_somebody_who_is_entered_already(
    director: Client, cast: builders.Cast
) -> None:
    running = builders.running_tournament(cast.club, players=15)
    helen = add_late(running, 20, "Helen Wu")
    alike = reverse("people-alike", args=[running.slug])
    offered = [
        "disabled" in director.get(alike, {"name": "Helen Wu", **more}).content.decode()
        for more in ({}, {"admits": ""})
    ]
    form = director.get(reverse("walk-in", args=[running.slug])).context["form"]
    assert (offered, form["name"].field.widget.attrs["hx-get"]) == ([True, False], f"{alike}?admits")
    form_data = {"name": "Helen Wu", "number": 21, "person": helen.person_id, "stamp": builders.stamp()}
    page = director.post(reverse("walk-in", args=[running.slug]), form_data | {"seat": "1"})
    assert page["Location"] == reverse("walk-in-seated", args=[running.slug, 20])
    assert (20 in here(running), helen.seats.count(), running.entries.count()) == (True, 2, 16)


def test_a_row_without_a_seat_says_so_and_which_one_is_empty(director: Client, cast: builders.Cast) -> None:
    running = builders.running_tournament(cast.club, players=15)
    add_late(running, 20, "Helen Wu")
    (table, letter) = seats_free(running)[1]
    row = builders.one_line(tap(director, running, 20, headers=HTMX).content.decode())
    assert ("no seat" in row, f"Give seat {table}{letter}" in row) == (True, True)
    door = builders.signed_in(cast.door).get(reverse("check-in", args=[running.slug])).content.decode()
    assert (door.count("no seat"), "Give seat" in door) == (1, False)


@pytest.mark.slow
def test_without_an_empty_seat_a_new_plan_is_named_and_opens_with_whoever_came(
    director: Client, cast: builders.Cast
) -> None:
    running = builders.running_tournament(cast.club, players=16, rounds=3)
    running.rounds.filter(number=1).update(started_at=timezone.now())
    add_late(running, 20, "Helen Wu")
    page = seat(director, running, 20, follow=True)
    (full, _here) = [str(message) for message in page.context["messages"]]
    assert full.startswith(
        "There is no empty seat in round 2. A new plan of the remaining rounds makes room: some tables play with three."
    )
    assert "autofocus" not in page.content.decode()  # the browser would scroll past the message
    address = html.unescape(full.partition('href="')[2].partition('"')[0])
    preview = director.get(address)
    assert preview.status_code == 200
    planned = preview.context["replanned"].rounds
    assert [(changed.number, len(changed.people), len(changed.of_three)) for changed in planned] == [
        (2, 17, 3),
        (3, 17, 3),
    ]
    assert builders.one_line(preview.content.decode()).count("3 tables play with three.") == 2


def test_of_a_walk_in_whose_seating_fails_nothing_is_left(
    cast: builders.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = builders.running_tournament(cast.club, players=15)
    before = verbs(running)

    def fails(*_arguments: object, **_more: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(seating_late, "change_seats", fails)
    director = Client(raise_request_exception=False)
    director.force_login(cast.director)
    form_data = {"name": "Ida Wu", "number": 16, "person": "new", "seat": "1", "stamp": builders.stamp()}
    assert director.post(reverse("walk-in", args=[running.slug]), form_data).status_code == 500
    assert (running.entries.count(), Person.objects.filter(name="Ida Wu").count()) == (15, 0)
    assert verbs(running) == before


@pytest.mark.slow
def test_a_walk_in_without_an_empty_seat_is_here_and_told_so(director: Client, cast: builders.Cast) -> None:
    running = builders.running_tournament(cast.club, players=16)
    before = director.get(reverse("walk-in", args=[running.slug])).content.decode()
    assert "No seat is empty." in before
    form_data = {"name": "Ida Wu", "number": 17, "person": "new", "seat": "1", "stamp": builders.stamp()}
    page = director.post(reverse("walk-in", args=[running.slug]), form_data, follow=True)
    assert page.redirect_chain == [(reverse("check-in", args=[running.slug]), 302)]
    told = [str(message) for message in page.context["messages"]]
    assert (len(told), "There is no empty seat" in told[0]) == (2, True)
    assert (running.entries.get(number=17).checked_in_at is not None, verbs(running)[-1]) == (
        True,
        "player-registered",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("category", "begun", "seated"),
    [("", 0, [1, 2, 3]), ("", 3, []), ("Morning", 0, [1]), ("Morning", 1, [])],
)
def test_a_walk_in_sits_in_rounds_that_have_not_begun_and_are_theirs(
    director: Client, cast: builders.Cast, category: str, begun: int, seated: list[int]
) -> None:
    running = builders.running_tournament(cast.club, players=15, rounds=3)
    running.categories.create(name="Morning", last_round=1)
    running.rounds.filter(number__lte=begun).update(started_at=timezone.now())
    form = {"name": "Ida Wu", "number": 16, "person": "new", "category": category, "seat": "1"}
    director.post(reverse("walk-in", args=[running.slug]), form | {"stamp": builders.stamp()})
    ida = running.entries.get(number=16)
    assert sorted(ida.seats.values_list("round__number", flat=True)) == seated
    assert ida.checked_in_at is not None


def seats_free(tournament: Tournament) -> dict[int, tuple[int, str]]:
    """The one empty seat of each round."""
    free = {}
    for round_ in tournament.rounds.all():
        taken = {(seat.table.number, seat.letter) for seat in round_.seats.select_related("table")}
        tables = {table.number for table in round_.tables.all()}
        (free[round_.number],) = {(table, letter) for table in tables for letter in "ABCD"} - taken
    return free
