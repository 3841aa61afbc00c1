"""The move between two rounds as it is called out."""

from django.utils.translation import gettext as _

from rules.seating import Steps
from tournament.seating.queries import RoundSeating


def announcement(steps: Steps) -> str:
    """The move as it is called out: "A up 1, B down 1, C up 2, D stays"; no line ends within one letter's."""
    parts = []
    for letter, step in zip("ABCD", steps, strict=True):
        words = _("stays") if step == 0 else _("up %d") % step if step > 0 else _("down %d") % -step
        parts.append(f"{letter} {words}".replace(" ", "\N{NO-BREAK SPACE}"))
    return ", ".join(parts)


def steps_from(data: dict[str, int] | None) -> Steps | None:
    """Stored steps, such as {"A": 1, "B": -1, "C": 2, "D": -2}, as the rules take them."""
    return Steps(**data) if data else None


def announced(one: RoundSeating) -> str:
    """What was announced before a round; empty for the first and for seat slips."""
    return announcement(Steps(**one.round.steps)) if one.round.steps else ""
