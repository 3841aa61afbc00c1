"""A forgotten password: a one-time address, made on the machine itself, and the page it opens."""

from axes.utils import reset
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from club.accounts.actions import in_every_club, second_step_off
from club.models import User
from record.refused import refuse
from record.verbs import Verb


def address_for(username: str, *, without_second_step: bool = False) -> str:
    """The path of a page that sets this account's password once, within PASSWORD_RESET_TIMEOUT. Raises Refused."""
    # Not those that let somebody in for a day, or came with an archive: nobody signs in by them with a password.
    accounts = User.objects.filter(erased_at=None).exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    user = accounts.filter(username__iexact=username.strip()).first()
    if user is None:
        known = ", ".join(accounts.order_by("username").values_list("username", flat=True)[:20])
        message = _("There is no account “%(username)s”. Known: %(known)s.")
        raise refuse("no-account", message % {"username": username, "known": known or _("none")})
    if without_second_step:
        with in_every_club(user, Verb.SECOND_STEP_OFF, by=None) as acts:
            off = second_step_off(user)
            for act in acts:
                act.record(
                    user.username,
                    new=off,
                    reason=_("On the machine itself, with the command forgotten_password."),
                )
    whose = urlsafe_base64_encode(str(user.pk).encode())
    return reverse("new-password", args=[whose, default_token_generator.make_token(user)])


def account_of(whose: str, token: str) -> User | None:
    """Whom the address is for; None once it was used, has run out or is made up."""
    try:
        key = int(urlsafe_base64_decode(whose))
    except ValueError:
        return None
    user = User.objects.filter(pk=key, erased_at=None).first()
    return user if user is not None and default_token_generator.check_token(user, token) else None


def set_password(user: User, password: str) -> bool:
    """Ends the account's sessions and keeps its second step; recorded in every club, and told at the next sign-in.

    False, and nothing is changed, where its password is another one than that of `user`: the address was just used.
    """
    # A transaction of its own too, for an account without a club, where there is none to lock.
    with in_every_club(user, Verb.PASSWORD_SET, by=None) as acts, transaction.atomic():
        same = User.objects.select_for_update(no_key=True).filter(pk=user.pk, password=user.password)
        if not same:
            return False
        user.set_password(password)
        user.is_active = True
        user.password_set_at = timezone.now()
        user.save(update_fields=["password", "is_active", "password_set_at"])
        for act in acts:
            act.record(user.username, reason=_("By a one-time link made on the machine itself."))
    reset(username=user.username)
    return True
