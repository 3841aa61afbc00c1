"""What a table's set is judged by."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.duties import collector, verifiers
from rules.systems.points import PointsProfile
from rules.systems.profile import Profile
from scoring.sets.facts.games import fields as facts_fields
from scoring.sets.typed import WrittenSet
from tournament.models import CardsCarry, Tournament


class TableRules(msgspec.Struct, frozen=True):
    """What a table's set is judged by: the letters seated there, the profile, and the duties of the round."""

    letters: tuple[str, ...]
    profile: Profile
    practice: str
    round_in_block: int
    games: int
    round_number: int = 1
    facts: bool = False
    # letter -> number of a hand -> the game in which its player won with it, in the rounds before this one
    won: dict[str, dict[str, str]] = {}
    # the same of the hands its player scored with in the rounds after this one, which may be accepted already
    scored_later: dict[str, dict[str, str]] = {}

    @property
    def collector(self) -> str:
        """The letter whose duty it is to bring the cards; "" with fewer than three players."""
        if len(self.letters) < 3:
            return ""
        if self.profile.collector == "scorekeeper":
            return self.letters[0]
        return collector(self.round_in_block, self.letters)

    def verifiers(self, written: WrittenSet | None = None) -> dict[str, str]:
        """Letter -> letter that has to verify its card.

        Who left during the round verifies nobody: the next who stayed does. In the practice "east" the table's
        scorekeeper is the letter that the verifiers typed so far fit.
        """
        if len(self.letters) < 3:
            return {}
        left = (
            {letter for letter, card in written.cards.items() if card.left_after is not None}
            if written
            else set()
        )
        if not left:
            return self._duties(written)
        return {letter: self._who_stayed(letter, by, left) for letter, by in self._duties(written).items()}

    def _who_stayed(self, letter: str, verifier: str, left: set[str]) -> str:
        """The verifier, or the next letter after the card's own that stayed."""
        start = self.letters.index(letter) + 1
        after = (*self.letters[start:], *self.letters[: start - 1])
        return verifier if verifier not in left else next((other for other in after if other not in left), "")

    def _duties(self, written: WrittenSet | None) -> dict[str, str]:
        if self.practice == "east" and written is not None:
            named = {letter: card.verified_by for letter, card in written.cards.items() if card.verified_by}
            for east in self.letters:
                duties = verifiers(self.letters, self.practice, east)
                if named and all(duties[letter] == by for letter, by in named.items()):
                    return duties
        east = written.first_east if written is not None and self.asks_first_east else ""
        return verifiers(self.letters, self.practice, east if east in self.letters else None)

    @property
    def carries_facts(self) -> bool:
        """Whether the facts of each game are typed: if the director chose so, and always in systems without points."""
        return self.facts or not isinstance(self.profile, PointsProfile)

    @property
    def asks_first_east(self) -> bool:
        """Whether the set has to say who became East first, because that player signs (sixteen hands 3)."""
        return self.carries_facts and self.practice == "first-east"

    def fields(self, written: WrittenSet) -> dict[str, str]:
        """A set as the values of the form fields that this table's cards have."""
        return facts_fields(written, self) if self.carries_facts else written.fields()


def table_rules(tournament: Tournament, round_number: int, letters: Sequence[str]) -> TableRules:
    return TableRules(
        letters=tuple(letters),
        profile=tournament.profile,
        practice=tournament.verification,
        round_in_block=tournament.round_in_block(round_number),
        games=tournament.games_per_round,
        round_number=round_number,
        facts=tournament.cards_carry == CardsCarry.FACTS,
    )
