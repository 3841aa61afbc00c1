"""What a phone on a slow line has to fetch before the public page is seen."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.contrib.staticfiles import finders
from django.test import AsyncClient, Client
from django.urls import reverse

from tests import builders
from tournament.models import Table, Tournament

MOST = 60_000


def with_one_table_in(tournament: Tournament) -> Tournament:
    """A first accepted table, so that the standings stand there."""
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    builders.card_set(table, {letter: [10, 10, 10, 10] for letter in "ABCD"}, state="accepted")
    return tournament


def weight(address: str) -> int:
    """Bytes of a static file as they travel."""
    return len(gzip.compress(file_of(address).read_bytes(), 9))


def file_of(address: str) -> Path:
    path = finders.find(address.removeprefix("/static/"))
    assert isinstance(path, str), address
    return Path(path)


def with_imports(address: str) -> set[str]:
    """The address of a script and of every module that it imports."""
    if not address.endswith(".js"):
        return {address}
    imported = re.findall(r'^import [^"]*"(\./[^"]+)";', file_of(address).read_text(), re.MULTILINE)
    return {address}.union(*(with_imports(urljoin(address, other)) for other in imported))


@pytest.mark.slow
@pytest.mark.django_db
def test_the_first_view_of_the_standings_is_light() -> None:
    """Sixty-four players, four rounds, with one of them chosen; fonts apart."""
    club = builders.cast().club
    tournament = with_one_table_in(builders.running_tournament(club, players=64, rounds=4, published=4))
    page = Client(headers={"Accept-Encoding": "gzip"}).get(
        reverse("standings", args=[tournament.slug]) + "?me=3"
    )
    assert page["Content-Encoding"] == "gzip"
    html = gzip.decompress(page.content).decode()
    fetched = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:css|js|svg))"', html))
    assert any(name.endswith("base.css") for name in fetched)
    assert any("htmx" in name for name in fetched)
    fetched = set().union(*map(with_imports, fetched))
    assert "/static/js/connection.js" in fetched
    # The random padding of compressed pages is at most 100 bytes.
    total = len(page.content) + 100 + sum(map(weight, fetched))
    assert total < MOST, f"{total} bytes"


@pytest.mark.django_db
def test_the_page_is_whole_before_any_script() -> None:
    """Names, numbers, the search and the seats are in the HTML; scripts only wait for it."""
    tournament = with_one_table_in(builders.running_tournament(builders.cast().club, players=8))
    html = Client().get(reverse("standings", args=[tournament.slug])).content.decode()
    assert html.count('<tr data-number="') == 8
    assert re.search(r'<form class="search"[^>]*method="get"', html)
    scripts = re.findall(r"<script[^>]*src=[^>]*>", html)
    assert [tag for tag in scripts if "defer" not in tag and 'type="module"' not in tag] == []


@pytest.mark.django_db(transaction=True)
def test_the_stream_of_changes_is_never_compressed() -> None:
    """A compressing middleware would hold events back until its buffer is full."""
    import asyncio

    tournament = builders.tournament(builders.cast().club)

    async def scene() -> tuple[str, bytes]:
        client = AsyncClient(headers={"Accept-Encoding": "gzip"})
        response = await client.get(reverse("live", args=[tournament.slug]))
        stream = aiter(response.streaming_content)
        first = await anext(stream)
        await stream.aclose()
        return response["Content-Encoding"], first

    assert asyncio.run(scene()) == ("identity", b"retry: 1500\n\n")
