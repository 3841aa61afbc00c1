"""A club's accounts: made, changed and taken out by directors, on record."""

import io
import re
from functools import partial
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.core.exceptions import FieldError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.accounts import actions as clubs
from club.accounts.forgotten import set_password
from club.models import Club, Membership, Role, User
from record.journal import verify
from record.refused import Refused
from tests import builders

pytestmark = pytest.mark.django_db


def verbs(club: Club) -> list[str]:
    return [entry.verb for entry in club.chain().order_by("sequence")]


def add(client: Client, club: Club, **data: str) -> object:
    return client.post(
        reverse("member-add", args=[club.slug]),
        {
            "name": "Ida Wu",
            "username": "ida",
            "role": "scorekeeper",
            "stamp": builders.stamp(),
            **data,
        },
    )


@pytest.mark.slow
def test_directors_see_the_accounts_and_scorekeepers_do_not(client: Client, cast: builders.Cast) -> None:
    page = reverse("club", args=[cast.club.slug])
    client.force_login(cast.director)
    assert cast.scorekeeper.username in client.get(page).content.decode()
    client.force_login(cast.scorekeeper)
    assert cast.director.username not in client.get(page).content.decode()


@pytest.mark.slow
def test_the_clubs_page_costs_the_same_for_more_rows(
    director: Client, cast: builders.Cast, django_assert_num_queries: object
) -> None:
    def queries() -> int:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as captured:
            director.get(reverse("club", args=[cast.club.slug]))
        return len(captured)

    builders.tournament(cast.club)
    first = queries()
    for n in range(3):
        builders.tournament(cast.club)
        Membership.objects.create(club=cast.club, user=builders.user(f"more{n}"), role=Role.SCOREKEEPER)
    assert queries() == first


def test_an_account_is_made_and_its_password_shown_once(director: Client, cast: builders.Cast) -> None:
    page = add(director, cast.club)
    password = re.search(r"<code>([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4})</code>", page.content.decode()).group(
        1
    )
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    account = User.objects.get(username="ida")
    assert account.check_password(password)
    assert account.memberships.get().role == Role.SCOREKEEPER
    entry = cast.club.chain().get()
    assert (entry.verb, entry.subject, entry.actor, entry.new) == (
        "member-added",
        "ida",
        cast.director,
        {"name": "Ida Wu", "role": "scorekeeper"},
    )
    assert password not in str(entry.__dict__)


def test_a_user_name_of_another_club_is_refused(director: Client, cast: builders.Cast) -> None:
    page = add(director, cast.club, username=cast.other_director.username.upper())
    assert page.status_code == 422
    assert "Somebody has this user name already." in page.content.decode()
    assert verbs(cast.club) == []


def test_a_second_click_makes_no_second_account(director: Client, cast: builders.Cast) -> None:
    add(director, cast.club)
    assert add(director, cast.club).status_code == 422
    assert User.objects.filter(username="ida").count() == 1


def test_somebody_taken_out_may_come_back_with_a_new_password(director: Client, cast: builders.Cast) -> None:
    add(director, cast.club)
    member = Membership.objects.get(user__username="ida")
    director.post(
        reverse("member-remove", args=[cast.club.slug, member.pk]),
        {"stamp": builders.stamp(role=member.role)},
    )
    assert not Membership.objects.filter(user__username="ida").exists()
    assert add(director, cast.club, role="director").status_code == 200
    assert Membership.objects.get(user__username="ida").role == Role.DIRECTOR
    assert verbs(cast.club) == ["member-added", "member-removed", "member-added"]
    ended, current = Membership.everything.filter(user__username="ida").order_by("pk")
    assert (ended.role, ended.ended_at is None) == (Role.SCOREKEEPER, False)
    assert (current.role, current.ended_at) == (Role.DIRECTOR, None)


@pytest.mark.slow
def test_a_membership_that_ended_opens_nothing_by_whatever_way_one_asks(cast: builders.Cast) -> None:
    builders.tournament(cast.club, slug="ended", is_public=False)
    member = Membership.objects.get(user=cast.scorekeeper)
    browser = builders.signed_in(cast.scorekeeper)
    pages = [
        reverse("club", args=[cast.club.slug]),
        reverse("desk", args=["ended"]),
        reverse("standings", args=["ended"]),
    ]
    assert [browser.get(page).status_code for page in pages] == [200, 200, 200]
    clubs.remove_member(member, by=cast.director)
    assert [browser.get(page).status_code for page in pages] == [404, 404, 404]
    assert cast.club.name not in browser.get(reverse("home")).content.decode()
    for memberships in (Membership.objects, cast.club.memberships, cast.scorekeeper.memberships):
        assert not memberships.filter(user=cast.scorekeeper).exists()
    # A query that joins says that it means those that ended too.
    with pytest.raises(FieldError):
        User.objects.filter(memberships__club=cast.club)
    assert User.objects.filter(every_membership__club=cast.club, pk=cast.scorekeeper.pk).exists()


