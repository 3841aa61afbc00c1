"""Whoever is erased is nowhere any more, and every result and record stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.bars.actions import bar_person, lift_bar
from club.models import Person
from club.rights.actions import erase
from club.rights.queries import as_data, names_instead, stored_of
from demo.simulation import play_rounds
from record import journal
from record.archive import files, uploads
from record.archive.reading import parse
from record.archive.writing import archive
from record.kept import Column, kept_models, kept_of
from record.models import JournalEntry
from record.refused import Refused
from scoring.adjustments.actions import adjust
from scoring.complaints.actions import warn
from scoring.finishing.actions import finish
from scoring.standings.queries import calculate
from scoring.standings.standing import AdjustedPoints
from tests import builders
from tournament.archive.actions import restore
from tournament.archive.people import match_people
from tournament.deletion.actions import remove_rows
from tournament.fees.actions import pay
from tournament.hall_messages.actions import put_up
from tournament.journal.queries import contradictions
from tournament.models import Entry, HallMessage, Tournament
from tournament.players.actions import NewPlayer, correct, refuse_words_of_erased, register, withdraw
from tournament.roster.actions import apply_roster, park
from tournament.roster.queries import known_people as known_people_of_roster

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NAME = "Wilhelmina Ostrander"
PRIVATE = (
    "Ostrander",
    "Wilhelmina",
    "555-0199",
    "mina@example.org",
    "Kalamazoo",
    "MN-4711",
    "walnuts",
    "ck 2210",
)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    """A finished event in which somebody did, or was given, everything that one can."""
    event = builders.tournament(cast.club, players=7, rounds_planned=1)
    own: dict[str, Any] = {
        "town": "Kalamazoo",
        "member_number": "MN-4711",
        "phone": "555-0199",
        "email": "mina@example.org",
    }
    entry = register(event, NewPlayer(number=8, name=NAME, checked_in=True, **own), by=cast.director)
    correct(entry, by=cast.director, new={"notes": "no walnuts", "fee_note": "ck 2210"})
    pay(entry, cents=500, method="cheque", reference="ck 2210", by=cast.director)
    put_up(event, words=f"{NAME.upper()} is wanted at the desk", by=cast.director)
    event.refresh_from_db()
    builders.seat_everybody(event)
    list(play_rounds(event, 1, seed=3, by=cast.director))
    adjust(
        event,
        entry=entry,
        given=AdjustedPoints(1, -10, "ruling"),
        reason="Mina was loud.",
        by=cast.director,
    )
    warn(event, entry=entry, reason="Wilhelmina shouted", by=cast.director)
    finish(event, by=cast.director)
    return event


def everything_stored() -> str:
    """Every value of every row of the program, as text."""
    rows = (
        model._base_manager.values_list()
        for model in apps.get_models()
        if model._meta.app_label in settings.OWN_APPS
    )
    return "\n".join(str(row) for values in rows for row in values)


def person() -> Person:
    return Person.objects.get(name=NAME)


@pytest.mark.slow
def test_an_event_that_only_names_them_is_made_anew_for_everybody(
    event: Tournament, cast: builders.Cast
) -> None:
    """So that no page, and nothing that is kept in memory, goes on showing the name."""
    other = builders.running_tournament(cast.club, players=4)
    put_up(other, words=f"{NAME} is wanted at the other hall", by=cast.director)
    other.refresh_from_db()
    erase(person(), instead="Player 8", by=cast.director)
    now = Tournament.objects.get(pk=other.pk)
    assert (now.version, now.standings_version) == (other.version + 1, other.standings_version + 1)
    assert [message.words for message in now.hall_messages.all()] == ["Player 8 is wanted at the other hall"]
    assert breaks(now) == []


def breaks(where: Any) -> list[str]:
    return [f"{place.sequence}: {place.message}" for place in journal.verify(where)]


@pytest.mark.slow
def test_nothing_stored_names_them_and_every_result_stays(event: Tournament, cast: builders.Cast) -> None:
    before = [(place.number, place.rank, place.total) for place in calculate(event).places]
    assert [word for word in PRIVATE if word not in everything_stored()] == []
    erase(person(), instead="Player 8", by=cast.director)
    event.refresh_from_db()
    assert [word for word in PRIVATE if word.casefold() in everything_stored().casefold()] == []
    assert [(place.number, place.rank, place.total) for place in calculate(event).places] == before
    assert event.entries.get(number=8).person.name == "Player 8"
    assert HallMessage.objects.get().words == "Player 8 is wanted at the desk"


@pytest.mark.slow
def test_the_journals_still_verify_and_agree_with_the_cards(event: Tournament, cast: builders.Cast) -> None:
    heads = list(event.chain().order_by("sequence").values_list("hash", flat=True))
    erase(person(), instead="Player 8", by=cast.director)
    assert (breaks(event), breaks(cast.club), list(contradictions(event))) == ([], [], [])
    assert list(event.chain().order_by("sequence").values_list("hash", flat=True))[: len(heads)] == heads


@pytest.mark.slow
def test_words_put_back_into_an_erased_entry_show(event: Tournament, cast: builders.Cast) -> None:
    erase(person(), instead="Player 8", by=cast.director)
    entry = event.chain().exclude(erasure="").first()
    assert entry is not None
    JournalEntry.objects.filter(pk=entry.pk).update(subject="8 Somebody Else")
    assert breaks(event) == [f"{entry.sequence}: Its content was changed after it was written."]


@pytest.mark.slow
def test_an_entry_that_was_changed_before_still_shows(event: Tournament, cast: builders.Cast) -> None:
    entry = event.chain().filter(subject__contains=NAME).order_by("sequence").first()
    assert entry is not None
    JournalEntry.objects.filter(pk=entry.pk).update(new={"number": 80})
    erase(person(), instead="Player 8", by=cast.director)
    assert breaks(event) == [f"{entry.sequence}: Its content was changed after it was written."]


@pytest.mark.slow
def test_files_of_before_are_gone_and_the_new_archive_has_no_name(
    event: Tournament, cast: builders.Cast, tmp_path: Path, settings: Any
) -> None:
    settings.ARCHIVE_FOLDER = str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    files.store_archive("round 1 complete", event)
    uploads.park(cast.club, archive(event, contacts=True), by=cast.director)
    assert erase(person(), instead="Player 8", by=cast.director).left == []
    for folder in (tmp_path / "archives", tmp_path / "stick"):
        assert [item.reason for item in files.archive_files(event, within=folder)] == ["after an erasure"]
    texts = [path.read_text() for path in tmp_path.rglob("*.jsonl")]
    assert len(texts) == 2
    assert [word for word in PRIVATE for text in texts if word in text] == []


@pytest.mark.slow
def test_a_folder_that_is_away_is_said_and_cleared_when_it_is_back(
    event: Tournament, cast: builders.Cast, tmp_path: Path, settings: Any
) -> None:
    stick = tmp_path / "stick"
    settings.ARCHIVE_FOLDER = str(stick)
    stick.mkdir()
    files.store_archive("round 1 complete", event)
    stick.rename(tmp_path / "pulled out")
    (left,) = erase(person(), instead="Player 8", by=cast.director).left
    assert left.startswith(f"The folder {stick} is not there, so older archives stay in it")
    (tmp_path / "pulled out").rename(stick)
    files.store_archive("rehearsal", event)
    assert [item.reason for item in files.archive_files(event, within=stick)] == ["rehearsal"]


@pytest.mark.slow
def test_an_archive_of_before_brings_nothing_back(event: Tournament, cast: builders.Cast) -> None:
    kept_elsewhere = parse(archive(event, contacts=True))
    erase(person(), instead="Player 8", by=cast.director)
    remove_rows(event)
    assert match_people(cast.club, kept_elsewhere).questions == []
    restored = restore(kept_elsewhere, cast.club, by=cast.director)
    assert restored.doubts == []
    assert [word for word in PRIVATE if word in everything_stored()] == []


@pytest.mark.slow
def test_an_archive_of_after_restores_to_the_same_bytes(event: Tournament, cast: builders.Cast) -> None:
    erase(person(), instead="Player 8", by=cast.director)
    content = archive(event, contacts=True)
    remove_rows(Tournament.objects.get(pk=event.pk))
    restored = restore(parse(content), cast.club, by=cast.director)
    assert archive(restored.tournament, contacts=True) == content
    assert breaks(restored.tournament) == []


@pytest.mark.slow
def test_a_namesake_keeps_theirs(event: Tournament, cast: builders.Cast) -> None:
    other = builders.tournament(cast.club)
    namesake = register(other, NewPlayer(number=3, name=NAME, town="Reno"), by=cast.director)
    withdraw(namesake, by=cast.director, reason="moved")
    own = Person.objects.get(name=NAME, town="Kalamazoo")
    erase(own, instead="Player 8", by=cast.director)
    subjects = set(other.chain().values_list("subject", flat=True))
    assert subjects == {f"3 {NAME}"}
    assert event.chain().filter(subject__contains=NAME).count() == 0
    assert (breaks(event), breaks(other)) == ([], [])


@pytest.mark.slow
def test_a_name_of_before_goes_too(event: Tournament, cast: builders.Cast) -> None:
    entry = event.entries.get(number=8)
    correct(entry, by=cast.director, new={"name": "Mina van Dyke"})
    erase(Person.objects.get(name="Mina van Dyke"), instead="M.V.D.", by=cast.director)
    assert [word for word in (*PRIVATE, "Mina van Dyke") if word in everything_stored()] == []
    assert breaks(event) == []


@pytest.mark.slow
def test_whoever_is_barred_is_not_erased(event: Tournament, cast: builders.Cast) -> None:
    bar = bar_person(person(), decided_in="Spring", reason="loud", by=cast.director)
    with pytest.raises(Refused, match="Lift the bar first"):
        erase(person(), instead="Player 8", by=cast.director)
    lift_bar(cast.club, bar, reason="Wilhelmina is sorry", by=cast.director)
    erase(person(), instead="Player 8", by=cast.director)
    assert [word for word in ("Wilhelmina", "loud") if word in everything_stored()] == []
    assert breaks(cast.club) == []


@pytest.mark.slow
def test_other_ways_to_call_them_go_too(event: Tournament, cast: builders.Cast) -> None:
    message = put_up(builders.tournament(cast.club), words="Minnie is at table 3", by=cast.director)
    erase(person(), instead="Player 8", also=["Minnie"], by=cast.director)
    message.refresh_from_db()
    assert message.words == "Player 8 is at table 3"
    assert "Minnie" not in everything_stored()


@pytest.mark.slow
def test_every_record_of_a_merged_person_is_erased(event: Tournament, cast: builders.Cast) -> None:
    other = builders.tournament(cast.club)
    register(
        other, NewPlayer(number=3, name="Billie Ostrander", town="Reno", phone="555-0142"), by=cast.director
    )
    alias = Person.objects.get(name="Billie Ostrander")
    Person.objects.filter(pk=alias.pk).update(alias_of=person())
    assert "555-0142" in str(as_data(person()))
    assert names_instead(person())["number"] == "Former player 1"
    erase(alias, instead="W.O.", by=cast.director)
    assert [word for word in (*PRIVATE, "Billie", "555-0142") if word in everything_stored()] == []
    assert (breaks(event), breaks(other)) == ([], [])


@pytest.mark.slow
def test_nothing_is_written_down_about_them_again(event: Tournament, cast: builders.Cast) -> None:
    erase(person(), instead="Player 8", by=cast.director)
    Tournament.objects.update(finished_at=None)
    erased = event.entries.get(number=8)
    with pytest.raises(Refused) as refused:
        correct(erased, by=cast.director, new={"name": NAME, "notes": "no walnuts", "shows_initials": True})
    assert [(fault.code, fault.field) for fault in refused.value.faults] == [
        ("erased", "name"),
        ("erased", "notes"),
    ]
    assert correct(erased, by=cast.director, new={"shows_initials": True}).shows_initials
    roster = b"Number,Name,Phone\n8,Player 8,555-0199\n"
    upload = park(event, by=cast.director, name="players.csv", content=roster)
    with pytest.raises(Refused, match="Player 8 was erased"):
        apply_roster(upload, by=cast.director, answers={})
    upload.delete()
    for column, value in (("Notes", "no walnuts"), ("Fee", "ck 2210")):
        roster = f"Number,Name,{column}\n8,Player 8,{value}\n".encode()
        upload = park(event, by=cast.director, name="players.csv", content=roster)
        with pytest.raises(Refused, match="Player 8 was erased"):
            apply_roster(upload, by=cast.director, answers={})
        upload.delete()
    with pytest.raises(Refused, match="Player 8 was erased"):
        pay(erased, cents=500, method="cheque", reference="ck 2210", by=cast.director)
    assert pay(erased, cents=500, method="cheque", by=cast.director) is not None
    with pytest.raises(Refused, match="Player 8 was erased"):
        refuse_words_of_erased([erased.person_id], "fetched by Wilhelmina", "note")
    another = builders.tournament(cast.club)
    with pytest.raises(Refused, match="Player 8 was erased"):
        register(another, NewPlayer(number=1, person=erased.person, phone="555-0199"), by=cast.director)
    assert [word for word in PRIVATE if word in everything_stored()] == []


@pytest.mark.slow
def test_a_roster_of_another_day_takes_nobody_for_them(event: Tournament, cast: builders.Cast) -> None:
    erase(person(), instead="W. O.", by=cast.director)
    another = builders.tournament(cast.club)
    assert [person.name for person in known_people_of_roster(event) if person.number == 8] == ["W. O."]
    upload = park(another, by=cast.director, name="players.csv", content=b"Name\nW. O.\n")
    apply_roster(upload, by=cast.director, answers={})
    assert another.entries.get().person.erased_at is None


@pytest.mark.slow
def test_erasing_twice_is_once(event: Tournament, cast: builders.Cast) -> None:
    own = person()
    erase(own, instead="Player 8", by=cast.director)
    length = Tournament.objects.get(pk=event.pk).journal_length
    assert erase(own, instead="W.O.", by=cast.director).name == "Player 8"
    assert Tournament.objects.get(pk=event.pk).journal_length == length


@pytest.mark.slow
def test_the_name_of_somebody_else_is_refused(event: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Refused, match="Somebody else in the club has that name"):
        erase(person(), instead="player 3", by=cast.director)
    assert person().erased_at is None


@pytest.mark.slow
def test_the_names_to_choose_from(event: Tournament, cast: builders.Cast) -> None:
    assert names_instead(person()) == {"number": "Player 8", "initials": "W.O."}
    other = builders.tournament(cast.club)
    register(other, NewPlayer(number=12, person=person()), by=cast.director)
    assert names_instead(person())["number"] == "Former player 1"


def texts_of(model: type[models.Model]) -> set[str]:
    texts = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
    return {
        column.name
        for column in model._meta.concrete_fields
        if isinstance(column, texts) and not column.choices
    }


def test_erasing_knows_every_text_of_every_model() -> None:
    """A new one fails here until its model says what erasing leaves of it, or why it names nobody."""
    forgotten = {
        f"{model.__name__}.{name}"
        for model in apps.get_models()
        if model._meta.app_label in settings.OWN_APPS
        and not (kept_of(model).nobodys or kept_of(model).removed)
        for name in texts_of(model)
        if not says_what_is_left(kept_of(model).columns.get(name, Column()))
    }
    assert forgotten == set()


def says_what_is_left(column: Column) -> bool:
    return column.erased is not None or column.renamed or bool(column.harmless)


def test_what_is_said_of_a_field_is_said_of_one_that_is_there() -> None:
    unknown = {
        f"{model.__name__}.{name}"
        for model in kept_models()
        for name in kept_of(model).columns.keys() - {column.name for column in model._meta.concrete_fields}
    }
    assert unknown == set()


@pytest.mark.slow
def test_everything_of_a_person_is_handed_out(event: Tournament, cast: builders.Cast) -> None:
    text = str(as_data(person()))
    assert [word for word in PRIVATE if word not in text] == []
    titles = [section["what"] for section in as_data(person())["stored"]]
    assert titles == [
        "Name and contact",
        "Entered in",
        "Payments",
        "Seats",
        "Cards",
        "Points by rule",
        "Penalties and other points",
        "Warnings and disqualifications",
        "Final standings",
    ]


def test_every_model_that_hangs_from_a_person_is_handed_out() -> None:
    owned = {model for model in kept_models() if kept_of(model).people}
    hanging = {
        model
        for model in apps.get_models()
        for column in model._meta.concrete_fields
        if column.related_model in (Person, Entry)
        and getattr(column.remote_field, "on_delete", None) is not models.SET_NULL
    }
    named_only = {
        apps.get_model("scoring", "PrizeRow")
    }  # a prize for somebody who was named: its award is theirs
    assert hanging - owned - named_only == set()


@pytest.mark.slow
def test_the_page_costs_as_many_queries_for_three_tournaments_as_for_one(
    event: Tournament, cast: builders.Cast, django_assert_num_queries: Any
) -> None:
    director = builders.signed_in(cast.director)
    page = reverse("person-stored", args=[cast.club.slug, person().pk])
    director.get(page)
    with CaptureQueriesContext(connection) as before:
        director.get(page)
    for number in (1, 2):
        register(builders.tournament(cast.club), NewPlayer(number=number, person=person()), by=cast.director)
    with django_assert_num_queries(len(before)):
        director.get(page)


@pytest.mark.slow
def test_a_column_of_what_is_stored_has_its_own_name_before_that_of_a_key_of_the_journal(
    event: Tournament,
) -> None:
    """`second` of a line is the second total; of two who are kept apart, the second player."""
    lines = next(section for section in stored_of(person()) if section.title == "Points by rule")
    heads = ["Tournament", "Round", "Player", "Game", "Position", "Points", "Second total", "Code"]
    assert [head for head in lines.heads if head != "Clause"] == heads
