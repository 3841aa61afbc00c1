"""The bars of a club as a file for its directors."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournament.models import Bar
from tournament.spreadsheet import Columns, Worksheet, worksheet


def bar_list(bars: Collection[Bar]) -> Worksheet | None:
    columns: Columns = [
        (_("Name"), lambda bar: bar.person.name),
        (_("Town"), lambda bar: bar.person.town),
        (_("Member number"), lambda bar: bar.person.member_number),
        (_("Why"), lambda bar: bar.reason),
        (_("Decided in"), lambda bar: bar.decided_in),
        (_("Who"), lambda bar: str(bar.by or "")),
        (_("When"), lambda bar: bar.at),
        (_("Lifted"), lambda bar: bar.lifted_at),
        (_("Why lifted"), lambda bar: bar.lift_reason),
        (_("Who lifted it"), lambda bar: str(bar.lifted_by or "")),
    ]
    return worksheet("bars", _("Barred people"), bars, columns)