def test_the_database_holds_one_current_membership_with_a_role(cast: builders.Cast) -> None:
    again = {"club": cast.club, "user": cast.scorekeeper}
    ended = Membership.objects.create(**again, role="", ended_at=timezone.now())
    for role in (Role.DOOR, ""):
        with pytest.raises(IntegrityError), transaction.atomic():
            Membership.objects.create(**again, role=role)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.everything.filter(pk=ended.pk).update(role="owner")
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(club=cast.club, user=cast.stranger, role="")


@pytest.mark.parametrize(
    "data",
    [
        {"name": ""},
        {"name": "n" * 10_000},
        {"name": "Id\x07a"},
        {"username": "with space"},
        {"username": ""},
        {"role": "owner"},
    ],
)
def test_bad_accounts_change_nothing(director: Client, cast: builders.Cast, data: dict[str, str]) -> None:
    before = User.objects.count()
    assert add(director, cast.club, **data).status_code == 422
    assert (User.objects.count(), verbs(cast.club)) == (before, [])


def test_a_role_changes_on_record(director: Client, cast: builders.Cast) -> None:
    member = Membership.objects.get(user=cast.scorekeeper)
    address = reverse("member-role", args=[cast.club.slug, member.pk])
    for _click in range(2):
        assert (
            director.post(
                address, {"role": "director", "stamp": builders.stamp(role="scorekeeper")}
            ).status_code
            == 302
        )
    member.refresh_from_db()
    assert member.role == Role.DIRECTOR
    assert [(entry.old, entry.new) for entry in cast.club.chain()] == [
        ({"role": "scorekeeper"}, {"role": "director"})
    ]


@pytest.mark.parametrize("role", ["", "owner"])
def test_an_unknown_role_is_refused(director: Client, cast: builders.Cast, role: str) -> None:
    member = Membership.objects.get(user=cast.scorekeeper)
    assert (
        director.post(reverse("member-role", args=[cast.club.slug, member.pk]), {"role": role}).status_code
        == 422
    )


def test_the_last_director_stays(director: Client, cast: builders.Cast) -> None:
    member = Membership.objects.get(user=cast.director)
    change = reverse("member-role", args=[cast.club.slug, member.pk])
    remove = reverse("member-remove", args=[cast.club.slug, member.pk])
    stamp = builders.stamp(role="director")
    posted = {"role": "scorekeeper", "stamp": stamp}
    for page in (director.post(change, posted), director.post(remove, {"stamp": stamp})):
        assert page.status_code == 422
        assert "is the club&#x27;s only director" in page.content.decode()
    member.refresh_from_db()
    assert (member.role, verbs(cast.club)) == (Role.DIRECTOR, [])


@pytest.mark.parametrize(
    "change", [clubs.remove_member, partial(clubs.change_role, role=Role.DIRECTOR), clubs.renew_password]
)
def test_a_member_whom_another_director_has_just_removed(change: Any, cast: builders.Cast) -> None:
    seen_before = Membership.objects.get(user=cast.scorekeeper)
    clubs.remove_member(Membership.objects.get(user=cast.scorekeeper), by=cast.director)
    with pytest.raises(Refused, match="no longer works for this club: somebody has just removed"):
        change(seen_before, by=cast.director)
    assert verbs(cast.club) == ["member-removed"]


def test_a_director_may_leave_when_another_stays(director: Client, cast: builders.Cast) -> None:
    Membership.objects.filter(user=cast.scorekeeper).update(role=Role.DIRECTOR)
    member = Membership.objects.get(user=cast.director)
    page = director.post(
        reverse("member-remove", args=[cast.club.slug, member.pk]),
        {"stamp": builders.stamp(role=member.role)},
    )
    assert page["Location"] == reverse("home")
    assert not Membership.objects.filter(user=cast.director).exists()


