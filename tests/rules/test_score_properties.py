"""What holds of every game: made-up games that make sense, and input that makes none."""

import json

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import given as given_anything
from hypothesis import strategies as st

from rules.commands.json_lines import NotJsonError, encode
from rules.commands.pot import answer_line as pot_line
from rules.commands.prizes import answer_line as prizes_line
from rules.commands.score import answer_line, answer_value
from rules.english import sentence
from rules.game import HAND_CLASSES, INFRACTION_KINDS, LETTERS, Fault, Refusal, Scored
from rules.score import score_game
from rules.systems.registry import SYSTEMS, load_profile, outcomes

from .test_score_cases import ALL_CASES

pytestmark = pytest.mark.slow

unhurried = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # a busy machine is no failure


def given(*strategies, **named_strategies):
    return lambda test: unhurried(given_anything(*strategies, **named_strategies)(test))


POINTS_SYSTEMS = ("sanctioned", "club-day", "mahj-x")
GAMES = [case.values[0]["game"] for case in ALL_CASES]


@st.composite
def rack_games(draw, systems=(*POINTS_SYSTEMS, "card-game")):
    """Games that have a chance to be possible: whoever is not winner or thrower may be dead."""
    system = draw(st.sampled_from(systems))
    seats = draw(st.permutations(LETTERS))[: draw(st.sampled_from([3, 4, 4]))]
    outcome = draw(st.sampled_from(["win", "win", "win", "wall", "unfinished", "error"]))
    game = {"system": system, "seats": seats, "outcome": outcome}
    playing = list(seats)
    if outcome == "win":
        winner, thrower, *playing = seats
        hand_class = draw(st.sampled_from(HAND_CLASSES))
        game |= {"winner": winner, "value": 5 * draw(st.integers(1, 20)), "hand_class": hand_class}
        game |= {"jokerless": draw(st.booleans())}
        game |= {"exposures": draw(st.integers(0, 4)) if hand_class == "exposed" else 0}
        if draw(st.booleans()):
            game["self_picked"] = True
            playing.append(thrower)
        else:
            game["thrower"] = thrower
    dead = draw(st.lists(st.sampled_from(playing), unique=True))
    later = draw(st.integers(0, len(dead)))
    if outcome == "wall" or "thrower" in game:
        game |= {"dead": dead[later:], "dead_after_throw": dead[:later]}
    else:
        game |= {"dead": dead}
    free = [seat for seat in playing if seat not in dead]
    if free and (outcome == "error" or draw(st.integers(0, 4)) == 0):
        caller = draw(st.sampled_from(free))
        exposed = [seat for seat in free if seat != caller and draw(st.booleans())]
        game["error"] = {"caller": caller, "exposed": exposed}
        if system == "card-game":
            game["error"]["value"] = 25
    if system == "card-game":
        pairs = [{"by": by, "of": of} for by in seats for of in seats if by != of]
        chosen = draw(
            st.lists(st.sampled_from(pairs), unique_by=lambda pair: (pair["by"], pair["of"]), max_size=2)
        )
        game["challenges"] = [pair | {"upheld": draw(st.booleans())} for pair in chosen]
        game["misnamed"] = "thrower" in game and draw(st.booleans())
    else:
        kinds = [kind for kind, answer in load_profile(system).infractions.items() if isinstance(answer, int)]
        pairs = [(seat, kind) for seat in seats for kind in kinds if kind != "misnamed-for-mahjong"]
        chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=3))
        game["infractions"] = [{"seat": seat, "kind": kind} for seat, kind in chosen]
    return game


@st.composite
def sixteen_games(draw):
    seats = draw(st.permutations(LETTERS))[: draw(st.sampled_from([3, 4, 4]))]
    game = {"system": "sixteen-hands", "seats": seats, "outcome": "played"}
    fishing = draw(st.lists(st.sampled_from(seats), unique=True))
    hands = st.integers(1, 16)
    if fishing and draw(st.booleans()):
        game["mahjong"] = {"seat": fishing.pop(), "hand": draw(hands)}
    game["fishing"] = [{"seat": seat, "hand": draw(hands)} for seat in fishing]
    game["bouquet"] = draw(st.lists(st.sampled_from(seats), unique=True))
    game["kongs"] = {
        seat: draw(st.integers(0, 4)) for seat in draw(st.lists(st.sampled_from(seats), unique=True))
    }
    game["profile"] = {"kong": draw(st.integers(0, 3))}
    return game


