"""Prizes of a day that was played: reckoned anew here from the cards' totals."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.ceremony.actions import slides_of
from scoring.finishing.actions import finish
from scoring.models import Card, PointLine, PrizeAward, PrizeDecision, PrizeRow
from scoring.prizes import actions
from scoring.prizes.contests import offered
from scoring.prizes.queries import PrizePlan
from scoring.prizes.rows import add_row, add_rows, change_row, move_row, remove_row, rows_like
from scoring.prizes.words import won_for
from tests import builders
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def played(cast: builders.Cast) -> Tournament:
    """Seven players, so that one table has three; two rounds of a block each."""
    tournament = builders.running_tournament(cast.club, players=7, rounds=2, rounds_per_block=1)
    call_command("simulate", tournament.slug, rounds=2, seed=3, verbosity=0)
    tournament.refresh_from_db()
    return tournament


def row(tournament: Tournament, criterion: str, **fields: object) -> PrizeRow:
    position = tournament.prize_rows.count() + 1
    return PrizeRow.objects.create(
        tournament=tournament, position=position, criterion=criterion, **{"cents": [1000], **fields}
    )


def points_on_cards(tournament: Tournament, round_number: int | None = None) -> dict[int, int]:
    """Player -> points, from what is written on the cards."""
    cards = Card.objects.filter(round__tournament=tournament)
    if round_number:
        cards = cards.filter(round__number=round_number)
    points: dict[int, int] = {}
    for number, total in cards.values_list("entry__number", "written_total"):
        points[number] = points.get(number, 0) + total
    return points


def at_tables(tournament: Tournament, round_number: int) -> dict[int, dict[int, int]]:
    cards = Card.objects.filter(round__tournament=tournament, round__number=round_number)
    tables: dict[int, dict[int, int]] = {}
    for table, number, total in cards.values_list(
        "card_set__table__number", "entry__number", "written_total"
    ):
        tables.setdefault(table, {})[number] = total
    return tables


def awards_of(tournament: Tournament) -> list[tuple[int, str, int, int]]:
    return [
        (award.row, award.contest, award.entry, award.cents) for award in PrizePlan(tournament).outcome.awards
    ]


def best(points: dict[int, int]) -> set[int]:
    return {number for number, total in points.items() if total == max(points.values())}


def test_overall_lowest_round_and_block_go_by_the_cards(played: Tournament) -> None:
    for criterion, number in (("overall", None), ("lowest", None), ("round", 2), ("block", 1)):
        row(played, criterion, number=number)
    winners: dict[int, set[int]] = {}
    for index, _contest, number, _cents in awards_of(played):
        winners.setdefault(index, set()).add(number)
    total = points_on_cards(played)
    assert winners == {
        0: best(total),
        1: best({number: -points for number, points in total.items()}),
        2: best(points_on_cards(played, 2)),
        3: best(points_on_cards(played, 1)),
    }


def test_high_and_low_of_each_table_of_four_and_of_three(played: Tournament) -> None:
    row(played, "table-high", number=1)
    row(played, "table-low", number=1)
    tables = at_tables(played, 1)
    assert sorted(map(len, tables.values())) == [3, 4]
    winners: dict[tuple[int, str], set[int]] = {}
    for index, contest, number, _cents in awards_of(played):
        winners.setdefault((index, contest), set()).add(number)
    low = {table: {n: -points for n, points in seats.items()} for table, seats in tables.items()}
    assert winners == {
        **{(0, f"1.{table}"): best(seats) for table, seats in tables.items()},
        **{(1, f"1.{table}"): best(seats) for table, seats in low.items()},
    }


@pytest.mark.parametrize("number", [1, None])
def test_a_prize_of_a_table_names_the_table_and_its_round(played: Tournament, number: int | None) -> None:
    award = PrizeAward(
        row=row(played, "table-high", number=number), contest="1.2", first_place=1, last_place=1
    )
    assert won_for(award) == "Highest at table 2 of round 1"
    award.row.criterion = "table-low"
    assert won_for(award) == "Lowest at table 2 of round 1"
    award.row.name = "Door prize"
    assert won_for(award) == ("Door prize, table 2" if number else "Door prize, table 2 of round 1")


@pytest.mark.slow
def test_a_plan_is_fixed_by_criterion_when_its_outcome_is_complete(
    cast: builders.Cast, played: Tournament
) -> None:
    overall, of_block = row(played, "overall"), row(played, "block", number=1)
    with pytest.raises(Refused, match="not final yet"):
        actions.fix(played, rows=[overall.pk], by=cast.director)
    actions.fix(played, rows=[of_block.pk], by=cast.director)
    fixed = {award.entry.number: award.cents for award in PrizeAward.objects.all()}
    assert fixed.keys() == best(points_on_cards(played, 1))
    finish(played, by=cast.director)
    actions.fix(played, rows=[overall.pk], by=cast.director)
    assert sum(PrizeAward.objects.filter(row=overall).values_list("cents", flat=True)) == 1000


@pytest.mark.slow
def test_once_all_prizes_are_locked_in_the_page_leads_on_to_the_ceremony(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    leads_on = f'<a class="button button-primary" href="{reverse("ceremony", args=[played.slug])}">'
    plan, found = reverse("prizes", args=[played.slug]), []
    found.append(leads_on in director.get(plan).content.decode())
    overall = row(played, "overall")
    finish(played, by=cast.director)
    found.append(leads_on in director.get(plan).content.decode())
    actions.fix(played, rows=[overall.pk], by=cast.director)
    found.append(leads_on in director.get(plan).content.decode())
    assert found == [False, False, True]


def test_other_prizes_than_those_looked_at_are_not_fixed(cast: builders.Cast, played: Tournament) -> None:
    of_round = row(played, "round", number=1)
    stamp = Stamp(seen={"prizes": "another"})
    with pytest.raises(Conflict):
        actions.fix(played, rows=[of_round.pk], by=cast.director, stamp=stamp)


def test_a_correction_names_the_fixed_prizes_it_moves(cast: builders.Cast, played: Tournament) -> None:
    of_round = row(played, "round", number=1, cents=[1000])
    actions.fix(played, rows=[of_round.pk], by=cast.director)
    assert PrizePlan(played).moved == []
    winner = PrizeAward.objects.first()
    assert winner is not None
    other = played.entries.exclude(pk=winner.entry_id).first()
    PrizeAward.objects.filter(pk=winner.pk).update(entry=other)
    assert {(move.entry.number, move.was_cents, move.cents) for move in PrizePlan(played).moved} >= {
        (winner.entry.number, 0, winner.cents),
        (other.number, winner.cents, 0),
    }


def test_fixed_prizes_open_again_with_a_reason_unless_handed_over(
    cast: builders.Cast, played: Tournament
) -> None:
    of_round = row(played, "round", number=1)
    actions.fix(played, rows=[of_round.pk], by=cast.director)
    awards = list(PrizeAward.objects.all())
    actions.hand_over(played, awards, by=cast.director, note="cheque 114")
    with pytest.raises(Refused, match="handed over"):
        actions.open_again(played, of_round, by=cast.director, reason="wrong card")
    actions.hand_over(played, awards, by=cast.director, back=True)
    actions.open_again(played, of_round, by=cast.director, reason="wrong card")
    of_round.refresh_from_db()
    assert (of_round.fixed_at, PrizeAward.objects.count()) == (None, 0)


def test_a_fixed_row_does_not_change(cast: builders.Cast, played: Tournament) -> None:
    of_round = row(played, "round", number=1)
    actions.fix(played, rows=[of_round.pk], by=cast.director)
    with pytest.raises(Refused, match="are locked in"):
        remove_row(played, of_round, by=cast.director)


def ranked_in_round_1(tournament: Tournament, points: dict[int, int]) -> None:
    """Gives everybody the points of round 1 that are written down here."""
    for number, total in points.items():
        lines = PointLine.objects.filter(round__tournament=tournament, round__number=1, entry__number=number)
        lines.update(points=0)
        PointLine.objects.filter(pk=lines.first().pk).update(points=total)
    Tournament.objects.filter(pk=tournament.pk).update(journal_head=f"points-{sum(points.values())}")
    tournament.refresh_from_db()


def fixed_prizes(tournament: Tournament) -> dict[int, list[tuple[int, int]]]:
    """First place of the row -> (player, cents)."""
    prizes: dict[int, list[tuple[int, int]]] = {}
    for award in PrizeAward.objects.select_related("row", "entry").order_by("entry__number"):
        prizes.setdefault(award.row.first_place, []).append((award.entry.number, award.cents))
    return prizes


def test_one_of_two_rows_of_a_round_is_fixed_alone(cast: builders.Cast, played: Tournament) -> None:
    ranked_in_round_1(played, {1: 70, 2: 60, 3: 50, 4: 40, 5: 30, 6: 20, 7: 10})
    first = row(played, "round", number=1, cents=[1000])
    second = row(played, "round", number=1, first_place=2, cents=[500])
    actions.fix(played, rows=[first.pk], by=cast.director)
    second.refresh_from_db()
    assert (fixed_prizes(played), second.fixed_at) == ({1: [(1, 1000)]}, None)
    change_row(played, second, by=cast.director, fields={"cents": [600]})
    # 3 overtakes both: the fixed prize stays, and nobody has two.
    ranked_in_round_1(played, {1: 70, 2: 60, 3: 80, 4: 40, 5: 30, 6: 20, 7: 10})
    actions.fix(played, rows=[second.pk], by=cast.director)
    assert fixed_prizes(played) == {1: [(1, 1000)], 2: [(3, 600)]}
    assert [(move.entry.number, move.was_cents, move.cents) for move in PrizePlan(played).moved] == [
        *((1, 1000, 0), (3, 0, 1000), (1, 0, 600), (3, 600, 0)),
    ]
    actions.open_again(played, first, by=cast.director, reason="3 was first")
    assert fixed_prizes(played) == {2: [(3, 600)]}


def test_rows_with_a_tie_over_their_border_are_fixed_and_opened_together(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    ranked_in_round_1(played, {1: 70, 2: 70, 3: 50, 4: 40, 5: 30, 6: 20, 7: 10})
    first = row(played, "round", number=1, cents=[1001])
    second = row(played, "round", number=1, first_place=2, cents=[500])
    third = row(played, "round", number=1, first_place=3, cents=[300])
    page = builders.one_line(director.get(reverse("prizes", args=[played.slug])).content.decode())
    assert "locked in together with: <bdi>Round 1, 2</bdi>" in page
    actions.fix(played, rows=[second.pk], by=cast.director)
    assert fixed_prizes(played) == {1: [(1, 751), (2, 750)]}
    for stored in (first, second, third):
        stored.refresh_from_db()
    assert [bool(stored.fixed_at) for stored in (first, second, third)] == [True, True, False]
    assert [(number, cents) for _row, _contest, number, cents in awards_of(played)] == [(3, 300)]
    actions.open_again(played, second, by=cast.director, reason="counted again")
    assert (fixed_prizes(played), played.prize_rows.filter(fixed_at=None).count()) == ({}, 3)


def test_nobody_is_passed_over_for_a_prize_that_may_still_go_to_somebody_else(
    cast: builders.Cast, played: Tournament
) -> None:
    ranked_in_round_1(played, {1: 700, 2: 60, 3: 50, 4: 40, 5: 30, 6: 20, 7: 10})
    overall = row(played, "overall", exclusive=True)
    lunch = row(played, "round", number=1, exclusive=True)
    with pytest.raises(Refused, match="Player 1 is passed over for Overall, which may still change"):
        actions.fix(played, rows=[lunch.pk], by=cast.director)
    move_row(played, lunch, up=True, by=cast.director)
    actions.fix(played, rows=[lunch.pk], by=cast.director)
    assert fixed_prizes(played) == {1: [(1, 1000)]}
    finish(played, by=cast.director)
    actions.fix(played, rows=[overall.pk], by=cast.director)
    assert PrizeAward.objects.get(row=overall).moved_up == 1


def test_what_was_fixed_at_lunch_is_not_moved_by_the_evening(cast: builders.Cast, played: Tournament) -> None:
    ranked_in_round_1(played, {1: 70, 2: 60, 3: 50, 4: 40, 5: 30, 6: 20, 7: 10})
    PointLine.objects.filter(round__tournament=played, round__number=2).update(points=0)
    evening = PointLine.objects.filter(round__tournament=played, round__number=2)
    overall = row(played, "overall", exclusive=True)
    lunch = row(played, "round", number=1, exclusive=True)
    for number, head in ((2, "noon"), (1, "evening")):  # 2 leads at noon and 1 in the evening
        line = evening.filter(entry__number=number).first()
        assert line is not None
        PointLine.objects.filter(pk=line.pk).update(points=500 if number == 2 else 900)
        Tournament.objects.filter(pk=played.pk).update(journal_head=head)
        played.refresh_from_db()
        if number == 2:
            actions.fix(played, rows=[lunch.pk], by=cast.director)
    assert (fixed_prizes(played), PrizePlan(played).moved) == ({1: [(1, 1000)]}, [])
    finish(played, by=cast.director)
    played.refresh_from_db()
    actions.fix(played, rows=[overall.pk], by=cast.director)
    assert [award.entry.number for award in PrizeAward.objects.filter(row=overall)] == [2]
    assert PrizePlan(played).moved == []


def test_no_row_is_added_for_a_place_that_a_fixed_tie_fills(cast: builders.Cast, played: Tournament) -> None:
    ranked_in_round_1(played, {1: 70, 2: 70, 3: 50, 4: 40, 5: 30, 6: 20, 7: 10})
    first = row(played, "round", number=1)
    actions.fix(played, rows=[first.pk], by=cast.director)
    fields = {"criterion": "round", "number": 1, "first_place": 2, "cents": [500]}
    with pytest.raises(Refused, match="are locked in"):
        add_row(played, by=cast.director, fields=fields)
    add_row(played, by=cast.director, fields={**fields, "first_place": 3})
    assert [number for _row, _contest, number, _cents in awards_of(played)] == [3]


def test_a_fixed_prize_keeps_the_tie_break_it_was_fixed_by(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    PointLine.objects.filter(round__tournament=played).update(points=0)
    ranked_in_round_1(played, {1: 70, 2: 30})
    line = PointLine.objects.filter(round__tournament=played, round__number=2, entry__number=2).first()
    assert line is not None
    PointLine.objects.filter(pk=line.pk).update(points=40)
    Tournament.objects.filter(pk=played.pk).update(tie_break="highest-round", journal_head="tied")
    played.refresh_from_db()
    finish(played, by=cast.director)
    overall = row(played, "overall", cents=[1000, 500])
    actions.fix(played, rows=[overall.pk], by=cast.director)

    def count_and_page() -> tuple[int, str]:
        page = director.get(reverse("prizes", args=[played.slug])).content.decode()
        return page.count("of equal totals: the best single round"), page

    assert fixed_prizes(played) == {1: [(1, 1000), (2, 500)]}
    assert count_and_page()[0] == 2
    Tournament.objects.filter(pk=played.pk).update(tie_break="fewest-penalties", journal_head="changed")
    count, page = count_and_page()
    assert (count, "of equal totals: fewer penalties" in page) == (2, False)


def test_two_rows_for_one_place_are_refused(cast: builders.Cast, played: Tournament) -> None:
    row(played, "overall", cents=[500, 400])
    fields = {"criterion": "overall", "first_place": 2, "cents": [500]}
    with pytest.raises(Refused, match="place 2 already"):
        add_row(played, by=cast.director, fields=fields)
    assert PrizeRow.objects.count() == 1


def test_lots_are_drawn_once_among_those_here_and_can_be_drawn_again(
    cast: builders.Cast, played: Tournament
) -> None:
    played.entries.filter(number=4).update(checked_in_at=None)
    by_lot = row(played, "lot", cents=[], things=["Tote bag"])
    drawn = actions.draw_row(played, by_lot, by=cast.director)
    assert drawn.drawn_from == [1, 2, 3, 5, 6, 7]
    assert actions.draw_row(played, by_lot, by=cast.director).seed == drawn.seed
    assert len(awards_of(played)) == 1


def tie(tournament: Tournament) -> PrizeRow:
    """A thing for the winner of a round whose points are all the same."""
    PointLine.objects.filter(round__tournament=tournament, round__number=1).update(points=0)
    return row(tournament, "round", number=1, cents=[], things=["Tile set"])


def test_what_nobody_can_share_is_decided_on_record(cast: builders.Cast, played: Tournament) -> None:
    tied = tie(played)
    with pytest.raises(Refused, match="decide first"):
        actions.fix(played, rows=[tied.pk], by=cast.director)

    def decide(winner: int) -> None:
        decision = PrizeDecision(candidates=list(range(1, 8)), how="play-off", winners=[winner])
        actions.decide(played, row=tied, decision=decision, by=cast.director)

    with pytest.raises(Refused, match="Name who won"):
        decide(99)
    decide(5)
    assert [(award.entry, award.thing) for award in PrizePlan(played).outcome.awards] == [(5, "Tile set")]
    actions.fix(played, rows=[tied.pk], by=cast.director)
    assert PrizeDecision.objects.get().winners == [5]


def test_prizes_for_what_facts_say_need_facts(played: Tournament) -> None:
    assert {"self-picked", "jokerless"} & set(offered(played)) == set()
    played.cards_carry = "facts"
    assert {"self-picked", "jokerless"} <= set(offered(played))


def test_the_page_shows_who_and_why(director: Client, cast: builders.Cast, played: Tournament) -> None:
    row(played, "overall", cents=[10050])
    tie(played)
    page = director.get(reverse("prizes", args=[played.slug])).content.decode()
    winner = next(iter(best(points_on_cards(played))))
    assert "$100.50" in page
    assert f"Player {winner}" in page or "tied" in page
    assert "Tied, and this cannot be shared" in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prizes", "sentence"),
    [
        ("100\nTote bag", "a row is money or things, not both"),
        ("0", "more than 0"),
        ("1.234", "is not an amount of money"),
        ("\n", "This field is required"),
    ],
)
def test_what_is_typed_wrongly_is_said_and_kept(
    director: Client, played: Tournament, prizes: str, sentence: str
) -> None:
    data = {"criterion": "overall", "prizes": prizes, "first_place": "1", "stamp": builders.stamp()}
    answer = director.post(reverse("prize-new", args=[played.slug]), data)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert PrizeRow.objects.count() == 0


@pytest.mark.slow
def test_rows_are_typed_moved_and_shared_out(director: Client, played: Tournament) -> None:
    slug = played.slug
    new = {"criterion": "round", "number": "2", "prizes": "$1,000\n12.50", "first_place": "1"}
    director.post(reverse("prize-new", args=[slug]), {**new, "stamp": builders.stamp()})
    share = {"total": "100.01", "shares": "1-1-1", "stamp": builders.stamp()}
    director.post(reverse("prizes-template", args=[slug]), share)
    first, second = played.prize_rows.all()
    assert (first.cents, second.cents) == ([100000, 1250], [3334, 3334, 3333])
    order = builders.stamp(order=[first.pk, second.pk])
    director.post(reverse("prize-move", args=[slug, second.pk]), {"do": "up", "stamp": order})
    assert list(played.prize_rows.values_list("pk", flat=True)) == [second.pk, first.pk]


def test_an_amount_is_shared_out_whole(director: Client, played: Tournament) -> None:
    address = reverse("prizes-template", args=[played.slug])
    share = {"total": "68.50", "shares": "50-30-20", "whole": "on", "exclusive": "on"}
    refused = director.post(address, {**share, "total": "", "stamp": builders.stamp()})
    assert (refused.status_code, played.prize_rows.count()) == (422, 0)
    director.post(address, {**share, "stamp": builders.stamp()})
    # Of 68: 34, 20.40 and 13.60, of which the larger rest is the third's.
    assert [(row.cents, row.exclusive) for row in played.prize_rows.all()] == [([3400, 2000, 1400], True)]


@pytest.mark.slow
@pytest.mark.parametrize("system", ["sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x"])
def test_a_day_of_every_system_ends_in_its_prizes(cast: builders.Cast, system: str) -> None:
    """100, 60 and 40.01 for three places, by the totals on the cards: ties share what their places have."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, system=system)
    call_command("simulate", tournament.slug, rounds=2, seed=5, verbosity=0)
    tournament.refresh_from_db()
    row(tournament, "overall", cents=[10000, 6000, 4001])
    total = points_on_cards(tournament)
    expected: dict[int, int] = {}
    place, left = 0, [10000, 6000, 4001]
    for points in sorted(set(total.values()), reverse=True):
        tied = sorted(number for number, own in total.items() if own == points)
        pool = sum(left[place : place + len(tied)])
        if place < len(left):
            for index, number in enumerate(tied):
                expected[number] = pool // len(tied) + (index < pool % len(tied))
        place += len(tied)
    assert {number: cents for _row, _contest, number, cents in awards_of(tournament)} == expected


