"""Results that stay: nothing before its time, and then the same everywhere."""

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from club.models import Person
from paper.share import sheet_of
from scoring.ceremony.actions import present
from scoring.complaints.actions import disqualify
from scoring.finishing.actions import end_window, finish, open_window
from scoring.models import Adjustment, Card, CardSet, Complaint, PrizeAward, PrizeRow, ReportedNumber
from scoring.prizes.actions import fix
from scoring.prizes.pot import hand_over_share, set_stake, shares_of
from scoring.raffle.actions import draw as draw_raffle
from scoring.raffle.actions import make_ready
from scoring.standings.queries import standings_of
from tests import builders
from tournament.fees.actions import pay
from tournament.models import Entry, Table, Tournament
from tournament.seating.change_seats import change_seats
from tournament.seating.player_change import PlayerChange
from tournament.settings.actions import withhold_results

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    event = builders.running_tournament(cast.club, players=8, rounds=1)
    event.entries.filter(number=2).update(shows_initials=True)
    call_command("simulate", event.slug, rounds=1, seed=2, verbosity=0)
    PrizeRow.objects.create(tournament=event, position=1, criterion="overall", cents=[5050])
    event.refresh_from_db()
    return event


def totals(event: Tournament) -> dict[int, int]:
    cards = Card.objects.filter(round__tournament=event)
    return dict(cards.values_list("entry__number", "written_total"))


def public_page(event: Tournament, name: str) -> str:
    return Client().get(reverse(name, args=[event.slug])).content.decode()


@pytest.mark.slow
def test_places_and_prizes_are_there_when_they_are_final_and_public(
    cast: builders.Cast, event: Tournament
) -> None:
    assert "The final places appear here when" in public_page(event, "results")
    assert json.loads(public_page(event, "results-json"))["places"] == []
    finish(event, by=cast.director)
    row = event.prize_rows.get()
    fix(event, rows=[row.pk], by=cast.director)
    assert json.loads(public_page(event, "results-json"))["prizes"] == []
    present(event, rows=[row], public=True, by=cast.director)
    answer = json.loads(public_page(event, "results-json"))
    assert {place["number"]: place["total"] for place in answer["places"]} == totals(event)
    assert sum(prize["cents"] for prize in answer["prizes"]) == 5050
    best = max(totals(event).values())
    assert {prize["number"] for prize in answer["prizes"]} == {
        number for number, total in totals(event).items() if total == best
    }
    assert {prize["prize"] for prize in answer["prizes"]} == {"Overall"}
    page = builders.one_line(public_page(event, "results"))
    assert f"with {best} points. " in page
    assert "8 players, 1 round." in page
    assert f'<span class="num num-total">{best}</span> points' in page
    assert "First Place" in page


@pytest.mark.slow
def test_who_sees_winners_before_the_hall_reads_so_and_is_not_asked_to_share_them(
    director: Client, cast: builders.Cast, event: Tournament
) -> None:
    finish(event, by=cast.director, withhold=True)
    marks = ('class="podium', "Nobody else sees results.", "data-share", 'id="newsletter"')
    page = director.get(reverse("results", args=[event.slug])).content.decode()
    assert [mark in page for mark in marks] == [True, True, False, False]
    assert [mark in public_page(event, "results") for mark in marks] == [False] * 4
    withhold_results(event, from_round=None, by=cast.director)
    page = director.get(reverse("results", args=[event.slug])).content.decode()
    assert [mark in page for mark in marks] == [True, False, True, True]


@pytest.mark.slow
def test_the_master_points_report_counts_rounds_and_games(director: Client, event: Tournament) -> None:
    event.entries.get(number=1).person.__class__.objects.filter(name="Player 1").update(member_number="M-7")
    address = reverse("master-points", args=[event.slug])
    assert "fewer than 16" in director.get(address).content.decode()
    text = director.get(address, {"export": "csv"}).content.decode().removeprefix("\ufeff")
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(text))}
    assert {name: int(row["total"]) for name, row in rows.items()} == {
        f"Player {number}": total for number, total in totals(event).items()
    }
    first = rows["Player 1"]
    assert (first["person"], first["rounds"], first["games"], first["players"]) == ("M-7", "1", "4", "8")


