"""The numbers that a tournament is played by, and those that differ between two profiles, as files."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from rules.english import SheetRow
from tournament.spreadsheet import Columns, Worksheet, worksheet
from tournament.values.queries import Difference


def number_list(rows: Collection[SheetRow]) -> Worksheet | None:
    columns: Columns = [
        (_("What"), lambda row: row.sentence),
        (_("Value"), lambda row: row.value),
        (_("Clause"), lambda row: row.clause),
    ]
    return worksheet("numbers", _("Numbers"), rows, columns)


def hand_list(hands: Collection[str]) -> Worksheet | None:
    return worksheet("hands", _("The sixteen hands"), hands, [(_("Hand"), str)])


def difference_list(left: str, right: str, rows: Collection[Difference]) -> Worksheet | None:
    """`left` and `right` are what the two profiles are called."""
    columns: Columns = [
        (_("What"), lambda row: row.sentence),
        (left, lambda row: row.left),
        (right, lambda row: row.right),
    ]
    return worksheet("differences", _("What differs"), rows, columns)