def test_a_categorys_prizes_are_among_its_own_players(cast: builders.Cast, played: Tournament) -> None:
    half_day = played.categories.create(name="Half day", last_round=1)
    played.entries.filter(number__in=[2, 4, 6]).update(category=half_day)
    of_category = row(played, "category", category=half_day)
    own = {number: points for number, points in points_on_cards(played).items() if number in (2, 4, 6)}
    assert {number for _row, _contest, number, _cents in awards_of(played)} == best(own)
    actions.fix(played, rows=[of_category.pk], by=cast.director)
    assert sum(PrizeAward.objects.values_list("cents", flat=True)) == 1000


def test_a_prize_of_a_block_or_a_category_is_chosen_by_its_name(director: Client, played: Tournament) -> None:
    half_day = played.categories.create(name="Half day")
    played.rounds_per_block, played.block_names = 1, "Morning"
    played.save(update_fields=["rounds_per_block", "block_names"])
    address = reverse("prize-new", args=[played.slug])
    choices = dict(director.get(address).context["form"].fields["criterion"].choices)
    assert [choices.get(f"block:{number}") for number in (1, 2, 3)] == [
        "Places of Morning", "Places of Block 2", None
    ]  # fmt: skip
    assert choices[f"category:{half_day.pk}"] == "Places of the category Half day"
    data = {"prizes": "20", "first_place": "1"}
    for wrong in ("block", "category", "block:3", "category:x"):
        answer = director.post(address, data | {"criterion": wrong, "stamp": builders.stamp()})
        assert answer.status_code == 422
    for chosen in ("block:1", f"category:{half_day.pk}"):
        director.post(address, data | {"criterion": chosen, "stamp": builders.stamp()})
    rows = list(played.prize_rows.order_by("pk"))
    assert [(row.criterion, row.number, row.category) for row in rows] == [
        ("block", 1, None), ("category", None, half_day)
    ]  # fmt: skip
    page = director.get(reverse("prizes", args=[played.slug])).content.decode()
    assert ("Morning" in page, "Half day" in page) == (True, True)
    played.block_names = ""
    played.rounds_per_block = None
    played.save(update_fields=["rounds_per_block", "block_names"])
    edit = reverse("prize-row", args=[played.slug, rows[0].pk])
    form = director.get(edit).context["form"]
    assert ("block:1", "Block 1") in form.fields["criterion"].choices


