from collections.abc import Container
from dataclasses import dataclass

from django.db.models import Count, F, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from club.models import Club, HouseProfile
from rules.english import SheetRow, rule_sheet
from rules.systems.profile import Profile, definition


@dataclass(frozen=True)
class ComparedNumber:
    """A number of two profiles; "" where one of them does not have it."""

    title: str
    left: str
    right: str
    same: bool


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


def compare_profiles(left: Profile, right: Profile) -> list[ComparedNumber]:
    """Every number of both, as people read it, in the order of the left one's system."""
    lefts = {row.name: row for row in rule_sheet(left, translation)}
    rights = {row.name: row for row in rule_sheet(right, translation)}
    rows = []
    for name in [*lefts, *(name for name in rights if name not in lefts)]:
        row = lefts.get(name) or rights[name]
        texts = [sheet[name].value if name in sheet else "" for sheet in (lefts, rights)]
        rows.append(ComparedNumber(row.title, texts[0], texts[1], texts[0] == texts[1]))
    return rows


def differing(left: Profile, right: Profile) -> list[ComparedNumber]:
    return [row for row in compare_profiles(left, right) if not row.same]


def house_profiles(club: Club) -> QuerySet[HouseProfile]:
    """The house profiles, offered ones first; `taken` is how many tournaments took one."""
    return club.house_profiles.annotate(taken=Count("tournaments")).order_by(
        F("withdrawn_at").asc(nulls_first=True), "name", "pk"
    )
