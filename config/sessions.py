"""Django's sessions, which do not deny what was done before they are kept."""

from __future__ import annotations

import logging

from django.contrib.sessions import middleware
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

logger = logging.getLogger(__name__)


class SessionMiddleware(middleware.SessionMiddleware):
    """A session is kept after the page's change is stored. If that fails, the page's own answer is still the true one.

    What is lost is a notice to be shown on the next page, or, after a sign-out elsewhere, the session itself.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except (DatabaseError, SessionInterrupted) as error:
            logger.warning("A session was not kept: %s", error)
            return response
