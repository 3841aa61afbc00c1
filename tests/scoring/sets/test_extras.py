"""Extras of the house at the desk: marked beside numbers or among the facts, in every system."""

from __future__ import annotations

import io
import re
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from club.models import Person, User
from scoring.models import Card, CardSet, PointLine
from scoring.sets.accepting import accept_set
from scoring.sets.judged import judge
from scoring.sets.only_once import extras_had
from scoring.sets.typed import WrittenSet
from scoring.sets.words import fault_in_words
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS, place, written
from tests.scoring.sets.test_facts import SYSTEMS, running, set_of_system
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db

EXTRAS = [
    {"code": "concealed", "name": "Concealed hand", "points": 15, "to": "winner", "per": "game"},
    {"code": "door", "name": "Door prize", "points": 5, "to": "seat", "per": "round"},
    {"code": "cake", "name": "Brought cake", "points": -10, "to": "seat", "per": "block"},
]
HOUSE = {"extras": EXTRAS}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Cards that carry points, with the extras of a house."""
    return builders.running_tournament(cast.club, players=8, rounds=2, published=2, profile_changes=HOUSE)


def submit(
    user: User, tournament: Tournament, do: str, cards: WrittenSet | None = None, **fields: Any
) -> Any:
    address = reverse("desk-table", args=[tournament.slug, 1, 1])
    return builders.signed_in(user).post(address, paper.post(cards, do=do, **fields))


def with_extras(typed: WrittenSet, game: int, *marks: tuple[str, str]) -> WrittenSet:
    """A set of facts in which these seats have these extras in a game."""
    games = list(typed.games)
    facts: Any = games[game - 1].facts
    facts = msgspec.convert(
        msgspec.to_builtins(facts) | {"extras": [{"seat": seat, "code": code} for seat, code in marks]},
        type(facts),
    )
    games[game - 1] = msgspec.structs.replace(games[game - 1], facts=facts)
    return msgspec.structs.replace(typed, games=tuple(games))


def faults(typed: WrittenSet, tournament: Tournament, round_number: int = 1) -> list[tuple[str, str]]:
    judgement = judge(typed, place(tournament, 1, round_number).rules)
    return [(fault.code, fault.field) for fault in judgement.faults]


@pytest.mark.parametrize("system", SYSTEMS)
def test_extras_among_the_facts_count_in_every_system(cast: builders.Cast, system: str) -> None:
    """In the first game of each system A wins: 15 for A; C has the door prize of 5."""
    tournament = running(cast, system, profile_changes=HOUSE)
    points = {letter: list(numbers) for letter, numbers in SYSTEMS[system][1].items()}
    points["A"][0] += 15
    points["C"][0] += 5
    totals = {letter: sum(numbers) for letter, numbers in points.items()}
    typed = with_extras(set_of_system(system, totals=totals), 1, ("A", "concealed"), ("C", "door"))
    table = place(tournament)
    outcome = accept_set(table, judge(typed, table.rules), by=cast.director)
    assert (outcome.state, outcome.faults) == ("accepted", ())
    assert {card.letter: card.points for card in Card.objects.all()} == points
    lines = PointLine.objects.filter(code="extra").order_by("-points")
    assert [(line.points, line.clause, line.values) for line in lines] == [
        (15, "house custom", {"name": "Concealed hand"}),
        (5, "house custom", {"name": "Door prize"}),
    ]
    assert (
        sorted(place_.total for place_ in standings_of(tournament).places if place_.total is not None)[:0]
        == []
    )
    call_command("recompute", tournament.slug, stdout=io.StringIO())
    page = builders.signed_in(cast.scorekeeper).get(reverse("desk-table", args=[tournament.slug, 1, 1]))
    assert page.status_code == 200


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_form_of_every_system_reads_back_what_it_shows(cast: builders.Cast, system: str) -> None:
    tournament = running(cast, system, profile_changes=HOUSE)
    typed = with_extras(set_of_system(system), 1, ("A", "concealed"), ("C", "door"), ("C", "cake"))
    rules = place(tournament).rules
    fields = rules.fields(typed)
    assert (fields["g1-A-extra"], fields["g1-C-extra"], fields["g2-A-extra"]) == (
        "concealed",
        "door cake",
        "",
    )
    page = builders.signed_in(cast.scorekeeper).get(reverse("desk-table", args=[tournament.slug, 1, 1]))
    names = set(re.findall(r'name="([^"]+)"', page.content.decode()))
    assert {"g1-A-extra", "g1-D-extra"} <= names


@pytest.mark.slow
def test_without_extras_no_page_asks_for_them(cast: builders.Cast) -> None:
    for system in SYSTEMS:
        tournament = running(cast, system)
        page = builders.signed_in(cast.scorekeeper).get(reverse("desk-table", args=[tournament.slug, 1, 1]))
        assert "-extra" not in page.content.decode()
        assert not any(
            name.endswith("-extra") for name in place(tournament).rules.fields(set_of_system(system))
        )


# 25 + 15 for A, B threw; D has 5 more in the wall game.
WITH_EXTRAS = NUMBERS | {"A": [60, 10, 0, 0], "D": [0, 15, 0, 0]}


@pytest.mark.slow
def test_extras_are_marked_beside_numbers(tournament: Tournament, cast: builders.Cast) -> None:
    cards = written(WITH_EXTRAS)
    marked = {"A_1_extra": "concealed", "D_2_extra": "door"}
    refused = submit(cast.scorekeeper, tournament, "accept", cards)
    assert refused.status_code == 422
    judged = judge(cards, place(tournament).rules).games
    assert [[(lack.letter, lack.code) for lack in game.lacking] for game in judged] == [
        [],  # 60 is a hand of its own
        [("D", "door")],
        [],
        [],
    ]
    assert 'data-marks="D-2-extra=door"' in refused.content.decode()
    version = CardSet.objects.get().version
    assert submit(cast.scorekeeper, tournament, "accept", cards, version=version, **marked).status_code == 302
    games = CardSet.objects.get().games
    assert [game.get("extras") for game in games] == [[["A", "concealed"]], [["D", "door"]], None, None]
    lines = PointLine.objects.filter(code="extra").order_by("game").values_list("game", "points")
    assert list(lines) == [(1, 15), (2, 5)]
    for letter, numbers in WITH_EXTRAS.items():
        entry = place(tournament).entries[letter]
        assert sum(PointLine.objects.filter(entry=entry).values_list("points", flat=True)) == sum(numbers)
    out = io.StringIO()
    call_command("recompute", tournament.slug, stdout=out)
    assert out.getvalue() == "Every stored line follows from the cards.\n"
    page = builders.signed_in(cast.scorekeeper).get(reverse("desk-table", args=[tournament.slug, 1, 1]))
    assert '<span class="small card-mark">Door prize</span>' in page.content.decode()


@pytest.mark.slow
def test_a_player_reads_the_name_of_the_extra(
    tournament: Tournament, cast: builders.Cast, client: Client
) -> None:
    marked = {"A_1_extra": "concealed", "D_2_extra": "door"}
    submit(cast.scorekeeper, tournament, "accept", written(WITH_EXTRAS), **marked)
    entry = place(tournament).entries["D"]
    page = client.get(reverse("player", args=[tournament.slug, entry.number])).content.decode()
    assert "5 for Door prize" in page


@pytest.mark.slow
def test_an_extra_of_the_winner_contradicts_a_loser(tournament: Tournament, cast: builders.Cast) -> None:
    numbers = NUMBERS | {"D": [15, 10, 0, 0]}
    page = submit(cast.scorekeeper, tournament, "accept", written(numbers), D_1_extra="concealed")
    assert page.status_code == 422
    assert "which is for the winner, and D did not win" in page.content.decode()


@pytest.mark.slow
def test_an_extra_once_a_round_is_not_given_twice(tournament: Tournament, cast: builders.Cast) -> None:
    numbers = NUMBERS | {"D": [5, 15, 0, 0]}
    page = submit(
        cast.scorekeeper, tournament, "accept", written(numbers), D_1_extra="door", D_2_extra="door"
    )
    assert page.status_code == 422
    assert (
        "D had “Door prize” in game 1 of round 1 already, and it is given once a round."
        in page.content.decode()
    )


def test_an_extra_once_a_block_is_looked_for_in_the_rounds_before(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game", profile_changes=HOUSE, rounds=2, published=2)
    points = {letter: list(numbers) for letter, numbers in SYSTEMS["card-game"][1].items()}
    totals = {letter: sum(numbers) for letter, numbers in points.items()}
    totals["D"] -= 10
    typed = with_extras(set_of_system("card-game", totals=totals), 1, ("D", "cake"))
    table = place(tournament)
    assert accept_set(table, judge(typed, table.rules), by=cast.director).state == "accepted"
    cake = table.entries["D"]
    there = next(
        (number, letter)
        for number in (1, 2)
        for letter, entry in place(tournament, number, 2).entries.items()
        if entry == cake
    )
    again = place(tournament, there[0], 2)
    assert again.rules.extras_had == {there[1]: {"cake": "R1G1"}}
    twice = with_extras(set_of_system("card-game", totals=totals), 1, (there[1], "cake"))
    faults = [fault for fault in judge(twice, again.rules).faults if fault.code == "extra-again"]
    assert [(fault.field, fault.values["before"]) for fault in faults] == [(f"g1-{there[1]}-extra", "R1G1")]
    assert fault_in_words(faults[0], tournament).in_its_game.endswith(
        "in game 1 of round 1 already, and it is given once a block."
    )


def test_an_extra_is_whose_who_played_the_game(cast: builders.Cast) -> None:
    """A substitute plays on for D after game 2."""
    tournament = running(cast, "card-game", profile_changes=HOUSE, rounds=2, published=2)
    person = Person.objects.create(club=cast.club, name="Sue Stand-in")
    standing_in = Entry.objects.create(tournament=tournament, person=person, number=9)
    points = {letter: sum(numbers) for letter, numbers in SYSTEMS["card-game"][1].items()}
    typed = set_of_system("card-game", totals={**points, "D": points["D"] - 15})

    def played_on(typed: WrittenSet) -> WrittenSet:
        card = msgspec.structs.replace(typed.cards["D"], left_after=2, substitute=9)
        return msgspec.structs.replace(typed, cards={**typed.cards, "D": card})

    both = with_extras(with_extras(typed, 1, ("D", "cake")), 4, ("D", "cake"), ("D", "door"))
    assert ("extra-again", "g4-D-extra") in faults(both, tournament)
    assert not [code for code, _field in faults(played_on(both), tournament) if code == "extra-again"]
    table = place(tournament)
    accepted = accept_set(table, judge(played_on(both), table.rules), by=cast.director)
    assert accepted.faults == ()
    round_2 = tournament.rounds.get(number=2)
    players = {standing_in.pk: "A", table.entries["D"].pk: "B", table.entries["A"].pk: "C"}
    had = extras_had(tournament, round_2, players)
    assert had == {"A": {"cake": "R1G4"}, "B": {"cake": "R1G1"}}

    # In round 2 the same person plays on at another table, after game 2 again.
    again = place(tournament, 2, 2)
    both = with_extras(with_extras(typed, 1, ("A", "door")), 4, ("D", "cake"), ("D", "door"))
    repeats = [fault for fault in judge(played_on(both), again.rules).faults if fault.code == "extra-again"]
    assert [(fault.field, fault.values["before"]) for fault in repeats] == [("g4-D-extra", "R1G4")]
    nobody = msgspec.structs.replace(played_on(both).cards["D"], substitute=10)
    cards = {**both.cards, "D": nobody}
    others = judge(msgspec.structs.replace(both, cards=cards), again.rules).faults
    assert not [fault for fault in others if fault.code == "extra-again"]


def test_a_hand_is_won_once_by_who_plays_on_at_two_tables_too(cast: builders.Cast) -> None:
    """Sue plays on for A, who left before the first game, in both rounds; A wins game 1 with the same hand."""
    tournament = running(cast, "sixteen-hands", rounds=2, published=2)
    person = Person.objects.create(club=cast.club, name="Sue Stand-in")
    sue = Entry.objects.create(tournament=tournament, person=person, number=9)
    table = place(tournament)
    typed = set_of_system("sixteen-hands")
    card = msgspec.structs.replace(typed.cards["A"], left_after=0, substitute=9)
    typed = msgspec.structs.replace(typed, cards={**typed.cards, "A": card})
    assert accept_set(table, judge(typed, table.rules), by=cast.director).faults == ()
    again = place(tournament, 1, 2)
    assert sue not in again.entries.values()
    assert ("hand-won-before", "R1G1") in [
        (fault.code, fault.values.get("game")) for fault in judge(typed, again.rules).faults
    ]


def test_in_a_bonus_round_an_extra_once_a_block_is_of_no_block(
    tournament: Tournament, cast: builders.Cast
) -> None:
    tournament.rounds.filter(number=2).update(bonus_games=4, bonus_counts=True)
    table = place(Tournament.objects.get(), 1, 2)
    numbers = NUMBERS | {"D": [-10, 10, 0, 0]}
    faults_of = judge(written(numbers), table.rules).faults
    assert not [fault for fault in faults_of if fault.code == "extra-again"]
    assert table.rules.extras_had == {}


@pytest.mark.slow
def test_the_desk_numbers_extras_as_the_cards_do_and_explains_how_a_game_ended(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands", profile_changes=HOUSE)
    page = builders.signed_in(cast.scorekeeper).get(f"/t/{tournament.slug}/desk/1/1/").content.decode()
    for number, extra in enumerate(tournament.profile.extras, 1):
        assert f">{number} {extra.name}</option>" in page
    for ended in ("Played: the game was played", "Stale: a player called", "Missed: the"):
        assert ended in page
