"""A table that was read serves until something about it changes."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from phones.overview.actions import player_uses, set_phones, table_uses
from phones.table.made import made
from phones.table.queries import table_now
from scoring.sets.disputes import hold_set
from scoring.sets.judged import judge
from scoring.sets.queries import desk_table_of
from scoring.sets.writing_off import write_off
from tests import builders
from tests.phones.table.at_the_table import Phone, phones_at, version_of
from tests.phones.table.test_table import WIN, done
from tournament.models import Entry, Table, Tournament
from tournament.players.actions import correct, details, private_details

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
Change = Callable[[Tournament, Table, Entry, builders.Cast], object]


def renamed(_tournament: Tournament, _table: Table, entry: Entry, cast: builders.Cast) -> object:
    return correct(
        entry, by=cast.director, new={**details(entry), **private_details(entry), "name": "Zoë Núñez"}
    )


def held(tournament: Tournament, table: Table, _entry: Entry, cast: builders.Cast) -> object:
    desk_table = desk_table_of(tournament, table)
    typed = replace(desk_table.written_set, handed_in_by="A")
    return hold_set(desk_table, judge(typed, desk_table.rules), reason="B is ill", by=cast.scorekeeper)


@pytest.mark.parametrize(
    "change",
    [
        renamed,
        held,
        lambda _event, table, _entry, cast: table_uses(table, paper=True, by=cast.director),
        lambda _event, _table, entry, cast: player_uses(entry, paper=True, by=cast.director),
        lambda event, _table, _entry, cast: set_phones(event, mode="desk", wifi="", by=cast.director),
        lambda event, table, _entry, cast: write_off(
            desk_table_of(event, table), reason="never played", by=cast.director
        ),
        lambda event, *_: Tournament.objects.filter(pk=event.pk).update(
            time_zone="Asia/Tokyo", version=event.version + 1
        ),
    ],
    ids=["renamed", "held", "table on paper", "player on paper", "mode", "written off", "time zone"],
)
def test_it_is_read_again_once_something_about_it_changed(
    change: Change, cast: builders.Cast, django_assert_num_queries: Callable[..., object]
) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    table = tournament.rounds.get(number=1).tables.get(number=1)
    phones: dict[str, Phone] = phones_at(tournament, table)
    done(phones["A"].enter(1, **WIN))
    done(phones["B"].right(1))
    with django_assert_num_queries(1):
        kept = made.as_it_stands(tournament, table)
    now = table_now(table)
    assert [game.right for game in kept.entered] == [game.right for game in now.entered] == [("A", "B")]
    assert kept.used_by == now.used_by
    assert kept.whole_version == now.whole_version
    change(tournament, table, phones["D"].entry, cast)
    tournament.refresh_from_db()
    kept, now = made.as_it_stands(tournament, table), table_now(table)
    assert kept.whole_version == now.whole_version
    assert (kept.names, kept.on_paper, kept.is_over) == (now.names, now.on_paper, now.is_over)
    assert kept.around == now.around
    assert kept.tournament.time_zone == now.tournament.time_zone
    assert version_of(table, 1) == kept.entered[0].version
