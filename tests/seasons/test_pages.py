"""What stands on the pages of a season and for whom, and what a director does there."""

from __future__ import annotations

import copy
import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import strip_tags

from club.models import Person
from club.rights.actions import erase
from demo.simulation import play_rounds
from record.archive import files
from record.archive.reading import parse
from record.archive.writing import archive
from record.refused import Refused
from rules.seasons.rule import RULES, PointsRow, SeasonRule, printed_rule, read_rule
from seasons import actions
from seasons.facts import facts_at
from seasons.forms import RuleForm
from seasons.models import PublishedPlace, Season, SeasonPerson
from seasons.published import Moved, moved_since, moved_words
from seasons.reckoning import Reckoning, reckon
from tests import builders
from tests.seasons.world import changed, correct, evening, people
from tournament.archive.actions import go_back
from tournament.models import Entry, Tournament
from tournament.people.actions import merge, take_apart

pytestmark = pytest.mark.django_db

PLACES = SeasonRule(points=PointsRow(by="place", places=(5, 3, 1)))
"""A rule in which everything counts."""


@dataclass
class Thursdays:
    """Three evenings by the places 5, 3, 1, all of which count: Ann has 5 + 3 + 5, Bo 3 + 5 + 3, Cy 1 + 1 + 0."""

    cast: builders.Cast
    season: Season
    events: list[Tournament]
    known: dict[str, Person]

    def read(self, name: str = "season", *args: object, who: Any = None) -> str:
        """The page as it is read, without tags."""
        answer = builders.signed_in(who).get(self.address(name, *args))
        assert answer.status_code == 200, answer
        words = re.sub(r"<(script|style).*?</\1>", "", answer.content.decode(), flags=re.S)
        words = re.sub(r"(</(td|th|p|li|h1|h2)>)", r"\1 ", words)
        return builders.one_line(html.unescape(strip_tags(words)))

    def address(self, name: str = "season", *args: object) -> str:
        return reverse(name, args=[self.cast.club.slug, self.season.slug, *args])

    @property
    def director(self) -> Client:
        return builders.signed_in(self.cast.director)


def make() -> Thursdays:
    cast = builders.cast()
    known = people(cast.club, ["Ann", "Bo", "Cy", "Zoe"])
    events = [
        evening(cast.club, 1, [{"Ann": 50, "Bo": 20, "Cy": 10}], known),
        evening(cast.club, 2, [{"Ann": 20, "Bo": 50, "Cy": 10}], known),
        evening(cast.club, 3, [{"Ann": 50, "Bo": 20, "Zoe": 10}], known),
    ]
    season = actions.make_season(cast.club, name="Thursdays", is_public=True, rule=PLACES, by=cast.director)
    actions.set_events(season, events, by=cast.director)
    return Thursdays(cast, season, events, known)


@pytest.fixture(scope="module")
def kept(kept_rows: Callable[[Callable[[], Thursdays]], Thursdays]) -> Thursdays:
    return kept_rows(make)


@pytest.fixture
def thursdays(kept: Thursdays) -> Thursdays:
    return copy.deepcopy(kept)


def points(season: Season, **asked: Any) -> dict[str, str]:
    return {line.name: str(line.points) for line in reckon(season, **asked).lines}


def test_a_page_with_names_is_for_no_search_engine(thursdays: Thursdays) -> None:
    assert builders.signed_in(None).get(thursdays.address())["X-Robots-Tag"] == "noindex, nofollow"


def test_everybody_reads_places_points_and_what_each_event_is_worth(thursdays: Thursdays) -> None:
    page = thursdays.read()
    assert "Place Name Points Events Jan 21 Evening 3 Jan 14 Evening 2 Jan 7 Evening 1" in page
    assert "1 Ann 13 3 5 3 5 2 Bo 11 3 3 5 3 3 Cy 2 2 – 1 1 4 Zoe 1 1 1 – –" in page
    assert "Every event counts. The points are added up." in page


def test_a_person_s_page_says_the_sum_the_places_and_with_whom(thursdays: Thursdays) -> None:
    page = thursdays.read("season-person", thursdays.known["Cy"].pk)
    assert "Place 3 with 2 points. Bo: place 2 with 11. Zoe: place 4 with 1." in page
    assert "1 + 1 = 2" in page
    assert "Evening 3 Jan 21 – – was not there Evening 2 Jan 14 3 1 yes" in page
    assert "Sat at a table with Ann 2 times Bo 2 times" in page


