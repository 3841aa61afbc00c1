import tomllib
from pathlib import Path

import msgspec
import pytest

import rules
from rules.english import rule_sheet
from rules.game import INFRACTION_KINDS, quoted
from rules.score import score_game
from rules.systems.profile import definition
from rules.systems.registry import (
    FAMILIES,
    SYSTEMS,
    ProfileError,
    change_profile,
    describe,
    load_profile,
    profile_from_data,
)

POINTS_NAMES = [
    "self_picked",
    "jokerless",
    "no_exposure",
    "wall",
    "dead_gets_wall",
    "unfinished",
    "error_survivor",
    "thrower",
    "infractions",
    "values",
    "extras",
]
NAMES = {
    "sanctioned": POINTS_NAMES,
    "club-day": POINTS_NAMES,
    "mahj-x": POINTS_NAMES,
    "card-game": [
        "thrower_pays",
        "others_pay",
        "self_picked_pays",
        "jokerless_factor",
        "sole_payer",
        "error_pays",
        "lowest",
        "values",
        "extras",
    ],
    "sixteen-hands": [
        "half_limit",
        "limit",
        "double_limit",
        "fishing",
        "fishing_double",
        "bouquet",
        "flower",
        "kong",
        "hands",
        "extras",
    ],
}
CARD_VALUES = [25, 30, 35, 40, 45, 50, 60, 75]
HANDS = [
    {
        "number": number,
        "class": "half-limit" if number <= 8 else "limit",
        "exposed_chows": number >= 13,
        "name": "",
    }
    for number in range(1, 17)
]


def defaults(system):
    return {name: entry["default"] for name, entry in describe(system).items()}


def infractions(*answers):
    return dict(zip(INFRACTION_KINDS, answers, strict=True))


def test_the_defaults_are_the_table_of_points():
    common = {
        "unfinished": 0,
        "error_survivor": 10,
        "thrower": [10, 10, 20, 25],
        "values": CARD_VALUES,
        "extras": [],
        "wall": 10,
    }
    american = common | {"self_picked": 10, "jokerless": 20, "no_exposure": 0, "dead_gets_wall": False}
    sanctioned = infractions(10, "dead", "dead", 0, 0, "ruling")
    assert defaults("sanctioned") == american | {"infractions": sanctioned}
    assert defaults("club-day") == american | {"infractions": infractions(10, "dead", "dead", 0, 0, "dead")}
    assert defaults("mahj-x") == common | {
        "self_picked": 0,
        "jokerless": 10,
        "no_exposure": 10,
        "dead_gets_wall": True,
        "infractions": infractions(10, 10, 10, 10, 10, 0),
    }


def test_the_defaults_of_payments_and_of_the_sixteen_hands():
    assert defaults("card-game") == {
        "thrower_pays": 2,
        "others_pay": 1,
        "self_picked_pays": 2,
        "jokerless_factor": 2,
        "sole_payer": 4,
        "error_pays": 2,
        "lowest": 25,
        "values": CARD_VALUES,
        "extras": [],
    }
    assert defaults("sixteen-hands") == {
        "half_limit": 20,
        "limit": 30,
        "double_limit": 50,
        "fishing": 5,
        "fishing_double": 10,
        "bouquet": 5,
        "flower": 0,
        "kong": 0,
        "hands": HANDS,
        "extras": [],
    }


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_number_has_its_name_its_clause_and_a_sentence(system):
    described = describe(system)
    assert list(described) == NAMES[system]
    for entry in (described | describe(system, desk=True)).values():
        assert list(entry) == ["default", "clause", "sentence"]
        assert entry["clause"]
        assert entry["sentence"][0].isupper()
        assert entry["sentence"].endswith(".")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_default_may_be_given_as_a_change(system):
    base = load_profile(system)
    changes = {
        name: entry["default"] for name, entry in (describe(system) | describe(system, desk=True)).items()
    }
    assert load_profile(system, changes) == base


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_stored_profile_is_plain_json_and_comes_back(system):
    house = load_profile(system, {"games_per_round": 5, "labels": ["North", "", "", "West"]})
    stored = msgspec.json.decode(msgspec.json.encode(house.to_data()))
    assert list(stored) == ["system", *NAMES[system], *describe(system, desk=True)]
    assert profile_from_data(stored) == house
    assert profile_from_data({"system": system}) == load_profile(system)


