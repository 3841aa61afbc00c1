from itertools import groupby
from typing import Any

import msgspec

from rules.english.language import ENGLISH, Language, Pattern
from rules.english.lines import INFRACTIONS
from rules.english.sentences import Words
from rules.game import LETTERS
from rules.systems.profile import Hand, Profile, definition
from rules.systems.registry import load_profile, shape_of
from rules.systems.shapes import Extra, Shape

MOVEMENTS = {
    "sanctioned": "Sanctioned: A up 1, B down 1, C up 2, D down 2",
    "club-day": "Club day: A stays, B up 1, C down 1, D up 2",
    "mahjcon": "MahjCon: A stays, B down 1, C down 2, D up 1",
    "custom": "Your own four steps",
    "repeat-free": "Repeat-free steps: announced by letter",
    "assigned": "Seat slips: every player gets an itinerary",
    "random": "A new random draw every round",
    "ranked": "By standing: leaders together",
}
VALUES: dict[str, str] = {
    "points": "the points on the cards",
    "facts": "how each game went",
    "across": "the player across",
    "east": "the table's scorekeeper (East)",
    "official-sheet": "A keeps the official sheet, another player checks A's line",
    "first-east": "the first East signs, the next player signs East's",
    "in-turn": "A in the first round of the day, then B, C, D, and A again",
    "in-turn-by-block": "A in the first round of each block, then B, C, D",
    "scorekeeper": "the table's scorekeeper",
    "dice": "whoever rolls highest",
    "letter-a": "letter A",
    "pivot": "the pivot, who stays at the table",
    "dead": "dead hand",
    "ruling": "the director decides",
    "half-limit": "half limit",
    "limit": "limit",
    "double-limit": "double limit",
    "no-exposures": "no exposures",
    "one-exposure": "one exposure",
    "two-exposures": "two exposures",
    "more-exposures": "three or more exposures",
    "to-winner": "to the winner",
    "to-seat": "to a marked seat",
    "per-game": "in any game",
    "per-round": "once a round",
    "per-block": "once a block",
    **{kind: words.mark for kind, words in INFRACTIONS.items()},
    **MOVEMENTS,
}
"""What a value of a profile is called, or a part of one."""
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
    "extra": "{name}: {points}, {to}, {per}",
}
UNSETTLED = ("house custom", "not in the text")
"""The clauses of what a system's rule text does not settle."""
LISTED = ("infractions", "hands", "extras")
"""The shapes whose parts are a list of their own."""


class SheetRow(msgspec.Struct, frozen=True, gc=False):
    """A rule of the event: what it is about, and what it comes to.

    ``standard``: what the system has there, where the house differs. ``parts`` of what is better listed.
    """

    name: str
    title: str
    value: str
    clause: str
    standard: str
    parts: tuple[str, ...]

    @property
    def sentence(self) -> str:
        return f"{self.title}: {self.value}"


def rule_sheet(profile: Profile, language: Language = ENGLISH) -> list[SheetRow]:
    base = load_profile(profile.system)
    return [_row(profile, base, name, language) for name in definition(profile.system).names]


def _row(profile: Profile, base: Profile, name: str, language: Language) -> SheetRow:
    entry, shape = definition(profile.system).names[name], shape_of(profile, name)
    own, systems = (parts_in_words(shape, getattr(side, name), language) for side in (profile, base))
    sign = "; " if shape.kind in LISTED else ", "
    title, _colon, pattern = language.gettext(entry["sentence"]).partition(": ")
    differing = [part for part in systems if part not in own] or systems
    return SheetRow(
        name,
        title,
        pattern.format(value=sign.join(own)),
        "" if entry["clause"] in UNSETTLED else language.gettext(entry["clause"]),
        sign.join(differing) if own != systems else "",
        tuple(own) if shape.kind in LISTED and len(own) > 1 else (),
    )


def parts_in_words(shape: Shape, value: Any, language: Language) -> list[str]:
    words = Words(AMOUNTS, language)
    match shape.kind:
        case "numbers":
            parts = zip(shape.parts, value, strict=True)
            return [
                f"{value_in_words('points', number, language)} ({option_in_words(part, language)})"
                for part, number in parts
            ]
        case "infractions":
            return [
                f"{option_in_words(kind, language)}: {value_in_words('', answer, language)}"
                for kind, answer in value.items()
            ]
        case "sheet-words":
            return list(filter(None, value.values())) or [words("usual-words")]
        case "labels":
            own = (words(label) if label in WINDS else label for label in value)
            labels = zip(LETTERS, own, strict=True)
            return [words("label", letter=letter, label=label) for letter, label in labels if label] or [
                words("letters-only")
            ]
        case "block-names":
            return [value or words("one-block")]
        case "extras":
            return [_extra_in_words(extra, language) for extra in value] or [words("no-extras")]
        case "hands":
            alike = groupby(value, key=lambda hand: (hand.tier, hand.exposed_chows, hand.name))
            return [hands_in_words(list(hands), language) for _key, hands in alike]
        case "card-values":
            return list(map(str, value))
        case kind:
            return [value_in_words(kind, value, language)]


def option_in_words(option: str, language: Language) -> str:
    return language.gettext(VALUES[option]) if option in VALUES else option


def value_in_words(kind: str, value: object, language: Language) -> str:
    words = Words(AMOUNTS, language)
    match value:
        case bool():
            return words("yes" if value else "no")
        case int() if kind in ("times", "games", "minutes"):
            return words(kind, count=value)
        case int():
            return words("points", count=value) if value else words("nothing")
        case _:
            return option_in_words(str(value), language)


def _extra_in_words(extra: Extra, language: Language) -> str:
    return Words(AMOUNTS, language)(
        "extra",
        name=extra.name,
        points=value_in_words("points", extra.points, language),
        to=option_in_words(f"to-{extra.to}", language),
        per=option_in_words(f"per-{extra.per}", language),
    )


def hands_in_words(hands: list[Hand], language: Language) -> str:
    first, last = hands[0], hands[-1]
    numbers = f"{first.number}" if first is last else f"{first.number}–{last.number}"
    title = f" {first.name}" if first.name else ""
    star = f", {Words(AMOUNTS, language)('chows')}" if first.exposed_chows else ""
    return f"{numbers}{title}: {option_in_words(first.tier, language)}{star}"
