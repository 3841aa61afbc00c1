"""What phones enter, dispute, confirm and count, over HTTP."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from unittest import mock

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.utils import timezone
from msgspec.structs import replace

from phones.models import EnteredGame, GameAnswer, OpenedKey, PaperTable, PhoneKey, PhoneMode, PhoneTable
from phones.overview.actions import player_uses
from record.journal import verify
from record.models import JournalEntry
from record.refused import Refused
from record.verbs import Verb
from scoring.bonus.queries import why_it_stays
from scoring.models import Card, CardSet, CorrectionWindow
from scoring.sets.accepting import accept_set
from scoring.sets.disputes import hand_back_set
from scoring.sets.judged import judge
from scoring.sets.queries import desk_table_of
from tests import builders
from tests.phones.table.at_the_table import Phone, device, phones_at, pin_of, stamp_in, version_of
from tournament.models import Table, Tournament
from tournament.rounds.actions import take_back_publication
from tournament.seating.changed_rounds import last_begun_round
from tournament.settings.actions import withhold_results

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
WIN = {"won": "B", "value": "25", "from": "A", "class": "exposed", "exposures": "2"}


def done(answer: dict[str, object]) -> None:
    assert (answer["status"], answer["reasons"]) == (200, [])


def play_round(phones: dict[str, Phone], letters: str = "ABCD") -> None:
    """B wins the first game; the others are walls."""
    done(phones["A"].enter(1, **WIN))
    for game in (2, 3, 4):
        done(phones["A"].enter(game, won="wall"))
    for game in (1, 2, 3, 4):
        for letter in letters.replace("A", ""):
            done(phones[letter].right(game))


def numbers_of(table: Table) -> dict[str, list[int]]:
    return {card.letter: card.points for card in Card.objects.filter(card_set__table=table)}


# Rule 10: B scores the 25 of the hand; A, who threw to two exposures, loses 10 (10f: 20); a wall gives each 10 (10c).
NUMBERS = {"A": [-20, 10, 10, 10], "B": [25, 10, 10, 10], "C": [0, 10, 10, 10], "D": [0, 10, 10, 10]}


def test_a_set_counts_when_all_four_have_confirmed_the_same_card(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    play_round(phones)
    for letter in "ABC":
        done(phones[letter].right(0))
    assert not CardSet.objects.filter(table=table).exists()
    done(phones["D"].right(0))
    assert CardSet.objects.get(table=table).state == CardSet.State.ACCEPTED
    assert numbers_of(table) == NUMBERS
    entry = JournalEntry.objects.get(tournament=tournament, verb=Verb.CONFIRMED_ON_PHONES)
    numbers = [phones[letter].entry.number for letter in "ABCD"]
    assert [one["number"] for one in entry.new["confirmed"]] == numbers
    assert list(verify(tournament)) == []
    assert "Everybody at the table confirmed this" in (
        builders.signed_in(tournament.club.memberships.get(role="director").user)
        .get(f"/t/{tournament.slug}/desk/1/1/")
        .content.decode()
    )


def test_any_change_ends_what_was_said_of_the_game_and_of_the_card(
    phones: dict[str, Phone], table: Table
) -> None:
    play_round(phones)
    done(phones["A"].right(0))
    seen = version_of(table, 1)
    changed = {**WIN, "value": "30"}
    done(phones["C"].enter(1, key=builders.stamp(version=seen), **changed))
    old = phones["D"].send("answer", game=1, version=seen)
    assert old["status"] == 409
    assert phones["B"].right(0)["status"] == 409, "the card waits until everybody has seen the change"
    for letter in "ABD":
        done(phones[letter].right(1))
    for letter in "ABCD":
        assert not CardSet.objects.filter(table=table).exists()
        done(phones[letter].right(0))
    assert numbers_of(table)["B"] == [30, 10, 10, 10]


def test_the_second_of_two_who_enter_at_once_sees_the_first(phones: dict[str, Phone], table: Table) -> None:
    done(phones["A"].enter(1, **WIN))
    late = phones["B"].send("enter", key=builders.stamp(version=0), game=1, won="wall")
    assert late["status"] == 409
    assert phones["A"].entry.name in late["reasons"][0]
    assert EnteredGame.objects.get(table=table).facts["outcome"] == "win"


def test_what_is_sent_twice_counts_once(phones: dict[str, Phone], table: Table) -> None:
    key = builders.stamp(version=0)
    for _time in range(2):
        done(phones["A"].send("enter", key=key, game=1, **WIN))
    assert EnteredGame.objects.filter(table=table).count() == 1


@pytest.mark.parametrize(("source", "facts"), [("D", {"thrower": "D"}), ("picked", {})])
def test_where_the_last_tile_came_from_can_be_changed(
    phones: dict[str, Phone], table: Table, source: str, facts: dict[str, str]
) -> None:
    done(phones["A"].enter(1, **WIN))
    seen = version_of(table, 1)
    done(phones["B"].send("answer", game=1, version=seen, field="from"))
    changed = {**WIN, "from": source, "about": "from", "key": builders.stamp(version=seen)}
    if source == "picked":
        del changed["exposures"]  # they are not asked then
    done(phones["C"].send("enter", game=1, **changed))
    stored = EnteredGame.objects.filter(table=table).last().facts
    assert (stored["winner"], {name: stored[name] for name in facts}) == ("B", facts)
    assert ("thrower" in stored) == bool(facts)


def test_who_disagrees_shows_all_just_that_field_and_the_second_time_calls_the_director(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    done(phones["A"].enter(1, **WIN))
    done(phones["B"].send("answer", game=1, version=version_of(table, 1), field="value"))
    for letter in "ABCD":
        assert "What is the hand worth?" in phones[letter].page
    done(
        phones["C"].send(
            "enter", key=builders.stamp(version=version_of(table, 1)), game=1, about="value", value="30"
        )
    )
    assert EnteredGame.objects.filter(table=table).last().facts["thrower"] == "A", "what is not asked stays"
    assert not CardSet.objects.filter(table=table).exists()
    done(phones["A"].send("answer", game=1, version=version_of(table, 1), field="from"))
    card_set = CardSet.objects.get(table=table)
    assert card_set.state == CardSet.State.HELD
    assert f"{phones['A'].entry.name} does not agree about" in card_set.held_reason
    assert "The director is called" in phones["D"].page
    assert phones["B"].enter(2, key=builders.stamp(version=0), won="wall")["status"] == 409
    director = builders.signed_in(cast.director)
    assert "Settle table 1" in director.get(f"/t/{tournament.slug}/room/1/").content.decode()
    hand_back_set(desk_table_of(tournament, table), reason="A threw it", by=cast.director)
    assert not CardSet.objects.filter(table=table).exists(), "they play on, and have no cards"
    done(phones["A"].right(1))
    done(phones["B"].enter(2, won="wall"))


def test_a_change_that_changes_nothing_is_refused(phones: dict[str, Phone], table: Table) -> None:
    """It would end what the others said, and count as a turn."""
    done(phones["A"].enter(1, **WIN))
    done(phones["C"].right(1))
    refused = phones["B"].send("enter", key=builders.stamp(version=1), game=1, **WIN)
    assert (refused["status"], refused["reasons"]) == (
        422,
        ["Game 1 says this already. Nothing was changed."],
    )
    assert set(table.game_answers.values_list("entry", flat=True)) == {
        phones["A"].entry.pk,
        phones["C"].entry.pk,
    }


def test_of_two_differences_each_form_has_ids_of_its_own(phones: dict[str, Phone], table: Table) -> None:
    """Also beside the form that changes a whole game."""
    done(phones["A"].enter(1, **WIN))
    for letter, field in (("B", "hand"), ("C", "infraction")):
        done(phones[letter].send("answer", game=1, version=1, field=field))
    page = phones["A"].client.get(f"{phones['A'].address}?game=1").text
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) > 50
    assert {one for one in ids if ids.count(one) > 1} == set()


def test_a_difference_in_something_rare_is_asked_first(phones: dict[str, Phone], table: Table) -> None:
    """In the whole game, since more may depend on it; without a line that stands for a name where it is of no seat."""
    done(phones["A"].enter(1, **WIN))
    done(phones["B"].send("answer", game=1, version=1, field="infraction"))
    asked = re.findall(r'data-asked="(\w+)"', phones["C"].page.partition('data-about="1-1-B"')[2])
    assert asked[:2] == ["infraction", "won"]
    assert asked.count("infraction") == 1 + ('id="enter-game"' in phones["C"].page)


def test_a_refused_change_without_a_script_can_be_sent_again(phones: dict[str, Phone], table: Table) -> None:
    """With what was typed, from the version that the refusal told of."""
    done(phones["A"].enter(1, **WIN))
    first, second = version_of(table, 1), {**WIN, "value": "30"}
    done(phones["C"].enter(1, key=builders.stamp(version=first), **second))
    client, address = phones["A"].client, phones["A"].at("enter")
    sent = {**WIN, "value": "35", "game": 1, "stamp": builders.stamp(version=first)}
    refused = client.post(address, sent)
    assert refused.status_code == 409
    assert (
        f"{phones['C'].entry.name} has entered game 1 meanwhile: Player 2 won 30 from your tile."
        in refused.text
    )
    assert client.post(address, {**sent, "stamp": stamp_in(refused.text, address)}).status_code == 302
    assert table.entered_games.latest("version").facts["value"] == 35


def test_of_a_picked_hand_jokers_are_disputed_as_one_of_two(phones: dict[str, Phone], table: Table) -> None:
    done(phones["A"].enter(1, **WIN, jokerless="on"))
    done(phones["B"].send("answer", game=1, version=version_of(table, 1), field="jokerless"))
    page = builders.one_line(phones["C"].page)
    assert "No jokers in the hand" in page
    assert "Jokers in the hand</span>" in page.partition("No jokers in the hand")[2]
    done(phones["C"].send("enter", game=1, about="jokerless", key=builders.stamp(version=1), jokerless=""))
    facts = table.entered_games.get(version=2).facts
    assert (facts.get("jokerless"), facts["value"]) == (None, 25)


def test_one_device_with_two_keys_answers_for_one(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    entries = [phones["B"].entry, phones["C"].entry]
    both = Phone(tournament, phones["B"].entry, device(*entries), table)
    done(phones["A"].enter(1, **WIN))
    refused = both.right(1)
    assert refused["status"] == 422
    assert not GameAnswer.objects.filter(entry__in=entries).exists()
    answer = {"game": 1, "version": version_of(table, 1), "as": "C"}
    assert both.send("answer", pin="none", **answer)["status"] == 422
    assert PhoneKey.objects.get(entry=phones["C"].entry).wrong_pins == 1
    done(both.send("answer", pin=pin_of(phones["C"].entry), **answer))
    assert GameAnswer.objects.get(entry=phones["C"].entry).is_shared


def test_a_phone_that_was_somebody_else_s_here_does_not_answer_again(
    phones: dict[str, Phone], table: Table
) -> None:
    done(phones["A"].enter(1, **WIN))
    done(phones["B"].right(1))
    OpenedKey.objects.filter(entry=phones["B"].entry).update(ended_at=timezone.now())
    used = OpenedKey.objects.get(entry=phones["B"].entry).device
    OpenedKey.objects.create(entry=phones["C"].entry, device=used, at=timezone.now())
    phones["C"].client = phones["B"].client
    assert phones["C"].right(1)["status"] == 422


def test_one_phone_goes_round(phones: dict[str, Phone], table: Table) -> None:
    """A's phone alone: the others give their PINs, and the record says so. B does not agree at first."""
    shared = phones["A"]
    done(shared.enter(1, **WIN))
    for game in (2, 3, 4):
        done(shared.enter(game, won="wall"))
    disputed = {"version": version_of(table, 1), "field": "value", "pin": pin_of(phones["B"].entry)}
    done(shared.send("answer", game=1, **disputed, **{"as": "B"}))
    of_b = shared.page.partition('name="as" value="B"')[2].partition("</form>")[0]
    assert "It is right as it is" in of_b
    assert "What is different?" not in of_b
    for game in (1, 2, 3, 4, 0):
        if not game:
            done(shared.right(0))
        for letter in "BCD":
            pin = pin_of(phones[letter].entry)
            done(shared.send("answer", game=game, version=version_of(table, game), pin=pin, **{"as": letter}))
    assert CardSet.objects.get(table=table).state == CardSet.State.ACCEPTED
    assert numbers_of(table) == NUMBERS
    assert GameAnswer.objects.filter(table=table, game=0, is_shared=True).count() == 3