@given(st.one_of(rack_games(), sixteen_games()))
def test_lines_add_up_to_points_for_exactly_the_seats(game):
    answer = score_game(game)
    assume(isinstance(answer, Scored))
    if answer.status != "scored":
        assert (answer.points, answer.lines) == ({}, [])
        return
    assert list(answer.points) == sorted(game["seats"])
    assert answer.points == {
        seat: sum(line.points for line in answer.lines if line.seat == seat) for seat in game["seats"]
    }


@given(rack_games(systems=["card-game"]))
def test_payments_sum_to_zero(game):
    answer = score_game(game)
    assume(isinstance(answer, Scored))
    assert sum(answer.points.values()) == 0


@given(st.one_of(rack_games(), sixteen_games()), st.randoms())
def test_the_order_of_seats_changes_nothing(game, random):
    seats = list(game["seats"])
    random.shuffle(seats)
    assert score_game(game | {"seats": seats}) == score_game(game)


@given(rack_games())
def test_a_dead_player_never_gains(game):
    answer = score_game(game)
    assume(isinstance(answer, Scored))
    error = game.get("error", {})
    dead = {*game["dead"], *game.get("dead_after_throw", ()), *error.get("exposed", ()), error.get("caller")}
    gains = {line.code for line in answer.lines if line.seat in dead and line.points > 0}
    assert gains <= (
        {"wall"} if game["system"] == "mahj-x" else {"challenge"} if game["system"] == "card-game" else set()
    )


@given(rack_games(systems=POINTS_SYSTEMS))
def test_a_game_has_one_winner_and_one_thrower_at_most(game):
    answer = score_game(game)
    assume(isinstance(answer, Scored) and answer.status == "scored")
    codes = [line.code.split("-")[0] for line in answer.lines]
    won = game["outcome"] == "win" and "ruled" not in game
    assert codes.count("hand") == int(won)
    assert codes.count("thrower") == int("thrower" in game)
    assert {
        line.seat for line in answer.lines if line.code in ("hand", "jokerless", "self-picked", "no-exposure")
    } == ({game["winner"]} if won else set())


@given(st.one_of(rack_games(), sixteen_games()))
def test_a_line_of_json_and_a_mapping_get_the_same_answer(game):
    assert answer_line(json.dumps(game).encode()) == answer_value(game)
    profile = load_profile(game["system"])
    assert score_game(
        {name: value for name, value in game.items() if name != "system"}, profile
    ) == score_game(game)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=()), max_size=5)
    | st.sampled_from([*LETTERS, *outcomes(), *SYSTEMS, *INFRACTION_KINDS, *HAND_CLASSES, 25, 2**70]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["seat", "kind", "hand", "by", "of", "caller", "exposed", "value", "1", "A", "\ud800"]
            )
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
FIELDS = sorted({name for game in GAMES for name in game} | {"override", "colour"})


@given(st.one_of(JSON, st.dictionaries(st.sampled_from(FIELDS), JSON), st.dictionaries(st.integers(), JSON)))
def test_nothing_but_an_answer_comes_of_any_value(value):
    assert_is_an_answer(score_game(value))
    assert_is_an_answer(score_game(value, load_profile("sanctioned")))


@given(st.sampled_from(GAMES), st.lists(st.tuples(st.sampled_from(FIELDS), JSON), min_size=1, max_size=3))
def test_nothing_but_an_answer_comes_of_a_game_with_anything_in_it(game, changes):
    assert_is_an_answer(score_game(game | dict(changes)))


@pytest.mark.parametrize("answer", [answer_line, pot_line, prizes_line], ids=["score", "pot", "prizes"])
@given(
    line=st.one_of(
        st.binary(max_size=40),
        JSON.map(lambda value: json.dumps(value).encode()),
        st.dictionaries(
            st.sampled_from(["totals", "stake_cents", "prizes_cents"]),
            JSON | st.integers() | st.dictionaries(st.text(), st.integers()) | st.lists(st.integers()),
        ).map(lambda value: json.dumps(value).encode()),
    )
)
def test_any_line_is_answered_or_not_json(answer, line):
    try:
        answered = answer(line)
    except NotJsonError:
        assert not is_json(line)
        return
    assert isinstance(json.loads(answered), dict)


def is_json(line):
    try:
        json.loads(line.decode(), parse_constant=int)  # int("NaN") is a ValueError
    except ValueError:
        return False
    return True


def assert_is_an_answer(answer):
    if isinstance(answer, Refusal):
        assert answer.errors
        assert all(isinstance(fault, Fault) and sentence(fault) for fault in answer.errors)
        order = [(fault.field, fault.code) for fault in answer.errors]
        assert order == sorted(order)
    else:
        assert isinstance(answer, Scored)
    assert isinstance(json.loads(encode(answer)), dict)
