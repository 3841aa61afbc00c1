"""Penalties and other points outside games: what they do, where they stand, and how they are cancelled."""

from __future__ import annotations

import csv
import io
import json
import re
from html import escape, unescape
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.adjustments.actions import adjust, cancel
from scoring.adjustments.queries import at_table, effect, suggested
from scoring.finishing.actions import finish
from scoring.models import Adjustment
from scoring.sets.accepting import accept_set
from scoring.standings import pictures
from scoring.standings.corrections import corrections_of
from scoring.standings.queries import calculate, standings_of
from scoring.standings.standing import AdjustedPoints
from tests import builders
from tests.scoring import paper
from tournament.management.commands.verify_journal import contradictions
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
# Table 1 of round 1 as `paper.NUMBERS` has it: letters and player numbers in order.
CARDS = {1: 55, 2: -20, 3: 105, 4: 10}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=4, rounds=2)
    accept_set(*paper.judged(tournament), by=cast.scorekeeper)
    tournament.refresh_from_db()
    return tournament


def give_points(
    tournament: Tournament, cast: builders.Cast, number: int, points: int, **changes: Any
) -> Adjustment:
    values: dict[str, Any] = {"round_number": 1, "kind": "disturbing", "reason": ""} | changes
    given = AdjustedPoints(values.pop("round_number"), points, values.pop("kind"))
    entry = tournament.entries.get(number=number)
    adjustment = adjust(tournament, entry=entry, given=given, by=cast.director, **values)
    tournament.refresh_from_db()
    return adjustment


def totals(tournament: Tournament) -> dict[int, tuple[int | None, int]]:
    return {place.number: (place.rank, place.total) for place in standings_of(tournament).places}


def test_it_counts_at_once_and_no_more_when_it_is_cancelled(
    tournament: Tournament, cast: builders.Cast
) -> None:
    adjustment = give_points(tournament, cast, 3, -60)
    give_points(tournament, cast, 4, 5, kind="ruling", reason="The wall was short", round_number=None)
    assert totals(tournament) == {1: (1, 55), 3: (2, 45), 4: (3, 15), 2: (4, -20)}
    cancel(adjustment, reason="It was somebody else", by=cast.director)
    tournament.refresh_from_db()
    assert totals(tournament) == {3: (1, 105), 1: (2, 55), 4: (3, 15), 2: (4, -20)}
    adjustment.refresh_from_db()
    assert (adjustment.points, adjustment.ended_by, adjustment.ended_reason) == (
        -60,
        cast.director,
        "It was somebody else",
    )
    assert [(entry.verb, entry.reason) for entry in tournament.chain().order_by("sequence")][-3:] == [
        ("adjustment-made", ""),
        ("adjustment-made", "The wall was short"),
        ("adjustment-cancelled", "It was somebody else"),
    ]


def test_nobody_has_a_place_by_a_penalty_alone(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=4, rounds=2)
    give_points(tournament, cast, 2, -20, kind="late")
    assert totals(tournament) == {1: (None, 0), 2: (None, -20), 3: (None, 0), 4: (None, 0)}


def test_it_says_first_whom_it_moves(tournament: Tournament) -> None:
    proposal = effect(tournament, tournament.entries.get(number=3), -60)
    assert (proposal.total_before, proposal.total_after, proposal.seen) == (
        105,
        45,
        {"place": 1, "place_after": 2},
    )
    assert [(move.number, move.before, move.after) for move in proposal.others] == [(1, 2, 1)]
    smaller = effect(tournament, tournament.entries.get(number=3), -10)
    assert (smaller.own.before, smaller.own.after, smaller.others) == (1, 1, ())


