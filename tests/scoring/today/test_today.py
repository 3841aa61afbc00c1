"""The director's first page names the one thing to do next, whatever the stage of the day."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.finishing.actions import finish
from scoring.today.queries import today
from tests import builders
from tournament.models import Round, Tournament
from tournament.rounds.queries import complete_rounds
from tournament.seat_changes.planner import first_open_round

pytestmark = pytest.mark.django_db


def next_title(made: Tournament) -> str:
    made.refresh_from_db()
    return today(made, timezone.now()).next.title


def test_from_registration_to_the_draw(cast: builders.Cast) -> None:
    titles = [
        next_title(builders.tournament(cast.club)),
        next_title(builders.tournament(cast.club, players=8, checked_in=False)),
        next_title(builders.tournament(cast.club, players=8)),
        next_title(builders.seat_everybody(builders.tournament(cast.club, players=8), published=0)),
    ]
    assert titles == ["Register the players", "Check players in", "Draw the seats", "Publish round 1"]


def test_from_the_first_round_to_the_finish(cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club, players=8, rounds=2)
    titles = [next_title(made)]
    Round.objects.filter(number=1).update(started_at=timezone.now())
    titles.append(next_title(made))
    table = made.rounds.get(number=1).tables.get(number=1)
    zeros = {letter: [0, 0, 0, 0] for letter in "ABCD"}
    card_set = builders.card_set(table, zeros)
    titles.append(next_title(made))
    card_set.state, card_set.held_reason = "held", "two winners"
    card_set.save()
    titles.append(next_title(made))
    card_set.delete()
    call_command("simulate", made.slug, rounds=1, seed=1, verbosity=0)
    titles.append(next_title(made))
    call_command("simulate", made.slug, rounds=1, seed=1, verbosity=0)
    titles.append(next_title(made))
    finish(made, by=cast.director)
    titles.append(next_title(made))
    assert titles == [
        "Start the clock of round 1",
        "Round 1 is being played",
        "1 set to enter",
        "1 set waits for your ruling",
        "Publish round 2",
        "Finish the tournament",
        "The standings are final",
    ]


def test_a_round_whose_cards_are_all_accepted_is_complete_and_changes_begin_after_it(
    client: Client, cast: builders.Cast
) -> None:
    made = builders.running_tournament(cast.club, players=8, rounds=3)
    assert (complete_rounds(made), first_open_round(made)) == (set(), 1)
    call_command("simulate", made.slug, rounds=1, seed=1, verbosity=0)
    assert (complete_rounds(made), first_open_round(made)) == ({1}, 2)
    client.force_login(cast.director)
    rows = client.get(reverse("rounds", args=[made.slug])).content.decode()
    assert (rows.count("complete<"), builders.one_line(rows).count("<td> planned </td>")) == (1, 2)


def test_a_scorekeeper_is_sent_to_the_desk(client: Client, cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club)
    client.force_login(cast.scorekeeper)
    response = client.get(reverse("manage", args=[made.slug]))
    assert (response.status_code, response["Location"]) == (302, reverse("desk", args=[made.slug]))


def test_it_costs_the_same_for_8_and_64_players(
    client: Client, cast: builders.Cast, django_assert_max_num_queries: Any
) -> None:
    client.force_login(cast.director)
    counted = []
    for players in (8, 64):
        made = builders.running_tournament(cast.club, players=players)
        with django_assert_max_num_queries(20) as queries:
            client.get(reverse("manage", args=[made.slug]))
        counted.append(len(queries))
    assert counted[0] == counted[1]
