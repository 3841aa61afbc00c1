"""Finishing: only with everything accepted; frozen then, with corrections shown; taken back on record."""

import html
import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.models import User
from record.journal import record
from record.refused import Refused
from record.verbs import Verb
from scoring.finishing.actions import finish, take_back_finish
from scoring.models import CardSet, FinalStandings, PointLine, PrizeRow
from scoring.seats.wrong_seats import mend_wrong_seat
from scoring.sets.disputes import reopen_set, rule_on_set
from scoring.sets.judged import judge
from scoring.standings.corrections import (
    CorrectedPlayer,
    Corrections,
    ListingChange,
    RoundReopened,
    corrections_of,
)
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring import paper
from tournament.clock.actions import start_clock
from tournament.clock.queries import clock_of
from tournament.models import Seat, Tournament
from tournament.players.actions import correct
from tournament.settings.actions import withhold_results

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    call_command("simulate", tournament.slug, rounds=2, seed=1, verbosity=0)
    tournament.refresh_from_db()
    return tournament


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [fault.code for fault in refused.value.faults]


@pytest.mark.slow
def test_finishing_freezes_the_standings(cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    played.refresh_from_db()
    frozen = {place["number"]: place["total"] for place in FinalStandings.objects.get().places}
    assert frozen == {place.number: place.total for place in standings_of(played).places}
    assert played.finished_at is not None


@pytest.mark.slow
def test_finishing_ends_the_clock_for_good(cast: builders.Cast, played: Tournament) -> None:
    start_clock(played, number=2, by=cast.director)
    finish(played, by=cast.director)
    assert shown_state(played) == "ended"
    verbs = played.journal.order_by("-pk").values_list("verb", flat=True)[:2]
    assert list(verbs) == [Verb.FINISHED, Verb.CLOCK_ENDED]
    take_back_finish(played, by=cast.director, reason="A card was found")
    assert shown_state(played) == "ended"


def shown_state(tournament: Tournament) -> str:
    clock = clock_of(tournament, timezone.now())
    assert clock is not None
    return clock.state


@pytest.mark.slow
def test_finishing_twice_changes_nothing(cast: builders.Cast, played: Tournament) -> None:
    assert finish(played, by=cast.director) == finish(played, by=cast.director)


def test_every_open_end_is_named_at_once(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    with pytest.raises(Refused) as refused:
        finish(tournament, by=cast.director)
    assert codes(refused) == ["set-missing", "rounds-left"]
    assert "tables 1, 2" in str(refused.value)


@pytest.mark.slow
def test_a_held_set_stands_in_the_way(cast: builders.Cast, played: Tournament) -> None:
    CardSet.objects.filter(round__number=2, table__number=2).update(state="held", held_reason="two winners")
    with pytest.raises(Refused, match="Round 2: table 2 is not accepted"):
        finish(played, by=cast.director)


def test_nothing_published_is_nothing_to_finish(cast: builders.Cast) -> None:
    with pytest.raises(Refused) as refused:
        finish(builders.tournament(cast.club, players=8), by=cast.director)
    assert codes(refused) == ["nothing-played"]


def test_before_any_round_the_page_offers_no_finish(client: Client, cast: builders.Cast) -> None:
    client.force_login(cast.director)
    page = client.get(reverse("finish", args=[builders.tournament(cast.club).slug])).content.decode()
    assert (page.count("Make the standings final"), page.count("What comes first")) == (0, 1)


@pytest.mark.slow
def test_the_page_offers_the_finish_only_when_it_would_not_be_refused(
    client: Client, cast: builders.Cast, played: Tournament
) -> None:
    client.force_login(cast.director)
    address = reverse("finish", args=[played.slug])
    assert client.get(address).content.decode().count("Make the standings final") == 1
    CardSet.objects.filter(round__number=1, table__number=2).update(state="held", held_reason="two winners")
    page = client.get(address).content.decode()
    assert page.count("Make the standings final") == 0
    assert reverse("desk-table", args=[played.slug, 1, 2]) in page


@pytest.mark.slow
def test_finishing_early_leaves_out_planned_rounds(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    tournament.refresh_from_db()
    finish(tournament, by=cast.director, early=True)
    assert FinalStandings.objects.filter(tournament=tournament).exists()


@pytest.mark.slow
def test_a_later_change_is_shown_as_a_correction(cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    first = standings_of(played).places[0]
    line = PointLine.objects.filter(entry__number=first.number).first()
    assert line is not None
    PointLine.objects.filter(pk=line.pk).update(points=line.points + 100)
    record(played, Verb.SET_CHANGED, "a line", by=None, standings=True)
    played.refresh_from_db()
    assert corrections_of(played, standings_of(played)) == Corrections(
        [CorrectedPlayer(first.number, first.name, first.rank, first.total, 1, first.total + 100)]
    )


def corrections_now(played: Tournament) -> Corrections:
    played.refresh_from_db()
    return corrections_of(played, standings_of(played))


def change(played: Tournament, by: User, who: int, /, **new: object) -> None:
    entry = played.entries.get(number=who)
    correct(entry, by=by, new=new)


def score(played: Tournament, number: int, more: int) -> None:
    """Another total for a player, as a set accepted again would bring it about."""
    line = PointLine.objects.filter(entry__number=number, round__tournament=played).earliest("pk")
    PointLine.objects.filter(pk=line.pk).update(points=line.points + more)
    record(played, Verb.SET_CHANGED, "a line", by=None, standings=True)


@pytest.mark.slow
def test_everybody_whose_points_or_place_changed_is_named(cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    before = {place.number: place for place in standings_of(played).places}
    last = standings_of(played).places[-1]
    score(played, last.number, 10_000)
    corrections = corrections_now(played)
    assert [
        (correction.number, correction.total - correction.old_total, correction.rank)
        for correction in corrections.points
    ] == [(last.number, 10_000, 1)]
    moved = {
        place.number: (before[place.number].rank, place.rank)
        for place in standings_of(played).places
        if place.rank != before[place.number].rank and place.number != last.number
    }
    assert {move.number: (move.old_rank, move.rank) for move in corrections.moved} == moved
    address = reverse("standings", args=[played.slug])
    page = builders.one_line(Client().get(address).content.decode())
    for number, (old, new) in moved.items():
        assert f"<bdi>Player {number}</bdi>: place {old} became {new}, with the same points." in page


@pytest.mark.slow
def test_a_new_number_hides_no_correction(cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    first = standings_of(played).places[0]
    score(played, first.number, 10)
    change(played, cast.director, first.number, number=939)
    corrections = corrections_now(played)
    assert corrections.points == [CorrectedPlayer(939, first.name, 1, first.total, 1, first.total + 10)]
    assert corrections.listed == [ListingChange(939, first.name, first.number, first.name)]
    page = Client().get(reverse("standings", args=[played.slug])).content.decode()
    assert f"player number {first.number} became 939." in page


@pytest.mark.slow
def test_two_players_who_trade_numbers_keep_their_points(cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    for old, new in ((1, 999), (2, 1), (999, 2)):
        change(played, cast.director, old, number=new)
    corrections = corrections_now(played)
    assert (corrections.points, corrections.moved) == ([], [])
    assert sorted((correction.old_number, correction.number) for correction in corrections.listed) == [
        (1, 2),
        (2, 1),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ({}, {"name": "Rosa Delgado"}, [("Rosa Delgado", "Player 3")]),
        ({"shows_initials": True}, {"name": "Rosa Delgado"}, [("R.D.", "P.3.")]),
        ({}, {"shows_initials": True}, [("P.3.", "")]),
        ({}, {"shows_initials": True, "name": "Rosa Delgado"}, [("R.D.", "")]),
        ({"shows_initials": True}, {"shows_initials": False}, [("Player 3", "P.3.")]),
        ({"shows_initials": True}, {"name": "Pia 3"}, []),
        ({}, {"town": "Joliet"}, []),
    ],
)
def test_another_name_is_a_correction_and_initials_stay_initials(
    cast: builders.Cast,
    played: Tournament,
    before: dict[str, object],
    after: dict[str, object],
    names: list[tuple[str, str]],
) -> None:
    if before:
        change(played, cast.director, 3, **before)
    finish(played, by=cast.director)
    change(played, cast.director, 3, **after)
    assert [(correction.name, correction.old_name) for correction in corrections_now(played).listed] == names
    entry = played.entries.get(number=3)
    page = Client().get(reverse("standings", args=[played.slug])).content.decode()
    if entry.shows_initials:
        assert "Player 3" not in page
        assert "Rosa" not in page


@pytest.mark.slow
def test_a_new_name_is_said_on_both_pages(client: Client, cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    change(played, cast.director, 3, name="Rosa Delgado")
    client.force_login(cast.director)
    for name in ("standings", "finish"):
        page = client.get(reverse(name, args=[played.slug])).content.decode()
        assert "Listed as <bdi>Player 3</bdi> at the finish, now <bdi>Rosa Delgado</bdi>." in page


@pytest.mark.slow
def test_taking_the_finish_back_needs_a_reason_and_is_on_record(
    cast: builders.Cast, played: Tournament
) -> None:
    finish(played, by=cast.director)
    with pytest.raises(Refused, match="Say why"):
        take_back_finish(played, by=cast.director, reason="  ")
    version = standings_of(played).version
    take_back_finish(played, by=cast.director, reason="a set was missing")
    played.refresh_from_db()
    assert standings_of(played).version > version
    last = played.journal.last()
    assert last is not None
    assert (played.finished_at, last.verb, last.reason) == (None, "finish-taken-back", "a set was missing")


def test_the_page_refuses_and_says_why(client: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    client.force_login(cast.director)
    response = client.post(
        reverse("finish", args=[tournament.slug]),
        {"results": "show", "stamp": builders.stamp(standings_version=0)},
    )
    assert (response.status_code, FinalStandings.objects.count()) == (422, 0)
    assert "tables 1, 2 are not accepted" in response.content.decode()


@pytest.mark.slow
def test_the_page_finishes(client: Client, cast: builders.Cast, played: Tournament) -> None:
    client.force_login(cast.director)
    response = client.post(
        reverse("finish", args=[played.slug]),
        {"results": "show", "stamp": builders.stamp(standings_version=played.standings_version)},
    )
    assert (response.status_code, FinalStandings.objects.count()) == (302, 1)


@pytest.mark.slow
def test_other_standings_than_those_looked_at_are_not_made_final(
    client: Client, cast: builders.Cast, played: Tournament
) -> None:
    client.force_login(cast.director)
    address = reverse("finish", args=[played.slug])
    page = client.get(address).content.decode()
    looked_at = {
        "results": "show",
        "stamp": html.unescape(re.findall('name="stamp" value="([^"]*)"', page)[-1]),
    }
    Tournament.objects.filter(pk=played.pk).update(standings_version=99)  # a corrected set was accepted
    answer = client.post(address, looked_at)
    assert (answer.status_code, FinalStandings.objects.count()) == (409, 0)
    assert "The standings changed while this page was open." in answer.content.decode()


@pytest.mark.slow
def test_a_finish_taken_back_without_a_reason_stays_and_nothing_typed_is_lost(
    client: Client, cast: builders.Cast, played: Tournament
) -> None:
    finish(played, by=cast.director)
    client.force_login(cast.director)
    address = reverse("finish-take-back", args=[played.slug])
    answers = [
        client.post(address, {"reason": reason, "stamp": builders.stamp()}) for reason in ("", "x" * 501)
    ]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert b"x" * 501 in answers[1].content
    assert FinalStandings.objects.filter(tournament=played).exists()


def reopen(played: Tournament, by: User, table: int, round_number: int = 2) -> None:
    reopen_set(paper.place(played, table, round_number), reason="dispute", present="ABCD", by=by)


def accept(played: Tournament, by: User, table: int, numbers: dict[str, list[int | None]]) -> None:
    place = paper.place(played, table, 2)
    judgement = judge(paper.written(numbers), place.rules)
    rule_on_set(place, judgement, ruling="so it was", consulted="ABCD", by=by)


def public_answers(played: Tournament) -> list[object]:
    """What everybody reads: the page's places, JSON, CSV, the hall screen and a player's rounds."""
    played.refresh_from_db()
    names = ("standings", "standings-json", "standings-csv", "screen", "player")
    address = {
        name: reverse(name, args=[played.slug, 1] if name == "player" else [played.slug]) for name in names
    }
    client = Client()
    page, screen, player = (client.get(address[name]).context for name in ("standings", "screen", "player"))
    return [
        page["standings"].places,
        page["standings"].rounds,
        client.get(address["standings-json"]).json()["places"],
        client.get(address["standings-csv"]).content,
        screen["standings"].places,
        [(round_.number, round_.points) for round_ in player["player"].rounds],
    ]


@pytest.mark.slow
def test_final_standings_stay_while_a_table_is_looked_at_again(
    client: Client, cast: builders.Cast, played: Tournament
) -> None:
    finish(played, by=cast.director)
    before = public_answers(played)
    reopen(played, cast.director, 1)
    assert public_answers(played) == before
    corrections = corrections_now(played)
    assert (corrections.any, corrections.reopened) == (False, [RoundReopened(2, 1)])
    client.force_login(cast.director)
    for name in ("standings", "finish"):
        page = client.get(reverse(name, args=[played.slug])).content.decode()
        assert "A table of round 2 is being looked at again; the standings may be corrected." in page
        assert "Corrected" not in page


@pytest.mark.slow
def test_two_tables_looked_at_again_are_corrected_one_by_one(cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    before = {place.number: place.total for place in standings_of(played).places}
    points = {place.number: place.rounds[1] for place in standings_of(played).places}
    seats = {seat.letter: seat.entry.number for seat in paper.table(played, 1, 2).seats.all()}
    for table in (1, 2):
        reopen(played, cast.director, table)
    assert corrections_now(played).reopened == [RoundReopened(2, 2)]
    accept(played, cast.director, 1, paper.NUMBERS)
    corrections = corrections_now(played)
    assert corrections.reopened == [RoundReopened(2, 1)]
    wanted = {
        seats[letter]: before[seats[letter]] - points[seats[letter]] + sum(numbers)
        for letter, numbers in paper.NUMBERS.items()
    }
    now = {place.number: place.total for place in standings_of(played).places}
    assert now == {**before, **wanted}
    assert {correction.number: correction.total for correction in corrections.points} == {
        number: total for number, total in wanted.items() if total != before[number]
    }


@pytest.mark.slow
def test_a_finish_taken_back_leaves_what_is_looked_at_again_uncounted(
    cast: builders.Cast, played: Tournament
) -> None:
    finish(played, by=cast.director)
    reopen(played, cast.director, 1)
    take_back_finish(played, by=cast.director, reason="more to look at")
    played.refresh_from_db()
    assert [round_.accepted for round_ in standings_of(played).rounds] == [2, 1]
    accept(played, cast.director, 1, paper.NUMBERS)
    played.refresh_from_db()
    assert [round_.accepted for round_ in standings_of(played).rounds] == [2, 2]
    call_command("recompute", played.slug)


@pytest.mark.slow
def test_a_player_found_in_an_empty_chair_keeps_the_final_points_meanwhile(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=11, rounds=2)
    call_command("simulate", tournament.slug, rounds=2, seed=1, verbosity=0)
    tournament.refresh_from_db()
    finish(tournament, by=cast.director)
    before = public_answers(tournament)[:4]
    occupied = {str(seat): seat.entry for seat in Seat.objects.filter(round__number=2)}
    number = {table[:-1] for table in occupied}
    empty = next(
        f"{n}{letter}" for n in sorted(number) for letter in "ABCD" if f"{n}{letter}" not in occupied
    )
    chair = (int(empty[:-1]), empty[-1])
    player = next(entry for seat, entry in occupied.items() if int(seat[:-1]) != chair[0])
    mend_wrong_seat(tournament, number=2, player=player, sat=chair, reason="told us", by=cast.director)
    assert public_answers(tournament)[:4] == before
    assert corrections_now(tournament).reopened == [RoundReopened(2, 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("results", "from_round"), [("withhold", 2), ("show", None)])
def test_the_finish_asks_whether_results_wait_for_the_ceremony(
    director: Client, played: Tournament, results: str, from_round: int | None
) -> None:
    page = director.get(reverse("finish", args=[played.slug])).content.decode()
    assert "At the ceremony; until then only directors and scorekeepers see it" in page
    stamp = builders.stamp(standings_version=played.standings_version)
    director.post(reverse("finish", args=[played.slug]), {"results": results, "stamp": stamp})
    played.refresh_from_db()
    assert (played.finished_at is not None, played.withheld_from) == (True, from_round)


@pytest.mark.slow
def test_results_withheld_before_the_finish_stay_as_they_were(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    withhold_results(played, from_round=1, by=cast.director)
    finish(played, by=cast.director, withhold=True)
    played.refresh_from_db()
    assert played.withheld_from == 1
    page = director.get(reverse("finish", args=[played.slug])).content.decode()
    assert "Nobody else sees results." in page


@pytest.mark.slow
def test_before_prizes_are_planned_the_standings_are_shown(director: Client, played: Tournament) -> None:
    """What is chosen beforehand: to keep back where prizes are planned, to show where there are none, which is said."""
    address, found = reverse("finish", args=[played.slug]), []
    for _time in range(2):
        page = director.get(address).content.decode()
        chosen = re.findall(r'value="(withhold|show)"[^>]*checked', page)
        found.append((chosen, "No prizes are planned." in page))
        PrizeRow.objects.create(tournament=played, position=1, criterion="overall", cents=[100])
    assert found == [(["show"], True), (["withhold"], False)]


@pytest.mark.slow
def test_a_finish_that_does_not_say_when_results_are_shown_asks_again(
    director: Client, played: Tournament
) -> None:
    """Its page was made while results were withheld; they are shown by now."""
    stamp = builders.stamp(standings_version=played.standings_version)
    answer = director.post(reverse("finish", args=[played.slug]), {"stamp": stamp})
    assert (answer.status_code, "This field is required." in answer.content.decode()) == (422, True)
    played.refresh_from_db()
    assert played.finished_at is None
