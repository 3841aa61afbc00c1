"""A player who sat in a chair that was empty on record: seat and card follow, accepted sets are looked at again."""

import pytest
from django.test import Client

from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.models import Card, CardSet, PointLine, SetVersion
from scoring.seats.wrong_seats import mend_wrong_seat
from scoring.sets.queries import desk_table_of
from tests import builders
from tournament.models import Seat, Table, Tournament

pytestmark = pytest.mark.django_db

NUMBERS = {"A": [25, 0, 0, 0], "B": [0, 30, 0, 0], "C": [0, 0, 35, 0], "D": [0, 0, 0, 40]}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Eleven players in number order: tables 1 and 2 full, seat 3D empty."""
    return builders.running_tournament(cast.club, players=11, rounds=2, published=1)


def table(tournament: Tournament, number: int) -> Table:
    return Table.objects.get(round__tournament=tournament, round__number=1, number=number)


def accept(tournament: Tournament, number: int) -> CardSet:
    card_set = builders.card_set(table(tournament, number), NUMBERS, state="accepted")
    PointLine.objects.bulk_create(
        PointLine(
            card_set=card_set,
            round=card_set.round,
            entry=card.entry,
            game=1,
            points=sum(card.points),
            code="hand",
        )
        for card in card_set.cards.all()
    )
    return card_set


def sit(
    tournament: Tournament,
    by: object,
    *,
    player: int = 4,
    chair: tuple[int, str] = (3, "D"),
    **changes: object,
) -> None:
    entry = tournament.entries.get(number=player)
    arguments = {"reason": "told us at lunch", **changes}
    mend_wrong_seat(tournament, number=1, player=entry, sat=chair, by=by, **arguments)


def seats(tournament: Tournament) -> dict[int, str]:
    return {
        seat.entry.number: str(seat)
        for seat in Seat.objects.filter(round__tournament=tournament, round__number=1)
    }


def test_the_seat_is_where_the_player_sat(tournament: Tournament, cast: builders.Cast) -> None:
    before = seats(tournament)
    assert before[4] == "1D"
    sit(tournament, cast.director)
    assert seats(tournament) == {**before, 4: "3D"}
    assert tournament.rounds.get(number=1).seating_version == 2


@pytest.mark.slow
def test_the_card_goes_along_and_both_accepted_sets_are_open_again(
    tournament: Tournament, cast: builders.Cast
) -> None:
    for number in (1, 2, 3):
        accept(tournament, number)
    sit(tournament, cast.director)
    cards = {card.entry.number: (card.card_set.table.number, card.letter) for card in Card.objects.all()}
    assert cards[4] == (3, "D")
    moved = Card.objects.get(entry__number=4, round__tournament=tournament)
    assert (moved.points, moved.written_total, moved.verified_by) == ([0, 0, 0, 40], 40, "")
    states = [
        (table(tournament, number).card_set.state, table(tournament, number).card_set.version)
        for number in (1, 2, 3)
    ]
    assert states == [("in", 2), ("accepted", 1), ("in", 2)]
    counted = PointLine.objects.filter(round__tournament=tournament).values_list("entry__number", flat=True)
    assert sorted(counted) == [5, 6, 7, 8]
    tournament.refresh_from_db()
    assert tournament.standings_version == 1


@pytest.mark.slow
def test_whom_the_absent_verified_is_not_verified(tournament: Tournament, cast: builders.Cast) -> None:
    accept(tournament, 1)
    sit(tournament, cast.director)
    left = {card.letter: card.verified_by for card in table(tournament, 1).card_set.cards.all()}
    assert left == {"A": "C", "B": "", "C": "A"}
    place = desk_table_of(tournament, table(tournament, 3))
    assert place.written_set.cards["D"].points == (0, 0, 0, 40)
    assert place.written_set.cards["A"].is_blank


def test_what_was_on_record_stays_in_the_journal(tournament: Tournament, cast: builders.Cast) -> None:
    accept(tournament, 1)
    sit(tournament, cast.director)
    line = tournament.journal.get(verb="wrong-seat-mended")
    assert (line.old["1D"], line.old["3D"], len(line.old["lines"])) == (4, None, 4)
    assert line.new == {"1D": None, "3D": 4, "cards moved": 1, "sets opened again": [1]}
    assert line.reason == "told us at lunch"


def test_asked_twice_it_happens_once(tournament: Tournament, cast: builders.Cast) -> None:
    stamp = Stamp(seen={"first": "1D", "accepted": []})
    for _click in range(2):
        sit(tournament, cast.director, stamp=stamp)
    assert (seats(tournament)[4], tournament.journal.count()) == ("3D", 1)
    with pytest.raises(Refused, match="not empty"):
        sit(tournament, cast.director, stamp=Stamp(seen=stamp.seen))
    with pytest.raises(Conflict, match="Look at them again"):
        sit(tournament, cast.director, player=8, chair=(1, "D"), stamp=Stamp(seen=stamp.seen))


def test_each_set_keeps_the_step_and_the_lines_that_stopped_counting(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept(tournament, 1)
    sit(tournament, cast.director)
    steps = [
        (step.table.number, step.number, step.state, step.other_table.number, len(step.lines))
        for step in SetVersion.objects.filter(verb="wrong-seat-mended").select_related("table", "other_table")
    ]
    assert steps == [(1, 2, "in", 3, 4), (3, 1, "in", 1, 0)]


@pytest.mark.parametrize(
    ("player", "chair", "sentence"),
    [
        (4, (2, "A"), "Seat 2A is not empty: Player 5 is on record there"),
        (4, (9, "A"), "There is no seat 9A in round 1"),
    ],
)
def test_what_does_not_fit_is_said(
    tournament: Tournament, cast: builders.Cast, player: int, chair: tuple[int, str], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        sit(tournament, cast.director, player=player, chair=chair)


def test_a_table_of_two_cannot_have_played(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=10)
    with pytest.raises(Refused, match="Table 2 would have been left with 2 players"):
        sit(tournament, cast.director, player=5, chair=(3, "D"))


def test_without_a_reason_nothing_changes(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Refused, match="write down why"):
        sit(tournament, cast.director, reason=" ")
    assert seats(tournament)[4] == "1D"


@pytest.mark.slow
def test_the_page_shows_it_first_and_then_does_it(
    client: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    accept(tournament, 1)
    client.force_login(cast.director)
    address = f"/t/{tournament.slug}/seating/wrong-seat/"
    query = {"number": "1", "first": "4", "second": "", "chair": "3d"}
    page = client.get(address, query)
    assert page.status_code == 200
    assert "<bdi>Player 4</bdi> goes on record at 3D" in page.content.decode()
    assert "Table 1 is opened again" in page.content.decode()
    assert seats(tournament)[4] == "1D"
    form_data = {**query, "stamp": builders.stamp_on(page.content.decode(), address)}
    assert client.post(address, {**form_data, "reason": ""}).status_code == 422
    assert client.post(address, {**form_data, "reason": "heard"}).status_code == 302
    assert seats(tournament)[4] == "3D"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"second": "", "chair": ""}, "Name the other player, or the empty chair."),
        ({"second": "5", "chair": "3D"}, "Name the other player or the empty chair, not both."),
        ({"second": "", "chair": "D"}, "Write the chair as table and letter, such as 7C."),
        ({"second": "", "chair": "99999999999D"}, "Write the chair as table and letter, such as 7C."),
        ({"second": "", "chair": "2A"}, "Seat 2A is not empty"),
    ],
)
def test_the_page_says_what_is_missing(
    client: Client, tournament: Tournament, cast: builders.Cast, query: dict[str, str], sentence: str
) -> None:
    client.force_login(cast.director)
    page = client.get(f"/t/{tournament.slug}/seating/wrong-seat/", {"number": "1", "first": "4", **query})
    assert page.status_code == 422
    assert sentence in page.content.decode()
