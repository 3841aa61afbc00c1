"""The hub: one watcher per process that knows the version of every topic and wakes the streams that wait for
it.

On PostgreSQL it listens for NOTIFY; on SQLite a read-only connection polls for commits.
"""

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, connections

logger = logging.getLogger(__name__)

CHANNEL = "charleston"
POLL_SECONDS = 0.25
RECONNECT_SECONDS = (0.05, 1.0)
"""The pause before connecting again: the first one, and the longest of those that double."""
FIRST_LOOK_SECONDS = 2.0
LOOK_AGAIN_SECONDS = 0.01


def tell(payload: str, key: int) -> None:
    """Sends what this query gives for the row with this key, on commit; on SQLite the hub looks by itself.

    `payload` is SQL of the program's own.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_notify(%s, ({payload}))", [CHANNEL, key])


@dataclass(frozen=True)
class Versions:
    """Those of a topic as they are now: of all that is shown of it, and of its `detail` that some pages show alone.

    `is_whole`: nothing of it is withheld, so that anybody may know how often it changed.
    """

    topic: int
    version: int
    detail: int
    is_whole: bool
    slug: str


@dataclass(eq=False)
class Listener:
    """One open stream. It gets the newest versions only; those it missed do not matter."""

    latest: Versions | None = None
    has_ended: bool = False
    """The process is about to stop, or the topic is gone: whoever listens says goodbye."""
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def notify(self, change: Versions) -> None:
        self.latest = change
        self.woken.set()

    async def wait(self, seconds: float) -> Versions | None:
        """The newest versions, or None when nothing changed for `seconds` or all streams end."""
        # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the change, and the
        # stream of a browser that has gone would stay for ever.
        try:
            async with asyncio.timeout(seconds):
                await self.woken.wait()
        except TimeoutError:
            return None
        self.woken.clear()
        return None if self.has_ended else self.latest

    def end(self) -> None:
        self.has_ended = True
        self.woken.set()


class Hub:
    """Listeners by topic, and the watcher task that runs while there are any or `watch_always` was called."""

    def __init__(self) -> None:
        self.listeners: dict[int, set[Listener]] = defaultdict(set)
        self.watcher: asyncio.Task[None] | None = None
        self.versions: dict[str, Versions] = {}
        """By slug, as they are now; empty while nobody watches or the database is away."""
        self.always = False
        self.database: sqlite3.Connection | None = None
        """SQLite's own, to ask whether anything was committed; None on PostgreSQL and while nobody watches."""
        self.looked_at: int | None = None
        self.look_again_at = 0.0
        self.has_looked = asyncio.Event()

    def watch_always(self) -> None:
        self.always = True
        self.start_watching()

    def start_watching(self) -> None:
        if self.watcher is None or self.watcher.done():
            self.watcher = asyncio.create_task(self.watch())

    @contextlib.asynccontextmanager
    async def listen(self, *topics: int) -> AsyncIterator[Listener]:
        """A listener that hears of each of these topics."""
        listener = Listener()
        for topic in topics:
            self.listeners[topic].add(listener)
        self.start_watching()
        try:
            yield listener
        finally:
            for topic in topics:
                self.listeners[topic].discard(listener)
                if not self.listeners[topic]:
                    del self.listeners[topic]
            if not self.listeners and not self.always:
                self.stop()

    def versions_of(self, topic: int) -> Versions | None:
        """The versions of a topic, where the watcher has heard of them and will hear of the next."""
        return next((versions for versions in self.versions.values() if versions.topic == topic), None)

    def end_streams(self, *topics: int) -> None:
        """Of these topics, which are gone; without any of all, since the process is about to stop."""
        for topic in topics or self.listeners:
            for listener in self.listeners.get(topic, ()):
                listener.end()

    def stop(self) -> None:
        if self.watcher is not None:
            self.watcher.cancel()
        self.watcher, self.always = None, False
        self.forget()
        self.has_looked = asyncio.Event()  # for whichever loop comes next

    def forget(self) -> None:
        if self.database is not None:
            self.database.close()
        self.database = self.looked_at = None
        self.look_again_at = 0.0
        self.has_looked.clear()
        self.versions.clear()

    async def first_look(self) -> bool:
        """Waits until the versions are known. False where they were known already, or the database does not answer."""
        if self.has_looked.is_set():
            return False
        try:
            async with asyncio.timeout(FIRST_LOOK_SECONDS):
                await self.has_looked.wait()
        except TimeoutError:
            return False
        return True

    async def watch(self) -> None:
        """Passes on changes until cancelled; reconnects after the database was lost."""
        watch = self.watch_postgresql if connections["default"].vendor == "postgresql" else self.watch_sqlite
        first, longest = RECONNECT_SECONDS
        pause = first
        while True:
            try:
                await watch()
            except (psycopg.OperationalError, sqlite3.OperationalError) as error:
                pause = first if self.versions else min(2 * pause, longest)
                self.forget()
                self.has_looked.set()  # nobody waits for a database that is away
                logger.warning("The live stream lost the database and tries again: %s", error)
                await asyncio.sleep(pause)

    def notify(self, changes: Iterable[Versions]) -> None:
        for change in changes:
            before = self.versions.get(change.slug)
            if before is not None and before.topic != change.topic:
                self.end_streams(before.topic)
            self.versions[change.slug] = change
            for listener in self.listeners.get(change.topic, ()):
                listener.notify(change)

    def know(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Every topic as it is now; ends the streams of a topic that is gone."""
        now = [Versions(*row) for row in rows]
        for slug in self.versions.keys() - {versions.slug for versions in now}:
            self.end_streams(self.versions.pop(slug).topic)
        self.notify(now)
        self.has_looked.set()

    async def watch_sqlite(self) -> None:
        path = Path(connections["default"].settings_dict["NAME"])
        self.forget()
        self.database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        while True:
            self.look()
            await asyncio.sleep(POLL_SECONDS)

    def look(self) -> None:
        """On SQLite, finds what was committed since the last look. Concurrent calls share one look."""
        if self.database is None or time.monotonic() < self.look_again_at:
            return
        self.look_again_at = time.monotonic() + LOOK_AGAIN_SECONDS
        [now] = self.database.execute("PRAGMA data_version").fetchone()
        if now != self.looked_at:
            self.looked_at = now
            self.know(self.database.execute(settings.LIVE_VERSIONS).fetchall())

    async def watch_postgresql(self) -> None:
        """Reads every topic's versions first: notices sent while disconnected are lost."""
        database = await psycopg.AsyncConnection.connect(**connection_arguments(), autocommit=True)
        try:
            await database.execute(f"LISTEN {CHANNEL}")
            cursor = await database.execute(settings.LIVE_VERSIONS)
            self.know(await cursor.fetchall())
            async for notice in database.notifies():
                topic, version, detail, is_whole, slug = notice.payload.split()
                self.notify([Versions(int(topic), int(version), int(detail), is_whole == "1", slug)])
        finally:
            await database.close()  # at once, though the loop may be about to end


hub = Hub()


def connection_arguments() -> dict[str, Any]:
    settings = connections["default"].settings_dict
    options = {key: value for key, value in settings["OPTIONS"].items() if key != "pool"}
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    return options | {
        argument: settings[setting] for argument, setting in names.items() if settings.get(setting)
    }
