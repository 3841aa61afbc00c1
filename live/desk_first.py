"""The score desk comes first, then players' phones: what is made for everybody waits while they are being answered.

All of them share one interpreter. A page that is made for the public beside an acceptance makes that acceptance as
slow as itself, and when a hall looks on there is always a page to make.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

LONGEST_WAIT = 0.3
"""Seconds after which the others are served although the desk is busy."""
LONGER = 0.9
"""So many seconds more while phones are being answered: what is looked at may come a second late, an answer may not."""
MOST_WAITING = 50
"""Those who may wait for a page that only they asked for."""
MOST_LOOK_UPS = 50
"""Sessions that may wait to be looked up."""
PHONES_AT_ONCE = 2
"""Acts of phones in hand: while one waits for the disk, the other one is worked on."""
LOOKS = "charleston.looks"
"""In the scope of a phone's request, the gate for what is made for those who only look."""


class DeskFirst:
    """Who is being answered: people of the club at once, phones at a table after them, the public between them all."""

    def __init__(self) -> None:
        self.at_the_desk = 0
        self.phones = self.acts = 0
        self.waiting = 0
        self.look_ups = 0
        self.is_quiet = asyncio.Event()
        self.is_quiet.set()
        self.phones_are_quiet = asyncio.Event()
        self.phones_are_quiet.set()
        self.nobody_acts = asyncio.Event()
        self.nobody_acts.set()
        self.few_phones = asyncio.Semaphore(PHONES_AT_ONCE)
        self.one_phone_that_looks = asyncio.Semaphore(1)
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
    async def phone(self) -> AsyncIterator[None]:
        """What is sent from phones: a few at a time, once the desk is quiet or has not been for a while."""
        self.phones += 1
        self.acts += 1
        self.phones_are_quiet.clear()
        self.nobody_acts.clear()
        try:
            async with self.few_phones:
                await self.quiet(asyncio.get_running_loop().time() + LONGEST_WAIT)
                yield
        finally:
            self.acts -= 1
            self.phones -= 1
            if not self.acts:
                self.nobody_acts.set()
            if not self.phones:
                self.phones_are_quiet.set()

    @contextlib.asynccontextmanager
    async def phone_that_looks(self) -> AsyncIterator[None]:
        """One at a time, once nothing is being sent from a phone or something has been for a while."""
        self.phones += 1
        self.phones_are_quiet.clear()
        try:
            async with self.one_phone_that_looks:
                by = asyncio.get_running_loop().time() + LONGEST_WAIT
                await self.quiet(by)
                await until(self.nobody_acts, by + LONGER)
                yield
        finally:
            self.phones -= 1
            if not self.phones:
                self.phones_are_quiet.set()

    @contextlib.asynccontextmanager
    async def public(self, *, for_one: bool = False) -> AsyncIterator[None]:
        """One at a time, and only when the desk and phones are quiet or have not been for a while.

        `for_one`: those wait for each other first, so that what everybody waits for is never behind all of them.
        """
        async with self.one_for_one if for_one else contextlib.nullcontext(), self.one_at_a_time:
            by = asyncio.get_running_loop().time() + LONGEST_WAIT
            await self.quiet(by)
            await until(self.phones_are_quiet, by + LONGER)
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
        await until(self.is_quiet, by)

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


async def until(event: asyncio.Event, by: float) -> None:
    if not event.is_set():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(by):
                await event.wait()
