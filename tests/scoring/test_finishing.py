"""Finishing: only with everything accepted; frozen then, with corrections shown; taken back on record."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring.actions.finishing import finish, take_back_finish
from scoring.models import CardSet, FinalStandings, PointLine
from scoring.queries.corrections import Correction, corrections_of
from scoring.queries.standings import standings_of
from tests import builders
from tournament.journal import record
from tournament.models import Tournament
from tournament.refused import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cast: builders.Cast) -> Tournament:
    made = builders.running_tournament(cast.club, players=8, rounds=2)
    call_command("simulate", made.slug, rounds=2, seed=1, verbosity=0)
    made.refresh_from_db()
    return made


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [fault.code for fault in refused.value.faults]


def test_finishing_freezes_the_standings(cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    played.refresh_from_db()
    frozen = {place["number"]: place["total"] for place in FinalStandings.objects.get().places}
    assert frozen == {place.number: place.total for place in standings_of(played).places}
    assert played.finished_at is not None


def test_finishing_twice_changes_nothing(cast: builders.Cast, played: Tournament) -> None:
    assert finish(played, by=cast.director) == finish(played, by=cast.director)


def test_every_open_end_is_named_at_once(cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club, players=8, rounds=2)
    with pytest.raises(Refused) as refused:
        finish(made, by=cast.director)
    assert codes(refused) == ["set-missing", "rounds-left"]
    assert "tables 1, 2" in str(refused.value)


def test_a_held_set_stands_in_the_way(cast: builders.Cast, played: Tournament) -> None:
    CardSet.objects.filter(round__number=2, table__number=2).update(state="held", held_reason="two winners")
    with pytest.raises(Refused, match="Round 2: table 2 is not accepted"):
        finish(played, by=cast.director)


def test_nothing_published_is_nothing_to_finish(cast: builders.Cast) -> None:
    with pytest.raises(Refused) as refused:
        finish(builders.tournament(cast.club, players=8), by=cast.director)
    assert codes(refused) == ["nothing-played"]


def test_before_any_round_the_page_offers_no_finish(client: Client, cast: builders.Cast) -> None:
    client.force_login(cast.director)
    for made, offered in ((builders.tournament(cast.club), 0), (builders.running_tournament(cast.club), 1)):
        page = client.get(reverse("finish", args=[made.slug])).content.decode()
        assert page.count("Make the standings final") == offered
        assert page.count("What comes first") == 1 - offered


def test_finishing_early_leaves_out_planned_rounds(cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club, players=8, rounds=2)
    call_command("simulate", made.slug, rounds=1, seed=1, verbosity=0)
    made.refresh_from_db()
    finish(made, by=cast.director, early=True)
    assert FinalStandings.objects.filter(tournament=made).exists()


def test_a_later_change_is_shown_as_a_correction(cast: builders.Cast, played: Tournament) -> None:
    finish(played, by=cast.director)
    first = standings_of(played).places[0]
    line = PointLine.objects.filter(entry__number=first.number).first()
    assert line is not None
    PointLine.objects.filter(pk=line.pk).update(points=line.points + 100)
    record(played, "corrected", "a line", by=None, standings=True)
    played.refresh_from_db()
    assert corrections_of(played, standings_of(played)) == [
        Correction(first.number, first.name, first.rank, first.total, 1, first.total + 100)
    ]


def test_taking_the_finish_back_needs_a_reason_and_is_on_record(
    cast: builders.Cast, played: Tournament
) -> None:
    finish(played, by=cast.director)
    with pytest.raises(Refused, match="Say why"):
        take_back_finish(played, by=cast.director, reason="  ")
    take_back_finish(played, by=cast.director, reason="a set was missing")
    played.refresh_from_db()
    last = played.journal.last()
    assert last is not None
    assert (played.finished_at, last.verb, last.reason) == (None, "took back the finish", "a set was missing")


def test_the_page_refuses_and_says_why(client: Client, cast: builders.Cast) -> None:
    made = builders.running_tournament(cast.club, players=8, rounds=2)
    client.force_login(cast.director)
    response = client.post(reverse("finish", args=[made.slug]), {"as_of": builders.as_of(made)})
    assert (response.status_code, FinalStandings.objects.count()) == (422, 0)
    assert "tables 1, 2 are not accepted" in response.content.decode()


def test_the_page_finishes(client: Client, cast: builders.Cast, played: Tournament) -> None:
    client.force_login(cast.director)
    response = client.post(reverse("finish", args=[played.slug]), {"as_of": builders.as_of(played)})
    assert (response.status_code, FinalStandings.objects.count()) == (302, 1)


def test_a_finish_taken_back_without_a_reason_stays_and_nothing_typed_is_lost(
    client: Client, cast: builders.Cast, played: Tournament
) -> None:
    finish(played, by=cast.director)
    client.force_login(cast.director)
    address = reverse("finish-take-back", args=[played.slug])
    answers = [
        client.post(address, {"reason": reason, "as_of": builders.as_of(played)})
        for reason in ("", "x" * 501)
    ]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert b"x" * 501 in answers[1].content
    assert FinalStandings.objects.filter(tournament=played).exists()
