"""Makes the packs that wait, asked for on a page or by the program itself: one at a time, behind everything else."""

from typing import Any

from django.core.management.base import BaseCommand

from machine.limits import give_way
from paper.packs import alone, make_waiting

NICENESS = 10


class Command(BaseCommand):
    help = "Makes the packs of sheets that wait; the print centre calls it."

    def handle(self, *args: Any, **options: Any) -> None:
        give_way(NICENESS)
        with alone() as is_free:
            if is_free:
                make_waiting()
