from collections.abc import Container

from django.db.models import Count, F, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from club.models import Club, HouseProfile
from rules.english import SheetRow, rule_sheet
from rules.systems.profile import Profile, definition


def rules_in_groups(
    profile: Profile, names: Container[str] | None = None
) -> list[tuple[str, list[SheetRow]]]:
    """The rules of a profile as people read them, those that score first; only `names`, where they are given."""
    scoring = definition(profile.system).values
    rows = [row for row in rule_sheet(profile, translation) if names is None or row.name in names]
    return [
        (_("What scores"), [row for row in rows if row.name in scoring]),
        (_("At the table and the desk"), [row for row in rows if row.name not in scoring]),
    ]


def house_profiles(club: Club) -> QuerySet[HouseProfile]:
    return club.house_profiles.annotate(taken=Count("tournaments")).order_by(
        F("withdrawn_at").asc(nulls_first=True), "name", "pk"
    )
