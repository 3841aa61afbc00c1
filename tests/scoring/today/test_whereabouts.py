"""One place for a person: the seat now, points, penalty and phone, found by a name from every desk page."""

import pytest
from django.urls import reverse

from tests import builders

pytestmark = pytest.mark.django_db


def test_a_name_leads_to_seat_penalty_phone_and_form(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    person = tournament.entries.get(number=6).person
    person.name, person.phone = "Keiko Ito", "555-0101"
    person.save()
    address = reverse("find-player", args=[tournament.slug])
    page = builders.one_line(
        builders.signed_in(cast.director).get(address, {"player": "ito"}).content.decode()
    )
    seat = tournament.rounds.get(number=1).seats.get(entry__number=6)
    edit = reverse("entry-edit", args=[tournament.slug, 6])
    assert [
        words in page
        for words in (
            f"Table {seat.table.number}, {seat.letter}, in round 1.",
            "555-0101",
            f"{reverse('adjustments', args=[tournament.slug])}?player=6",
            f'href="{edit}"',
        )
    ] == [True] * 4
    back = builders.signed_in(cast.director).get(edit).content.decode()
    assert f'href="{address}?player=6"' in back
    of_scorekeeper = builders.signed_in(cast.scorekeeper).get(address, {"player": "ito"}).content.decode()
    assert ("Keiko Ito" in of_scorekeeper, "555-0101" in of_scorekeeper) == (True, False)


def test_who_sits_down_in_a_later_round_is_found_with_the_first_seat(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=3)
    tournament.rounds.get(number=1).seats.filter(entry__number=6).delete()
    seat = tournament.rounds.get(number=2).seats.get(entry__number=6)
    address = reverse("find-player", args=[tournament.slug])
    page = builders.signed_in(cast.scorekeeper).get(address, {"player": "6"}).content.decode()
    assert f"No seat now. From round 2: table {seat.table.number}, {seat.letter}." in builders.one_line(page)


def test_the_search_stands_on_every_desk_page_and_on_no_public_one(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    desk, standings = (reverse(name, args=[tournament.slug]) for name in ("rounds", "standings"))
    form = f'action="{reverse("find-player", args=[tournament.slug])}"'
    client = builders.signed_in(cast.director)
    public = builders.signed_in(None).get(standings).content.decode()
    assert (form in client.get(desk).content.decode(), form in public) == (True, False)
