"""The web processes of a host behind a proxy: `python -m start.web`, as the image runs it for docker-compose.yml.

WEB_CONCURRENCY   how many processes share the port; default 1
HOST              the address to listen on; default every one, as in a container
PORT              default 8000
"""

from __future__ import annotations

import logging
import os
from typing import Any

APPLICATION = "config.asgi:application"


def options() -> dict[str, Any]:
    """How every web process serves, wherever it runs."""
    return {
        "http": "config.connections:BoundedProtocol",
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
    """Removes what is over, as every start does; a database that is away keeps no process from starting."""
    import django
    from django.core.management import call_command
    from django.db import DatabaseError

    django.setup()
    try:
        call_command("purge_deleted")
    except DatabaseError:
        logging.getLogger(__name__).warning("What is over was not removed", exc_info=True)


def main() -> None:
    import uvicorn

    from tournament.live.room import ask_for_files

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    ask_for_files()
    let_go()
    workers = int(os.environ.get("WEB_CONCURRENCY") or 1)
    port = int(os.environ.get("PORT") or 8000)
    host = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104  (in a container)
    uvicorn.run(APPLICATION, host=host, port=port, workers=workers, **options())


if __name__ == "__main__":
    main()
