"""Withheld results are on no public address: what anybody without the right reads does not depend on them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from demo.simulation import play_rounds
from live import stream
from live.parts import PartStreams
from live.stream import events
from record.models import JournalEntry
from record.refused import Conflict, Refused
from record.stamps import Stamp
from record.verbs import Verb
from scoring.adjustments.actions import adjust
from scoring.finishing.actions import finish
from scoring.models import Adjustment, CardSet
from scoring.sets.disputes import reopen_set
from scoring.standings.queries import standings_of
from scoring.standings.standing import AdjustedPoints
from tests import builders
from tests.live.test_parts import Stream
from tests.live.test_published import Front, played
from tests.live.test_stream import next_change
from tests.scoring import paper
from tests.whole.test_every_page import OPEN, RIGHTS, addresses
from tournament.models import Round, Tournament
from tournament.settings.actions import withhold_results
from tournament.watching import versions

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PUBLIC = sorted(
    name
    for name, (method, who) in RIGHTS.items()
    if (method, who) == ("get", OPEN) and addresses()[name][0].startswith("t/") and name != "live"
)
# What differs each time: moments, tokens.
NO_RESULT = re.compile(
    r'csrfmiddlewaretoken" value="\w+"|data-seconds="-?\d+"|"seconds_left": ?-?[\d.]+|"at": \d+'
    r'|"X-CSRFToken": "\w+"|name="stamp" value="[^"]*"',
    re.S,
)


@pytest.fixture
def cast() -> builders.Cast:
    return builders.cast()


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Round 1 is accepted, round 2 is being played, and from round 2 on results are withheld."""
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, published=1)
    list(play_rounds(tournament, 1, seed=3, by=cast.director))
    withhold_results(tournament, from_round=2, by=cast.director)
    Round.objects.filter(tournament=tournament, number=2).update(
        published_at=tournament.rounds.get(number=1).published_at
    )
    tournament.refresh_from_db()
    return tournament


def public_paths(tournament: Tournament) -> list[str]:
    """Every public address, also as somebody who said who they are."""
    paths = []
    for name in PUBLIC:
        parts = {"slug": tournament.slug, "number": 2 if name == "round-seating" else 1}
        needed = addresses()[name][1]
        paths.append(reverse(name, kwargs={part: parts[part] for part in needed}))
    return [f"{path}{query}" for query in ("", "?me=1&find=Player") for path in paths]


def read(client: Client, path: str, *, part: bool = False) -> str:
    response = client.get(path, headers={"HX-Request": "true"} if part else {})
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return NO_RESULT.sub("", content.decode(errors="replace"))


WHO = ("nobody", "stranger", "other_director", "door")
SEEN_BY_ALL = ("standings", "screen", "clock-page", "raffle-screen", "ceremony-screen")
ASKS_EVERYTHING = ("nobody", "door")


def everything(tournament: Tournament, client: Client, who: str) -> dict[tuple[str, bool], str]:
    """Each page also as a part; of strangers, who have the rights of nobody, whole pages are enough."""
    return {
        (path, part): read(client, path, part=part)
        for path in public_paths(tournament)
        if who in ASKS_EVERYTHING or "?" not in path
        for part in ((False, True) if who in ASKS_EVERYTHING else (False,))
    }


def reveal_what_there_is(tournament: Tournament, cast: builders.Cast) -> None:
    """Round 2 is accepted, with a penalty in it and one of the whole event; it is finished, and a table reopened."""
    list(play_rounds(tournament, 1, seed=4, by=cast.director))
    entry = tournament.entries.get(number=1)
    for number in (2, None):
        adjust(
            tournament,
            entry=entry,
            given=AdjustedPoints(number, -5, Adjustment.Kind.RULING),
            reason="Late",
            by=cast.director,
        )


