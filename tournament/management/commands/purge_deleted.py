from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from club.accounts.invitations import end_guests
from club.models import Club
from club.rights.actions import remove_copies_of_before
from record import backups
from record.archive import uploads
from tournament.deletion.actions import purge_deleted
from tournament.roster.actions import remove_old_uploads


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
        uploads.remove_old()
        remove_old_uploads()
        backups.empty_log()
