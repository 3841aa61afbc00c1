"""A wrong seat found after play: seats, cards and points follow the people; the numbers stay as written."""

import pytest
from django.db.models import Sum
from django.urls import reverse

from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.models import Card, PointLine
from scoring.seats.wrong_seats import correction, mend_wrong_seat
from scoring.sets.past import past
from scoring.sets.queries import desk_table_of
from tests import builders
from tournament.models import Entry, Table, Tournament

pytestmark = pytest.mark.django_db

NUMBERS = {"A": [25, 0, 0, 0], "B": [0, 30, 0, 0], "C": [0, 0, 35, 0], "D": [0, 0, 0, 40]}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Eight players in number order; both tables of round 1 accepted, their lines written."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, published=1)
    for number, factor in ((1, 1), (2, 10)):
        accept(tournament, number, factor)
    return tournament


def accept(tournament: Tournament, number: int, factor: int) -> None:
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=number)
    numbers = {letter: [points * factor for points in row] for letter, row in NUMBERS.items()}
    card_set = builders.card_set(table, numbers, state="accepted")
    PointLine.objects.bulk_create(
        PointLine(
            card_set=card_set,
            round=table.round,
            entry=card.entry,
            game=game,
            points=points,
            code="hand",
        )
        for card in card_set.cards.all()
        for game, points in enumerate(card.points, 1)
    )


def tables(tournament: Tournament) -> list[Table]:
    return list(Table.objects.filter(round__number=1, round__tournament=tournament).order_by("number"))


def totals(tournament: Tournament) -> dict[int, int]:
    rows = PointLine.objects.filter(round__tournament=tournament).order_by().values_list("entry__number")
    return dict(rows.annotate(Sum("points")))


def exchange(tournament: Tournament, first: int, second: int, by: object, **options: object) -> None:
    one, other = (tournament.entries.get(number=number) for number in (first, second))
    arguments = {"reason": "they told us at lunch", **options}
    mend_wrong_seat(tournament, number=1, player=one, sat=other, by=by, **arguments)


@pytest.mark.slow
def test_points_and_cards_follow_the_people(tournament: Tournament, cast: builders.Cast) -> None:
    before = totals(tournament)
    assert before == {1: 25, 2: 30, 3: 35, 4: 40, 5: 250, 6: 300, 7: 350, 8: 400}
    exchange(tournament, 3, 6, cast.director)
    assert totals(tournament) == {**before, 3: 300, 6: 35}
    cards = {
        card.entry.number: (card.card_set.table.number, card.letter, card.points)
        for card in Card.objects.filter(round__tournament=tournament)
    }
    assert cards[3] == (2, "B", [0, 300, 0, 0])
    assert cards[6] == (1, "C", [0, 0, 35, 0])


def test_two_players_of_one_table(tournament: Tournament, cast: builders.Cast) -> None:
    exchange(tournament, 1, 4, cast.director)
    assert totals(tournament) == {1: 40, 2: 30, 3: 35, 4: 25, 5: 250, 6: 300, 7: 350, 8: 400}


def test_seats_change_and_the_plan_of_later_rounds_does_not(
    tournament: Tournament, cast: builders.Cast
) -> None:
    later = dict(tournament.rounds.get(number=2).seats.values_list("entry__number", "table__number"))
    exchange(tournament, 3, 6, cast.director)
    round_ = tournament.rounds.get(number=1)
    seats = dict(round_.seats.values_list("entry__number", "letter"))
    assert (seats[3], seats[6], round_.seating_version) == ("B", "C", 2)
    assert dict(tournament.rounds.get(number=2).seats.values_list("entry__number", "table__number")) == later
    assert Entry.objects.get(tournament=tournament, number=3).key == "C1"


def test_sets_stay_accepted_with_a_new_version_and_the_standings_with_one(
    tournament: Tournament, cast: builders.Cast
) -> None:
    exchange(tournament, 3, 6, cast.director)
    sets = [table.card_set for table in tables(tournament)]
    assert [(card_set.state, card_set.version) for card_set in sets] == [("accepted", 2), ("accepted", 2)]
    tournament.refresh_from_db()
    assert tournament.standings_version == 1
    line = tournament.journal.get(verb="wrong-seat-mended")
    assert (line.old, line.new) == ({"1C": 3, "2B": 6}, {"1C": 6, "2B": 3, "cards moved": 2})


def test_where_only_one_table_is_typed_its_card_moves(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    accept(tournament, 1, 1)
    exchange(tournament, 3, 6, cast.director)
    assert totals(tournament) == {1: 25, 2: 30, 6: 35, 4: 40}
    assert dict(Card.objects.values_list("letter", "entry__number")) == {"A": 1, "B": 2, "C": 6, "D": 4}


@pytest.mark.slow
def test_asked_twice_it_is_not_exchanged_back(tournament: Tournament, cast: builders.Cast) -> None:
    stamp = Stamp(seen={"first": "1C", "second": "2B"})
    for _click in range(2):
        exchange(tournament, 3, 6, cast.director, stamp=stamp)
    assert (totals(tournament)[3], tournament.journal.count()) == (300, 1)
    with pytest.raises(Conflict, match="Look at them again"):
        exchange(tournament, 3, 6, cast.director, stamp=Stamp(seen=stamp.seen))
    assert totals(tournament)[3] == 300


@pytest.mark.slow
def test_what_was_done_with_each_set_shows_the_exchange(tournament: Tournament, cast: builders.Cast) -> None:
    exchange(tournament, 3, 6, cast.director)
    steps = [past(desk_table_of(tournament, table)) for table in tables(tournament)]
    assert [[(step.verb, step.reason, step.table, step.changes) for step in past] for past in steps] == [
        [("wrong-seat-mended", "they told us at lunch", 2, [])],
        [("wrong-seat-mended", "they told us at lunch", 1, [])],
    ]


def test_without_a_reason_nothing_changes(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Refused, match="write down why"):
        exchange(tournament, 3, 6, cast.director, reason="  ")
    assert totals(tournament)[3] == 35


@pytest.mark.parametrize(
    ("number", "second", "sentence"),
    [(1, 3, "two different players"), (2, 6, "Round 2 is not published"), (1, 9, "Player 9 has no seat")],
)
def test_what_does_not_fit_is_said(
    tournament: Tournament, cast: builders.Cast, number: int, second: int, sentence: str
) -> None:
    builders.tournament(cast.club)
    entry = tournament.entries.get(number=3)
    person = entry.person.__class__.objects.create(club=cast.club, name="Player 9")
    Entry.objects.create(tournament=tournament, person=person, number=9)
    with pytest.raises(Refused, match=sentence):
        correction(tournament, number=number, player=entry, sat=tournament.entries.get(number=second))


@pytest.mark.slow
@pytest.mark.parametrize(("other", "status"), [("6", 200), ("nobody", 422)])
def test_a_reason_stays_when_another_correction_is_looked_at(
    tournament: Tournament, cast: builders.Cast, other: str, status: int
) -> None:
    client, address = builders.signed_in(cast.director), reverse("wrong-seat", args=[tournament.slug])
    named, before = {"number": "1", "first": "1", "second": "5", "chair": ""}, totals(tournament)
    page = client.get(address, named).content.decode()
    sent = {**named, "stamp": builders.stamp_on(page, address), "reason": "They told us at lunch"}
    answer = client.post(address, {**sent, "second": other, "do": "show"})
    assert "They told us at lunch</textarea>" in answer.content.decode()
    assert (answer.status_code, answer.context["found"] is not None) == (status, status == 200)
    assert totals(tournament) == before
    assert client.post(address, sent).status_code == 302
    assert totals(tournament) != before
