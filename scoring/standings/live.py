"""The hub: one watcher per process that learns of every change and wakes the streams that wait for it.

PostgreSQL tells by NOTIFY; on SQLite one read-only connection asks whether anything was committed. A change is told
as (tournament, version, standings version); what changed, the browser asks the ordinary pages for.
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from django.db import connections

from tournament.journal import CHANNEL

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.25
RECONNECT_SECONDS = 1.0
VERSIONS = "SELECT id, version, standings_version FROM tournament_tournament"


@dataclass(frozen=True)
class Change:
    """A tournament and the versions it has now."""

    tournament: int
    version: int
    standings_version: int


@dataclass(eq=False)
class Listener:
    """One open stream: it is woken by the newest change, older ones it missed are of no use to it."""

    latest: Change | None = None
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, change: Change) -> None:
        self.latest = change
        self.woken.set()

    async def wait(self, seconds: float) -> Change | None:
        """The next change, or None when nothing happened for `seconds`."""
        # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the change, and the
        # stream of a browser that has gone would stay for ever.
        try:
            async with asyncio.timeout(seconds):
                await self.woken.wait()
        except TimeoutError:
            return None
        self.woken.clear()
        return self.latest


class Hub:
    """Listeners by tournament, and the one watcher that runs while there are any."""

    def __init__(self) -> None:
        self.listeners: dict[int, set[Listener]] = defaultdict(set)
        self.watcher: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def listen(self, tournament: int) -> AsyncIterator[Listener]:
        listener = Listener()
        self.listeners[tournament].add(listener)
        if self.watcher is None or self.watcher.done():
            self.watcher = asyncio.create_task(self.watch())
        try:
            yield listener
        finally:
            self.listeners[tournament].discard(listener)
            if not self.listeners[tournament]:
                del self.listeners[tournament]
            if not self.listeners and self.watcher is not None:
                self.watcher.cancel()
                self.watcher = None

    async def watch(self) -> None:
        """Passes on changes until nobody listens; a database that went away is asked again."""
        watch = watch_postgresql if connections["default"].vendor == "postgresql" else watch_sqlite
        while True:
            try:
                async for changes in watch():
                    self.tell(changes)
            except (psycopg.OperationalError, sqlite3.OperationalError) as error:
                logger.warning("The live stream lost the database and tries again: %s", error)
                await asyncio.sleep(RECONNECT_SECONDS)

    def tell(self, changes: Iterable[Change]) -> None:
        for change in changes:
            for listener in self.listeners.get(change.tournament, ()):
                listener.tell(change)


hub = Hub()


async def watch_sqlite() -> AsyncIterator[list[Change]]:
    """Every tournament's versions, at once and after each commit by any other connection."""
    path = Path(connections["default"].settings_dict["NAME"])
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
        last = None
        while True:
            (now,) = database.execute("PRAGMA data_version").fetchone()
            if now != last:
                last = now
                yield [Change(*row) for row in database.execute(VERSIONS)]
            await asyncio.sleep(POLL_SECONDS)


async def watch_postgresql() -> AsyncIterator[list[Change]]:
    """Every tournament's versions at once (notices sent while away are lost), then each notified change."""
    async with await psycopg.AsyncConnection.connect(**connection_arguments(), autocommit=True) as database:
        await database.execute(f"LISTEN {CHANNEL}")
        cursor = await database.execute(VERSIONS)
        yield [Change(*row) for row in await cursor.fetchall()]
        async for notice in database.notifies():
            tournament, version, standings_version = map(int, notice.payload.split())
            yield [Change(tournament, version, standings_version)]


def connection_arguments() -> dict[str, Any]:
    """What psycopg needs to reach the database that Django uses, outside Django's pool."""
    settings = connections["default"].settings_dict
    options = {key: value for key, value in settings["OPTIONS"].items() if key.startswith("ssl")}
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    return options | {ours: settings[theirs] for ours, theirs in names.items() if settings.get(theirs)}
