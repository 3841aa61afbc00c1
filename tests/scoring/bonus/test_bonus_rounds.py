"""Bonus rounds: how they come and go, when they begin, what they count for, and where their points stand."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from club.models import Movement
from demo.simulation import play_rounds, play_table
from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.adjustments.actions import adjust
from scoring.bonus.actions import NewBonusRound, add_bonus_round, take_away
from scoring.models import PointLine, PrizeRow
from scoring.prizes.contests import DEFINITIONS, Scores
from scoring.results.queries import master_points
from scoring.seats.on_the_day import Seats
from scoring.standings.queries import calculate
from scoring.standings.standing import AdjustedPoints
from tests import builders
from tournament.clock.actions import start_clock
from tournament.clock.tables import mark_seated
from tournament.management.commands.verify_journal import contradictions
from tournament.models import Category, Round, StartingTime, Tournament
from tournament.rounds.actions import publish_round
from tournament.rounds.preflight import preflight
from tournament.seating.draw import plan_again
from tournament.seating.plans import PlanChoice

pytestmark = pytest.mark.django_db

SYSTEMS = ("sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x")


def played(cast: builders.Cast, rounds: int, **fields: Any) -> Tournament:
    """Twelve players, four rounds in two blocks, so many of them played."""
    fields = {"rounds_per_block": 2, "block_names": "AM, PM"} | fields
    tournament = builders.running_tournament(cast.club, players=12, rounds=4, **fields)
    list(play_rounds(tournament, rounds, seed=5, by=cast.director))
    return fresh(tournament)


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def add_bonus(
    tournament: Tournament, cast: builders.Cast, stamp: Stamp | None = None, **changes: Any
) -> Round:
    values: dict[str, Any] = {"games": 2, "minutes": 30, "seats": Seats.DRAWN, "counts": True, "seed": 3}
    return add_bonus_round(tournament, NewBonusRound(**values | changes), by=cast.director, stamp=stamp)


def seats_in(tournament: Tournament, number: int) -> dict[int, str]:
    """Player number -> table and letter."""
    seats = tournament.rounds.get(number=number).seats.select_related("table", "entry")
    return {seat.entry.number: f"{seat.table.number}{seat.letter}" for seat in seats}


def sums(tournament: Tournament, *numbers: int) -> dict[int, int]:
    """Player number -> points of these rounds, added up line by line."""
    totals: dict[int, int] = {}
    for line in PointLine.objects.filter(round__tournament=tournament, round__number__in=numbers):
        totals[line.entry.number] = totals.get(line.entry.number, 0) + line.points
    return totals


@pytest.fixture(scope="module")
def kept_cast(kept_rows: Callable[..., Any]) -> builders.Cast:
    return kept_rows(builders.cast)


@pytest.fixture
def cast(kept_cast: builders.Cast) -> builders.Cast:
    return kept_cast


@pytest.fixture(scope="module")
def kept_event(kept_rows: Callable[..., Any], kept_cast: builders.Cast) -> Tournament:
    return kept_rows(lambda: played(kept_cast, 3))


@pytest.fixture
def before_the_last(kept_event: Tournament) -> Tournament:
    return fresh(kept_event)


@pytest.fixture(scope="module", params=SYSTEMS)
def event_of_a_system(
    request: pytest.FixtureRequest, kept_rows: Callable[..., Any], kept_cast: builders.Cast
) -> Tournament:
    return kept_rows(lambda: played(kept_cast, 3, system=request.param, withheld_from=None))


@pytest.mark.slow
def test_it_is_played_next_and_the_last_round_moves_up(
    before_the_last: Tournament, cast: builders.Cast
) -> None:
    last = seats_in(before_the_last, 4)
    StartingTime.objects.create(tournament=before_the_last, number=4, minute=900)
    category = Category.objects.create(tournament=before_the_last, name="All day", last_round=4)
    prize = PrizeRow.objects.create(
        tournament=before_the_last, position=1, criterion="round", number=4, cents=[100]
    )
    early = PrizeRow.objects.create(
        tournament=before_the_last, position=2, criterion="round", number=3, cents=[100]
    )
    block = PrizeRow.objects.create(
        tournament=before_the_last, position=3, criterion="block", number=2, cents=[100]
    )
    bonus = add_bonus(before_the_last, cast)
    assert (bonus.number, bonus.bonus_games, bonus.bonus_counts, bonus.minutes) == (4, 2, True, 30)
    assert seats_in(before_the_last, 5) == last
    assert before_the_last.starting_times.get().number == 5
    for row in (category, prize, early, block):
        row.refresh_from_db()
    assert (category.last_round, prize.number, early.number, block.number) == (5, 5, 3, 2)
    tournament = fresh(before_the_last)
    assert [block.rounds for block in tournament.blocks] == [(1, 2), (3, 5)]
    assert [tournament.collector_turn(number) for number in range(1, 6)] == [1, 2, 3, 1, 4]
    assert [tournament.round_name(number) for number in (3, 4, 5)] == ["Round 3", "Bonus round", "Round 5"]
    assert tournament.last_round == 5
    entry = tournament.chain().order_by("sequence").last()
    assert entry is not None
    assert (entry.verb, entry.new["games"], entry.new["renumbered"]) == ("bonus-round-added", 2, {"4": 5})

    take_away(bonus, reason="It is late", by=cast.director)
    for row in (category, prize, early, block):
        row.refresh_from_db()
    assert (category.last_round, prize.number, early.number, block.number) == (4, 4, 3, 2)
    assert before_the_last.starting_times.get().number == 4
    assert seats_in(before_the_last, 4) == last
    assert not before_the_last.rounds.filter(number=5).exists()


@pytest.mark.slow
def test_it_can_come_after_the_last_round(cast: builders.Cast) -> None:
    tournament = played(cast, 4)
    assert add_bonus(tournament, cast).number == 5
    assert [block.rounds for block in fresh(tournament).blocks] == [(1, 2), (3, 4)]


@pytest.mark.slow
@pytest.mark.parametrize("counts", [True, False])
def test_its_points_stand_apart_and_count_as_was_said(
    event_of_a_system: Tournament, cast: builders.Cast, client: Client, *, counts: bool
) -> None:
    tournament = fresh(event_of_a_system)
    add_bonus(tournament, cast, counts=counts)
    list(play_rounds(tournament, 2, seed=8, by=cast.director))
    tournament = fresh(tournament)
    first = tournament.entries.get(number=1)
    adjust(tournament, entry=first, given=AdjustedPoints(3, -15, "late"), reason="", by=cast.director)
    adjust(tournament, entry=first, given=AdjustedPoints(4, 7, "ruling"), reason="?", by=cast.director)
    tournament = fresh(tournament)

    announced, bonus = sums(tournament, 1, 2, 3, 5), sums(tournament, 4)
    afternoon = sums(tournament, 3, 5)
    afternoon[1] -= 15
    outside = {1: -8}
    totals = {
        number: points + outside.get(number, 0) + (bonus[number] if counts else 0)
        for number, points in announced.items()
    }
    games = {line.game for line in PointLine.objects.filter(round__number=4, round__tournament=tournament)}
    assert games == {1, 2}
    now = calculate(tournament)
    assert {place.number: place.total for place in now.places} == totals
    assert {place.number: place.blocks[1] for place in now.places} == afternoon
    assert now.rounds_counted == 4
    ranks = {place.number: place.rank for place in now.places}
    assert ranks == {
        number: 1 + sum(other > total for other in totals.values()) for number, total in totals.items()
    }

    answer = json.loads(client.get(reverse("standings-json", args=[tournament.slug])).content)
    for place in answer["places"]:
        number = place["number"]
        assert len(place["rounds"]) == 4
        assert sum(place["rounds"]) == announced[number]
        assert place["bonus"] == bonus[number]
        assert place["bonus_rounds"] == [{"round": 4, "points": bonus[number], "counts": counts}]
        added_up = sum(place["rounds"]) + sum(row["points"] for row in place["adjustments"])
        assert place["total"] == added_up + (place["bonus"] if counts else 0)
    text = client.get(reverse("standings-csv", args=[tournament.slug])).content.decode("utf-8-sig")
    head = "bonus round 4" if counts else "bonus round 4 (does not count)"
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {int(row["number"]): int(row[head]) for row in rows} == bonus
    assert "round 4" not in rows[0]
    assert {int(row["number"]): int(row["round 5"]) for row in rows} == sums(tournament, 5)

    page = builders.signed_in(cast.director).get(reverse("final-report", args=[tournament.slug]))
    assert ("do not count" in page.content.decode()) is not counts

    # Master Points know nothing of it, nor of what was given in it.
    qualifying = {number: points + (-15 if number == 1 else 0) for number, points in announced.items()}
    report = master_points(tournament, now)
    assert {row.name: row.total for row in report} == {
        f"Player {number}": total for number, total in qualifying.items()
    }
    assert {row.name: row.rank for row in report} == {
        f"Player {number}": 1 + sum(other > total for other in qualifying.values())
        for number, total in qualifying.items()
    }
    assert {(row.rounds, row.games) for row in report} == {(4, 4 * tournament.games_per_round)}
    assert list(contradictions(tournament)) == []


@pytest.mark.slow
@pytest.mark.parametrize("counts", [True, False])
def test_prizes_know_whether_it_counts(cast: builders.Cast, *, counts: bool) -> None:
    tournament = played(cast, 4, rounds_per_block=None)
    add_bonus(tournament, cast, counts=counts)
    list(play_rounds(tournament, 1, seed=8, by=cast.director))
    tournament = fresh(tournament)
    row = PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[100])
    high = PrizeRow.objects.create(tournament=tournament, position=2, criterion="table-high", cents=[100])
    numbers = (1, 2, 3, 4, 5) if counts else (1, 2, 3, 4)
    assert DEFINITIONS["overall"].contests(Scores(tournament), row) == {"": sums(tournament, *numbers)}
    contests = DEFINITIONS["table-high"].contests(Scores(tournament), high)
    assert {int(name.split(".")[0]) for name in contests} == set(numbers)


@pytest.mark.slow
def test_it_begins_when_everybody_is_marked_seated(before_the_last: Tournament, cast: builders.Cast) -> None:
    add_bonus(before_the_last, cast)
    publish_round(before_the_last, number=4, by=cast.director)
    table = before_the_last.rounds.get(number=4).tables.get(number=3)
    mark_seated(before_the_last, number=4, tables=[1, 2], by=cast.director)
    with pytest.raises(Refused, match=r"Not marked as seated yet: table 3\."):
        start_clock(before_the_last, number=4, by=cast.director)
    with pytest.raises(Refused, match=r"Not marked as seated yet: table 3\."):
        play_table(fresh(before_the_last), table, dice=random.Random(1), by=cast.director)
    mark_seated(before_the_last, number=4, by=cast.director)
    mark_seated(before_the_last, number=4, tables=[1], is_seated=False, by=cast.director)
    with pytest.raises(Refused, match=r"Not marked as seated yet: table 1\."):
        start_clock(before_the_last, number=4, by=cast.director)
    mark_seated(before_the_last, number=4, by=cast.director)
    assert start_clock(before_the_last, number=4, by=cast.director).started_at


@pytest.mark.slow
def test_other_rounds_begin_without_marks(before_the_last: Tournament, cast: builders.Cast) -> None:
    publish_round(before_the_last, number=4, by=cast.director)
    assert start_clock(before_the_last, number=4, by=cast.director).started_at


@pytest.mark.slow
@pytest.mark.parametrize("seats", list(Seats))
def test_its_seats(before_the_last: Tournament, cast: builders.Cast, seats: Seats) -> None:
    add_bonus(before_the_last, cast, seats=seats)
    at = seats_in(before_the_last, 4)
    assert at.keys() == set(range(1, 13))
    if seats == Seats.LAST:
        assert at == seats_in(before_the_last, 3)
    if seats == Seats.STANDING:
        leaders = {place.number for place in calculate(fresh(before_the_last)).places[:4]}
        together = [sum(at[number][0] == str(table) for number in leaders) for table in (1, 2, 3)]
        assert max(together) >= 3
    check = preflight(fresh(before_the_last), 4)
    assert check is not None
    assert not check.faults
    assert [warning.code for warning in check.warnings] == []


@pytest.mark.slow
def test_seats_as_before_leave_out_who_went_home(before_the_last: Tournament, cast: builders.Cast) -> None:
    entry = before_the_last.entries.get(number=5)
    entry.plays_until = 3
    entry.save()
    add_bonus(before_the_last, cast, seats=Seats.LAST)
    assert seats_in(before_the_last, 4).keys() == set(range(1, 13)) - {5}


@pytest.mark.slow
def test_a_table_too_small_is_refused(before_the_last: Tournament, cast: builders.Cast) -> None:
    table = before_the_last.rounds.get(number=3).tables.get(number=1)
    for seat in table.seats.all()[:2]:
        seat.entry.plays_until = 3
        seat.entry.save()
    with pytest.raises(Refused, match="Fewer than three are left at table 1"):
        add_bonus(before_the_last, cast, seats=Seats.LAST)


@pytest.mark.slow
def test_the_movement_goes_on_as_if_it_had_not_been(before_the_last: Tournament, cast: builders.Cast) -> None:
    """Who moves by letter moves from where they sat before the bonus round, and the announcement says so."""
    before_the_last.rounds.filter(number__in=(2, 3, 4)).update(steps=builders.STEPS)
    add_bonus(before_the_last, cast)
    list(play_rounds(before_the_last, 1, seed=8, by=cast.director))
    tournament = fresh(before_the_last)
    check = preflight(tournament, 5)
    assert check is not None
    assert "off-the-announcement" not in {warning.code for warning in check.warnings}
    client = builders.signed_in(cast.director)
    page = builders.one_line(client.get(reverse("round", args=[tournament.slug, 5])).content.decode())
    assert "from the seats of round 3: A up 1" in page
    (last,) = plan_again(
        tournament, from_round=5, choice=PlanChoice(Movement.RANDOM), seed=1, reason="?", by=cast.director
    )
    assert last.number == 5
    assert not last.is_bonus


@pytest.mark.slow
def test_planning_over_it_is_refused(before_the_last: Tournament, cast: builders.Cast) -> None:
    add_bonus(before_the_last, cast)
    with pytest.raises(Refused, match="A bonus round comes next"):
        plan_again(
            fresh(before_the_last), from_round=4, choice=PlanChoice(Movement.RANDOM), seed=1, by=cast.director
        )


@pytest.mark.slow
def test_it_stays_once_something_was_entered(before_the_last: Tournament, cast: builders.Cast) -> None:
    bonus = add_bonus(before_the_last, cast)
    publish_round(before_the_last, number=4, by=cast.director)
    first = before_the_last.entries.get(number=1)
    adjust(before_the_last, entry=first, given=AdjustedPoints(4, -5, "late"), reason="", by=cast.director)
    with pytest.raises(Conflict, match="penalty or ruling on record"):
        take_away(bonus, reason="Late", by=cast.director)
    mark_seated(before_the_last, number=4, by=cast.director)
    list(play_rounds(before_the_last, 1, seed=8, by=cast.director))
    with pytest.raises(Conflict, match="Cards of this bonus round"):
        take_away(bonus, reason="Late", by=cast.director)


@pytest.mark.slow
def test_a_published_one_without_cards_can_go(before_the_last: Tournament, cast: builders.Cast) -> None:
    bonus = add_bonus(before_the_last, cast)
    publish_round(before_the_last, number=4, by=cast.director)
    take_away(bonus, reason="The caterer is here", by=cast.director)
    take_away(bonus, reason="The caterer is here", by=cast.director)
    assert [round_.number for round_ in before_the_last.rounds.all()] == [1, 2, 3, 4]
    assert not fresh(before_the_last).bonus_rounds
    publish_round(before_the_last, number=4, by=cast.director)


@pytest.mark.slow
def test_a_prize_keeps_it(before_the_last: Tournament, cast: builders.Cast) -> None:
    bonus = add_bonus(before_the_last, cast)
    PrizeRow.objects.create(tournament=before_the_last, position=1, criterion="round", number=4, cents=[100])
    with pytest.raises(Conflict, match="prize of the plan"):
        take_away(bonus, reason="Late", by=cast.director)


def test_what_is_refused(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, published=0)
    with pytest.raises(Refused, match="when a round has been published"):
        add_bonus(tournament, cast)
    publish_round(tournament, number=1, by=cast.director)
    add_bonus(tournament, cast)
    with pytest.raises(Refused, match="There is already a bonus round"):
        add_bonus(tournament, cast)
    stamp = Stamp(seen={"seats_revision": 0, "standings_version": 0})
    with pytest.raises(Conflict, match="seating changed"):
        add_bonus(tournament, cast, stamp=stamp)


def test_the_database_wants_games_and_whether_it_counts(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    for fields in ({"bonus_games": 2}, {"bonus_counts": True}, {"bonus_games": 0, "bonus_counts": True}):
        with pytest.raises(IntegrityError, match="bonus_round_says_its_games"), transaction.atomic():
            Round.objects.create(tournament=tournament, number=3, **fields)


@pytest.mark.slow
def test_through_the_pages(before_the_last: Tournament, cast: builders.Cast) -> None:
    client, slug = builders.signed_in(cast.director), before_the_last.slug
    address = reverse("bonus", args=[slug])

    def page(name: str, *parts: object) -> str:
        return builders.one_line(client.get(reverse(name, args=[slug, *parts])).content.decode())

    def send(
        name: str, *parts: object, on: str = "bonus", on_parts: tuple[object, ...] = (), **fields: Any
    ) -> Any:
        to = reverse(name, args=[slug, *parts])
        stamp = builders.stamp_on(client.get(reverse(on, args=[slug, *on_parts])).content.decode(), to)
        return client.post(to, fields | {"stamp": stamp})

    assert address in page("rounds")
    fields = {"games": "2", "minutes": "30", "seats": "standing", "counts": "yes"}
    wrong = send("bonus", **{**fields, "games": "many", "counts": ""})
    assert wrong.status_code == 422
    assert "Type a whole number" in wrong.content.decode()
    assert "Say whether its points count." in wrong.content.decode()
    assert send("bonus", **fields).url == reverse("round", args=[slug, 4])
    assert "<h1>Bonus round</h1>" in page("round", 4)
    assert send("round-publish", 4, on="round", on_parts=(4,)).status_code == 302
    start = send("clock", 4, on="round", on_parts=(4,), action="start", back="round")
    assert start.status_code == 422
    assert "Not marked as seated yet: table 1, 2, 3." in start.content.decode()
    for table in ("1", "2"):
        assert send("round-seated", 4, on="round", on_parts=(4,), table=table).status_code == 302
    assert "1 table is not seated yet" in page("round", 4)
    send("round-seated", 4, on="round", on_parts=(4,), not_seated="2")
    assert "2 tables are not seated yet" in page("round", 4)
    send("round-seated", 4, on="round", on_parts=(4,))
    assert "everybody is seated" in page("round", 4)
    assert send("clock", 4, on="round", on_parts=(4,), action="start", back="round").status_code == 302
    for name, parts in {
        "round-seating": (4,),
        "desk-round": (4,),
        "standings": (),
        "screen": (),
        "manage": (),
    }.items():
        assert "onus round" in page(name, *parts), name
    list(play_rounds(before_the_last, 1, seed=2, by=cast.director))
    player = page("player", 1)
    assert "Bonus round · " in player
    assert "counts for places and prizes" in player
    assert "Cards of this bonus round were entered" in page("bonus")
    assert send_missing(client, slug) == 404


def send_missing(client: Client, slug: str) -> int:
    return client.post(reverse("bonus-take-away", args=[slug, 2]), {"reason": "?"}).status_code


@pytest.mark.slow
def test_it_is_called_the_bonus_round_on_every_page_and_says_who_does_not_sit(
    before_the_last: Tournament, cast: builders.Cast
) -> None:
    bonus, director = add_bonus(before_the_last, cast, counts=False), builders.signed_in(cast.director)
    slug = before_the_last.slug

    def page(name: str, *args: object) -> str:
        return builders.one_line(director.get(reverse(name, args=[slug, *args])).content.decode())

    assert "Publish the bonus round" in page("round", 4)
    assert "Check the bonus round and publish" in page("rounds")
    assert "Seating of the bonus round" in page("seating-round", 4)
    publish_round(before_the_last, number=4, by=cast.director)
    assert "the bonus round has not started" in page("rounds")
    assert "Clock of the bonus round" in page("rounds")
    assert "Floor in the bonus round" in page("room-round", 4)
    for name, args in (("rounds", []), ("room-round", [4]), ("desk-round", [4]), ("desk-table", [4, 1])):
        assert "round 4" not in re.sub(r"(?s)<td.*?</td>|<th.*?</th>", "", page(name, *args)).lower(), name

    desk = page("desk-table", 4, 1)
    assert "Not marked as seated yet: table 1, 2, 3." in desk
    scorekeeper = builders.signed_in(cast.scorekeeper)
    address = reverse("desk-table", args=[slug, 4, 1])
    scorekeeper.post(address, {"do": "seated", "stamp": builders.stamp()})
    assert "Not marked as seated yet: table 2, 3." in page("desk-table", 4, 1)
    assert "This table is seated" not in page("desk-table", 4, 1)
    scorekeeper.post(address, {"do": "all-seated", "stamp": builders.stamp()})
    assert not bonus.tables.filter(seated_at=None).exists()
    assert 'id="not-begun"' not in page("desk-table", 4, 1)


@pytest.mark.slow
def test_a_bonus_that_does_not_count_is_drawn_apart(before_the_last: Tournament, cast: builders.Cast) -> None:
    add_bonus(before_the_last, cast, counts=False)
    list(play_rounds(before_the_last, 1, seed=8, by=cast.director))
    now = calculate(fresh(before_the_last))
    column = [column.round.number for column in now.columns].index(4)
    assert not any(now.cells(place)[column][1] for place in now.places)
    page = builders.one_line(
        builders.signed_in(cast.director)
        .get(reverse("player", args=[before_the_last.slug, 1]))
        .content.decode()
    )
    assert page.count("is-beside") == 1
    assert "Bonus round, drawn as an outline, does not count for places." in page
