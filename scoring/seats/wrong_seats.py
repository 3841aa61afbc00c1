"""Correcting the record after play when two players sat in each other's seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Card, CardSet, PointLine
from scoring.sets.change import keep_version
from scoring.sets.queries import desk_table_of
from tournament.change import Change, change
from tournament.models import Entry, Round, Seat, Table, Tournament, User
from tournament.refused import refuse
from tournament.seating.actions import refuse_without_reason, seat_entries
from tournament.stamps import Stamp
from tournament.verbs import Verb
from tournament.words import not_published


@dataclass(frozen=True)
class SeatOnRecord:
    """The seat that a player has on record in a round, and the card typed for it, if any."""

    seat: Seat
    card: Card | None

    @property
    def spot(self) -> tuple[int, str]:
        return self.seat.table.number, self.seat.letter

    @property
    def name(self) -> str:
        """Table and letter: "7C"."""
        return f"{self.spot[0]}{self.spot[1]}"


def seats_on_record(
    tournament: Tournament, *, number: int, first: Entry, second: Entry
) -> tuple[SeatOnRecord, SeatOnRecord]:
    """The two players' seats on record in a published round. Raises Refused if one of them has none."""
    if first.pk == second.pk:
        raise refuse("same-player", _("Choose two different players."), "second")
    round_ = published(tournament, number)
    return seat_of(round_, first, "first"), seat_of(round_, second, "second")


def published(tournament: Tournament, number: int) -> Round:
    """The round by its number. Raises Refused if it is not published."""
    round_ = tournament.rounds.published().filter(number=number).first()
    if round_ is None:
        raise refuse("not-published", not_published(tournament, number), "number")
    return round_


def seat_of(round_: Round, entry: Entry, field: str) -> SeatOnRecord:
    seat = Seat.objects.filter(round=round_, entry=entry).select_related("table", "entry__person").first()
    if seat is None:
        message = _("%(name)s has no seat in %(round)s.")
        raise refuse("no-seat", message % {"name": entry.name, "round": round_.in_words}, field)
    card = Card.objects.filter(card_set__table=seat.table, letter=seat.letter).first()
    return SeatOnRecord(seat, card)


def exchange_seats_on_record(
    tournament: Tournament,
    *,
    number: int,
    first: Entry,
    second: Entry,
    reason: str,
    by: User | None,
    stamp: Stamp | None = None,
) -> Round:
    """Exchanges two players of round `number` in the record, with the cards and point lines of their seats.

    The stamp's `first` and `second` are their seats as the page showed them, such as "7C". Accepted sets stay accepted
    and numbers stay the same; each set concerned gets a new version. Raises Conflict, Refused.
    """
    round_ = published(tournament, number)
    about = (round_, first, second)
    with change(
        tournament, Verb.WRONG_SEAT_MENDED, by=by, stamp=stamp, about=about, content=reason, after_finish=True
    ) as act:
        first_seat, second_seat = seats_on_record(act.tournament, number=number, first=first, second=second)
        if is_done(act, first=first_seat.name):
            return round_
        compare(act, first=first_seat.name, second=second_seat.name)
        refuse_without_reason(reason)
        act.copy_first("before mending a wrong seat")
        seat_entries(round_, {first_seat.spot: second, second_seat.spot: first})
        moved = move_scores(first_seat, second_seat)
        raise_seating_version(round_)
        tables = [first_seat.seat.table, second_seat.seat.table]
        keep_versions(act, [card.card_set.table for card in moved], reason, between=tables)
        act.record(
            old={first_seat.name: first.number, second_seat.name: second.number},
            new={first_seat.name: second.number, second_seat.name: first.number, "cards moved": len(moved)},
            reason=reason,
            standings=bool(moved),
            seats=True,
        )
    return round_


def is_done(act: Change, *, first: str) -> bool:
    """Whether a repeated form finds its player moved from the seat that its page showed."""
    return act.repeated and act.stamp is not None and act.stamp.seen.get("first") != first


def compare(act: Change, **seats: object) -> None:
    act.compare(seats, _("These seats changed while the page was open. Look at them again."), field="reason")


def raise_seating_version(round_: Round) -> None:
    """Marks printed sheets of this round as out of date."""
    Round.objects.filter(pk=round_.pk).update(seating_version=round_.seating_version + 1)


def keep_versions(
    act: Change,
    tables: Iterable[Table],
    reason: str,
    *,
    between: list[Table],
    lines: Mapping[int, list[dict[str, Any]]] | None = None,
) -> None:
    """Adds a version to each of these tables' sets; `lines`, by the table's key, are those that stopped counting."""
    for table in {table.pk: table for table in tables}.values():
        desk_table = desk_table_of(act.tournament, table)
        other = next((other for other in between if other.pk != table.pk), None)
        keep_version(
            desk_table,
            desk_table,
            act.verb,
            by=act.by,
            at=act.at,
            reason=reason,
            other_table=other,
            lines=(lines or {}).get(table.pk, []),
        )


def move_scores(first_seat: SeatOnRecord, second_seat: SeatOnRecord) -> list[Card]:
    """Exchanges the players of the cards typed for two seats, and of their lines; returns the cards.

    Deletes and inserts them under their old keys, because the constraint of one card per player and round holds even
    between two statements.
    """
    moves = [(first_seat.card, second_seat.seat.entry), (second_seat.card, first_seat.seat.entry)]
    cards = [(card, entry) for card, entry in moves if card is not None]
    lines = [
        (list(PointLine.objects.filter(card_set__table=old.table_id, entry=old.entry_id)), new.entry)
        for old, new in ((first_seat.seat, second_seat.seat), (second_seat.seat, first_seat.seat))
    ]
    keys = [card.pk for card, _entry in cards]
    Card.objects.filter(pk__in=keys).delete()
    for card, entry in cards:
        card.entry = entry
    moved = Card.objects.bulk_create(card for card, _entry in cards)
    PointLine.objects.filter(pk__in=[line.pk for rows, _entry in lines for line in rows]).delete()
    for rows, entry in lines:
        for line in rows:
            line.entry = entry
        PointLine.objects.bulk_create(rows)
    for card_set in CardSet.objects.filter(pk__in={card.card_set_id for card in moved}):
        card_set.version += 1
        card_set.save(update_fields=["version"])
    return moved
