"""The club's people: one person's page, and two records of one person."""

from __future__ import annotations

import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.bars.actions import bar_person, lift_bar
from club.models import Bar, Club, Person
from demo.simulation import play_rounds
from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.complaints.actions import warn
from scoring.finishing.actions import finish
from scoring.models import Card, PointLine, PrizeAward, PrizeRow
from scoring.sets.accepting import accept_set
from scoring.sets.judged import judge
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring import paper
from tournament.check_in.actions import check_in
from tournament.models import Category, Entry, Tournament
from tournament.people.actions import facts, merge, take_apart
from tournament.people.queries import people_of, person_page
from tournament.players.actions import NewPlayer, register, reinstate, withdraw
from tournament.players.alike import people_alike
from tournament.roster.actions import apply_roster, difference, park

pytestmark = pytest.mark.django_db

AWKWARD = (
    "王小明",
    "דוד כהן",
    "Siobhán O'Neil-Ávila",
    "Jan van der Berg",
    "Wilhelmina-Alexandria Featherstonehaugh-Cholmondeley von Habs",
)


def person(club: Club, name: str, **fields: str) -> Person:
    return Person.objects.create(club=club, name=name, **fields)


def finished_tournament(
    cast: builders.Cast, people: list[Person], *, rounds: int = 2, day: int = 20
) -> Tournament:
    """A finished tournament of these people, numbered from 1, with cards made up for it."""
    tournament = builders.tournament(
        cast.club, players=0, rounds_planned=rounds, date=datetime.date(2026, 11, day)
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, person=one, number=n, checked_in_at=tournament_begins())
        for n, one in enumerate(people, 1)
    )
    builders.seat_everybody(tournament)
    list(play_rounds(tournament, rounds, seed=day, by=cast.director))
    tournament.refresh_from_db()
    finish(tournament, by=cast.director)
    tournament.refresh_from_db()
    return tournament


def tournament_begins() -> datetime.datetime:
    return datetime.datetime(2026, 11, 20, 13, tzinfo=datetime.UTC)


def eight(club: Club) -> list[Person]:
    return [person(club, name) for name in (*AWKWARD, "Ann Lee", "Bo Li", "Ida Gold")]


@pytest.mark.slow
def test_a_persons_page_has_what_came_of_every_tournament(cast: builders.Cast) -> None:
    people = eight(cast.club)
    tournament = finished_tournament(cast, people)
    row = PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[5000])
    entry = tournament.entries.get(number=1)
    PrizeAward.objects.create(row=row, entry=entry, first_place=1, last_place=1, rank=1, score=1, cents=5000)
    page = person_page(people[0])
    (of_day,) = page.played
    total = sum(line.points for line in PointLine.objects.filter(entry=entry))
    place = next(place for place in standings_of(tournament).places if place.entry == entry.pk)
    assert (of_day.outcome.total, of_day.outcome.rank, of_day.outcome.places) == (total, place.rank, 8)
    assert (of_day.rounds, of_day.outcome.prizes) == ((1, 2), ("Overall: $50",))


