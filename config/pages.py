"""Django's pages for the web process, each made in one thread from the first middleware to the view.

All of them are synchronous. Django's own handler goes back to the loop between them, three times for each request,
which takes a tenth of it.
"""

from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler


class Pages(ASGIHandler):
    def load_middleware(self, is_async: bool = False) -> None:  # noqa: FBT001  (as Django calls it)
        super().load_middleware(is_async=False)
        chain: Any = self._middleware_chain  # type: ignore[has-type]  # Django has no types
        self._middleware_chain = sync_to_async(chain, thread_sensitive=True)
