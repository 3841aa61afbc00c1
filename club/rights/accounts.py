from collections.abc import Mapping
from contextlib import ExitStack
from datetime import datetime
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from club.accounts import second_step
from club.accounts.actions import refuse_last_director
from club.models import Club, Invitation, Membership, Role, User
from club.rights.account_naming import AccountNaming, forget_account
from club.rights.actions import Erasure, clear_files
from club.rights.mentions import clubs_written_in, names_written, tournaments_written_in, written_by
from club.rights.queries import Section
from record.change import change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb


def accounts_of(club: Club) -> QuerySet[User]:
    works_or_did = Membership.everything.filter(club=club)
    return User.objects.filter(pk__in=works_or_did.values("user"), is_superuser=False)


def is_known_elsewhere(user: User, club: Club) -> bool:
    """Whether the account works or worked for another club too, so that this one alone decides nothing about it."""
    return Membership.everything.filter(user=user).exclude(club=club).exists()


def former_accounts(club: Club) -> QuerySet[User]:
    here = club.memberships.values("user")
    return accounts_of(club).exclude(pk__in=here).filter(erased_at=None).order_by("name", "pk")


def stored_of_account(user: User, club: Club | None) -> list[Section]:
    """Everything that is stored of an account, but what was typed by it; for directors of a club what is that club's,
    and how it was signed in where no other club has to do with it.
    """
    roles = Membership.everything.filter(user=user).select_related("club").order_by("pk")
    is_whole = club is None or not is_known_elsewhere(user, club)
    tries = AccessAttempt.objects.filter(username=user.username)
    if club is not None:
        roles = roles.filter(club=club)
    if not is_whole:
        tries = tries.none()
    done = (
        written_by(user, club)
        .values("club__name", "tournament__name")
        .annotate(count=Count("pk"))
        .order_by("club", "tournament")
    )
    sections: dict[str, list[dict[str, Any]]] = {
        _("Account"): [
            {
                capfirst(_("name")): user.name,
                _("User name"): user.username,
                _("E-mail"): user.email,
                _("Since"): user.date_joined,
                _("two steps to sign in"): second_step.phone_of(user) is not None,
            }
        ],
        _("Role"): [
            {
                _("Club"): row.club.name,
                _("Role"): str(row.get_role_display()),
                _("until"): row.ended_at or row.until,
            }
            for row in roles
        ],
        _("Failed sign-ins"): [
            {_("When"): row.attempt_time, _("From"): row.ip_address, _("With"): row.user_agent}
            for row in tries.order_by("attempt_time")
        ],
        _("Journal entries"): [
            {
                _("Club"): row["club__name"],
                capfirst(_("tournament")): row["tournament__name"],
                _("No."): row["count"],
            }
            for row in done
        ],
    }
    return [Section(title, rows) for title, rows in sections.items() if rows]


def account_as_data(user: User, club: Club | None = None) -> dict[str, Any]:
    return {
        "account": user.name,
        "stored": [
            {"what": section.title, "rows": section.rows} for section in stored_of_account(user, club)
        ],
        "journal": [
            {
                "journal": str(entry.tournament or entry.club),
                "number": entry.sequence,
                "at": entry.at,
                "what": entry.verb,
                "about": entry.subject,
            }
            for entry in written_by(user, club).iterator()
        ],
    }


def former_name(user: User) -> str:
    """Such as "Former scorekeeper 3", unused so far."""
    patterns: Mapping[str, str] = {
        Role.DIRECTOR: _("Former director %(number)s"),
        Role.SCOREKEEPER: _("Former scorekeeper %(number)s"),
        Role.DOOR: _("Former helper %(number)s"),
        Role.ENTERING: _("Former helper %(number)s"),
    }
    memberships = Membership.everything.filter(user=user).exclude(role="").order_by("pk")
    role = memberships.values_list("role", flat=True).last() or Role.SCOREKEEPER
    number = User.objects.filter(erased_at__isnull=False).count() + 1
    while User.objects.filter(name=(name := patterns[role] % {"number": number})).exists():
        number += 1
    return name


def erase_account(
    user: User,
    *,
    by: User | None,
    instead: str = "",
    remove_copies: bool = False,
    only_of: Club | None = None,
    stamp: Stamp | None = None,
) -> Erasure:
    """Takes the names of an account out of everything that is stored, for good; what was done
    stays under a made-up name.

    Nobody can sign in with it any more, and who is signed in with it is out at once. The journals keep their chains.
    Archives of before are removed and new ones made, copies of the database only with `remove_copies`. Raises Refused
    for a club's last director, and with `only_of` for somebody who works or worked for another club too.
    """
    works_or_did = Membership.everything.filter(user=user)
    clubs = Club.objects.filter(pk__in=works_or_did.values("club")) | clubs_written_in(user)
    with ExitStack() as stack:
        acts = [
            stack.enter_context(change(club, Verb.ACCOUNT_ERASED, by=by, stamp=stamp, content=user.pk))
            for club in clubs.order_by("pk")
        ]
        user = still_there(User.objects.select_for_update(no_key=True), user.pk)
        if user.erased_at is not None or not acts:
            return Erasure(user.name)
        if only_of is not None and is_known_elsewhere(user, only_of):
            message = _(
                "%(name)s works or worked for another club too. The person who runs this computer can erase the "
                "account: %(command)s erase_account."
            )
            raise refuse("works-elsewhere", message % {"name": user.name, "command": settings.COMMAND})
        for membership in user.memberships.select_related("club", "user"):
            refuse_last_director(membership)
        instead = instead or former_name(user)
        username = user.username
        called = {user.name, *names_written(user)}
        notes = empty_notes(user)
        tournaments = list(tournaments_written_in(user))
        close(user, instead, acts[0].at)
        for tournament in tournaments:
            # Its pages in memory have the name too.
            with change(
                tournament,
                Verb.ACCOUNT_ERASED,
                by=user if by is not None and by.pk == user.pk else by,
                after_finish=True,
                though_deleted=True,
            ) as inside:
                inside.record(instead, standings=True)
        for act in acts:
            assert isinstance(act.where, Club)  # noqa: S101  (for the type checker)
            naming = AccountNaming(user, instead, act.where, called=called, username=username, notes=notes)
            forget_account(naming, act.where)
            if by is not None and by.pk == user.pk:
                act.by = user
            act.record(instead)
    left = clear_files(list(clubs), acts[0].at, tournaments, remove_copies=remove_copies)
    return Erasure(instead, left)


def empty_notes(user: User) -> set[str]:
    own = Invitation.objects.filter(every_membership__user=user, for_a_day=False).exclude(note="")
    notes = set(own.values_list("note", flat=True))
    Invitation.objects.filter(pk__in=own.values_list("pk", flat=True)).update(note="")
    return notes


def close(user: User, instead: str, at: datetime) -> None:
    AccessAttempt.objects.filter(username__iexact=user.username).delete()
    Membership.everything.filter(user=user, ended_at=None).update(ended_at=at)
    second_step.forget(user)
    user.name, user.username, user.email = instead, f"erased-{user.mark}", ""
    user.is_active, user.erased_at, user.last_login = False, at, None
    user.sign_outs += 1
    user.set_unusable_password()
    user.save()
