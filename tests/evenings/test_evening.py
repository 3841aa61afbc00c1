"""A club's evening: started by tapping names, drawn round by round among those who are here."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from club.models import Person
from demo.simulation import play_table
from evenings.actions import leaves_now, next_round, somebody_came, start_evening
from evenings.queries import Evening, earlier_rounds, order_to_seat_by
from record.refused import Conflict, Refused
from record.stamps import Stamp
from rules.seasons.rule import printed_rule
from rules.seating.certificate import meetings
from scoring.finishing.actions import finish
from scoring.models import CardSet
from scoring.standings.queries import calculate
from seasons.actions import make_season, set_events
from seasons.reckoning import reckon
from tests import builders
from tournament.models import Entry, EveningDraw, Seat, SittingOut, Tournament
from tournament.settings.actions import change_settings, settings_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def evening(cast: builders.Cast, players: int, **fields: Any) -> Tournament:
    """Of these people, who are here; nothing is drawn yet."""
    own = {"is_evening": True, "is_public": False, "date": today(), "movement": ""}
    return builders.tournament(cast.club, players=players, **own | fields)


def today() -> date:
    """In New York, where these are played."""
    return timezone.localdate(timezone=ZoneInfo("America/New_York"))


def seats(tournament: Tournament, number: int) -> dict[int, str]:
    """Table and letter by the player's number."""
    rows = Seat.objects.filter(round__tournament=tournament, round__number=number)
    return {seat.entry.number: str(seat) for seat in rows.select_related("entry", "table")}


def out(tournament: Tournament, number: int) -> list[int]:
    rows = SittingOut.objects.filter(round__tournament=tournament, round__number=number)
    return list(rows.values_list("entry__number", flat=True))


def begin(tournament: Tournament, number: int) -> None:
    tournament.rounds.filter(number=number).update(started_at=timezone.now())


def form(page: Any, **fields: Any) -> dict[str, Any]:
    """What the page's form sends as it stands, with these fields."""
    shown = page.context["form"]
    names = ("name", "place", "time_zone", "system", "rounds_planned", "minutes", "evening_draw")
    return {name: shown[name].value() or "" for name in names} | {"stamp": builders.stamp()} | fields


def test_two_taps_and_the_names_seat_everybody(director: Client, cast: builders.Cast) -> None:
    last = evening(cast, 6, rounds_planned=4, minutes=45, one_sits_out=True, ranks_by_average=True)
    page = director.get(reverse("evening-start", args=[cast.club.slug]))
    assert [person.name for person in page.context["usual"]] == [f"Player {n}" for n in range(1, 7)]
    chosen = [person.pk for person in page.context["usual"][:3]]
    typed = form(page, people=chosen, new="Zoe New\n player 4 \n", one_sits_out="on", ranks_by_average="on")
    answers = [director.post(page.request["PATH_INFO"], typed) for _time in range(2)]
    tonight = Tournament.objects.exclude(pk=last.pk).get()
    assert [answer.url for answer in answers] == [reverse("evening", args=[tonight.slug])] * 2
    kept = ("rounds_planned", "minutes", "one_sits_out", "ranks_by_average", "is_public", "is_evening")
    assert [getattr(tonight, name) for name in kept] == [4, 45, True, True, False, True]
    # The fourth is the person of the club of that name; one of five sits out.
    assert sorted(entry.name for entry in tonight.entries.here().with_people()) == [
        *(f"Player {n}" for n in range(1, 5)),
        "Zoe New",
    ]
    assert cast.club.people.count() == 7
    assert sorted([*seats(tonight, 1), *out(tonight, 1)]) == [1, 2, 3, 4, 5]
    assert Client().get(reverse("standings", args=[tonight.slug])).status_code == 404