@pytest.mark.slow
def test_the_last_place_has_no_rank_from_the_top(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    lowest = row(played, "lowest", things=["Tile rack"], cents=[])
    loser = next(iter(PrizePlan(played).outcome.awards)).entry
    points = points_on_cards(played)
    played.entries.filter(number=loser).update(state="withdrawn")
    address = reverse("prizes", args=[played.slug])
    page = builders.one_line(director.get(address).content.decode())
    assert ("1st with" in page, "Place 1" in page, "left before the end" in page) == (False, False, True)
    finish(played, by=cast.director)
    actions.fix(played, rows=[lowest.pk], by=cast.director)
    award = PrizeAward.objects.get()
    assert (award.score, won_for(award)) == (-points[loser], "Last place")
    assert [slide["margin"] for slide in slides_of(PrizePlan(played), {lowest.pk})] == [None]
    page = builders.one_line(director.get(address).content.decode())
    assert ("1st with" in page, "left before the end" in page) == (False, True)


@pytest.mark.parametrize("line", ["-5", "\N{MINUS SIGN}5", "5-", "+5"])
def test_a_negative_amount_is_no_thing(director: Client, played: Tournament, line: str) -> None:
    address = reverse("prize-new", args=[played.slug])
    form_data = {"criterion": "overall", "prizes": line, "first_place": 1, "stamp": builders.stamp()}
    response = director.post(address, form_data)
    assert (response.status_code, played.prize_rows.count()) == (422, 0)
    assert "is not an amount of money" in response.content.decode()


@pytest.mark.slow
def test_what_is_handed_over_is_said(director: Client, cast: builders.Cast, played: Tournament) -> None:
    overall = row(played, "overall", cents=[4083])
    finish(played, by=cast.director)
    actions.fix(played, rows=[overall.pk], by=cast.director)
    award = PrizeAward.objects.first()
    assert award is not None
    form_data = {"award": award.pk, "note": "", "stamp": builders.stamp()}
    address = reverse("prize-hand-over", args=[played.slug])
    page = director.post(address, form_data, follow=True).content.decode()
    assert f"$40.83 is handed over to {award.entry.name}." in page
    taken_back = director.post(address, {**form_data, "do": "back", "stamp": builders.stamp()}, follow=True)
    assert f"$40.83 of {award.entry.name} is not handed over." in taken_back.content.decode()


def test_one_thing_by_lot_among_two_is_for_one_place(cast: builders.Cast, played: Tournament) -> None:
    overall = row(played, "overall", things=["Tote bag"], cents=[])
    finish(played, by=cast.director)
    winner = played.entries.get(number=3)
    award = PrizeAward.objects.create(
        row=overall, entry=winner, first_place=1, last_place=2, rank=1, score=50, sharing=2, thing="Tote bag"
    )
    PrizeRow.objects.filter(pk=overall.pk).update(fixed_at=timezone.now())
    places = [(slide["place"], slide["last_place"]) for slide in slides_of(PrizePlan(played), {overall.pk})]
    assert (places, won_for(award)) == ([(1, 1)], "Overall, 1st place")


def test_a_copied_row_finds_the_category_of_its_name_and_says_what_is_not_here(
    cast: builders.Cast, played: Tournament
) -> None:
    other = builders.running_tournament(cast.club, players=4, rounds=1)
    for tournament in (played, other):
        for name in ("Half day", "Evening") if tournament == other else ("Half day",):
            tournament.categories.create(name=name)
    for category in other.categories.order_by("name"):
        row(other, "category", category=category)
    row(other, "block", number=3)
    row(other, "round", number=9)
    add_rows(played, by=cast.director, rows=rows_like(other, played))
    finish(played, by=cast.director)
    played.refresh_from_db()
    copied = {
        (outcome.row.criterion, outcome.row.category and outcome.row.category.name): outcome.not_ready
        for outcome in PrizePlan(played).outcomes
    }
    nothing = "There is nothing of this kind in this tournament. Change the row, or remove it."
    assert copied == {
        ("category", "Half day"): "",
        ("category", None): nothing,
        ("block", None): nothing,
        ("round", None): nothing,
    }
