"""Which sessions the application found to be somebody's a moment ago: only these have the desk's precedence."""

import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b

SECONDS = 60
MOST = 4096


class KnownSessions:
    """Digests of session keys, good and bad ones apart, so that made-up ones push out no good one.

    `look_up` tells whether somebody is signed in with a key; it is called in a thread.
    """

    def __init__(self, look_up: Callable[[str], bool]) -> None:
        self.look_up = look_up
        self.until: dict[bool, OrderedDict[bytes, float]] = {True: OrderedDict(), False: OrderedDict()}

    def note(self, key: str, *, is_good: bool) -> None:
        """What the application just found; a session that was signed out is no longer good."""
        name = digest(key)
        for kept in self.until.values():
            kept.pop(name, None)
        kept = self.until[is_good]
        kept[name] = time.monotonic() + SECONDS
        while len(kept) > MOST:
            kept.popitem(last=False)

    def is_good(self, key: str) -> bool | None:
        """None: not known."""
        name = digest(key)
        for is_good, kept in self.until.items():
            if kept.get(name, 0) > time.monotonic():
                return is_good
        return None


def digest(key: str) -> bytes:
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
