"""A table that calls the director: where the call stands, what it says, and how it ends."""

from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from phones.models import PhoneMode, PhoneTable
from phones.overview.actions import set_phones, table_uses
from record.models import JournalEntry
from record.verbs import Verb
from scoring.models import CardSet, SetVersion
from scoring.sets.disputes import hand_back_set, hold_set, reopen_set, rule_on_set
from scoring.sets.judged import judge
from scoring.sets.queries import desk_table_of
from tests import builders
from tests.phones.table.at_the_table import Phone, phones_at, version_of
from tests.phones.table.test_table import NUMBERS, WIN, done, numbers_of, play_round
from tournament.models import Round, Table, Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def director(cast: builders.Cast) -> Client:
    return builders.signed_in(cast.director)


def today(director: Client, tournament: Tournament) -> str:
    return builders.one_line(director.get(f"/t/{tournament.slug}/manage/the-day/").text)


def been_there(
    director: Client, tournament: Tournament, called_at: datetime | None = None, status: int = 302
) -> None:
    """By a page that was made when the table called at that time, or now."""
    called_at = called_at or PhoneTable.objects.get(table__number=1).called_at
    form = {"stamp": builders.stamp(called_at=called_at)}
    answer = director.post(f"/t/{tournament.slug}/phones/1/1/been-there/", form)
    assert answer.status_code == status
    if status == 302:
        assert "Table 1 no longer waits for you." in today(director, tournament)


@pytest.mark.parametrize("clock", ["running", "not started"])
def test_a_call_while_they_play_says_what_is_disputed_and_they_go_on(
    phones: dict[str, Phone], table: Table, tournament: Tournament, director: Client, clock: str
) -> None:
    """It stands on top of Today, also where no clock runs."""
    if clock == "not started":
        Round.objects.update(started_at=None)
    name = {letter: phone.entry.name for letter, phone in phones.items()}
    done(phones["A"].enter(1, **WIN))
    done(phones["B"].send("answer", game=1, version=version_of(table, 1), field="value"))
    done(phones["D"].send("call"))
    reason = (
        f"Game 1: {name['B']} does not agree about “What is the hand worth?” "
        f"{name['B']} won 25 from {name['A']}’s tile. 2 exposures."
    )
    assert CardSet.objects.get(table=table).held_reason == reason
    assert JournalEntry.objects.get(verb=Verb.DIRECTOR_CALLED).new == {"game": 1}
    page = today(director, tournament)
    _before, _call, after = page.partition("Called from the tables")
    assert reason in after.partition('class="today-top"')[0]
    desk = director.get(f"/t/{tournament.slug}/desk/1/1/").text
    assert "I have been there: they go on" in desk
    assert "handed in" not in builders.one_line(desk).partition("to-collect")[2].partition("</p>")[0]
    assert phones["A"].send("enter", key=builders.stamp(version=0), game=2, won="wall")["status"] == 409

    been_there(director, tournament)
    assert not CardSet.objects.exists()
    assert SetVersion.objects.filter(table=table).last().state == "", "nothing was handed in"
    assert "Called from the tables" not in today(director, tournament)
    assert "talk about it" in phones["A"].page
    done(phones["B"].right(1))
    done(phones["A"].enter(2, won="wall"))


def test_a_scorekeeper_sees_the_call_and_does_not_answer_it(
    phones: dict[str, Phone], tournament: Tournament, cast: builders.Cast
) -> None:
    done(phones["D"].send("call"))
    desk = builders.signed_in(cast.scorekeeper)
    assert "they go on" not in desk.get(f"/t/{tournament.slug}/desk/1/1/").text
    answer = desk.post(f"/t/{tournament.slug}/phones/1/1/been-there/", {"stamp": builders.stamp()})
    assert answer.status_code == 403
    assert CardSet.objects.get().state == CardSet.State.HELD


def confirmed(phones: dict[str, Phone]) -> None:
    play_round(phones)
    for letter in "ABCD":
        done(phones[letter].right(0))


