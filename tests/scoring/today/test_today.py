"""The director's first page names the one thing to do next, whatever the stage of the day."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.ceremony.actions import present
from scoring.finishing.actions import finish
from scoring.models import CardSet, PrizeRow
from scoring.prizes.actions import fix
from scoring.today.queries import Today, today
from tests import builders
from tournament.clock.late_tables import complete_rounds
from tournament.models import Round, Tournament
from tournament.seating.changed_rounds import first_open_round
from tournament.settings.actions import withhold_results

pytestmark = pytest.mark.django_db


def next_title(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return today(tournament, timezone.now()).next.title


def test_from_registration_to_the_draw(cast: builders.Cast) -> None:
    titles = [
        next_title(builders.tournament(cast.club)),
        next_title(builders.tournament(cast.club, players=8, checked_in=False)),
        next_title(builders.tournament(cast.club, players=8)),
        next_title(builders.seat_everybody(builders.tournament(cast.club, players=8), published=0)),
    ]
    assert titles == ["Register the players", "Check players in", "Draw the seats", "Publish round 1"]


@pytest.mark.slow
def test_from_the_first_round_to_the_finish(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    titles = [next_title(tournament)]
    Round.objects.filter(number=1).update(started_at=timezone.now())
    titles.append(next_title(tournament))
    table = tournament.rounds.get(number=1).tables.get(number=1)
    zeros = {letter: [0, 0, 0, 0] for letter in "ABCD"}
    card_set = builders.card_set(table, zeros)
    titles.append(next_title(tournament))
    card_set.state, card_set.held_reason = "held", "two winners"
    card_set.save()
    titles.append(next_title(tournament))
    card_set.delete()
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    titles.append(next_title(tournament))
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    titles.append(next_title(tournament))
    finish(tournament, by=cast.director)
    titles.append(next_title(tournament))
    assert titles == [
        "Print round 1, then start the clock",
        "Round 1 is being played",
        "1 set to enter",
        "Table 1 needs your decision",
        "Publish round 2",
        "Finish the tournament",
        "The standings are final",
    ]


@pytest.mark.slow
def test_a_round_whose_cards_are_all_accepted_is_complete_and_changes_begin_after_it(
    client: Client, cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=3)
    assert (complete_rounds(tournament), first_open_round(tournament)) == (set(), 1)
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    assert (complete_rounds(tournament), first_open_round(tournament)) == ({1}, 2)
    client.force_login(cast.director)
    rows = client.get(reverse("rounds", args=[tournament.slug])).content.decode()
    assert (rows.count("complete<"), builders.one_line(rows).count("<td> planned </td>")) == (1, 2)


def test_a_scorekeeper_is_sent_to_the_desk(client: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club)
    client.force_login(cast.scorekeeper)
    response = client.get(reverse("manage", args=[tournament.slug]))
    assert (response.status_code, response["Location"]) == (302, reverse("desk", args=[tournament.slug]))


@pytest.mark.slow
def test_it_costs_the_same_for_8_and_64_players(
    client: Client, cast: builders.Cast, django_assert_max_num_queries: Any
) -> None:
    client.force_login(cast.director)
    counted = []
    for players in (8, 64):
        tournament = builders.running_tournament(cast.club, players=players)
        with django_assert_max_num_queries(25) as queries:
            client.get(reverse("manage", args=[tournament.slug]))
        counted.append(len(queries))
    assert counted[0] == counted[1]


def today_of(tournament: Tournament) -> Today:
    tournament.refresh_from_db()
    return today(tournament, timezone.now())


def test_whoever_does_not_come_holds_nobody_up(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=9)
    tournament.entries.filter(number=9).update(checked_in_at=None)
    first = today_of(tournament).next
    assert (first.title, first.sentence) == ("Check players in", "1 of 9 registered players is not here yet.")
    assert first.instead is not None
    assert (first.instead.button, first.instead.url) == (
        "Draw without them",
        reverse("seating", args=[tournament.slug]),
    )
    tournament.entries.filter(number__gt=3).update(checked_in_at=None)
    assert today_of(tournament).next.instead is None  # nobody can draw three players


def test_empty_seats_and_people_without_one_are_named_together(cast: builders.Cast) -> None:
    tournament = builders.seat_everybody(
        builders.tournament(cast.club, players=7, rounds_planned=2), published=0
    )
    for number, (name, state) in enumerate(
        [("Ann Lee", "waiting"), ("Bo Chan", "registered"), ("Cy Dow", "registered")], 20
    ):
        person = cast.club.people.create(name=name)
        here = timezone.now() if name == "Cy Dow" else None
        tournament.entries.create(number=number, person=person, state=state, checked_in_at=here)
    tournament.entries.filter(number=2).update(checked_in_at=None)
    assert [matter.sentence for matter in today_of(tournament).attention] == [
        "1 player has a seat in round 1 and is not checked in: Player 2 (2).",
        "Here without a seat in round 1: Cy Dow (22). Empty seats: 2D.",
        "Empty seats in round 1: 2D. On the waiting list: Ann Lee (20).",
        "Not here, and without a seat: Bo Chan (21).",
    ]


def test_one_player_without_a_seat_is_filled_in_as_a_late_arrival(
    client: Client, cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club, players=7, rounds=2, published=1)
    person = cast.club.people.create(name="Marlene Ortiz")
    tournament.entries.create(number=20, person=person, checked_in_at=timezone.now())
    (matter,) = today_of(tournament).attention
    client.force_login(cast.director)
    page = client.get(matter.url)
    assert page.status_code == 200
    (change,) = page.context["form"].changes
    assert (change.kind, change.arriving.number, change.from_round) == ("late", 20, 1)


def test_players_without_a_seat_go_to_their_kind_of_change(cast: builders.Cast) -> None:
    for players, kind in ((7, "late"), (8, "replace")):
        tournament = builders.running_tournament(cast.club, players=players, rounds=2)
        for number in (20, 21):
            person = cast.club.people.create(name=f"Late {players} {number}")
            tournament.entries.create(number=number, person=person, checked_in_at=timezone.now())
        (matter,) = today_of(tournament).attention
        address = reverse("seat-changes", args=[tournament.slug])
        assert matter.url == f"{address}?change={kind}"


def test_before_the_draw_the_waiting_list_is_named(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=8)
    tournament.entries.filter(number__in=(7, 8)).update(state="waiting", checked_in_at=None)
    assert [matter.sentence for matter in today_of(tournament).attention] == [
        "On the waiting list: Player 7 (7), Player 8 (8)."
    ]


@pytest.mark.slow
def test_after_an_early_finish_nothing_is_current_and_nothing_more_is_offered(
    client: Client, cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    tournament.refresh_from_db()
    finish(tournament, by=cast.director, early=True)
    page = today_of(tournament)
    assert [
        (stage.mark, stage.is_done, stage.is_current, stage.is_left_out) for stage in page.stages[3:]
    ] == [
        ("1", True, False, False),
        ("2", False, False, True),
        ("", True, False, False),
    ]
    assert page.attention == []
    client.force_login(cast.director)
    offered = {
        name: client.get(reverse(name, args=[tournament.slug, *arguments])).content.decode()
        for name, arguments in (("rounds", []), ("round", [2]), ("seating", []), ("seat-changes", []))
    }
    sent = ("round-publish", "seat-by-standing", "plan-again", "draw")
    addresses = [
        reverse(name, args=[tournament.slug, 2] if name == "round-publish" else [tournament.slug])
        for name in sent
    ]
    assert [name for name, body in offered.items() if any(address in body for address in addresses)] == []
    assert "Check round 2 and publish" not in offered["rounds"]
    assert "The tournament is finished; this round was not played." in builders.one_line(offered["round"])


@pytest.mark.slow
def test_a_round_that_is_still_to_be_seated_by_standing_is_not_the_finish(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1, movement="ranked")
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=2)
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    assert next_title(tournament) == "Seat round 2 by standing"


@pytest.mark.slow
def test_a_table_of_an_earlier_round_comes_before_the_finish(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    call_command("simulate", tournament.slug, rounds=2, seed=1, verbosity=0)
    CardSet.objects.filter(round__number=1, table__number=2).delete()
    page = today_of(tournament)
    assert page.next.title == "Round 1, table 2 is still open"
    assert [(stage.mark, stage.is_done, stage.is_current) for stage in page.stages[3:]] == [
        ("1", False, False),
        ("2", True, False),
        ("", False, True),
    ]


@pytest.mark.slow
def test_after_the_finish_the_prizes_come_next(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    row = PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[100])
    finish(tournament, by=cast.director, withhold=True)

    def next_page() -> str:
        tournament.refresh_from_db()
        return today(tournament, timezone.now()).next.url

    pages = [next_page()]
    fix(tournament, rows=[row.pk], by=cast.director)
    pages.append(next_page())
    present(tournament, rows=[row], public=True, by=cast.director)
    pages.append(next_page())
    withhold_results(tournament, from_round=None, by=cast.director)
    pages.append(next_page())
    names = ["prizes", "ceremony", "standings", "results"]
    assert pages == [reverse(name, args=[tournament.slug]) for name in names]
