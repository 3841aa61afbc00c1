"""Lets go of the tournaments that were deleted too long ago to be restored."""

from typing import Any

from django.core.management.base import BaseCommand

from tournament.deletion.actions import purge_deleted
from tournament.models import Club


class Command(BaseCommand):
    help = "Removes for good what was deleted more than 30 days ago; also done whenever Charleston starts."

    def handle(self, *args: Any, **options: Any) -> None:
        for club in Club.objects.order_by("pk"):
            for name in purge_deleted(club):
                self.stdout.write(f"{club}: {name} is gone for good.")
