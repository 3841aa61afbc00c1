"""A real server and a real Chromium for the tests in this folder.

pytest-django's live_server speaks WSGI, which swallows a live stream, so uvicorn serves here as it does in a hall.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.conf import settings
from playwright.sync_api import Browser, Page, expect, sync_playwright

from club.models import User
from config.body_limit import with_body_limit
from config.pages import Pages
from config.sessions import known_sessions
from live.hub import hub
from live.parts import PartStreams
from live.published import Published
from start import web
from tests import builders
from tools.test import find_chromium

LONGEST_REQUEST = 20.0  # seconds

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of this folder and puts them last: Playwright keeps an event loop running in their thread.

    The long ones begin, so that no worker is left alone with one at the end.
    """
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            # A browser that goes on hangs up on files under way, which WhiteNoise then leaves to be collected.
            item.add_marker(
                pytest.mark.filterwarnings(
                    "ignore:Exception ignored in. <_io.FileIO:pytest.PytestUnraisableExceptionWarning"
                )
            )
    items.sort(key=lambda item: (here in item.path.parents, item.get_closest_marker("long") is None))


class ThreadServer(uvicorn.Server):
    """A uvicorn server for a thread, which says when it answers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.answers = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self.answers.set()

    def wait_until_idle(self) -> None:
        """Waits until nobody is connected and every request has ended, also those whose browser has gone."""
        last = time.monotonic() + LONGEST_REQUEST
        while self.server_state.connections or self.server_state.tasks:
            assert time.monotonic() < last, f"still busy: {[*self.server_state.tasks]}"
            time.sleep(0.01)


@pytest.fixture(scope="session")
def server(django_db_setup: None, django_db_blocker: Any) -> Iterator[ThreadServer]:
    """Serves the application on loopback for the whole run."""
    # A browser under test gets the files as they lie, and keeps them as it does in a hall.
    settings.WHITENOISE_USE_FINDERS = True
    # Made anew: a test module may have imported the application before, without its files.
    published = Published(with_body_limit(Pages()), hub, known_sessions)
    application = PartStreams(published, published)
    listener = socket.create_server(("127.0.0.1", 0))
    server = ThreadServer(uvicorn.Config(application, **web.options()))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="site")
    with django_db_blocker.unblock():
        thread.start()
        assert server.answers.wait(20), "uvicorn did not start"
        yield server
        server.should_exit = True
        thread.join(20)
    assert not thread.is_alive(), "uvicorn did not stop"


@pytest.fixture(scope="session")
def site(server: ThreadServer) -> str:
    """The server's address, such as http://127.0.0.1:41234."""
    return f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path, name_or_reason = find_chromium()
    if not path:
        pytest.skip(name_or_reason)
    # Playwright's event loop runs in this thread, and Django would refuse every query beside it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(
    chromium: Browser, server: ThreadServer, site: str, transactional_db: None
) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser profile of its own (options as Playwright's new_context takes them).

    Afterwards no page may have had a script error or asked for something that the content policy forbids.
    """
    contexts, faults = [], []

    def open_page(**options: Any) -> Page:
        context = chromium.new_context(base_url=site, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("console", lambda line: faults.append(line.text) if "Content Security" in line.text else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    # The database is emptied next: a request that still held rows then would meet it in a deadlock, and what was
    # kept is of tournaments that the next test makes anew under the same names.
    server.wait_until_idle()
    server.config.app.published.forget()
    assert faults == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def sign_in(site: str) -> Callable[[Page, User], None]:
    """Signs somebody in without the form, in the browser of a page."""

    def keep_cookie(page: Page, user: User) -> None:
        cookie = builders.signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site}])

    return keep_cookie


@pytest.fixture
def page_of(new_page: Callable[..., Page], sign_in: Callable[[Page, User], None]) -> Callable[..., Page]:
    """A browser of its own for somebody, signed in; options as `new_page` takes them."""

    def open_page(user: User, **options: Any) -> Page:
        page = new_page(**options)
        sign_in(page, user)
        return page

    return open_page


@pytest.fixture
def new_tab(chromium: Browser, server: ThreadServer, site: str) -> Iterator[Callable[[], Page]]:
    """Opens tabs of one browser that hold a script and nothing else, to try modules in: no page, no database."""
    context = chromium.new_context(base_url=site)

    def open_tab() -> Page:
        tab = context.new_page()
        tab.goto("/static/js/desk.js")
        return tab

    yield open_tab
    context.close()


@pytest.fixture
def tab(new_tab: Callable[[], Page]) -> Page:
    return new_tab()
