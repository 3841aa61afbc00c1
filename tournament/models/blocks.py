"""How the rounds of an event are divided: its blocks, and the bonus rounds that are in none."""

from dataclasses import dataclass

from django.utils.translation import gettext


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
        """Within a sentence."""
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


def named_blocks(text: str) -> list[str]:
    """The names that a director wrote with commas, in the order of the blocks; "" for one that has none."""
    names = [name.strip() for name in text.split(",")]
    while names and not names[-1]:
        names.pop()
    return names
