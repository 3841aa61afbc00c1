"""A warning, then a disqualification: what becomes of seats, points and the person, and how it is taken back."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.bars.actions import lift_bar
from club.models import Bar
from paper.sheets import results
from record.journal import record
from record.refused import Conflict, Refused
from record.stamps import Stamp
from record.verbs import Verb
from scoring.complaints.actions import disqualify, take_back, warn
from scoring.complaints.queries import conduct_of
from scoring.history.queries import standings_at
from scoring.models import Complaint
from scoring.sets.accepting import accept_set
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring import paper
from tournament.journal.queries import contradictions
from tournament.models import Entry, Seat, Tournament
from tournament.settings.actions import withhold_results

pytestmark = pytest.mark.django_db
WHY = "Called another player a cheat, twice"


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Eight players; table 1 of round 1 is accepted, round 2 is planned."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    accept_set(*paper.judged(tournament), by=cast.scorekeeper)
    tournament.refresh_from_db()
    return tournament


def entry(tournament: Tournament, number: int = 3) -> Entry:
    return tournament.entries.select_related("person").get(number=number)


def disqualify_player(tournament: Tournament, cast: builders.Cast, **changes: Any) -> Complaint:
    values = {"from_round": 2, "keeps_place": True, "reason": WHY} | changes
    complaint = disqualify(tournament, entry=entry(tournament), by=cast.director, **values)
    tournament.refresh_from_db()
    return complaint


def test_the_first_is_a_warning_and_there_is_no_second_warning(
    tournament: Tournament, cast: builders.Cast
) -> None:
    warn(tournament, entry=entry(tournament), reason="Loud", by=cast.director)
    assert conduct_of(entry(tournament)).is_warned
    with pytest.raises(Refused, match="a second complaint disqualifies"):
        warn(tournament, entry=entry(tournament), reason="Loud again", by=cast.director)
    assert Complaint.objects.count() == 1


def test_a_disqualified_player_leaves_the_rounds_to_come_and_the_club(
    tournament: Tournament, cast: builders.Cast
) -> None:
    complaint = disqualify_player(tournament, cast)
    assert [seat.round.number for seat in Seat.objects.filter(entry=entry(tournament))] == [1]
    sizes = [table.seats.count() for table in tournament.rounds.get(number=2).tables.all()]
    assert sorted(sizes) == [3, 4]
    assert entry(tournament).state == Entry.State.WITHDRAWN
    bar = Bar.objects.standing().get(person=entry(tournament).person)
    assert (complaint.bar, bar.reason, bar.by) == (bar, WHY, cast.director)
    assert bar.decided_in == "Autumn Classic, Nov. 20, 2026"
    verbs = [row.verb for row in tournament.chain().order_by("sequence")]
    assert verbs[-2:] == ["withdrawn-from-seating", "player-disqualified"]
    assert cast.club.chain().order_by("sequence").last().verb == "person-barred"  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize("keeps_place", [True, False])
def test_whether_the_points_stay_is_shown_everywhere(
    tournament: Tournament, cast: builders.Cast, client: Client, *, keeps_place: bool
) -> None:
    disqualify_player(tournament, cast, keeps_place=keeps_place)
    rows = {row.number: row for row in standings_of(tournament).places}
    assert (rows[3].rank, rows[3].total, rows[3].is_disqualified) == (1 if keeps_place else None, 105, True)
    assert rows[1].rank == (2 if keeps_place else 1)
    places = json.loads(client.get(reverse("standings-json", args=[tournament.slug])).content)["places"]
    assert [(place["number"], place["rank"]) for place in places if place.get("state") == "disqualified"] == [
        (3, rows[3].rank)
    ]
    text = client.get(reverse("standings-csv", args=[tournament.slug])).content.decode("utf-8-sig")
    assert [row["number"] for row in csv.DictReader(io.StringIO(text)) if row["state"]] == ["3"]
    for name, arguments in (("standings", []), ("player", [3])):
        page = client.get(reverse(name, args=[tournament.slug, *arguments])).content.decode()
        assert "isqualified" in page
        assert WHY not in page


@pytest.mark.slow
def test_while_results_are_withheld_a_later_one_is_not_told(
    tournament: Tournament, cast: builders.Cast, client: Client
) -> None:
    """Who moved up for it would tell of the rounds that are kept back; before them it is shown as ever."""
    table_2 = tournament.rounds.get(number=1).tables.get(number=2)
    accept_set(*paper.judged(tournament, number=table_2.number), by=cast.scorekeeper)
    tournament.rounds.filter(number=2).update(published_at=timezone.now())
    tournament.refresh_from_db()
    address = reverse("standings-json", args=[tournament.slug])
    withhold_results(tournament, from_round=2, by=cast.director)
    before = json.loads(client.get(address).content)["places"]
    now = timezone.now()
    Complaint.objects.create(
        entry=entry(tournament),
        outcome="disqualified",
        reason=WHY,
        by=cast.director,
        at=now,
        keeps_place=False,
    )
    record(tournament, Verb.PLAYER_DISQUALIFIED, "", by=cast.director, standings=True)
    tournament.refresh_from_db()
    assert json.loads(client.get(address).content)["places"] == before
    mine = standings_of(Tournament.objects.get(pk=tournament.pk)).places
    assert [place.number for place in mine if place.is_disqualified] == [3]
    Complaint.objects.update(at=now - timedelta(days=1))  # decided before the round that is kept back
    record(tournament, Verb.PLAYER_DISQUALIFIED, "", by=cast.director, standings=True)
    places = json.loads(client.get(address).content)["places"]
    assert [place["number"] for place in places if place.get("state") == "disqualified"] == [3]


def test_after_an_earlier_round_and_on_paper_a_disqualification_of_today_stands(
    tournament: Tournament, cast: builders.Cast, client: Client
) -> None:
    tournament.rounds.update(published_at=timezone.now() - timedelta(hours=1))
    disqualify_player(tournament, cast, from_round=3, keeps_place=False)
    for last_round in (None, 1):
        place = next(
            place for place in standings_of(tournament, until=last_round).places if place.number == 3
        )
        assert (place.rank, place.is_disqualified) == (None, True)
    answer = builders.one_line(client.get(reverse("standings", args=[tournament.slug])).content.decode())
    assert 'class="visually-hidden">disqualified</span>' in answer
    sheet = results.listing(standings_of(tournament), standings_of(tournament).places)
    (row,) = (row for row in sheet["items"] if row[2] == "3")
    assert (row[0], row[1], row[-1]) == ("–", "Player 3, disqualified", "–")


@pytest.mark.slow
def test_while_results_are_withheld_no_mark_and_no_past_minute_tells_of_it(
    tournament: Tournament, cast: builders.Cast, client: Client
) -> None:
    tournament.rounds.update(published_at=timezone.now() - timedelta(hours=1))
    withhold_results(tournament, from_round=2, by=cast.director)
    tournament.refresh_from_db()
    before = standings_of(tournament, until=1).places
    disqualify_player(tournament, cast, from_round=3, keeps_place=False)
    assert entry(tournament).state == Entry.State.WITHDRAWN
    assert standings_of(tournament, until=1).places == before
    assert standings_at(tournament, timezone.now(), until=1).places == before
    for name, arguments in (("standings", []), ("history-round", [1]), ("player", [3])):
        answer = client.get(reverse(name, args=[tournament.slug, *arguments])).content.decode().lower()
        assert ("withdrawn" in answer, "disqualified" in answer) == (False, False)


def test_it_is_asked_again_where_the_seats_changed(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Conflict):
        disqualify_player(tournament, cast, stamp=Stamp(seen={"proposal": ""}))
    assert not Bar.objects.exists()


def test_taken_back_the_bar_is_lifted_and_the_player_may_be_seated_again(
    tournament: Tournament, cast: builders.Cast
) -> None:
    complaint = disqualify_player(tournament, cast, keeps_place=False)
    take_back(complaint, reason="It was the other table", by=cast.director)
    tournament.refresh_from_db()
    assert entry(tournament).state == Entry.State.REGISTERED
    assert not Bar.objects.standing().exists()
    assert standings_of(tournament).places[0].number == 3
    complaint.refresh_from_db()
    assert (complaint.reason, complaint.ended_reason) == (WHY, "It was the other table")
    take_back(complaint, reason="again", by=cast.director)
    complaint.refresh_from_db()
    assert complaint.ended_reason == "It was the other table"


def test_lifting_the_bar_leaves_the_disqualification(tournament: Tournament, cast: builders.Cast) -> None:
    complaint = disqualify_player(tournament, cast)
    lift_bar(cast.club, Bar.objects.get(), reason="Apologised", by=cast.director)
    tournament.refresh_from_db()
    assert conduct_of(entry(tournament)).is_disqualified
    assert standings_of(tournament).has_disqualified
    take_back(complaint, reason="x", by=cast.director)
    assert Bar.objects.get().ended_reason == "Apologised"


def test_after_the_last_round_nobody_changes_seats(tournament: Tournament, cast: builders.Cast) -> None:
    seats = Seat.objects.count()
    disqualify_player(tournament, cast, from_round=3)
    assert Seat.objects.count() == seats
    assert entry(tournament).state == Entry.State.WITHDRAWN


@pytest.mark.slow
def test_through_the_pages(tournament: Tournament, cast: builders.Cast) -> None:
    client, address = builders.signed_in(cast.director), reverse("complaints", args=[tournament.slug])
    question = client.get(address, {"player": "3"}).content.decode()
    form_data = {"player": "3", "reason": "Loud", "stamp": builders.stamp_on(question, address)}
    empty = client.post(address, {**form_data, "stamp": builders.stamp(), "reason": " "})
    assert (empty.status_code, "Say what happened." in empty.content.decode()) == (422, True)
    assert client.post(address, form_data).status_code == 302
    again = client.post(address, {**form_data, "stamp": builders.stamp()})
    assert (again.status_code, "a second complaint disqualifies" in again.content.decode()) == (422, True)
    unsaid = client.get(address, {"player": "3", "from_round": "2", "keeps_place": ""})
    assert "Say whether the points stay in the standings." in unsaid.content.decode()
    chosen = {"player": "3", "from_round": "2", "keeps_place": "no"}
    content = client.get(address, chosen).content.decode()
    assert '<bdi>Player 3</bdi> <span class="player-number">3</span>' in content.split("What it does")[-1]
    stamp = builders.stamp_on(content, address)
    assert (
        client.post(address, {**chosen, "do": "disqualify", "reason": WHY, "stamp": stamp}).status_code == 302
    )
    complaint = Complaint.objects.get(outcome="disqualified")
    back = reverse("complaint-take-back", args=[tournament.slug, complaint.pk])
    assert client.post(back, {"stamp": builders.stamp(), "reason": ""}).status_code == 422
    assert client.post(back, {"stamp": builders.stamp(), "reason": "x"}).status_code == 302


def test_other_tournaments_of_the_person_are_named(tournament: Tournament, cast: builders.Cast) -> None:
    other = builders.tournament(cast.club, name="Winter Day")
    Entry.objects.create(tournament=other, person=entry(tournament).person, number=1)
    client, address = builders.signed_in(cast.director), reverse("complaints", args=[tournament.slug])
    page = client.get(address, {"player": "3", "from_round": "2", "keeps_place": "no"}).content.decode()
    assert "Winter Day" in page


def test_the_record_tells_a_complaint_that_was_changed_behind_its_back(
    tournament: Tournament, cast: builders.Cast
) -> None:
    entry = tournament.entries.get(number=3)
    take_back(warn(tournament, entry=entry, reason=WHY, by=cast.director), reason="No", by=cast.director)
    complaint = warn(tournament, entry=entry, reason=WHY, by=cast.director)
    assert list(contradictions(tournament)) == []
    Complaint.objects.filter(pk=complaint.pk).update(ended_at=timezone.now(), ended_reason="?")
    assert list(contradictions(tournament)) == [
        (
            "complaint 2 is stored as {'complaint': 2, 'outcome': 'warned', 'taken_back': True}"
            " and recorded as {'complaint': 2, 'outcome': 'warned'}."
        )
    ]


@pytest.mark.slow
def test_what_happened_survives_the_look_at_what_a_disqualification_does(
    cast: builders.Cast, tournament: Tournament
) -> None:
    client = builders.signed_in(cast.director)
    address = reverse("complaints", args=[tournament.slug])
    data = {"player": "3", "reason": "Threw a tile.", "from_round": "2", "keeps_place": "no", "do": "show"}
    page = client.post(address, {**data, "stamp": builders.stamp()})
    assert page.status_code == 200
    assert "Threw a tile.</textarea>" in page.content.decode()
    assert 'value="disqualify"' in page.content.decode()
    stamp = builders.stamp_on(page.content.decode(), address)
    assert client.post(address, {**data, "do": "disqualify", "stamp": stamp}).status_code == 302
    assert Complaint.objects.get().reason == "Threw a tile."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shown", "then"),
    [
        ({}, {"player": "1", "do": "choose"}),
        ({}, {"player": "nobody", "do": "choose"}),
        ({}, {"player": "1"}),
        ({"from_round": "2", "keeps_place": "no", "do": "show"}, {"keeps_place": "yes", "do": "disqualify"}),
        ({"from_round": "2", "keeps_place": "no", "do": "show"}, {"player": "1", "do": "disqualify"}),
    ],
)
def test_nothing_unseen_is_decided_and_what_happened_stays(
    cast: builders.Cast, tournament: Tournament, shown: dict[str, str], then: dict[str, str]
) -> None:
    """Another player, or points that stay instead of going, is shown first."""
    client, address = builders.signed_in(cast.director), reverse("complaints", args=[tournament.slug])
    data = {"player": "3", "reason": "Threw a tile.", **shown}
    first = client.post(address, {"do": "choose", **data, "stamp": builders.stamp()}).content.decode()
    answer = client.post(address, {**data, "do": "", **then, "stamp": builders.stamp_on(first, address)})
    assert "Threw a tile.</textarea>" in answer.content.decode()
    assert not Complaint.objects.exists()
