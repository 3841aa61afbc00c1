"""What another round says of a hand: on phones where it is asked, once it is agreed, and once it counts."""

import html
from collections.abc import Callable

import pytest
from django.utils.html import strip_tags
from msgspec import UNSET
from msgspec.structs import replace

from phones.table.made import made
from scoring.models import CardSet, PointLine
from scoring.sets.disputes import reopen_set, rule_on_set
from scoring.sets.judged import judge
from scoring.sets.queries import desk_table_of
from tests import builders
from tests.phones.table.at_the_table import Phone, phones_at, stamp_in, version_of
from tests.phones.table.test_table import done
from tournament.models import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
Phones = dict[str, Phone]


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(
        cast.club,
        players=4,
        published=2,
        system="sixteen-hands",
        games_per_round=1,
        cards_carry="facts",
        verification="first-east",
    )


@pytest.fixture
def rounds(event: Tournament) -> tuple[Phones, Phones]:
    """The phones of both rounds; in the first B has had mahjong, and that is in dispute."""
    of = {number: phones_at(event, event.rounds.get(number=number).tables.get()) for number in (1, 2)}
    play(of[1], "B")
    for phone in of[1].values():
        done(phone.right(0))
    table, director = of[1]["A"].table, event.club.memberships.get(role="director").user
    reopen_set(desk_table_of(event, table), reason="A had it", present="ABCD", by=director)
    return of[1], of[2]


@pytest.fixture
def rule(event: Tournament, rounds: tuple[Phones, Phones], cast: builders.Cast) -> Callable[[str], None]:
    """That somebody, or nobody, had mahjong with hand 3 in the first round."""

    def ruled(letter: str) -> None:
        desk_table = desk_table_of(None, rounds[0]["A"].table)
        [game] = desk_table.written_set.games
        mahjong = replace(game.facts.mahjong, seat=letter) if letter else UNSET
        facts = replace(game.facts, mahjong=mahjong)
        typed = replace(desk_table.written_set, games=(replace(game, facts=facts),))
        judged = judge(typed, desk_table.rules)
        rule_on_set(desk_table, judged, ruling=f"{letter} had it", consulted="ABCD", by=cast.director)
        event.refresh_from_db()

    return ruled


def play(phones: Phones, winner: str) -> None:
    done(phones["A"].enter(1, first_east="A", outcome="played", **{f"{winner}-scored": "M3"}))
    for letter in "BCD":
        done(phones[letter].right(1))


def words(page: str) -> str:
    return builders.one_line(html.unescape(strip_tags(page)))


REPEATED = "Game 1: A's player has already won hand 3: game 1 of round 1."


def test_a_round_that_counts_shows_what_is_stored_whatever_an_earlier_one_says_now(
    rounds: tuple[Phones, Phones], rule: Callable[[str], None]
) -> None:
    """Hand 3 is a half-limit hand: 20."""
    phones = rounds[1]
    play(phones, "A")
    for phone in phones.values():
        done(phone.right(0))
    rule("A")
    made.forget()
    stored = PointLine.objects.filter(round__number=2, entry=phones["A"].entry)
    assert sum(stored.values_list("points", flat=True)) == 20
    page = words(phones["A"].page)
    assert "Your round: +20" in page
    assert "You had mahjong with hand 3. You: +20" in page
    assert REPEATED not in page


def test_what_an_earlier_round_says_is_shown_at_once_and_an_older_answer_refused(
    rounds: tuple[Phones, Phones], rule: Callable[[str], None]
) -> None:
    phones = rounds[1]
    done(phones["A"].enter(1, first_east="A", outcome="played", **{"A-scored": "M3"}))
    seen = {"version": version_of(phones["A"].table, 1), "game": 1}
    key = stamp_in(phones["B"].page, phones["B"].at("answer"))
    rule("A")
    assert REPEATED in words(phones["B"].page)
    assert phones["B"].send("answer", key=key, **seen)["status"] == 409
    for letter in "BCD":
        done(phones[letter].right(1))
    key = stamp_in(phones["C"].page, phones["C"].at("answer"))
    assert REPEATED in words(phones["C"].page)
    card = {"version": version_of(phones["C"].table, 0), "game": 0}
    reopen_and_rule(phones, rounds[0], rule)
    page = words(phones["C"].page)
    assert REPEATED not in page
    assert "+20" in page
    assert phones["C"].send("answer", key=key, **card)["status"] == 409
    for phone in phones.values():
        done(phone.right(0))
    assert CardSet.objects.get(table=phones["A"].table).state == CardSet.State.ACCEPTED


def reopen_and_rule(phones: Phones, first: Phones, rule: Callable[[str], None]) -> None:
    table = first["A"].table
    director = phones["A"].tournament.club.memberships.get(role="director").user
    reopen_set(desk_table_of(None, table), reason="nobody had", present="ABCD", by=director)
    rule("")


def test_a_game_that_became_wrong_says_so_to_whoever_confirms_it(
    rounds: tuple[Phones, Phones], rule: Callable[[str], None]
) -> None:
    phones = rounds[1]
    play(phones, "A")
    rule("A")
    page = words(phones["B"].page)
    assert "The whole card: your turn" in page
    assert REPEATED in page
    for phone in phones.values():
        done(phone.right(0))
    assert CardSet.objects.get(table=phones["A"].table).state == CardSet.State.IN
    page = words(phones["B"].page)
    assert "Everybody agrees" in page
    assert f"{REPEATED} The desk settles it before your round counts." in page
