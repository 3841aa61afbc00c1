"""Django's sessions, which do not deny what was done before they are kept, and what the web process knows of them."""

import logging

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions import middleware
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from live.known_sessions import KnownSessions

logger = logging.getLogger(__name__)


def is_somebodys(key: str) -> bool:
    if not (key.isascii() and key.isalnum()):
        return False  # none of ours, and a database may refuse to look for it
    request = HttpRequest()
    request.session = SessionStore(key)
    try:
        return get_user(request).is_authenticated
    finally:
        if not connection.in_atomic_block:
            connection.close()


known_sessions = KnownSessions(is_somebodys)


class SessionMiddleware(middleware.SessionMiddleware):
    """A session is kept after the page's change is stored. If that fails, the page's own answer is still the true one.

    What is lost is a notice to be shown on the next page, or, after a sign-out elsewhere, the session itself.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            answer = super().process_response(request, response)
            note_session(request)
        except (DatabaseError, SessionInterrupted) as error:
            logger.warning("A session was not kept: %s", error)
            return response
        return answer


def note_session(request: HttpRequest) -> None:
    """Tells what stands in front of the application whether the session of this request is good, after it."""
    sent = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not hasattr(request, "user") or not (sent or request.session.modified):
        return
    now = request.session.session_key if request.user.is_authenticated else None
    if sent and sent != now:
        known_sessions.note(sent, is_good=False)
    if now:
        known_sessions.note(now, is_good=True)
