"""From the desk to the record: kept as typed, accepted once, held until ruled on; a repeat changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from record.journal import verify
from record.models import JournalEntry, Sent
from record.refused import Conflict, Refused
from record.stamps import Stamp
from scoring.models import Card, CardSet, PointLine, SetVersion
from scoring.sets.accepting import accept_set
from scoring.sets.disputes import hold_set, rule_on_set
from scoring.sets.entering import hand_in, save_set, take_back
from scoring.sets.typed import WrittenGame
from scoring.sets.words import in_words
from scoring.standings.counted import counted_lines
from tests import builders
from tests.scoring import paper
from tests.scoring.paper import NUMBERS, written
from tournament.journal.words import in_short
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


def state_of_everything(tournament: Tournament) -> dict[str, Any]:
    tournament.refresh_from_db()
    return {
        "sets": list(CardSet.objects.order_by("pk").values()),
        "cards": list(Card.objects.order_by("pk").values()),
        "lines": list(PointLine.objects.order_by("pk").values()),
        "journal": JournalEntry.objects.count(),
        "sent": Sent.objects.count(),
        "steps": SetVersion.objects.count(),
        "versions": (tournament.version, tournament.standings_version),
    }


def test_an_accepted_set_is_its_cards_line_by_line(tournament: Tournament, cast: builders.Cast) -> None:
    outcome = accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    assert (outcome.state, outcome.version, outcome.faults) == ("accepted", 1, ())
    sums: dict[tuple[str, int], int] = {}
    for line in counted_lines(tournament).select_related("entry"):
        at = (line.entry.start_letter, line.game)
        sums[at] = sums.get(at, 0) + line.points
    assert sums == {
        (letter, game): n for letter, points in NUMBERS.items() for game, n in enumerate(points, 1)
    }
    tournament.refresh_from_db()
    assert (tournament.version, tournament.standings_version) == (1, 1)


def test_lines_say_where_points_come_from_when_the_reading_is_sure(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    lines = PointLine.objects.order_by("game", "entry__start_letter")
    assert [(line.game, line.entry.start_letter, line.points, line.code) for line in lines] == [
        (1, "A", 45, "as-written"),
        (1, "B", -20, "thrower-2-exposures"),
        (1, "C", 0, "as-written"),
        (1, "D", 0, "as-written"),
        (2, "A", 10, "wall"),
        (2, "B", 10, "wall"),
        (2, "C", 10, "wall"),
        (2, "D", 10, "wall"),
        (3, "A", 0, "nothing"),
        (3, "B", -10, "thrower-0-exposures"),
        (3, "C", 35, "hand"),
        (3, "D", 0, "nothing"),
        (4, "A", 0, "as-written"),
        (4, "B", 0, "as-written"),
        (4, "C", 60, "as-written"),
        (4, "D", 0, "as-written"),
    ]


def test_a_chosen_reading_gives_its_lines(tournament: Tournament, cast: builders.Cast) -> None:
    from scoring.sets.judged import judge

    possible = judge(written(), paper.place(tournament).rules).games[0].readings
    chosen = written(games={1: WrittenGame(chosen=possible[1].key)})
    accept_set(*paper.judged(tournament, chosen), by=cast.scorekeeper)
    lines = PointLine.objects.filter(game=1).exclude(points=0).order_by("entry__start_letter", "-points")
    assert [(line.points, line.code) for line in lines] == [
        (25, "hand"),
        (20, "jokerless"),
        (-20, "thrower-2-exposures"),
    ]
    reading = CardSet.objects.get().games[0]["reading"]
    assert (reading["winner"], reading["value"], reading["jokerless"]) == ("A", 25, True)


def test_acceptance_costs_the_same_whatever_the_size_of_the_field(cast: builders.Cast) -> None:
    counts = []
    for players in (8, 64):
        tournament = builders.running_tournament(cast.club, players=players)
        at, judgement = paper.judged(tournament)
        with CaptureQueriesContext(connection) as queries:
            accept_set(at, judgement, by=cast.scorekeeper)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 30


def test_a_faulty_set_is_kept_and_does_not_count(tournament: Tournament, cast: builders.Cast) -> None:
    faulty = written(totals={"B": 20})
    outcome = accept_set(*paper.judged(tournament, faulty), by=cast.scorekeeper)
    assert (outcome.state, [fault.code for fault in outcome.faults]) == ("in", ["total-differs"])
    assert Card.objects.get(letter="B").written_total == 20
    assert counted_lines(tournament).count() == 0
    tournament.refresh_from_db()
    assert tournament.standings_version == 0


def test_a_slip_mended_before_acceptance_stays_on_record(tournament: Tournament, cast: builders.Cast) -> None:
    correction = {"field": "B-3", "was": 10, "now": -10}
    accept_set(*paper.judged(tournament, written(totals={"B": 20})), by=cast.scorekeeper)
    accept_set(*paper.judged(tournament), by=cast.scorekeeper, corrected_numbers=[correction])
    last = JournalEntry.objects.order_by("sequence").last()
    assert last is not None
    assert last.verb == "set-accepted"
    assert (last.old["cards"]["B"]["total"], last.new["cards"]["B"]["total"]) == (20, -20)
    assert last.new["corrected_numbers"] == [correction]


VERBS: dict[str, Callable[..., Any]] = {
    "save": lambda *args, **rest: save_set(*args, **rest),
    "accept": lambda *args, **rest: accept_set(*args, **rest),
    "hold": lambda *args, **rest: hold_set(*args, reason="C says 35, B says no", **rest),
}


def test_faults_and_warnings_are_kept_as_codes_and_said_in_the_language_of_the_reader(
    tournament: Tournament, cast: builders.Cast
) -> None:
    numbers = {**NUMBERS, "B": [-20, 10, 10, 0], "D": [-10, 10, 0, 0]}
    typed = written(numbers, totals={"B": 0, "D": 0}, handed_in_by="D")
    first, judgement = paper.judged(tournament, typed)
    stamp = first.stamp
    faults = accept_set(first, judgement, by=cast.scorekeeper, stamp=stamp).faults
    again = accept_set(first, judgement, by=cast.scorekeeper, stamp=stamp).faults
    reading = "B threw to 45 with two exposures; D looked at a blind pass"
    sentences = [
        f"Game 1 needs an infraction to be explained: {reading}. Mark it, or correct the number.",
        "Game 3 cannot be right. B's 10 reads like a penalty whose minus sign is missing: −10.",
    ]
    assert [in_words(fault) for fault in faults] == sentences
    assert [in_words(fault) for fault in again] == sentences
    accept_set(*paper.judged(tournament, written(handed_in_by="D")), by=cast.scorekeeper)
    entry = JournalEntry.objects.latest("sequence")
    values = {"by": "D", "collector": "A"}
    assert entry.new["warnings"] == [{"code": "other-collector", "field": "handed_in_by", "values": values}]
    with translation.override("es"):
        assert in_words(again[1]).startswith("La partida 3 no puede ser correcta. ")
        warning = "D entregó el juego de tarjetas; en esta ronda le toca a A."
        assert in_short({"warnings": entry.new["warnings"]}) == f"avisos {warning}"


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("total", [0, 20])
def test_the_same_key_again_changes_nothing_and_answers_the_same(
    tournament: Tournament, cast: builders.Cast, verb: str, total: int
) -> None:
    stamp, cards = paper.stamp(tournament), written(totals={"B": total})
    first = VERBS[verb](*paper.judged(tournament, cards), stamp=stamp, by=cast.scorekeeper)
    before = state_of_everything(tournament)
    again = VERBS[verb](*paper.judged(tournament, cards), stamp=stamp, by=cast.scorekeeper)
    assert again == first
    assert state_of_everything(tournament) == before


def test_the_same_key_with_other_numbers_or_from_somebody_else_stores_nothing(
    tournament: Tournament, cast: builders.Cast
) -> None:
    stamp = paper.stamp(tournament)
    save_set(*paper.judged(tournament), stamp=stamp, by=cast.scorekeeper)
    before = state_of_everything(tournament)
    with pytest.raises(Conflict):
        save_set(*paper.judged(tournament, written(totals={"B": 20})), stamp=stamp, by=cast.scorekeeper)
    with pytest.raises(Refused):
        save_set(*paper.judged(tournament), stamp=stamp, by=cast.second_scorekeeper)
    assert state_of_everything(tournament) == before


@pytest.mark.parametrize("verb", VERBS)
def test_a_stale_version_overwrites_nothing(tournament: Tournament, cast: builders.Cast, verb: str) -> None:
    save_set(*paper.judged(tournament), by=cast.scorekeeper)
    before, cards = state_of_everything(tournament), written(totals={"B": 20})
    with pytest.raises(Conflict) as refused:
        VERBS[verb](
            *paper.judged(tournament, cards), stamp=paper.stamp(tournament), by=cast.second_scorekeeper
        )
    assert [fault.code for fault in refused.value.faults] == ["stale"]
    assert state_of_everything(tournament) == before


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("state", ["accepted", "held"])
def test_accepted_is_final_and_held_waits(
    tournament: Tournament, cast: builders.Cast, verb: str, state: str
) -> None:
    VERBS["accept" if state == "accepted" else "hold"](*paper.judged(tournament), by=cast.scorekeeper)
    before = state_of_everything(tournament)
    with pytest.raises(Conflict) as refused:
        VERBS[verb](*paper.judged(tournament), stamp=paper.stamp(tournament, version=1), by=cast.director)
    assert [fault.code for fault in refused.value.faults] == [state]
    assert state_of_everything(tournament) == before


def test_a_set_is_held_only_with_a_reason(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Refused) as refused:
        hold_set(*paper.judged(tournament, written()), reason="  ", by=cast.scorekeeper)
    assert [fault.code for fault in refused.value.faults] == ["reason-missing"]
    assert not CardSet.objects.exists()


def held(tournament: Tournament, cast: builders.Cast) -> None:
    cards = written({**NUMBERS, "B": [-20, 10, 10, 0]})
    hold_set(*paper.judged(tournament, cards), reason="B says 10", by=cast.scorekeeper)


def test_a_director_rules_with_everybody_heard_and_it_counts(
    tournament: Tournament, cast: builders.Cast
) -> None:
    held(tournament, cast)
    outcome = rule_on_set(
        *paper.judged(tournament, written()),
        ruling="B threw the tile",
        consulted="ABCD",
        by=cast.director,
    )
    assert outcome.state == "accepted"
    last = JournalEntry.objects.order_by("sequence").last()
    assert last is not None
    assert (last.verb, last.reason, last.actor_name) == ("set-accepted", "B threw the tile", "Dolores Ybarra")
    assert last.new["consulted"] == ["A", "B", "C", "D"]
    assert (last.old["cards"]["B"]["points"], last.new["cards"]["B"]["points"]) == (
        [-20, 10, 10, 0],
        [-20, 10, -10, 0],
    )
    assert sum(counted_lines(tournament).values_list("points", flat=True)) == sum(map(sum, NUMBERS.values()))


@pytest.mark.parametrize(
    ("ruling", "consulted", "codes"),
    [("", "ABCD", ["ruling-missing"]), ("so be it", "ABD", ["not-all-present"]), ("", "", None)],
)
def test_a_ruling_is_said_and_everybody_is_heard(
    tournament: Tournament, cast: builders.Cast, ruling: str, consulted: str, codes: list[str] | None
) -> None:
    held(tournament, cast)
    before = state_of_everything(tournament)
    with pytest.raises(Refused) as refused:
        rule_on_set(
            *paper.judged(tournament, written()),
            ruling=ruling,
            consulted=consulted,
            by=cast.director,
        )
    assert [fault.code for fault in refused.value.faults] == (codes or ["not-all-present", "ruling-missing"])
    assert state_of_everything(tournament) == before


def test_only_a_held_set_is_ruled_on(tournament: Tournament, cast: builders.Cast) -> None:
    with pytest.raises(Conflict):
        rule_on_set(*paper.judged(tournament, written()), ruling="x", consulted="ABCD", by=cast.director)


def test_a_table_of_three_is_accepted(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=7)
    numbers: dict[str, list[int | None]] = {
        "A": [45, 10, 0, 0],
        "B": [-20, 10, -10, 0],
        "C": [0, 10, 35, 0],
    }
    outcome = accept_set(*paper.judged(tournament, written(numbers), 2), by=cast.scorekeeper)
    assert outcome.state == "accepted"
    assert counted_lines(tournament).values("entry").distinct().count() == 3


def test_nothing_typed_is_not_kept(tournament: Tournament, cast: builders.Cast) -> None:
    blank = paper.place(tournament).written_set
    with pytest.raises(Refused):
        save_set(*paper.judged(tournament, blank), by=cast.scorekeeper)
    assert not CardSet.objects.exists()


def test_cards_are_in_before_they_are_typed(tournament: Tournament, cast: builders.Cast) -> None:
    first = hand_in(paper.place(tournament), handed_in_by="A", stamp=Stamp(), by=cast.scorekeeper)
    again = hand_in(paper.place(tournament), handed_in_by="A", stamp=Stamp(), by=cast.scorekeeper)
    assert ((first.state, first.version), (again.state, again.version)) == (("in", 1), ("in", 1))
    assert list(JournalEntry.objects.values_list("verb", flat=True)) == ["cards-handed-in"]
    take_back(paper.place(tournament), by=cast.scorekeeper)
    assert not CardSet.objects.exists()
    assert not list(verify(tournament))


def test_typed_cards_are_not_taken_back(tournament: Tournament, cast: builders.Cast) -> None:
    save_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    with pytest.raises(Refused):
        take_back(paper.place(tournament), by=cast.scorekeeper)
    assert CardSet.objects.count() == 1


def test_the_database_itself_refuses_what_would_count_twice(
    tournament: Tournament, cast: builders.Cast
) -> None:
    accept_set(*paper.judged(tournament, written()), by=cast.scorekeeper)
    card_set, card = CardSet.objects.get(), Card.objects.get(letter="A")
    other = CardSet.objects.create(
        table=paper.table(tournament, 2), round=card_set.round, handed_in_at=card_set.handed_in_at, state="in"
    )
    twice: list[Callable[[], object]] = [
        lambda: CardSet.objects.create(
            table=card_set.table, round=card_set.round, handed_in_at=card_set.handed_in_at
        ),
        lambda: Card.objects.create(
            card_set=card_set, round=card_set.round, letter="A", entry=tournament.entries.get(number=8)
        ),
        lambda: Card.objects.create(card_set=other, round=card_set.round, letter="A", entry=card.entry),
        lambda: CardSet.objects.filter(pk=other.pk).update(state="lost"),
        lambda: CardSet.objects.filter(pk=other.pk).update(state="held"),
        lambda: CardSet.objects.filter(pk=other.pk).update(state="accepted"),
    ]
    for write in twice:
        with pytest.raises(IntegrityError), transaction.atomic():
            write()


def test_a_copy_that_fails_leaves_the_accepted_set_accepted(
    tournament: Tournament,
    cast: builders.Cast,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("scoring.sets.accepting.copy_and_archive", full)
    for number in (1, 2):
        with django_capture_on_commit_callbacks(execute=True):
            accept_set(*paper.judged(tournament, written(), number), by=cast.scorekeeper)
    assert CardSet.objects.filter(state=CardSet.State.ACCEPTED).count() == 2
    assert "no space left" in caplog.text
