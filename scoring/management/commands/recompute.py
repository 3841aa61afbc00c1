"""Recomputes the point lines of every accepted set from its cards, and reports differences from the stored ones."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.sets.lines import wrong_lines
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
        reports = [difference for tournament in tournaments for difference in wrong_lines(tournament)]
        for difference in reports:
            self.stdout.write(difference)
        if reports:
            raise CommandError(f"{len(reports)} differences.")
        self.stdout.write("Every stored line follows from the cards.")
