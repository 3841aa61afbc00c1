"""Being at a table of the desk: said again and again while its page is open. Nothing is decided by it."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from scoring.models import Presence
from tournament.models import Table, User

FORGOTTEN_AFTER = timedelta(minutes=10)


def arrive(table: Table, *, by: User) -> None:
    """This person has the table open, as of now, and no other one. Whichever process answers."""
    now = timezone.now()
    Presence.objects.filter(user=by).exclude(table=table).delete()
    Presence.objects.bulk_create(
        [Presence(table=table, user=by, seen_at=now)],
        update_conflicts=True,
        unique_fields=["table", "user"],
        update_fields=["seen_at"],
    )
    Presence.objects.filter(seen_at__lt=now - FORGOTTEN_AFTER).delete()


def leave(table: Table, *, by: User) -> None:
    """The set is sent."""
    Presence.objects.filter(table=table, user=by).delete()
