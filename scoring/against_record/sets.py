"""Compares the stored cards and their history with the journal."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from record.verbs import Verb
from scoring.models import CardSet, SetVersion
from tournament.models import Tournament
from tournament.seams import RecordedEntry

ACCEPTING = {Verb.SET_ACCEPTED, Verb.SET_RULED, Verb.SET_CONFIRMED}


def sets_against(
    tournament: Tournament, of_sets: Mapping[str, list[RecordedEntry]], last_move: int
) -> Iterator[str]:
    """A sentence for each set that differs from its entries in the journal, `of_sets`; see `contradictions`."""
    for card_set in counting_sets(tournament):
        records = of_sets.get(where(card_set), [])
        if not records or records[-1].new["state"] != CardSet.State.ACCEPTED:
            yield f"{where(card_set)} counts, and the journal does not say that it was accepted."
        else:
            yield from against(card_set, records[-1], seats_may_differ=last_move > records[-1].sequence)
    yield from history_against(tournament, of_sets)


def counting_sets(tournament: Tournament) -> Iterable[CardSet]:
    sets = (
        CardSet.objects.accepted()
        .filter(round__tournament=tournament)
        .order_by("round__number", "table__number")
    )
    return sets.select_related("round", "table").prefetch_related("cards__entry", "cards__substitute")


def where(card_set: CardSet) -> str:
    return f"round {card_set.round.number} table {card_set.table.number}"


def against(card_set: CardSet, record: RecordedEntry, *, seats_may_differ: bool) -> Iterator[str]:
    """Compares the stored cards of an accepted set with the entry that accepted it."""
    cards = {
        card.letter: {"points": card.points, "total": card.written_total, "verified_by": card.verified_by}
        | ({} if card.left_after is None else {"left_after": card.left_after})
        | ({"substitute": card.substitute.number} if card.substitute else {})
        for card in card_set.cards.all()
    }
    recorded_cards = {letter: card for letter, card in record.new["cards"].items() if not is_blank(card)}
    source = f"{where(card_set)}, entry {record.sequence}"
    for letter in sorted(cards.keys() | recorded_cards.keys()):
        card, recorded_card = cards.get(letter), recorded_cards.get(letter)
        if card != recorded_card:
            yield f"{source}: card {letter} is stored as {card} and recorded as {recorded_card}."
    if card_set.games != record.new["games"]:
        yield f"{source}: what is stored of its games is not what is recorded."
    entries = {card.letter: card.entry.number for card in card_set.cards.all()}
    recorded_entries = {
        letter: number for letter, number in record.new["entries"].items() if letter in entries
    }
    if entries != recorded_entries and not seats_may_differ:
        yield f"{source}: its cards are stored for players {entries} and recorded for players {recorded_entries}."


def is_blank(card: Mapping[str, Any]) -> bool:
    return card["total"] is None and all(number is None for number in card["points"])


def history_against(tournament: Tournament, of_sets: Mapping[str, list[RecordedEntry]]) -> Iterator[str]:
    steps: dict[str, list[SetVersion]] = defaultdict(list)
    versions = SetVersion.objects.filter(table__round__tournament=tournament, typed__isnull=False)
    for step in versions.select_related("table__round").order_by("pk"):
        steps[f"round {step.table.round.number} table {step.table.number}"].append(step)
    for subject in sorted(steps.keys() | of_sets.keys()):
        for record in of_sets.get(subject, []):
            if not any(is_same(step, record) for step in steps[subject]):
                yield f"{subject}, entry {record.sequence}: the history of the set does not have it as recorded."
        for step in steps[subject]:
            if step.verb in ACCEPTING and not any(
                is_same(step, record) for record in of_sets.get(subject, [])
            ):
                yield f"{subject}: the history has an acceptance, version {step.number}, that the journal has not."


def is_same(step: SetVersion, record: RecordedEntry) -> bool:
    typed: dict[str, Any] = step.typed or {}
    return (
        (step.verb, step.number, step.state) == (record.verb, record.new["version"], record.new["state"])
        and step.reason == record.reason
        and typed == {name: record.new.get(name) for name in typed}
    )
