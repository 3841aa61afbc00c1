"""The unit of work that every change goes through."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from club.models import Club
from record.change import change, still_there
from record.journal import verify
from record.models import Sent
from record.refused import Conflict, Refused
from record.stamps import Stamp, stamp_of
from record.verbs import Verb
from tests import builders
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    return builders.seat_everybody(builders.tournament(cast.club, players=8), published=1)


def rename(event: Tournament, name: str, *, by: Any, stamp: Stamp | None = None) -> str | None:
    """An action as others are: quiet where nothing is to do, else one entry."""
    with change(event, Verb.SETTINGS_CHANGED, by=by, stamp=stamp, content=name) as act:
        if act.where.name == name:
            return None
        act.compare({"name": act.where.name})
        old = act.where.name
        Tournament.objects.filter(pk=event.pk).update(name=name)
        act.record(old={"name": old}, new={"name": name})
    return name


def test_one_entry_and_the_next_version(event: Tournament, cast: builders.Cast) -> None:
    rename(event, "Spring Classic", by=cast.director)
    event.refresh_from_db()
    entry = event.chain().get()
    assert (entry.verb, entry.subject, entry.new) == (
        "settings-changed",
        "Autumn Classic",
        {"name": "Spring Classic"},
    )
    assert (event.version, event.standings_version, event.seats_revision) == (1, 0, 1)
    assert (event.journal_head, event.journal_length) == (entry.hash, 1)


@pytest.mark.parametrize(
    ("raises", "versions"), [({"standings": True}, (1, 1, 1)), ({"seats": True}, (1, 0, 2))]
)
def test_what_else_rises(event: Tournament, raises: dict[str, bool], versions: tuple[int, int, int]) -> None:
    with change(event, Verb.SEATS_SWAPPED, by=None) as act:
        act.record(**raises)
    event.refresh_from_db()
    assert (event.version, event.standings_version, event.seats_revision) == versions


def test_an_entry_names_its_rows(event: Tournament, cast: builders.Cast) -> None:
    table = event.rounds.get(number=1).tables.get(number=2)
    first, second = event.entries.filter(number__in=[3, 5]).order_by("number")
    with change(event, Verb.CARDS_HANDED_IN, by=cast.scorekeeper, about=table) as act:
        act.record()
    with change(event, Verb.KEPT_APART, by=cast.director, about=(first, second)) as act:
        act.record()
    with change(event, Verb.PLAYER_WITHDRAWN, by=cast.director, about=first) as act:
        act.record()
    rows = event.chain().order_by("sequence")
    assert [(row.subject, row.round, row.table, row.entry, row.other_entry) for row in rows] == [
        ("round 1 table 2", table.round, table, None, None),
        ("players 3 and 5", None, None, first, second),
        ("3 Player 3", None, None, first, None),
    ]
    assert list(verify(event)) == []


def test_a_change_that_fails_leaves_nothing(event: Tournament, cast: builders.Cast) -> None:

    def fails() -> None:
        with change(event, Verb.FINISHED, by=cast.director, stamp=Stamp()) as act:
            act.record()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert (event.chain().count(), Sent.objects.count()) == (0, 0)


def test_only_a_row_that_is_gone_is_a_conflict(event: Tournament) -> None:
    """Whatever else is looked up in vain is a fault of the program, and is logged as one."""
    with pytest.raises(Conflict), change(event, Verb.FINISHED, by=None):
        still_there(Tournament.objects, 0)
    with pytest.raises(Conflict), change(Tournament(pk=0), Verb.FINISHED, by=None):
        pass
    with pytest.raises(Tournament.DoesNotExist), change(event, Verb.FINISHED, by=None):
        Tournament.objects.get(pk=0)


def test_a_change_writes_one_entry(event: Tournament) -> None:
    with change(event, Verb.FINISHED, by=None) as act:
        act.record()
        with pytest.raises(RuntimeError):
            act.record()


def test_a_change_inside_another_follows_it_in_the_chain(event: Tournament, cast: builders.Cast) -> None:
    with change(event, Verb.WITHDRAWN_FROM_SEATING, by=cast.director) as outer:
        with change(event, Verb.PLAYER_WITHDRAWN, by=cast.director) as inner:
            inner.record()
        outer.record()
    assert [entry.verb for entry in event.chain().order_by("sequence")] == [
        "player-withdrawn",
        "withdrawn-from-seating",
    ]
    assert list(verify(event)) == []


def test_the_same_form_again_is_quiet_while_its_change_stands(event: Tournament, cast: builders.Cast) -> None:
    stamp = Stamp(seen={"name": "Autumn Classic"})
    assert rename(event, "Spring Classic", by=cast.director, stamp=stamp) == "Spring Classic"
    assert rename(event, "Spring Classic", by=cast.director, stamp=stamp) is None
    assert event.chain().count() == 1


def test_the_same_form_again_after_it_was_taken_back_does_nothing(
    event: Tournament, cast: builders.Cast
) -> None:
    stamp = Stamp(seen={"name": "Autumn Classic"})
    rename(event, "Spring Classic", by=cast.director, stamp=stamp)
    rename(event, "Autumn Classic", by=cast.director)
    with pytest.raises(Conflict) as refused:
        rename(event, "Spring Classic", by=cast.director, stamp=stamp)
    assert [fault.code for fault in refused.value.faults] == ["overtaken"]
    assert event.chain().count() == 2


def test_an_answer_is_given_again(event: Tournament, cast: builders.Cast) -> None:
    stamp = Stamp()
    answers = []
    for _time in range(2):
        with change(event, Verb.SET_TYPED, by=cast.director, stamp=stamp, content=[1]) as act:
            if not act.repeated:
                act.answer = {"version": 7}
                act.record()
            answers.append((act.repeated, act.answer))
    assert answers == [(False, {"version": 7}), (True, {"version": 7})]


@pytest.mark.parametrize(
    ("verb", "content"), [(Verb.SET_TYPED, [2]), (Verb.SET_HELD, [1])], ids=["other content", "other verb"]
)
def test_another_form_of_the_same_page_is_no_repeat(
    event: Tournament, cast: builders.Cast, verb: Verb, content: list[int]
) -> None:
    stamp = Stamp()
    with change(event, Verb.SET_TYPED, by=cast.director, stamp=stamp, content=[1]) as act:
        act.record()
    with change(event, verb, by=cast.director, stamp=stamp, content=content) as act:
        assert not act.repeated


def test_a_key_that_somebody_else_used_is_refused(event: Tournament, cast: builders.Cast) -> None:
    stamp = Stamp()
    with change(event, Verb.SET_TYPED, by=cast.director, stamp=stamp) as act:
        act.record()
    with (
        pytest.raises(Refused),
        change(event, Verb.SET_TYPED, by=cast.scorekeeper, stamp=stamp),
    ):
        pass


def test_what_the_page_showed_is_compared(event: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Conflict) as refused:
        rename(event, "Spring Classic", by=cast.director, stamp=Stamp(seen={"name": "Winter Classic"}))
    assert [fault.code for fault in refused.value.faults] == ["changed-meanwhile"]


def test_a_page_that_does_not_say_what_it_showed_is_not_whole(event: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Refused) as refused:
        rename(event, "Spring Classic", by=cast.director, stamp=Stamp())
    assert [fault.code for fault in refused.value.faults] == ["half-sent"]


def test_another_persons_unrelated_change_stands_in_nobodys_way(
    event: Tournament, cast: builders.Cast
) -> None:
    stamp = Stamp(seen={"name": "Autumn Classic"})
    with change(event, Verb.PLAYER_CHECKED_IN, by=cast.scorekeeper) as act:
        act.record("5 Player 5")
    assert rename(event, "Spring Classic", by=cast.director, stamp=stamp) == "Spring Classic"


def test_final_standings_stop_what_does_not_say_otherwise(event: Tournament, cast: builders.Cast) -> None:
    Tournament.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    with pytest.raises(Refused) as refused:
        rename(event, "Spring Classic", by=cast.director)
    assert [fault.code for fault in refused.value.faults] == ["finished"]
    with change(event, Verb.SET_REOPENED, by=cast.director, after_finish=True) as act:
        act.record()
    assert event.chain().count() == 1


def test_a_club_has_a_chain_of_its_own(cast: builders.Cast) -> None:
    with change(cast.club, Verb.MEMBER_ADDED, by=cast.director) as act:
        act.record("ida", new={"role": "director"})
    club = Club.objects.get(pk=cast.club.pk)
    assert (club.journal_length, club.journal_head) == (1, club.chain().get().hash)


@pytest.mark.parametrize("seen", [{}, {"state": "in", "at": None}, {"name": "Zoë: Núñez, “x”"}])
def test_a_stamp_is_read_as_it_was_written(seen: dict[str, object]) -> None:
    stamp = Stamp(seen=seen)
    assert stamp_of({"stamp": str(stamp)}) == stamp


KEY = "3f1f3a52-59d2-4c5e-9d2a-5b0a4c6a7d11"


@pytest.mark.parametrize("text", ["", "x", "9" * 40, "{}", f"{KEY}:", f"{KEY}:[]", f"{KEY}:{{"])
def test_what_is_no_stamp_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        stamp_of({"stamp": text})
    assert [fault.code for fault in refused.value.faults] == ["half-sent"]
