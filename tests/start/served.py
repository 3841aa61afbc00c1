"""A server with one running tournament: `python -m tests.start.served PORT`, with its data in CHARLESTON_VAR.

Prints the tournament's slug once it listens, and a session of its director.
"""

from __future__ import annotations

import os
import sys

from start import addresses, program


def main(port: int) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    call_command("migrate", interactive=False, verbosity=0)
    from record.backups import empty_log
    from tests import builders

    cast = builders.cast()
    tournament = builders.running_tournament(cast.club)
    session = builders.signed_in(cast.director).cookies["sessionid"].value
    with addresses.listen("127.0.0.1", port, lan=False) as listener:
        program.Program(listener, f"{tournament.slug} {session}", empty_log).run(sockets=[listener])


if __name__ == "__main__":
    main(int(sys.argv[1]))