def test_what_the_desk_works_by():
    assert {system: load_profile(system).games_per_round for system in SYSTEMS} == {
        "sanctioned": 4,
        "club-day": 4,
        "sixteen-hands": 8,
        "card-game": 4,
        "mahj-x": 4,
    }
    sanctioned, club_day = load_profile("sanctioned"), load_profile("club-day")
    assert sanctioned.labels == ("East", "North", "West", "South")
    assert (sanctioned.verification, club_day.verification) == ("across", "official-sheet")
    assert load_profile("sixteen-hands").verification == "first-east"
    assert (sanctioned.collector, sanctioned.round_minutes, sanctioned.warning_minutes) == ("in-turn", 60, 10)
    assert (sanctioned.disturbing, sanctioned.marked_numbers, club_day.marked_numbers) == (50, False, True)
    assert (sanctioned.movement, club_day.movement) == ("sanctioned", "club-day")


def test_a_change_leaves_the_rest_and_the_base_alone():
    house = load_profile("sanctioned", {"thrower": [0, 0, 20, 30], "infractions": {"out-of-turn": 25}})
    base = load_profile("sanctioned")
    assert (house.thrower, base.thrower) == ((0, 0, 20, 30), (10, 10, 20, 25))
    assert house.infractions == dict(base.infractions) | {"out-of-turn": 25}
    assert base.infractions["out-of-turn"] == "dead"
    again = change_profile(house, {"wall": 5, "values": [30, 25, 30]})
    assert (again.thrower, again.wall, again.values) == ((0, 0, 20, 30), 5, (25, 30))


BAD = {
    "wall": [-1, 1_000_000_001, True, 2.0, "10", None],
    "dead_gets_wall": [0, "yes", None],
    "thrower": [[10, 10, 20], [10, 10, 20, 25, 30], [10, 10, 20, -25], [10, 10, True, 25], 25, {"0": 10}],
    "infractions": [
        [],
        {"talking": 10},
        {"out-of-turn": "warned"},
        {"out-of-turn": -10},
        {"out-of-turn": True},
    ],
    "values": [[], [25, 27], [0], [True], [25.0], 25, [10**12]],
    "games_per_round": [0, 33, True],
    "round_minutes": [0, 601],
    "warning_minutes": [-1, 601],
    "cards_carry": ["nothing", 3],
    "verification": ["nobody", 3, None],
    "collector": ["D", []],
    "labels": [["East"], ["E", "N", "W", 3], "ENWS", ["E", "N", "W", "x" * 81], ["E", "N", "W", "\n"]],
    "block_names": [["AM"], "x" * 201, "AM\n", None],
    "sheet_words": [["Draw"], {"fishing": "Angling"}, {"wall": 3}, {"wall": "W" * 17}, {"wall": "\n"}],
    "movement": ["sideways"],
    "disturbing": [-50],
    "marked_numbers": ["yes"],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD.items() for value in values]
)
def test_a_value_that_cannot_be_is_named(name, value):
    with pytest.raises(ProfileError) as refused:
        load_profile("sanctioned", {name: value})
    assert [(fault.code, fault.field) for fault in refused.value.faults] == [("bad-profile", name)]
    fault = refused.value.faults[0]
    assert str(refused.value) == f"{fault.field}: {fault.code}"


def hands_but(place, **changes):
    return [hand | changes if hand["number"] == place else hand for hand in HANDS]


@pytest.mark.parametrize(
    "hands",
    [
        HANDS[:15],
        [*HANDS, HANDS[0]],
        hands_but(3, number=4),
        hands_but(3, number=0),
        hands_but(3, number=True),
        hands_but(3, number=3.0),
        hands_but(3, **{"class": "triple-limit"}),
        hands_but(3, **{"class": ["limit"]}),
        hands_but(3, exposed_chows=1),
        hands_but(3, name=3),
        hands_but(3, tiles="111"),
        [*HANDS[:15], 16],
        [{"number": number} for number in range(1, 17)],
        {"1": "limit"},
    ],
)
def test_sixteen_hands_that_cannot_be(hands):
    with pytest.raises(ProfileError) as refused:
        load_profile("sixteen-hands", {"hands": hands})
    assert [(fault.code, fault.field) for fault in refused.value.faults] == [("bad-profile", "hands")]


def test_sixteen_hands_come_in_any_order_and_keep_their_names():
    hands = hands_but(2, name="Buried treasure", **{"class": "double-limit"})
    house = load_profile("sixteen-hands", {"hands": hands[::-1]})
    assert house.to_data()["hands"] == hands