@pytest.mark.slow
def test_the_final_report_has_the_winners(director: Client, cast: builders.Cast, event: Tournament) -> None:
    finish(event, by=cast.director)
    fix(event, rows=[event.prize_rows.get().pk], by=cast.director)
    page = director.get(reverse("final-report", args=[event.slug])).content.decode()
    assert "Overall" in page
    assert "$50.50" in page or "tied" in page or "$25.25" in page


@pytest.mark.slow
def test_the_final_report_has_all_that_was_decided(
    director: Client, cast: builders.Cast, event: Tournament
) -> None:
    now = timezone.now()
    entry, table = event.entries.get(number=1), Table.objects.get(round__tournament=event, number=1)
    Complaint.objects.create(entry=entry, outcome="warned", reason="Shouted across", by=cast.director, at=now)
    Adjustment.objects.create(
        entry=entry, kind="late", points=-20, reason="Ten past", by=cast.director, at=now
    )
    ReportedNumber.objects.create(
        entry=entry,
        table=table,
        reason="Game 2 was 30",
        at=now,
        by=cast.director,
        ended_reason="Card says 25",
        ended_at=now,
        ended_by=cast.director,
    )
    draw_raffle(
        event,
        make_ready(event, prize="Fruit basket", winners=1, without_winners=False, by=cast.director),
        by=cast.director,
    )
    event.entries.filter(number=8).update(state="withdrawn")
    page = director.get(reverse("final-report", args=[event.slug])).content.decode()
    for words in (
        *("Shouted across", "warned", "Ten past", "Game 2 was 30", "Card says 25", "Fruit basket"),
        *("Player 8", "Withdrawn", "after round 1"),
    ):
        assert words in page, words


@pytest.mark.slow
def test_the_picture_for_sharing_is_a_png_and_the_page_names_it(
    cast: builders.Cast, event: Tournament
) -> None:
    address = reverse("results-png", args=[event.slug])
    before = Client().get(address)
    assert (before["Content-Type"], Image.open(io.BytesIO(before.content)).size) == ("image/png", (1200, 630))
    assert f'<meta property="og:image" content="http://testserver{address}">' in public_page(event, "results")
    finish(event, by=cast.director)
    event.refresh_from_db()
    after = Client().get(address).content
    assert after != before.content
    withhold_results(event, from_round=1, by=cast.director)
    assert Client().get(address).content == before.content  # nothing of the places while they are withheld


@pytest.mark.slow
def test_the_final_report_counts_players_money_and_time_as_they_were(
    cast: builders.Cast, director: Client, event: Tournament
) -> None:
    event.entries.filter(number=3).update(state="withdrawn")
    Tournament.objects.filter(pk=event.pk).update(fee_cents=2500)
    for number in range(2, 9):
        pay(event.entries.get(number=number), cents=2500, method="cash", by=cast.director)
    pay(event.entries.get(number=8), cents=1000, method="cash", is_refund=True, by=cast.director)
    open_window(event, minutes=20, by=cast.director)
    end_window(event, by=cast.director)
    event.refresh_from_db()
    finish(event, by=cast.director)
    fix(event, rows=[event.prize_rows.get().pk], by=cast.director)
    page = builders.one_line(director.get(reverse("final-report", args=[event.slug])).content.decode())
    facts = dict(re.findall(r"<dt>(.*?)</dt> ?<dd>(.*?)</dd>", page))
    assert facts["Players"].strip() == "8, 1 of them withdrew"
    assert [facts[name] for name in ("All fees", "Paid", "Given back", "Still owed")] == [
        "$200",
        "$175",
        "$10",
        "$35",
    ]
    assert facts["Cash prizes"] == "$50.50"
    assert facts["Fees received, less prizes"] == "<strong>$114.50</strong>"
    window = event.correction_window
    assert window.closed_at == window.ended_at < window.closes_at
    assert "planned until" in facts["Time for corrections"]


SAID = (
    "Broke a tooth",
    "In hospital",
    "Threw a tile",
    "Fell from the wall",
    "Came after the draw",
    "check 12",
)


