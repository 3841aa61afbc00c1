"""A table whose cards never come in stays in sight until a director writes it off, on record and not for ever."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.finishing.actions import finish
from scoring.models import CardSet, WrittenOff
from scoring.sets.accepting import accept_set
from scoring.sets.queries import DeskTable, get_desk_table
from scoring.sets.tables import OpenTable, waited_for
from scoring.sets.writing_off import take_back_write_off, write_off
from scoring.standings.queries import standings_of
from scoring.standings.standing import RoundCount
from tests import builders
from tests.scoring import paper
from tournament.clock.late_tables import complete_rounds
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
WHY = "The four cards went home in a bag"


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Two rounds are published; only table 1 of the first was never handed in."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    call_command("simulate", tournament.slug, rounds=2, seed=1, verbosity=0)
    CardSet.objects.filter(round__number=1, table__number=1).delete()
    tournament.refresh_from_db()
    return tournament


def desk_table(tournament: Tournament, number: int = 1, table: int = 1) -> DeskTable:
    tournament.refresh_from_db()
    return get_desk_table(tournament, number, table)


def write_off_table(tournament: Tournament, cast: builders.Cast) -> None:
    write_off(desk_table(tournament), reason=WHY, by=cast.director)
    tournament.refresh_from_db()


@pytest.mark.slow
def test_an_earlier_table_stays_in_sight_everywhere(tournament: Tournament, cast: builders.Cast) -> None:
    assert waited_for(tournament) == [OpenTable(1, 1, "playing")]
    client = builders.signed_in(cast.director)
    for name, arguments in (("manage", []), ("desk-round", [2]), ("finish", [])):
        page = client.get(reverse(name, args=[tournament.slug, *arguments])).content.decode()
        assert reverse("desk-table", args=[tournament.slug, 1, 1]) in page, name
    public = Client().get(reverse("standings", args=[tournament.slug])).content.decode()
    assert "Round 1: table 1 is still out." in builders.one_line(public)


@pytest.mark.slow
def test_written_off_it_is_waited_for_no_more_and_the_standings_say_so(
    tournament: Tournament, cast: builders.Cast
) -> None:
    write_off_table(tournament, cast)
    assert (waited_for(tournament), complete_rounds(tournament)) == ([], {1, 2})
    assert standings_of(tournament).rounds[0] == RoundCount(1, accepted=1, tables=2, written_off=(1,))
    assert standings_of(tournament).rounds[0].is_complete
    players = [entry.number for entry in desk_table(tournament).entries.values()]
    rows = {place.number: place.rounds[0] for place in standings_of(tournament).places}
    assert {number for number, points in rows.items() if points is None} == set(players)
    for name in ("standings", "screen"):
        page = builders.one_line(Client().get(reverse(name, args=[tournament.slug])).content.decode())
        assert "Round 1: table 1 was written off; its players have no points in that round." in page
        assert WHY not in page
    entry = tournament.journal.get(verb="table-written-off")
    assert (entry.reason, entry.table, entry.actor) == (WHY, desk_table(tournament).table, cast.director)
    finish(tournament, by=cast.director)


@pytest.mark.slow
def test_taken_back_it_is_waited_for_again(tournament: Tournament, cast: builders.Cast) -> None:
    write_off_table(tournament, cast)
    take_back_write_off(desk_table(tournament), by=cast.director)
    assert waited_for(tournament) == [OpenTable(1, 1, "playing")]
    with pytest.raises(Refused, match="Round 1: table 1 is not accepted"):
        finish(tournament, by=cast.director)
    write_off_table(tournament, cast)
    assert waited_for(tournament) == []


@pytest.mark.slow
def test_cards_that_turn_up_wait_until_the_decision_is_taken_back(
    tournament: Tournament, cast: builders.Cast
) -> None:
    write_off_table(tournament, cast)
    judged = paper.judged(tournament, paper.written())
    with pytest.raises(Conflict, match=f"written off: {WHY}. A director takes that back first."):
        accept_set(*judged, by=cast.scorekeeper)
    take_back_write_off(desk_table(tournament), by=cast.director)
    tournament.refresh_from_db()
    assert accept_set(*paper.judged(tournament, paper.written()), by=cast.scorekeeper).state == "accepted"


@pytest.mark.slow
def test_a_table_that_counts_is_not_written_off(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Conflict, match="they count"):
        write_off(desk_table(tournament, 1, 2), reason=WHY, by=cast.director)
    with pytest.raises(Refused, match="Say why"):
        write_off(desk_table(tournament), reason=" ", by=cast.director)
    came_in = Stamp(seen={"version": 3})
    with pytest.raises(Conflict, match="came in meanwhile"):
        write_off(desk_table(tournament), reason=WHY, by=cast.director, stamp=came_in)
    assert not WrittenOff.objects.exists()


@pytest.mark.slow
@pytest.mark.both_databases
def test_the_database_holds_that_no_accepted_set_is_of_a_table_written_off(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accepted = CardSet.objects.get(round__number=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        WrittenOff.objects.create(table=accepted.table, reason=WHY, by=cast.director, at=timezone.now())
    CardSet.objects.filter(pk=accepted.pk).update(state="in", accepted_at=None)
    WrittenOff.objects.create(table=accepted.table, reason=WHY, by=cast.director, at=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        CardSet.objects.filter(pk=accepted.pk).update(state="accepted", accepted_at=timezone.now())


@pytest.mark.slow
def test_the_pages_write_off_and_take_back(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.director)
    table = reverse("desk-table", args=[tournament.slug, 1, 1])
    write = reverse("desk-write-off", args=[tournament.slug, 1, 1])
    stamp = builders.stamp_on(client.get(table).content.decode(), write)
    empty = client.post(write, {"stamp": stamp, "reason": ""})
    assert (empty.status_code, WrittenOff.objects.count()) == (422, 0)
    for _again in range(2):
        assert client.post(write, {"stamp": stamp, "reason": WHY}).status_code == 302
    page = client.get(table).content.decode()
    assert ("Written off: its players have no points" in page, WHY in page, 'name="A-1"' in page) == (
        True,
        True,
        False,
    )
    back = reverse("desk-write-off-take-back", args=[tournament.slug, 1, 1])
    assert client.post(back, {"stamp": builders.stamp_on(page, back)}).status_code == 302
    assert client.post(write, {"stamp": stamp, "reason": WHY}).status_code == 409
    assert not WrittenOff.objects.standing().exists()