@pytest.mark.parametrize("name", ["member-role", "member-remove", "member-password"])
def test_members_of_another_club_are_unknown(director: Client, cast: builders.Cast, name: str) -> None:
    theirs = Membership.objects.get(user=cast.other_director)
    assert (
        director.post(reverse(name, args=[cast.club.slug, theirs.pk]), {"role": "scorekeeper"}).status_code
        == 404
    )
    theirs.refresh_from_db()
    assert theirs.role == Role.DIRECTOR


def test_a_lost_password_is_replaced(director: Client, cast: builders.Cast) -> None:
    member = Membership.objects.get(user=cast.scorekeeper)
    page = director.post(
        reverse("member-password", args=[cast.club.slug, member.pk]),
        {"stamp": builders.stamp(password=member.user.password_mark)},
    )
    password = re.search(r"<code>([^<]+)</code>", page.content.decode()).group(1)
    cast.scorekeeper.refresh_from_db()
    assert cast.scorekeeper.check_password(password)
    assert verbs(cast.club) == ["password-renewed"]


def test_two_directors_do_not_replace_a_password_one_after_the_other(
    director: Client, cast: builders.Cast
) -> None:
    member = Membership.objects.get(user=cast.scorekeeper)
    address = reverse("member-password", args=[cast.club.slug, member.pk])
    forms = [{"stamp": builders.stamp(password=member.user.password_mark)} for _director in range(2)]
    assert [director.post(address, form).status_code for form in forms] == [200, 409]
    assert verbs(cast.club) == ["password-renewed"]


def test_whoever_was_made_a_director_meanwhile_is_not_taken_out_unseen(
    director: Client, cast: builders.Cast
) -> None:
    member = Membership.objects.get(user=cast.scorekeeper)
    stamp = builders.stamp(role=member.role)
    clubs.change_role(member, role=Role.DIRECTOR, by=cast.director)
    answer = director.post(reverse("member-remove", args=[cast.club.slug, member.pk]), {"stamp": stamp})
    assert (answer.status_code, verbs(cast.club)) == (409, ["role-changed"])


def test_the_password_of_somebody_who_works_elsewhere_too_is_theirs(
    director: Client, cast: builders.Cast
) -> None:
    member = Membership.objects.create(club=cast.club, user=cast.other_director, role=Role.SCOREKEEPER)
    before = cast.other_director.password
    page = director.post(
        reverse("member-password", args=[cast.club.slug, member.pk]), {"stamp": builders.stamp()}
    )
    cast.other_director.refresh_from_db()
    assert (page.status_code, cast.other_director.password) == (422, before)


def test_everybody_changes_their_own_password(director: Client, cast: builders.Cast) -> None:
    new = {
        "old_password": "a long test password",
        "new_password1": "jade wind 7 dots",
        "new_password2": "jade wind 7 dots",
        "stamp": builders.stamp(),
    }
    address = reverse("password-change")
    elsewhere = builders.signed_in(cast.director)
    assert [browser.get(address).status_code for browser in (director, elsewhere)] == [200, 200]
    assert director.post(address, {**new, "old_password": "wrong"}).status_code == 422
    for _twice in range(2):
        assert director.post(address, new).status_code == 302
    assert [browser.get(address).status_code for browser in (director, elsewhere)] == [200, 302]
    cast.director.refresh_from_db()
    assert cast.director.check_password("jade wind 7 dots")
    assert verbs(cast.club) == ["own-password-changed"]


def test_signing_in(client: Client, cast: builders.Cast) -> None:
    right = {"username": cast.director.username, "password": "a long test password"}
    address = reverse("sign-in")
    page = client.post(address, {**right, "password": "wrong"})
    assert (page.status_code, "do not match" in page.content.decode()) == (422, True)
    assert client.post(address, right)["Location"] == reverse("home")


