"""Importing a roster through its pages: nothing before "apply", everything in one change, safe to repeat."""

import datetime
import re
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from club.models import Club, Person
from record.change import Change
from record.journal import verify
from record.refused import Conflict
from tests import builders
from tests.tournament.roster.importing import address, apply, bring_in, entered, stamp_on, upload
from tournament.models import Entry, RosterUpload, Tournament
from tournament.players import actions as entry_actions
from tournament.roster import actions

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SAMPLES = Path(__file__).parents[3] / "samples" / "rosters"


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.tournament(cast.club)


@pytest.mark.slow
@pytest.mark.parametrize("sample", sorted(path.name for path in SAMPLES.iterdir()))
def test_every_sample_comes_in_and_coming_again_changes_nothing(
    director: Client, tournament: Tournament, sample: str
) -> None:
    offered = director.get(reverse("roster-sample", args=[tournament.slug, sample]))
    content = b"".join(offered.streaming_content)
    size = int(sample[:2])
    page = upload(director, tournament, content, sample)
    assert len(page.context["difference"].new) == size
    assert (tournament.entries.count(), Person.objects.count(), tournament.chain().count()) == (0, 0, 0)
    assert apply(director, tournament).status_code == 302
    assert (tournament.entries.count(), Person.objects.count()) == (size, size)
    again = upload(director, tournament, content, sample)
    assert "There is nothing to change" in again.content.decode()
    assert len(again.context["difference"].unchanged) == size
    assert [entry.verb for entry in tournament.chain()] == ["roster-imported"]
    assert list(verify(tournament)) == []


def test_samples_are_offered_in_the_demonstration_club_alone(
    director: Client, tournament: Tournament
) -> None:
    page, sample = reverse("roster-import", args=[tournament.slug]), "46-players.csv"
    assert sample not in director.get(page).content.decode()
    Club.objects.update(is_demonstration=True)
    assert sample in director.get(page).content.decode()


