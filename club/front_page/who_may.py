"""Who may start the first club, and stop the program: whoever sits at the machine itself.

The link that its log prints starts a club too. Starting ends for good with the first club; the demonstration is none.
"""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest

from club.models import Club

FORWARDED = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
SALT = "charleston.start-club"
LINK_OPENS_FOR = 60 * 60 * 24  # seconds; a restart prints a new one


def is_at_the_machine(request: HttpRequest) -> bool:
    """Whether the request comes straight from a browser on this machine to a program that holds its own socket.

    A proxy in front makes every caller look like one from this machine, so no trace of one is accepted; and a name
    that leads here from elsewhere is not this machine's own.
    """
    meta = request.META
    is_forwarded = any(name in FORWARDED or name.startswith("HTTP_X_FORWARDED") for name in meta)
    host = meta.get("HTTP_HOST", "").partition(":")[0]
    return (
        settings.PROGRAM is not None
        and meta.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
        and not is_forwarded
        and host in ("localhost", "127.0.0.1")
    )


def context(request: HttpRequest) -> dict[str, bool]:
    """Context processor: whether a page leads to *This program*, and whether it says that the hall is shut out. Pages
    that are published say the same to all who are not signed in.
    """
    user = getattr(request, "user", None)
    may_differ = not request.path.startswith(("/t/", "/s/")) or (user is not None and user.is_authenticated)
    at_the_machine = is_at_the_machine(request) and may_differ
    return {"at_the_machine": at_the_machine, "closed_to_hall": at_the_machine and not settings.HALL_ADDRESS}


def has_no_club() -> bool:
    return not Club.objects.filter(is_demonstration=False).exists()


def key_of_link() -> str:
    """The last part of the address in the log; good for a day, until there is a club."""
    return signing.dumps("start", salt=SALT)


def may_start_club(request: HttpRequest, key: str = "") -> bool:
    return (opens(key) if key else is_at_the_machine(request)) and has_no_club()


def opens(key: str) -> bool:
    try:
        signing.loads(key, salt=SALT, max_age=LINK_OPENS_FOR)
    except signing.BadSignature:
        return False
    return True
