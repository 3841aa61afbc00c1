"""The web processes of a host behind a proxy: `python -m start.web`, as the image runs it for docker-compose.yml.

WEB_CONCURRENCY   how many processes share the port; default 1
HOST              the address to listen on; default every one, as in a container
PORT              default 8000
"""

import logging
import os
from typing import Any

from machine.network import LOOP

APPLICATION = "config.asgi:application"


def options() -> dict[str, Any]:
    return {
        "http": "config.connections:BoundedProtocol",
        "loop": LOOP,
        "log_level": "warning",
        "log_config": None,  # the lines of the settings
        "access_log": False,
        "lifespan": "off",
        # An open live stream would otherwise keep the server from stopping for as long as somebody watches.
        "timeout_graceful_shutdown": 2,
        # What a proxy says of its callers is read by the settings alone: without one, a caller wrote it.
        "proxy_headers": False,
    }


def let_go() -> None:
    """Removes what is over and says how a first club is started; a database that is away keeps no process from it.

    Raises SystemExit for the database of another version.
    """
    import django
    from django.core.management import CommandError, call_command
    from django.db import DatabaseError

    django.setup()
    from record.database_version import refuse_unknown_database

    try:
        refuse_unknown_database()
        call_command("purge_deleted")
        if line := how_to_start():
            print(line, flush=True)
    except CommandError as error:
        raise SystemExit(str(error)) from None
    except DatabaseError:
        logging.getLogger(__name__).warning("What is over was not removed", exc_info=True)


def how_to_start() -> str:
    """The line of the log with the link that starts the first club; "" where there is one. Django is set up."""
    from django.conf import settings
    from django.urls import reverse

    from club.front_page.who_may import has_no_club, key_of_link

    if not has_no_club():
        return ""
    names = [name for name in settings.ALLOWED_HOSTS if name not in ("localhost", "127.0.0.1", "[::1]", "*")]
    origin = f"{'https' if settings.HTTPS else 'http'}://{names[0] if names else 'localhost'}"
    path = reverse("start-club-by-link", args=[key_of_link()])
    return f"Nobody has a club here yet. This link starts one, once, within a day:\n{origin}{path}"


def main() -> None:
    import uvicorn

    from machine.limits import ask_for_files

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    ask_for_files()
    let_go()
    workers = int(os.environ.get("WEB_CONCURRENCY") or 1)
    port = int(os.environ.get("PORT") or 8000)
    host = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104  (in a container)
    uvicorn.run(APPLICATION, host=host, port=port, workers=workers, **options())


if __name__ == "__main__":
    main()
