"""Prizes of a plan, worked out by hand, and what holds for every plan."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.awards import (
    Award,
    AwardRow,
    PassedOver,
    TieDecision,
    Undecided,
    UnfilledPrize,
    award_prizes,
    overlaps,
    shared_ties,
)

# Player -> points: 1 leads, 2 to 4 are tied for second, 5 and 6 for fifth.
SCORES = {1: 300, 2: 250, 3: 250, 4: 250, 5: 200, 6: 200, 7: 150, 8: 100}


def overall(*cents, first=1, exclusive=False, scores=SCORES):
    return AwardRow("overall", {"": scores}, first, cents=cents, exclusive=exclusive)


def of_round(number, *cents, scores, exclusive=False):
    return AwardRow(f"round-{number}", {"": scores}, 1, cents=cents, exclusive=exclusive)


def paid(rows, **options):
    return [(award.row, award.entry, award.cents) for award in award_prizes(rows, **options).awards]


def test_ties_share_the_prizes_of_their_places():
    # 100.00; then 50.00 + 25.00 + nothing among three: 25.00 each.
    assert paid([overall(10000, 5000, 2500)]) == [(0, 1, 10000), (0, 2, 2500), (0, 3, 2500), (0, 4, 2500)]


def test_odd_cents_go_to_the_lower_numbers():
    # 100.01 among three tied players is 33.34, 33.34 and 33.33.
    assert paid([overall(1, 10001)]) == [(0, 1, 1), (0, 2, 3334), (0, 3, 3334), (0, 4, 3333)]


def test_a_tie_over_the_border_of_a_row_pools_the_next_row_too():
    rows = [overall(9000, 6000), overall(3000, 1500, 600, first=3)]
    # Places 2 to 4: 60 + 30 + 15 = 105, 35 each; places 5 and 6: 6 + 0, 3 each.
    assert paid(rows) == [(0, 1, 9000), (0, 2, 3500), (0, 3, 3500), (0, 4, 3500), (1, 5, 300), (1, 6, 300)]


def test_a_tie_does_not_pool_over_rows_of_another_kind_or_exclusivity():
    rows = [overall(9000, 6000), overall(3000, first=3, exclusive=True)]
    # 60 among 2, 3 and 4; then the exclusive 30 for place 3 among the same three.
    assert paid(rows) == [
        *((0, 1, 9000), (0, 2, 2000), (0, 3, 2000), (0, 4, 2000)),
        *((1, 2, 1000), (1, 3, 1000), (1, 4, 1000)),
    ]


def test_exclusive_prizes_are_passed_down_in_the_order_of_the_plan():
    first = {1: 90, 7: 80, 8: 70, 2: 60}
    second = {1: 90, 7: 80, 8: 70, 2: 60}
    rows = [
        overall(10000, exclusive=True),
        of_round(1, 2000, scores=first, exclusive=True),
        of_round(2, 1000, scores=second, exclusive=True),
    ]
    outcome = award_prizes(rows)
    assert [(award.row, award.entry, award.rank, award.moved_up) for award in outcome.awards] == [
        (0, 1, 1, 0),
        (1, 7, 2, 1),
        (2, 8, 3, 2),
    ]
    assert outcome.passed_over == [PassedOver(1, "", 1, 0), PassedOver(2, "", 1, 0), PassedOver(2, "", 7, 1)]


def test_the_plan_decides_by_its_order_which_of_two_a_person_takes():
    rows = [of_round(1, 500, scores={1: 90, 7: 80}, exclusive=True), overall(10000, 5000, exclusive=True)]
    # 1 has the round; 2, 3 and 4 are tied for the first two places left: 150 among three.
    assert paid(rows) == [(0, 1, 500), (1, 2, 5000), (1, 3, 5000), (1, 4, 5000)]


def test_a_tie_over_an_exclusive_row_is_pooled_among_those_who_have_none():
    rows = [of_round(1, 700, scores={3: 90}, exclusive=True), overall(1000, 600, 300, exclusive=True)]
    # 3 has the round: 2 and 4 fill places 2 and 3, 9.00 for both.
    assert paid(rows) == [(0, 3, 700), (1, 1, 1000), (1, 2, 450), (1, 4, 450)]


def test_those_above_keep_their_places():
    rows = [
        overall(1000, exclusive=True),
        of_round(1, 700, scores={7: 90}, exclusive=True),
        overall(500, 400, 300, 200, 100, 50, first=2, exclusive=True),
    ]
    # 1 stays first. 2-4 share 5 + 4 + 3; 5 and 6 share 2 + 1; 7 has the round, so 8 moves up to the seventh place.
    assert paid(rows) == [
        *((0, 1, 1000), (1, 7, 700), (2, 2, 400), (2, 3, 400), (2, 4, 400)),
        *((2, 5, 150), (2, 6, 150), (2, 8, 50)),
    ]


def test_an_exclusive_thing_for_a_place_that_has_exclusive_money_goes_on_to_the_next():
    rows = [overall(1000, exclusive=True), AwardRow("overall", {"": {1: 9, 5: 8}}, 1, (), ("Bag",), True)]
    assert [(award.entry, award.thing) for award in award_prizes(rows).awards] == [(1, ""), (5, "Bag")]


def test_tie_breaks_part_those_of_one_score():
    # Of 2, 3 and 4 at 250 a tie-break puts 4 before 2 and 3, who stay tied: 60, then 30 and 15 pooled.
    ranks = {1: 1, 4: 2, 2: 3, 3: 3, 5: 5, 6: 5, 7: 7, 8: 8}
    row = AwardRow("overall", {"": SCORES}, 1, cents=(9000, 6000, 3000, 1501), ranks=ranks)
    assert paid([row]) == [(0, 1, 9000), (0, 4, 6000), (0, 2, 2251), (0, 3, 2250)]
    awards = award_prizes([row]).awards
    assert [(award.rank, award.score, award.sharing) for award in awards] == [
        *((1, 300, 1), (2, 250, 1), (3, 250, 2), (3, 250, 2)),
    ]


def test_prizes_that_are_not_exclusive_add_up():
    rows = [overall(1000), of_round(1, 700, scores={1: 90, 2: 80}), overall(500, exclusive=True)]
    assert paid(rows) == [(0, 1, 1000), (1, 1, 700), (2, 1, 500)]


def test_high_and_low_of_each_table_with_a_table_of_three():
    tables = {"1.1": {1: 95, 2: 0, 3: -20, 4: 10}, "1.2": {5: 30, 6: 30, 7: 10}}
    low = {name: {entry: -points for entry, points in scores.items()} for name, scores in tables.items()}
    rows = [AwardRow("table-high", tables, cents=(501,)), AwardRow("table-low", low, cents=(200,))]
    assert paid(rows) == [(0, 1, 501), (0, 5, 251), (0, 6, 250), (1, 3, 200), (1, 7, 200)]


def test_equal_things_for_all_who_tie_need_no_decision():
    rows = [AwardRow("overall", {"": SCORES}, 2, things=("Mug", "Mug", "Mug"))]
    assert [(award.entry, award.thing) for award in award_prizes(rows).awards] == [
        (2, "Mug"),
        (3, "Mug"),
        (4, "Mug"),
    ]


def test_things_nobody_can_share_wait_for_the_director():
    rows = [AwardRow("overall", {"": SCORES}, 1, things=("Set", "Bag"))]
    waiting = Undecided(0, "", 2, 4, ("Bag",), (2, 3, 4))
    assert award_prizes(rows).undecided == [waiting]
    by_lot = TieDecision("overall", "", (2, 3, 4), (4, 2, 3))
    assert [(award.entry, award.thing) for award in award_prizes(rows, decisions=[by_lot]).awards] == [
        (1, "Set"),
        (4, "Bag"),
    ]
    each = TieDecision("overall", "", (2, 3, 4), (), each=True)
    assert [award.entry for award in award_prizes(rows, decisions=[each]).awards] == [1, 2, 3, 4]


def test_a_decision_among_others_is_asked_again():
    rows = [AwardRow("overall", {"": SCORES}, 1, things=("Set", "Bag"))]
    stale = TieDecision("overall", "", (2, 3), (3, 2))
    assert len(award_prizes(rows, decisions=[stale]).undecided) == 1


def test_what_was_given_counts_before_every_row():
    rows = [overall(1000, 500, exclusive=True), of_round(1, 700, scores={1: 90, 2: 80}, exclusive=True)]
    given_before = [Award(1, "", 1, 1, 1, 1, 90, cents=700)]
    # 1 took the round at lunch: 2, 3 and 4 share both prizes of the day.
    assert paid(rows, fixed={1}, given=given_before) == [(0, 2, 500), (0, 3, 500), (0, 4, 500)]


def given_by(rows, *chosen):
    awards = award_prizes(rows).awards
    fixed = shared_ties(rows, awards, chosen)
    return {"fixed": fixed, "given": [award for award in awards if award.row in fixed]}


def test_rows_of_one_contest_are_fixed_one_by_one():
    rows = [overall(9000), overall(6000, 3000, 1500, first=2), overall(300, first=5)]
    # 1 has the first prize; 2, 3 and 4 share places 2 to 4 whether or not it is fixed; 5 and 6 share the fifth.
    rest = [(1, 2, 3500), (1, 3, 3500), (1, 4, 3500), (2, 5, 150), (2, 6, 150)]
    assert paid(rows, **given_by(rows, 0)) == rest
    assert paid(rows, **given_by(rows, 1)) == [(0, 1, 9000), *rest[3:]]
    assert paid(rows, **given_by(rows, 2)) == [(0, 1, 9000), *rest[:3]]


def test_rows_that_share_a_tie_are_fixed_together():
    rows = [overall(9000, 6000), overall(3000, first=3), overall(1500, first=4), overall(300, first=5)]
    assert [shared_ties(rows, award_prizes(rows).awards, {row}) for row in range(4)] == [
        *({0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {3}),
    ]


def test_whoever_overtakes_a_fixed_prize_takes_the_next_place_and_nobody_has_two():
    rows = [overall(9000), overall(6000, 3000, first=2)]
    decided = given_by(rows, 0)
    corrected = [
        overall(9000, scores={**SCORES, 5: 400}),
        overall(6000, 3000, first=2, scores={**SCORES, 5: 400}),
    ]
    # 1 keeps the first prize. 5, who leads now, is second; 2, 3 and 4 share the third place.
    assert paid(corrected, **decided) == [(1, 5, 6000), (1, 2, 1000), (1, 3, 1000), (1, 4, 1000)]


def test_whoever_lost_the_lot_for_a_fixed_thing_keeps_the_place_of_the_tie():
    scores = {1: 90, 2: 90, 3: 80}
    rows = [
        AwardRow("overall", {"": scores}, 1, things=("Set",)),
        AwardRow("overall", {"": scores}, 3, (), ("Bag",)),
    ]
    lot = TieDecision("overall", "", (1, 2), (2,))
    awards = award_prizes(rows, decisions=[lot]).awards
    rest = award_prizes(rows, decisions=[lot], fixed={0}, given=awards[:1]).awards
    assert [(award.entry, award.thing) for award in rest] == [(3, "Bag")]


def test_places_nobody_fills_are_left():
    rows = [overall(500, 400, scores={1: 5}), AwardRow("x", {"": {}}, things=("Mug",))]
    assert award_prizes(rows).unfilled == [UnfilledPrize(0, "", 2, 400), UnfilledPrize(1, "", 1, thing="Mug")]


def test_two_rows_for_one_place_are_a_fault():
    rows = [overall(500, 400), overall(300, first=2)]
    assert [(fault.code, fault.field, fault.values) for fault in overlaps(rows)] == [
        ("places-overlap", "1", {"place": 2, "row": 0})
    ]
    with pytest.raises(ValueError, match="same place"):
        award_prizes(rows)
    assert overlaps([overall(500), overall(300, exclusive=True)]) == []


scores = st.dictionaries(st.integers(1, 12), st.integers(-2, 2), max_size=12)


@st.composite
def plans(draw):
    contests = {
        name: {"": draw(scores)} if name != "tables" else {"1": draw(scores), "2": draw(scores)}
        for name in ("overall", "round", "tables")
    }
    rows = []
    next_place = dict.fromkeys(((name, kind) for name in contests for kind in (True, False)), 1)
    for _row in range(draw(st.integers(1, 5))):
        name, exclusive = draw(st.sampled_from(sorted(contests))), draw(st.booleans())
        first = next_place[name, exclusive] + draw(st.integers(0, 1))
        cents = tuple(draw(st.lists(st.integers(0, 999), min_size=1, max_size=4)))
        next_place[name, exclusive] = first + len(cents)
        rows.append(AwardRow(name, contests[name], first, cents=cents, exclusive=exclusive))
    return rows


@pytest.mark.slow
@settings(deadline=None)
@given(plans())
def test_every_cent_is_paid_or_left_and_nobody_holds_two_exclusive_prizes(rows):
    outcome = award_prizes(rows)
    set_out = sum(sum(row.cents) * len(row.contests) for row in rows)
    assert (
        sum(award.cents for award in outcome.awards) + sum(prize.cents for prize in outcome.unfilled)
        == set_out
    )
    holders = [award.entry for award in outcome.awards if rows[award.row].exclusive]
    assert len(holders) == len(set(holders))


@pytest.mark.slow
@settings(deadline=None)
@given(plans(), st.sets(st.integers(0, 4)))
def test_a_fixed_row_changes_nothing_of_the_others(rows, chosen):
    rows = [msgspec.structs.replace(row, exclusive=False) for row in rows]
    if overlaps(rows):
        return
    awards = award_prizes(rows).awards
    fixed = shared_ties(rows, awards, {row for row in chosen if row < len(rows)})
    given_before = [award for award in awards if award.row in fixed]
    rest = award_prizes(rows, fixed=fixed, given=given_before).awards
    assert rest == [award for award in awards if award.row not in fixed]