def test_what_cannot_be_started_is_said_and_nothing_typed_is_lost(
    director: Client, cast: builders.Cast
) -> None:
    address = reverse("evening-start", args=[cast.club.slug])
    page = director.get(address)
    Person.objects.create(club=cast.club, name="Ann Lee", town="Easton")
    Person.objects.create(club=cast.club, name="Ann Lee", town="Weston")
    cal = Person.objects.create(club=cast.club, name="Cal Lee")
    for new, words in (
        ("Zoe", "at least four people"),
        ("Ann Lee\nBo\nCy\nDi", "Several people are called Ann Lee"),
        ("Bo\nbo\nCy\nDi", "is here twice"),
        ("Bo\ncal lee\nCy\nDi", "is here twice"),  # who is tapped
    ):
        answer = director.post(address, form(page, new=new, people=[cal.pk]))
        text = answer.content.decode()
        assert (answer.status_code, words in text, new in text) == (422, True, True)
    assert Tournament.objects.count() == 0


def test_the_next_round_is_one_tap_and_a_second_tap_is_no_further_round(
    director: Client, cast: builders.Cast
) -> None:
    tonight = evening(cast, 8, rounds_planned=1)
    address, sent = reverse("evening-next", args=[tonight.slug]), {"stamp": builders.stamp(round=0)}
    assert [director.post(address, sent).status_code for _time in range(2)] == [302, 302]
    assert director.post(address, {"stamp": builders.stamp(round=0)}).status_code == 409
    page = director.get(reverse("evening", args=[tonight.slug])).content.decode()
    assert ("One more round" in page, "End the evening" in page) == (True, True)
    director.post(address, {"stamp": builders.stamp(round=1)})
    tonight.refresh_from_db()
    assert (tonight.rounds.published().count(), tonight.rounds_planned) == (2, 2)
    assert [entry.verb for entry in tonight.chain()] == ["evening-round-drawn", "round-published"] * 2


def test_of_five_each_sits_out_once_in_the_order_said_beforehand(
    director: Client, cast: builders.Cast
) -> None:
    tonight = evening(cast, 5)
    next_round(tonight, by=cast.director)
    tonight.refresh_from_db()
    said = [*out(tonight, 1), *(entry.number for entry in Evening(tonight).next_out[:-1])]
    page = builders.one_line(director.get(reverse("evening", args=[tonight.slug])).content.decode())
    hall = builders.one_line(director.get(reverse("screen", args=[tonight.slug])).content.decode())
    name = f"<bdi>Player {said[0]}</bdi>"
    assert [f"Sitting out this round:</b> {name}" in page, f"</strong> {name}" in hall] == [True, True]
    for _round in range(4):
        next_round(tonight, by=cast.director)
    assert [out(tonight, number) for number in range(1, 6)] == [[number] for number in said]
    assert sorted(said) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("players", "choice", "tables"), [(6, True, [3, 3]), (9, False, [3, 3, 3]), (9, True, [4, 4])]
)
def test_six_and_nine_are_seated_without_a_question(
    cast: builders.Cast, players: int, *, choice: bool, tables: list[int]
) -> None:
    tonight = evening(cast, players, one_sits_out=choice)
    next_round(tonight, by=cast.director)
    assert sorted(Counter(seat[:-1] for seat in seats(tonight, 1).values()).values()) == tables
    assert len(out(tonight, 1)) == players - sum(tables)


def test_whoever_comes_late_takes_an_empty_seat_or_plays_the_next_round(cast: builders.Cast) -> None:
    tonight = evening(cast, 11)
    next_round(tonight, by=cast.director)
    come = {"person": None, "by": cast.director}
    late, has_seat = somebody_came(tonight, name="Lou", stamp=Stamp(), **come)
    assert (has_seat, late.number in seats(tonight, 1)) == (True, True)
    begin(tonight, 1)
    later, has_seat = somebody_came(tonight, name="Mia", stamp=Stamp(), **come)
    assert (has_seat, later.number in seats(tonight, 1)) == (False, False)
    next_round(tonight, by=cast.director)
    assert sorted(seats(tonight, 2)) == list(range(1, 14))


