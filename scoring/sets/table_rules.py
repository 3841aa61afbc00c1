"""The rules that a table's set is judged by."""

from collections.abc import Sequence

import msgspec

from rules.duties import brings_cards, first_east, verifiers
from rules.systems.profile import Profile
from scoring.sets.places import FieldPlace, named
from scoring.sets.typed import WrittenSet, blank, fact_values
from tournament.models import CardsCarry, Tournament


class TableRules(msgspec.Struct, frozen=True):
    """The rules that a table's set is judged by: the seated letters, the profile, and the duties of the round."""

    letters: tuple[str, ...]
    profile: Profile
    practice: str
    collector_turn: int
    games: int
    round_number: int = 1
    facts: bool = False
    # Of these three, the key is a letter, or the number of somebody without a seat in the round, who may play on here.
    # Number of a hand -> the game in which the player won with it, in the rounds before this one
    won: dict[str, dict[str, str]] = {}
    # the same of the hands its player scored with in the rounds after this one, which may be accepted already
    scored_later: dict[str, dict[str, str]] = {}
    # code of an extra once a block -> the game of another round of the block in which the player has it
    extras_had: dict[str, dict[str, str]] = {}

    pivot: str = ""

    @property
    def first_east(self) -> str:
        """The letter that is East in the first game; "" where the dice say."""
        return first_east(self.profile.first_east, self.letters, self.pivot)

    @property
    def collector(self) -> str:
        """The letter whose duty it is to bring the cards; "" with fewer than three players."""
        return brings_cards(self.profile.collector, self.collector_turn, self.letters)

    def verifiers(self, written_set: WrittenSet | None = None) -> dict[str, str]:
        """For each letter the letter that has to verify its card.

        A player who left during the round verifies nobody; the next letter that stayed does. In the practice "east"
        the table's scorekeeper is the letter that fits the verifiers typed so far.
        """
        if len(self.letters) < 3:
            return {}
        written_set = written_set or self.blank()
        cards = written_set.cards.items()
        leavers = {
            letter for letter, card in cards if card.left_after is not None and card.substitute is None
        }
        duties = self._duties(written_set)
        return {letter: self._who_stayed(letter, by, leavers) for letter, by in duties.items()}

    def _who_stayed(self, letter: str, verifier: str, leavers: set[str]) -> str:
        if verifier not in leavers:
            return verifier
        start = self.letters.index(letter) + 1
        after = (*self.letters[start:], *self.letters[: start - 1])
        return next((other for other in after if other not in leavers), "")

    def _duties(self, written_set: WrittenSet) -> dict[str, str]:
        typed = {letter: card.verified_by for letter, card in written_set.cards.items() if card.verified_by}
        for east in self.letters if typed and self.practice == "east" else ():
            duties = verifiers(self.letters, self.practice, east)
            if all(duties[letter] == by for letter, by in typed.items()):
                return duties
        if not self.asks_first_east:
            return verifiers(self.letters, self.practice, None)
        east = written_set.first_east
        return verifiers(
            self.letters, self.practice, (east if east in self.letters else self.first_east) or None
        )

    @property
    def extras_names(self) -> dict[str, str]:
        return {extra.code: extra.name for extra in self.profile.extras}

    @property
    def carries_facts(self) -> bool:
        """Whether the facts of each game are typed: if the director chose so, and always in systems without points."""
        return self.facts or not self.profile.family.checked

    @property
    def asks_first_east(self) -> bool:
        """Whether the set needs the first East, who signs the sheets (sixteen hands 3)."""
        return self.carries_facts and self.practice == "first-east"

    def blank(self) -> WrittenSet:
        """A set in which nothing is typed but what is known before play: who hands it in, and who is East first."""
        return blank(
            self.letters, self.games, self.collector, self.first_east if self.asks_first_east else ""
        )

    def values(self, written_set: WrittenSet) -> dict[FieldPlace, str]:
        if self.carries_facts:
            return fact_values(written_set, self.profile, self.letters)
        return written_set.values(has_extras=bool(self.profile.extras))

    def fields(self, written_set: WrittenSet) -> dict[str, str]:
        return named(self.values(written_set))


def table_rules(tournament: Tournament, round_number: int, letters: Sequence[str]) -> TableRules:
    return TableRules(
        letters=tuple(letters),
        profile=tournament.profile,
        practice=tournament.verification,
        collector_turn=tournament.collector_turn(round_number),
        games=tournament.games_in(round_number),
        round_number=round_number,
        facts=tournament.cards_carry == CardsCarry.FACTS,
        pivot=tournament.pivot,
    )
