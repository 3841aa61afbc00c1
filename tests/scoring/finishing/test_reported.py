"""What a player reports in the time for corrections: noted, and settled by a dispute or by the director's answer."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from record.models import JournalEntry
from record.refused import Refused
from scoring.finishing.actions import end_window, finish, open_window
from scoring.finishing.reports import report, tables_of, waiting
from scoring.models import CardSet, PointLine, PrizeAward, PrizeRow, ReportedNumber
from scoring.prizes.actions import fix
from tests import builders
from tournament.models import Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    call_command("simulate", tournament.slug, rounds=2, seed=1, verbosity=0)
    tournament.refresh_from_db()
    open_window(tournament, minutes=30, by=cast.director)
    return tournament


def note(cast: builders.Cast, played: Tournament, what: str = "Game 3 was 30") -> ReportedNumber:
    entry = played.entries.get(number=1)
    noted = report(played, entry=entry, table=tables_of(played, entry)[0], what=what, by=cast.scorekeeper)
    assert noted is not None
    return noted


@pytest.mark.slow
def test_the_desk_notes_it_from_the_players_row_and_no_number_changes(
    cast: builders.Cast, played: Tournament
) -> None:
    desk = builders.signed_in(cast.scorekeeper)
    address = reverse("reported", args=[played.slug, 1])
    standings = reverse("standings", args=[played.slug])
    assert address in desk.get(standings).content.decode()
    assert address not in Client().get(standings).content.decode()
    lines = list(PointLine.objects.order_by("pk").values_list("points", flat=True))
    table = Table.objects.get(round__tournament=played, round__number=2, seats__entry__number=1)
    form_data = {"table": table.pk, "what": "Game 3 was 30", "all_here": "on", "stamp": builders.stamp()}
    assert desk.post(address, form_data).status_code == 302
    desk.post(address, form_data)
    noted = ReportedNumber.objects.get()
    assert (noted.entry.number, noted.table, noted.reason) == (1, table, "Game 3 was 30")
    assert list(PointLine.objects.order_by("pk").values_list("points", flat=True)) == lines
    assert set(CardSet.objects.values_list("state", flat=True)) == {
        "accepted"
    }  # a scorekeeper opens no dispute
    entry = JournalEntry.objects.get(verb="number-reported")
    assert (entry.reason, entry.actor) == ("Game 3 was 30", cast.scorekeeper)


@pytest.mark.slow
def test_nothing_is_final_before_it_is_answered(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    noted = note(cast, played)
    end_window(played, by=cast.director)
    with pytest.raises(Refused, match="Player 1 reported a number of round 2"):
        finish(played, by=cast.director)
    address = reverse("reported-answer", args=[played.slug, noted.pk])
    refused = director.post(address, {"do": "answer", "answer": " ", "stamp": builders.stamp()})
    assert (refused.status_code, waiting(played).count()) == (422, 1)
    director.post(address, {"do": "answer", "answer": "The card says 25.", "stamp": builders.stamp()})
    noted.refresh_from_db()
    assert (noted.ended_reason, noted.ended_by) == ("The card says 25.", cast.director)
    assert finish(played, by=cast.director).places


@pytest.mark.slow
def test_with_everybody_here_it_opens_the_dispute(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    noted = note(cast, played)
    address = reverse("reported-answer", args=[played.slug, noted.pk])
    answer = director.post(address, {"do": "dispute", "stamp": builders.stamp()})
    card_set = CardSet.objects.get(table=noted.table)
    assert (card_set.state, card_set.held_reason) == ("held", "Player 1 reported: Game 3 was 30")
    assert answer["Location"] == reverse("desk-table", args=[played.slug, 2, noted.table.number])
    assert not waiting(played)
    with pytest.raises(Refused, match="is not accepted"):
        finish(played, by=cast.director)


@pytest.mark.slow
def test_a_director_notes_and_opens_it_in_one_step(director: Client, played: Tournament) -> None:
    table = Table.objects.get(round__tournament=played, round__number=1, seats__entry__number=1)
    address = reverse("reported", args=[played.slug, 1])
    assert director.get(address).status_code == 200
    form_data = {"table": table.pk, "what": "Total is 20 more", "all_here": "on", "stamp": builders.stamp()}
    assert director.post(address, {**form_data, "what": ""}).status_code == 422
    director.post(address, form_data)
    assert CardSet.objects.get(table=table).held_reason == "Player 1 reported: Total is 20 more"


@pytest.mark.slow
def test_another_table_than_the_players_cannot_be_reported(director: Client, played: Tournament) -> None:
    other = Table.objects.exclude(seats__entry__number=1).filter(round__tournament=played).first()
    assert other is not None
    form_data = {"table": other.pk, "what": "Game 1", "stamp": builders.stamp()}
    assert director.post(reverse("reported", args=[played.slug, 1]), form_data).status_code == 422
    assert not ReportedNumber.objects.exists()


@pytest.mark.slow
def test_finish_and_the_corrections_name_the_prizes_that_move(
    director: Client, cast: builders.Cast, played: Tournament
) -> None:
    """After the freeze a winner's card is corrected: the money follows only when the director opens the prizes."""
    end_window(played, by=cast.director)
    finish(played, by=cast.director)
    first = PrizeRow.objects.create(tournament=played, position=1, criterion="overall", cents=[10001])
    fix(played, rows=[first.pk], by=cast.director)
    winner = PrizeAward.objects.get()
    second = PointLine.objects.exclude(entry=winner.entry).order_by("pk").first()
    assert second is not None
    PointLine.objects.filter(pk=second.pk).update(points=second.points + 5000)
    report_of = played.entries.get(pk=second.entry_id)
    Tournament.objects.filter(pk=played.pk).update(journal_head="another")
    for name in ("finish", "standings", "prizes"):
        page = builders.one_line(director.get(reverse(name, args=[played.slug])).content.decode())
        assert "A correction moves prizes that are locked in" in page, name
        moved = page[page.index("A correction moves") :][:1500]
        assert f"<bdi>{winner.entry.name}</bdi>: $100.01" in moved
        assert f"<bdi>{report_of.name}</bdi>: $0" in moved
    public = Client().get(reverse("standings", args=[played.slug])).content.decode()
    assert "Corrected after the finish" in public
    assert "moves prizes" not in public
    winner.refresh_from_db()
    assert (winner.cents, PrizeAward.objects.count()) == (10001, 1)