def test_where_it_would_move_somebody_elsewhere_by_now_it_asks_again(
    tournament: Tournament, cast: builders.Cast
) -> None:
    stamp = Stamp(seen={"place": 1, "place_after": 2})
    assert give_points(tournament, cast, 1, 100, kind="ruling", reason="a game left out").points == 100
    with pytest.raises(Conflict):
        give_points(tournament, cast, 3, -60, stamp=stamp)
    assert Adjustment.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"points": 10}, "points"),
        ({"points": 0}, "points"),
        ({"points": 10, "kind": "ruling", "reason": "  "}, "reason"),
        ({"points": -10, "round_number": 2}, "round"),
    ],
)
def test_what_is_refused(
    tournament: Tournament, cast: builders.Cast, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refused) as refused:
        give_points(tournament, cast, 1, **changes)
    assert [fault.field for fault in refused.value.faults] == [field]
    assert not Adjustment.objects.exists()


def test_sent_twice_it_is_made_once(tournament: Tournament, cast: builders.Cast) -> None:
    stamp = Stamp(seen={"place": 1, "place_after": 1})
    first, second = (give_points(tournament, cast, 3, -10, stamp=stamp) for _time in range(2))
    assert (first, Adjustment.objects.count()) == (second, 1)


def test_the_next_one_late_is_offered_what_the_first_lost(
    tournament: Tournament, cast: builders.Cast
) -> None:
    assert suggested(tournament) == {"late": None, "disturbing": 50, "arguing": None, "ruling": None}
    give_points(tournament, cast, 3, -15, kind="late")
    give_points(tournament, cast, 3, 15, kind="ruling", reason="?")
    assert suggested(tournament) == {"late": 15, "disturbing": 50, "arguing": None, "ruling": None}