def test_with_the_desk_the_set_is_filled_in_and_waits(
    tournament: Tournament, table: Table, cast: builders.Cast
) -> None:
    phones = phones_at(tournament, table, PhoneMode.DESK)
    play_round(phones)
    for letter in "ABCD":
        done(phones[letter].right(0))
    assert CardSet.objects.get(table=table).state == CardSet.State.IN
    assert numbers_of(table) == NUMBERS
    assert "The desk compares it with the cards." in phones["A"].page
    desk = builders.signed_in(cast.scorekeeper)
    address = f"/t/{tournament.slug}/desk/1/1/"
    assert "All of them confirmed it." in desk.get(address).content.decode()
    blank = desk.get(f"{address}?type=cards").content.decode()
    assert 'name="A-1" value="-20"' not in blank
    seen = {"version": 0, "seats": desk_table_of(tournament, table).seats}
    cards = {
        f"{letter}-{game}": points for letter, row in NUMBERS.items() for game, points in enumerate(row, 1)
    }
    cards |= {f"{letter}-total": sum(row) for letter, row in NUMBERS.items()}
    cards |= {f"{letter}-verified": by for letter, by in zip("ABCD", "CDAB", strict=True)}
    for answer, other in ((409, {"B-1": 30, "B-total": 60}), (302, {})):
        sent = {"do": "accept", "handed_in_by": "A", "stamp": builders.stamp(**seen), **cards, **other}
        assert desk.post(f"{address}?type=cards", sent).status_code == answer
    assert CardSet.objects.get(table=table).state == CardSet.State.ACCEPTED


