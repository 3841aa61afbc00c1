"""Invitations and codes for a day; one's own sign-ins, and signing out everywhere."""

import html
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.accounts.invitations import A_DAY, VALID_FOR, invite, join_for_a_day, take_back
from club.models import Invitation, User
from record.models import JournalEntry
from record.refused import Refused
from tests import builders

pytestmark = pytest.mark.django_db

ACCOUNT = {
    "name": "Ida Wu",
    "username": "ida",
    "password1": "four winds blow",
    "password2": "four winds blow",
}


def code_of(cast: builders.Cast, *, role: str = "scorekeeper", for_a_day: bool = False) -> str:
    return invite(cast.club, role=role, note="score desk", for_a_day=for_a_day, by=cast.director)[1]


def join(code: str, browser: Client | None = None, **data: str) -> tuple[Client, int]:
    browser = browser or Client()
    return browser, browser.post(reverse("join"), {"code": code, **data}).status_code


def run_out(by: timedelta) -> None:
    moment = timezone.now() - by
    Invitation.objects.update(expires_at=moment)


def test_a_director_makes_a_code_that_is_shown_once(cast: builders.Cast) -> None:
    director = builders.signed_in(cast.director)
    address = reverse("invitations", args=[cast.club.slug])
    form_data = {"kind": "account", "role": "scorekeeper", "note": "Ida", "stamp": builders.stamp()}
    page = director.post(address, form_data).content.decode()
    [invitation] = Invitation.objects.all()
    code = page.split("<code>")[1].split("</code>")[0]
    assert invitation.digest not in page
    stored = f"{list(Invitation.objects.values())} {list(JournalEntry.objects.values())}"
    assert (code in stored, code.replace("-", "") in stored) == (False, False)
    assert code not in director.get(address).content.decode()
    assert director.post(address, form_data).status_code == 409  # the same form makes no second one
    assert join(code, **ACCOUNT)[1] == 302
    assert [entry.verb for entry in cast.club.journal.order_by("sequence")] == ["invited", "member-added"]


def test_an_invitation_makes_one_account(cast: builders.Cast) -> None:
    code = code_of(cast)
    ida, status = join(code.upper().replace("-", " "), **ACCOUNT)
    assert status == 302
    tournament = builders.running_tournament(cast.club)
    assert ida.get(reverse("rounds", args=[tournament.slug])).status_code == 200
    assert cast.club.memberships.get(user__username="ida").role == "scorekeeper"
    assert Client().login(username="ida", password=ACCOUNT["password1"])
    assert join(code, **{**ACCOUNT, "username": "second"})[1] == 422
    assert not User.objects.filter(username="second").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"password2": "another"},
        {"password1": "short", "password2": "short"},
        {"username": "sam lee"},
        {"username": "SCOREKEEPER"},
        {"name": ""},
    ],
)
def test_what_is_wrong_uses_nothing_up(cast: builders.Cast, wrong: dict[str, str]) -> None:
    User.objects.filter(pk=cast.scorekeeper.pk).update(username="scorekeeper")
    code, accounts = code_of(cast), User.objects.count()
    assert (join(code, **{**ACCOUNT, **wrong})[1], User.objects.count()) == (422, accounts)
    assert join(code, **ACCOUNT)[1] == 302


def test_an_invitation_runs_out(cast: builders.Cast) -> None:
    code = code_of(cast)
    assert Invitation.objects.get().expires_at - Invitation.objects.get().made_at == VALID_FOR
    assert timedelta(days=7) == VALID_FOR
    run_out(timedelta(seconds=1))
    answer = Client().get(reverse("join"), {"code": code})
    assert (answer.status_code, "ran out" in answer.content.decode()) == (422, True)
    assert join(code, **ACCOUNT)[1] == 422


@pytest.mark.slow
def test_a_code_for_a_day_lets_several_in_under_their_names(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club)
    code = code_of(cast, for_a_day=True)
    rounds = reverse("rounds", args=[tournament.slug])
    guests = [join(code, name=name)[0] for name in ("Ida Wu", "Bo Li")]
    assert [guest.get(rounds).status_code for guest in guests] == [200, 200]
    assert guests[0].get(reverse("seating", args=[tournament.slug])).status_code == 403
    members = cast.club.memberships.exclude(until=None)
    assert {str(member.user) for member in members} == {"Ida Wu", "Bo Li"}
    [made_at] = Invitation.objects.values_list("made_at", flat=True)
    assert {member.until - made_at for member in members} == {A_DAY}
    assert not any(member.user.has_usable_password() for member in members)
    assert join(code, **ACCOUNT)[1] == 302  # a name is enough; what else is sent makes no account
    assert not User.objects.filter(username="ida").exists()

    # Their day ends by itself.
    members.update(until=timezone.now())
    assert guests[0].get(rounds).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(("role", "page"), [("door", "check-in"), ("scorekeeper", "desk")])
