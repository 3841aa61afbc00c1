import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils.translation import gettext as _

from record.refused import Busy

AT_ONCE = 2
MOST_WAITING = 32
LONGEST_WAIT = 5.0  # seconds

_running = threading.BoundedSemaphore(AT_ONCE)
_admitted = threading.BoundedSemaphore(AT_ONCE + MOST_WAITING)


@contextmanager
def turn() -> Iterator[None]:
    """A turn to hash. Raises Busy when too many wait already, or the wait takes too long.

    Anybody can try to sign in, and each try takes memory; without a limit strangers could exhaust the machine's.
    """
    busy = _("Many people are signing in just now. Wait a few seconds and try again.")
    if not _admitted.acquire(blocking=False):
        raise Busy.because("busy", busy)
    try:
        if not _running.acquire(timeout=LONGEST_WAIT):
            raise Busy.because("busy", busy)
        try:
            yield
        finally:
            _running.release()
    finally:
        _admitted.release()


class BoundedArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with the smallest memory of OWASP's password storage recommendations, to suit a laptop.

    Hashes with other parameters are upgraded at the next sign-in.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with turn():
            return super().verify(password, encoded)
