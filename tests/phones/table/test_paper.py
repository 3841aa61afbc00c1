"""One player on paper, and what the desk has to look at before phones count."""

import re

import pytest
from django.utils.html import strip_tags

from phones.models import EnteredGame, PhoneMode
from phones.overview.actions import player_uses, set_phones, table_uses
from record.archive.files import archive_files, store_archive
from record.journal import verify
from scoring.models import PLAYING, Card, CardSet
from scoring.sets.entering import save_set
from scoring.sets.judged import judge
from scoring.sets.queries import desk_table_of
from tests import builders
from tests.phones.table.at_the_table import Phone, phones_at, version_of
from tests.phones.table.test_table import NUMBERS, WIN, done, numbers_of, play_round
from tournament.models import Table, Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def words(page: str) -> str:
    return builders.one_line(strip_tags(page))


def value_of(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found
    return found[1]


def test_nobody_on_paper_is_said_to_have_agreed(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    """Their partners read who it is; the cards that they verify are not verified."""
    on_paper = phones["D"].entry
    player_uses(on_paper, paper=True, by=cast.director)
    done(phones["A"].enter(1, **WIN))
    assert f"On paper at this table: {on_paper.name}, with a card" in words(phones["B"].page)
    for letter in "BC":
        done(phones[letter].right(1))
    page = words(phones["A"].page)
    assert "all who answer by phone agree" in page
    assert "all agree" not in page
    for game in (2, 3, 4):
        done(phones["A"].enter(game, won="wall"))
        for letter in "BC":
            done(phones[letter].right(game))
    for letter in "ABC":
        done(phones[letter].right(0))
    assert "Everybody agrees" not in phones["A"].page
    assert "All who answer by phone agree" in words(phones["A"].page)
    assert numbers_of(table) == NUMBERS
    # Clockwise: each card is verified by the player across, so D has B's.
    verified = dict(Card.objects.filter(card_set__table=table).values_list("letter", "verified_by"))
    assert verified == {"A": "C", "B": "", "C": "A", "D": "B"}
    desk = words(builders.signed_in(cast.scorekeeper).get(f"/t/{tournament.slug}/desk/1/1/").text)
    assert f"Everybody confirmed it there except {on_paper.name}, on paper." in desk


def test_the_phone_of_a_player_on_paper_changes_nothing(
    phones: dict[str, Phone], tournament: Tournament, cast: builders.Cast
) -> None:
    """Not from a page that was open before either."""
    done(phones["A"].enter(1, **WIN))
    player_uses(phones["D"].entry, paper=True, by=cast.director)
    refused = phones["D"].send("enter", key=builders.stamp(version=0), game=2, won="wall")
    assert refused["status"] == 409
    assert refused["reasons"] == [
        f"{phones['D'].entry.name} is on paper in this tournament. The director can change that."
    ]
    assert phones["D"].send("answer", key=builders.stamp(), game=1, version=1)["status"] == 409
    assert EnteredGame.objects.count() == 1
    player_uses(phones["D"].entry, paper=False, by=cast.director)
    done(phones["D"].right(1))


# Rule 10: 65 is a hand of 55 with 10 for picking the tile (10a), or one of 35 with 20 more for no jokers (10b).
OFF_LIST = {"won": "B", "value-other": "55", "from": "picked", "class": "exposed"}


@pytest.mark.parametrize("value", [55, 35])
def test_a_value_off_the_list_waits_for_the_desk_which_says_what_it_was(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast, value: int
) -> None:
    """It is asked of whoever types the cards, too, on which it is not written."""
    done(phones["A"].enter(1, **OFF_LIST))
    assert "A hand of 55 is not on this event’s list. Is it right?" in words(phones["B"].page)
    for game in (2, 3, 4):
        done(phones["A"].enter(game, won="wall"))
    for game in (1, 2, 3, 4):
        for letter in "BCD":
            done(phones[letter].right(game))
    for letter in "ABCD":
        done(phones[letter].right(0))
    off_list = "Game 1: a hand of 55 is not on this event’s list. The desk confirms it first."
    assert off_list in words(phones["A"].page)
    desk_table = desk_table_of(tournament, table)
    assert desk_table.state == CardSet.State.IN
    address = f"/t/{tournament.slug}/desk/1/1/"
    desk = builders.signed_in(cast.scorekeeper)
    assert "A hand of 55 is not on this event’s list." in words(desk.get(address).text)
    judged = judge(desk_table.written_set, desk_table.rules)
    assert [fault.code for fault in judged.faults] == ["value-off-list"]
    values = {
        "stamp": builders.stamp(version=desk_table.version, seats=desk_table.seats),
        "handed_in_by": "A",
    }
    for letter, card in desk_table.written_set.cards.items():
        values |= {f"{letter}-{game}": str(points) for game, points in enumerate(card.points, 1)}
        values |= {f"{letter}-total": str(card.total), f"{letter}-verified": card.verified_by}
    typed = desk.post(
        address, {**values, "stamp": builders.stamp(version=0, seats=desk_table.seats), "do": "accept"}
    )
    assert typed.status_code == 422
    assert "A hand of 55 is not on this event’s list." in words(typed.text)
    readings = re.findall(
        r'<option value="([^"]+)"( selected)?>',
        typed.text.partition('id="id_reading-1"')[2].partition("</select>")[0],
    )
    of = {55 if is_chosen else 35: key for key, is_chosen in readings}
    answer = {"reading-1": of[value], **({"off-list-1": "on"} if value == 55 else {})}
    values["stamp"] = builders.stamp(version=desk_table_of(tournament, table).version, seats=desk_table.seats)
    assert desk.post(address, {**values, **answer, "do": "accept"}).status_code == 302
    accepted = CardSet.objects.get(table=table)
    assert accepted.state == CardSet.State.ACCEPTED
    assert accepted.games[0]["reading"]["value"] == value


def test_the_page_that_goes_back_counts_what_phones_entered(
    phones: dict[str, Phone], tournament: Tournament, cast: builders.Cast
) -> None:
    """Games are their own history, and no entry of the journal."""
    stored = store_archive("by hand", tournament)
    assert stored
    number = next(item.number for item in archive_files(tournament))
    director, address = builders.signed_in(cast.director), f"/t/{tournament.slug}/archives/{number}/go-back/"
    assert "0 changes since then are undone" in words(director.get(address).text)
    done(phones["A"].enter(1, **WIN))
    done(phones["A"].enter(2, won="wall"))
    assert "2 changes since then are undone" in words(director.get(address).text)


def test_the_last_who_is_missing_goes_to_paper_and_the_desk_has_the_set(
    phones: dict[str, Phone], table: Table, cast: builders.Cast
) -> None:
    play_round(phones)
    for letter in "ABC":
        done(phones[letter].right(0))
    assert not CardSet.objects.exists()
    player_uses(phones["D"].entry, paper=True, by=cast.director)
    assert CardSet.objects.get(table=table).state == CardSet.State.IN
    assert numbers_of(table) == NUMBERS


def test_what_a_player_on_paper_disputed_holds_nobody_up(
    phones: dict[str, Phone], table: Table, cast: builders.Cast
) -> None:
    done(phones["A"].enter(1, **WIN))
    done(phones["D"].send("answer", game=1, version=version_of(table, 1), field="value"))
    player_uses(phones["D"].entry, paper=True, by=cast.director)
    for letter in "BC":
        done(phones[letter].right(1))
    assert "all who answer by phone agree" in words(phones["A"].page)


def test_a_table_on_paper_says_what_was_not_agreed(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    """On its phones and at the desk; and one who had confirmed a card is not everybody."""
    done(phones["A"].enter(1, **WIN))
    done(phones["B"].send("answer", game=1, version=version_of(table, 1), field="value"))
    done(phones["A"].enter(2, key=builders.stamp(version=0), won="wall"))
    done(phones["B"].send("answer", key=builders.stamp(), game=2, version=version_of(table, 2)))
    table_uses(table, paper=True, by=cast.director)
    page = words(phones["A"].page)
    assert "Write a card of all games, also of those that were played." in page
    assert "agree" not in page
    assert "somebody says it is not right" in page
    assert f"Did not answer: {phones['C'].entry.name}, {phones['D'].entry.name}" in page
    desk = words(builders.signed_in(cast.scorekeeper).get(f"/t/{tournament.slug}/desk/1/1/").text)
    assert "Somebody did not agree: game 1." in desk
    assert "Not everybody answered: game 2." in desk
    assert "confirmed it" not in desk


def test_of_four_who_go_to_paper_one_had_confirmed_the_card(
    phones: dict[str, Phone], table: Table, cast: builders.Cast
) -> None:
    play_round(phones)
    done(phones["A"].right(0))
    table_uses(table, paper=True, by=cast.director)
    assert "Write on paper here" in phones["B"].page
    assert Card.objects.filter(card_set__table=table).exclude(verified_by="").count() == 0


def test_the_last_of_four_on_paper_leaves_their_games_at_the_desk(
    phones: dict[str, Phone], table: Table, cast: builders.Cast
) -> None:
    done(phones["A"].enter(1, **WIN))
    for phone in phones.values():
        assert not CardSet.objects.exists()
        player_uses(phone.entry, paper=True, by=cast.director)
    assert numbers_of(table)["B"][0] == 25


def test_back_to_phones_no_cards_are_at_the_desk(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    done(phones["A"].enter(1, **WIN))
    table_uses(table, paper=True, by=cast.director)
    table_uses(table, paper=False, by=cast.director)
    assert desk_table_of(tournament, table).state == PLAYING
    done(phones["B"].right(1))
    assert list(verify(tournament)) == []


@pytest.mark.parametrize("what", ["confirmed", "typed"])
def test_back_to_phones_what_is_done_stays_at_the_desk(
    table: Table, tournament: Tournament, cast: builders.Cast, what: str
) -> None:
    phones = phones_at(tournament, table, PhoneMode.DESK)
    play_round(phones)
    if what == "confirmed":
        for phone in phones.values():
            done(phone.right(0))
    table_uses(table, paper=True, by=cast.director)
    if what == "typed":
        desk_table = desk_table_of(tournament, table)
        save_set(desk_table, judge(desk_table.written_set, desk_table.rules), by=cast.scorekeeper)
    table_uses(table, paper=False, by=cast.director)
    assert numbers_of(table) == NUMBERS


def test_phones_that_are_switched_off_leave_their_games_at_the_desk_until_they_are_on_again(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    done(phones["A"].enter(1, **WIN))
    for mode, points in (("off", 25), ("count", None)):
        tournament.refresh_from_db()
        set_phones(tournament, mode=mode, wifi="", by=cast.director)
        assert numbers_of(table).get("B", [None])[0] == points
    done(phones["B"].right(1))


def test_the_floor_says_nothing_of_the_phones_of_a_table_on_paper(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    done(phones["A"].enter(1, **WIN))
    director, floor = builders.signed_in(cast.director), f"/t/{tournament.slug}/room/1/"
    assert "in game 2 of 4" in director.get(floor).text
    table_uses(table, paper=True, by=cast.director)
    assert "in game" not in director.get(floor).text
    done(phones["A"].send("call"))
    assert f"{phones['A'].entry.name} calls you" in director.get(floor).text


def test_cards_typed_beside_one_game_from_phones_are_no_other_version(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    """What phones left empty is no difference, and what differs is said to be the phones'."""
    done(phones["A"].enter(1, **WIN))
    desk, address = builders.signed_in(cast.scorekeeper), f"/t/{tournament.slug}/desk/1/1/"
    seats = desk_table_of(tournament, table).seats
    table_uses(table, paper=True, by=cast.director)
    cards: dict[str, object] = {
        f"{letter}-{game}": points for letter, row in NUMBERS.items() for game, points in enumerate(row, 1)
    }
    cards |= {f"{letter}-total": sum(row) for letter, row in NUMBERS.items()}
    cards |= {f"{letter}-verified": by for letter, by in zip("ABCD", "CDAB", strict=True)}
    sent = {"handed_in_by": "A", **cards}
    other = {**sent, "B-1": 30, "B-total": 60}
    for button in ("accept", "save"):
        stamp = builders.stamp(version=0, seats=seats)
        refused = desk.post(address, {**other, "do": button, "stamp": stamp})
        assert refused.status_code == 409
        page = words(refused.text)
        assert "What you typed is not what the players entered on their phones." in page
        assert re.findall(r'<tr data-field="([^"]+)"', refused.text) == ["B-1"]
    stamp = builders.stamp(version=0, seats=seats)
    assert desk.post(address, {**sent, "do": "accept", "stamp": stamp}).status_code == 302
    assert CardSet.objects.get(table=table).state == CardSet.State.ACCEPTED
    assert numbers_of(table) == NUMBERS
