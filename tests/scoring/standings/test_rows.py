"""The rows of the standings are made of pieces, and a change makes those anew that it changed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from club.models import Person
from demo.simulation import play_rounds
from scoring.standings import rows
from scoring.standings.queries import calculate
from tests import builders
from tournament.models import Entry, Tournament

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def tournament() -> Tournament:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    list(play_rounds(tournament, 2, seed=2, by=cast.director))
    tournament.refresh_from_db()
    return tournament


def pieces_made(tournament: Tournament) -> int:
    """How many pieces the table of a tournament makes."""
    before = rows._made.cache_info().misses
    rows.table_rows(tournament.slug, calculate(tournament), seats={}, notes=False)
    return rows._made.cache_info().misses - before


@pytest.mark.slow
def test_only_what_changed_is_made_anew(tournament: Tournament) -> None:
    rows._made.cache_clear()
    assert pieces_made(tournament) > 16  # who it is and the points of each, and the places
    assert pieces_made(tournament) == 0
    Person.objects.filter(entries=tournament.entries.get(number=3)).update(name="Zoë Quill")
    assert pieces_made(tournament) == 1
    with override("es"):
        assert pieces_made(tournament) > 16


@pytest.mark.slow
def test_a_name_is_gone_as_soon_as_initials_are_asked_for(tournament: Tournament) -> None:
    Person.objects.filter(entries=tournament.entries.get(number=3)).update(name="Zoë Quill")
    for initials, name in ((False, "Zoë Quill"), (True, "Z.Q."), (False, "Zoë Quill")):
        Entry.objects.filter(tournament=tournament, number=3).update(shows_initials=initials)
        text = str(rows.table_rows(tournament.slug, calculate(tournament), seats={}, notes=False))
        assert (name in text, text.count("Zoë Quill")) == (True, int(not initials))


@pytest.mark.slow
def test_a_name_is_text_in_a_piece_too(tournament: Tournament, client: Client) -> None:
    Person.objects.filter(entries=tournament.entries.get(number=3)).update(name="<b>Zoë</b> & Co")
    standings = calculate(tournament)
    for text in (
        rows.table_rows(tournament.slug, standings, seats={}, notes=False),
        rows.screen_rows(standings, set()),
    ):
        assert "&lt;b&gt;Zoë&lt;/b&gt; &amp; Co" in text
        assert "<b>Zoë" not in text


@pytest.mark.slow
def test_a_row_says_whose_it_is_and_where_they_sit(tournament: Tournament) -> None:
    text = rows.table_rows(tournament.slug, calculate(tournament), seats={3: "1B"}, notes=False)
    assert '<tr data-number="3" data-seat="1B">' in text.split("\n")


@pytest.mark.slow
def test_without_scripts_a_chosen_player_is_shown_their_own_page(
    tournament: Tournament, client: Client
) -> None:
    address = reverse("standings", args=[tournament.slug])
    assert client.get(f"{address}?me=3").templates[0].name == "scoring/standings/player.html"
    for query in ("?me=99", "?me=3&find=Play", "?me="):
        assert client.get(address + query).templates[0].name == "scoring/standings/standings.html"
