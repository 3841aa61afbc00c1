"""Every change of a seat, a number or a name raises the revision that sheets of seats are printed with."""

import pytest

from club.models import Movement, Person
from scoring.seats.wrong_seats import mend_wrong_seat
from tests import builders
from tournament.models import Tournament
from tournament.players.actions import correct
from tournament.roster.actions import apply_roster, park
from tournament.rounds.actions import publish_round
from tournament.seating.change_seats import change_seats
from tournament.seating.draw import draw, plan_again
from tournament.seating.plans import PlanChoice
from tournament.seating.player_change import PlayerChange
from tournament.seating.storing import occupants
from tournament.seating.swap import Swap, swap_seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(cast: builders.Cast) -> Tournament:
    """Fifteen players at four tables, one seat empty, three rounds drawn."""
    tournament = builders.tournament(cast.club, players=15, rounds_planned=3)
    return draw(tournament, by=cast.director, choice=PlanChoice(Movement.CLUB_DAY), seed=7)


def swap(tournament: Tournament, number: int, by: object, *, everywhere: bool = False) -> None:
    sitting = occupants(tournament.rounds.get(number=number))
    first, second = [spot for spot, entry in sitting.items() if entry][:2]
    swap_seats(tournament, Swap(number, first, second, everywhere=everywhere), reason="a word", by=by)


@pytest.mark.slow
def test_every_way_to_change_a_seat_raises_the_revision(drawn: Tournament, cast: builders.Cast) -> None:
    """Publishing, and players who merely register, do not."""
    by = cast.director
    revisions = [slips_revision(drawn)]

    def after(act: object) -> None:
        act()
        revisions.append(slips_revision(drawn))

    def entry(number: int) -> object:
        return drawn.entries.get(number=number)

    def new_entry(number: int) -> object:
        person = Person.objects.create(club=cast.club, name=f"Player {number}")
        return drawn.entries.create(person=person, number=number, checked_in_at=drawn.drawn_at)

    after(lambda: draw(drawn, by=by, choice=PlanChoice(Movement.CLUB_DAY), seed=8))
    after(lambda: swap(drawn, 2, by))
    after(lambda: publish_round(drawn, number=1, by=by))
    after(lambda: new_entry(16))
    after(lambda: change_seats(drawn, PlayerChange("late", entry(16), None, 2), reason="", by=by))
    after(lambda: change_seats(drawn, PlayerChange("withdraw", entry(5), None, 2), reason="", by=by))
    after(
        lambda: change_seats(
            drawn, PlayerChange("substitute", entry(6), new_entry(17), 2, 2), reason="", by=by
        )
    )
    after(lambda: plan_again(drawn, from_round=2, choice=PlanChoice(Movement.ASSIGNED), seed=7, by=by))
    after(lambda: change_seats(drawn, PlayerChange("replace", entry(7), new_entry(18), 2), reason="", by=by))
    publish_round(drawn, number=2, by=by)

    def exchange() -> None:
        pair = {"player": entry(1), "sat": entry(2)}
        mend_wrong_seat(drawn, number=1, **pair, reason="heard", by=by)

    def sit_down() -> None:
        sitting = occupants(drawn.rounds.get(number=1))
        chair = next(spot for spot, player in sitting.items() if player is None)
        player = next(player for spot, player in sitting.items() if player and spot[0] != chair[0])
        mend_wrong_seat(drawn, number=1, player=player, sat=chair, reason="heard", by=by)

    after(exchange)
    after(sit_down)
    assert revisions == [1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10]


def edited(cast: builders.Cast, tournament: Tournament, was: int, **new: object) -> None:
    entry = tournament.entries.select_related("person").get(number=was)
    correct(entry, by=cast.director, new=new)


@pytest.mark.slow
def test_a_new_number_or_name_overtakes_what_is_printed(drawn: Tournament, cast: builders.Cast) -> None:
    for number in (1, 2):
        publish_round(drawn, number=number, by=cast.director)
    assert slips_revision(drawn) == 1
    edited(cast, drawn, 4, town="Reno")
    assert (slips_revision(drawn), revisions(drawn)) == (1, [1, 1, 1])
    edited(cast, drawn, 4, number=44)
    assert (slips_revision(drawn), revisions(drawn)) == (2, [2, 2, 1])
    edited(cast, drawn, 5, name="Zoë Núñez")
    assert (slips_revision(drawn), revisions(drawn)) == (3, [3, 3, 1])
    edited(cast, drawn, 5, shows_initials=True)
    assert (slips_revision(drawn), revisions(drawn)) == (4, [4, 4, 1])


@pytest.mark.slow
def test_a_roster_that_renumbers_overtakes_what_is_printed(drawn: Tournament, cast: builders.Cast) -> None:
    publish_round(drawn, number=1, by=cast.director)
    town = drawn.entries.get(number=1).person.town
    for content, expected in (
        (f"number,name,town\n1,Player 1,{town}\n", (1, [1, 1, 1])),
        (f"number,name,town\n91,Player 1,{town}\n", (2, [2, 1, 1])),
    ):
        upload = park(drawn, by=cast.director, name="roster.csv", content=content.encode())
        apply_roster(upload, by=cast.director, answers={})
        assert (slips_revision(drawn), revisions(drawn)) == expected


def slips_revision(tournament: Tournament) -> int:
    return Tournament.objects.values_list("seats_revision", flat=True).get(pk=tournament.pk)


def revisions(tournament: Tournament) -> list[int]:
    return list(tournament.rounds.order_by("number").values_list("seating_version", flat=True))
