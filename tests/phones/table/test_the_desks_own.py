"""What the desk has typed stays the desk's, whatever is decided about phones; what it has of phones does not."""

import pytest

from phones.models import PhoneMode
from phones.overview.actions import player_uses, set_phones, table_uses
from phones.table.actions import been_there
from scoring.models import PLAYING, CardSet
from scoring.sets.disputes import hand_back_set, reopen_set
from scoring.sets.queries import desk_table_of
from tests import builders
from tests.phones.table.at_the_table import Phone
from tests.phones.table.test_paper import words
from tests.phones.table.test_table import NUMBERS, WIN, done, numbers_of, play_round
from tournament.models import Table, Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

OTHER = {**NUMBERS, "B": [30, 10, 10, 10]}


def typed_and_held(tournament: Tournament, table: Table, cast: builders.Cast) -> None:
    """A scorekeeper types other numbers than the phones have, and holds them; a director hands them back."""
    cards = {
        f"{letter}-{game}": points for letter, row in OTHER.items() for game, points in enumerate(row, 1)
    }
    cards |= {f"{letter}-total": sum(row) for letter, row in OTHER.items()}
    desk_table = desk_table_of(None, table)
    stamp = builders.stamp(version=desk_table.version, seats=desk_table.seats)
    sent = {**cards, "handed_in_by": "A", "do": "hold", "held_reason": "B's card says 30", "stamp": stamp}
    address = f"/t/{tournament.slug}/desk/{table.round.number}/{table.number}/"
    assert builders.signed_in(cast.scorekeeper).post(address, sent).status_code == 302
    hand_back_set(desk_table_of(None, table), reason="typed rightly", by=cast.director)


def test_what_the_desk_typed_and_held_is_not_counted_over(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    done(phones["A"].enter(1, **WIN))
    typed_and_held(tournament, table, cast)
    assert numbers_of(table) == OTHER
    assert "The desk has your table’s scores" in words(phones["B"].page)
    for mode, wifi in ((PhoneMode.COUNT, "new"), (PhoneMode.OFF, "new"), (PhoneMode.COUNT, "newer")):
        tournament.refresh_from_db()
        set_phones(tournament, mode=mode, wifi=wifi, by=cast.director)
        assert numbers_of(table) == OTHER
    for paper in (True, False):
        table_uses(table, paper=paper, by=cast.director)
        player_uses(phones["D"].entry, paper=paper, by=cast.director)
        assert numbers_of(table) == OTHER
    done(phones["A"].send("call"))
    tournament.refresh_from_db()
    been_there(tournament, table, by=cast.director)
    assert numbers_of(table) == OTHER


def test_a_player_back_at_her_phone_is_asked_and_the_desk_has_nothing_meanwhile(
    phones: dict[str, Phone], table: Table, cast: builders.Cast
) -> None:
    on_paper = phones["D"].entry
    player_uses(on_paper, paper=True, by=cast.director)
    play_round(phones, "ABC")
    for letter in "ABC":
        done(phones[letter].right(0))
    assert numbers_of(table) == NUMBERS
    player_uses(on_paper, paper=False, by=cast.director)
    assert desk_table_of(None, table).state == PLAYING
    assert "Game 1: your turn" in words(phones["D"].page)


def test_a_set_that_counted_by_phones_and_was_reopened_is_the_desks(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    play_round(phones)
    for letter in "ABCD":
        done(phones[letter].right(0))
    assert desk_table_of(None, table).state == CardSet.State.ACCEPTED
    reopen_set(desk_table_of(None, table), reason="B says 30", present="ABCD", by=cast.director)
    hand_back_set(desk_table_of(None, table), reason="typed again", by=cast.director)
    assert "Everybody agrees" not in phones["A"].page
    assert "The desk has your table’s scores" in words(phones["A"].page)
    before = desk_table_of(None, table).version
    tournament.refresh_from_db()
    set_phones(tournament, mode=PhoneMode.OFF, wifi="", by=cast.director)
    assert desk_table_of(None, table).version == before
