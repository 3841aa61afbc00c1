"""What a full hall looking at once costs, and whether the score desk feels it.

    .venv/bin/python benchmarks/bench_live.py [--small] [--only 1,2,3,4] [--compose postgresql://127.0.0.1/postgres]

Everything runs on this machine and speaks to 127.0.0.1 alone: the program as `make run` starts it, on data of its own,
and a floor beside it that is measured in the same run, so that a slow or busy machine slows both. With `--compose` it
runs as docker-compose.yml starts it, but for HTTPS: two web processes for the public, two for the desk and nginx, on a
database of its own that is made at this PostgreSQL server; 1 and 3 are measured then.

1. Answers a second from memory, on kept connections: the public page and the JSON, against a bare ASGI callable that
   hands out the same bytes and listens in the same way; through the proxy against a file of those bytes. Needs wrk.
2. From the answer to an accepting POST until the last viewer has the new standings in hand, against a bare stream of
   the same bytes; memory of a viewer; how long the process takes to stop with all of them connected.
3. Eight scorekeepers entering 64 tables, alone and with viewers that do what the page's own script does.
4. Growth from 64 to 4,096 players, in processor time.

`--small` takes a fifth of the viewers and of the time. Never more than some minutes.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from measured.audience import table_2  # noqa: E402
from measured.desk import table_3  # noqa: E402
from measured.growth import table_4  # noqa: E402
from measured.halls import hall  # noqa: E402
from measured.servers import FULL, SMALL, as_compose, as_make_run, data  # noqa: E402
from measured.warm import table_1  # noqa: E402

from tests.loopback import NGINX  # noqa: E402


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--only", default="1,2,3,4")
    parser.add_argument("--compose", default="", metavar="POSTGRESQL")
    options = parser.parse_args(arguments)
    scale, wanted = SMALL if options.small else FULL, set(options.only.split(","))
    if options.compose and NGINX is None:
        raise SystemExit("nginx is missing (apt-get install nginx-light)")
    start = as_compose if options.compose else as_make_run
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="charleston-bench-") as folder, data(folder, options.compose):
        if wanted & {"1", "2"}:
            looked_at = hall(64)
        if "1" in wanted:
            with start() as server:
                table_1(scale, Path(folder), server, looked_at)
        if "2" in wanted and not options.compose:
            table_2(scale, looked_at)
        if "3" in wanted:
            table_3(scale, start)
        if "4" in wanted and not options.compose:
            table_4()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