def test_what_is_dropped_stands_in_brackets_and_a_place_takes_what_the_rule_says(
    thursdays: Thursdays,
) -> None:
    rule = printed_rule("scramble-average")
    actions.set_rule(
        thursdays.season,
        rule=rule,
        holds_from=date(2027, 1, 1),
        reason="as voted",
        by=thursdays.cast.director,
    )
    page = thursdays.read()
    assert "3 of 6 events Ann 40" in page
    drop = {"points": {"by": "place", "places": [5, 3, 1]}, "counts": {"which": "drop", "number": 1}}
    given = read_rule(drop)
    assert isinstance(given, SeasonRule)
    actions.set_rule(
        thursdays.season,
        rule=given,
        holds_from=date(2027, 1, 1),
        reason="as voted",
        by=thursdays.cast.director,
    )
    assert "1 Ann 10 3 5 (3) 5 2 Bo 8 3 (3) 5 3" in thursdays.read()
    assert "In brackets: dropped, so it does not count." in thursdays.read()


def test_the_files_have_the_same_numbers(thursdays: Thursdays) -> None:
    lines = builders.signed_in(None).get(thursdays.address("season-csv")).content.decode().splitlines()
    assert lines[1] == "1,Ann,13,no,3,12,5,3,5,,0,"
    assert lines[0].split(",")[6:9] == [
        "2027-01-07 Evening 1",
        "2027-01-14 Evening 2",
        "2027-01-21 Evening 3",
    ]


def test_as_of_any_evening(thursdays: Thursdays) -> None:
    assert points(thursdays.season, until=thursdays.events[1].slug) == {"Ann": "8", "Bo": "8", "Cy": "2"}
    assert "1= Ann 8 2 3 5 1= Bo 8" in thursdays.read("season-after", thursdays.events[1].slug)


@pytest.mark.slow
def test_what_was_published_stays_and_what_moved_since_is_said(thursdays: Thursdays) -> None:
    thursdays.director.post(thursdays.address("season-work"), {"stamp": builders.stamp(), "do": "publish"})
    correct(thursdays.events[0], "Cy", 90)
    moved = "Cy: 2 became 6 points. (Evening 1: 1 became 5)"
    assert "3 people moved since the standings after Evening 3 were published" in thursdays.read()
    assert moved in thursdays.read()
    page = thursdays.read("season-published", 1)
    assert "1 Ann 13 2 Bo 11 3 Cy 2 4 Zoe 1" in page
    assert moved in page
    mail = thursdays.read("season-work", who=thursdays.cast.director)
    assert "Thursdays after Evening 3 (events counted: 3)" in mail
    assert "Corrected since the last e-mail:" in mail
    # A further evening is no correction.
    thursdays.director.post(thursdays.address("season-work"), {"stamp": builders.stamp(), "do": "publish"})
    events = [*thursdays.events, evening(thursdays.cast.club, 4, [{"Zoe": 1, "Cy": 0}], thursdays.known)]
    actions.set_events(thursdays.season, events, by=thursdays.cast.director)
    last = thursdays.season.publications.last()
    assert moved_since(last, reckon(thursdays.season)) == []


def test_publishing_the_same_twice_keeps_one(thursdays: Thursdays) -> None:
    by = thursdays.cast.director
    assert actions.publish(thursdays.season, by=by) == actions.publish(thursdays.season, by=by)
    empty = actions.make_season(thursdays.cast.club, name="Empty", is_public=True, rule=PLACES, by=by)
    with pytest.raises(Refused, match="nothing to publish"):
        actions.publish(empty, by=by)


@pytest.mark.slow
def test_a_rule_that_changes_says_from_when_and_why(thursdays: Thursdays) -> None:
    address, client = thursdays.address("season-rule-change"), thursdays.director
    sent = form_of(client.get(address).content.decode())
    sent |= {"points.places": "10 6 2"}
    answer = client.post(address, sent)
    assert answer.status_code == 422
    assert answer.content.decode().count("This field is required.") >= 2
    with pytest.raises(Refused, match="say from which day on this applies"):
        actions.set_rule(thursdays.season, rule=printed_rule("merseyside"), by=thursdays.cast.director)
    answer = client.post(address, sent | {"holds_from": "2027-01-20", "reason": "voted in January"})
    assert (answer.status_code, points(thursdays.season)) == (
        302,
        {"Ann": "18", "Bo": "14", "Cy": "2", "Zoe": "2"},
    )
    page = thursdays.read("season-rule")
    assert "For events from Jan. 20, 2027 on" in page
    assert "Why it changed: voted in January" in page
    entry = thursdays.cast.club.chain().last()
    assert (entry.verb, entry.reason, entry.new["holds_from"]) == (
        "season-changed",
        "voted in January",
        "2027-01-20",
    )


