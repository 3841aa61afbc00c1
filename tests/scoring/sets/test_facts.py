"""Games entered by their facts: what becomes of them, card by card. The oracles are worked out by hand."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from club.models import User
from record.models import JournalEntry
from record.refused import Refused
from scoring.models import Card, CardSet, PointLine, SetVersion
from scoring.sets.accepting import accept_set
from scoring.sets.disputes import hand_back_set, hold_set, reopen_set, rule_on_set
from scoring.sets.entering import save_set
from scoring.sets.families import rack, sixteen
from scoring.sets.judged import judge
from scoring.sets.lines import set_lines
from scoring.sets.only_once import repeated_hands
from scoring.sets.places import FieldPlace, TwoOfOne
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet
from scoring.sets.words import fault_in_words, in_words
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring import paper
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

ACROSS = {"A": "C", "B": "D", "C": "A", "D": "B"}
FIRST_EAST_B = {"A": "B", "B": "C", "C": "B", "D": "B"}

# A wins off B at 25: B pays 50, the others 25 each. C picks a 30 without jokers: everybody pays 4 x 30 (2v, doubled).
# A wall. D calls in error at 40, B and C show their hands: D pays A 80; and A's challenge of C was in error: A pays 25.
PAYMENTS: list[dict[str, Any]] = [
    {"outcome": "win", "winner": "A", "value": 25, "thrower": "B"},
    {"outcome": "win", "winner": "C", "value": 30, "self_picked": True, "jokerless": True},
    {"outcome": "wall"},
    {
        "outcome": "error",
        "error": {"caller": "D", "exposed": ["B", "C"], "value": 40},
        "challenges": [{"by": "A", "of": "C", "upheld": False}],
    },
]
PAID = {"A": [100, -120, 0, 55], "B": [-50, -120, 0, 0], "C": [-25, 360, 0, 25], "D": [-25, -120, 0, -80]}

# Hand 1 is a half limit (20), hand 9 a limit (30); fishing 5; bouquet 5.
SIXTEEN: list[dict[str, Any]] = [
    {"outcome": "played", "mahjong": {"seat": "A", "hand": 9}, "fishing": [{"seat": "B", "hand": 4}]},
    {"outcome": "played", "mahjong": {"seat": "C", "hand": 1}, "bouquet": ["A", "C"], "kongs": {"C": 1}},
    {"outcome": "played", "fishing": [{"seat": "A", "hand": 1}, {"seat": "D", "hand": 2}]},
    {"outcome": "stale"},
    {"outcome": "played"},
    {"outcome": "played", "bouquet": ["B"], "wrong_count": ["B"]},
    {"outcome": "played", "mahjong": {"seat": "D", "hand": 9}},
    {"outcome": "missed"},
]
SCORED = {
    "A": [30, 5, 5, 0, 0, 0, 0, 0],
    "B": [5, 0, 0, 0, 0, 5, 0, 0],
    "C": [0, 25, 0, 0, 0, 0, 0, 0],
    "D": [0, 0, 5, 0, 0, 0, 30, 0],
}

# mahj-x: 25 + 10 (no jokers) + 10 (nothing exposed), thrower -10; C looked at a blind pass in a wall game.
MAHJ_X: list[dict[str, Any]] = [
    {"outcome": "win", "winner": "A", "value": 25, "thrower": "B", "exposures": 0, "jokerless": True},
    {"outcome": "wall", "infractions": [{"seat": "C", "kind": "blind-pass-look"}]},
    {"outcome": "win", "winner": "D", "value": 50, "hand_class": "concealed", "self_picked": True},
    {"outcome": "unfinished"},
]
X_POINTS = {"A": [45, 10, 0, 0], "B": [-10, 10, 0, 0], "C": [0, 0, 0, 0], "D": [0, 10, 50, 0]}

SYSTEMS: dict[str, tuple[list[dict[str, Any]], dict[str, list[int]], dict[str, Any]]] = {
    "card-game": (PAYMENTS, PAID, {"verification": "across"}),
    "sixteen-hands": (SIXTEEN, SCORED, {"verification": "first-east", "games_per_round": 8}),
    "mahj-x": (MAHJ_X, X_POINTS, {"verification": "across", "cards_carry": "facts"}),
    "sanctioned": (
        [
            {"outcome": "win", "winner": "A", "value": 25, "thrower": "B", "exposures": 2, "jokerless": True},
            {"outcome": "wall", "dead": ["D"]},
            {
                "outcome": "win",
                "winner": "C",
                "value": 35,
                "thrower": "A",
                "exposures": 0,
                "dead_after_throw": ["A"],
            },
            {"outcome": "error", "error": {"caller": "B", "exposed": ["C", "D"]}},
        ],
        {"A": [45, 10, -10, 10], "B": [-20, 10, 0, 0], "C": [0, 10, 35, 0], "D": [0, 0, 0, 0]},
        {"verification": "across", "cards_carry": "facts"},
    ),
    "club-day": (
        [
            {"outcome": "win", "winner": "A", "value": 30, "self_picked": True, "exposures": 1},
            {"outcome": "wall"},
            {"outcome": "wall", "dead": ["A", "B", "C"], "ruled": "wall"},
            {"outcome": "unfinished"},
        ],
        {"A": [40, 10, 0, 0], "B": [0, 10, 0, 0], "C": [0, 10, 0, 0], "D": [0, 10, 10, 0]},
        {"verification": "across", "cards_carry": "facts"},
    ),
}


def running(cast: builders.Cast, system: str, **fields: Any) -> Tournament:
    return builders.running_tournament(cast.club, system=system, **{**SYSTEMS[system][2], **fields})


def set_of_games(
    games: list[dict[str, Any] | None],
    totals: dict[str, int],
    *,
    first_east: str = "",
    verified: dict[str, str] | None = None,
) -> WrittenSet:
    duties = verified or (FIRST_EAST_B if first_east else ACROSS)
    cards = {
        letter: WrittenCard((None,) * len(games), total, duties[letter]) for letter, total in totals.items()
    }
    return WrittenSet(cards, tuple(WrittenGame(facts=paper.facts(game)) for game in games), "A", first_east)


def set_of_system(system: str, **changes: Any) -> WrittenSet:
    games, points, _fields = SYSTEMS[system]
    games = [changes.pop(f"game_{number}", game) for number, game in enumerate(games, 1)]
    totals = {letter: sum(numbers) for letter, numbers in points.items()} | changes.pop("totals", {})
    return set_of_games(games, totals, **{"first_east": "B" if system == "sixteen-hands" else "", **changes})


def accept(
    tournament: Tournament, typed: WrittenSet, by: User, *, number: int = 1, round_number: int = 1
) -> Any:
    place = paper.place(tournament, number, round_number)
    return accept_set(place, judge(typed, place.rules), by=by)


def codes(outcome: Any) -> list[tuple[str, str]]:
    return [(fault.code, fault.field) for fault in outcome.faults]


# -- Every system, from the facts to the standings -------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_points_of_every_system_follow_from_the_facts(cast: builders.Cast, system: str) -> None:
    tournament = running(cast, system)
    outcome = accept(tournament, set_of_system(system), cast.director)
    assert (outcome.state, codes(outcome)) == ("accepted", [])
    points = SYSTEMS[system][1]
    cards = {card.letter: (card.points, card.written_total) for card in Card.objects.all()}
    assert cards == {letter: (numbers, sum(numbers)) for letter, numbers in points.items()}
    for game, facts in zip(CardSet.objects.get().games, SYSTEMS[system][0], strict=True):
        assert (game["facts"], game["reading"]) == (facts, facts | {"seats": list("ABCD")})
    seats = {seat.letter: seat.entry.number for seat in paper.table(tournament).seats.select_related("entry")}
    totals = {place.number: place.total for place in standings_of(tournament).places}
    assert {letter: totals[number] for letter, number in seats.items()} == {
        letter: sum(numbers) for letter, numbers in points.items()
    }
    out = io.StringIO()
    call_command("recompute", tournament.slug, stdout=out)
    assert out.getvalue() == "Every stored line follows from the cards.\n"


def test_every_point_is_explained(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    accept(tournament, set_of_system("card-game"), cast.scorekeeper)
    lines = PointLine.objects.filter(game__in=(1, 4), entry__number=1).values_list(
        "game", "points", "code", "values"
    )
    assert list(lines) == [
        (
            1,
            100,
            "payment",
            {
                "variant": "thrown",
                "value": 25,
                "seat": "B",
                "most": 50,
                "others": "C, D",
                "least": 25,
                "count": 2,
            },
        ),
        (4, 80, "error-payment", {"variant": "error from", "seat": "D", "value": 40, "by": 2}),
        (4, -25, "challenge", {"variant": "in-error to", "seat": "C"}),
    ]


def test_a_player_reads_what_points_are_made_of(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    accept(tournament, set_of_system("sixteen-hands"), cast.scorekeeper)
    page = Client().get(f"/t/{tournament.slug}/player/1/").content.decode()
    assert "30 for mahjong with hand 9, a limit hand" in page
    assert "5 for fishing with hand 1, a half limit hand" in page


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_wrong_total_blocks(cast: builders.Cast, system: str) -> None:
    tournament = running(cast, system)
    right = sum(SYSTEMS[system][1]["C"])
    outcome = accept(tournament, set_of_system(system, totals={"C": right + 5}), cast.director)
    assert (outcome.state, codes(outcome)) == ("in", [("total-differs", "C-total")])
    assert in_words(outcome.faults[0]) == f"The games add up to {right}, the card says {right + 5}."
    assert not PointLine.objects.exists()


def test_games_of_payments_add_up_to_zero() -> None:
    assert [sum(game) for game in zip(*PAID.values(), strict=True)] == [0, 0, 0, 0]


# -- Sixteen hands: one win with each --------------------------------------------------------------------------------


def test_a_second_win_is_refused_with_the_game_of_the_first(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands", published=2)
    accept(tournament, set_of_system("sixteen-hands"), cast.scorekeeper)
    seat = tournament.rounds.get(number=2).seats.select_related("table").get(entry__number=1)
    blank: list[dict[str, Any] | None] = [{"outcome": "missed"}] * 7
    again: dict[str, Any] = {"outcome": "played", "mahjong": {"seat": seat.letter, "hand": 9}}
    totals = dict.fromkeys("ABCD", 0) | {seat.letter: 30}
    at = {"number": seat.table.number, "round_number": 2}
    outcome = accept(
        tournament, set_of_games([again, *blank], totals, first_east="B"), cast.scorekeeper, **at
    )
    assert ("hand-won-before", f"g1-{seat.letter}-scored") in codes(outcome)
    assert fault_in_words(outcome.faults[-1], tournament).message.startswith("Game 1: ")
    assert f"{seat.letter}'s player has already won hand 9: game 1 of round 1." in in_words(
        outcome.faults[-1]
    )

    overruled = again | {"override": {"code": "hand-won-before", "reason": "Round 1 was written down wrong."}}
    with pytest.raises(Refused, match="only a director decides"):
        accept(tournament, set_of_games([overruled, *blank], totals, first_east="B"), cast.scorekeeper, **at)
    outcome = accept(
        tournament, set_of_games([overruled, *blank], totals, first_east="B"), cast.director, **at
    )
    assert outcome.state == "accepted"
    entry = JournalEntry.objects.filter(verb="set-accepted", actor=cast.director).get()
    assert entry.new["games"][0]["facts"]["override"]["reason"] == "Round 1 was written down wrong."
    out = io.StringIO()
    call_command("recompute", tournament.slug, stdout=out)


def test_a_second_win_in_the_same_set_is_refused(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    typed = set_of_system("sixteen-hands", game_7={"outcome": "played", "mahjong": {"seat": "A", "hand": 9}})
    outcome = accept(tournament, typed, cast.scorekeeper)
    assert ("hand-won-before", "g7-A-scored") in codes(outcome)
    assert "A's player has already won hand 9: game 1 of round 1." in in_words(outcome.faults[-1])


MISSED: list[dict[str, Any] | None] = [{"outcome": "missed"}] * 7


def sixteen_set(
    tournament: Tournament, round_number: int, facts: dict[str, Any], points: int
) -> tuple[Any, ...]:
    """The table of player 1 in this round, and its set: the game, and seven that were not begun. "?" is the player."""
    seat = tournament.rounds.get(number=round_number).seats.select_related("table").get(entry__number=1)
    place = paper.place(tournament, seat.table.number, round_number)
    own = msgspec.json.decode(msgspec.json.encode(facts).replace(b"?", seat.letter.encode()))
    totals = dict.fromkeys("ABCD", 0) | {seat.letter: points}
    return place, set_of_games([own, *MISSED], totals, first_east="B"), seat.letter


def accept_sixteen(
    tournament: Tournament, round_number: int, facts: dict[str, Any], points: int, by: User
) -> Any:
    place, typed, _letter = sixteen_set(tournament, round_number, facts, points)
    return accept_set(place, judge(typed, place.rules), by=by)


WON_9 = {"outcome": "played", "mahjong": {"seat": "?", "hand": 9}}
FISHED_9 = {"outcome": "played", "fishing": [{"seat": "?", "hand": 9}]}


def test_fishing_of_an_earlier_round_is_not_forbidden_by_a_later_win(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands", published=2)
    assert accept_sixteen(tournament, 2, WON_9, 30, cast.scorekeeper).state == "accepted"
    assert accept_sixteen(tournament, 1, FISHED_9, 5, cast.scorekeeper).state == "accepted"
    for round_number in (1, 2):
        place = sixteen_set(tournament, round_number, WON_9, 30)[0]
        assert judge(place.written_set, place.rules).faults == ()
    assert repeated_hands(tournament) == []


@pytest.mark.slow
@pytest.mark.parametrize(("later", "points"), [(WON_9, 30), (FISHED_9, 5)])
def test_an_earlier_win_that_comes_in_late_is_accepted_and_the_later_game_is_named(
    cast: builders.Cast, later: dict[str, Any], points: int
) -> None:
    tournament = running(cast, "sixteen-hands", published=2)
    accept_sixteen(tournament, 2, later, points, cast.scorekeeper)
    place, typed, letter = sixteen_set(tournament, 1, WON_9, 30)
    judgement = judge(typed, place.rules)
    assert [(fault.code, fault.field) for fault in judgement.warnings] == [
        ("hand-scored-later", f"g1-{letter}-scored")
    ]
    assert f"{letter}’s player scored with hand 9 again in game 1 of round 2" in in_words(
        judgement.warnings[0]
    )
    assert accept_set(place, judgement, by=cast.scorekeeper).state == "accepted"
    after = sixteen_set(tournament, 2, later, points)[0]
    assert [fault.code for fault in judge(after.written_set, after.rules).faults] == ["hand-won-before"]
    [repeat] = repeated_hands(tournament)
    assert (repeat.claim.code, repeat.won) == ("R2G1", "R1G1")
    for address in ("manage", "finish"):
        page = builders.signed_in(cast.director).get(f"/t/{tournament.slug}/{address}/").content.decode()
        assert "scored with hand 9, won before in game 1 of round 1" in page


@pytest.mark.slow
def test_a_director_s_exception_for_the_later_game_settles_it(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands", published=2)
    accept_sixteen(tournament, 1, WON_9, 30, cast.scorekeeper)
    excepted = WON_9 | {"override": {"code": "hand-won-before", "reason": "Dealt twice."}}
    assert accept_sixteen(tournament, 2, excepted, 30, cast.director).state == "accepted"
    assert repeated_hands(tournament) == []
    said, place = "Game 1, exception: Dealt twice.", sixteen_set(tournament, 2, excepted, 30)[0]
    assert place.card_set is not None
    assert place.card_set.ruling == said
    assert SetVersion.objects.latest("pk").reason == said
    client = builders.signed_in(cast.director)
    pages = (f"desk/2/{place.table.number}", "final-report", f"player/{place.entries['A'].number}", "journal")
    for address in pages:
        assert said in client.get(f"/t/{tournament.slug}/{address}/").content.decode(), address


@pytest.mark.slow
def test_an_exception_names_the_director_who_made_it_and_not_who_accepted_the_set(
    cast: builders.Cast,
) -> None:
    tournament = running(cast, "sixteen-hands", published=2)
    accept_sixteen(tournament, 1, WON_9, 30, cast.scorekeeper)
    excepted = WON_9 | {"override": {"code": "hand-won-before", "reason": "Dealt twice."}}
    place, typed, letter = sixteen_set(tournament, 2, excepted, 30)
    save_set(place, judge(typed, place.rules), by=cast.director)
    assert accept_sixteen(tournament, 2, excepted, 30, cast.scorekeeper).state == "accepted"
    card_set = paper.place(tournament, place.table.number, 2).card_set
    assert card_set is not None
    assert (card_set.ruled_by, card_set.accepted_by) == (cast.director, cast.scorekeeper)
    reopen_set(
        paper.place(tournament, place.table.number, 2), reason="?", present="ABCD", by=cast.second_scorekeeper
    )
    client, player = builders.signed_in(cast.director), place.entries[letter].number
    hand_back_set(paper.place(tournament, place.table.number, 2), reason="?", by=cast.director)
    accept_sixteen(tournament, 2, excepted, 30, cast.second_scorekeeper)
    for address in (f"desk/2/{place.table.number}", "final-report", f"player/{player}"):
        page = builders.one_line(client.get(f"/t/{tournament.slug}/{address}/").content.decode())
        said = page.split("Game 1, exception: Dealt twice.")
        assert "Dolores Ybarra" in said[0][-80:] + said[1][:40], address


@pytest.mark.slow
def test_a_hand_of_a_reopened_set_can_be_won_again(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands", published=2)
    accept(tournament, set_of_system("sixteen-hands"), cast.scorekeeper)
    place = paper.place(tournament, 1, 2)
    assert {hand for won in place.rules.won.values() for hand in won} != set()
    reopen_set(paper.place(tournament), reason="Dispute", present=list("ABCD"), by=cast.director)
    assert {hand for won in paper.place(tournament, 1, 2).rules.won.values() for hand in won} == set()


def test_who_became_east_first_signs(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    without = set_of_system("sixteen-hands", first_east="", verified=FIRST_EAST_B)
    assert ("first-east-missing", "first_east") in codes(accept(tournament, without, cast.scorekeeper))
    own = set_of_system("sixteen-hands", verified=FIRST_EAST_B | {"B": "B"})
    assert codes(accept(tournament, own, cast.scorekeeper)) == [("own-card", "B-verified")]
    assert accept(tournament, set_of_system("sixteen-hands"), cast.scorekeeper).state == "accepted"
    assert CardSet.objects.get().first_east == "B"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("movement", "first_east", "offered"),
    [
        ("club-day", "dice", ""),
        ("sanctioned", "letter-a", "A"),
        ("club-day", "pivot", "A"),
        ("random", "pivot", ""),
    ],
)
def test_the_first_east_of_the_house_is_offered(
    cast: builders.Cast, movement: str, first_east: str, offered: str
) -> None:
    changes = {"first_east": first_east}
    tournament = running(cast, "sixteen-hands", movement=movement, profile_changes=changes)
    client = builders.signed_in(cast.scorekeeper)
    form = client.get(reverse("desk-table", args=[tournament.slug, 1, 1])).context["form"]
    assert form["first_east"].value() == offered
    after_a = {"A": "B", "B": "A", "C": "A", "D": "A"}
    assert paper.place(tournament).rules.verifiers() == after_a
    assert accept(tournament, set_of_system("sixteen-hands"), cast.scorekeeper).state == "accepted"
    assert CardSet.objects.get().first_east == "B"


# -- What a director decides -----------------------------------------------------------------------------------------

ONE_LIVE: dict[str, Any] = {"outcome": "wall", "dead": ["A", "B", "C"]}


def test_one_live_hand_waits_for_the_director(cast: builders.Cast) -> None:
    tournament = running(cast, "club-day")
    typed = set_of_system("club-day", game_3=ONE_LIVE)
    outcome = accept(tournament, typed, cast.scorekeeper)
    assert [code for code in codes(outcome) if code[0] == "ruling-needed"] == [("ruling-needed", "g3-ruled")]
    ruled = set_of_system("club-day", game_3=ONE_LIVE | {"ruled": "wall"})
    with pytest.raises(Refused, match="Game 3: only a director decides this"):
        accept(tournament, ruled, cast.scorekeeper)
    assert accept(tournament, ruled, cast.director).state == "accepted"


def test_what_a_director_stored_may_be_accepted_by_a_scorekeeper(cast: builders.Cast) -> None:
    tournament = running(cast, "club-day")
    ruled = set_of_system("club-day", totals={"A": 0})
    assert accept(tournament, ruled, cast.director).state == "in"
    assert accept(tournament, set_of_system("club-day"), cast.scorekeeper).state == "accepted"


def test_a_game_that_was_thrown_in_and_not_dealt_again_is_kept_and_nobody_pays(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    played = judge(set_of_system("card-game"), paper.place(tournament).rules).scored
    totals = {letter: card.total - (card.points[2] or 0) for letter, card in played.cards.items()}
    typed = set_of_system("card-game", game_3={"outcome": "thrown-in"}, totals=totals)
    assert accept(tournament, typed, cast.scorekeeper).state == "accepted"
    assert {card.points[2] for card in Card.objects.all()} == {0}
    assert {line.code for line in PointLine.objects.filter(game=3)} == {"nothing"}
    stored = paper.place(tournament)
    assert {line.code for line in set_lines(stored.written_set, stored.rules.profile) if line.game == 3} == {
        "nothing"
    }


def test_points_on_a_sheet_are_compared_with_what_follows_from_the_facts(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    typed = set_of_system("sixteen-hands")
    due = judge(typed, paper.place(tournament).rules).scored.cards["A"].points[0]
    games = [msgspec.structs.replace(typed.games[0], on_paper={"A": due, "B": 7}), *typed.games[1:]]
    outcome = accept(tournament, msgspec.structs.replace(typed, games=tuple(games)), cast.director)
    assert codes(outcome) == [("points-differ", "g1-B-points")]
    assert paper.place(tournament).written_set.games[0].on_paper == {"A": due, "B": 7}


@pytest.mark.slow
def test_held_ruled_and_reopened_as_with_points(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    typed = set_of_system("card-game", totals={"A": 0})
    hold_set(*paper.judged(tournament, typed), reason="A disagrees.", by=cast.scorekeeper)
    settled = paper.judged(tournament, set_of_system("card-game"))
    outcome = rule_on_set(*settled, ruling="A misread game 4.", consulted=list("ABCD"), by=cast.director)
    assert (outcome.state, CardSet.objects.get().ruling) == ("accepted", "A misread game 4.")
    reopen_set(paper.place(tournament), reason="Again", present=list("ABCD"), by=cast.director)
    assert (PointLine.objects.count(), CardSet.objects.get().games[0]["facts"]) == (0, PAYMENTS[0])


# -- At the desk: exposures, values off the list ---------------------------------------------------------------------


@pytest.mark.parametrize("system", ["sanctioned", "mahj-x"])
def test_exposures_are_asked_for(cast: builders.Cast, system: str) -> None:
    tournament = running(cast, system)
    game = {name: value for name, value in SYSTEMS[system][0][0].items() if name != "exposures"}
    outcome = accept(tournament, set_of_system(system, game_1=game), cast.scorekeeper)
    assert ("exposures-needed", "g1-exposures") in codes(outcome)


def test_a_value_off_the_list_is_confirmed(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    game = {"outcome": "win", "winner": "A", "value": 55, "thrower": "B"}  # 110 from B, 55 from C and D
    totals = {"A": 220 - 65, "B": -110 - 120, "C": -55 + 385, "D": -55 - 200}
    typed = set_of_system("card-game", game_1=game, totals=totals)
    outcome = accept(tournament, typed, cast.scorekeeper)
    assert codes(outcome) == [("value-off-list", "off-list-1")]
    confirmed = WrittenSet(
        typed.cards,
        (WrittenGame(facts=paper.facts(game), off_list=True), *typed.games[1:]),
        "A",
        typed.first_east,
    )
    assert accept(tournament, confirmed, cast.scorekeeper).state == "accepted"


def test_a_save_keeps_however_little_was_typed(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    little: list[dict[str, Any] | None] = [{"outcome": "played", "bouquet": ["A"]}] + [None] * 7
    cards = {letter: WrittenCard((None,) * 8) for letter in "ABCD"}
    typed = WrittenSet(cards, tuple(WrittenGame(facts=paper.facts(game)) for game in little))
    save_set(*paper.judged(tournament, typed), by=cast.scorekeeper)
    assert paper.place(tournament).written_set.games[0].facts == paper.facts(little[0])
    assert CardSet.objects.get().games[0]["facts"] == little[0]
    assert not paper.place(tournament).written_set.is_blank


# -- Fields and facts are the same thing -----------------------------------------------------------------------------


def typed_fields(texts: dict[FieldPlace, str]) -> dict[FieldPlace, Any]:
    """Fields as a form cleans them."""
    cleaned: dict[FieldPlace, Any] = dict(texts)
    for place, text in texts.items():
        if place.name in ("value", "claimed", "kongs"):
            cleaned[place] = int(text) if text else None
        elif place.name == "infraction":
            cleaned[place] = tuple(text.split())
    return cleaned


@pytest.mark.parametrize("facts", [game for system in SYSTEMS.values() for game in system[0]])
def test_fields_make_the_facts_again(facts: dict[str, Any]) -> None:
    family = sixteen if facts["outcome"] in ("played", "stale", "missed") else rack
    typed = paper.facts(facts)
    assert family.read(typed_fields(family.write(typed, "ABCD")), "ABCD") == typed
    assert msgspec.json.decode(msgspec.json.encode(typed)) == facts


def test_two_of_what_only_one_can_have_are_named() -> None:
    with pytest.raises(TwoOfOne, match="B-scored") as mahjong:
        sixteen.read({FieldPlace("scored", "A"): "M1", FieldPlace("scored", "B"): "M2"}, "ABCD")
    with pytest.raises(TwoOfOne, match="C-hand") as called:
        rack.read({FieldPlace("hand", "A"): "called", FieldPlace("hand", "C"): "called"}, "ABCD")
    assert (mahjong.value.first, called.value.first) == ("A", "A")
