from dataclasses import dataclass

from django.db.models import Count, F, QuerySet
from django.utils import translation

from club.models import Club, HouseProfile
from rules.english import rule_sheet
from rules.systems.profile import Profile


@dataclass(frozen=True)
class ComparedNumber:
    """A number of two profiles; "" where one of them does not have it."""

    sentence: str
    left: str
    right: str
    same: bool


def compare_profiles(left: Profile, right: Profile) -> list[ComparedNumber]:
    """Every number of both, as people read it, in the order of the left one's system."""
    lefts = {row.name: row for row in rule_sheet(left, translation)}
    rights = {row.name: row for row in rule_sheet(right, translation)}
    rows = []
    for name in [*lefts, *(name for name in rights if name not in lefts)]:
        row = lefts.get(name) or rights[name]
        texts = [sheet[name].value if name in sheet else "" for sheet in (lefts, rights)]
        rows.append(ComparedNumber(row.sentence, texts[0], texts[1], texts[0] == texts[1]))
    return rows


def differing(left: Profile, right: Profile) -> list[ComparedNumber]:
    return [row for row in compare_profiles(left, right) if not row.same]


def house_profiles(club: Club) -> QuerySet[HouseProfile]:
    """Those that are offered first, each with how many tournaments took it, as `taken`."""
    return club.house_profiles.annotate(taken=Count("tournaments")).order_by(
        F("withdrawn_at").asc(nulls_first=True), "name", "pk"
    )