def test_what_is_public_does_not_depend_on_withheld_results(
    tournament: Tournament, cast: builders.Cast
) -> None:
    """Nobody, strangers, other clubs and the door read the same before and after, cold and warm."""
    browsers = {who: builders.signed_in(getattr(cast, who, None)) for who in WHO}
    before = {who: everything(tournament, browser, who) for who, browser in browsers.items()}
    reveal_what_there_is(tournament, cast)
    for who in (*WHO, "nobody"):  # again: what is kept is kept of what nobody in particular is shown
        now = everything(tournament, browsers[who], who)
        assert {key: text for key, text in now.items() if text != before[who][key]} == {}, who


def test_what_is_handed_out_from_memory_and_streamed_does_not_either(
    tournament: Tournament, cast: builders.Cast
) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published)

    async def all_read() -> dict[str, str]:
        replies = {
            path: await front.ask(path) for path in public_paths(tournament) for _cold_and_warm in range(2)
        }
        return {
            path: NO_RESULT.sub("", reply.body.decode(errors="replace")) for path, reply in replies.items()
        }

    def in_another_thread(change: Callable[[Tournament, builders.Cast], Any]) -> None:
        try:
            change(tournament, cast)
            tournament.refresh_from_db()
        finally:
            connection.close()

    async def scene() -> tuple[dict[str, str], dict[str, str], list[Any]]:
        await front.knows(tournament)
        before = await all_read()
        viewers = [Stream(streams, tournament, reverse(name, args=[tournament.slug])) for name in SEEN_BY_ALL]
        assert [(await viewer.hears())[1]["version"] for viewer in viewers] == [None] * len(viewers)
        await sync_to_async(in_another_thread)(reveal_what_there_is)
        await front.knows(tournament)
        after = await all_read()
        await asyncio.sleep(0)
        heard = [viewer.sent.get_nowait() for viewer in viewers if not viewer.sent.empty()]
        for viewer in viewers:
            await viewer.end()
        return before, after, heard

    before, after, heard = played(front, scene())
    assert after == before
    assert heard == []


@pytest.mark.both_databases
@pytest.mark.parametrize("sees_all", [True, False])
def test_a_plain_stream_counts_nothing_for_who_does_not_see_it(
    tournament: Tournament, cast: builders.Cast, *, sees_all: bool
) -> None:
    def in_another_thread(change: Callable[[], object]) -> int:
        try:
            change()
            tournament.refresh_from_db()
            return tournament.version
        finally:
            connection.close()

    async def scene() -> tuple[list[int | None], list[int]]:
        stream = events(tournament.pk, versions, sees_all=sees_all)
        heard, stored = [(await next_change(stream))["version"]], [tournament.version]
        for change in (
            lambda: reveal_what_there_is(tournament, cast),
            lambda: withhold_results(tournament, from_round=None, by=cast.director),
        ):
            stored.append(await sync_to_async(in_another_thread)(change))
            while sees_all and heard[-1] != stored[-1]:
                heard.append((await next_change(stream))["version"])
        if not sees_all:
            heard.append((await next_change(stream))["version"])
        await stream.aclose()
        return heard, stored

    heard, stored = asyncio.run(scene())
    # On PostgreSQL each change between is heard of, on SQLite those that a look found.
    assert set(stored) <= set(heard) if sees_all else heard == [None, stored[-1]]


@pytest.mark.both_databases
def test_a_plain_stream_says_to_look_again_at_every_sign_of_life(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)

    async def scene() -> list[bytes]:
        told = events(tournament.pk, versions, sees_all=False)
        heard = [await anext(told) for _event in range(4)]
        await told.aclose()
        return heard

    nothing = b'event: change\ndata: {"version": null, "standings": null}\n\n'
    assert asyncio.run(scene()) == [b"retry: 1500\n\n", nothing, nothing, nothing]