def test_a_call_about_a_round_that_counts_is_shown_on_top_and_ends_with_a_ruling(
    phones: dict[str, Phone], table: Table, tournament: Tournament, director: Client, cast: builders.Cast
) -> None:
    """The totals are nobody's writing: they follow what the director rules."""
    confirmed(phones)
    done(phones["C"].send("call"))
    page = builders.one_line(phones["D"].page)
    assert 'data-state="done called"' in page
    assert page.index("The director is called to your table") < page.index("Your round counts")
    floor = director.get(f"/t/{tournament.slug}/room/1/").text
    assert f"{phones['C'].entry.name} calls you" in floor
    assert "1 table calls you" in builders.one_line(floor).partition("<h1")[2].partition("</h1>")[0]
    assert "Called from the tables" in today(director, tournament)
    assert "Called from the tables" in director.get(f"/t/{tournament.slug}/phones/").text
    assert (
        f"{phones['C'].entry.name}</bdi> called you at"
        in director.get(f"/t/{tournament.slug}/desk/1/1/").text
    )

    everybody = "ABCD"
    reopen_set(desk_table_of(tournament, table), reason="B won 30", present=everybody, by=cast.director)
    assert "Called from the tables" in today(director, tournament)
    desk_table = desk_table_of(tournament, table)
    cards = dict(desk_table.written_set.cards)
    cards["B"] = replace(cards["B"], points=(30, 10, 10, 10))
    ruled = judge(replace(desk_table.written_set, cards=cards), desk_table.rules)
    rule_on_set(desk_table, ruled, ruling="30", consulted=everybody, by=cast.director)
    assert numbers_of(table) == {**NUMBERS, "B": [30, 10, 10, 10]}
    assert "The director is called" not in phones["D"].page
    assert "The director decided: 30" in phones["D"].page
    assert "Called from the tables" not in today(director, tournament)
    assert "calls you" not in director.get(f"/t/{tournament.slug}/room/1/").text
    assert PhoneTable.objects.get(table=table).called_at is not None
    first_call = PhoneTable.objects.get(table=table).called_at
    done(phones["A"].send("call"))
    assert "Called from the tables" in today(director, tournament)
    been_there(director, tournament, called_at=first_call, status=409)
    assert "Called from the tables" in today(director, tournament)
    accepted = SetVersion.objects.get(table=table, by=cast.director, state=CardSet.State.ACCEPTED)
    accepted.pk, accepted.by, accepted.at = None, cast.scorekeeper, timezone.now()
    accepted.save()  # by a clerk, with what was ruled earlier
    assert "Called from the tables" in today(director, tournament)
    assert "The director is called" in phones["D"].page
    been_there(director, tournament)
    assert "Called from the tables" not in today(director, tournament)


def test_a_director_rules_in_the_card_game_without_totals(cast: builders.Cast) -> None:
    event = builders.running_tournament(cast.club, players=4, system="card-game")
    table = event.rounds.get(number=1).tables.get()
    phones = phones_at(event, table, PhoneMode.DESK)
    done(phones["A"].enter(1, first_east="A", won="B", value="25", **{"from": "C"}))
    for game in range(2, event.games_in(1) + 1):
        done(phones["A"].enter(game, won="wall"))
    for game in range(1, event.games_in(1) + 1):
        for letter in "BCD":
            done(phones[letter].right(game))
    for letter in "ABCD":
        done(phones[letter].right(0))
    done(phones["D"].send("call"))
    desk_table = desk_table_of(event, table)
    assert desk_table.state == CardSet.State.HELD
    assert {card.total for card in desk_table.written_set.cards.values()} == {None}
    games = list(desk_table.written_set.games)
    games[0] = replace(games[0], facts=replace(games[0].facts, thrower="D"))
    ruled = judge(replace(desk_table.written_set, games=tuple(games)), desk_table.rules)
    outcome = rule_on_set(desk_table, ruled, ruling="D threw it", consulted="ABCD", by=cast.director)
    assert outcome.state == CardSet.State.ACCEPTED


def test_the_second_not_right_says_that_it_calls_the_director(phones: dict[str, Phone], table: Table) -> None:
    done(phones["A"].enter(1, **WIN))
    assert "the director is called at once" not in phones["B"].page
    done(phones["B"].send("answer", game=1, version=version_of(table, 1), field="value"))
    assert "You say that this is different:" in phones["B"].page
    assert f"{phones['B'].entry.name}</bdi> says that this is different:" in phones["C"].page
    seen = version_of(table, 1)
    done(phones["C"].send("enter", key=builders.stamp(version=seen), game=1, about="value", value="30"))
    page = builders.one_line(phones["D"].page)
    assert "It was disputed before: the director is called at once." in page
    assert f"Before the change: {phones['B'].entry.name} won 25" in page
    assert f"{phones['B'].entry.name} won 30" in page