def form_of(page: str) -> dict[str, str]:
    """What a page's only filled form would send."""
    fields = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page))
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', page, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        fields[name] = chosen[1] if chosen else ""
    return {name: html.unescape(value) for name, value in fields.items() if name != "csrfmiddlewaretoken"}


@pytest.mark.parametrize("name", RULES)
def test_the_form_of_a_printed_rule_gives_that_rule(name: str) -> None:
    base = printed_rule(name)
    initial = RuleForm(base=base).initial
    form = RuleForm({**initial, "stamp": builders.stamp()}, base=base)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["rule"] == base


@pytest.mark.slow
def test_a_season_is_made_from_a_printed_rule(thursdays: Thursdays) -> None:
    club, client = thursdays.cast.club, thursdays.director
    address = reverse("season-new", args=[club.slug, "groene-hart"])
    sent = form_of(client.get(address).content.decode()) | {"name": "Tuesdays at Ñandú", "is_public": "on"}
    answer = client.post(address, sent | {"points.tables.4": "4 2"})
    assert answer.status_code == 422
    assert "A table of 4 has 4 places, and points for 2 are given." in html.unescape(answer.content.decode())
    answer = client.post(address, sent)
    assert answer["Location"] == reverse("season-work", args=[club.slug, "tuesdays-at-nandu"])
    made = club.seasons.get(slug="tuesdays-at-nandu")
    assert made.versions.get().read == printed_rule("groene-hart")
    alike = [
        actions.make_season(club, name=name, is_public=True, rule=PLACES, by=thursdays.cast.director)
        for name in ("周四", "周五")
    ]
    assert [season.slug for season in alike] == ["season", "season-2"]
    # Before an event is in it, another rule comes in its place.
    actions.set_rule(made, rule=PLACES, by=thursdays.cast.director)
    assert made.versions.get().read == PLACES
    again = client.post(address, sent | {"stamp": builders.stamp()})
    assert "The club has a season with this name." in again.content.decode()


@pytest.mark.slow
def test_events_are_put_in_and_taken_out_with_a_reason(thursdays: Thursdays) -> None:
    address, client = thursdays.address("season-work"), thursdays.director
    double = evening(thursdays.cast.club, 4, [{"Zoe": 9, "Cy": 1}], thursdays.known)
    slugs = [event.slug for event in (*thursdays.events, double)]

    def send(**fields: Any) -> int:
        page = client.get(address).content.decode()
        stamp = html.unescape(re.search(r'name="stamp" value="([^"]*events[^"]*)"', page)[1])  # type: ignore[index]
        return client.post(
            address, {"stamp": stamp, "do": "events", "weight": "1", "reason": "", **fields}
        ).status_code

    assert send(tournaments=slugs, weight="2") == 302
    assert points(thursdays.season)["Zoe"] == "11"
    assert send(tournaments=slugs[:3]) == 422
    assert send(tournaments=slugs[:3], reason="no evening of the season") == 302
    assert points(thursdays.season)["Zoe"] == "1"
    # One that was deleted stays, and counts again where it is restored.
    Tournament.everything.filter(slug=slugs[2]).update(deleted_at=timezone.now())
    assert send(tournaments=slugs[:2]) == 302
    assert "Zoe" not in points(thursdays.season)
    Tournament.everything.filter(slug=slugs[2]).update(deleted_at=None)
    assert points(thursdays.season)["Zoe"] == "1"
    foreign = evening(thursdays.cast.other_director.memberships.get().club, 1, [{"Zoe": 1}], thursdays.known)
    assert send(tournaments=[*slugs[:3], foreign.slug]) == 422