def test_whoever_leaves_has_no_further_seat_and_may_come_back(cast: builders.Cast) -> None:
    tonight = evening(cast, 9, one_sits_out=True)
    next_round(tonight, by=cast.director)
    before, (waiting,) = seats(tonight, 1), out(tonight, 1)
    leaver = next(number for number in before)
    entry = tonight.entries.get(number=leaver)
    # Nobody has begun: whoever sits out takes the seat.
    leaves_now(entry, by=cast.director, stamp=Stamp())
    assert (seats(tonight, 1)[waiting], out(tonight, 1)) == (before[leaver], [])
    begin(tonight, 1)
    other = tonight.entries.exclude(number__in=[leaver, waiting]).first()
    leaves_now(other, by=cast.director, stamp=Stamp())
    assert other.number in seats(tonight, 1)
    next_round(tonight, by=cast.director)
    assert {leaver, other.number}.isdisjoint(seats(tonight, 2))
    somebody_came(tonight, person=entry.person, name="", by=cast.director, stamp=Stamp())
    begin(tonight, 2)
    next_round(tonight, by=cast.director)
    assert leaver in seats(tonight, 3)
    states = set(tonight.entries.values_list("state", flat=True))
    assert (states, other.number in seats(tonight, 3)) == ({"registered"}, False)


@pytest.mark.parametrize("shows", ["said", "card at another table"])
def test_without_a_clock_her_seat_stays_in_a_round_that_has_begun(cast: builders.Cast, shows: str) -> None:
    tonight = evening(cast, 9, one_sits_out=True)
    next_round(tonight, by=cast.director)
    before = seats(tonight, 1)
    table = tonight.rounds.get().tables.get(number=1)
    if shows != "said":
        CardSet.objects.create(table=table, round=table.round, handed_in_at=timezone.now())
    leaver = Seat.objects.filter(table__number=2).first().entry
    leaves_now(leaver, begun=int(shows == "said"), by=cast.director, stamp=Stamp())
    assert seats(tonight, 1) == before
    next_round(tonight, by=cast.director)
    assert leaver.number not in seats(tonight, 2)


def test_whoever_comes_is_asked_about_and_seated_in_the_round_of_now(
    director: Client, cast: builders.Cast
) -> None:
    """Round 1 is played and nothing of it typed; in both rounds a seat is empty."""
    tonight = evening(cast, 7)
    for _time in range(2):
        next_round(tonight, by=cast.director)
    address = reverse("evening-came", args=[tonight.slug])
    page = director.get(reverse("evening", args=[tonight.slug])).content.decode()
    assert [page.count(f'name="begun" value="{value}"') for value in (0, 1, 2)] == [0, 2, 2]
    for name, begun, words in (("Lou", 2, "from the next round on"), ("Mia", 1, "The seat is below")):
        sent = {"name": name, "begun": begun, "stamp": builders.stamp()}
        assert words in director.post(address, sent, follow=True).content.decode()
    assert ([*seats(tonight, 1)], sorted(seats(tonight, 2))) == (
        [*seats(tonight, 1)][:7],
        [1, 2, 3, 4, 5, 6, 7, 9],
    )


def test_where_too_few_are_left_for_any_table_the_round_goes(director: Client, cast: builders.Cast) -> None:
    tonight = evening(cast, 4)
    next_round(tonight, by=cast.director)
    said = [
        leaves_now(tonight.entries.get(number=number), by=cast.director, stamp=Stamp()) for number in (2, 3)
    ]
    assert (said, tonight.rounds.published().count()) == (
        ["", "Too few are left, so round 1 is not played."],
        0,
    )
    sent = {"name": "Lou", "stamp": builders.stamp()}
    page = director.post(reverse("evening-came", args=[tonight.slug]), sent, follow=True).content.decode()
    assert "from the next round on" in page  # no seat in a round that nobody is shown


def test_what_is_sent_twice_brings_nobody_back_and_says_nothing_that_is_not_so(cast: builders.Cast) -> None:
    tonight = evening(cast, 7)
    next_round(tonight, by=cast.director)
    pam = Person.objects.create(club=cast.club, name="Pam Known")
    for who in ({"person": None, "name": "Lou"}, {"person": pam, "name": ""}):
        came, left = Stamp(), Stamp()
        entry, has_seat = somebody_came(tonight, **who, by=cast.director, stamp=came)
        leaves_now(entry, by=cast.director, stamp=left)
        again = somebody_came(tonight, **who, by=cast.director, stamp=came)
        assert (has_seat, again) == (True, (entry, False))
        assert entry.number not in seats(tonight, 1)
        leaves_now(entry, by=cast.director, stamp=left)
        somebody_came(tonight, person=entry.person, name="", by=cast.director, stamp=Stamp())
        with pytest.raises(Conflict):
            leaves_now(Entry.objects.get(pk=entry.pk), by=cast.director, stamp=left)
        leaves_now(entry, by=cast.director, stamp=Stamp())


