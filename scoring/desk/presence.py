"""Who is typing a table at the desk now. Its page reports every ten seconds. For display only; nothing depends on it.
At a table whose set is accepted there is nobody.
"""

from collections import defaultdict
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from club.models import User
from scoring.models import CardSet, Presence
from tournament.models import Round, Table

# A page reports every ten seconds, so a sleeping phone or a closed page disappears after two missed reports.
SEEN_WITHIN = timedelta(seconds=25)
FORGOTTEN_AFTER = timedelta(minutes=10)


def arrive(table: Table, *, by: User) -> None:
    """Records that this person has this table open now, and no other."""
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
    Presence.objects.filter(table=table, user=by).delete()


def others_at(table: Table, user: User, now: datetime | None = None) -> list[str]:
    rows = _now(now).filter(table=table).exclude(user=user).select_related("user")
    return sorted(str(row.user) for row in rows)


def present(round_: Round, now: datetime | None = None, *, reader: User | None) -> dict[int, list[str]]:
    """Table number -> names of everybody who has it open, except the reader. One query."""
    names: dict[int, list[str]] = defaultdict(list)
    rows = _now(now).filter(table__round=round_).select_related("table", "user")
    if reader is not None:
        rows = rows.exclude(user=reader)
    for row in rows.order_by("table__number", "user__name", "user__pk"):
        names[row.table.number].append(str(row.user))
    return dict(names)


def _now(now: datetime | None) -> QuerySet[Presence]:
    presences = Presence.objects.filter(seen_at__gt=(now or timezone.now()) - SEEN_WITHIN)
    return presences.exclude(table__card_set__state=CardSet.State.ACCEPTED)
