"""A desk whose power fails again and again: `python -m tests.desk_without_power CUTS CHANCES [NORMAL]`.

Accepts every set of the newest tournament of the database in CHARLESTON_VAR, through the page, and after each answer
writes into CUTS/answered-N what the disk would hold; at CHANCES moments in between into CUTS/moment-M-N, where N is
how many were answered by then. Prints how many were answered and how often the disk was flushed. With NORMAL the log is
not flushed at each commit. For test_power_cut.py.
"""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path


def main(cuts: Path, chances: int, synchronous: str = "") -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.urls import reverse

    settings.ALLOWED_HOSTS = ["testserver"]
    if synchronous:
        connection.settings_dict["OPTIONS"]["init_command"] += f" PRAGMA synchronous={synchronous};"
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    from club.models import Membership
    from tests import builders, unflushed
    from tests.scoring import paper
    from tournament.models import Table, Tournament

    disk, chance, answered, moments = unflushed.Disk(), random.Random(17), 0, 0

    def perhaps_cut() -> None:
        nonlocal moments
        if chance.random() < 0.2 and moments < chances:
            moments += 1
            disk.cut(cuts / f"moment-{moments}-{answered}", chance)

    disk.after_change = perhaps_cut
    unflushed.watch(disk)
    tournament = Tournament.objects.latest("pk")
    keeper = Membership.objects.filter(club=tournament.club).earliest("pk").user
    browser = builders.signed_in(keeper)
    for table in Table.objects.filter(round__tournament=tournament, round__number=1).order_by("number"):
        address = reverse("desk-send", args=[tournament.slug, 1, table.number])
        form = paper.post(do="accept", seats=paper.sitting(tournament, table.number), typed_by=keeper.pk)
        answer = browser.post(address, form, headers={"Accept": "application/json"})
        assert answer.json()["accepted"], answer.content
        answered += 1
        disk.cut(cuts / f"answered-{answered}")
        connection.close()  # as at the end of a request
    print(json.dumps({"answered": answered, "flushes": disk.flushes}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