def test_a_refusal_that_is_not_about_too_few_takes_no_round_back(cast: builders.Cast) -> None:
    tonight = evening(cast, 6, evening_draw=EveningDraw.STANDINGS)
    for table in next_round(tonight, by=cast.director).tables.all():
        play_table(tonight, table, dice=Random(1), by=cast.director)
    next_round(tonight, by=cast.director)
    Tournament.objects.filter(pk=tonight.pk).update(withheld_from=1)
    with pytest.raises(Refused, match="withheld"):
        leaves_now(Entry.objects.get(tournament=tonight, number=3), by=cast.director, stamp=Stamp())
    assert (tonight.rounds.published().count(), tonight.entries.get(number=3).plays_until) == (2, None)


def test_a_bonus_round_stays_one_when_it_is_drawn_again(cast: builders.Cast) -> None:
    tonight = evening(cast, 8)
    next_round(tonight, by=cast.director)
    tonight.rounds.update(bonus_games=2, bonus_counts=False)
    next_round(tonight_now(tonight), again=True, by=cast.director)
    assert tonight.rounds.values_list("bonus_games", "bonus_counts").get() == (2, False)


def test_of_what_was_a_tournament_the_round_of_now_is_drawn_again_and_seats_who_comes(
    cast: builders.Cast,
) -> None:
    planned = builders.running_tournament(cast.club, players=7, rounds=3, date=today())
    change_settings(planned, by=cast.director, new={"is_evening": True})
    before = seats(planned, 1)
    next_round(planned, again=True, by=cast.director)
    assert seats(planned, 1) != before
    late, has_seat = somebody_came(planned, person=None, name="Lou", by=cast.director, stamp=Stamp())
    rounds = late.seats.values_list("round__number", flat=True)
    assert (has_seat, list(rounds)) == (True, [1])


@pytest.mark.slow
def test_who_sat_out_and_left_takes_no_seat_of_the_next_who_leaves(cast: builders.Cast) -> None:
    tonight = evening(cast, 5)
    next_round(tonight, by=cast.director)
    [waiting] = out(tonight, 1)
    leaves_now(tonight.entries.get(number=waiting), by=cast.director, stamp=Stamp())
    leaver = tonight.entries.exclude(number=waiting).first()
    leaves_now(leaver, by=cast.director, stamp=Stamp())
    assert sorted(seats(tonight, 1)) == sorted({1, 2, 3, 4, 5} - {waiting, leaver.number})


@pytest.mark.slow
def test_where_too_few_are_left_at_a_table_the_round_is_drawn_again(cast: builders.Cast) -> None:
    tonight = evening(cast, 6)
    next_round(tonight, by=cast.director)
    leaver = tonight.entries.get(number=3)
    leaves_now(leaver, by=cast.director, stamp=Stamp())
    assert sorted([*seats(tonight, 1), *out(tonight, 1)]) == [1, 2, 4, 5, 6]
    begin(tonight, 1)
    with pytest.raises(Refused, match="has started"):
        next_round(Tournament.objects.get(pk=tonight.pk), again=True, by=cast.director)


