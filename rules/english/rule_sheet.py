from collections.abc import Mapping
from itertools import groupby

import msgspec

from rules.english.language import ENGLISH, Language, Pattern
from rules.english.lines import INFRACTIONS
from rules.english.sentences import Words
from rules.game import LETTERS
from rules.systems.profile import Hand, Profile, definition
from rules.systems.registry import load_profile, shape_of
from rules.systems.shapes import Extra

VALUES: dict[str, Pattern] = {
    "points": "the points on the cards",
    "facts": "how each game went",
    "across": "the player across",
    "east": "the table's scorekeeper (East)",
    "official-sheet": "A keeps the official sheet, another player checks A's line",
    "first-east": "the first East signs, the next player signs East's",
    "in-turn": "A in the first round of the day, then B, C, D, and again A",
    "in-turn-by-block": "A in the first round of each block, then B, C, D",
    "scorekeeper": "the table's scorekeeper",
    "dice": "whoever throws the highest dice",
    "letter-a": "letter A",
    "pivot": "the pivot, who stays at the table",
    "dead": "dead hand",
    "ruling": "the director decides",
    "half-limit": "half limit",
    "limit": "limit",
    "double-limit": "double limit",
    **{kind: words.name for kind, words in INFRACTIONS.items()},
}
"""What a value of a profile is called on the rule sheet."""
WINDS = ("East", "South", "West", "North")
"""What the systems themselves call the letters; a house has words of its own."""
AMOUNTS: dict[str, Pattern] = {
    **{wind: wind for wind in WINDS},
    "yes": "yes",
    "no": "no",
    "times": ("once", "{count} times"),
    "games": ("{count} game", "{count} games"),
    "minutes": ("{count} minute", "{count} minutes"),
    "points": ("{count} point", "{count} points"),
    "nothing": "nothing",
    "no-extras": "none",
    "label": "{letter} is {label}",
    "letters-only": "letters only",
    "usual-words": "the usual words",
    "one-block": "one block",
    "chows": "exposed chows allowed",
    "no-exposures": "no exposures",
    "one-exposure": "one exposure",
    "two-exposures": "two exposures",
    "more-exposures": "three or more exposures",
    "extra": "{name}: {points}, {to}, {per}",
    "to-winner": "to the winner",
    "to-seat": "to a marked seat",
    "per-game": "in any game",
    "per-round": "once a round",
    "per-block": "once a block",
}


class SheetRow(msgspec.Struct, frozen=True, gc=False):
    """One row of a printed rule sheet; ``changed`` when the house differs from the system's default."""

    name: str
    value: str
    clause: str
    sentence: str
    changed: bool


def rule_sheet(profile: Profile, language: Language = ENGLISH) -> list[SheetRow]:
    base = load_profile(profile.system)
    return [
        SheetRow(
            name,
            value_in_words(shape_of(profile, name).kind, getattr(profile, name), language),
            language.gettext(entry["clause"]),
            language.gettext(entry["sentence"]),
            getattr(profile, name) != getattr(base, name),
        )
        for name, entry in definition(profile.system).names.items()
    ]


def value_in_words(kind: str, value: object, language: Language) -> str:
    """One value of a profile, or a part of it, as people read it; ``kind`` is that of its shape."""
    words = Words(AMOUNTS, language)
    match value:
        case bool():
            return words("yes" if value else "no")
        case int():
            return _number_in_words(kind, value, words)
        case "" if kind == "block-names":
            return words("one-block")
        case str():
            return Words(VALUES, language)(value) if value in VALUES else value
        case Hand():
            return _hands_in_words([value], language)
        case Extra():
            amount = words("points", count=value.points)
            return words(
                "extra",
                name=value.name,
                points=amount,
                to=words(f"to-{value.to}"),
                per=words(f"per-{value.per}"),
            )
        case Mapping() if kind == "sheet-words":
            return ", ".join(filter(None, value.values())) or words("usual-words")
        case Mapping():
            return "; ".join(
                f"{value_in_words('', kind, language)}: {value_in_words('', answer, language)}"
                for kind, answer in value.items()
            )
        case tuple() if kind == "labels":
            own = (words(label) if label in WINDS else label for label in value)
            labels = zip(LETTERS, own, strict=True)
            parts = [words("label", letter=letter, label=label) for letter, label in labels if label]
            return ", ".join(parts) or words("letters-only")
        case tuple() if kind == "extras":
            return "; ".join(value_in_words("", extra, language) for extra in value) or words("no-extras")
        case tuple() if kind == "hands":
            alike = groupby(value, key=lambda hand: (hand.tier, hand.exposed_chows, hand.name))
            return "; ".join(_hands_in_words(list(hands), language) for _key, hands in alike)
        case _:
            return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _hands_in_words(hands: list[Hand], language: Language) -> str:
    first, last = hands[0], hands[-1]
    numbers = f"{first.number}" if first is last else f"{first.number}–{last.number}"
    title = f" {first.name}" if first.name else ""
    star = f", {Words(AMOUNTS, language)('chows')}" if first.exposed_chows else ""
    return f"{numbers}{title}: {value_in_words('', first.tier, language)}{star}"


def _number_in_words(kind: str, value: int, words: Words) -> str:
    if kind in ("times", "games", "minutes"):
        return words(kind, count=value)
    return words("points", count=value) if value else words("nothing")