@pytest.mark.slow
def test_points_are_brought_in_and_guests_named_as_a_list(thursdays: Thursdays) -> None:
    address, client = thursdays.address("season-people"), thursdays.director

    def send(names: str, **more: str) -> Any:
        page = client.get(address).content.decode()
        stamp = html.unescape(re.search(r'name="stamp" value="([^"]*people[^"]*)"', page)[1])  # type: ignore[index]
        return client.post(address, {"stamp": stamp, "names": names, **more})

    answer = send("Ann, 4.5, 2, 0\nBo is twelve\n\nCy 3, 4, 1")
    assert answer.status_code == 422
    refused = "Cannot be read: Line 2: Bo is twelve; Line 4: Cy 3, 4, 1. Write a name"
    assert refused in html.unescape(answer.content.decode())
    assert "Ann, 4.5, 2, 0" in answer.content.decode()  # nothing typed is lost
    lines = "1. Ann 4.5 2 8\nNew, Nora\t−3\nBo, guest"
    asked = send(lines)
    assert "Nobody in the club is called Nora New (-3)." in html.unescape(asked.content.decode())
    assert 'type="checkbox" name="are_new"' in asked.content.decode()
    assert (asked.status_code, SeasonPerson.objects.count()) == (422, 0)
    assert send(lines, are_new="on").status_code == 302
    assert points(thursdays.season) == {"Ann": "17.5", "Cy": "2", "Zoe": "1", "Nora New": "-3"}
    assert "5 + 3 + 5 + 4.5 brought in = 17.5" in thursdays.read("season-person", thursdays.known["Ann"].pk)
    assert send("Ann, 1\nann, 2").status_code == 422
    assert SeasonPerson.objects.count() == 3
    # Two of one name are told apart by their towns, also when the list is saved again as it stands.
    for town in ("Easton", "Weston (PA)"):
        Person.objects.create(club=thursdays.cast.club, name="Carol Chen", town=town)
    assert send("Carol Chen (Weston (PA)), 12, 1000").status_code == 302
    listed = re.search(r"<textarea[^>]*>([^<]*)", client.get(address).content.decode())
    assert listed
    assert listed[1].strip() == "Carol Chen (Weston (PA)), 12.00, 1000, 0"
    assert send(listed[1]).status_code == 302
    assert SeasonPerson.objects.get().person.town == "Weston (PA)"


@pytest.mark.slow
def test_who_asked_for_initials_has_them_in_the_whole_season(thursdays: Thursdays) -> None:
    entry = Entry.objects.get(tournament=thursdays.events[0], person=thursdays.known["Ann"])
    Person.objects.filter(pk=entry.person_id).update(name="Ann Able")
    Entry.objects.filter(pk=entry.pk).update(shows_initials=True)
    changed(thursdays.events[0])
    for name, args in (("season", ()), ("season-person", (entry.person_id,)), ("season-csv", ())):
        assert "Ann Able" not in builders.signed_in(None).get(thursdays.address(name, *args)).content.decode()
    assert "1 A.A. 13" in thursdays.read()


@pytest.mark.slow
def test_what_is_withheld_or_not_public_counts_for_nobody(thursdays: Thursdays) -> None:
    first, second, third = thursdays.events
    actions.set_events(thursdays.season, [first, second], by=thursdays.cast.director, reason="later")
    actions.publish(thursdays.season, by=thursdays.cast.director)
    actions.set_events(thursdays.season, [first, second, third], by=thursdays.cast.director)
    for event, values in ((first, {"withheld_from": 1}), (second, {"is_public": False})):
        Tournament.objects.filter(pk=event.pk).update(**values)
        changed(event)
    assert points(thursdays.season) == {"Ann": "5", "Bo": "3", "Zoe": "1"}
    assert "Does not count: its results are withheld." in thursdays.read()
    for page in (thursdays.read(), thursdays.read("season-published", 1)):
        assert "Evening 2" not in page
        assert f"After {date_format(second.date, 'DATE_FORMAT')}" in page
    page = thursdays.read("season-work", who=thursdays.cast.director)
    assert "Evening 2: Does not count: it is not public, and this season is." in page
    Tournament.objects.filter(pk=third.pk).update(finished_at=None)
    changed(third)
    assert points(thursdays.season) == {}
    assert points(thursdays.season, now=True) == {"Ann": "5", "Bo": "3", "Zoe": "1"}
    assert "Evening 3 is being played. If it ended now" in thursdays.read()
    assert "With the points of Evening 3 that have been accepted so far." in thursdays.read("season-now")