def test_a_round_is_drawn_again_until_a_card_is_in(cast: builders.Cast) -> None:
    tonight = evening(cast, 12)
    next_round(tonight, by=cast.director)
    first, seen = seats(tonight, 1), Stamp(seen={"round": 1, "seats": tonight_now(tonight).seats_revision})
    next_round(tonight, again=True, by=cast.director, stamp=seen)
    assert (seats(tonight, 1) == first, tonight.rounds.published().count()) == (False, 1)
    table = tonight.rounds.get().tables.first()
    CardSet.objects.create(table=table, round=table.round, handed_in_at=timezone.now())
    with pytest.raises(Refused):
        next_round(tonight, again=True, by=cast.director)
    with pytest.raises(Conflict):  # others sit there than on the page
        next_round(tonight, again=True, by=cast.director, stamp=Stamp(seen=seen.seen))
    with pytest.raises(Conflict):
        next_round(tonight, by=cast.director, stamp=Stamp(seen={"round": 0}))


def test_nobody_meets_whom_she_met_on_the_last_evening_where_that_is_possible(cast: builders.Cast) -> None:
    last = evening(cast, 16, date=today() - timedelta(days=7), rounds_planned=1)
    next_round(last, by=cast.director)
    people = [entry.person for entry in last.entries.with_people()]
    fields = {
        "name": "Tonight",
        "time_zone": "UTC",
        "system": "sanctioned",
        "evening_draw": EveningDraw.NEW_FACES,
    }
    tonight = start_evening(cast.club, people=people, new=[], by=cast.director, stamp=Stamp(), **fields)
    earlier, now = earlier_rounds(tonight), Evening(tonight)
    assert meetings(earlier).keys() & meetings([round_.seats for round_ in now.played]).keys() == set()
    assert now.sentences == [
        "Nobody meets twice.",
        "In this round nobody meets anybody from the last evenings.",
    ]


def test_by_standings_the_leaders_share_a_table(cast: builders.Cast) -> None:
    tonight = evening(cast, 8, evening_draw=EveningDraw.STANDINGS)
    next_round(tonight, by=cast.director)
    round_ = tonight.rounds.get()
    for table in round_.tables.all():
        points = {"A": 100, "B": 50, "C": 0, "D": -50} if table.number == 1 else dict.fromkeys("ABCD", 20)
        card_set = builders.card_set(
            table,
            {letter: [value, 0, 0, 0] for letter, value in points.items()},
            state=CardSet.State.ACCEPTED,
        )
        for card in card_set.cards.all():
            card_set.lines.create(
                round=round_, entry=card.entry, game=1, points=card.points[0], code="as-written"
            )
    next_round(tonight, by=cast.director)
    order = [row.entry for row in tonight_standings(tonight)]
    first_table = set(Seat.objects.filter(round__number=2, table__number=1).values_list("entry", flat=True))
    # One of the leaders may be exchanged to avoid a second meeting.
    assert len(first_table & set(order[:4])) >= 3
    assert tonight.rounds.get(number=2).movement == "ranked"


def test_by_the_standings_of_the_season_that_the_last_evening_was_in(cast: builders.Cast) -> None:
    last = evening(cast, 8, date=today() - timedelta(days=7))
    season = make_season(
        cast.club,
        name="Autumn",
        rule=printed_rule("bam-good-time"),
        by=cast.director,
        is_public=False,
    )
    set_events(season, [last], by=cast.director)
    round_ = next_round(last, by=cast.director)
    for table in round_.tables.all():
        play_table(last, table, dice=Random(4), by=cast.director)
    finish(last, by=cast.director, early=True)
    names = {"name": "Tonight", "time_zone": "America/New_York", "system": "sanctioned"}
    tonight = start_evening(
        cast.club,
        people=[entry.person for entry in last.entries.with_people()],
        new=[],
        by=cast.director,
        stamp=Stamp(),
        evening_draw=EveningDraw.STANDINGS,
        is_public=False,
        **names,
    )
    places = reckon(season).lines
    numbers = {entry.person_id: str(entry.number) for entry in tonight.entries.all()}
    assert order_to_seat_by(tonight) == [numbers[line.person.pk] for line in places]
    assert tonight.seasons.get().season == season


def tonight_now(tonight: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tonight.pk)


def tonight_standings(tonight: Tournament) -> list[Any]:
    tonight.refresh_from_db()
    return [row for row in calculate(tonight).places if row.has_rank]


