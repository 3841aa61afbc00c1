"""Somebody leaves in the middle of a round: the card has the games until then, and the others play on."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from club.models import Person
from rules.systems.sixteen_hands import Mahjong
from scoring.models import Card, CardSet, PointLine
from scoring.outcomes import left_before
from scoring.prizes.contests import Scores
from scoring.sets.accepting import accept_set
from scoring.sets.families.rack import RackFacts
from scoring.sets.families.sixteen import SixteenFacts
from scoring.sets.games import play
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet
from scoring.standings.queries import standings_of
from scoring.today.queries import today
from tests import builders
from tests.scoring import paper
from tests.scoring.sets.test_facts import running
from tournament.models import Entry
from tournament.rounds.preflight import preflight
from tournament.words import in_words

pytestmark = pytest.mark.django_db

# D left after the wall game: the wall of game 4 is one of three players.
NUMBERS: dict[str, list[int | None]] = {
    "A": [45, 10, 0, 10],
    "B": [-20, 10, -10, 10],
    "C": [0, 10, 35, 10],
    "D": [0, 10, None, None],
}
# A and C verify each other; D is gone, so that B's card is for C, the next after B; D's own is for B, as before.
VERIFIED = {"A": "C", "B": "C", "C": "A", "D": "B"}


def left(numbers: dict[str, list[int | None]] = NUMBERS, **changes: Any) -> WrittenSet:
    written_set = paper.written(numbers, verified=VERIFIED, **changes)
    cards = {**written_set.cards, "D": msgspec.structs.replace(written_set.cards["D"], left_after=2)}
    return msgspec.structs.replace(written_set, cards=cards)


def lines(entry: int) -> dict[int, int]:
    points: dict[int, int] = {}
    for line in PointLine.objects.filter(entry__number=entry):
        points[line.game] = points.get(line.game, 0) + line.points
    return points


@pytest.mark.slow
def test_the_games_until_then_count_and_the_others_play_on(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    desk_table, judgement = paper.judged(tournament, left())
    assert (judgement.faults, judgement.warnings) == ((), ())
    assert accept_set(desk_table, judgement, by=cast.scorekeeper).state == "accepted"
    assert (lines(4), lines(3)) == ({1: 0, 2: 10}, {1: 0, 2: 10, 3: 35, 4: 10})
    assert paper.place(tournament).written_set.cards["D"].left_after == 2
    page = builders.signed_in(cast.scorekeeper).get(reverse("desk-table", args=[tournament.slug, 1, 1]))
    assert "left after game 2" in page.content.decode()
    assert Client().get(f"/t/{tournament.slug}/player/4/").status_code == 200
    call_command("verify_journal", tournament.slug)
    out = io.StringIO()
    call_command("recompute", tournament.slug, stdout=out)
    assert out.getvalue() == "Every stored line follows from the cards.\n"


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ({"D": [0, 10, 0, None]}, ("left-already", "D-3")),
        ({"D": [0, None, None, None]}, ("missing", "D-2")),
        ({"C": [0, 10, 35, 25]}, ("impossible", "C-4")),
    ],
)
def test_a_card_has_all_games_until_then_and_none_after(
    cast: builders.Cast, numbers: dict[str, list[int | None]], code: tuple[str, str]
) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    _desk_table, judgement = paper.judged(tournament, left({**NUMBERS, **numbers}))
    assert code in [(fault.code, fault.field) for fault in judgement.faults]
    assert len(judgement.faults) == 1


def test_two_who_are_left_do_not_play_on(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=7)
    numbers = {"A": [45, 10, 0, 0], "B": [-20, 10, 0, 0], "C": [0, 10, None, None]}
    verified = {"A": "B", "B": "A", "C": "A"}
    for points, faults in ((0, []), (10, ["impossible"])):
        written_set = paper.written({**numbers, "A": [45, 10, 0, points]}, verified=verified)
        cards = {**written_set.cards, "C": msgspec.structs.replace(written_set.cards["C"], left_after=2)}
        _desk_table, judgement = paper.judged(
            tournament, msgspec.structs.replace(written_set, cards=cards), 2
        )
        assert [fault.code for fault in judgement.faults] == faults


def test_it_is_entered_by_the_form(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    client, address = (
        builders.signed_in(cast.scorekeeper),
        reverse("desk-table", args=[tournament.slug, 1, 1]),
    )
    form_data = paper.post(left(), do="accept")
    assert (form_data["D-left"], client.post(address, form_data).status_code) == ("2", 302)
    assert dict(Card.objects.values_list("letter", "left_after")) == {"A": None, "B": None, "C": None, "D": 2}


def test_facts_of_later_games_are_of_those_who_stayed(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    games = [
        RackFacts(outcome="wall"),
        RackFacts(outcome="win", winner="A", value=25, thrower="D"),
        RackFacts(outcome="win", winner="B", value=30, self_picked=True),
        RackFacts(outcome="wall"),
    ]
    # 25: D pays 50, B and C 25 each. 30 self-picked: A and C pay 60 each, and D, who has left, nothing.
    totals = {"A": 100 - 60, "B": -25 + 120, "C": -25 - 60, "D": -50}
    cards = {
        letter: WrittenCard((None,) * 4, total, VERIFIED[letter], 2 if letter == "D" else None)
        for letter, total in totals.items()
    }
    written_set = WrittenSet(cards, tuple(WrittenGame(facts=facts) for facts in games), "A")
    outcome = accept_set(*paper.judged(tournament, written_set), by=cast.scorekeeper)
    assert (outcome.state, outcome.faults) == ("accepted", ())
    assert {letter: sum(lines(entry).values()) for entry, letter in enumerate("ABCD", 1)} == totals
    assert sorted(lines(4)) == [1, 2]
    assert CardSet.objects.get().games[2]["reading"]["seats"] == ["A", "B", "C"]


PLAYED_ON: dict[str, list[int | None]] = {
    "A": [45, 10, 0, 0],
    "B": [-20, 10, -10, -20],
    "C": [0, 10, 0, 0],
    "D": [0, 10, 35, 45],
}


def substituted(numbers: dict[str, list[int | None]] = PLAYED_ON, *, number: int = 9) -> WrittenSet:
    """D left after game 2, and the player with this number played on; everybody verifies as always."""
    written_set = paper.written(numbers)
    card = msgspec.structs.replace(written_set.cards["D"], left_after=2, substitute=number)
    return msgspec.structs.replace(written_set, cards={**written_set.cards, "D": card})


@pytest.fixture
def nine(cast: builders.Cast) -> Any:
    """Eight players at two tables, and number 9, who waits for a seat."""

    def tournament_of(**fields: Any) -> Any:
        tournament = builders.running_tournament(cast.club, players=8, **fields)
        person = Person.objects.create(club=cast.club, name="Sub Stitute")
        Entry.objects.create(tournament=tournament, person=person, number=9, checked_in_at=timezone.now())
        return tournament

    return tournament_of


@pytest.mark.slow
@pytest.mark.parametrize("system", ["sanctioned", "club-day", "mahj-x"])
def test_who_plays_on_has_the_points_of_the_games_they_played(
    cast: builders.Cast, nine: Any, system: str
) -> None:
    tournament = nine(system=system)
    client = builders.signed_in(cast.scorekeeper)
    address = reverse("desk-table", args=[tournament.slug, 1, 1])
    form_data = paper.post(substituted(), do="accept")
    checked = builders.one_line(
        client.post(reverse("desk-check", args=[tournament.slug, 1, 1]), form_data).content.decode()
    )
    name = tournament.entries.get(number=4).name
    assert f"<bdi>{name}</bdi> left after game 2, then played by <bdi>Sub Stitute</bdi> (9)" in checked
    assert (form_data["D-substitute"], client.post(address, form_data).status_code) == ("9", 302)
    assert (lines(4), lines(9)) == ({1: 0, 2: 10}, {3: 35, 4: 45})
    standings = {
        place.number: (place.total, place.rank) for place in standings_of(tournament_now(tournament)).places
    }
    assert (standings[9], standings[4]) == ((80, 1), (10, 3))
    desk_page = builders.one_line(client.get(address).content.decode())
    assert "then played by <bdi>Sub Stitute</bdi> (9)" in desk_page
    public_pages = [
        builders.one_line(Client().get(f"/t/{tournament.slug}/player/{number}/").content.decode())
        for number in (4, 9)
    ]
    leaver = tournament.entries.get(number=4)
    assert "Left after game 2. <bdi>Sub Stitute</bdi> played on in this seat." in public_pages[0]
    assert (
        f"Played on for <bdi>{leaver.public_name}</bdi> at table 1, seat D, from game 3." in public_pages[1]
    )
    call_command("verify_journal", tournament.slug)
    out = io.StringIO()
    call_command("recompute", tournament.slug, stdout=out)
    assert out.getvalue() == "Every stored line follows from the cards.\n"


@pytest.mark.slow
@pytest.mark.parametrize("played_on", [True, False])
def test_who_left_is_not_seated_again_unnoticed(cast: builders.Cast, nine: Any, *, played_on: bool) -> None:
    tournament = nine()
    accept_set(*paper.judged(tournament, substituted() if played_on else left()), by=cast.scorekeeper)
    tournament.rounds.filter(number=1).update(started_at=timezone.now())
    tournament = tournament_now(tournament)
    client = builders.signed_in(cast.director)
    leaver = tournament.entries.get(number=4)
    table = leaver.seats.get(round__number=2).table.number
    change = (
        "change=substitute&player=4&from_round=2&other=9"
        if played_on
        else "change=withdraw&player=4&from_round=2"
    )
    address = f"{reverse('seat-changes', args=[tournament.slug])}?{change}"
    check = preflight(tournament, 2)
    assert check is not None
    sentence = f"{leaver.name} (4) left during round 1 and still has a seat in this round, at table {table}."
    if played_on:
        sentence += " Sub Stitute (9) played on then and has no seat."
    assert sentence in map(in_words, check.warnings)
    assert escape(address) in client.get(reverse("round", args=[tournament.slug, 2])).content.decode()
    [today_step] = [step for step in today(tournament, timezone.now()).attention if step.url == address]
    assert today_step.sentence == (
        f"{leaver.name} (4) left during round 1 and still has a seat in round 2, at table {table}."
    )
    assert client.get(address).status_code == 200
    leaver.seats.filter(round__number=2).update(entry=tournament.entries.get(number=9))
    check = preflight(tournament, 2)
    assert check is not None
    assert not {"left-and-seated", "left-and-played-on"} & {warning.code for warning in check.warnings}


def test_who_plays_again_after_leaving_is_not_asked_about(cast: builders.Cast, nine: Any) -> None:
    tournament = nine(rounds=3, published=2)
    accept_set(*paper.judged(tournament, left()), by=cast.scorekeeper)
    assert set(left_before(tournament, 3)) == {tournament.entries.get(number=4).pk}
    table = tournament.entries.get(number=4).seats.get(round__number=2).table
    builders.card_set(table, {letter: [0, 0, 0, 0] for letter in "ABCD"})
    assert left_before(tournament, 3) == {}


def tournament_now(tournament: Any) -> Any:
    return type(tournament).objects.get(pk=tournament.pk)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "words"),
    [(3, "Player 3 has a seat in this round: table 1, seat C."), (77, "Nobody here has number 77.")],
)
def test_who_sits_elsewhere_in_the_round_plays_on_nowhere(
    cast: builders.Cast, nine: Any, number: int, words: str
) -> None:
    tournament = nine()
    client = builders.signed_in(cast.scorekeeper)
    address = reverse("desk-table", args=[tournament.slug, 1, 1])
    refused = client.post(address, paper.post(substituted(number=number), do="accept"))
    assert (refused.status_code, words in refused.content.decode()) == (422, True)
    assert not Card.objects.exists()
    when = paper.post(substituted(), do="accept", D_left="")
    content = client.post(address, when).content.decode()
    assert "Somebody else played on for D: say after which game." in content


def test_facts_after_a_substitution_are_of_four(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    person = Person.objects.create(club=cast.club, name="Sub Stitute")
    Entry.objects.create(tournament=tournament, person=person, number=9, checked_in_at=timezone.now())
    games = [
        RackFacts(outcome="wall"),
        RackFacts(outcome="win", winner="A", value=25, thrower="D"),
        RackFacts(outcome="win", winner="D", value=30, self_picked=True),
        RackFacts(outcome="wall"),
    ]
    # 25: D pays 50, B and C 25 each. 30 self-picked by whoever sits at D then: the others pay 60 each.
    totals = {"A": 100 - 60, "B": -25 - 60, "C": -25 - 60, "D": -50 + 180}
    verified = {"A": "C", "B": "D", "C": "A", "D": "B"}
    cards = {letter: WrittenCard((None,) * 4, total, verified[letter]) for letter, total in totals.items()}
    cards["D"] = msgspec.structs.replace(cards["D"], left_after=2, substitute=9)
    written_set = WrittenSet(cards, tuple(WrittenGame(facts=facts) for facts in games), "A")
    outcome = accept_set(*paper.judged(tournament, written_set), by=cast.scorekeeper)
    assert (outcome.state, outcome.faults) == ("accepted", ())
    assert (lines(4), lines(9)) == ({1: 0, 2: -50}, {3: 180, 4: 0})
    assert Scores(tournament_now(tournament)).wins.self_picked == {9: 1}
    # High and low of the table: five played at it, each for the points of their own games.
    at_table = {1: 40, 2: -85, 3: -85, 4: -50, 9: 180}
    assert Scores(tournament_now(tournament)).of_tables(1) == {"1.1": at_table}


def test_a_hand_won_by_who_left_is_still_to_be_won_by_who_plays_on(cast: builders.Cast) -> None:
    """Sixteen hands forbids a player, not a seat, to win with one hand twice."""
    rules = msgspec.structs.replace(
        paper.place(running(cast, "sixteen-hands")).rules, won={"D": {"5": "R1G1"}}, facts=True
    )
    game = WrittenGame(facts=SixteenFacts(outcome="played", mahjong=Mahjong("D", 5)))
    blank = WrittenCard((None,) * 2)
    for card, codes in (
        (blank, ["hand-won-before"]),
        (WrittenCard((None,) * 2, left_after=1, substitute=9), []),
    ):
        cards = dict.fromkeys("ABC", blank) | {"D": card}
        played = play([WrittenGame(), game], rules, cards)[1]
        assert [fault.code for fault in played.faults if fault.code == "hand-won-before"] == codes
