"""Changes to a club: its accounts and what each may do there."""

import secrets

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.journal import lock_club, record
from tournament.models import Club, Membership, Role, User
from tournament.refused import Refused, refuse
from tournament.seen import refuse_overtaken

# Without the characters that are read as one another: I l 1, O 0.
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def generated_password() -> str:
    """Three groups of four, about 60 bits: easy to read aloud and to type from paper."""
    return "-".join("".join(secrets.choice(LETTERS) for _place in range(4)) for _group in range(3))


@transaction.atomic
def found_club(name: str, slug: str, *, by: User) -> Club:
    """A new club with its first director."""
    if Club.objects.filter(slug=slug).exists():
        raise refuse("slug-taken", _("There is already a club at this address."), "slug")
    club = Club.objects.create(name=name, slug=slug)
    Membership.objects.create(club=club, user=by, role=Role.DIRECTOR)
    record(
        club,
        gettext_noop("club founded"),
        name,
        by=by,
        new={"name": by.get_full_name(), "role": Role.DIRECTOR},
    )
    return club


@transaction.atomic
def add_member(
    club: Club, *, by: User, name: str, username: str, role: str, as_of: str | None = None
) -> tuple[Membership, str]:
    """An account for somebody who works for the club, and its first password, which is stored nowhere.

    A user name that works for any club is refused: a slip must not hand the club to a stranger. One that was
    taken out of its last club may come back, with a new password.
    """
    lock_club(club.pk)
    username = User.normalize_username(username)
    # Locked, for another club may be about to take the same account in.
    user = User.objects.select_for_update(no_key=True).filter(username__iexact=username).first()
    if user and (user.memberships.exists() or user.is_superuser):
        raise username_taken()
    user = user or User(username=username)
    refuse_overtaken(club, as_of, by=by, verb="member added", subject=user.username)
    user.name = name
    password = generated_password()
    user.set_password(password)
    user.is_active = True
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:  # another club has just made it
        raise username_taken() from error
    membership = Membership.objects.create(club=club, user=user, role=role)
    record(club, gettext_noop("member added"), user.username, by=by, new={"name": name, "role": role})
    return membership, password


def username_taken() -> Refused:
    message = _("Somebody has this user name already. Please choose another.")
    return refuse("username-taken", message, "username")


def still_there(membership: Membership) -> Membership:
    """Takes the club's lock and gives the membership as it is now; two directors may have had the same thought."""
    lock_club(membership.club_id)
    now = Membership.objects.select_related("club", "user").filter(pk=membership.pk).first()
    if now is None:
        raise refuse(
            "member-gone",
            _("%(name)s no longer works for this club: somebody has just removed the account.")
            % {"name": membership.user.name},
        )
    return now


@transaction.atomic
def change_role(membership: Membership, *, role: str, by: User, as_of: str | None = None) -> Membership:
    """The last director stays one: nobody else could change anything."""
    membership = still_there(membership)
    if membership.role == role:
        return membership
    refuse_overtaken(membership.club, as_of, by=by, verb="role changed", subject=membership.user.username)
    if role != Role.DIRECTOR:
        keep_a_director(membership)
    old = membership.role
    membership.role = role
    membership.save(update_fields=["role"])
    record(
        membership.club,
        gettext_noop("role changed"),
        membership.user.username,
        by=by,
        old={"role": old},
        new={"role": role},
    )
    return membership


@transaction.atomic
def remove_member(membership: Membership, *, by: User) -> None:
    """Takes an account out of the club; what it did stays in the journal under its name."""
    membership = still_there(membership)
    keep_a_director(membership)
    username, old = membership.user.username, {"name": membership.user.name, "role": membership.role}
    club = membership.club
    membership.delete()
    record(club, gettext_noop("member removed"), username, by=by, old=old)


@transaction.atomic
def renew_password(membership: Membership, *, by: User, as_of: str | None = None) -> str:
    """A new password for a member who lost theirs; whoever was signed in with the old one is signed out."""
    membership = still_there(membership)
    user = membership.user
    if user.memberships.exclude(club=membership.club_id).exists() or user.is_superuser:
        raise refuse(
            "works-elsewhere",
            _("%(name)s works for another club too: only they can change their password.")
            % {"name": user.name},
        )
    refuse_overtaken(membership.club, as_of, by=by, verb="password renewed", subject=user.username)
    password = generated_password()
    user.set_password(password)
    user.save(update_fields=["password"])
    record(membership.club, gettext_noop("password renewed"), user.username, by=by)
    return password


@transaction.atomic
def set_password(user: User, password: str) -> None:
    """From the command line of the machine itself; on record in every club the account works for."""
    clubs = locked_clubs(user)
    user.set_password(password)
    user.is_active = True
    user.save(update_fields=["password", "is_active"])
    for club in clubs:
        record(
            club,
            gettext_noop("password set"),
            user.username,
            by=None,
            reason=_("On the machine itself, with the command set_password."),
        )


@transaction.atomic
def change_own_password(user: User, password: str) -> None:
    """On record, without the password, in every club the account works for."""
    clubs = locked_clubs(user)
    user.set_password(password)
    user.save(update_fields=["password"])
    for club in clubs:
        record(club, gettext_noop("own password changed"), user.username, by=user)


def locked_clubs(user: User) -> list[Club]:
    """The clubs the account works for, locked in one order and before the account is written.

    Whoever renews a member's password holds the club when writing the account; the other way round the two would
    wait for each other.
    """
    works_for = user.memberships.order_by("club_id").values_list("club_id", flat=True)
    return [lock_club(club) for club in list(works_for)]


def keep_a_director(membership: Membership) -> None:
    others = membership.club.memberships.filter(role=Role.DIRECTOR).exclude(pk=membership.pk)
    if membership.role == Role.DIRECTOR and not others.exists():
        raise refuse(
            "last-director",
            _("%(name)s is the club's only director. Make somebody else a director first.")
            % {"name": membership.user},
        )