def test_a_tournament_is_made_of_it_and_back_and_nothing_is_lost(
    director: Client, cast: builders.Cast
) -> None:
    tonight = evening(cast, 9)
    next_round(tonight, by=cast.director)
    before, seated = settings_of(tonight), seats(tonight, 1)
    for to, address in (("tournament", "manage"), ("evening", "evening")):
        seen = builders.stamp(is_evening=to == "tournament")
        answer = director.post(reverse("evening-turn", args=[tonight.slug]), {"to": to, "stamp": seen})
        assert answer.url == reverse(address, args=[tonight.slug])
        page = director.get(reverse("standings", args=[tonight.slug])).content.decode()
        assert (reverse("fees", args=[tonight.slug]) in page) == (to == "tournament")
    tonight.refresh_from_db()
    assert (settings_of(tonight), seats(tonight, 1)) == (before | {"rounds_planned": 4}, seated)
    next_round(tonight, by=cast.director)
    planned = builders.running_tournament(cast.club, players=8, rounds=3, date=today())
    change_settings(planned, by=cast.director, new={"is_evening": True})
    second = seats(planned, 2)
    next_round(planned, by=cast.director)
    assert (seats(planned, 2), planned.rounds.count()) == (second, 3)


def test_a_planned_round_is_drawn_anew_where_somebody_left_or_came(cast: builders.Cast) -> None:
    planned = builders.running_tournament(cast.club, players=8, rounds=3, date=today())
    change_settings(planned, by=cast.director, new={"is_evening": True})
    begin(planned, 1)
    leaves_now(planned.entries.get(number=3), by=cast.director, stamp=Stamp())
    next_round(planned, by=cast.director)
    assert sorted(seats(planned, 2)) == [1, 2, 4, 5, 6, 7, 8]
    new = Stamp()
    somebody_came(planned, person=None, name="Nell New", by=cast.director, stamp=new)
    begin(planned, 2)
    next_round(planned, by=cast.director)
    assert sorted(seats(planned, 3)) == [1, 2, 4, 5, 6, 7, 8, 9]


def test_no_seats_tell_withheld_standings(cast: builders.Cast) -> None:
    tonight = evening(cast, 8, evening_draw=EveningDraw.STANDINGS)
    round_ = next_round(tonight, by=cast.director)
    play_table(tonight, round_.tables.get(number=1), dice=Random(1), by=cast.director)
    Tournament.objects.filter(pk=tonight.pk).update(withheld_from=1)
    tonight.refresh_from_db()
    with pytest.raises(Refused, match="withheld"):
        next_round(tonight, by=cast.director)


def test_a_tablet_opens_the_tables_and_nothing_else(director: Client, cast: builders.Cast) -> None:
    tonight = evening(cast, 8)
    next_round(tonight, by=cast.director)
    sent = {"kind": "day", "role": "entering", "note": "Tablet", "stamp": builders.stamp()}
    page = director.get(reverse("evening", args=[tonight.slug])).content.decode()
    assert [name for name, value in sent.items() if f'name="{name}" value="{value}"' in page] == [
        "kind",
        "role",
        "note",
    ]
    tablet, code = (
        Client(),
        director.post(reverse("invitations", args=[cast.club.slug]), sent).context["code"],
    )
    joined = tablet.post(reverse("join"), {"code": code, "name": "Blue tablet"}, follow=True)
    desk = reverse("desk-round", args=[tonight.slug, 1])
    assert joined.redirect_chain[-1][0] == desk
    links = [reverse(name, args=[tonight.slug]) for name in ("journal", "entries", "desk-held")]
    assert [link for link in links if link in joined.content.decode()] == []
    assert tablet.get(reverse("desk-table", args=[tonight.slug, 1, 1])).status_code == 200


def test_an_evening_of_48_costs_as_many_queries_as_one_of_8(director: Client, cast: builders.Cast) -> None:
    asked = []
    for players in (8, 48):
        tonight = evening(cast, players, evening_draw=EveningDraw.RANDOM)
        next_round(tonight, by=cast.director)
        with CaptureQueriesContext(connection) as captured:
            director.get(reverse("evening", args=[tonight.slug]))
        asked.append(len(captured))
    assert asked[0] == asked[1]
