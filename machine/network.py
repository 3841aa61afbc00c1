"""Waiting for connections."""

import select
import selectors

LOOP = "asyncio:SelectorEventLoop"
"""What Python takes by itself, except on Windows: there its choice listens no more once a phone hung up while it was
let in (python/cpython#93821), and psycopg does not work in it."""
MOST_CONNECTIONS = 1_000_000 if hasattr(select, "poll") else 470
"""Windows waits for 512 sockets at once, and some are let in before one is sent away."""


def is_readable(number: int, seconds: float) -> bool:
    """Whether something can be read from a socket within this time."""
    # Not `select` where there is another way: it takes no file numbers over a thousand, and open streams have many.
    with getattr(selectors, "PollSelector", selectors.SelectSelector)() as waiting:
        waiting.register(number, selectors.EVENT_READ)
        return bool(waiting.select(max(0, seconds)))