@pytest.fixture
def changed_day(cast: builders.Cast) -> Tournament:
    """Two rounds: after the first 5 stops for 20, 12 leaves and 21 takes the empty seat; in the second 22 plays on for
    3 after two games. 11 did not come. 9 is disqualified, a set ruled upon.
    """
    event = builders.running_tournament(cast.club, players=11, rounds=2, system="mahj-x", published=0)
    number_11 = event.entries.get(number=11)
    coming = {}
    for number in (12, 20, 21, 22):
        person = Person.objects.create(club=cast.club, name=f"Newcomer {number}")
        coming[number] = event.entries.create(person=person, number=number, checked_in_at=timezone.now())

    def change(kind: Any, player: Entry, other: Entry | None, from_round: int, reason: str) -> None:
        change_ = PlayerChange(kind, player, other, from_round)
        change_seats(event, change_, reason=reason, by=cast.director)

    change("replace", number_11, coming[12], 1, "Did not come")
    call_command("simulate", event.slug, rounds=1, seed=2, verbosity=0)
    change("substitute", event.entries.get(number=5), coming[20], 2, "Broke a tooth")
    change("withdraw", coming[12], None, 2, "In hospital")
    change("late", coming[21], None, 2, "Came after the draw")
    call_command("simulate", event.slug, rounds=1, seed=2, verbosity=0)
    card = Card.objects.get(round__tournament=event, round__number=2, entry__number=3)
    Card.objects.filter(pk=card.pk).update(left_after=2, substitute=coming[22])
    CardSet.objects.filter(pk=card.card_set_id).update(ruling="Fell from the wall", ruled_by=cast.director)
    event.refresh_from_db()
    nine = event.entries.get(number=9)
    disqualify(event, entry=nine, from_round=3, keeps_place=True, reason="Threw a tile", by=cast.director)
    set_stake(event, cents=500, by=cast.director)
    event.refresh_from_db()
    finish(event, by=cast.director)
    event.entries.filter(number=20).update(shows_initials=True)
    event.refresh_from_db()
    return event


def sections(page: str) -> dict[str, list[str]]:
    """The lines of each list of a page, without tags, by its heading."""
    parts = re.split(r"<h2[^>]*>(.*?)</h2>", builders.one_line(page))
    plain = [re.findall(r"<li>(.*?)</li>", part) for part in parts[2::2]]
    return {
        heading: [re.sub(r"<[^>]*>", "", line).strip() for line in lines]
        for heading, lines in zip(parts[1::2], plain, strict=True)
    }


@pytest.mark.slow
def test_the_final_report_tells_who_came_who_left_and_what_was_ruled(
    director: Client, cast: builders.Cast, changed_day: Tournament
) -> None:
    page = director.get(reverse("final-report", args=[changed_day.slug])).content.decode()
    report = sections(page)
    assert report["Substitutes and late arrivals"] == [
        "Newcomer 20 20: played for Player 5 in round 2",
        "Newcomer 22 22: played for Player 3 from game 3 of round 2",
        "Newcomer 21 21: came late and played from round 2 on",
    ]
    assert report["Withdrawn"] == [
        "Player 5 5: after round 1",
        "Player 11 11: did not play",
        "Newcomer 12 12: after round 1",
    ]
    assert [line.split(", ")[3] for line in report["Warnings and disqualifications"]] == [
        "Player 9 9: disqualified"
    ]
    assert report["Corrected after the finish"] == ["N.2.: shown by initials since the finish."]
    assert report["Rulings"] == ["Round 2, table 3: Fell from the wall (Dolores Ybarra)"]
    shares = shares_of(changed_day)
    assert shares is not None
    assert len(report["Pot"]) == sum(share.cents > 0 for share in shares.shares) > 0
    assert "The pot: $65, of 13 stakes of $5." in builders.one_line(page)
    facts = dict(re.findall(r"<dt>(.*?)</dt> ?<dd>(.*?)</dd>", builders.one_line(page)))
    assert facts["Players"].strip() == "13, 2 of them withdrew, 1 was disqualified"


@pytest.mark.slow
@pytest.mark.parametrize("shows_pot", [True, False])
def test_results_have_substitutes_late_arrivals_and_the_pot_where_it_is_shown(
    cast: builders.Cast, changed_day: Tournament, *, shows_pot: bool
) -> None:
    set_stake(changed_day, cents=500, is_public=shows_pot, by=cast.director)
    answer = json.loads(public_page(changed_day, "results-json"))
    assert answer["substitutes"] == [
        {"number": 20, "name": "N.2.", "plays_for": 5, "rounds": [2], "from_game": None},
        {"number": 22, "name": "Newcomer 22", "plays_for": 3, "rounds": [2], "from_game": 3},
    ]
    assert answer["late_arrivals"] == [{"number": 21, "name": "Newcomer 21", "from_round": 2}]
    page = public_page(changed_day, "results")
    assert sections(page)["Substitutes and late arrivals"] == [
        "N.2. 20: played for Player 5 in round 2",
        "Newcomer 22 22: played for Player 3 from game 3 of round 2",
        "Newcomer 21 21: came late and played from round 2 on",
    ]
    assert ("The pot: $65" in builders.one_line(page)) is shows_pot
    if shows_pot:
        assert (answer["pot"]["stake_cents"], answer["pot"]["pot_cents"]) == (500, 6500)
        assert sum(share["cents"] for share in answer["pot"]["shares"]) == 6500
    else:
        assert answer["pot"] is None