def test_the_bounds_of_a_number_are_allowed():
    house = load_profile("sanctioned", {"wall": 1_000_000_000, "games_per_round": 32, "warning_minutes": 0})
    assert (house.wall, house.games_per_round, house.warning_minutes) == (1_000_000_000, 32, 0)
    card = load_profile("card-game", {"jokerless_factor": 1, "others_pay": 0, "sole_payer": 1000})
    assert (card.jokerless_factor, card.others_pay, card.sole_payer) == (1, 0, 1000)
    with pytest.raises(ProfileError):
        load_profile("card-game", {"jokerless_factor": 0})
    with pytest.raises(ProfileError):
        load_profile("card-game", {"sole_payer": 1001})


def test_every_fault_is_reported_at_once_in_the_order_of_their_names():
    with pytest.raises(ProfileError) as refused:
        load_profile("card-game", {"values": 1, "wall": 10, "lowest": -5, "others_pay": "1"})
    assert [fault.field for fault in refused.value.faults] == ["lowest", "others_pay", "values", "wall"]


def test_a_system_there_is_none_of():
    for refuse in (lambda: load_profile("riichi"), lambda: profile_from_data({"wall": 10})):
        with pytest.raises(ProfileError) as refused:
            refuse()
        assert [(fault.code, fault.field) for fault in refused.value.faults] == [("unknown-system", "system")]
    with pytest.raises(ProfileError) as refused:
        profile_from_data([1])
    assert [(fault.code, fault.field) for fault in refused.value.faults] == [("bad-profile", "")]


def sheet(system, changes=None):
    return {row.name: row for row in rule_sheet(load_profile(system, changes))}


def test_a_house_profile_prints_as_a_rule_sheet():
    rows = sheet("sanctioned", {"thrower": [0, 0, 20, 30], "infractions": {"out-of-turn": 25}})
    assert list(rows) == [*POINTS_NAMES, *describe("sanctioned", desk=True)]
    assert {name: row.standard for name, row in rows.items() if row.standard} == {
        "thrower": "10 points (no exposures), 10 points (one exposure), 25 points (three or more exposures)",
        "infractions": "out of turn: dead hand",
    }
    assert [row.sentence for row in rows.values()] == [
        "You picked the winning tile, or exchanged for a joker: 10 points more.",
        "No jokers in your winning hand, except singles and pairs: 20 points more.",
        "You won an exposed hand with nothing exposed before: nothing more.",
        "A wall game: 10 points for each player.",
        "Players with a dead hand share in a wall game: no.",
        "Time ends a game: nothing for each player.",
        "A mah jongg in error leaves only your hand intact: 10 points for you.",
        (
            "You threw the winning tile, and lose by the winner's exposures: nothing (no exposures), "
            "nothing (one exposure), 20 points (two exposures), 30 points (three or more exposures)."
        ),
        (
            "What an infraction costs: looked at a blind pass: 10 points; out of turn: 25 points; "
            "wrong wall or end: dead hand; misnamed for an exposure: nothing; misnamed for mah jongg: nothing; "
            "called tile in the rack: the director decides."
        ),
        (
            "Values of the hands on the card: 25, 30, 35, 40, 45, 50, 60, 75; "
            "any other multiple of 5 counts once the desk confirms it."
        ),
        "House extras: none.",
        "Players change tables after: 4 games.",
        "A round lasts: 60 minutes.",
        "The warning bell rings: 10 minutes before the end of the round.",
        "What the desk types: the points on the cards.",
        "Who checks and initials the cards: the player across.",
        "Who brings the cards to the desk: A in the first round of the day, then B, C, D, and A again.",
        "Who is East in the first game of a round: whoever rolls highest.",
        "What the letters A, B, C and D are called: A is East, B is North, C is West, D is South.",
        "The blocks of the day: one block.",
        "The words on the score sheets: the usual words.",
        "How players change tables: Sanctioned: A up 1, B down 1, C up 2, D down 2.",
        "The penalty suggested for disturbing those still playing: 50 points.",
        "Struck-through zeros and circled minus signs on score cards: no.",
    ]  # fmt: skip
    assert (rows["thrower"].clause, rows["warning_minutes"].clause) == ("10e, 10f, 10g", "")


def test_extras_print_with_whom_they_go_to_and_how_often():
    extras = [
        {"code": "concealed", "name": "concealed hand", "points": 15, "to": "winner", "per": "game"},
        {"code": "late", "name": "late", "points": -1, "to": "seat", "per": "block"},
    ]
    row = sheet("mahj-x", {"extras": extras})["extras"]
    assert (row.parts, row.standard) == (
        (
            "concealed hand: 15 points, to the winner, in any game",
            "late: -1 points, to a marked seat, once a block",
        ),
        "none",
    )