def test_the_button_stands_at_the_top_too_where_nothing_is_to_decide(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    def looks(line: str) -> list[str]:
        page = upload(director, tournament, f"Name\n{line}\n").content.decode()
        return re.findall(r'<button class="([^"]*)"[^>]*>Import this roster<', page)

    assert looks("Ann Lee") == ["button-primary", "button-large"]
    Person.objects.create(club=cast.club, name="Ann Lee")
    Person.objects.create(club=cast.club, name="Ann Lee")
    assert looks("Ann Lee") == ["button-primary button-large"]


def test_a_sample_must_be_one(director: Client, tournament: Tournament) -> None:
    for name in ("..", "17-players.csv", "..%2fsettings.py"):
        assert director.get(reverse("roster-sample", args=[tournament.slug, name])).status_code == 404


@pytest.mark.slow
def test_a_second_roster_changes_adds_and_leaves_the_rest(director: Client, tournament: Tournament) -> None:
    bring_in(director, tournament, "No,Name,Town\n1,Ann Lee,Reno\n2,Bo Li,\n3,Cy Wu,\n")
    page = upload(director, tournament, "No,Name,Town\n2,Ann Lee,Reno\n1,Bo Li,Elko\n,Di Xu,\n")
    text = builders.one_line(page.content.decode())
    assert "Player number: <del><bdi>1</bdi></del>" in text
    assert "Entered, but not in the file" in text
    apply(director, tournament)
    assert entered(tournament) == [
        (1, "Bo Li", "registered"),
        (2, "Ann Lee", "registered"),
        (3, "Cy Wu", "registered"),
        (4, "Di Xu", "registered"),
    ]
    record = tournament.chain().latest("sequence")
    assert record.old == {
        "changed": [{"player": "Ann Lee", "number": 1}, {"player": "Bo Li", "town": "", "number": 2}]
    }
    assert record.new["changed"] == [
        {"player": "Ann Lee", "number": 2},
        {"player": "Bo Li", "town": "Elko", "number": 1},
    ]
    assert record.new["entered"] == ["4 Di Xu"]


@pytest.mark.slow
def test_after_the_last_number_those_without_one_get_the_gaps(
    director: Client, tournament: Tournament
) -> None:
    bring_in(director, tournament, "No,Name\n99999,Ann Lee\n2,Bo Li\n,Cy Wu\n,Di Xu\n")
    assert [number for number, _name, _state in entered(tournament)] == [1, 2, 3, 99_999]


@pytest.mark.slow
def test_withdrawing_and_bringing_back_only_when_ticked(director: Client, tournament: Tournament) -> None:
    bring_in(director, tournament, "No,Name\n1,Ann Lee\n2,Bo Li\n")
    bo = tournament.entries.get(number=2)
    upload(director, tournament, "No,Name\n1,Ann Lee\n")
    apply(director, tournament, withdraw=[bo.pk])
    assert entered(tournament) == [(1, "Ann Lee", "registered"), (2, "Bo Li", "withdrawn")]
    bring_in(director, tournament, "No,Name\n1,Ann Lee\n2,Bo Li\n")
    assert entered(tournament)[1] == (2, "Bo Li", "withdrawn")
    bring_in(director, tournament, "No,Name\n1,Ann Lee\n2,Bo Li\n", reinstate=[bo.pk])
    assert entered(tournament)[1] == (2, "Bo Li", "registered")
    assert [entry.new["reinstated"] for entry in tournament.chain()][-1] == ["2 Bo Li"]


@pytest.mark.slow
def test_ticks_for_other_entries_do_nothing(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    other = builders.tournament(cast.club, players=1)
    bring_in(director, tournament, "No,Name\n1,Ann Lee\n")
    seated = builders.running_tournament(cast.club)
    bring_in(
        director, tournament, "No,Name\n1,Ann Lee\n,Bo\n", withdraw=[other.entries.get().pk, 10**30, "x"]
    )
    bring_in(director, seated, "Name\nZed\n", withdraw=[entry.pk for entry in seated.entries.all()])
    assert other.entries.get().state == "registered"
    assert seated.entries.filter(state="withdrawn").count() == 0


@pytest.mark.slow
def test_another_spelling_waits_for_an_answer(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    jose = Person.objects.create(club=cast.club, name="José Núñez")
    upload(director, tournament, "Name\nJose Nunez\nAnn Lee\n")
    page = apply(director, tournament)
    assert (page.status_code, "Line 2, Jose Nunez: please say who this is." in page.content.decode()) == (
        422,
        True,
    )
    assert entered(tournament) == []
    assert apply(director, tournament, **{"line-2": f"keep-{jose.pk}"}).status_code == 302
    assert sorted(name for _number, name, _state in entered(tournament)) == ["Ann Lee", "José Núñez"]
    assert tournament.entries.filter(person=jose).exists()


@pytest.mark.slow
def test_a_respelled_name_under_its_own_number_is_the_same_player_when_so_answered(
    director: Client, tournament: Tournament
) -> None:
    bring_in(director, tournament, "No,Name\n5,Tab Name\n")
    page = upload(director, tournament, "No,Name\n5,Tab Nane\n").content.decode()
    assert "Number 5 is taken, so somebody else needs another one in the file." in page
    assert 'name="line-2" value="new"' not in page
    assert "Entered, but not in the file" not in page
    person = tournament.entries.get().person
    assert apply(director, tournament, **{"line-2": f"same-{person.pk}"}).status_code == 302
    assert entered(tournament) == [(5, "Tab Nane", "registered")]


def test_namesakes_are_told_apart_by_what_is_known_of_each(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    spring = builders.tournament(cast.club, name="Spring Open", date=datetime.date(2026, 4, 11))
    older = builders.tournament(cast.club, name="Winter Open", date=datetime.date(2025, 2, 1))
    first, second, third, fourth = (
        Person.objects.create(club=cast.club, name="Mary Smith", town="Boston") for _one in range(4)
    )
    Person.objects.filter(pk=second.pk).update(member_number="M-17")
    for number, (earlier, person) in enumerate([(older, first), (spring, first), (older, third)], 1):
        Entry.objects.create(tournament=earlier, person=person, number=number)
    Entry.objects.create(tournament=tournament, person=fourth, number=12)
    page = upload(director, tournament, "Name,Town\nMary Smith,Plano\n").content.decode()
    offered = {
        int(pk): plain(text)
        for pk, text in re.findall(r'value="same-(\d+)".*?<span>(.*?)</label>', page, re.DOTALL)
    }
    assert offered == {
        first.pk: "The same person as Mary Smith, Boston, last entered in Spring Open, April 11, 2026",
        second.pk: "The same person as Mary Smith, Boston, member M-17, in no other tournament yet",
        third.pk: "The same person as Mary Smith, Boston, last entered in Winter Open, Feb. 1, 2025",
        fourth.pk: "The same person as Mary Smith, Boston, entered already, number 12; in no other tournament yet",
    }


def plain(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", "", html).split())


@pytest.mark.slow
def test_an_answer_that_would_lose_a_line_is_refused(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    """José would need the number that Bo keeps: nothing comes in until the line is answered otherwise."""
    jose = Person.objects.create(club=cast.club, name="José Núñez")
    bring_in(director, tournament, "No,Name\n6,Bo Li\n")
    upload(director, tournament, "No,Name\n6,Jose Nunez\n,Ann Lee\n")
    page = apply(director, tournament, **{"line-2": f"same-{jose.pk}"})
    sentence = "Line 2, Jose Nunez, cannot come in with these answers. Number 6 belongs to Bo Li."
    assert (page.status_code, sentence in page.content.decode()) == (422, True)
    assert entered(tournament) == [(6, "Bo Li", "registered")]
    assert apply(director, tournament, **{"line-2": "skip"}).status_code == 302
    assert entered(tournament) == [(6, "Bo Li", "registered"), (7, "Ann Lee", "registered")]


@pytest.mark.slow
def test_what_was_answered_is_kept_when_one_answer_is_missing(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    for name in ("José Núñez", "Zoë Vandermeer"):
        Person.objects.create(club=cast.club, name=name)
    upload(director, tournament, "Name\nJose Nunez\nZoe Vandermeer\n")
    page = apply(director, tournament, **{"line-3": "new"})
    assert page.status_code == 422
    assert 'name="line-3" value="new" checked' in page.content.decode()


def test_a_preview_that_is_out_of_date(director: Client, tournament: Tournament, cast: builders.Cast) -> None:
    page = upload(director, tournament, "No,Name\n1,Ann Lee\n")
    stamp = stamp_on(page.content.decode(), tournament)
    entry_actions.register(tournament, entry_actions.NewPlayer(number=1, name="Bo Li"), by=cast.director)
    stale = director.post(address("roster-apply", tournament), {"stamp": stamp})
    assert (stale.status_code, "Players changed since this preview" in stale.content.decode()) == (409, True)
    assert "Number 1 belongs to Bo Li." in stale.content.decode()
    assert entered(tournament) == [(1, "Bo Li", "registered")]


@pytest.mark.parametrize("data", [{}, {"stamp": ""}, {"stamp": "x" * 10_000}, {"stamp": builders.stamp()}])
def test_a_half_sent_preview_changes_nothing(
    director: Client, tournament: Tournament, data: dict[str, str]
) -> None:
    upload(director, tournament, "Name\nAnn Lee\n")
    assert (director.post(address("roster-apply", tournament), data).status_code, entered(tournament)) == (
        422,
        [],
    )


@pytest.mark.slow
def test_applying_twice_changes_nothing_more(director: Client, tournament: Tournament) -> None:
    page = upload(director, tournament, "Name\nAnn Lee\n")
    data = {"stamp": stamp_on(page.content.decode(), tournament)}
    statuses = [director.post(address("roster-apply", tournament), data).status_code for _click in range(2)]
    assert (statuses, len(entered(tournament)), tournament.chain().count()) == ([302, 302], 1, 1)
    assert bytes(RosterUpload.objects.get().content) == b""
    assert director.get(address("roster-preview", tournament)).status_code == 302
    assert director.post(address("roster-columns", tournament), {}).status_code == 302


@pytest.mark.slow
def test_refused_lines_are_listed_and_left_out(director: Client, tournament: Tournament) -> None:
    page = upload(director, tournament, "No,Name,Town\n1,Ann Lee,\nx,Bo Li,\n7,,Reno\nTotal: 2,,\n")
    difference = page.context["difference"]
    assert [line.line for line in difference.refused] == [3, 4]
    assert [line.line for line in difference.left_out] == [5]
    apply(director, tournament)
    assert entered(tournament) == [(1, "Ann Lee", "registered")]


def test_new_players_have_columns_for_what_the_file_says_only(
    director: Client, tournament: Tournament
) -> None:
    def columns(content: str) -> list[str]:
        table = upload(director, tournament, content).content.decode().split('aria-labelledby="new"')[1]
        return re.findall('<th scope="col"[^>]*>([^<]+)<', table)

    assert columns("No,Name,Town\n1,Ann Lee,\n") == ["Line", "No.", "Name"]
    assert columns("Name,Town,Member number,Initials only\nAnn Lee,Reno,,\nBo Li,,M1,yes\n") == [
        *("Line", "No.", "Name", "Town", "Member number", "Initials only"),
    ]


NOBODY = "There is no player in this file"
NOTHING = "There is nothing to change"
ALL_AS_SAID = "Everybody in this file is entered just as it says."


def said_of(page: object) -> list[str]:
    text = page.content.decode()
    everything = (NOBODY, NOTHING, ALL_AS_SAID, "Nothing can be imported", "Import this roster")
    return [sentence for sentence in everything if sentence in text]


@pytest.mark.slow
def test_a_file_of_column_names_alone_has_no_player(director: Client, tournament: Tournament) -> None:
    assert said_of(upload(director, tournament, "No,Name,Town\n")) == [NOBODY]
    bring_in(director, tournament, "Name\nAnn Lee\n")
    page = upload(director, tournament, "No,Name,Town\n")
    assert said_of(page) == [NOBODY]
    assert entered(tournament) == [(1, "Ann Lee", "registered")]


@pytest.mark.slow
def test_what_was_refused_is_not_called_entered(director: Client, tournament: Tournament) -> None:
    assert said_of(upload(director, tournament, "Name\nAn\x07n Lee\nB\x07o Li\n")) == [
        "Nothing can be imported"
    ]
    bring_in(director, tournament, "No,Name\n1,Ann Lee\n2,Bo Li\n3,Cy Wu\n4,Di Xu\n")
    page = upload(director, tournament, "No,Name\n1,Ann Lee\n2,Bo Li\nx,Cy Wu\ny,Di Xu\n")
    assert said_of(page) == [NOTHING]
    assert "2 lines were refused, see above. Everybody else in this file is" in page.content.decode()
    assert said_of(upload(director, tournament, "No,Name\n1,Ann Lee\n2,Bo Li\n3,Cy Wu\n4,Di Xu\n")) == [
        NOTHING,
        ALL_AS_SAID,
    ]


@pytest.mark.slow
def test_changes_of_seated_players_are_said_before_they_are_made(
    director: Client, cast: builders.Cast
) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    late = Person.objects.create(club=cast.club, name="Zoe Late")
    waiting = Entry.objects.create(tournament=tournament, person=late, number=9)
    rows = [f"{n},Player {n}" for n in range(1, 9)] + ["9,Zoe Late"]
    warning = "Printed sheets will be out of date"
    swapped = ["2,Player 1", "1,Player 2", *rows[2:8], "10,Zoe Late"]
    text = upload(director, tournament, "No,Name\n" + "\n".join(swapped)).content.decode()
    assert ("2 players with a seat get another number." in text, warning in text) == (True, True)
    assert "another name." not in text
    text = upload(director, tournament, "No,Name\n" + "\n".join([*rows[:8], "10,Zoe Late"])).content.decode()
    assert ("Import this roster" in text, warning in text) == (True, False)
    # Somebody who came in round 2 has a seat, and none in the draw.
    seat = tournament.rounds.get(number=2).seats.first()
    seat.entry = waiting
    seat.save()
    text = upload(director, tournament, "No,Name\n" + "\n".join([*rows[:8], "10,Zoe Late"])).content.decode()
    assert "1 player with a seat gets another number." in text
    text = upload(director, tournament, "No,Name\n" + "\n".join(rows[:8])).content.decode()
    assert 'name="withdraw"' not in text


def test_another_name_of_a_seated_player_is_said(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=4)
    Person.objects.filter(entries__number=4).update(name="Ann Lee", member_number="M4")
    rows = "1,Player 1,\n2,Player 2,\n3,Player 3,\n4,Ann Lee-Baker,M4\n"
    text = upload(director, tournament, "No,Name,Member number\n" + rows).content.decode()
    assert "1 player with a seat gets another name." in text


def test_an_upload_belongs_to_its_tournament_and_its_maker(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    upload(director, tournament, "Name\nAnn Lee\n")
    pk = RosterUpload.objects.get().pk
    other = builders.tournament(cast.club)
    assert director.get(reverse("roster-preview", args=[other.slug, pk])).status_code == 404
    assert director.post(reverse("roster-apply", args=[other.slug, pk])).status_code == 404
    RosterUpload.objects.update(by=cast.scorekeeper)
    assert director.get(reverse("roster-preview", args=[tournament.slug, pk])).status_code == 404


@pytest.mark.slow
def test_old_uploads_go(director: Client, tournament: Tournament, cast: builders.Cast) -> None:
    upload(director, tournament, "Name\nAnn Lee\n")
    upload(director, tournament, "Name\nBo Li\n")
    assert RosterUpload.objects.count() == 1
    RosterUpload.objects.update(uploaded_at=timezone.now() - actions.KEPT_FOR * 2, by=cast.scorekeeper)
    actions.remove_old_uploads()
    assert RosterUpload.objects.count() == 0


@pytest.mark.slow
def test_a_finished_tournament_takes_no_roster(director: Client, tournament: Tournament) -> None:
    upload(director, tournament, "Name\nAnn Lee\n")
    Tournament.objects.update(finished_at=timezone.now())
    assert (apply(director, tournament).status_code, entered(tournament)) == (422, [])


@pytest.mark.slow
def test_a_thousand_players_cost_few_queries(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    names = "".join(f"{n},Player{n:04} Family{n * 7919 % 1000:04}\n" for n in range(1, 1_001))
    upload(director, tournament, "No,Name\n" + names)
    parked = RosterUpload.objects.get()
    with CaptureQueriesContext(connection) as captured:
        actions.apply_roster(parked, by=cast.director, answers={})
    assert tournament.entries.count() == 1_000
    assert len(captured) <= 90  # one for each table of the archive, and one for each hundred rows


def test_a_failure_in_the_middle_leaves_nothing(
    director: Client, tournament: Tournament, cast: builders.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(director, tournament, "Name\nAnn Lee\n")
    parked = RosterUpload.objects.get()

    def fail(*_arguments: object, **_named: object) -> None:
        raise Conflict([])

    monkeypatch.setattr(Change, "record", fail)
    with pytest.raises(Conflict):
        actions.apply_roster(parked, by=cast.director, answers={})
    assert (Entry.objects.count(), Person.objects.count()) == (0, 0)
    parked.refresh_from_db()
    assert parked.applied_at is None


@pytest.mark.slow
def test_people_changed_by_a_roster_are_on_record_once_in_their_other_tournaments(
    director: Client, cast: builders.Cast, tournament: Tournament
) -> None:
    bring_in(director, tournament, "number,name,town,member number\n1,Ana,Easton,M1\n2,Bea,Easton,M2\n")
    other = builders.tournament(cast.club)
    for entry in tournament.entries.all():
        Entry.objects.create(tournament=other, person=entry.person, number=entry.number + 10)
    ana = tournament.entries.get(number=1).person
    changed = "number,name,town,member number\n1,Ana Ruiz,Easton,M1\n2,Bea,Joliet,M2\n"
    bring_in(director, tournament, changed, **{"line-2": f"same-{ana.pk}"})
    entry = other.chain().get()
    assert (entry.verb, entry.subject) == ("players-corrected", "11 Ana Ruiz, 12 Bea")
    assert (entry.old, entry.new) == (
        {"changed": [{"player": 11, "name": "Ana"}, {"player": 12, "town": "Easton"}]},
        {
            "changed": [{"player": 11, "name": "Ana Ruiz"}, {"player": 12, "town": "Joliet"}],
            "changed_in": tournament.name,
        },
    )
    other.refresh_from_db()
    assert (other.standings_version, list(verify(other))) == (1, [])


CONTACT = (
    "Name,Phone,E-mail,Diet,Brings a set,Paid\n"
    "Ann Lee,(312) 555-0101,ann@example.org,vegan,Y,$40 ck #1021\n"
    "Bo Li,no phone,none,none,n,\n"
    "WAITING LIST,,,,,\n"
    "Cy Wu,555-0103 (cell),,,,\n"
)


def private(tournament: Tournament) -> list[tuple[str, ...]]:
    fields = ("person__name", "person__phone", "person__email", "notes", "fee_note", "state")
    return list(tournament.entries.order_by("number").values_list(*fields))


@pytest.mark.slow
def test_contact_and_notes_come_in_and_are_not_in_the_journal(
    director: Client, tournament: Tournament
) -> None:
    bring_in(director, tournament, CONTACT)
    assert private(tournament) == [
        (
            "Ann Lee",
            "(312) 555-0101",
            "ann@example.org",
            "Diet: vegan; Brings a set",
            "$40 ck #1021",
            "registered",
        ),
        ("Bo Li", "", "", "", "", "registered"),
        ("Cy Wu", "555-0103 (cell)", "", "", "", "waiting"),
    ]
    bring_in(director, tournament, CONTACT.replace("0101", "0102").replace("vegan", "kosher"))
    assert private(tournament)[0][1:4] == ("(312) 555-0102", "ann@example.org", "Diet: kosher; Brings a set")
    record = tournament.chain().latest("sequence")
    assert (record.old["changed"], record.new["changed"]) == (
        [{"player": "Ann Lee", "private": ["phone", "notes"]}],
        [{"player": "Ann Lee", "private": ["phone", "notes"]}],
    )


@pytest.mark.slow
def test_a_member_number_on_two_lines_is_a_question(director: Client, tournament: Tournament) -> None:
    upload(director, tournament, "Name,Member no\nAnn Lee,31\nBo Li,31\n")
    page = apply(director, tournament)
    assert (page.status_code, "Line 3, Bo Li: please say who this is." in page.content.decode()) == (
        422,
        True,
    )
    assert apply(director, tournament, **{"line-3": "new"}).status_code == 302
    people = Person.objects.order_by("pk").values_list("name", "member_number")
    assert list(people) == [("Ann Lee", "31"), ("Bo Li", "")]


@pytest.mark.slow
def test_two_people_may_trade_their_member_numbers(director: Client, tournament: Tournament) -> None:
    bring_in(director, tournament, "No,Name,Member no\n1,Ann Lee,31\n2,Bo Li,77\n")
    bring_in(
        director,
        tournament,
        "No,Name,Member no\n1,Ann Lee,77\n2,Bo Li,31\n",
        **{
            f"line-{line}": f"keep-{Person.objects.get(name=name).pk}"
            for line, name in ((2, "Bo Li"), (3, "Ann Lee"))
        },
    )
    assert sorted(Person.objects.values_list("name", "member_number")) == [("Ann Lee", "31"), ("Bo Li", "77")]


def mend(client: Client, tournament: Tournament, how: str, **answers: str) -> object:
    return client.post(address("roster-line", tournament), {"mend": how, **answers})


@pytest.mark.slow
def test_two_people_on_a_line_are_entered_each_at_one_click(director: Client, tournament: Tournament) -> None:
    upload(director, tournament, "Name,Phone\nAnn & Bob Able,555-0101\nCy Wu,555-0102\n")
    refused = apply(director, tournament)
    assert "Line 2, Ann &amp; Bob Able: please say who this is." in refused.content.decode()
    page = mend(director, tournament, "2 people")
    assert [new.line.name for new in page.context["difference"].new] == ["Ann Able", "Bob Able", "Cy Wu"]
    assert apply(director, tournament).status_code == 302
    assert [name for _number, name, _state in entered(tournament)] == ["Ann Able", "Bob Able", "Cy Wu"]


@pytest.mark.slow
def test_every_line_can_be_taken_or_left_out_at_one_click(director: Client, tournament: Tournament) -> None:
    upload(director, tournament, "Name,Town\nAnn Lee,Reno\nTuesday Group,\nBo Li,Elko\n")

    def names(page: object) -> list[str]:
        return [new.line.name for new in page.context["difference"].new]

    assert names(mend(director, tournament, "3 player")) == ["Ann Lee", "Tuesday Group", "Bo Li"]
    page = mend(director, tournament, "2 left")
    assert names(page) == ["Tuesday Group", "Bo Li"]
    assert [line.line for line in page.context["difference"].left_out] == [2]
    assert names(mend(director, tournament, "2 player")) == ["Ann Lee", "Tuesday Group", "Bo Li"]


@pytest.mark.slow
def test_answers_stay_while_a_line_is_mended(
    director: Client, tournament: Tournament, cast: builders.Cast
) -> None:
    jose = Person.objects.create(club=cast.club, name="José Núñez")
    upload(director, tournament, "Name,Town\nJose Nunez,Reno\nAnn Lee,Elko\n")
    page = mend(director, tournament, "3 left", **{"line-2": f"keep-{jose.pk}"})
    assert re.search(f'value="keep-{jose.pk}" checked', page.content.decode())


@pytest.mark.parametrize("how", ["", "x player", "2 nonsense", "²"])
def test_mends_that_cannot_be_change_nothing(director: Client, tournament: Tournament, how: str) -> None:
    upload(director, tournament, "Name\nAnn Lee\n")
    layout = RosterUpload.objects.get().layout
    assert mend(director, tournament, how).status_code == 200
    assert RosterUpload.objects.get().layout == layout


def test_what_was_guessed_and_left_out_is_said(director: Client, tournament: Tournament) -> None:
    roster = "Name,Kontakt,Order\nAnn Lee,ann@example.org,100237\nBo Li,bo@example.org,100240\n"
    text = builders.one_line(upload(director, tournament, roster).content.decode())
    assert "Guessed from what is in the column: <bdi>Kontakt</bdi> (E-mail)" in text
    assert "1 column is left out: <bdi>Order</bdi>" in text


@pytest.mark.slow
def test_it_says_how_many_came_in(director: Client, tournament: Tournament) -> None:
    upload(director, tournament, "No,Name,Town\n1,Ann Lee,\n2,Bo Kay,Reno\n3,Cy Ray,Reno\n")
    page = director.get(apply(director, tournament)["Location"])
    [told] = page.context["messages"]
    assert str(told) == "roster.csv is in: 3 added. “Today” says what comes next."
    more = "4,Di Fox,\n5,Ed Gil,\n6,Fay Ito,\n"
    upload(director, tournament, f"No,Name,Town\n1,Ann Lee,Elko\n2,Bo Kay,Reno\n3,Cy Ray,Reno\n{more}")
    page = director.get(apply(director, tournament)["Location"])
    assert "roster.csv is in: 3 added, 1 changed, 2 unchanged." in [
        str(told) for told in page.context["messages"]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("line", ["34 TOTAL,", "Total: 34,", ",34 TOTAL"])
def test_a_total_in_the_column_of_whole_names_is_no_player(
    director: Client, tournament: Tournament, line: str
) -> None:
    bring_in(director, tournament, f"Name,Town\nAnn Lee,Reno\nBo Kay,Reno\n{line}\n")
    assert [name for _number, name, _state in entered(tournament)] == ["Ann Lee", "Bo Kay"]


@pytest.mark.slow
@pytest.mark.parametrize("line", ["TOTAL,34,", "34,TOTAL,", "Subtotal:,34,"])
def test_a_total_in_any_column_of_the_name_is_no_player(
    director: Client, tournament: Tournament, line: str
) -> None:
    bring_in(director, tournament, f"Last name,First name,Town\nLee,Ann,Reno\nKay,Bo,Reno\n{line}\n")
    assert [name for _number, name, _state in entered(tournament)] == ["Ann Lee", "Bo Kay"]


@pytest.mark.slow
def test_the_import_says_how_many_paid_by_the_list_and_where_to_enter_it(
    director: Client, tournament: Tournament
) -> None:
    upload(director, tournament, "Name,Paid\nAnn Lee,yes\nBo Kay,check 401\nCy Ray,owes $35\n")
    apply(director, tournament)
    page = director.get(reverse("entries", args=[tournament.slug])).content.decode()
    assert "The list says that 2 players have paid." in page
    assert f"{reverse('fees', args=[tournament.slug])}#several" in page
