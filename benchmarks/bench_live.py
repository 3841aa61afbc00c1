"""What a full hall looking at once costs, and whether the score desk feels it.

    .venv/bin/python benchmarks/bench_live.py [--small] [--only 1,2,3,4]

Everything runs on this machine and speaks to 127.0.0.1 alone: the web process as it is served in a hall (SQLite, one
process), and a floor beside it that is measured in the same run, so that a slow or busy machine slows both.

1. The public page and the JSON, warm, against a bare ASGI callable that hands out the same bytes on the same server;
   behind the proxy of docker-compose.yml against the same proxy with a file of those bytes. Needs wrk; the second half
   needs nginx.
2. From the answer to an accepting POST until the last viewer has the new standings in hand, against a bare stream of
   the same bytes; memory of a viewer; how long the process takes to stop with all of them connected.
3. Eight scorekeepers entering 64 tables, alone and with viewers that do what the page's own script does.
4. Growth from 64 to 4,096 players, in processor time.

`--small` takes a fifth of the viewers and of the time. Never more than some minutes.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from live.audience import table_2  # noqa: E402
from live.desk import table_3  # noqa: E402
from live.growth import table_4  # noqa: E402
from live.halls import hall  # noqa: E402
from live.servers import FULL, SMALL, served  # noqa: E402
from live.warm import table_1  # noqa: E402

from tests.loopback import ADDRESS  # noqa: E402


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--only", default="1,2,3,4")
    options = parser.parse_args(arguments)
    scale, wanted = SMALL if options.small else FULL, set(options.only.split(","))
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="charleston-bench-") as name:
        folder = Path(name)
        os.environ |= {
            "CHARLESTON_VAR": name,
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "CHARLESTON_ALLOWED_HOSTS": f"{ADDRESS},testserver",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)

        def start() -> Any:
            return served("config.asgi:application", ROOT)

        if wanted & {"1", "2"}:
            looked_at = hall(64)
            if "1" in wanted:
                with start() as server:
                    table_1(scale, folder, server, looked_at)
            if "2" in wanted:
                table_2(scale, folder, start, looked_at)
        if "3" in wanted:
            table_3(scale, start)
        if "4" in wanted:
            table_4(scale)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