def test_the_other_sheets_have_their_words():
    card = sheet("card-game", {"others_pay": 3})
    assert [card[name].sentence for name in ("sole_payer", "others_pay", "lowest")] == [
        "You misnamed the winning tile or threw it out of turn: you alone pay 4 times the hand's value.",
        "Somebody else threw the winning tile: you pay 3 times the hand's value.",
        "You lose a death challenge: you pay 25 points, the lowest value on the card.",
    ]
    assert card["others_pay"].standard == "once"
    hands = sheet("sixteen-hands", {"hands": hands_but(16, name="Gates")})["hands"]
    assert hands.parts == (
        "1–8: half limit",
        "9–12: limit",
        "13–15: limit, exposed chows allowed",
        "16 Gates: limit, exposed chows allowed",
    )
    assert hands.standard == "13–16: limit, exposed chows allowed"
    assert sheet("club-day")["labels"].value == "letters only."
    assert sheet("club-day")["marked_numbers"].value == "yes."


def test_more_of_the_same_is_told_beside_what_the_system_has():
    row = sheet("sanctioned", {"values": [25, 30, 35, 40, 45, 50, 60, 75, 80]})["values"]
    assert row.standard == "25, 30, 35, 40, 45, 50, 60, 75"


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_rule_of_a_system_is_a_sentence_of_its_own_with_its_value_once(system):
    sentences = [entry["sentence"] for entry in definition(system).names.values()]
    assert [text for text in sentences if text.count("{value}") != 1 or ": " not in text] == []
    titles = [text.partition(": ")[0] for text in sentences]
    assert sorted(set(titles)) == sorted(titles)


def test_a_value_is_called_the_same_in_every_system():
    titles = {
        (name, entry["sentence"].partition(": ")[0])
        for system in SYSTEMS
        for name, entry in definition(system).names.items()
    }
    assert sorted(name for name, _title in titles) == sorted({name for name, _title in titles})


def test_a_club_has_words_of_its_own_for_the_sheet():
    house = load_profile("club-day", {"sheet_words": {"wall": "Draw", "so-far": "Day"}})
    assert {name: word for name, word in house.sheet_words.items() if word} == {
        "wall": "Draw",
        "so-far": "Day",
    }
    assert sheet("club-day", {"sheet_words": house.sheet_words})["sheet_words"].value == "Day, Draw."
    assert "hand" not in house.sheet_words
    assert "wall" not in load_profile("sixteen-hands").sheet_words


def test_no_code_asks_for_the_name_of_a_system():
    """A system is its profile: outside the registry and the movements no module names one."""
    folder = Path(rules.__file__).parent
    for path in (*folder.glob("*.py"), *folder.glob("systems/*.py"), *folder.glob("check/*.py")):
        code = "".join(path.read_text(encoding="utf-8").split('"""')[::2])
        systems = [
            system for system in ("sanctioned", "club-day", "card-game", "mahj-x") if f'"{system}"' in code
        ]
        assert not systems or path.name in ("profile.py", "limits.py"), (path, systems)
    assert {path.stem for path in (folder / "systems").glob("*.toml")} == set(SYSTEMS)
    families = {tomllib.loads(path.read_text())["family"] for path in (folder / "systems").glob("*.toml")}
    assert families == set(FAMILIES)


def test_a_value_is_quoted_short_and_printable():
    assert quoted("x" * 40) == "“" + "x" * 40 + "”"
    assert quoted("x" * 41) == "“" + "x" * 39 + "…”"
    assert quoted("a\ud800\n") == r"“a\ud800\n”"
    assert quoted(5) == "“int”"


def test_a_given_profile_scores_without_naming_the_system():
    house = load_profile("sanctioned", {"wall": 15})
    assert score_game({"outcome": "wall"}, house).points == dict.fromkeys("ABCD", 15)
    changed = score_game({"outcome": "wall", "profile": {"dead_gets_wall": True}, "dead": ["A"]}, house)
    assert changed.points == dict.fromkeys("ABCD", 15)
    assert score_game({"system": "sanctioned", "outcome": "wall"}, house).points == dict.fromkeys("ABCD", 15)
    other = score_game({"system": "club-day", "outcome": "wall"}, house)
    assert [(fault.code, fault.field) for fault in other.errors] == [("bad-profile", "system")]