@pytest.mark.slow
def test_eight_wrong_passwords_lock_the_account_until_it_is_set_on_the_machine(
    client: Client, cast: builders.Cast, settings: object
) -> None:
    settings.AXES_ENABLED = True
    wrong = {"username": cast.director.username, "password": "wrong"}
    statuses = [client.post(reverse("sign-in"), wrong).status_code for _try in range(8)]
    assert statuses == [422] * 7 + [429]
    locked = client.post(reverse("sign-in"), {**wrong, "password": "a long test password"})
    assert (locked.status_code, "forgotten_password" in locked.content.decode()) == (429, True)
    set_password(cast.director, "jade wind 7 dots")
    assert not AccessAttempt.objects.exists()
    assert client.post(reverse("sign-in"), {**wrong, "password": "jade wind 7 dots"}).status_code == 302
    assert [(entry.verb, entry.actor_name) for entry in cast.club.chain()] == [("password-set", "Charleston")]
    assert list(verify(cast.club)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "last"),
    [
        (0, "10.9.8.{n}", 429),
        (1, "10.9.8.{n}, 203.0.113.9", 429),
        (1, "10.9.8.{n},no address", 429),
        (1, "203.0.113.9, 10.9.8.{n}", 422),
    ],
)
def test_nobody_goes_on_guessing_by_writing_another_address(
    cast: builders.Cast, settings: object, behind_proxy: int, forwarded: str, last: int
) -> None:
    settings.AXES_ENABLED, settings.FORWARDED_FOR = True, behind_proxy
    wrong = {"username": cast.director.username, "password": "wrong"}
    statuses = [
        Client(headers={"X-Forwarded-For": forwarded.format(n=n)}).post(reverse("sign-in"), wrong).status_code
        for n in range(9)
    ]
    assert statuses[-1] == last


@pytest.mark.slow
def test_slips_before_a_sign_in_that_worked_are_forgotten(cast: builders.Cast, settings: object) -> None:
    settings.AXES_ENABLED = True
    account = {"username": cast.director.username}
    passwords = ["wrong"] * 7 + ["a long test password"] + ["wrong"] * 7
    statuses = [
        Client().post(reverse("sign-in"), {**account, "password": password}).status_code
        for password in passwords
    ]
    assert statuses == [422] * 7 + [302] + [422] * 7


def test_the_first_club_of_an_empty_installation() -> None:
    out = io.StringIO()
    called = ("--director", "dolores", "--called", "Dolores  Ybarra")
    call_command("found_club", "Jade Garden  Club", *called, stdout=out)
    assert str(User.objects.get()) == "Dolores Ybarra"
    club = Club.objects.get()
    assert (club.name, club.slug) == ("Jade Garden Club", "jade-garden-club")
    assert club.memberships.get().role == Role.DIRECTOR
    password = re.search(r"password ([a-z2-9-]{14})", out.getvalue()).group(1)
    assert User.objects.get().check_password(password)
    with pytest.raises(CommandError, match="already a club at this address"):
        call_command("found_club", "Jade Garden Club", "--director", "other")
    assert list(User.objects.values_list("username", flat=True)) == ["dolores"]


@pytest.mark.parametrize("director", ["", "two words", "x" * 300])
def test_a_first_director_has_a_name_to_type(director: str) -> None:
    with pytest.raises(CommandError, match="--director"):
        call_command("found_club", "Bamboo Club", "--director", director)
    assert not User.objects.filter(name=director).exists()


def test_directors_read_what_was_done_with_the_accounts(director: Client, cast: builders.Cast) -> None:
    add(director, cast.club)
    member = Membership.objects.get(user__username="ida")
    changed = {"role": "director", "stamp": builders.stamp(role="scorekeeper")}
    director.post(reverse("member-role", args=[cast.club.slug, member.pk]), changed)
    address = reverse("club-journal", args=[cast.club.slug])
    assert address in director.get(reverse("club", args=[cast.club.slug])).content.decode()
    page = director.get(address)
    assert [(row.record.verb, row.record.subject) for row in page.context["table"].page] == [
        ("role-changed", "ida"),
        ("member-added", "ida"),
    ]
    assert page.context["breaks"] == []
    response = director.get(address, {"find": "added"})
    assert [row.record.verb for row in response.context["table"].page] == ["member-added"]


def test_the_clubs_journal_shows_what_was_changed_behind_its_back(
    director: Client, cast: builders.Cast
) -> None:
    add(director, cast.club)
    cast.club.chain().update(subject="somebody else")
    assert b"tampered" in director.get(reverse("club-journal", args=[cast.club.slug])).content


def test_a_clubs_own_address_shows_that_club_alone(client: Client, cast: builders.Cast) -> None:
    address = reverse("club", args=[cast.club.slug])
    other = builders.tournament(builders.cast().club, name="Elsewhere Open")
    assert (client.get(address).status_code, client.get(address)["Location"][:9]) == (302, "/sign-in/")
    assert builders.signed_in(cast.stranger).get(address).status_code == 404
    builders.tournament(cast.club, name="Members Only", is_public=False)
    builders.tournament(cast.club, name="Spring Open")
    for user in (None, cast.stranger):
        page = builders.signed_in(user).get(address).content.decode()
        assert [name in page for name in ("Spring Open", "Members Only", other.name)] == [True, False, False]
