import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from club.accounts import second_step
from club.models import Club, Invitation, Membership, Role, User
from record.change import Change, change
from record.models import Sent
from record.refused import Refused, overtaken, refuse
from record.stamps import Stamp
from record.verbs import Verb

# Without the characters that are read as one another: I l 1, O 0.
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def generated_password() -> str:
    """Three groups of four characters, about 60 bits; easy to read aloud and to type from paper."""
    return "-".join("".join(secrets.choice(LETTERS) for _place in range(4)) for _group in range(3))


@transaction.atomic
def found_club(name: str, slug: str, *, by: User, is_demonstration: bool = False) -> Club:
    if Club.objects.filter(slug=slug).exists():
        raise refuse("slug-taken", _("There is already a club at this address."), "slug")
    club = Club.objects.create(name=name, slug=slug, is_demonstration=is_demonstration)
    take_in(club, by, role=Role.DIRECTOR)
    with change(club, Verb.CLUB_FOUNDED, by=by) as act:
        act.record(name, new={"name": by.get_full_name(), "role": Role.DIRECTOR})
    return club


def add_member(
    club: Club, *, by: User, name: str, username: str, role: str, stamp: Stamp | None = None
) -> tuple[Membership, str]:
    """Creates an account for somebody who works for the club; also returns its first password, which is not stored.

    A user name that already works for a club is refused: a typing mistake must not give access to a stranger. An
    account that was removed from its last club may come back, with a new password.
    """
    username = User.normalize_username(username)
    content = [name, username, role]
    with change(club, Verb.MEMBER_ADDED, by=by, stamp=stamp, content=content) as act:
        # Locked, for another club may be about to take the same account in.
        user = User.objects.select_for_update(no_key=True).filter(username__iexact=username).first()
        if user and (user.memberships.exists() or user.is_superuser):
            raise username_taken()
        act.refuse_repeat()
        user = user or User(username=username)
        user.name = name
        password = generated_password()
        user.set_password(password)
        user.is_active = True
        save_new(user)
        membership = take_in(club, user, role=role)
        act.record(user.username, new={"name": name, "role": role})
        return membership, password


def save_new(user: User) -> None:
    """Raises Refused where another club has just made an account of this user name."""
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise username_taken() from error


def take_in(
    club: Club, user: User, *, role: str, invitation: Invitation | None = None, until: datetime | None = None
) -> Membership:
    over = Membership.everything.filter(club=club, user=user, ended_at=None, until__lte=timezone.now())
    over.update(ended_at=F("until"))
    return Membership.objects.create(club=club, user=user, role=role, invitation=invitation, until=until)


def username_taken() -> Refused:
    message = _("Somebody has this user name already. Please choose another.")
    return refuse("username-taken", message, "username")


def fetch(membership: Membership) -> Membership:
    """The membership as it is now, under the club's lock; two directors may act at the same time."""
    membership_now = Membership.objects.select_related("club", "user").filter(pk=membership.pk).first()
    if membership_now is None:
        message = _("%(name)s no longer works for this club: somebody has just removed the account.")
        raise refuse("member-gone", message % {"name": membership.user.name})
    return membership_now


def change_role(membership: Membership, *, role: str, by: User, stamp: Stamp | None = None) -> Membership:
    """Raises Refused for the club's last director, without whom nobody could change anything."""
    with change(
        membership.club, Verb.ROLE_CHANGED, by=by, stamp=stamp, about=membership, content=role
    ) as act:
        membership = fetch(membership)
        if membership.role == role:
            return membership
        act.compare({"role": membership.role}, str(overtaken()))
        if role != Role.DIRECTOR:
            refuse_last_director(membership)
        old = membership.role
        membership.role = role
        membership.save(update_fields=["role"])
        act.record(membership.user.username, old={"role": old}, new={"role": role})
        return membership


