"""What is printed says which revision it is, and a newer one says that the older is out of date."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.seats.empty_chairs import move_to_empty_chair
from scoring.seats.wrong_seats import exchange_seats_on_record
from tests import builders
from tournament.draw.actions import draw
from tournament.models import Movement, Person, Tournament
from tournament.players.actions import correct
from tournament.printing.views import SPARE_LINES, name_size
from tournament.roster.actions import apply_roster, park
from tournament.rounds.actions import publish_round
from tournament.seat_changes.actions import change_seats
from tournament.seat_changes.plan_again import PlanChoice, plan_again
from tournament.seat_changes.planner import PlayerChange
from tournament.seating.actions import occupants, swap_seats
from ui.templatetags.charleston import qr

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(cast: builders.Cast) -> Tournament:
    """Fifteen players at four tables, one seat empty, three rounds drawn."""
    made = builders.tournament(cast.club, players=15, rounds_planned=3)
    return draw(made, by=cast.director, movement=Movement.CLUB_DAY, seed=7)


def slips(client: Client, tournament: Tournament) -> str:
    page = client.get(f"/t/{tournament.slug}/seating/slips/")
    assert page.status_code == 200
    return page.content.decode()


def swap(tournament: Tournament, number: int, by: object, *, everywhere: bool = False) -> None:
    sitting = occupants(tournament.rounds.get(number=number))
    first, second = [spot for spot, entry in sitting.items() if entry][:2]
    swap_seats(
        tournament, number=number, first=first, second=second, everywhere=everywhere, reason="a word", by=by
    )


def test_every_slip_says_its_revision(client: Client, drawn: Tournament, cast: builders.Cast) -> None:
    client.force_login(cast.director)
    page = slips(client, drawn)
    assert len(re.findall(r"revision 1\b", page)) == 15
    assert "out of date" not in page


def test_a_slip_leads_a_phone_to_its_players_page(
    client: Client, drawn: Tournament, cast: builders.Cast
) -> None:
    client.force_login(cast.director)
    page = slips(client, drawn)
    assert qr(f"http://testserver/t/{drawn.slug}/?me=7") in page
    assert page.count("QR code of this address") == 15
    Tournament.objects.filter(pk=drawn.pk).update(is_public=False)
    assert "QR code" not in slips(client, drawn)


def test_a_change_of_a_planned_round_makes_earlier_slips_out_of_date(
    client: Client, drawn: Tournament, cast: builders.Cast
) -> None:
    swap(drawn, 3, cast.director)
    client.force_login(cast.director)
    page = slips(client, drawn)
    assert len(re.findall(r"revision 2\b", page)) == 15
    assert page.count("earlier slips are out of date") == 15
    assert "earlier slips are out of date" in client.get(f"/t/{drawn.slug}/seating/").content.decode()


def test_every_way_to_change_a_seat_raises_the_revision(drawn: Tournament, cast: builders.Cast) -> None:
    """Publishing, and players who merely register, do not."""
    by = cast.director
    found = [slips_revision(drawn)]

    def after(act: object) -> None:
        act()
        found.append(slips_revision(drawn))

    def entry(number: int) -> object:
        return drawn.entries.get(number=number)

    def new_entry(number: int) -> object:
        person = Person.objects.create(club=cast.club, name=f"Player {number}")
        return drawn.entries.create(person=person, number=number, checked_in_at=drawn.drawn_at)

    after(lambda: draw(drawn, by=by, movement=Movement.CLUB_DAY, seed=8))
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
        pair = {"first": entry(1), "second": entry(2)}
        exchange_seats_on_record(drawn, number=1, **pair, reason="heard", by=by)

    def sit_down() -> None:
        sitting = occupants(drawn.rounds.get(number=1))
        chair = next(spot for spot, player in sitting.items() if player is None)
        player = next(player for spot, player in sitting.items() if player and spot[0] != chair[0])
        move_to_empty_chair(drawn, number=1, player=player, chair=chair, reason="heard", by=by)

    after(exchange)
    after(sit_down)
    assert found == [1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10]


def test_badges_show_everybody_registered_and_lead_to_their_pages(
    client: Client, drawn: Tournament, cast: builders.Cast
) -> None:
    client.force_login(cast.scorekeeper)
    drawn.entries.filter(number=3).update(state="withdrawn", start_letter="", start_table=None)
    drawn.entries.filter(number=4).update(shows_initials=True)
    page = client.get(f"/t/{drawn.slug}/players/badges/").content.decode()
    badges = re.findall(r'<li class="badge">(.*?)</li>', page, re.S)
    names = [re.search(r"<bdi>(.*?)</bdi>", badge)[1] for badge in badges]
    expected = sorted(f"Player {number}" for number in range(1, 16) if number not in (3, 4))
    assert names == ["P.4.", *expected]
    assert all("<svg" in badge for badge in badges)
    seat = drawn.entries.get(number=1)
    own = next(badge for badge in badges if ">Player 1<" in badge)
    assert f"first table {seat.start_table}" in own
    drawn.is_public = False
    drawn.save()
    assert "slip-qr" not in client.get(f"/t/{drawn.slug}/players/badges/").content.decode()


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Bo Li", ""),
        ("Ana Sofía Abramson", ""),
        ("רבקה רוזנבלום", ""),
        ("Arlene Greenberg-Castellanos", "is-long"),
        ("Wilhelmina Featherstonehaugh-Cholmondeley-Vanderbilt", "is-longest"),
        ("W" * 50, "is-longest"),
    ],
)
def test_a_name_on_a_badge_is_as_large_as_its_words_allow(name: str, size: str) -> None:
    assert name_size(name) == size


@pytest.mark.parametrize("page", ["seat-slips", "badges"])
def test_sheets_without_codes_say_why(
    page: str, client: Client, drawn: Tournament, cast: builders.Cast
) -> None:
    client.force_login(cast.director)

    def said(host: str) -> tuple[bool, bool]:
        sheet = client.get(reverse(page, args=[drawn.slug]), headers={"host": host}).content.decode()
        return "LAN=1" in sheet, "not shown to the public" in sheet

    assert (said("testserver"), said("127.0.0.1:8000")) == ((False, False), (True, False))
    Tournament.objects.update(is_public=False)
    assert (said("testserver"), said("127.0.0.1:8000")) == ((False, True), (False, True))


def edited(cast: builders.Cast, made: Tournament, was: int, **new: object) -> None:
    entry = made.entries.select_related("person").get(number=was)
    correct(entry, by=cast.director, new=new)


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


def slips_revision(made: Tournament) -> int:
    return Tournament.objects.values_list("seats_revision", flat=True).get(pk=made.pk)


def revisions(made: Tournament) -> list[int]:
    return list(made.rounds.order_by("number").values_list("seating_version", flat=True))


def test_the_sign_in_sheet_has_a_line_for_everybody_by_family_name_and_some_to_spare(
    client: Client, drawn: Tournament, cast: builders.Cast
) -> None:
    Person.objects.filter(entries=drawn.entries.get(number=7)).update(name="Zoe Adams")
    Person.objects.filter(entries=drawn.entries.get(number=3)).update(name="Ann Zorn")
    client.force_login(cast.door)
    page = client.get(f"/t/{drawn.slug}/players/sign-in/").content.decode()
    numbers = re.findall(r'<td class="digits">(\d+)</td>', page)
    assert (numbers[0], numbers[-1], len(numbers), page.count("<tr><td></td>")) == ("7", "3", 15, SPARE_LINES)