def test_directors_and_scorekeepers_see_all_and_are_told_what_others_see(
    tournament: Tournament, cast: builders.Cast
) -> None:
    reveal_what_there_is(tournament, cast)
    address = reverse("standings", args=[tournament.slug])
    for user in (cast.director, cast.scorekeeper):
        page = builders.one_line(builders.signed_in(user).get(address).content.decode())
        assert "Everybody else sees the standings after round 1, and nothing later." in page
        assert page.count('class="digits later"') == 2 * 9
    assert builders.signed_in(cast.door).get(address).content.decode().count('class="digits later"') == 9


def test_the_hall_screen_shows_nothing_withheld_whoever_opened_it(
    tournament: Tournament, cast: builders.Cast
) -> None:
    reveal_what_there_is(tournament, cast)
    Round.objects.filter(tournament=tournament, number=2).update(started_at=timezone.now())
    address = reverse("screen", args=[tournament.slug])
    director, nobody = (
        re.findall(
            r'class="hall-points">(.*?)</span>', builders.signed_in(user).get(address).content.decode()
        )
        for user in (cast.director, None)
    )
    assert director == nobody != []


def test_the_ceremony_shows_everything(tournament: Tournament, cast: builders.Cast, client: Client) -> None:
    reveal_what_there_is(tournament, cast)
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=2)
    finish(tournament, by=cast.director)
    table = paper.place(tournament, 1, 2)
    assert table.state == CardSet.State.ACCEPTED
    reopen_set(table, reason="The director looks again", present="ABCD", by=cast.director)
    address = reverse("standings", args=[tournament.slug])
    page = client.get(address).content.decode()
    assert ("Final standings" in page, "being looked at again" in page) == (False, False)
    director = builders.signed_in(cast.director)
    answer = director.post(
        reverse("results-withhold", args=[tournament.slug]),
        {"from_round": "", "stamp": str(Stamp(seen={"withheld_from": 2}))},
    )
    assert (answer.status_code, answer["Location"]) == (302, address)
    standings = client.get(reverse("standings-json", args=[tournament.slug])).json()
    full = standings_of(Tournament.objects.get(pk=tournament.pk))
    assert [place["total"] for place in standings["places"]] == [place.total for place in full.places]
    assert "Final standings" in client.get(address).content.decode()


def test_withholding_is_on_record_once(tournament: Tournament, cast: builders.Cast) -> None:
    withhold_results(tournament, from_round=2, by=cast.director)
    withhold_results(tournament, from_round=None, by=cast.director)
    entries = JournalEntry.objects.filter(verb__in=[Verb.RESULTS_WITHHELD, Verb.RESULTS_SHOWN])
    assert list(entries.order_by("sequence").values_list("old", "new")) == [
        ({"from": None}, {"from": 2}),
        ({"from": 2}, {"from": None}),
    ]


@pytest.mark.parametrize("number", [0, 3])
def test_a_round_that_there_is_not_is_refused(
    tournament: Tournament, cast: builders.Cast, number: int
) -> None:
    with pytest.raises(Refused):
        withhold_results(tournament, from_round=number, by=cast.director)


def test_two_directors_are_told_of_each_other(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Conflict):
        withhold_results(
            tournament, from_round=1, by=cast.director, stamp=Stamp(seen={"withheld_from": None})
        )


def test_seats_by_standing_tell_nothing(tournament: Tournament, cast: builders.Cast) -> None:
    """A round seated by standing cannot come after a withheld one, in whatever order that is asked for."""
    Round.objects.filter(tournament=tournament, number=2).update(movement="ranked")
    with pytest.raises(Refused, match="Round 2 is seated by standing"):
        withhold_results(tournament, from_round=1, by=cast.director)
    Round.objects.filter(tournament=tournament, number=2).update(movement="", published_at=None)
    withhold_results(tournament, from_round=1, by=cast.director)
    address = reverse("seat-by-standing-look", args=[tournament.slug])
    page = builders.signed_in(cast.director).get(f"{address}?from_round=2")
    assert (page.status_code, "seats by standing would tell them" in page.content.decode()) == (422, True)