def test_files_have_it_with_its_reason_and_the_same_total(
    tournament: Tournament, cast: builders.Cast, client: Client
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(shows_reasons=True)
    plain = json.loads(client.get(reverse("standings-json", args=[tournament.slug])).content)
    assert "adjustments" not in plain["places"][0]
    give_points(tournament, cast, 3, -60)
    give_points(tournament, cast, 3, 5, kind="ruling", reason="private words", round_number=None)
    answer = client.get(reverse("standings-json", args=[tournament.slug]), headers={"accept-language": "es"})
    places = {place["number"]: place for place in json.loads(answer.content)["places"]}
    assert places[3]["adjustments"] == [
        {"round": 1, "points": -60, "reason": "disturbed the room"},
        {"round": None, "points": 5, "reason": "ruling"},
    ]
    assert places[3]["total"] == CARDS[3] - 60 + 5
    assert places[1]["adjustments"] == []
    text = client.get(reverse("standings-csv", args=[tournament.slug])).content.decode("utf-8-sig")
    rows = {row["number"]: row for row in csv.DictReader(io.StringIO(text))}
    assert (rows["3"]["adjustments"], rows["3"]["adjustments in words"]) == (
        "-55",
        "disturbed the room, round 1: -60; ruling: +5",
    )
    assert (rows["1"]["adjustments"], rows["1"]["adjustments in words"]) == ("0", "")


@pytest.mark.parametrize("why", ["said", ""])
@pytest.mark.parametrize("name", ["standings", "screen", "player"])
def test_pages_mark_it_and_say_why_where_the_tournament_says_so(
    tournament: Tournament, cast: builders.Cast, client: Client, name: str, why: str
) -> None:
    shows_reasons = bool(why)
    Tournament.objects.filter(pk=tournament.pk).update(shows_reasons=shows_reasons)
    give_points(tournament, cast, 3, -60, reason="phone")
    tournament.rounds.update(started_at=timezone.now())
    arguments = [tournament.slug, 3] if name == "player" else [tournament.slug]
    page = builders.one_line(client.get(reverse(name, args=arguments)).content.decode())
    words = "disturbed the room" if shows_reasons else "penalty"
    assert re.search(rf"60\)?(</[a-z]+>)* {words}", page)
    assert ("phone</bdi>" in page) == (shows_reasons and name == "player")


def test_the_picture_of_the_leaders_ends_at_the_totals(tournament: Tournament, cast: builders.Cast) -> None:
    tournament.rounds.update(published_at=timezone.now())
    at = paper.place(tournament, 1, 2)
    accept_set(at, paper.judge(paper.written(), at.rules), by=cast.director)
    give_points(tournament, cast, 3, -60)
    give_points(tournament, cast, 3, 7, kind="ruling", reason="?", round_number=None)
    now = calculate(tournament)
    leaders = pictures.leaders(now)
    assert leaders is not None
    drawn = {line.player.number: [spot.total for spot in line.spots] for line in leaders.lines}
    assert drawn[3] == [45, 157]
    assert {number: spots[-1] for number, spots in drawn.items()} == {
        place.number: place.total for place in now.places[:3]
    }


def test_after_the_finish_it_is_a_correction(tournament: Tournament, cast: builders.Cast) -> None:
    finish(tournament, by=cast.director, early=True)
    give_points(tournament, cast, 3, -60)
    corrections = corrections_of(tournament, standings_of(tournament))
    assert [(row.number, row.old_total, row.total) for row in corrections.points] == [(3, 105, 45)]
    assert [row.number for row in corrections.moved] == [1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "arguments", "begins", "kind", "points", "total", "said"),
    [
        ("player", [3], "player=3", "late", 20, 85, "−20 points, "),
        ("desk-table", [1, 1], "round=1&table=1", "disturbing", 50, 55, "−50 points, "),
        (
            "room-round",
            [1],
            "round=1&table=1",
            "disturbing",
            50,
            55,
            "−50 points, disturbed the room.",
        ),
    ],
)
def test_three_taps_and_back_to_where_one_came_from(
    tournament: Tournament,
    cast: builders.Cast,
    page: str,
    arguments: list[int],
    begins: str,
    kind: str,
    points: int,
    total: int,
    said: str,
) -> None:
    """The penalty, its kind, and the button that has its points: also where nothing is suggested."""
    client, address = builders.signed_in(cast.director), reverse("adjustments", args=[tournament.slug])
    start = reverse(page, args=[tournament.slug, *arguments])
    place = "%23table-1" if page == "room-round" else ""
    begins += f"&back={start}{place}"
    first = escape(f"{address}?{begins}")
    # The floor has no menu at a table that is done; this one was when its cards were accepted.
    assert (f'href="{first}"' in client.get(start).content.decode()) is (page != "room-round")
    offered = client.get(f"{address}?{begins}").content.decode()
    (second,) = re.findall(rf'href="(\?player=3&amp;round=1&amp;kind={kind}[^"]*)"', offered)
    content = client.get(address + unescape(second)).content.decode()
    assert ("What it does" in content) is (kind == "disturbing")  # a kind with points of its own
    last = next(form for form in sent_by(content, address) if form["points"] == str(points))
    answer = client.post(address, last)
    assert (answer.status_code, answer["Location"]) == (302, start + place.replace("%23", "#"))
    assert said in client.get(start).content.decode()
    assert totals(Tournament.objects.get(pk=tournament.pk))[3][1] == total


