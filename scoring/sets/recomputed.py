"""Recomputes the point lines of accepted sets from their cards and compares them with the stored ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.models import CardSet
from scoring.sets.lines import AS_WRITTEN, SetLine, set_lines
from scoring.sets.queries import written_set_of
from tournament.models import Tournament


def differences(tournament: Tournament) -> Iterator[str]:
    """One sentence for each stored line that does not follow from the cards, and for each missing one."""
    profile = tournament.profile
    sets = CardSet.objects.accepted().filter(round__tournament=tournament)
    for card_set in sets.select_related("round", "table").prefetch_related("cards__substitute", "lines"):
        cards = {card.letter: card for card in card_set.cards.all()}
        games = tournament.games_in(card_set.round.number)
        written_set = written_set_of(card_set, tuple(cards), games, profile)
        letters = {
            (card.player_of(game), game): letter
            for letter, card in cards.items()
            for game in range(1, games + 1)
        }
        stored_lines = Counter(
            SetLine(
                letters.get((line.entry_id, line.game), "?"),
                line.game,
                line.points,
                line.code,
                line.clause,
                tuple(sorted(line.values.items())),
            )
            for line in card_set.lines.all()
        )
        computed_lines = Counter(_as_stored(set_lines(written_set, profile), stored_lines))
        where = f"{tournament.slug}, {card_set}"
        for line in (stored_lines - computed_lines).elements():
            yield f"{where}: {line_text(line)} is stored and does not follow from the cards."
        for line in (computed_lines - stored_lines).elements():
            yield f"{where}: {line_text(line)} follows from the cards and is not stored."


def _as_stored(computed: list[SetLine], stored_lines: Counter[SetLine]) -> Iterator[SetLine]:
    """The computed lines; for a card's game that is stored as its number alone, that number.

    Older versions stored the number without a line for a thrower's penalty.
    """
    numbers: Counter[tuple[str, int]] = Counter()
    for line in computed:
        numbers[line.letter, line.game] += line.points
    plain = {line for line in stored_lines if line.code == AS_WRITTEN}
    for (letter, game), points in numbers.items():
        number = SetLine(letter, game, points, AS_WRITTEN, "")
        lines_of_game = [line for line in computed if (line.letter, line.game) == (letter, game)]
        yield from [number] if number in plain and points < 0 else lines_of_game


def line_text(line: SetLine) -> str:
    return f"{line.letter} game {line.game}, {line.points} ({line.code})"