def test_what_all_have_confirmed_stays_at_the_desk_when_they_go_on(
    tournament: Tournament, table: Table, director: Client
) -> None:
    phones = phones_at(tournament, table, PhoneMode.DESK)
    confirmed(phones)
    done(phones["C"].send("call"))
    assert CardSet.objects.get(table=table).state == CardSet.State.HELD
    been_there(director, tournament)
    assert CardSet.objects.get(table=table).state == CardSet.State.IN
    desk_table = desk_table_of(tournament, table)
    assert judge(desk_table.written_set, desk_table.rules).acceptable
    assert numbers_of(table) == NUMBERS


def test_a_table_that_goes_to_paper_while_it_is_held_leaves_its_games_at_the_desk(
    phones: dict[str, Phone], table: Table, tournament: Tournament, director: Client, cast: builders.Cast
) -> None:
    done(phones["A"].enter(1, **WIN))
    done(phones["C"].send("call"))
    table_uses(table, paper=True, by=cast.director)
    been_there(director, tournament)
    assert numbers_of(table)["B"][0] == 25
    assert desk_table_of(tournament, table).is_by_players


def test_a_call_from_a_table_on_paper_brings_no_cards_to_the_desk(
    phones: dict[str, Phone], table: Table, tournament: Tournament, director: Client, cast: builders.Cast
) -> None:
    table_uses(table, paper=True, by=cast.director)
    done(phones["C"].send("call"))
    desk = builders.one_line(director.get(f"/t/{tournament.slug}/desk/1/1/").text)
    assert "What is different is corrected here" not in desk
    been_there(director, tournament)
    assert not CardSet.objects.exists()


def test_an_old_button_takes_nothing_from_the_desk(
    phones: dict[str, Phone], table: Table, tournament: Tournament, director: Client, cast: builders.Cast
) -> None:
    """Handed back at the desk meanwhile, typed there and held by somebody of the desk."""
    done(phones["A"].enter(1, **WIN))
    done(phones["C"].send("call"))
    hand_back_set(desk_table_of(tournament, table), reason="typed", by=cast.director)
    desk_table = desk_table_of(tournament, table)
    judged = judge(desk_table.written_set, desk_table.rules)
    hold_set(desk_table, judged, reason="B is blurred", by=cast.scorekeeper)
    been_there(director, tournament)
    assert CardSet.objects.get(table=table).state == CardSet.State.HELD


def test_streams_show_a_call_that_was_just_made(
    phones: dict[str, Phone], table: Table, tournament: Tournament
) -> None:
    """What the act has made for all four is what they are shown."""
    confirmed(phones)
    answer = phones["C"].send("call")
    assert "The director is called to your table" in answer["part"]
    assert "The director is called to your table" in phones["C"].page


def test_a_page_that_is_loaded_while_it_is_held_can_go_on(phones: dict[str, Phone]) -> None:
    done(phones["A"].enter(1, **WIN))
    done(phones["C"].send("call"))
    page = phones["B"].page
    assert 'data-state="held called"' in page
    assert " hidden" in page.partition('id="enter-game"')[2].partition(">")[0]


@pytest.mark.parametrize("means", ["phones off", "table on paper"])
def test_a_call_at_a_table_whose_phones_no_longer_enter_leaves_the_set_to_the_desk(
    phones: dict[str, Phone], table: Table, tournament: Tournament, cast: builders.Cast, means: str
) -> None:
    done(phones["A"].enter(1, **WIN))
    done(phones["A"].send("call"))
    by, director = cast.director, builders.signed_in(cast.director)
    tournament.refresh_from_db()
    if means == "phones off":
        set_phones(tournament, mode="off", wifi="", by=by)
    else:
        table_uses(table, paper=True, by=by)
    desk = builders.one_line(director.get(f"/t/{tournament.slug}/desk/1/1/").text)
    assert "they enter it themselves" not in desk
    assert "All had confirmed" not in desk
    assert "I have been there: the desk goes on" in desk
    been_there(director, tournament)
    assert CardSet.objects.get(table=table).state == CardSet.State.IN