def sent_by(page: str, address: str) -> list[dict[str, str]]:
    """What each form of a page that gives points would send as it stands."""
    forms = re.findall(rf'<form method="post" action="{address}"[^>]*>(.*?)</form>', page, re.DOTALL)
    field = r'<input [^>]*?name="([^"]+)" value="([^"]*)"'
    chosen = r'<select name="([^"]+)".*?<option value="([^"]*)" selected'
    fields = [re.findall(field, form) + re.findall(chosen, form, re.DOTALL) for form in forms]
    return [{name: unescape(value) for name, value in inputs} for inputs in fields]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("other", "shown"),
    [
        ({"player": "1", "points": "20"}, [1, 1, -20, "late"]),
        ({"kind": "arguing", "round": ""}, [3, None, -60, "arguing"]),
        ({"kind": "ruling", "direction": "gives"}, [3, 1, 60, "ruling"]),
        ({"points": "x"}, None),
        ({"kind": "ruling"}, None),
    ],
)
@pytest.mark.parametrize("do", [{"do": "show"}, {}])
def test_a_reason_stays_when_something_else_is_looked_at_and_nothing_unseen_is_taken(
    tournament: Tournament,
    cast: builders.Cast,
    other: dict[str, str],
    shown: list[Any] | None,
    do: dict[str, str],
) -> None:
    """By the button in the fold, and where the points shown are taken after another player or number was typed."""
    client, address = builders.signed_in(cast.director), reverse("adjustments", args=[tournament.slug])
    page = client.get(address, {"kind": "late", "player": "3", "points": "60", "round": "1"})
    (form,) = sent_by(page.content.decode(), address)
    answer = client.post(address, {**form, "reason": "Came after the bell", **other, **do})
    assert answer.status_code == (200 if shown else 422)
    assert "Came after the bell</textarea>" in answer.content.decode()
    assert [form.get("stamp", "") for form in sent_by(answer.content.decode(), address)] != [form["stamp"]]
    assert not Adjustment.objects.exists()
    if shown:
        assert answer.context["form"].seen == shown
        (form,) = sent_by(answer.content.decode(), address)
        last = client.post(
            address, {**form, "reason": "Came after the bell", "direction": other.get("direction", "")}
        )
        assert last.status_code == 302
        assert Adjustment.objects.get().reason == "Came after the bell"


@pytest.mark.slow
def test_each_amount_says_first_what_it_does(tournament: Tournament, cast: builders.Cast) -> None:
    """Number 3 leads with 105 points before 55: fifty points less keep the place shared by nobody else."""
    client, address = builders.signed_in(cast.director), reverse("adjustments", args=[tournament.slug])
    give_points(tournament, cast, 1, 30, kind="ruling", reason="a game left out")
    query = {"player": "3", "round": "1", "kind": "late"}
    amounts = client.get(address, query).context["amounts"]
    assert [(points, what.own.before, what.own.after) for points, what in amounts] == [
        (10, 1, 1),
        (20, 1, 1),
        (50, 1, 2),
    ]
    page = builders.one_line(client.get(address, query).content.decode())
    assert 'Player 3</bdi></strong> <span class="player-number">3</span>, table 1' in page
    assert "From the 1st place to the 2nd." in page


def test_a_table_that_there_is_not_is_not_found(tournament: Tournament, cast: builders.Cast) -> None:
    client, address = builders.signed_in(cast.director), reverse("adjustments", args=[tournament.slug])
    for query in ({"round": "1", "table": "99"}, {"round": "2", "table": "1"}, {"round": "x", "table": "1"}):
        assert client.get(address, query).status_code == 404


def test_what_was_typed_stays_when_a_ruling_has_no_reason(
    tournament: Tournament, cast: builders.Cast
) -> None:
    client, address = builders.signed_in(cast.director), reverse("adjustments", args=[tournament.slug])
    form_data = {
        "kind": "ruling",
        "player": "3",
        "points": "60",
        "round": "",
        "direction": "gives",
        "reason": "",
    }
    answer = client.post(address, {**form_data, "stamp": builders.stamp(place=1, place_after=1)})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Say why: everybody can read it" in page
    assert 'value="60"' in page


def test_a_penalty_is_typed_without_a_minus(tournament: Tournament, cast: builders.Cast) -> None:
    query = {"kind": "late", "player": "3", "points": "-10", "round": ""}
    answer = builders.signed_in(cast.director).get(reverse("adjustments", args=[tournament.slug]), query)
    assert answer.status_code == 422
    assert "Type how many points without a minus, such as 10." in answer.content.decode()


