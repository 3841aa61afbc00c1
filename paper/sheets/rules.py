"""The rules of the day on paper, with the data of the public rule sheet, and the list of hands."""

from typing import Any

from django.utils.translation import gettext as _

from paper.sheets.results import said
from paper.sheets.sheet import KEPT_TOGETHER, PrintJob
from record.phrases import with_minus
from tournament.values.sheet import sheet_of


def rules(job: PrintJob) -> dict[str, Any]:
    """Every number that scores, hands that have names apart, and games whose points the same numbers gave."""
    sheet, profile = sheet_of(job.tournament), job.tournament.profile
    has_names = any(hand.name for hand in profile.hands)
    return {
        "notes": [sheet.summary],
        "words": {
            "values": _("What counts"),
            "hands": _("The sixteen hands"),
            "examples": _("Worked examples"),
        },
        "heads": [_("What"), _("Rule")],
        "items": [
            {"what": row.title, "value": with_minus(row.value)}
            for row in sheet.rows
            if not (has_names and row.name == "hands")
        ],
        "hands": [part for row in sheet.rows if has_names and row.name == "hands" for part in row.parts],
        "examples": [
            {
                "facts": game.words,
                "points": [
                    f"{letter}: {said(points, job.tournament.unit)}" for letter, points in game.points.items()
                ],
                "lines": [f"{letter}: {sentence}" for letter, sentence in game.lines],
            }
            for game in sheet.examples
        ],
    }


def hands(job: PrintJob) -> dict[str, Any] | None:
    """Every player's own list of the sixteen hands, to cross out what was won."""
    profile = job.tournament.profile
    if not profile.hands:
        return None
    tiers = {
        "half-limit": _("Half limit"),
        "limit": _("Limit"),
        "double-limit": _("Double limit"),
    }
    return {
        "words": {"number": _("Number")},
        "heads": ["", _("Won"), _("Hand"), _("Class")],
        "hint": _("Cross a hand out when it is won. A star: exposed chows are allowed."),
        "hands": [
            {
                "number": str(hand.number),
                "name": f"{hand.name}{f'{KEPT_TOGETHER}*' if hand.exposed_chows else ''}",
                "tier": tiers.get(hand.tier, hand.tier),
            }
            for hand in profile.hands
        ],
        "items": [{"name": entry.public_name, "number": entry.number} for entry in job.entries],
    }
