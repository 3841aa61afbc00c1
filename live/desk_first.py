"""The score desk comes first: what is made for everybody waits while somebody of the club is being answered.

All of them share one interpreter. A page that is made for the public beside an acceptance makes that acceptance as
slow as itself, and when a hall looks on there is always a page to make.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

LONGEST_WAIT = 0.3
"""Seconds after which the public is served although the desk is busy."""
MOST_WAITING = 50
"""Those who may wait for a page that only they asked for."""
MOST_LOOK_UPS = 50
"""Sessions that may wait to be looked up."""


class DeskFirst:
    """Who is being answered: people of the club at once, the public one by one between them."""

    def __init__(self) -> None:
        self.at_the_desk = 0
        self.waiting = 0
        self.look_ups = 0
        self.is_quiet = asyncio.Event()
        self.is_quiet.set()
        self.one_at_a_time = asyncio.Semaphore(1)
        self.one_for_one = asyncio.Semaphore(1)
        self.one_look_up = asyncio.Semaphore(1)

    @contextlib.asynccontextmanager
    async def desk(self) -> AsyncIterator[None]:
        self.at_the_desk += 1
        self.is_quiet.clear()
        try:
            yield
        finally:
            self.at_the_desk -= 1
            if not self.at_the_desk:
                self.is_quiet.set()

    @contextlib.asynccontextmanager
    async def public(self, *, for_one: bool = False) -> AsyncIterator[None]:
        """One at a time, and only when the desk is quiet or has not been for a while.

        `for_one`: those wait for each other first, so that what everybody waits for is never behind all of them.
        """
        async with self.one_for_one if for_one else contextlib.nullcontext(), self.one_at_a_time:
            await self.quiet(asyncio.get_running_loop().time() + LONGEST_WAIT)
            yield

    @contextlib.asynccontextmanager
    async def look_up(self) -> AsyncIterator[None]:
        """As `public`, beside it: whoever really is signed in does not wait for pages of the public to be made."""
        self.look_ups += 1
        try:
            async with self.one_look_up:
                await self.quiet(asyncio.get_running_loop().time() + LONGEST_WAIT)
                yield
        finally:
            self.look_ups -= 1

    @property
    def has_many_look_ups(self) -> bool:
        return self.look_ups >= MOST_LOOK_UPS

    async def quiet(self, by: float) -> None:
        """Waits until nobody is at the desk, at the latest until this time of the loop."""
        if not self.is_quiet.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(by):
                    await self.is_quiet.wait()

    @property
    def is_full(self) -> bool:
        return self.waiting >= MOST_WAITING

    @contextlib.asynccontextmanager
    async def passing(self) -> AsyncIterator[None]:
        """Room for an answer that is made for one reader alone, such as a search: no other reader waits for it."""
        self.waiting += 1
        try:
            async with self.public(for_one=True):
                yield
        finally:
            self.waiting -= 1
