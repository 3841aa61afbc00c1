"""What a container begins with: `python -m start.container COMMAND ...`.

With a DATABASE_URL, or for any other command than the image's own, the command is run as it is: docker-compose.yml has
steps of its own. Without one, Charleston serves an SQLite file in CHARLESTON_VAR, which is the container's one volume:
it is copied and brought up to date first; for an empty one the log has a link that starts a club, once.

PORT              port inside the container; default 8000
"""

import os
import sys

from machine.limits import ask_for_files
from start import web
from start.addresses import listen, port_number
from start.environment import CannotStart
from start.program import Program
from start.serve import prepare, switch, usable

WEB = ["python", "-m", "start.web"]
"""The image's own command."""


def main(command: list[str]) -> int:
    if os.environ.get("DATABASE_URL") or (command and command != WEB):
        os.execvp(command[0], command)  # noqa: S606  (the image's command, or what was typed after its name)
    ask_for_files()
    os.umask(0o077)
    try:
        port = port_number(os.environ.get("PORT") or "8000")
        demo = switch("DEMO")
        with usable(), listen("0.0.0.0", port, lan=False) as listener, prepare(demo=demo):  # noqa: S104  (inside one)
            from record.backups import empty_log

            announced = "\n".join(["Charleston is running.", *addresses(), first_sign_in(), ""])
            Program(listener, announced, empty_log).run(sockets=[listener])
    except CannotStart as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def addresses() -> list[str]:
    from django.conf import settings

    scheme = "https" if settings.HTTPS else "http"
    names = [name for name in settings.ALLOWED_HOSTS if name not in ("127.0.0.1", "[::1]")]
    return [f"{scheme}://{name}, at the port that is published" for name in names]


def first_sign_in() -> str:
    """How somebody gets in: by the link that starts the first club, where there is none yet."""
    return web.how_to_start() or "Sign in with the accounts that are there."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
