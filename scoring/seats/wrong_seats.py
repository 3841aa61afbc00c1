"""Two players sat in each other's seats, found after play: seats and scores follow the people, on record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Card, CardSet, PointLine
from scoring.sets.change import keep_version
from scoring.sets.queries import place_of
from tournament.change import Change, change
from tournament.models import Entry, Round, Seat, Table, Tournament, User
from tournament.refused import refuse
from tournament.seating.actions import put, refuse_without_reason
from tournament.stamps import Stamp
from tournament.verbs import Verb


@dataclass(frozen=True)
class SeatPlayed:
    """Where the record says a player sat in a round, and the card typed for that seat, if any."""

    seat: Seat
    card: Card | None

    @property
    def spot(self) -> tuple[int, str]:
        return self.seat.table.number, self.seat.letter

    @property
    def name(self) -> str:
        """The seat as people say it: "7C"."""
        return f"{self.spot[0]}{self.spot[1]}"


def seats_played(
    tournament: Tournament, *, number: int, first: Entry, second: Entry
) -> tuple[SeatPlayed, SeatPlayed]:
    """The two seats of a published round, as on record. Raises Refused where one of the players had none."""
    if first.pk == second.pk:
        raise refuse("same-player", _("Choose two different players."), "second")
    round_ = published(tournament, number)
    return seat_of(round_, first, "first"), seat_of(round_, second, "second")


def published(tournament: Tournament, number: int) -> Round:
    """The round by its number. Raises Refused where it is not published."""
    round_ = tournament.rounds.published().filter(number=number).first()
    if round_ is None:
        raise refuse("not-published", _("Round %d is not published.") % number, "number")
    return round_


def seat_of(round_: Round, entry: Entry, field: str) -> SeatPlayed:
    seat = Seat.objects.filter(round=round_, entry=entry).select_related("table", "entry__person").first()
    if seat is None:
        message = _("%(name)s has no seat in round %(round)d.")
        raise refuse("no-seat", message % {"name": entry.name, "round": round_.number}, field)
    card = Card.objects.filter(card_set__table=seat.table, letter=seat.letter).first()
    return SeatPlayed(seat, card)


def exchange_seats_played(
    tournament: Tournament,
    *,
    number: int,
    first: Entry,
    second: Entry,
    reason: str,
    by: User | None,
    stamp: Stamp | None = None,
) -> Round:
    """Two players of round `number` exchange seats and with them the cards and point lines of those seats.

    The page showed where the record has each of them: `first` and `second`, such as "7C". Accepted sets stay accepted,
    numbers are not touched; every set concerned gets a new version. Raises Conflict, Refused.
    """
    round_ = published(tournament, number)
    about = (round_, first, second)
    with change(
        tournament, Verb.WRONG_SEAT_MENDED, by=by, stamp=stamp, about=about, content=reason, after_finish=True
    ) as act:
        here, there = seats_played(act.tournament, number=number, first=first, second=second)
        if is_done(act, first=here.name):
            return round_
        compare(act, first=here.name, second=there.name)
        refuse_without_reason(reason)
        act.copy_first("before mending a wrong seat")
        put(round_, {here.spot: second, there.spot: first})
        moved = move_scores(here, there)
        seats_revised(round_)
        tables = [here.seat.table, there.seat.table]
        keep_steps(act, [card.card_set.table for card in moved], reason, between=tables)
        act.record(
            old={here.name: first.number, there.name: second.number},
            new={here.name: second.number, there.name: first.number, "cards moved": len(moved)},
            reason=reason,
            standings=bool(moved),
            seats=True,
        )
    return round_


def is_done(act: Change, *, first: str) -> bool:
    """Whether the same form was sent before, and its player does not sit where its page showed any more."""
    return act.repeated and act.stamp is not None and act.stamp.seen.get("first") != first


def compare(act: Change, **seats: str) -> None:
    act.compare(seats, _("These seats changed while the page was open. Look at them again."), field="reason")


def seats_revised(round_: Round) -> None:
    """What was printed of this round is out of date."""
    Round.objects.filter(pk=round_.pk).update(seating_version=round_.seating_version + 1)


def keep_steps(
    act: Change,
    tables: Iterable[Table],
    reason: str,
    *,
    between: list[Table],
    lines: Mapping[int, list[dict[str, Any]]] | None = None,
) -> None:
    """Keeps the step for each of these tables' sets; `lines` stopped counting by it, by the table's key."""
    for table in {table.pk: table for table in tables}.values():
        place = place_of(act.tournament, table)
        other = next((other for other in between if other.pk != table.pk), None)
        keep_version(
            place,
            place,
            act.verb,
            by=act.by,
            at=act.at,
            reason=reason,
            other_table=other,
            lines=(lines or {}).get(table.pk, []),
        )


def move_scores(here: SeatPlayed, there: SeatPlayed) -> list[Card]:
    """The cards typed for the two seats, and their lines, belong to who really sat there; the cards that moved.

    They are deleted and written anew under their old keys: a player has one card in a round, half-way too.
    """
    moves = [(here.card, there.seat.entry), (there.card, here.seat.entry)]
    cards = [(card, entry) for card, entry in moves if card is not None]
    lines = [
        (list(PointLine.objects.filter(card_set__table=old.table_id, entry=old.entry_id)), new.entry)
        for old, new in ((here.seat, there.seat), (there.seat, here.seat))
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