def test_whoever_comes_with_a_code_begins_at_their_page_of_today(
    cast: builders.Cast, role: str, page: str
) -> None:
    today = timezone.localdate()
    tournament = builders.running_tournament(cast.club, date=today)
    builders.tournament(cast.club, date=today, finished_at=timezone.now())
    builders.tournament(cast.club, date=today + timedelta(1))
    code = code_of(cast, role=role, for_a_day=True)

    def lands(name: str) -> tuple[str, int]:
        answer = Client().post(reverse("join"), {"code": code, "name": name}, follow=True)
        return answer.redirect_chain[-1][0], answer.status_code

    address, status = lands("Ida Wu")
    assert (address.startswith(reverse(page, args=[tournament.slug])), status) == (True, 200)
    builders.tournament(cast.club, date=today)
    assert lands("Bo Li") == (cast.club.get_absolute_url(), 200)


def test_a_code_taken_back_puts_everybody_out_at_once(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club)
    code = code_of(cast, for_a_day=True)
    guest, _status = join(code, name="Ida Wu")
    director = builders.signed_in(cast.director)
    [invitation] = Invitation.objects.all()
    address = reverse("invitation-take-back", args=[cast.club.slug, invitation.pk])
    for _click in range(2):
        assert director.post(address, {"stamp": builders.stamp()}).status_code == 302
    assert guest.get(reverse("rounds", args=[tournament.slug])).status_code == 302  # signed out
    assert join(code, name="Bo Li")[1] == 422
    entry = cast.club.journal.get(verb="invitation-taken-back")
    assert entry.new == {"signed_out": ["Ida Wu"]}


def test_nobody_directs_for_a_day_and_only_directors_invite(cast: builders.Cast) -> None:
    with pytest.raises(Refused, match="A director needs an account"):
        code_of(cast, role="director", for_a_day=True)
    assert timedelta(hours=18) == A_DAY
    scorekeeper = builders.signed_in(cast.scorekeeper)
    assert scorekeeper.get(reverse("invitations", args=[cast.club.slug])).status_code == 403


def test_who_is_signed_in_uses_no_code_up(cast: builders.Cast) -> None:
    code = code_of(cast, for_a_day=True)
    assert join(code, builders.signed_in(cast.scorekeeper), name="Ida Wu")[1] == 409
    assert join(code, name="Ida Wu")[1] == 302


def test_a_code_that_was_taken_back_between_page_and_form(cast: builders.Cast) -> None:
    code = code_of(cast, for_a_day=True)
    take_back(Invitation.objects.get(), by=cast.director)
    with pytest.raises(Refused, match="no longer works"):
        join_for_a_day(code, name="Ida Wu")


def test_signing_out_everywhere(cast: builders.Cast) -> None:
    laptop, phone = builders.signed_in(cast.director), builders.signed_in(cast.director)
    other = builders.signed_in(cast.scorekeeper)
    assert laptop.post(reverse("sign-out-everywhere")).status_code == 302
    own = reverse("own-page")
    assert [browser.get(own).status_code for browser in (laptop, phone, other)] == [302, 302, 200]
    assert cast.club.journal.get().verb == "signed-out-everywhere"
    cast.director.refresh_from_db()
    assert builders.signed_in(cast.director).get(own).status_code == 200


def test_an_account_that_is_there_joins_by_an_invitation(cast: builders.Cast) -> None:
    code = code_of(cast, role="door")
    browser = builders.signed_in(cast.stranger)
    page = browser.get(reverse("join"), {"code": code})
    assert (page.status_code, cast.club.memberships.filter(user=cast.stranger).count()) == (200, 0)
    assert join(code, browser)[1] == 302
    assert cast.club.memberships.get(user=cast.stranger).role == "door"
    assert join(code, builders.signed_in(cast.other_director))[1] == 422  # it is used up
    entry = cast.club.journal.latest("sequence")
    assert (entry.verb, entry.actor, entry.new) == (
        "member-added",
        cast.stranger,
        {"name": "Nora Body", "role": "door", "invited": True},
    )


def test_whoever_works_here_already_uses_no_code_up(cast: builders.Cast) -> None:
    code = code_of(cast, role="director")
    assert join(code, builders.signed_in(cast.scorekeeper))[1] == 422
    assert cast.club.memberships.get(user=cast.scorekeeper).role == "scorekeeper"
    assert join(code, **ACCOUNT)[1] == 302


def test_the_invitation_leads_to_the_sign_in_and_back(cast: builders.Cast) -> None:
    code = code_of(cast)
    page = Client().get(reverse("join"), {"code": code}).content.decode()
    address = html.unescape(re.search(r'href="(/sign-in/[^"]+)"', page)[1])  # type: ignore[index]
    form_data = {"username": cast.stranger.username, "password": "a long test password"}
    answer = Client().post(address, form_data)
    assert (answer.status_code, answer["Location"]) == (302, f"{reverse('join')}?code={code}")


def test_guests_of_a_day_that_has_passed_go(cast: builders.Cast) -> None:
    ida = join_for_a_day(code_of(cast, for_a_day=True), name="Ida Wu")
    call_command("purge_deleted")
    assert cast.club.memberships.filter(user=ida).count() == 1
    cast.club.memberships.filter(user=ida).update(until=timezone.now() - timedelta(minutes=1))
    call_command("purge_deleted")
    ida.refresh_from_db()
    assert (cast.club.memberships.filter(user=ida).count(), ida.is_active) == (0, False)
    assert cast.club.journal.latest("sequence").verb == "member-removed"
    assert cast.club.memberships.filter(user=cast.scorekeeper).count() == 1
