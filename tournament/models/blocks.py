from dataclasses import dataclass

from django.utils.translation import gettext, pgettext


def numbered_round(number: int) -> str:
    """A round within a sentence by its number: "round 3"."""
    return pgettext("within a sentence", "round %(number)s") % {"number": number}


@dataclass(frozen=True)
class BonusRound:
    """What a bonus round is: its games, and whether its points count for places and prizes. `is_alone`: the event has
    no other one.
    """

    number: int
    games: int
    counts: bool
    is_alone: bool

    @property
    def name(self) -> str:
        """Alone, or before a comma or colon."""
        if self.is_alone:
            return gettext("Bonus round")
        return gettext("Bonus round (round %(number)s)") % {"number": self.number}

    @property
    def in_words(self) -> str:
        if self.is_alone:
            return gettext("the bonus round")
        return gettext("the bonus round (round %(number)s)") % {"number": self.number}


@dataclass(frozen=True)
class Block:
    """Rounds that are totalled together, from `first` to `last` without the bonus rounds between them.

    `own_name` is the name a director gave it, or "".
    """

    number: int
    rounds: tuple[int, ...]
    own_name: str = ""

    @property
    def first(self) -> int:
        return self.rounds[0]

    @property
    def last(self) -> int:
        return self.rounds[-1]

    @property
    def name(self) -> str:
        return self.own_name or gettext("Block %(number)s") % {"number": self.number}

    def holds(self, round_: int | None) -> bool:
        return round_ in self.rounds
