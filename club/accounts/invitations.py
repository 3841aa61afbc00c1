import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from club.accounts.actions import generated_password, save_new, take_in, username_taken
from club.models import Club, Invitation, Membership, Role, User
from record.change import Change, change, still_there
from record.refused import Refused, refuse
from record.stamps import Stamp
from record.verbs import Verb

VALID_FOR = timedelta(days=7)
A_DAY = timedelta(hours=18)
"""From setting up to the last score card; whoever made the code in the morning need not think of it again."""
MOST_OPEN = 40


def digest_of(code: str) -> str:
    """What is stored of a code: spaces, hyphens and capitals do not count."""
    plain = "".join(sign for sign in code.lower() if sign.isalnum())
    return hashlib.sha256(plain.encode()).hexdigest()


def open_invitations(club: Club) -> QuerySet[Invitation]:
    return club.invitations.filter(ended_at=None, expires_at__gt=timezone.now()).order_by("-made_at", "-pk")


def invitation_for(code: str) -> Invitation | None:
    invitations = Invitation.objects.select_related("club").filter(digest=digest_of(code), ended_at=None)
    return invitations.filter(expires_at__gt=timezone.now()).first()


def not_valid() -> Refused:
    message = _(
        "This code no longer works: it was used, taken back or ran out. Ask the director for a new one."
    )
    return refuse("no-such-code", message, "code")


def invite(
    club: Club, *, role: str, note: str, for_a_day: bool, by: User, stamp: Stamp | None = None
) -> tuple[Invitation, str]:
    """A new invitation and its code, which is stored nowhere. Nobody is invited to direct for a day."""
    content = [role, note, for_a_day]
    with change(club, Verb.INVITED, by=by, stamp=stamp, content=content) as act:
        act.refuse_repeat()
        if for_a_day and role == Role.DIRECTOR:
            raise refuse(
                "no-director-for-a-day", _("A director needs an account, not a code for today."), "role"
            )
        if open_invitations(club).count() >= MOST_OPEN:
            raise refuse("too-many", _("Too many invitations are open. Take some of them back first."))
        code = generated_password()
        invitation = Invitation.objects.create(
            club=club,
            role=role,
            note=note,
            for_a_day=for_a_day,
            digest=digest_of(code),
            made_at=act.at,
            expires_at=act.at + (A_DAY if for_a_day else VALID_FOR),
        )
        act.record(note or str(role), new={"role": role, "for_a_day": for_a_day})
        return invitation, code


def take_back(invitation: Invitation, *, by: User, stamp: Stamp | None = None) -> None:
    """Ends an invitation; people whom it let in for a day are signed out at once. Twice changes nothing."""
    with change(
        invitation.club, Verb.INVITATION_TAKEN_BACK, by=by, stamp=stamp, content=invitation.pk
    ) as act:
        invitation = still_there(Invitation.objects, invitation.pk)
        if invitation.ended_at is not None:
            return
        invitation.ended_at = act.at
        invitation.save(update_fields=["ended_at"])
        guests = invitation.memberships.exclude(until=None)
        out = sorted(guests.values_list("user__name", flat=True))
        users = list(guests.values_list("user", flat=True))
        User.objects.filter(pk__in=users).update(sign_outs=F("sign_outs") + 1, is_active=False)
        guests.update(until=act.at)
        act.record(str(invitation), old={"role": invitation.role}, new={"signed_out": out})


@contextmanager
def taken_up(
    code: str, *, by: User | None = None, for_a_day: bool = False
) -> Iterator[tuple[Change[Club], Invitation]]:
    """The change by which somebody joins, and the invitation under the club's lock. Raises Refused where the code lets
    nobody in so: somebody else may just have used it.
    """
    found = invitation_for(code)
    if found is None or found.for_a_day != for_a_day:
        raise not_valid()
    with change(found.club, Verb.MEMBER_ADDED, by=by) as act:
        invitation = invitation_for(code)
        if invitation is None:
            raise not_valid()
        yield act, invitation


def join_with_account(code: str, *, name: str, username: str, password: str) -> User:
    username = User.normalize_username(username)
    with taken_up(code) as (act, invitation):
        if User.objects.filter(username__iexact=username).exists():
            raise username_taken()
        user = User(username=username, name=name)
        user.set_password(password)
        save_new(user)
        take_in(invitation.club, user, role=invitation.role, invitation=invitation)
        invitation.ended_at = act.at
        invitation.save(update_fields=["ended_at"])
        act.by = user
        act.record(username, new={"name": name, "role": invitation.role, "invited": True})
        return user


def join_as(code: str, user: User) -> None:
    with taken_up(code, by=user) as (act, invitation):
        if invitation.club.memberships.filter(user=user).exists():
            message = _("%(name)s works for this club already. The code can still be used.")
            raise refuse("works-here", message % {"name": user.name}, "code")
        take_in(invitation.club, user, role=invitation.role, invitation=invitation)
        invitation.ended_at = act.at
        invitation.save(update_fields=["ended_at"])
        act.record(user.username, new={"name": user.name, "role": invitation.role, "invited": True})


def end_guests(club: Club) -> list[str]:
    """Ends the memberships for a day that have run out, with their sign-ins; names them, as the record goes on to."""
    over = Membership.everything.filter(club=club, ended_at=None, until__lte=timezone.now())
    names = []
    for membership in over.select_related("user").order_by("pk"):
        with change(club, Verb.MEMBER_REMOVED, by=None) as act:
            # Another process may have ended it before the club was locked here.
            if not Membership.everything.filter(pk=membership.pk, ended_at=None).update(ended_at=F("until")):
                continue
            user = membership.user
            if not user.has_usable_password():
                User.objects.filter(pk=user.pk).update(is_active=False)
            act.record(user.name, old={"name": user.name, "role": membership.role, "until": membership.until})
            names.append(user.name)
    return names


def join_for_a_day(code: str, *, name: str) -> User:
    """Creates an account without a password for somebody who works here today; it ends with the day."""
    with taken_up(code, for_a_day=True) as (act, invitation):
        user = User(username=f"day-{secrets.token_hex(8)}", name=name)
        user.set_unusable_password()
        user.save()
        take_in(
            invitation.club, user, role=invitation.role, invitation=invitation, until=invitation.expires_at
        )
        act.by = user
        act.record(name, new={"name": name, "role": invitation.role, "until": invitation.expires_at})
        return user