@pytest.mark.slow
def test_a_season_that_is_not_public_is_the_club_s_alone(thursdays: Thursdays) -> None:
    cast = thursdays.cast
    who = [builders.signed_in(user) for user in (None, cast.other_director, cast.door, cast.director)]
    actions.rename(thursdays.season, name="Thursdays", is_public=False, by=cast.director)
    for name, args in (
        *((name, ()) for name in ("season", "season-now", "season-rule", "season-csv")),
        ("season-after", (thursdays.events[0].slug,)),
        ("season-person", (thursdays.known["Ann"].pk,)),
    ):
        address = thursdays.address(name, *args)
        assert [client.get(address).status_code for client in who] == [404, 404, 200, 200]
    assert "Thursdays" not in builders.signed_in(None).get("/").content.decode()


@pytest.mark.slow
def test_a_season_that_people_have_read_is_not_removed(thursdays: Thursdays) -> None:
    client, sent = thursdays.director, {"stamp": builders.stamp(), "do": "remove", "reason": "made twice"}
    actions.publish(thursdays.season, by=thursdays.cast.director)
    answer = client.post(thursdays.address("season-work"), sent)
    assert answer.status_code == 422
    assert "Its standings were published, so it stays." in answer.content.decode()
    other = actions.make_season(
        thursdays.cast.club, name="B", is_public=True, rule=PLACES, by=thursdays.cast.director
    )
    actions.set_events(other, thursdays.events, by=thursdays.cast.director)
    client.post(
        reverse("season-work", args=[thursdays.cast.club.slug, "b"]), {**sent, "stamp": builders.stamp()}
    )
    assert not Season.objects.filter(slug="b").exists()
    assert Tournament.objects.filter(club=thursdays.cast.club).count() == 3


