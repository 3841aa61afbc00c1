"""Removes what is over: tournaments deleted long ago, guests of a day that has passed, copies that name the erased."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournament.clubs.invitations import end_guests
from tournament.deletion.actions import purge_deleted
from tournament.models import Club
from tournament.rights.actions import remove_copies_of_before


class Command(BaseCommand):
    help = (
        "Removes for good what was deleted more than 30 days ago, copies that still name somebody who was erased then,"
        " and the guests of days that have passed; also done whenever Charleston starts."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for club in Club.objects.order_by("pk"):
            end_guests(club)
            for name in purge_deleted(club):
                self.stdout.write(f"{club}: {name} is gone for good.")
        remove_copies_of_before(timezone.now())
