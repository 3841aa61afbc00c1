"""Hand edits and changes during the day: who sits where afterwards, and what stays as it was."""

from collections import Counter

import pytest
from django.utils import timezone

from club.models import Movement, Person
from record.refused import Conflict, Refused
from record.stamps import Stamp
from rules.seating import Apart, Steps
from tests import builders
from tournament.models import Entry, Seat, Table, Tournament
from tournament.players.actions import withdraw
from tournament.rounds.actions import publish_round
from tournament.rounds.preflight import preflight
from tournament.seating.change_seats import change_seats
from tournament.seating.changed_rounds import propose
from tournament.seating.draw import draw, plan_again
from tournament.seating.plans import PlanChoice, plan_input
from tournament.seating.player_change import PlayerChange
from tournament.seating.proposal import SeatingProposal
from tournament.seating.queries import drawable
from tournament.seating.swap import Swap, swap_seats
from tournament.seating.wishes import fix_table, keep_apart

pytestmark = pytest.mark.django_db


def sits(tournament: Tournament, number: int) -> dict[int, str]:
    """Player number -> seat such as "7C" in one round."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number)
    rows = seats.values_list("entry__number", "table__number", "letter")
    return {player: f"{table}{letter}" for player, table, letter in rows}


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.select_related("person").get(number=number)


def newcomer(tournament: Tournament, number: int, *, checked_in: bool = True) -> Entry:
    person = Person.objects.create(club=tournament.club, name=f"Newcomer {number}")
    now = timezone.now() if checked_in else None
    return Entry.objects.create(tournament=tournament, person=person, number=number, checked_in_at=now)


def waiting(tournament: Tournament, number: int) -> Entry:
    entry = newcomer(tournament, number, checked_in=False)
    entry.state = Entry.State.WAITING
    entry.save()
    return entry


def versions(tournament: Tournament) -> list[int]:
    return list(tournament.rounds.values_list("seating_version", flat=True))


def sizes(tournament: Tournament) -> dict[int, list[int]]:
    """Round -> sizes of its tables."""
    sizes_by_round: dict[int, list[int]] = {}
    for table in Table.objects.filter(round__tournament=tournament).select_related("round"):
        sizes_by_round.setdefault(table.round.number, []).append(table.seats.count())
    return sizes_by_round


# Sixteen players, drawn in number order: 1 A1, 2 B1, 3 C1, 4 D1, 5 A2 ...


def test_two_seats_change_places_in_one_round_only(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=1)
    before = sits(tournament, 2), sits(tournament, 3)
    swap_seats(
        tournament,
        Swap(2, (2, "A"), (1, "D")),
        by=cast.director,
    )
    one, other = numbers_at(tournament, 2, "1D", "2A")
    assert (before[0][one], before[0][other]) == ("2A", "1D")
    unmoved = {player: seat for player, seat in before[0].items() if player not in (one, other)}
    assert {p: s for p, s in sits(tournament, 2).items() if p not in (one, other)} == unmoved
    assert sits(tournament, 3) == before[1]
    assert versions(tournament) == [1, 1, 1]


def numbers_at(tournament: Tournament, number: int, first: str, second: str) -> tuple[int | None, int | None]:
    at = {seat: player for player, seat in sits(tournament, number).items()}
    return at.get(first), at.get(second)


def test_two_players_change_places_in_every_round_from_there(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=0)
    before = [sits(tournament, number) for number in (1, 2, 3)]
    swap_seats(
        tournament,
        Swap(1, (1, "A"), (3, "C"), everywhere=True),
        by=cast.director,
    )
    for was, number in zip(before, (1, 2, 3), strict=True):
        now = sits(tournament, number)
        assert (now[1], now[11]) == (was[11], was[1])
    assert (entry(tournament, 1).key, entry(tournament, 11).key) == ("C3", "A1")


def test_a_player_moves_to_an_empty_seat(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=15, rounds=2, published=0)
    swap_seats(
        tournament,
        Swap(1, (1, "D"), (4, "D")),
        by=cast.director,
    )
    assert sits(tournament, 1)[4] == "4D"


def test_a_swap_asked_from_a_stale_page_is_a_conflict(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, published=0)
    swap = Swap(1, (1, "A"), (2, "A"))
    seen = {"1A": 1, "2A": 5}
    swap_seats(tournament, swap, stamp=Stamp(seen=seen), by=cast.director)
    with pytest.raises(Conflict):
        swap_seats(tournament, swap, stamp=Stamp(seen=seen), by=cast.director)
    assert sits(tournament, 1)[1] == "2A"


def test_what_happens_at_other_seats_stands_in_no_swaps_way(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, published=0)
    swap_seats(tournament, Swap(1, (1, "B"), (2, "B")), by=cast.second_scorekeeper)
    swap_seats(
        tournament,
        Swap(1, (1, "A"), (2, "A")),
        stamp=Stamp(seen={"1A": 1, "2A": 5}),
        by=cast.director,
    )
    assert sits(tournament, 1)[1] == "2A"


def test_a_published_round_changes_with_a_reason_and_a_new_revision(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=1)
    swap = Swap(1, (1, "A"), (2, "A"))
    with pytest.raises(Refused, match="write down why"):
        swap_seats(tournament, swap, by=cast.director)
    swap_seats(tournament, swap, reason="Table 2 is by the door", by=cast.director)
    assert versions(tournament) == [2, 1]
    line = tournament.journal.get(verb="seats-swapped")
    assert (line.reason, line.old) == ("Table 2 is by the door", {"1A": 1, "2A": 5})


def test_a_swap_leaves_no_table_of_two_in_a_published_round(cast: builders.Cast) -> None:
    # 14 players: tables 3 and 4 have three each.
    tournament = builders.running_tournament(cast.club, players=14, rounds=2, published=1)
    before = sits(tournament, 1)
    swap = Swap(1, (3, "A"), (4, "D"))
    with pytest.raises(Refused, match="Table 3 would be left with fewer than three players"):
        swap_seats(tournament, swap, reason="ill", by=cast.director)
    assert sits(tournament, 1) == before
    swap = Swap(1, (3, "A"), (3, "D"))
    swap_seats(tournament, swap, reason="ill", by=cast.director)
    assert sits(tournament, 1)[9] == "3D"


def test_a_table_whose_cards_are_typed_is_not_changed_by_hand(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16)
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=2)
    builders.card_set(table, {letter: [0, 0, 0, 0] for letter in "ABCD"})
    swap = Swap(1, (1, "A"), (2, "A"))
    with pytest.raises(Refused, match="Wrong seat found after play"):
        swap_seats(tournament, swap, reason="late", by=cast.director)
    with pytest.raises(Refused, match="Start the change with a later round"):
        change_seats(
            tournament,
            PlayerChange("withdraw", entry(tournament, 5), None, 1),
            reason="ill",
            by=cast.director,
        )


def test_a_withdrawal_empties_the_seat_from_that_round_on(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=1)
    before = [sits(tournament, number) for number in (1, 2, 3)]
    change_seats(
        tournament, PlayerChange("withdraw", entry(tournament, 5), None, 2), reason="", by=cast.director
    )
    after = [sits(tournament, number) for number in (1, 2, 3)]
    assert after[0] == before[0]
    for was, now in zip(before[1:], after[1:], strict=True):
        assert now == {player: seat for player, seat in was.items() if player != 5}
    assert entry(tournament, 5).state == Entry.State.WITHDRAWN
    assert versions(tournament) == [1, 1, 1]
    assert sizes(tournament) == {1: [4, 4, 4, 4], 2: [4, 4, 3, 4], 3: [4, 4, 4, 3]}


def test_nobody_leaves_after_a_round_that_waits_for_publication_with_them(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=4, published=1)
    change = PlayerChange("withdraw", entry(tournament, 5), None, 3)
    with pytest.raises(Refused, match="still has a seat in round 2, which is not published yet"):
        change_seats(tournament, change, reason="", by=cast.director)
    assert entry(tournament, 5).state == Entry.State.REGISTERED
    publish_round(tournament, number=2, by=cast.director)
    change_seats(tournament, change, reason="", by=cast.director)
    publish_round(tournament, number=3, by=cast.director)
    assert 5 not in sits(tournament, 3)


def test_who_was_seated_late_is_not_taken_out_with_a_seat(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=15, rounds=3, published=1)
    late = newcomer(tournament, 90)
    change_seats(tournament, PlayerChange("late", late, None, 2), reason="", by=cast.director)
    with pytest.raises(Refused, match="has a seat"):
        withdraw(late, by=cast.director)


def test_a_no_show_in_a_published_round_needs_a_reason(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=1)
    change = PlayerChange("withdraw", entry(tournament, 5), None, 1)
    with pytest.raises(Refused, match="write down why"):
        change_seats(tournament, change, reason=" ", by=cast.director)
    change_seats(tournament, change, reason="did not come", by=cast.director)
    assert versions(tournament) == [2, 1]
    assert entry(tournament, 5).key == ""
    line = tournament.journal.get(verb="withdrawn-from-seating")
    assert line.old == {"1": {"2A": 5}, "2": {"3A": 5}}
    assert line.new == {"1": {"2A": None}, "2": {"3A": None}, "withdrawn": [5]}


def test_a_table_that_would_drop_to_two_is_repaired_and_the_repair_shown_first(cast: builders.Cast) -> None:
    # 15 players: table 4 has no D in round 1. When 13 (A4) leaves, two would be left there.
    tournament = builders.running_tournament(cast.club, players=15, rounds=1, published=0)
    change = PlayerChange("withdraw", entry(tournament, 13), None, 1)
    proposal = propose(tournament, change)
    assert sizes(tournament) == {1: [4, 4, 4, 3]}
    assert len(proposal.rounds) == 1
    assert len(proposal.rounds[0].repairs) == 1
    assert "table 4 would have had fewer than three players" in proposal.rounds[0].repairs[0]
    change_seats(tournament, change, stamp=stamp_for(proposal), reason="ill", by=cast.director)
    assert sorted(sizes(tournament)[1]) == [3, 3, 4, 4]


def test_a_table_that_is_given_up_is_gone_from_its_round(cast: builders.Cast) -> None:
    # Nine players at three tables of three: when one leaves, the two others fill up the other tables.
    tournament = builders.tournament(cast.club, players=9, rounds_planned=2)
    draw(tournament, seed=3, by=cast.director)
    assert sizes(tournament) == {1: [3, 3, 3], 2: [3, 3, 3]}
    publish_round(tournament, number=1, by=cast.director)
    change_seats(
        tournament, PlayerChange("withdraw", entry(tournament, 4), None, 2), reason="", by=cast.director
    )
    assert sizes(tournament) == {1: [3, 3, 3], 2: [4, 4]}


@pytest.mark.slow
def test_every_single_withdrawal_leaves_no_table_of_two(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=14, rounds=4, published=0)
    for number in range(1, 15):
        proposal = propose(tournament, PlayerChange("withdraw", entry(tournament, number), None, 1))
        touched = {round_.round.number for round_ in proposal.rounds}
        assert touched == {1, 2, 3, 4}
        assert proposal.certificate.undersized == ()


def test_a_walk_in_inherits_letter_table_and_every_later_seat(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=1)
    before = [sits(tournament, number) for number in (1, 2, 3)]
    walk_in = newcomer(tournament, 90)
    change = PlayerChange("replace", entry(tournament, 7), walk_in, 1)
    change_seats(tournament, change, reason="no-show", by=cast.director)
    for was, number in zip(before, (1, 2, 3), strict=True):
        now = sits(tournament, number)
        assert now[90] == was[7]
        assert 7 not in now
    assert (entry(tournament, 90).key, entry(tournament, 7).key) == ("C2", "")
    assert entry(tournament, 7).state == Entry.State.WITHDRAWN


def test_a_substitute_for_one_round_gives_the_seat_back(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=1)
    before = [sits(tournament, number) for number in (1, 2, 3)]
    helper = newcomer(tournament, 90)
    change_seats(
        tournament,
        PlayerChange("substitute", entry(tournament, 7), helper, 2, 2),
        reason="dentist",
        by=cast.director,
    )
    assert sits(tournament, 2)[90] == before[1][7]
    assert sits(tournament, 3) == before[2]
    assert entry(tournament, 7).state == Entry.State.REGISTERED
    assert entry(tournament, 7).key == "C2"


def test_whose_seat_a_substitute_plays_stays_known_when_seats_are_swapped(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=1)
    helper, seven = newcomer(tournament, 90), entry(tournament, 7)
    change_seats(
        tournament, PlayerChange("substitute", seven, helper, 2, 2), reason="dentist", by=cast.director
    )
    there = sits(tournament, 2)
    swap = Swap(2, *((int(there[player][:-1]), there[player][-1]) for player in (90, 1)))
    swap_seats(tournament, swap, by=cast.director)
    assert sits(tournament, 2)[90] == there[1]
    substituted = Seat.objects.exclude(substitute_for=None)
    assert [(seat.round.number, seat.entry, seat.substitute_for) for seat in substituted] == [
        (2, helper, seven)
    ]


@pytest.mark.slow
def test_planning_again_does_without_a_substitute_whose_rounds_are_over(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=4, published=1)
    helper = newcomer(tournament, 90)
    change_seats(
        tournament,
        PlayerChange("substitute", entry(tournament, 7), helper, 2, 2),
        reason="dentist",
        by=cast.director,
    )
    publish_round(tournament, number=2, by=cast.director)
    checked = preflight(tournament, 3)
    assert checked is not None
    assert "here-without-seat" not in {warning.code for warning in checked.warnings}
    plan_again(tournament, from_round=3, choice=PlanChoice(Movement.ASSIGNED), seed=1, by=cast.director)
    assert [set(sits(tournament, number)) for number in (3, 4)] == [set(range(1, 17))] * 2
    # Somebody leaves and the substitute stays after all.
    change_seats(
        tournament,
        PlayerChange("replace", entry(tournament, 3), helper, 3),
        reason="went home",
        by=cast.director,
    )
    plan_again(tournament, from_round=3, choice=PlanChoice(Movement.ASSIGNED), seed=2, by=cast.director)
    assert set(sits(tournament, 4)) == {*range(1, 17), 90} - {3}


@pytest.mark.slow
def test_a_new_plan_that_seats_a_substitute_forgets_when_they_would_have_left(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=16, rounds_planned=4)
    draw(tournament, seed=3, by=cast.director)
    helper = newcomer(tournament, 90)
    change_seats(
        tournament,
        PlayerChange("substitute", entry(tournament, 7), helper, 1, 2),
        reason="late",
        by=cast.director,
    )
    assert 90 not in {choice.number for choice in drawable(tournament, 3)}
    draw(tournament, seed=4, by=cast.director)
    assert [90 in sits(tournament, number) for number in (1, 4)] == [True, True]
    assert 90 in {choice.number for choice in drawable(tournament, 3)}


def test_a_late_arrival_follows_the_empty_seat_as_announced(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=15, rounds_planned=3)
    draw(tournament, seed=3, by=cast.director)
    publish_round(tournament, number=1, by=cast.director)
    empty = [
        next(
            f"{table.number}D"
            for table in Table.objects.filter(round__tournament=tournament, round__number=number)
            if table.seats.count() == 3
        )
        for number in (1, 2, 3)
    ]
    late = newcomer(tournament, 90)
    change_seats(tournament, PlayerChange("late", late, None, 2), reason="train", by=cast.director)
    assert [sits(tournament, number).get(90) for number in (1, 2, 3)] == [None, empty[1], empty[2]]


def test_a_late_arrival_moves_as_announced_even_to_known_faces(cast: builders.Cast) -> None:
    # Nobody moves: following the steps means the same three faces, the other empty seat would be three new ones.
    tournament = builders.tournament(cast.club, players=6, rounds_planned=3)
    choice = PlanChoice(Movement.CUSTOM, Steps(A=0, B=0, C=0, D=0))
    draw(tournament, choice=choice, seed=3, by=cast.director)
    change_seats(
        tournament, PlayerChange("late", newcomer(tournament, 90), None, 1), reason="", by=cast.director
    )
    assert [sits(tournament, number)[90] for number in (1, 2, 3)] == ["1D", "1D", "1D"]


def test_a_late_arrival_sits_where_wishes_are_kept(cast: builders.Cast) -> None:
    # 14 players: in round 1 seats 3D and 4D are empty, 9 sits at table 3.
    tournament = builders.running_tournament(cast.club, players=14, rounds=1, published=0)
    late = newcomer(tournament, 90)
    assert seat_found(tournament, late) == "3D"
    keep_apart(tournament, first=late, second=entry(tournament, 9), by=cast.director)
    assert seat_found(tournament, late) == "4D"
    keep_apart(tournament, first=late, second=entry(tournament, 12), by=cast.director)
    assert seat_found(tournament, late) == "3D"
    fix_table(tournament, entry=late, table=4, by=cast.director)
    assert seat_found(tournament, entry(tournament, 90)) == "4D"


def seat_found(tournament: Tournament, late: Entry) -> str:
    proposal = propose(tournament, PlayerChange("late", late, None, 1))
    return "".join(f"{seat.table}{seat.letter}" for seat in proposal.rounds[0].seats)


def test_pairs_stay_apart_for_the_rounds_that_are_left_of_their_limit(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=8)
    by_number = {entry.number: entry for entry in tournament.entries.all()}
    for first, second, rounds in ((1, 2, 3), (3, 4, 2), (5, 6, None)):
        keep_apart(tournament, first=by_number[first], second=by_number[second], rounds=rounds, by=None)
    made_from = plan_input(tournament, by_number.values(), rounds=2, seed=1, from_round=3)
    assert made_from.apart == (Apart(("1", "2"), 1), Apart(("5", "6"), None))


def test_where_no_seat_is_empty_a_late_arrival_is_told(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=1)
    with pytest.raises(Refused, match="There is no empty seat in round 2"):
        propose(tournament, PlayerChange("late", newcomer(tournament, 90), None, 2))


def test_who_waits_takes_the_seat_of_a_no_show_in_one_step(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=1)
    change = PlayerChange("replace", entry(tournament, 5), waiting(tournament, 90), 1)
    assert [incoming.number for incoming in propose(tournament, change).come_in] == [90]
    change_seats(tournament, change, reason="did not come", by=cast.director)
    assert [sits(tournament, number)[90] for number in (1, 2, 3)] == ["2A", "3A", "4A"]
    seated = entry(tournament, 90)
    assert (seated.state, seated.checked_in_at is not None) == (Entry.State.REGISTERED, True)
    line = tournament.journal.get()
    people = {name: line.new[name] for name in ("moved_up", "checked_in", "withdrawn")}
    assert (line.verb, people) == ("walk-in-seated", {"moved_up": [90], "checked_in": [90], "withdrawn": [5]})


def test_asked_twice_from_one_page_the_second_finds_the_player_seated(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=0)
    change = PlayerChange("replace", entry(tournament, 5), waiting(tournament, 90), 1)
    waiting(tournament, 91)
    looked_at = propose(tournament, change)
    change_seats(tournament, change, stamp=stamp_for(looked_at), reason="", by=cast.director)
    with pytest.raises(Refused, match="Newcomer 90 already has a seat"):
        change_seats(tournament, change, stamp=stamp_for(looked_at), reason="", by=cast.director)


def test_who_is_withdrawn_and_until_when_a_substitute_plays_is_on_record(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=1)
    for number, until in ((90, 2), (91, None)):
        change = PlayerChange(
            "substitute", entry(tournament, number - 85), newcomer(tournament, number), 2, until
        )
        change_seats(tournament, change, reason="", by=cast.director)
    entries = list(tournament.journal.order_by("sequence").values_list("verb", "subject", "new"))
    assert [(verb, subject) for verb, subject, _new in entries] == [
        ("substitute-seated", "player 90 for player 5"),
        ("substitute-seated", "player 91 for player 6"),
    ]
    assert [new.get("plays_until") for _verb, _subject, new in entries] == [2, None]
    assert [new.get("withdrawn") for _verb, _subject, new in entries] == [None, [6]]
    assert entry(tournament, 6).state == Entry.State.WITHDRAWN


def test_a_late_player_who_is_registered_is_checked_in_with_the_seat(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=15, rounds=2, published=1)
    late = newcomer(tournament, 90, checked_in=False)
    change_seats(tournament, PlayerChange("late", late, None, 2), reason="", by=cast.director)
    assert entry(tournament, 90).checked_in_at is not None
    assert 90 in sits(tournament, 2)


@pytest.mark.parametrize(
    ("kind", "number", "other", "from_round", "sentence"),
    [
        ("withdraw", 5, None, 4, "There is no such round"),
        ("replace", 5, 5, 1, "Choose two different players"),
        ("replace", 5, 6, 1, "Player 6 already has a seat in round 1: table 2, seat B"),
        ("withdraw", 90, None, 1, "Newcomer 90 has no seat from round 1 on"),
        ("late", 6, None, 1, "Player 6 already has a seat"),
    ],
)
def test_what_does_not_fit_is_said_and_changes_nothing(
    cast: builders.Cast, kind: str, number: int, other: int | None, from_round: int, sentence: str
) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3)
    newcomer(tournament, 90)
    for listed in (91, 92):
        waiting(tournament, listed)
    before = [sits(tournament, number) for number in (1, 2, 3)]
    change = PlayerChange(kind, entry(tournament, number), other and entry(tournament, other), from_round)
    with pytest.raises(Refused, match=sentence):
        change_seats(tournament, change, reason="because", by=cast.director)
    assert [sits(tournament, number) for number in (1, 2, 3)] == before
    assert not tournament.journal.exists()


def test_a_proposal_that_was_overtaken_is_a_conflict(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    change = PlayerChange("withdraw", entry(tournament, 5), None, 1)
    looked_at = propose(tournament, change)
    swap_seats(tournament, Swap(2, (3, "A"), (1, "A")), by=cast.director)
    with pytest.raises(Conflict, match="Look at what the change does now"):
        change_seats(tournament, change, stamp=stamp_for(looked_at), reason="", by=cast.director)
    assert entry(tournament, 5).state == Entry.State.REGISTERED


def test_a_round_published_meanwhile_overtakes_a_proposal(cast: builders.Cast) -> None:
    """Its players know their seats by now, its prints are out: that is looked at anew."""
    tournament = builders.running_tournament(cast.club, players=16, published=0)
    change = PlayerChange("withdraw", entry(tournament, 1), None, 1)
    looked_at = stamp_for(propose(tournament, change))
    publish_round(tournament, number=1, by=cast.director)
    with pytest.raises(Conflict, match="Look at what the change does now"):
        change_seats(tournament, change, stamp=looked_at, reason="ill", by=cast.director)


def test_what_happens_at_other_tables_does_not_overtake_a_proposal(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    change = PlayerChange("withdraw", entry(tournament, 5), None, 1)
    looked_at = propose(tournament, change)
    other = PlayerChange("withdraw", entry(tournament, 9), None, 1)
    change_seats(tournament, other, reason="", by=cast.director)
    change_seats(tournament, change, stamp=stamp_for(looked_at), reason="", by=cast.director)
    assert entry(tournament, 5).state == Entry.State.WITHDRAWN


def stamp_for(looked_at: SeatingProposal) -> Stamp:
    return Stamp(seen={"proposal": looked_at.digest})


def test_the_same_form_again_is_quiet_while_its_change_stands(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    change = PlayerChange("replace", entry(tournament, 5), waiting(tournament, 90), 1)
    stamp = stamp_for(propose(tournament, change))
    answers = [
        change_seats(tournament, change, stamp=stamp, reason="", by=cast.director) for _click in range(2)
    ]
    assert answers == [{"1": {"2A": 90}, "2": {"3A": 90}}] * 2
    assert tournament.journal.filter(verb="walk-in-seated").count() == 1
    swap_seats(tournament, Swap(2, (3, "A"), (1, "A")), by=cast.director)
    with pytest.raises(Refused, match="Newcomer 90 already has a seat"):
        change_seats(tournament, change, stamp=stamp, reason="", by=cast.director)


def test_the_same_change_twice_is_refused_the_second_time(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    change = PlayerChange("withdraw", entry(tournament, 5), None, 1)
    change_seats(tournament, change, reason="", by=cast.director)
    with pytest.raises(Refused, match="has no seat"):
        change_seats(tournament, change, reason="", by=cast.director)
    assert [journal_entry.verb for journal_entry in tournament.journal.all()] == ["withdrawn-from-seating"]


def pairs(tournament: Tournament) -> Counter[frozenset[int]]:
    met: Counter[frozenset[int]] = Counter()
    for table in Table.objects.filter(round__tournament=tournament):
        seated = list(table.seats.values_list("entry__number", flat=True))
        met.update(frozenset((a, b)) for a in seated for b in seated if a < b)
    return met


@pytest.mark.slow
def test_rounds_to_come_are_planned_again_without_meeting_again(cast: builders.Cast) -> None:
    # Sanctioned steps at eight tables meet again in round 3; slips planned after round 1 do not.
    tournament = builders.running_tournament(cast.club, players=32, rounds=4, published=1)
    first = sits(tournament, 1)
    assert max(pairs(tournament).values()) == 2
    plan_again(tournament, from_round=2, choice=PlanChoice(Movement.ASSIGNED), seed=1, by=cast.director)
    assert sits(tournament, 1) == first
    assert max(pairs(tournament).values()) == 1
    assert list(tournament.rounds.values_list("number", "movement")) == [
        (1, ""),
        (2, "assigned"),
        (3, "assigned"),
        (4, "assigned"),
    ]


def test_steps_go_on_from_the_round_before(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=20, rounds=3, published=1)
    choice = PlanChoice(Movement.CUSTOM, Steps(A=0, B=1, C=2, D=-1))
    plan_again(tournament, from_round=2, choice=choice, seed=1, by=cast.director)
    first, second = sits(tournament, 1), sits(tournament, 2)
    step = {"A": 0, "B": 1, "C": 2, "D": -1}
    expected = {
        player: f"{(int(seat[:-1]) - 1 + step[seat[-1]]) % 5 + 1}{seat[-1]}" for player, seat in first.items()
    }
    assert second == expected


def test_a_published_round_is_not_planned_again(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=2)
    before = sits(tournament, 2)
    with pytest.raises(Refused, match="Round 2 is published"):
        plan_again(tournament, from_round=2, choice=PlanChoice(Movement.ASSIGNED), by=cast.director)
    assert sits(tournament, 2) == before


def test_by_standing_the_leaders_sit_together(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=0)
    # Nobody has met: the order of the standings alone decides. 16 leads, 1 is last.
    standings = list(tournament.entries.order_by("-number"))
    plan_again(
        tournament, from_round=1, choice=PlanChoice(Movement.RANKED, standings=standings), by=cast.director
    )
    tables = {player: seat[:-1] for player, seat in sits(tournament, 1).items()}
    assert tables == {player: str((16 - player) // 4 + 1) for player in range(1, 17)}