@pytest.mark.slow
def test_an_event_that_goes_back_to_an_archive_stays_in_the_season(
    thursdays: Thursdays, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")
    event = builders.running_tournament(thursdays.cast.club, players=4, rounds=2)
    list(play_rounds(event, 1, seed=3, by=thursdays.cast.director))
    Tournament.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    actions.set_events(thursdays.season, [*thursdays.events, event], by=thursdays.cast.director)
    before = points(thursdays.season)
    then = parse(archive(event))
    correct(event, "Player 1", -500)
    assert points(thursdays.season) != before
    go_back(event, then, by=thursdays.cast.director, reason="wrong cards")
    assert points(thursdays.season) == before


@pytest.mark.slow
def test_it_is_restored_from_its_file_with_what_was_published(thursdays: Thursdays) -> None:
    club, by, client = thursdays.cast.club, thursdays.cast.director, thursdays.director
    row = ("New Nora", "", False, Decimal("2.5"), 1, 4)
    actions.set_people(thursdays.season, [row, ("Bo", "", True, Decimal(0), 0, 0)], by=by)
    actions.publish(thursdays.season, by=by)
    correct(thursdays.events[0], "Cy", 90)
    content = client.get(thursdays.address("season-archive")).content
    then, moved = points(thursdays.season), moved_of(thursdays.season)
    Season.objects.filter(pk=thursdays.season.pk).delete()
    address = reverse("season-restore", args=[club.slug])

    def send(given: bytes) -> Any:
        file = SimpleUploadedFile("season.json", given)
        return client.post(address, {"stamp": builders.stamp(), "file": file})

    for damaged in (
        b"",
        b"{}",
        content[:-9],
        content.replace(b'"by":"place"', b'"by":"luck"'),
        content.replace(b'"points":"', b'"points":"x'),
        content.replace(b'"2.50"', b'"1e20"'),
        content.replace(b'"people":{"', b'"people":{"no mark'),
    ):
        answer = send(damaged)
        assert (answer.status_code, club.seasons.count()) == (422, 0)
    assert send(content).status_code == 302
    back = club.seasons.get()
    assert (points(back), moved_of(back)) == (then, moved)
    assert moved != []
    assert send(content).status_code == 422  # there is one of this name now


def moved_of(season: Season) -> list[str]:
    last = season.publications.last()
    return [moved_words(one) for one in moved_since(last, reckon(season))]


@pytest.mark.slow
def test_a_record_that_was_published_and_merged_since_may_be_in_no_event(thursdays: Thursdays) -> None:
    by, known = thursdays.cast.director, thursdays.known
    actions.publish(thursdays.season, by=by)
    merge(thursdays.cast.club, main=known["Cy"], alias=known["Zoe"], reason="one", by=by)
    actions.set_people(thursdays.season, [("Cy", "", True, Decimal(0), 0, 0)], by=by)
    assert "C.: had 3 points, and is no longer listed." in moved_of(thursdays.season)
    for name, args in (("season", ()), ("season-published", (1,)), ("season-work", ())):
        assert "One person moved" in thursdays.read(name, *args, who=by)


@pytest.mark.slow
def test_a_merge_while_a_page_is_made_is_in_none_of_what_it_keeps(thursdays: Thursdays) -> None:
    by, known = thursdays.cast.director, thursdays.known
    before, begun = points(thursdays.season), Reckoning(thursdays.season)
    facts_at.cache_clear()
    merge(thursdays.cast.club, main=known["Cy"], alias=known["Zoe"], reason="one", by=by)
    for event in thursdays.season.events.all():
        begun.column(event, now=False)
    take_apart(thursdays.cast.club, alias=known["Zoe"], reason="two", by=by)
    assert points(thursdays.season) == before


@pytest.mark.slow
@pytest.mark.parametrize("what", ["remove", "publish", "set_events", "rename"])
def test_a_season_that_was_removed_meanwhile_is_said_to_be_gone(
    thursdays: Thursdays, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = getattr(actions, what)

    def late(season: Season, **given: Any) -> None:
        Season.objects.filter(pk=season.pk).delete()
        act(season, **given)

    monkeypatch.setattr(actions, what, late)
    do = {"set_events": "events", "rename": "name"}.get(what, what)
    sent = {"do": do, "stamp": builders.stamp(), "reason": "x", "weight": "1", "name": "Other"}
    assert thursdays.director.post(thursdays.address("season-work"), sent).status_code == 404


@pytest.mark.slow
def test_whoever_is_erased_keeps_the_points_under_another_name(thursdays: Thursdays) -> None:
    actions.publish(thursdays.season, by=thursdays.cast.director)
    person = thursdays.known["Bo"]
    erase(person, by=thursdays.cast.director, instead="B.B.")
    assert points(thursdays.season) == {"Ann": "13", "B.B.": "11", "Cy": "2", "Zoe": "1"}
    assert "2 B.B. 11" in thursdays.read("season-published", 1)


@pytest.mark.slow
def test_a_table_that_the_rule_has_no_points_for_is_said(thursdays: Thursdays) -> None:
    actions.set_rule(
        thursdays.season,
        rule=printed_rule("sg-riichi"),
        holds_from=date(2027, 1, 20),
        reason="voted",
        by=thursdays.cast.director,
    )
    assert "Does not count: a table had 3 people, and the rule has no points for that." in thursdays.read()


@pytest.mark.slow
def test_it_costs_as_many_queries_for_48_people_as_for_4(
    thursdays: Thursdays, django_assert_num_queries: Any
) -> None:
    club = thursdays.cast.club
    names = [f"Player {number}" for number in range(48)]
    known = people(club, names)
    tables = [dict.fromkeys(names[first : first + 4], 10) for first in range(0, 48, 4)]
    big = actions.make_season(club, name="Big", is_public=True, rule=PLACES, by=thursdays.cast.director)
    actions.set_events(big, [evening(club, 1, tables, known)], by=thursdays.cast.director)
    client = builders.signed_in(None)
    for season in (thursdays.season, big):
        client.get(season.get_absolute_url())  # its events are read
        with django_assert_num_queries(7):
            client.get(season.get_absolute_url())


def test_what_moved_is_one_sentence() -> None:
    def stood(rank: int | None, points: str) -> PublishedPlace:
        return PublishedPlace(UUID(int=1), rank, points, {})

    moved = (
        (stood(1, "8"), stood(2, "7.5")),
        (stood(1, "8"), stood(2, "8")),
        (stood(None, "8"), stood(2, "9")),
        (stood(1, "8"), stood(None, "7")),
        (None, stood(2, "7")),
        (stood(2, "7"), None),
    )
    assert [moved_words(Moved("Ann", old, new, {})) for old, new in moved] == [
        "Ann: 8 became 7.5 points, place 1 became 2.",
        "Ann: place 1 became 2, with the same points.",
        "Ann: 8 became 9 points, place – became 2.",
        "Ann: 8 became 7 points, place 1 became –.",
        "Ann: 7 points, and was not listed before.",
        "Ann: had 7 points, and is no longer listed.",
    ]
