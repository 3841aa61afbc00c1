"""Each movement from the seating page to its last published round, as a new director goes through it."""

import itertools
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Movement
from tests import builders
from tournament.models import Table, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STEPPED = [Movement.SANCTIONED, Movement.CLUB_DAY, Movement.MAHJCON, Movement.CUSTOM, Movement.REPEAT_FREE]
ROUNDS = 3


def players_by_table(tournament: Tournament, number: int) -> list[list[int]]:
    tables = Table.objects.filter(round__tournament=tournament, round__number=number)
    return [
        [seat.entry.number for seat in table.seats.all()] for table in tables.prefetch_related("seats__entry")
    ]


def meet_again(tournament: Tournament) -> int:
    met = Counter(
        frozenset(pair)
        for number in range(1, ROUNDS + 1)
        for together in players_by_table(tournament, number)
        for pair in itertools.combinations(together, 2)
    )
    return sum(count > 1 for count in met.values())


@pytest.mark.parametrize("movement", list(Movement), ids=lambda movement: movement.value)
@pytest.mark.parametrize("players", [7, 11, 32])
def test_from_the_seating_page_to_the_last_round(client: Client, players: int, movement: Movement) -> None:
    cast = builders.cast()
    tournament = builders.tournament(cast.club, players=players, rounds_planned=ROUNDS)
    client.force_login(cast.director)
    here = f"/t/{tournament.slug}"
    steps = {f"step_{letter}": step for letter, step in zip("ABCD", "0124", strict=True)}
    form = {
        "movement": movement.value,
        "rounds": ROUNDS,
        "seed": 7,
        "stamp": builders.stamp_of_seating(tournament),
        **steps,
    }
    assert client.get(f"{here}/seating/", form).status_code == 200
    assert client.post(f"{here}/seating/draw/", form).status_code == 302
    if movement in STEPPED and (movement != Movement.REPEAT_FREE or players > 16):
        assert tournament.journal.get(verb="drawn").new["made"] == movement.value
        assert tournament.journal.get(verb="drawn").new["reason"] is None
    for number in range(1, ROUNDS + 1):
        if movement == Movement.RANKED and number > 1:
            by_standing = f"{here}/seating/by-standing/"
            response = client.get(
                reverse("seat-by-standing-look", args=[tournament.slug]), {"from_round": number}
            )
            page = response.content.decode()
            seed = page.partition('name="seed" value="')[2].partition('"')[0]
            stamp = builders.stamp_on(page, by_standing)
            form = {"from_round": number, "seed": seed, "reason": "Last rounds by standing", "stamp": stamp}
            assert client.post(by_standing, form).status_code == 302
        response = client.get(f"{here}/rounds/{number}/")
        assert response.context["preflight"].faults == ()
        publish = f"{here}/rounds/{number}/publish/"
        stamp = builders.stamp_on(response.content.decode(), publish)
        assert client.post(publish, {"stamp": stamp}).status_code == 302
        tables = players_by_table(tournament, number)
        assert sorted(itertools.chain(*tables)) == list(range(1, players + 1))
        assert {len(together) for together in tables} <= {3, 4}
    assert tournament.rounds.filter(published_at=None).count() == 0
    if players == 32 and movement in (Movement.REPEAT_FREE, Movement.ASSIGNED, Movement.RANDOM):
        assert meet_again(tournament) == 0


@pytest.mark.parametrize("movement", STEPPED, ids=lambda movement: movement.value)
def test_without_a_fixed_seat_nobody_gets_seat_slips_for_one(movement: Movement, client: Client) -> None:
    """Somebody who has a table of their own but is not here today does not change how the others move."""
    cast = builders.cast()
    tournament = builders.tournament(cast.club, players=32, rounds_planned=ROUNDS)
    tournament.entries.filter(number=5).update(fixed_table=2, checked_in_at=None)
    tournament.entries.filter(number=6).update(fixed_table=3, state="withdrawn")
    client.force_login(cast.director)
    steps = {f"step_{letter}": step for letter, step in zip("ABCD", "1234", strict=True)}
    form = {
        "movement": movement.value,
        "rounds": ROUNDS,
        "stamp": builders.stamp_of_seating(tournament),
        **steps,
    }
    assert client.post(f"/t/{tournament.slug}/seating/draw/", form).status_code == 302
    new = tournament.journal.get(verb="drawn").new
    assert (new["made"], new["reason"]) == (movement.value, None)
