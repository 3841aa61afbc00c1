"""Computes the point lines of every accepted set again from its cards, and reports differences from those stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.models import CardSet
from scoring.sets.lines import AS_WRITTEN, SetLine, set_lines
from scoring.sets.stored import stored
from tournament.models import Tournament


class Command(BaseCommand):
    """Changes nothing. Exit status 1 when a stored line differs."""

    help = "Recompute the point lines of accepted sets and report differences."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="*", help="Tournaments to look at; all of them when none is named.")

    def handle(self, *args: Any, slug: list[str], **options: Any) -> None:
        tournaments = Tournament.objects.order_by("slug")
        unknown = set(slug) - set(tournaments.values_list("slug", flat=True))
        if unknown:
            raise CommandError(f"There is no tournament called {', '.join(sorted(unknown))}.")
        if slug:
            tournaments = tournaments.filter(slug__in=slug)
        reports = [difference for tournament in tournaments for difference in differences(tournament)]
        for difference in reports:
            self.stdout.write(difference)
        if reports:
            raise CommandError(f"{len(reports)} differences.")
        self.stdout.write("Every stored line follows from the cards.")


def differences(tournament: Tournament) -> Iterator[str]:
    """One sentence for each stored line that does not follow from the cards, and each that is missing."""
    profile = tournament.profile
    sets = CardSet.objects.accepted().filter(round__tournament=tournament)
    for card_set in sets.select_related("round", "table").prefetch_related("cards", "lines"):
        cards = {card.letter: card for card in card_set.cards.all()}
        written = stored(card_set, tuple(cards), tournament.games_per_round, profile)
        letters = {card.entry_id: letter for letter, card in cards.items()}
        stored_lines = Counter(
            SetLine(
                letters.get(line.entry_id, "?"),
                line.game,
                line.points,
                line.code,
                line.clause,
                tuple(sorted(line.values.items())),
            )
            for line in card_set.lines.all()
        )
        computed_lines = Counter(_as_stored(set_lines(written, profile), stored_lines))
        where = f"{tournament.slug}, {card_set}"
        for line in (stored_lines - computed_lines).elements():
            yield f"{where}: {line_text(line)} is stored and does not follow from the cards."
        for line in (computed_lines - stored_lines).elements():
            yield f"{where}: {line_text(line)} follows from the cards and is not stored."


def _as_stored(computed: list[SetLine], stored_lines: Counter[SetLine]) -> Iterator[SetLine]:
    """The computed lines; for a card's game that is stored as its number alone, that number.

    It says less than the lines would, as in sets from before a thrower's penalty was said as such.
    """
    numbers: Counter[tuple[str, int]] = Counter()
    for line in computed:
        numbers[line.letter, line.game] += line.points
    plain = {line for line in stored_lines if line.code == AS_WRITTEN}
    for (letter, game), points in numbers.items():
        number = SetLine(letter, game, points, AS_WRITTEN, "")
        own = [line for line in computed if (line.letter, line.game) == (letter, game)]
        yield from [number] if number in plain and points < 0 else own


def line_text(line: SetLine) -> str:
    return f"{line.letter} game {line.game}, {line.points} ({line.code})"