@pytest.mark.slow
def test_only_rounds_with_cards_were_played(cast: builders.Cast) -> None:
    """Of two rounds announced one is played. At the first table Ida leaves A's seat after a game, and Sue plays on."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, published=2)
    sue = Entry.objects.create(tournament=tournament, person=person(cast.club, "Sue Stand-in"), number=9)
    seats = paper.place(tournament).entries
    for table in (1, 2):
        desk = paper.place(tournament, table)
        outcome = accept_set(desk, judge(paper.written(), desk.rules), by=cast.director)
        assert outcome.faults == ()
    Card.objects.filter(entry=seats["A"]).update(left_after=1, substitute=sue)
    assert person_page(seats["A"].person).played[0].rounds == (1,)
    withdraw(sue, by=cast.director)
    (of_sue,) = person_page(sue.person).played
    assert of_sue.outcome.substitutions == (f"played on for {seats['A'].name} in round 1",)
    with pytest.raises(Refused, match="they are two people"):
        merge(cast.club, main=seats["B"].person, alias=sue.person, reason="alike", by=cast.director)
    twin = person(cast.club, "Susan Standin")
    merge(cast.club, main=twin, alias=sue.person, reason="same phone", by=cast.director)
    assert [played.entry for played in person_page(twin).played] == [sue]
    take_apart(cast.club, alias=sue.person, reason="sisters", by=cast.director)
    assert person_page(twin).played == []


@pytest.mark.slow
def test_a_place_is_the_corrected_one(cast: builders.Cast) -> None:
    people = eight(cast.club)
    tournament = finished_tournament(cast, people)
    entry = tournament.entries.get(number=3)
    line = PointLine.objects.filter(entry=entry).first()
    line.points += 1000
    line.save()
    Tournament.objects.filter(pk=tournament.pk).update(
        standings_at=tournament.finished_at + datetime.timedelta(minutes=5), journal_head="another"
    )
    total = sum(line.points for line in PointLine.objects.filter(entry=entry))
    (of_day,) = person_page(people[2]).played
    assert (of_day.outcome.rank, of_day.outcome.total) == (1, total)


@pytest.mark.slow
def test_the_page_costs_as_many_queries_for_three_tournaments_as_for_one(cast: builders.Cast) -> None:
    people = eight(cast.club)
    client, address = (
        builders.signed_in(cast.director),
        reverse("person", args=[cast.club.slug, people[0].pk]),
    )
    costs = []
    for days in ((20,), (21, 22)):
        for day in days:
            tournament = finished_tournament(cast, people, day=day)
            warn_after(tournament, cast)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1]


def warn_after(tournament: Tournament, cast: builders.Cast) -> None:
    finished_at = tournament.finished_at
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=None)
    warn(tournament, entry=tournament.entries.get(number=1), reason="loud", by=cast.director)
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=finished_at)


def test_warnings_and_bars_stand_on_it_with_date_and_reason(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    entry = tournament.entries.get(number=1)
    warn(tournament, entry=entry, reason="threw a tile", by=cast.director)
    bar = bar_person(entry.person, decided_in="Spring", reason="cheated", by=cast.director)
    page = builders.one_line(
        builders.signed_in(cast.director)
        .get(reverse("person", args=[cast.club.slug, entry.person_id]))
        .content.decode()
    )
    assert "warned: <bdi>threw a tile</bdi>" in page
    assert "<bdi>cheated</bdi>" in page
    assert f"{reverse('club-bars', args=[cast.club.slug])}#bar-{bar.pk}" in page


def test_the_list_has_each_person_once(cast: builders.Cast) -> None:
    ann, other = person(cast.club, "Ann Lee", member_number="17"), person(cast.club, "Anna Lee")
    person(cast.club, "王小明")
    tournament = builders.tournament(cast.club)
    Entry.objects.create(tournament=tournament, person=other, number=1)
    merge(cast.club, main=ann, alias=other, reason="same phone", by=cast.director)
    rows = {listed.person.name: listed for listed in people_of(cast.club)}
    assert (rows["Ann Lee"].tournaments, rows["Ann Lee"].also) == (1, ("Anna Lee",))
    assert rows["Ann Lee"].last_played == tournament.date
    assert [listed.person for listed in people_of(cast.club, "anna")] == [ann]
    assert [listed.person for listed in people_of(cast.club, "17")] == [ann]
    client, address = builders.signed_in(cast.director), reverse("club-people", args=[cast.club.slug])
    costs = []
    for _time in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address, {"sort": "-last_played"}).status_code == 200
        costs.append(len(queries))
        Person.objects.bulk_create(Person(club=cast.club, name=name) for name in AWKWARD)
    assert costs[0] == costs[1]


@pytest.mark.slow
def test_merged_and_taken_apart_both_are_as_they_were(cast: builders.Cast) -> None:
    ann = person(cast.club, "Ann Lee", member_number="17", phone="312")
    other = person(cast.club, "Anna Leigh", town="Elgin")
    first, second = (
        finished_tournament(cast, [ann, *eight(cast.club)[:7]]),
        finished_tournament(cast, [other, *eight(cast.club)[:7]], day=21),
    )
    before = list(Person.objects.order_by("pk").values())
    entries = list(Entry.objects.order_by("pk").values())
    merge(cast.club, main=ann, alias=other, reason="same phone", by=cast.director)
    page = person_page(ann)
    assert [row.tournament for row in page.played] == [second, first]
    assert [alias.name for alias in page.aliases] == ["Anna Leigh"]
    assert list(Entry.objects.order_by("pk").values()) == entries
    take_apart(cast.club, alias=other, reason="sisters", by=cast.director)
    assert list(Person.objects.order_by("pk").values()) == before
    assert [row.tournament for row in person_page(ann).played] == [first]
    journal = (
        cast.club.journal.filter(tournament=None)
        .order_by("sequence")
        .values_list("verb", "subject", "reason")
    )
    assert list(journal)[-2:] == [
        ("people-merged", "Anna Leigh, Ann Lee", "same phone"),
        ("merge-undone", "Anna Leigh, Ann Lee", "sisters"),
    ]
    merge(cast.club, main=ann, alias=other, reason="not sisters", by=cast.director)
    assert Person.objects.get(pk=other.pk).alias_of == ann


def test_who_played_in_one_tournament_is_two_people(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    one, two = (tournament.entries.get(number=number).person for number in (1, 2))
    with pytest.raises(Refused, match="Both played in Autumn Classic: they are two people"):
        merge(cast.club, main=one, alias=two, reason="alike", by=cast.director)
    assert not Person.objects.exclude(alias_of=None).exists()


def test_who_is_entered_twice_is_withdrawn_once_first(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=2)
    one, two = tournament.entries.all()
    with pytest.raises(Refused, match="withdraw one of them there first"):
        merge(cast.club, main=one.person, alias=two.person, reason="alike", by=cast.director)
    withdraw(two, by=cast.director)
    merge(cast.club, main=one.person, alias=two.person, reason="alike", by=cast.director)
    with pytest.raises(Refused, match="is already entered, under number 1"):
        reinstate(two, by=cast.director)


def test_a_record_stands_for_one_person_only(cast: builders.Cast) -> None:
    one, two, three = (person(cast.club, name) for name in ("Ann", "Anna", "Anne"))
    merge(cast.club, main=one, alias=two, reason="same", by=cast.director)
    for main, alias in ((three, one), (two, three), (three, two)):
        with pytest.raises(Refused, match=r"(?i)take (the|those) two apart first"):
            merge(cast.club, main=main, alias=alias, reason="same", by=cast.director)
    merge(cast.club, main=one, alias=three, reason="same", by=cast.director)
    with pytest.raises(Refused, match="Say how you know"):
        merge(
            cast.club,
            main=person(cast.club, "Bo"),
            alias=person(cast.club, "Beau"),
            reason=" ",
            by=cast.director,
        )


@pytest.mark.both_databases
def test_the_database_holds_what_an_alias_is(cast: builders.Cast) -> None:
    one, two, three = (person(cast.club, name) for name in ("Ann", "Anna", "Anne"))
    merge(cast.club, main=one, alias=two, reason="same", by=cast.director)
    elsewhere = person(builders.cast().club, "Ann")
    for alias, main in ((three, two), (one, three), (three, three), (three, elsewhere)):
        with pytest.raises(IntegrityError, match="alias_stands"), transaction.atomic():
            Person.objects.filter(pk=alias.pk).update(alias_of=main)


def test_a_bar_counts_for_both_records(cast: builders.Cast) -> None:
    ann, other = person(cast.club, "Ann Lee"), person(cast.club, "Anna Leigh")
    bar = bar_person(other, decided_in="Spring", reason="cheated", by=cast.director)
    merge(cast.club, main=ann, alias=other, reason="same phone", by=cast.director)
    tournament = builders.tournament(cast.club)
    for record in (ann, other):
        with pytest.raises(Refused, match="is barred since"):
            register(tournament, NewPlayer(person=record, number=1), by=cast.director)
    entry = Entry.objects.create(tournament=tournament, person=ann, number=1)
    with pytest.raises(Refused, match="A director knows why"):
        check_in(entry, by=cast.door)
    assert person_page(ann).is_barred
    take_apart(cast.club, alias=other, reason="sisters", by=cast.director)
    check_in(entry, by=cast.door)
    assert Bar.objects.standing().get().person == other
    lift_bar(cast.club, bar, reason="sorry", by=cast.director)


def test_an_alias_is_recognised_when_somebody_is_registered(cast: builders.Cast) -> None:
    ann = person(cast.club, "Ann Lee", member_number="17")
    other = person(cast.club, "Hannelore Krause", member_number="99")
    merge(cast.club, main=ann, alias=other, reason="married", by=cast.director)
    tournament = builders.tournament(cast.club)
    (candidate,) = people_alike(tournament, "hannelore krause")
    assert (candidate.person, candidate.likely, candidate.also) == (ann, True, ("Hannelore Krause",))
    Entry.objects.create(tournament=tournament, person=other, number=4)
    (candidate,) = people_alike(tournament, "Ann Lee")
    assert (candidate.entered, candidate.last_played) == (4, tournament.date)
    with pytest.raises(Refused, match="already entered, under number 4"):
        register(tournament, NewPlayer(person=ann, number=5), by=cast.director)


@pytest.mark.parametrize("line", ["Hannelore Krause,", "Hanne Lore,99", "Ann Lee,17", "Hannelore Krause,17"])
def test_an_alias_is_recognised_in_a_roster(cast: builders.Cast, line: str) -> None:
    ann = person(cast.club, "Ann Lee", member_number="17", town="Elgin")
    other = person(cast.club, "Hannelore Krause", member_number="99", town="Bern")
    merge(cast.club, main=ann, alias=other, reason="married", by=cast.director)
    tournament = builders.tournament(cast.club)
    upload = park(
        tournament, by=cast.director, name="r.csv", content=f"name,member number\n{line}\n".encode()
    )
    if "Hanne Lore" in line:
        (question,) = difference(upload).questions or (None,)
        assert question is None or question.candidates[0].person == ann.pk
        return
    stamp = Stamp(seen={"preview": difference(upload).fingerprint()})
    apply_roster(upload, by=cast.director, answers={}, stamp=stamp)
    assert tournament.entries.get().person == ann
    assert (Person.objects.get(pk=ann.pk).name, Person.objects.count()) == ("Ann Lee", 2)


def test_the_question_who_a_line_means_has_what_tells_two_namesakes_apart(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    half_day = Category.objects.create(tournament=tournament, name="Half day")
    for number, email in ((4, "ann@reno.example"), (5, "al@elko.example")):
        ann = person(cast.club, "Ann Lee", email=email)
        Entry.objects.create(tournament=tournament, person=ann, number=number, category=half_day)
    client, content = builders.signed_in(cast.director), b"name,e-mail\nAnn Lee,annie@home.example\n"
    upload = park(tournament, by=cast.director, name="r.csv", content=content)
    assert len(difference(upload).questions[0].candidates) == 2
    page = client.get(reverse("roster-preview", args=[tournament.slug, upload.pk])).content.decode()
    text = builders.one_line(page)
    for address in ("annie@home.example", "ann@reno.example", "al@elko.example"):
        assert f"<bdi>{address}</bdi>" in text
    assert text.count("<bdi>Half day</bdi>") == 2


def test_a_roster_of_a_tournament_the_alias_is_entered_in_changes_nothing(cast: builders.Cast) -> None:
    ann, other = person(cast.club, "Ann Lee"), person(cast.club, "Hannelore Krause")
    merge(cast.club, main=ann, alias=other, reason="married", by=cast.director)
    tournament = builders.tournament(cast.club)
    Entry.objects.create(tournament=tournament, person=other, number=4)
    upload = park(tournament, by=cast.director, name="r.csv", content=b"number,name\n4,Ann Lee\n")
    comparison = difference(upload)
    assert (len(comparison.unchanged), comparison.new, comparison.questions, comparison.missing) == (
        1,
        [],
        [],
        [],
    )


def test_what_changed_meanwhile_is_a_conflict(cast: builders.Cast) -> None:
    ann, other = person(cast.club, "Ann Lee"), person(cast.club, "Anna Leigh")
    stamp = Stamp(seen={str(one.pk): facts(one) for one in (ann, other)})
    Person.objects.filter(pk=other.pk).update(name="Bo Chan")
    with pytest.raises(Conflict):
        merge(cast.club, main=ann, alias=other, reason="same", by=cast.director, stamp=stamp)


@pytest.mark.slow
def test_through_the_pages(cast: builders.Cast) -> None:
    ann, other = (
        person(cast.club, "Siobhán O'Neil-Ávila", member_number="17"),
        person(cast.club, "siobhan oneil avila", email="so@example.org"),
    )
    client, slug = builders.signed_in(cast.director), cast.club.slug
    address = reverse("person-merge", args=[slug, ann.pk, other.pk])
    assert address in client.get(reverse("person", args=[slug, ann.pk])).content.decode()
    page = client.get(address).content.decode()
    stamp = builders.stamp(**{str(one.pk): facts(one) for one in (ann, other)})
    assert 'name="kept"' in page
    assert page.count("so@example.org") == 2  # beside the record, and where one is chosen
    missing = client.post(address, {"stamp": stamp, "reason": "same phone"})
    assert missing.status_code == 422
    assert "same phone" in missing.content.decode()
    form_data = {"stamp": stamp, "kept": str(ann.pk), "reason": "same phone"}
    assert client.post(address, form_data)["Location"] == reverse("person", args=[slug, ann.pk])
    assert client.post(address, form_data).status_code == 302
    assert cast.club.journal.filter(verb="people-merged").count() == 1
    assert "so@example.org" in client.get(reverse("person", args=[slug, ann.pk])).content.decode()
    led = client.get(reverse("person", args=[slug, other.pk]))
    assert led["Location"] == reverse("person", args=[slug, ann.pk])
    apart = reverse("person-apart", args=[slug, other.pk])
    assert client.post(apart, {"stamp": builders.stamp()}).status_code == 422
    assert client.post(apart, {"stamp": builders.stamp(), "reason": "sisters"}).status_code == 302
    assert Person.objects.get(pk=other.pk).alias_of is None
    assert client.get(reverse("person-merge", args=[slug, ann.pk, ann.pk])).status_code == 404