def remove_member(membership: Membership, *, by: User, stamp: Stamp | None = None) -> None:
    with change(membership.club, Verb.MEMBER_REMOVED, by=by, stamp=stamp, about=membership) as act:
        membership = fetch(membership)
        act.compare({"role": membership.role}, str(overtaken()))
        refuse_last_director(membership)
        old = {"name": membership.user.name, "role": membership.role}
        membership.ended_at = act.at
        membership.save(update_fields=["ended_at"])
        act.record(membership.user.username, old=old)


def renew_password(membership: Membership, *, by: User, stamp: Stamp | None = None) -> str:
    """Creates a new password for a member who lost theirs, and ends their sessions.

    A repeat of the form creates no other one: the first may be on paper already. Turns off the second step of signing
    in, since a member who lost the password may have lost the phone too.
    """
    with change(membership.club, Verb.PASSWORD_RENEWED, by=by, stamp=stamp, about=membership) as act:
        user = fetch(membership).user
        if user.memberships.exclude(club=membership.club_id).exists() or user.is_superuser:
            message = _("%(name)s works for another club too: only they can change their password.")
            raise refuse("works-elsewhere", message % {"name": user.name})
        act.refuse_repeat()
        # Somebody else's new one may be on paper already, and would open nothing.
        act.compare({"password": user.password_mark}, str(overtaken()))
        password = generated_password()
        user.set_password(password)
        user.save(update_fields=["password"])
        act.record(user.username, new=second_step_off(user))
        return password


def own_password_was_changed(user: User, stamp: Stamp) -> bool:
    """Whether this form was carried out before, so that the password it calls the old one no longer is."""
    return Sent.objects.filter(key=stamp.key, verb=Verb.OWN_PASSWORD_CHANGED, user=user).exists()


def change_own_password(user: User, password: str, *, stamp: Stamp | None = None) -> None:
    """Recorded, without the password, in every club of the account."""
    with in_every_club(user, Verb.OWN_PASSWORD_CHANGED, by=user, stamp=stamp) as acts:
        user.set_password(password)
        user.save(update_fields=["password"])
        for act in acts:
            act.record(user.username)


def second_step_off(user: User) -> dict[str, str] | None:
    """Turns the second step off and returns the change for the journal; None where it was not on."""
    return {"second_step": "off"} if second_step.forget(user) else None


def turn_on_second_step(user: User, *, key: str, code: str) -> list[str]:
    step = second_step.matching_step(key, code)
    if step is None:
        raise second_step.wrong_code()
    with in_every_club(user, Verb.SECOND_STEP_ON, by=user) as acts:
        codes = second_step.remember(user, key, step)
        for act in acts:
            act.record(user.username)
    return codes


def turn_off_second_step(user: User) -> None:
    with in_every_club(user, Verb.SECOND_STEP_OFF, by=user) as acts:
        if second_step.forget(user):
            for act in acts:
                act.record(user.username)


def sign_out_everywhere(user: User) -> None:
    """Ends every session of an account, this one too. Recorded in every club."""
    with in_every_club(user, Verb.SIGNED_OUT_EVERYWHERE, by=user) as acts:
        User.objects.filter(pk=user.pk).update(sign_outs=F("sign_outs") + 1)
        for act in acts:
            act.record(user.username)


@contextmanager
def in_every_club(
    user: User, verb: Verb, *, by: User | None, stamp: Stamp | None = None
) -> Iterator[list[Change[Club]]]:
    """One change in each club of the account, locked in one order before the account is written.

    Whoever renews a member's password holds the club's lock while writing the account; the opposite order would
    deadlock.
    """
    clubs = Club.objects.filter(pk__in=user.memberships.values("club")).order_by("pk")
    with ExitStack() as stack:
        yield [stack.enter_context(change(club, verb, by=by, stamp=stamp)) for club in clubs]


def refuse_last_director(membership: Membership) -> None:
    other_directors = membership.club.memberships.filter(role=Role.DIRECTOR).exclude(pk=membership.pk)
    if membership.role == Role.DIRECTOR and not other_directors.exists():
        raise refuse(
            "last-director",
            _("%(name)s is the club's only director. Make somebody else a director first.")
            % {"name": membership.user},
        )
