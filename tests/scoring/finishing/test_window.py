"""The time for corrections: said to players, and nothing is final before it is over."""

import datetime

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from record.refused import Refused
from scoring.finishing.actions import end_window, finish, open_window
from scoring.models import CorrectionWindow
from tests import builders
from tournament.models import Tournament
from tournament.settings.actions import withhold_results

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    tournament.refresh_from_db()
    return tournament


@pytest.mark.slow
def test_players_read_until_when_and_nothing_is_final_before(
    client: Client, cast: builders.Cast, played: Tournament
) -> None:
    open_window(played, minutes=30, by=cast.director)
    for name, numbers in (("standings", []), ("player", [1]), ("screen", [])):
        page = client.get(reverse(name, args=[played.slug, *numbers])).content.decode()
        assert "ell the desk by" in page
    with pytest.raises(Refused, match="can still tell the desk"):
        finish(played, by=cast.director)
    CorrectionWindow.objects.update(
        closes_at=timezone.now() - datetime.timedelta(seconds=1),
        opened_at=timezone.now() - datetime.timedelta(minutes=30),
    )
    finish(played, by=cast.director)
    assert "ell the desk by" not in client.get(reverse("standings", args=[played.slug])).content.decode()


@pytest.mark.slow
def test_it_ends_early_and_needs_every_card(cast: builders.Cast, played: Tournament) -> None:
    open_window(played, minutes=30, by=cast.director)
    end_window(played, by=cast.director)
    assert finish(played, by=cast.director).places
    waiting = builders.running_tournament(cast.club, players=4, rounds=1)
    with pytest.raises(Refused, match="not accepted"):
        open_window(waiting, minutes=30, by=cast.director)


@pytest.mark.slow
def test_while_it_runs_the_key_that_ends_it_stands_where_the_finish_is(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    open_window(played, minutes=30, by=cast.director)
    address = reverse("finish", args=[played.slug])
    page = director.get(address).content.decode()
    assert ("End the time for corrections now" in page, "Make the standings final" in page) == (True, False)
    director.post(reverse("correction-window", args=[played.slug]), {"do": "end", "stamp": builders.stamp()})
    page = director.get(address).content.decode()
    assert ("End the time for corrections now" in page, "Make the standings final" in page) == (False, True)


@pytest.mark.slow
def test_what_is_withheld_is_not_to_be_checked_and_what_is_checked_not_to_be_withheld(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    finish_page, wanted = (
        reverse("finish", args=[played.slug]),
        reverse("correction-window", args=[played.slug]),
    )
    withhold_results(played, from_round=1, by=cast.director)
    asked = {"do": "open", "minutes": "30", "stamp": builders.stamp()}
    for page in (director.get(finish_page), director.post(wanted, asked)):
        assert "Results from round 1 on are withheld, and nobody can check" in page.content.decode()
        assert 'name="minutes"' not in page.content.decode()
    assert not CorrectionWindow.objects.exists()
    withhold_results(played, from_round=None, by=cast.director)
    open_window(played, minutes=30, by=cast.director)
    address = reverse("results-withhold", args=[played.slug])
    page = director.post(address, {"from_round": "1", "stamp": builders.stamp(withheld_from=None)})
    assert (page.status_code, "Players are checking their numbers until" in page.content.decode()) == (
        422,
        True,
    )
    end_window(played, by=cast.director)
    assert withhold_results(played, from_round=1, by=cast.director).withheld_from == 1


@pytest.mark.slow
def test_a_later_round_is_withheld_while_earlier_ones_are_checked(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=4, rounds=2)
    call_command("simulate", tournament.slug, rounds=1, seed=1, verbosity=0)
    tournament.refresh_from_db()
    withhold_results(tournament, from_round=2, by=cast.director)
    open_window(tournament, minutes=30, by=cast.director)
    withhold_results(tournament, from_round=None, by=cast.director)
    assert withhold_results(tournament, from_round=2, by=cast.director).withheld_from == 2


@pytest.mark.slow
def test_a_page_of_a_player_shows_nothing_withheld_though_a_window_stands(
    client: Client, cast: builders.Cast, played: Tournament
) -> None:
    """As where both came from an archive of a version that knew both at once."""
    open_window(played, minutes=30, by=cast.director)
    Tournament.objects.filter(pk=played.pk).update(withheld_from=1)
    page = client.get(reverse("player", args=[played.slug, 1])).content.decode()
    assert ("What for" in page, "are kept for the ceremony." in page) == (False, True)


@pytest.mark.slow
def test_today_does_not_offer_the_finish_while_the_time_for_corrections_runs(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    def today() -> str:
        return director.get(played.get_work_url()).content.decode()

    assert "Make the standings final" in today()
    open_window(played, minutes=30, by=cast.director)
    assert "Make the standings final" not in today()
    assert "The time for corrections is running" in today()