@pytest.mark.slow
def test_results_have_no_reason_no_ruling_and_nobody_who_left(
    cast: builders.Cast, changed_day: Tournament
) -> None:
    set_stake(changed_day, cents=500, is_public=True, by=cast.director)
    shares = shares_of(changed_day)
    assert shares is not None
    best = changed_day.entries.get(pk=shares.shares[0].place.entry)
    hand_over_share(changed_day, best, cents=shares.shares[0].cents, note="check 12", by=cast.director)
    for name in ("results", "results-json", "standings-json", "standings"):
        page = public_page(changed_day, name)
        assert [words for words in SAID if words in page] == [], name
    for name in ("results", "results-json"):
        assert re.findall(r"(?i)withdr|disqualified|ruling|hospital", public_page(changed_day, name)) == [], (
            name
        )
    withhold_results(changed_day, from_round=2, by=cast.director)
    answer = json.loads(public_page(changed_day, "results-json"))
    assert (answer["substitutes"], answer["late_arrivals"], answer["pot"]) == ([], [], None)


def address_of(event: Tournament) -> str:
    return reverse("master-points", args=[event.slug])


@pytest.mark.slow
def test_two_of_one_name_are_told_apart_wherever_they_are_named(
    cast: builders.Cast, director: Client, event: Tournament
) -> None:
    for number in (4, 7):
        Person.objects.filter(entries=event.entries.get(number=number)).update(name="Susan Miller")
    event.refresh_from_db()
    finish(event, by=cast.director)
    row = PrizeRow.objects.create(tournament=event, position=2, criterion="lowest", cents=[100])
    PrizeAward.objects.create(
        row=row, entry=event.entries.get(number=4), cents=100, first_place=1, last_place=1, rank=1, score=0
    )
    tagged = '<bdi>Susan Miller</bdi> <span class="player-number">'
    report = builders.one_line(director.get(reverse("final-report", args=[event.slug])).content.decode())
    assert report.count("<bdi>Susan Miller</bdi>") == report.count(tagged) > 0
    points = director.get(reverse("master-points", args=[event.slug])).content.decode()
    assert {number for number in (4, 7) if f"{tagged}{number}</span>" in points} == {4, 7}
    table = csv.DictReader(
        io.StringIO(director.get(f"{address_of(event)}?export=csv").content.decode().removeprefix("\ufeff"))
    )
    assert {row["number"] for row in table if row["name"] == "Susan Miller"} == {"4", "7"}
    event.refresh_from_db()
    best = [replace(place, rank=1) for place in standings_of(event).places if place.number in (4, 7)]
    picture = sheet_of(event, replace(standings_of(event), places=best))
    assert [place["name"] for place in picture["items"]] == [
        f"Susan Miller ({place.number})" for place in best
    ]
    many = [replace(place, rank=1, total=40) for place in standings_of(event).places]
    picture = sheet_of(event, replace(standings_of(event), places=many))
    assert (len(picture["items"]), picture["more"]) == (6, "and 2 more")
    alone = Template("{% load tournament %}{% name_apart event 'Player 1' 1 %}").render(
        Context({"event": event})
    )
    assert alone == "<bdi>Player 1</bdi>"
    on_screen = Template("{% load tournament %}{% name_apart event 'Susan Miller' 7 %}")
    assert on_screen.render(Context({"event": event})) == f"{tagged}7</span>"


@pytest.mark.slow
def test_only_sanctioned_play_is_reported_for_master_points(director: Client, cast: builders.Cast) -> None:
    for system, status in (("sanctioned", 200), ("club-day", 404)):
        event = builders.running_tournament(cast.club, players=8, rounds=1, system=system)
        address = reverse("master-points", args=[event.slug])
        assert director.get(address).status_code == status
        page = director.get(reverse("results", args=[event.slug])).content.decode()
        assert (address in page) == (status == 200)
