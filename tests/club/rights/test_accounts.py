"""Whoever worked for a club is handed what is stored of them, and erased: what they did stays, and the records hold."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice

from club.accounts.actions import add_member, change_role, remove_member
from club.accounts.invitations import invite, join_for_a_day, join_with_account
from club.models import Membership, Role, User
from club.rights.accounts import account_as_data, accounts_of, erase_account, is_known_elsewhere
from demo.simulation import play_rounds
from record import journal
from record.archive import files
from record.archive.reading import parse
from record.archive.writing import archive
from record.change import change
from record.models import JournalEntry
from record.refused import Refused
from record.verbs import Verb
from tests import builders
from tournament.archive.actions import restore
from tournament.deletion.actions import remove_rows
from tournament.journal.queries import contradictions
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NAME, USERNAME = "Wilhelmina Ostrander", "mina.o"
PRIVATE = ("Ostrander", "mina.o", "192.0.2.77", "for Mina")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")


@pytest.fixture
def mina(cast: builders.Cast) -> User:
    """A scorekeeper who came by invitation and has a phone for the second step."""
    _invitation, code = invite(
        cast.club, role="scorekeeper", note="for Mina", for_a_day=False, by=cast.director
    )
    user = join_with_account(code, name=NAME, username=USERNAME, password="jade wind 7 dots")
    TOTPDevice.objects.create(user=user, name="phone", key="00" * 20)
    AccessAttempt.objects.create(username=USERNAME, ip_address="192.0.2.77", failures_since_start=1)
    return user


@pytest.fixture
def event(cast: builders.Cast, mina: User) -> Tournament:
    event = builders.running_tournament(cast.club, players=4, rounds=1)
    list(play_rounds(event, 1, seed=3, by=mina))
    event.refresh_from_db()
    return event


def everything_stored() -> str:
    """Every value of every row, but of sessions, which are sealed and run out."""
    rows = (
        model._base_manager.values_list()
        for model in apps.get_models()
        if model._meta.app_label != "sessions"
    )
    return "\n".join(str(row) for values in rows for row in values)


def private_words() -> list[str]:
    text = everything_stored().casefold()
    return [word for word in PRIVATE if word.casefold() in text]


@pytest.mark.slow
def test_nothing_stored_names_them_and_what_they_did_stays(
    cast: builders.Cast, mina: User, event: Tournament
) -> None:
    change_role(mina.memberships.get(), role="door", by=cast.director)
    change_role(mina.memberships.get(), role="scorekeeper", by=cast.director)
    count = JournalEntry.objects.filter(actor=mina).count()
    assert private_words() == list(PRIVATE)
    event.refresh_from_db()
    versions = event.version, event.standings_version
    erased = erase_account(mina, by=cast.director, only_of=cast.club)
    event.refresh_from_db()
    # So that no page keeps the name in memory.
    assert (event.version, event.standings_version) == (versions[0] + 1, versions[1] + 1)
    assert (erased.name, erased.left) == ("Former scorekeeper 1", [])
    assert private_words() == []
    by_them = JournalEntry.objects.filter(actor=mina)
    assert by_them.count() == count
    assert {entry.actor_name for entry in by_them} == {"Former scorekeeper 1"}
    assert (list(journal.verify(event)), list(contradictions(event))) == ([], [])


@pytest.mark.slow
def test_the_clubs_journal_still_verifies(cast: builders.Cast, mina: User) -> None:
    places = list(journal.verify(cast.club))
    remove_member(mina.memberships.get(), by=cast.director)
    erase_account(mina, by=cast.director, only_of=cast.club)
    assert (list(journal.verify(cast.club)), private_words()) == (places, [])
    JournalEntry.objects.filter(actor=mina).update(actor_name="Somebody Else")
    assert [place.message for place in journal.verify(cast.club)] != [place.message for place in places]


def test_nobody_signs_in_with_it_and_who_is_signed_in_is_out(cast: builders.Cast, mina: User) -> None:
    browser = builders.signed_in(mina)
    own = reverse("own-page")
    assert browser.get(own).status_code == 200
    erase_account(mina, by=cast.director, only_of=cast.club)
    assert browser.get(own).status_code == 302
    mina.refresh_from_db()
    assert (mina.is_active, mina.has_usable_password(), mina.memberships.count()) == (False, False, 0)
    assert TOTPDevice.objects.filter(user=mina).count() == 0


@pytest.mark.slow
def test_an_archive_of_before_is_gone_and_brings_nothing_back(
    cast: builders.Cast, mina: User, event: Tournament
) -> None:
    files.store_archive("round 1 complete", event)
    kept_elsewhere = parse(archive(event, contacts=True))
    erase_account(mina, by=cast.director, only_of=cast.club)
    (left,) = files.archive_files(event)
    assert NAME not in left.path.read_text()
    remove_rows(event)
    assert restore(kept_elsewhere, cast.club, by=cast.director).doubts == []
    assert private_words() == []


@pytest.mark.slow
def test_a_player_of_the_same_name_stays(cast: builders.Cast, mina: User, event: Tournament) -> None:
    entry = event.entries.first()
    assert entry is not None
    entry.person.name = NAME
    entry.person.save()
    assert entry is not None
    drawn = JournalEntry.objects.filter(tournament=event).order_by("sequence").first()
    JournalEntry.objects.filter(pk=drawn.pk).update(subject=f"1 {NAME}")
    erase_account(mina, by=cast.director, only_of=cast.club)
    entry.person.refresh_from_db()
    assert entry.person.name == NAME
    drawn.refresh_from_db()
    assert drawn.subject == f"1 {NAME}"


def test_a_name_of_one_word_takes_no_other_word_along(cast: builders.Cast) -> None:
    membership, _password = add_member(
        cast.club, by=cast.director, name="scorekeeper", username="scorekeeper", role=Role.SCOREKEEPER
    )
    erase_account(membership.user, by=cast.director, only_of=cast.club)
    added = JournalEntry.objects.get(club=cast.club, verb="member-added")
    assert added.new == {"name": "Former scorekeeper 1", "role": "scorekeeper"}
    assert added.subject == "Former scorekeeper 1"


def test_who_came_for_a_day(cast: builders.Cast) -> None:
    _invitation, code = invite(cast.club, role="scorekeeper", note="desk", for_a_day=True, by=cast.director)
    guest = join_for_a_day(code, name=NAME)
    erase_account(guest, by=cast.director, only_of=cast.club)
    assert "Ostrander" not in everything_stored()


def test_who_left_is_called_by_the_last_role(cast: builders.Cast, mina: User) -> None:
    membership = mina.memberships.get()
    change_role(membership, role="director", by=cast.director)
    remove_member(membership, by=cast.director)
    assert erase_account(mina, by=cast.director, only_of=cast.club).name == "Former director 1"
    assert Membership.everything.filter(user=mina).count() == 1


@pytest.mark.slow
def test_who_is_known_from_an_archive_alone_is_listed_without_a_role_and_erased(
    director: Client, cast: builders.Cast, mina: User, event: Tournament
) -> None:
    content = parse(archive(event, contacts=True))
    remove_rows(event)
    JournalEntry.objects.filter(actor=mina).delete()
    Membership.everything.filter(user=mina).delete()
    mina.delete()
    restore(content, cast.club, by=cast.director)
    archived = User.objects.get(name=NAME)
    assert [(row.role, row.ended_at is not None) for row in Membership.everything.filter(user=archived)] == [
        ("", True)
    ]
    page = reverse("account-stored", args=[cast.club.slug, archived.pk])
    assert page in director.get(reverse("former-accounts", args=[cast.club.slug])).content.decode()
    assert director.get(page).status_code == 200
    browser = builders.signed_in(archived)
    assert browser.get(reverse("former-accounts", args=[cast.club.slug])).status_code in (302, 404)
    erase_account(archived, by=cast.director, only_of=cast.club)
    assert "Ostrander" not in everything_stored()


def test_a_clubs_only_director_stays(cast: builders.Cast) -> None:
    with pytest.raises(Refused) as refused:
        erase_account(cast.director, by=cast.director, only_of=cast.club)
    assert refused.value.faults[0].code == "last-director"
    cast.director.refresh_from_db()
    assert cast.director.name == "Dolores Ybarra"


def test_who_works_for_another_club_too_is_not_erased_from_here(cast: builders.Cast, mina: User) -> None:
    other = cast.other_director.memberships.get().club
    Membership.objects.create(club=other, user=mina, role=Role.SCOREKEEPER)
    with pytest.raises(Refused) as refused:
        erase_account(mina, by=cast.director, only_of=cast.club)
    assert refused.value.faults[0].code == "works-elsewhere"
    assert private_words() == list(PRIVATE)


@pytest.mark.slow
def test_the_page_asks_for_the_name_and_lists_who_left(
    director: Client, cast: builders.Cast, mina: User
) -> None:
    remove_member(mina.memberships.get(), by=cast.director)
    club, page = (
        reverse("former-accounts", args=[cast.club.slug]),
        reverse("account-stored", args=[cast.club.slug, mina.pk]),
    )
    assert page in director.get(club).content.decode()
    wrong = director.post(page, {"name": "Mina", "stamp": builders.stamp()})
    assert (wrong.status_code, User.objects.get(pk=mina.pk).name) == (422, NAME)
    form_data = {"name": NAME, "stamp": builders.stamp()}
    assert director.post(page, form_data).status_code == 302
    assert director.post(page, form_data).status_code in (200, 302)
    assert User.objects.get(pk=mina.pk).name == "Former scorekeeper 1"
    assert page not in director.get(club).content.decode()
    assert JournalEntry.objects.filter(verb="account-erased").count() == 1


def test_what_is_stored_is_handed_out(
    director: Client, cast: builders.Cast, mina: User, event: Tournament
) -> None:
    data = account_as_data(mina)
    count = JournalEntry.objects.filter(actor=mina).count()
    assert (data["account"], len(data["journal"])) == (NAME, count)
    addresses = [row["From"] for part in data["stored"] for row in part["rows"] if "From" in row]
    assert addresses == ["192.0.2.77"]
    of_director = director.get(reverse("account-stored-file", args=[cast.club.slug, mina.pk])).json()
    own = builders.signed_in(mina).get(reverse("own-stored-file")).json()
    assert of_director["account"] == own["account"] == NAME


def test_an_account_of_another_club_is_not_found(director: Client, cast: builders.Cast) -> None:
    page = reverse("account-stored", args=[cast.club.slug, cast.other_director.pk])
    assert (director.get(page).status_code, director.post(page, {"name": "Otto Other"}).status_code) == (
        404,
        404,
    )


@pytest.mark.slow
def test_what_another_club_has_of_an_account_is_not_shown(
    director: Client, cast: builders.Cast, mina: User
) -> None:
    other = cast.other_director.memberships.get().club
    Membership.objects.create(club=other, user=mina, role=Role.DOOR)
    with change(other, Verb.SECOND_STEP_ON, by=mina) as act:
        act.record(mina.username)
    remove_member(mina.memberships.get(club=other), by=cast.other_director)
    page = reverse("account-stored", args=[cast.club.slug, mina.pk])
    text = director.get(page).content.decode()
    assert (NAME in text, "192.0.2.77" in text, "Bamboo Club" in text) == (True, False, False)
    of_director = director.get(
        reverse("account-stored-file", args=[cast.club.slug, mina.pk])
    ).content.decode()
    assert ("192.0.2.77" in of_director, "Bamboo" in of_director) == (False, False)
    assert director.post(page, {"name": NAME, "stamp": builders.stamp()}).status_code == 422
    call_command("erase_account", USERNAME, stdout=io.StringIO())
    assert "Ostrander" not in everything_stored()


@pytest.mark.slow
def test_a_made_up_archive_or_a_guests_name_leads_to_no_account_of_another_club(
    cast: builders.Cast, mina: User, event: Tournament
) -> None:
    other = cast.other_director.memberships.get().club
    remove_member(mina.memberships.get(), by=cast.director)
    content = parse(archive(event, contacts=True))
    remove_rows(event)
    restore(content, other, by=cast.other_director)
    _invitation, code = invite(other, role="door", note="", for_a_day=True, by=cast.other_director)
    join_for_a_day(code, name=USERNAME)
    assert list(accounts_of(other).filter(pk=mina.pk)) == []
    assert list(accounts_of(cast.club).filter(pk=mina.pk)) == [mina]
    assert not is_known_elsewhere(mina, cast.club)
