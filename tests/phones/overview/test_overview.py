"""The director's page about phones: who has opened a slip, where paper is used, and what may be worth a look."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from phones.access import mode_of
from phones.keys.actions import open_on
from phones.keys.codes import code_of
from phones.models import MOST_WRONG_PINS, OpenedKey, PaperTable, PhoneKey, PhoneMode, PhoneSetting
from phones.models.table import WHOLE_CARD, EnteredGame, GameAnswer, PhoneTable
from phones.overview.actions import (
    player_uses,
    set_phones,
    table_uses,
)
from phones.overview.flags import flags
from phones.overview.queries import hall_of
from record.refused import Conflict
from record.stamps import Stamp
from record.verbs import Verb
from tests import builders
from tournament.models import Entry, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    """Twelve players at three tables, with phones."""
    event = builders.running_tournament(cast.club, players=12, rounds=2)
    PhoneSetting.objects.create(tournament=event, mode=PhoneMode.COUNT)
    return event


def entry(event: Tournament, number: int) -> Entry:
    return event.entries.get(number=number)


def table(event: Tournament, number: int, round_: int = 1) -> Table:
    return Table.objects.get(round__tournament=event, round__number=round_, number=number)


def verbs(event: Tournament) -> list[str]:
    return [written.verb for written in event.chain().order_by("sequence")]


def test_it_says_who_has_opened_a_slip_and_which_tables_have_nobody(event: Tournament) -> None:
    """Players 1 to 4 sit at table 1, and so on."""
    for number in (1, 2, 5):
        open_on(f"phone {number}", entry(event, number))
    open_on("a second phone", entry(event, 1))
    OpenedKey.objects.filter(entry=entry(event, 2)).update(ended_at=timezone.now())
    hall = hall_of(event)
    assert (hall.opened, len(hall.players), list(hall.nobody)) == (2, 12, [3])
    assert sorted(player.number for player in hall.missing) == [2, 3, 4, 6, 7, 8, 9, 10, 11, 12]
    PaperTable.objects.create(table=table(event, 3), since=timezone.now())
    assert list(hall_of(event).nobody) == []


def test_before_the_draw_there_are_players_and_no_tables(cast: builders.Cast) -> None:
    event = builders.tournament(cast.club, players=4)
    hall = hall_of(event)
    assert (hall.round, list(hall.nobody), len(hall.missing)) == (None, [], 4)


@pytest.mark.slow
def test_it_costs_as_many_queries_for_48_players_as_for_8(
    cast: builders.Cast, django_assert_max_num_queries: object
) -> None:
    client, counts = builders.signed_in(cast.director), []
    for players in (8, 48):
        event = builders.running_tournament(cast.club, players=players)
        PhoneSetting.objects.create(tournament=event, mode=PhoneMode.DESK)
        for row in event.entries.all():
            open_on(f"{event.slug} {row.number}", row)
        with django_assert_max_num_queries(60) as asked:  # type: ignore[operator]
            assert client.get(reverse("phones", args=[event.slug])).status_code == 200
        counts.append(len(asked.captured_queries))
    assert counts[0] == counts[1]


def test_the_setting_is_on_record_without_the_password_of_the_wi_fi(
    cast: builders.Cast,
) -> None:
    event = builders.tournament(cast.club, players=4)
    set_phones(event, mode="desk", wifi="MapleCourt, password tiles", by=cast.director)
    set_phones(event, mode="desk", wifi="MapleCourt, password tiles", by=cast.director)
    [written] = event.chain()
    assert (written.verb, written.old, written.new) == (
        "phones-set",
        {"mode": "off"},
        {"mode": "desk", "wifi": "changed"},
    )
    assert (mode_of(event), event.phone_setting.wifi) == (PhoneMode.DESK, "MapleCourt, password tiles")


def test_what_somebody_else_set_meanwhile_is_not_overwritten(event: Tournament, cast: builders.Cast) -> None:
    stamp = Stamp(seen={"mode": "off", "wifi": ""})
    with pytest.raises(Conflict):
        set_phones(event, mode="desk", wifi="", by=cast.director, stamp=stamp)
    assert mode_of(event) == PhoneMode.COUNT


def test_the_keys_stay_when_phones_go_off_and_on(event: Tournament, cast: builders.Cast) -> None:
    seed = event.phone_setting.seed
    for mode in ("off", "count"):
        set_phones(event, mode=mode, wifi="", by=cast.director)
    assert PhoneSetting.objects.get(tournament=event).seed == seed


def test_a_table_and_a_player_go_back_to_paper_and_to_phones_again(
    event: Tournament, cast: builders.Cast
) -> None:
    third, first = table(event, 3), entry(event, 1)
    versions = [PhoneTable.objects.create(table=third), PhoneTable.objects.create(table=table(event, 1))]
    for _twice in range(2):
        table_uses(third, paper=True, by=cast.director)
        player_uses(first, paper=True, by=cast.director)
    hall = hall_of(event)
    assert (hall.paper_tables, list(hall.on_paper)) == ([third], [first])
    table_uses(third, paper=False, by=cast.director)
    player_uses(first, paper=False, by=cast.director)
    hall = hall_of(event)
    assert (hall.paper_tables, hall.on_paper) == ([], [])
    assert verbs(event) == [Verb.PAPER_USED, Verb.PAPER_USED, Verb.PHONE_USED, Verb.PHONE_USED]
    assert [PhoneTable.objects.get(pk=row.pk).version for row in versions] == [2, 2]


@pytest.mark.slow
def test_the_buttons_of_the_page(event: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.director)
    PhoneKey.objects.create(entry=entry(event, 2), wrong_pins=MOST_WRONG_PINS)
    open_on("phone", entry(event, 2))
    page = client.get(reverse("phones", args=[event.slug])).text
    assert "1 of 12 players have opened their slip" in page
    assert "nobody at these tables has opened a slip: 2, 3." in page
    stamp = {"stamp": str(Stamp())}
    client.post(reverse("phones-table-paper", args=[event.slug, 1]), {"table": "2", **stamp})
    client.post(reverse("phone-unlock", args=[event.slug, 2]), {"stamp": str(Stamp())})
    client.post(reverse("phone-to-paper", args=[event.slug, 3]), {"stamp": str(Stamp())})
    client.post(reverse("phone-new-key", args=[event.slug, 2]), {"stamp": str(Stamp(seen={"key": 1}))})
    hall = hall_of(event)
    assert [row.number for row in hall.paper_tables] == [2]
    assert [player.number for player in hall.on_paper] == [3]
    assert (hall.locked, hall.opened) == ([], 0)
    client.post(reverse("phones-table-phones", args=[event.slug, 1]), {"table": "2", "stamp": str(Stamp())})
    client.post(reverse("phone-to-phone", args=[event.slug, 3]), {"stamp": str(Stamp())})
    hall = hall_of(event)
    assert (hall.paper_tables, hall.on_paper) == ([], [])


@pytest.mark.parametrize(("system", "times"), [("sanctioned", 1), ("card-game", 0)])
def test_where_the_text_wants_initialed_cards_the_page_says_so(
    cast: builders.Cast, system: str, times: int
) -> None:
    """Sanctioned play: 4 (verified and initialed), 19 and 21 (all four handed in together)."""
    event = builders.tournament(cast.club, players=4, system=system)
    page = builders.signed_in(cast.director).get(reverse("phones", args=[event.slug])).text
    assert builders.one_line(page).count("The text of the rules, clauses 4, 19, 21, asks for cards") == times


def test_after_a_restore_without_contact_data_the_page_asks_for_new_slips(
    event: Tournament, cast: builders.Cast
) -> None:
    client, words = builders.signed_in(cast.director), "the old slips do not work"
    for restored, said in ((timedelta(hours=1), False), (timedelta(hours=-1), True)):
        Tournament.objects.filter(pk=event.pk).update(restored_at=event.phone_setting.seed_at + restored)
        assert (words in client.get(reverse("phones", args=[event.slug])).text) is said


def entered(event: Tournament, at: Table, game: int, version: int, by: int, seconds: float) -> None:
    EnteredGame.objects.create(
        table=at,
        game=game,
        version=version,
        facts={},
        entry=entry(event, by),
        device="",
        at=START + timedelta(seconds=seconds),
    )


def answered(
    event: Tournament,
    at: Table,
    game: int,
    version: int,
    by: int,
    seconds: float,
    *,
    right: bool = True,
) -> None:
    GameAnswer.objects.create(
        table=at,
        game=game,
        version=version,
        entry=entry(event, by),
        is_right=right,
        field="" if right else "value",
        seats="",
        device=f"phone {by}",
        at=START + timedelta(seconds=seconds),
    )


START = timezone.now()


def found(event: Tournament) -> list[tuple[str, int, int]]:
    return [(flag.kind, flag.entries[0].number, flag.game) for flag in flags(event)]


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ((1.9, 1.9, 1.9), [("quick", 2, 3)]),
        ((1.9, 2.0, 1.9), []),
        ((1.9, 1.9), []),
        ((0.5, 0.5, 0.5, 0.5), [("quick", 2, 3)]),
        ((0.5, 0.5, 30, 0.5, 0.5), []),
    ],
)
def test_three_quick_answers_in_a_row_are_worth_a_look(
    event: Tournament, seconds: tuple[float, ...], expected: list[tuple[str, int, int]]
) -> None:
    """Her own entry is no answer, and the slow answers of others do not stand between."""
    at = table(event, 1)
    for game, after in enumerate(seconds, 1):
        entered(event, at, game, game, 1, 60 * game)
        answered(event, at, game, game, 1, 60 * game)
        answered(event, at, game, game, 2, 60 * game + after)
        answered(event, at, game, game, 3, 60 * game + 20)
    assert found(event) == expected


def test_a_change_after_the_card_was_confirmed_and_each_dispute_are_worth_a_look(event: Tournament) -> None:
    at = table(event, 1)
    entered(event, at, 1, 1, 1, 0)
    answered(event, at, 1, 1, 3, 10, right=False)
    entered(event, at, 1, 2, 3, 20)
    entered(event, table(event, 2), 1, 3, 5, 25)
    answered(event, at, WHOLE_CARD, 2, 4, 30)
    entered(event, at, 1, 3, 2, 40)
    assert found(event) == [("after-totals", 2, 1), ("dispute", 3, 1)]


def test_one_phone_with_keys_of_two_tables_is_worth_a_look(event: Tournament) -> None:
    """Two of one table are not: they share a phone. Nor is a slip that was given up before the other was opened."""
    open_on("shared at a table", entry(event, 1))
    open_on("shared at a table", entry(event, 2))
    open_on("mistaken", entry(event, 3))
    OpenedKey.objects.filter(device="mistaken").update(ended_at=timezone.now())
    open_on("mistaken", entry(event, 7))
    assert flags(event) == []
    open_on("two tables", entry(event, 4))
    open_on("two tables", entry(event, 12))
    [flag] = flags(event)
    assert (flag.kind, [row.number for row in flag.entries]) == ("two-tables", [4, 12])
    assert (flag.table.number, flag.other_table and flag.other_table.number) == (1, 3)


def test_flags_are_said_in_sentences(event: Tournament, cast: builders.Cast) -> None:
    at = table(event, 1)
    entered(event, at, 1, 1, 1, 0)
    answered(event, at, 1, 1, 3, 10, right=False)
    open_on("two tables", entry(event, 4))
    open_on("two tables", entry(event, 12))
    page = builders.one_line(builders.signed_in(cast.director).get(reverse("phones", args=[event.slug])).text)
    assert "<bdi>Player 3</bdi> said that game 1 was not right." in page
    assert "One phone is open for <bdi>Player 4</bdi> here, and for <bdi>Player 12</bdi> at Table 3." in page


def test_a_player_s_phone_opens_no_page_of_the_desk(event: Tournament, client: Client) -> None:
    client.get(reverse("phone-key", args=[code_of(entry(event, 1)).code]))
    for name, arguments in (("phones", []), ("phone-player", [1]), ("desk", []), ("room", [])):
        assert client.get(reverse(name, args=[event.slug, *arguments])).status_code == 302