def test_a_table_half_on_paper_fills_the_desk(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    PhoneKey.objects.update_or_create(entry=phones["D"].entry, defaults={"paper_since": timezone.now()})
    play_round(phones, "ABC")
    for letter in "ABC":
        done(phones[letter].right(0))
    assert CardSet.objects.get(table=table).state == CardSet.State.IN
    assert numbers_of(table) == NUMBERS


def test_a_table_of_three(cast: builders.Cast) -> None:
    """Nobody sits at D: nobody is asked there, and three confirm."""
    three = builders.running_tournament(cast.club, players=7)
    table = three.rounds.get(number=1).tables.get(number=2)
    phones = phones_at(three, table)
    assert list(phones) == ["A", "B", "C"]
    play_round(phones, "ABC")
    assert phones["A"].client.get(phones["A"].address).context["chair"].faults == []
    for letter in "ABC":
        done(phones[letter].right(0))
    assert CardSet.objects.get(table=table).state == CardSet.State.ACCEPTED
    assert numbers_of(table) == {letter: NUMBERS[letter] for letter in "ABC"}


def test_a_seat_that_changes_ends_what_was_said(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    """A and B change places after play: whoever has confirmed looks at it again from the right chair."""
    done(phones["A"].enter(1, **WIN))
    done(phones["C"].right(1))
    first, second = table.seats.get(letter="A"), table.seats.get(letter="B")
    first_entry, second_entry = first.entry, second.entry
    second.delete()
    table.seats.filter(pk=first.pk).update(entry=second_entry)
    table.seats.create(round=table.round, letter="B", entry=first_entry)
    tournament.outdate_prints([first_entry])  # as every change of seats does
    assert "Game 1: your turn" in phones["C"].page
    assert f"You won 25 from {second_entry.name}’s tile." in phones["A"].page


def test_a_table_on_paper_takes_nothing(phones: dict[str, Phone], table: Table) -> None:
    PaperTable.objects.create(table=table, since=timezone.now())
    assert phones["A"].send("enter", key=builders.stamp(version=0), game=1, **WIN)["status"] == 409
    assert "Write on paper here" in phones["A"].page


def test_an_event_in_which_two_people_type_each_set_waits_for_them(
    tournament: Tournament, table: Table
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(second_person=True)
    tournament.refresh_from_db()
    phones = phones_at(tournament, table)
    play_round(phones)
    for letter in "ABCD":
        done(phones[letter].right(0))
    assert CardSet.objects.get(table=table).state == CardSet.State.IN


def test_something_is_wrong_after_all_have_agreed(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    play_round(phones)
    for letter in "ABCD":
        done(phones[letter].right(0))
    done(phones["C"].send("call"))
    assert CardSet.objects.get(table=table).state == CardSet.State.ACCEPTED
    director = builders.signed_in(cast.director)
    day = f"/t/{tournament.slug}/manage/the-day/"
    assert "Called from the tables" in director.get(day).content.decode()
    answered = f"/t/{tournament.slug}/phones/1/1/been-there/"
    called_at = PhoneTable.objects.get(table=table).called_at
    director.post(answered, {"stamp": builders.stamp(called_at=called_at)})
    assert PhoneTable.objects.get(table=table).called_at is None
    assert "Called from the tables" not in director.get(day).content.decode()


def test_something_is_wrong_stays_until_the_time_for_corrections_is_over(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    """It begins once every table has counted, and may be set anew."""
    now = timezone.now()
    window = CorrectionWindow(tournament=tournament, by=cast.director, opened_at=now - timedelta(hours=1))
    window.closes_at = now + timedelta(hours=1)
    window.save()
    play_round(phones)
    for letter in "ABCD":
        done(phones[letter].right(0))
    assert "Something is wrong" in phones["A"].page
    assert "The time for corrections ends at" in phones["A"].page
    key = stamp_in(phones["A"].page, phones["A"].at("call"))
    CorrectionWindow.objects.update(closes_at=now - timedelta(minutes=1))
    assert "Something is wrong" not in phones["A"].page
    assert phones["A"].send("call", key=key)["reasons"] == [
        "The time for corrections is over. Ask the director."
    ]


def test_a_bonus_round_has_its_own_number_of_games(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    """As at the desk, nothing is entered before everybody is seated and it has begun."""
    tournament.rounds.filter(number=1).update(bonus_games=2, bonus_counts=False, started_at=None)
    assert "Not marked as seated yet: table 1, 2." in phones["A"].enter(1, **WIN)["reasons"][0]
    tournament.rounds.filter(number=1).update(started_at=timezone.now())
    done(phones["A"].enter(1, **WIN))
    done(phones["A"].enter(2, won="wall"))
    assert "so it stays" in why_it_stays(tournament.rounds.get(number=1))
    assert "Bonus round" in phones["A"].page
    assert "Game 3" not in phones["A"].page
    for game in (1, 2, 0):
        for letter in "ABCD" if not game else "BCD":
            done(phones[letter].right(game))
    assert CardSet.objects.get(table=table).state == CardSet.State.ACCEPTED
    assert numbers_of(table) == {letter: numbers[:2] for letter, numbers in NUMBERS.items()}


def test_who_leaves_in_mid_round_goes_to_paper_and_the_desk_says_until_when_she_played(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    """D goes after game 2: the others go on with three, and the desk takes her last two games out."""
    done(phones["A"].enter(1, **WIN))
    done(phones["A"].enter(2, won="wall"))
    player_uses(phones["D"].entry, paper=True, by=cast.director)
    done(phones["B"].enter(3, won="wall"))
    done(phones["B"].enter(4, won="wall"))
    for game in (1, 2, 3, 4, 0):
        for letter in "ABC":
            if game == 0 or letter != ("A" if game < 3 else "B"):
                done(phones[letter].right(game))
    assert "The desk compares it with the cards." in phones["A"].page
    desk_table = desk_table_of(tournament, table)
    assert desk_table.state == CardSet.State.IN
    cards = {
        letter: replace(card, verified_by={"A": "C", "B": "C", "C": "A", "D": "B"}[letter])
        for letter, card in desk_table.written_set.cards.items()
    }
    cards["D"] = replace(cards["D"], left_after=2, points=(0, 10, None, None), total=10)
    judgement = judge(replace(desk_table.written_set, cards=cards), desk_table.rules)
    assert accept_set(desk_table, judgement, by=cast.scorekeeper).state == "accepted"
    assert "Your round counts" in phones["A"].page
    assert "Games so far" not in phones["A"].page  # as they were on phones
    chair = phones["A"].client.get(phones["A"].address).context["chair"]
    assert chair.totals[-1] == ("D", chair.now.names["D"], 10, [0, 10, None, None])


def test_while_results_are_withheld_a_table_sees_its_own_card(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast
) -> None:
    withhold_results(tournament, from_round=1, by=cast.director)
    play_round(phones)
    for letter in "ABCD":
        done(phones[letter].right(0))
    assert "Your round counts" in phones["A"].page


def test_what_breaks_the_rules_is_said_and_not_stored(phones: dict[str, Phone], table: Table) -> None:
    answer = phones["A"].enter(1, **{**WIN, "from": "B"})
    assert answer["status"] == 422
    assert answer["reasons"]
    assert not EnteredGame.objects.exists()


def test_another_table_is_404_and_the_desk_is_closed(
    phones: dict[str, Phone], tournament: Tournament
) -> None:
    client, other = phones["A"].client, f"/p/{tournament.slug}/1/2/"
    assert client.get(f"{other}live/").status_code == 404
    for act in ("begin", "check", "enter", "answer", "call"):
        assert client.post(f"{other}{act}/", {"game": 1}).status_code == 404
    assert client.get(f"/t/{tournament.slug}/desk/1/1/").status_code == 302
    assert client.get("/p/no-such-event/").status_code == 404


def test_a_stream_that_is_told_of_acts_late_does_not_read_the_table_again(
    phones: dict[str, Phone], tournament: Tournament, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another act has been answered meanwhile: what was read for that is what all are shown."""
    from contextlib import nullcontext

    from phones.table import made as module

    done(phones["A"].enter(1, **WIN))
    done(phones["B"].right(1))
    own = PhoneTable.objects.get(table=table).version
    hall = module.hall_of(tournament.pk)
    read = mock.Mock(return_value=None)
    monkeypatch.setattr(module, "read_for_all", read)
    entry = table.seats.get(letter="C").entry_id

    def shown(version: int) -> str:
        whole = hall.version_of(table.pk, version)
        return async_to_sync(module.made.part)(table.pk, entry, whole, "en", nullcontext)

    assert f'data-version="{own}"' in shown(own - 1)
    assert shown(own) == shown(own - 1)
    assert not read.called
    assert not shown(own + 1)  # that of an act which this process has not seen
    assert not shown(-1)  # the hub knows nothing
    assert read.call_count == 2


def test_a_stream_that_waited_shows_what_was_read_meanwhile(
    phones: dict[str, Phone], tournament: Tournament, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from phones.table import made as module

    done(phones["A"].enter(1, **WIN))
    own = PhoneTable.objects.get(table=table).version
    hall, entry = module.hall_of(tournament.pk), table.seats.get(letter="C").entry_id
    module.made.forget()

    @asynccontextmanager
    async def turn() -> AsyncIterator[None]:
        await sync_to_async(lambda: done(phones["B"].right(1)))()
        monkeypatch.setattr(module, "read_for_all", mock.Mock(side_effect=AssertionError))
        yield

    whole = hall.version_of(table.pk, own)
    part = async_to_sync(module.made.part)(table.pk, entry, whole, "en", turn)
    assert f'data-version="{own + 1}"' in part


def test_a_game_entered_needs_no_more_questions_of_the_database_at_the_fourth_than_at_the_second(
    phones: dict[str, Phone], table: Table, django_assert_num_queries: object
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for game in (1, 2, 3, 4):
        done(phones["A"].enter(game, won="wall"))
        with CaptureQueriesContext(connection) as asked:
            assert phones["B"].page
        counts.append(len(asked))
    assert counts[1] == counts[3]


def test_a_round_of_which_games_are_entered_is_not_taken_back(
    tournament: Tournament, phones: dict[str, Phone], cast: builders.Cast
) -> None:
    """Another draw would take the games away; no clock runs, and no card is in."""
    done(phones["A"].enter(1, won="wall"))
    assert last_begun_round(tournament) == 1
    with pytest.raises(Refused, match="Scores of round 1 are in"):
        take_back_publication(tournament, number=1, by=cast.director)
    assert EnteredGame.objects.count() == 1