@pytest.mark.slow
def test_cancelling_needs_a_reason_and_is_of_this_tournament(
    tournament: Tournament, cast: builders.Cast
) -> None:
    adjustment = give_points(tournament, cast, 3, -60)
    client = builders.signed_in(cast.director)
    address = reverse("adjustment-cancel", args=[tournament.slug, adjustment.pk])
    assert client.post(address, {"stamp": builders.stamp(), "reason": " "}).status_code == 422
    elsewhere = builders.tournament(cast.club)
    other = reverse("adjustment-cancel", args=[elsewhere.slug, adjustment.pk])
    assert client.post(other, {"stamp": builders.stamp(), "reason": "x"}).status_code == 404
    assert client.post(address, {"stamp": builders.stamp(), "reason": "x"}).status_code == 302
    adjustment.refresh_from_db()
    assert adjustment.ended_reason == "x"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "values",
    [{"points": 0}, {"points": 5}, {"kind": "ruling"}, {"kind": "?"}, {"ended_at": timezone.now()}],
)
def test_the_database_refuses_what_cannot_be(
    tournament: Tournament, cast: builders.Cast, values: dict[str, Any]
) -> None:
    give_points(tournament, cast, 3, -60)
    with pytest.raises(IntegrityError), transaction.atomic():
        Adjustment.objects.update(**values)


@pytest.mark.both_databases
def test_the_database_keeps_a_player_and_a_round_together(
    tournament: Tournament, cast: builders.Cast
) -> None:
    give_points(tournament, cast, 3, -60)
    other = builders.tournament(cast.club, players=1).entries.get()
    with pytest.raises(IntegrityError, match="adjustment_is_of_an_entry_here"), transaction.atomic():
        Adjustment.objects.update(entry=other)


@pytest.mark.slow
def test_the_record_shows_an_adjustment_that_was_changed_behind_it(
    tournament: Tournament, cast: builders.Cast
) -> None:
    first, second = give_points(tournament, cast, 3, -60), give_points(tournament, cast, 1, -10)
    cancel(second, reason="x", by=cast.director)
    assert list(contradictions(tournament)) == []
    Adjustment.objects.filter(pk=first.pk).update(points=-6)
    Adjustment.objects.filter(pk=second.pk).update(ended_at=None, ended_reason="")
    assert [sentence.partition(" is stored")[0] for sentence in contradictions(tournament)] == [
        "adjustment 1",
        "adjustment 2",
    ]


@pytest.mark.parametrize("system", ["sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x"])
def test_in_every_system(cast: builders.Cast, system: str) -> None:
    tournament = builders.running_tournament(cast.club, players=4, rounds=2, system=system)
    give_points(tournament, cast, 2, -20, kind="late")
    give_points(tournament, cast, 2, 35, kind="ruling", reason="a game nobody wrote down")
    assert totals(tournament)[2] == (None, 15)


def test_at_a_table_everybody_is_named_with_the_letter_of_the_seat(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    seats = tournament.rounds.get(number=1).tables.get(number=2).seats.order_by("letter")
    stored = list(seats.values_list("letter", "entry__number"))
    assert [(entry.letter, entry.number) for entry in at_table(tournament, 1, 2)] == stored  # type: ignore[attr-defined]
    client = builders.signed_in(cast.director)
    address = reverse("adjustments", args=[tournament.slug])
    page = client.get(address, {"round": "1", "table": "2"}).content.decode().partition("decisions")[2]
    letters = re.findall(r'class="seat seat-([a-d])"', page)
    assert [letter.upper() for letter in letters] == [letter for letter, _number in stored]
    assert at_table(tournament, 2, 2) == []


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org/", "/sign-out/", ""])
def test_the_way_back_leads_nowhere_else(tournament: Tournament, cast: builders.Cast, back: str) -> None:
    page = builders.signed_in(cast.director).get(
        reverse("adjustments", args=[tournament.slug]), {"back": back, "player": "3"}
    )
    assert page.context["back"] == ""
