import random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from club.models import Role
from demo.simulation import play_rounds
from record.refused import Refused
from tournament.models import Tournament


class Command(BaseCommand):
    help = "Plays rounds of a tournament out with made-up legal games, through the same actions as the pages."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's short address")
        parser.add_argument("--rounds", type=int, default=1, help="how many rounds (default 1)")
        parser.add_argument("--seed", type=int, help="the same seed plays the same games")

    def handle(self, *args: Any, slug: str, rounds: int, seed: int | None, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {slug}.")
        if rounds < 1:
            raise CommandError("Say how many rounds: --rounds 1 or more.")
        seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
        membership = tournament.club.memberships.filter(role=Role.DIRECTOR).order_by("user").first()
        if membership is None:
            raise CommandError("The club has no director in whose name to play.")
        self.stdout.write(f"{tournament}: playing with seed {seed}")
        try:
            for round_ in play_rounds(tournament, rounds, seed=seed, by=membership.user):
                self.stdout.write(f"Round {round_.number}: all {round_.tables.count()} sets accepted")
        except Refused as refused:
            raise CommandError(str(refused)) from refused
