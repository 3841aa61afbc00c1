"""The draw: who sits where in every round, from the players checked in and a recorded seed."""

import itertools
from collections import Counter

import msgspec
import pytest

from club.models import Movement
from record.journal import verify
from record.refused import Conflict, Refused
from record.stamps import Stamp
from rules.game import Phrase
from rules.seating import Steps
from tests import builders
from tournament.models import Entry, Round, Seat, Table, Tournament
from tournament.rounds.actions import publish_round
from tournament.seating.announcing import own_ways
from tournament.seating.draw import draw
from tournament.seating.plans import PlanChoice
from tournament.seating.queries import reason_of_plan, seating
from tournament.seating.wishes import fix_table, keep_apart, keep_apart_no_more
from tournament.words import in_words

pytestmark = pytest.mark.django_db

SANCTIONED = {"A": 1, "B": -1, "C": 2, "D": -2}


def tournament_of(players: int, **fields: object) -> tuple[Tournament, builders.Cast]:
    cast = builders.cast()
    return builders.tournament(cast.club, players=players, **fields), cast


def sits(tournament: Tournament, number: int) -> dict[int, tuple[int, str]]:
    """Player number -> (table, letter) in one round."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number)
    return {
        player: (table, letter)
        for player, table, letter in seats.values_list("entry__number", "table__number", "letter")
    }


def pairs_together(tournament: Tournament) -> Counter[frozenset[int]]:
    met: Counter[frozenset[int]] = Counter()
    for table in Table.objects.filter(round__tournament=tournament).prefetch_related("seats__entry"):
        players = [seat.entry.number for seat in table.seats.all()]
        met.update(frozenset(pair) for pair in itertools.combinations(players, 2))
    return met


def test_46_players_sit_at_12_tables_with_two_empty_seats_of_letter_d() -> None:
    tournament, cast = tournament_of(46, rounds_planned=4)
    draw(tournament, seed=7, by=cast.director)
    for number in (1, 2, 3, 4):
        tables = Table.objects.filter(round__tournament=tournament, round__number=number)
        sizes = Counter(table.seats.count() for table in tables)
        assert sizes == {4: 10, 3: 2}
        assert Counter(letter for _, letter in sits(tournament, number).values()) == {
            "A": 12,
            "B": 12,
            "C": 12,
            "D": 10,
        }
        assert sorted(sits(tournament, number)) == list(range(1, 47))


@pytest.mark.slow
def test_every_round_follows_the_announced_steps_from_the_first_seat() -> None:
    tournament, cast = tournament_of(46, rounds_planned=4)
    draw(tournament, seed=7, by=cast.director)
    for entry in tournament.entries.all():
        assert entry.start_table is not None
        for number in (1, 2, 3, 4):
            table = (entry.start_table - 1 + SANCTIONED[entry.start_letter] * (number - 1)) % 12 + 1
            assert sits(tournament, number)[entry.number] == (table, entry.start_letter)


def test_the_key_of_a_player_is_letter_and_first_table() -> None:
    tournament, cast = tournament_of(8)
    draw(tournament, seed=1, by=cast.director)
    keys = {entry.key for entry in tournament.entries.all()}
    assert keys == {"A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"}


def test_the_same_seed_draws_the_same_seats_and_another_seed_others() -> None:
    drawn = []
    for seed in (7, 7, 8):
        tournament, cast = tournament_of(16)
        draw(tournament, seed=seed, by=cast.director)
        drawn.append(sits(tournament, 1))
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]


def test_without_a_seed_one_is_made_up_and_recorded() -> None:
    tournament, cast = tournament_of(8)
    after = draw(tournament, by=cast.director)
    entry = tournament.journal.get(verb="drawn")
    assert after.seed is not None
    assert entry.new["seed"] == after.seed
    assert entry.new["tables"] == 2
    assert entry.new["seats"] == {entry.key: entry.number for entry in tournament.entries.all()}
    assert list(verify(tournament)) == []


def test_only_those_checked_in_are_drawn() -> None:
    tournament, cast = tournament_of(10)
    tournament.entries.filter(number=9).update(checked_in_at=None)
    tournament.entries.filter(number=10).update(state=Entry.State.WITHDRAWN)
    draw(tournament, seed=1, by=cast.director)
    assert sorted(sits(tournament, 1)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert tournament.entries.get(number=9).key == ""


@pytest.mark.parametrize(
    ("players", "code"), [(0, "too-few-players"), (3, "too-few-players"), (5, "five-players")]
)
def test_a_field_that_cannot_be_seated_is_told_why_not(players: int, code: str) -> None:
    tournament, cast = tournament_of(players)
    with pytest.raises(Refused) as refused:
        draw(tournament, seed=1, by=cast.director)
    assert [fault.code for fault in refused.value.faults] == [code]
    assert refused.value.faults[0].message.endswith(".")
    assert not tournament.rounds.exists()
    assert not tournament.journal.exists()


@pytest.mark.parametrize("players", [4, 6, 7, 9, 11])
def test_the_smallest_fields_sit_at_tables_of_three_and_four(players: int) -> None:
    tournament, cast = tournament_of(players, rounds_planned=2)
    draw(tournament, seed=3, by=cast.director)
    tables = Table.objects.filter(round__tournament=tournament)
    assert {table.seats.count() for table in tables} <= {3, 4}


def test_a_draw_again_replaces_the_first_and_both_are_on_record() -> None:
    tournament, cast = tournament_of(16, rounds_planned=3)
    draw(tournament, seed=7, by=cast.director)
    draw(tournament, seed=8, by=cast.director)
    assert tournament.rounds.count() == 3
    assert tournament.journal.filter(verb__in=["drawn", "drawn-again"]).count() == 2
    assert tournament.journal.get(verb="drawn-again").old["seed"] == 7


@pytest.mark.slow
def test_a_draw_asked_for_twice_from_one_page_is_made_once() -> None:
    tournament, cast = tournament_of(8)
    stamp = Stamp.from_text(builders.stamp_of_seating(tournament))
    first, again = (draw(tournament, stamp=stamp, by=cast.director) for _click in range(2))
    assert (first.seed, first.drawn_at) == (again.seed, again.drawn_at)
    assert tournament.journal.count() == 1
    for other in (stamp, Stamp(seen=stamp.seen)):
        with pytest.raises(Conflict):
            draw(tournament, seed=8, stamp=other, by=cast.director)
    draw(tournament, by=cast.director)
    with pytest.raises(Conflict):
        draw(tournament, stamp=stamp, by=cast.director)


def test_the_slips_are_at_the_first_revision_after_the_first_draw() -> None:
    tournament, cast = tournament_of(8)
    revisions = []
    for _draw in range(2):
        revisions.append(Tournament.objects.get(pk=tournament.pk).seats_revision)
        draw(tournament, by=cast.director)
    assert [*revisions, Tournament.objects.get(pk=tournament.pk).seats_revision] == [0, 1, 2]


def test_why_a_plan_is_not_what_was_asked_for_stays_with_its_rounds() -> None:
    tournament, cast = tournament_of(16, rounds_planned=2)
    fix_table(tournament, entry=tournament.entries.get(number=9), table=3, by=cast.director)
    draw(tournament, seed=4, by=cast.director)
    reason = tournament.journal.get(verb="drawn").new["reason"]
    assert reason["code"]
    assert [round_.plan_reason for round_ in tournament.rounds.all()] == [reason, reason]
    sentences = {reason_of_plan(round_) for round_ in tournament.rounds.all()}
    assert sentences == {in_words(msgspec.convert(reason, Phrase))}


def test_after_the_first_publication_the_draw_stands() -> None:
    tournament, cast = tournament_of(8)
    draw(tournament, seed=7, by=cast.director)
    publish_round(tournament, number=1, by=cast.director)
    before = sits(tournament, 1)
    with pytest.raises(Refused, match="the draw stays"):
        draw(tournament, seed=8, by=cast.director)
    assert sits(tournament, 1) == before


def test_your_own_four_steps_move_the_players() -> None:
    tournament, cast = tournament_of(20, rounds_planned=2)
    draw(
        tournament,
        choice=PlanChoice(Movement.CUSTOM, Steps(A=0, B=1, C=-1, D=7)),
        seed=5,
        by=cast.director,
    )
    first, second = sits(tournament, 1), sits(tournament, 2)
    step = {"A": 0, "B": 1, "C": -1, "D": 2}
    for player, (table, letter) in first.items():
        assert second[player] == ((table - 1 + step[letter]) % 5 + 1, letter)


def test_repeat_free_steps_let_nobody_meet_twice() -> None:
    tournament, cast = tournament_of(32, rounds_planned=4, movement=Movement.REPEAT_FREE)
    draw(tournament, seed=5, by=cast.director)
    assert max(pairs_together(tournament).values()) == 1
    assert {round_.movement for round_ in tournament.rounds.all()} == {"repeat-free"}


def test_sanctioned_steps_at_eight_tables_meet_again_in_round_three() -> None:
    tournament, cast = tournament_of(32, rounds_planned=3)
    draw(tournament, seed=5, by=cast.director)
    assert sum(1 for times in pairs_together(tournament).values() if times > 1) == 8


def test_a_plan_by_standing_seats_round_one_only() -> None:
    tournament, cast = tournament_of(16, rounds_planned=4, movement=Movement.RANKED)
    draw(tournament, seed=5, by=cast.director)
    assert list(tournament.rounds.values_list("number", "movement")) == [(1, "ranked")]


def test_rounds_remember_what_was_announced() -> None:
    tournament, cast = tournament_of(46, rounds_planned=2)
    draw(tournament, seed=7, by=cast.director)
    assert list(Round.objects.filter(tournament=tournament).values_list("number", "steps")) == [
        (1, None),
        (2, SANCTIONED),
    ]


@pytest.mark.slow
def test_pairs_to_keep_apart_do_not_sit_together() -> None:
    tournament, cast = tournament_of(16, rounds_planned=3)
    by = {entry.number: entry for entry in tournament.entries.all()}
    wishes = [(1, 2), (3, 4), (5, 6), (1, 7)]
    for first, second in wishes:
        keep_apart(tournament, first=by[first], second=by[second], by=cast.director)
    for seed in range(8):
        draw(tournament, seed=seed, by=cast.director)
        met = pairs_together(tournament)
        assert [wish for wish in wishes if met[frozenset(wish)]] == []


def test_a_pair_is_kept_apart_once_in_either_order_and_taken_back() -> None:
    tournament, cast = tournament_of(4)
    one, other = tournament.entries.filter(number__in=[1, 2])
    keep_apart(tournament, first=one, second=other, by=cast.director)
    pair = keep_apart(tournament, first=other, second=one, rounds=2, by=cast.director)
    assert tournament.keep_apart.count() == 1
    assert tournament.keep_apart.get().rounds == 2
    keep_apart_no_more(tournament, pair=pair.pk, by=cast.director)
    keep_apart_no_more(tournament, pair=pair.pk, by=cast.director)
    assert tournament.keep_apart.count() == 0
    assert list(tournament.journal.values_list("verb", flat=True)) == [
        "kept-apart",
        "kept-apart",
        "not-kept-apart",
    ]


def test_a_player_with_a_fixed_table_stays_there() -> None:
    tournament, cast = tournament_of(16, rounds_planned=3, movement=Movement.CLUB_DAY)
    fix_table(tournament, entry=tournament.entries.get(number=9), table=3, by=cast.director)
    draw(tournament, seed=4, by=cast.director)
    assert [sits(tournament, number)[9] for number in (1, 2, 3)] == [(3, "A")] * 3


def test_where_no_letter_stays_the_movement_is_announced_all_the_same() -> None:
    tournament, cast = tournament_of(16, rounds_planned=3)
    fix_table(tournament, entry=tournament.entries.get(number=9), table=3, by=cast.director)
    draw(tournament, seed=4, by=cast.director)
    assert [sits(tournament, number)[9][0] for number in (1, 2, 3)] == [3, 3, 3]
    assert tournament.journal.get(verb="drawn").new["made"] == "sanctioned"
    ways = own_ways(seating(tournament))
    assert {number: len(own) for number, own in ways.items()} == {2: 2, 3: 2}
    # Among four tables who would come to the kept seat, two tables on, would then come to their own again.
    assert {number: [own_way.spot for own_way in own if own_way.stays] for number, own in ways.items()} == {
        number: [(1, "C"), (3, "C")] for number in (2, 3)
    }
