"""A club's tournaments, and the accounts that work there, as files."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournament.models import Membership, Tournament
from tournament.spreadsheet import Columns, Worksheet, worksheet


def tournament_list(tournaments: Collection[Tournament]) -> Worksheet | None:
    """Tournaments `with_rounds_published`."""
    columns: Columns = [
        (_("Day"), lambda tournament: tournament.date),
        (_("Name"), lambda tournament: tournament.name),
        (_("Place"), lambda tournament: tournament.place),
        (_("Rounds"), lambda tournament: tournament.rounds_planned),
        (_("Rounds published"), lambda tournament: tournament.rounds_published),
        (_("Final"), lambda tournament: _("yes") if tournament.finished_at else _("no")),
    ]
    return worksheet("tournaments", _("Tournaments"), tournaments, columns)


def account_list(memberships: Collection[Membership]) -> Worksheet | None:
    columns: Columns = [
        (_("Name"), lambda member: str(member.user)),
        (_("User name"), lambda member: member.user.username),
        (_("Role"), lambda member: member.get_role_display()),
        (_("Until"), lambda member: member.until),
        (_("Two steps to sign in"), lambda member: _("yes") if member.has_second_step else _("no")),
    ]
    return worksheet("accounts", _("Who works here"), memberships, columns)
