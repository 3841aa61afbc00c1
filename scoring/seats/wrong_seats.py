"""Correcting the record after play when a player sat in another seat: somebody else's, or a chair empty on record."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from club.models import User
from record.change import Change, change
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import Card, CardSet, PointLine, SetVersion
from scoring.sets.change import keep_version, take_back_acceptance
from scoring.sets.lines import lines_of
from scoring.sets.queries import desk_table_of
from tournament.models import Entry, Round, Seat, Table, Tournament
from tournament.seating.queries import FEWEST_AT_TABLE, Spot, spot_name
from tournament.seating.storing import occupants, refuse_without_reason, seat_entries
from tournament.words import not_published


@dataclass(frozen=True)
class SeatOnRecord:
    """The seat that a player has on record in a round, and the card typed for it, if any."""

    seat: Seat
    card: Card | None

    @property
    def spot(self) -> Spot:
        return self.seat.table.number, self.seat.letter

    @property
    def name(self) -> str:
        """Table and letter: "7C"."""
        return spot_name(self.spot)


@dataclass(frozen=True)
class Correction:
    """A player's seat on record, and where the player really sat: in the seat of another player, or in `chair`.

    `accepted`: the tables whose accepted set has to be checked and accepted again, because a chair was empty.
    """

    played: SeatOnRecord
    other: SeatOnRecord | None
    chair: Spot
    accepted: tuple[int, ...] = ()

    @property
    def chair_name(self) -> str:
        return spot_name(self.chair)

    @property
    def shown(self) -> dict[str, object]:
        if self.other is None:
            return {"first": self.played.name, "accepted": self.accepted}
        return {"first": self.played.name, "second": self.other.name}


def correction(tournament: Tournament, *, number: int, player: Entry, sat: Entry | Spot) -> Correction:
    """What it affects that `player` sat in the seat of another, or in an empty chair, in published round `number`.

    Raises Refused if it is impossible.
    """
    round_ = published(tournament, number)
    if isinstance(sat, Entry):
        if player.pk == sat.pk:
            raise refuse("same-player", _("Choose two different players."), "second")
        first, second = seat_of(round_, player, "first"), seat_of(round_, sat, "second")
        return Correction(first, second, second.spot)
    played = seat_of(round_, player, "first")
    sitting = occupants(round_)
    if sat not in sitting:
        message = _("There is no seat %(seat)s in %(round)s.")
        raise refuse("no-such-seat", message % {"seat": spot_name(sat), "round": round_.in_words}, "chair")
    sitter = sitting[sat]
    if sitter is not None:
        message = _("Seat %(seat)s is not empty: %(name)s is on record there. Name that player instead.")
        raise refuse("seat-taken", message % {"seat": spot_name(sat), "name": sitter.name}, "chair")
    old_number = played.spot[0]
    remaining = sum(1 for (table, _letter), entry in sitting.items() if table == old_number and entry) - 1
    if old_number != sat[0] and remaining < FEWEST_AT_TABLE:
        message = _("Table %(table)d would have been left with %(left)d players, and two cannot play.")
        raise refuse("table-too-small", message % {"table": old_number, "left": remaining}, "first")
    accepted = CardSet.objects.accepted().filter(round=round_, table__number__in=[old_number, sat[0]])
    tables = accepted.order_by("table__number").values_list("table__number", flat=True)
    return Correction(played, None, sat, tuple(tables))


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


def mend_wrong_seat(
    tournament: Tournament,
    *,
    number: int,
    player: Entry,
    sat: Entry | Spot,
    reason: str,
    by: User | None,
    stamp: Stamp | None = None,
) -> Round:
    """Puts `player` of round `number` on record where the player sat: in the seat of another, who gets the player's,
    or in an empty chair.

    Two players exchange their cards and point lines too; accepted sets stay accepted, numbers stay the same, and each
    set concerned gets a new version. Where a chair was empty, both sets were judged for a wrong number of players: see
    `move_to_chair`. The stamp says the seats as the page showed them, as `Correction.shown`. Raises Conflict, Refused.
    """
    round_ = published(tournament, number)
    about = (round_, player, sat) if isinstance(sat, Entry) else (round_, player)
    with change(
        tournament,
        Verb.WRONG_SEAT_MENDED,
        by=by,
        stamp=stamp,
        about=about,
        content=[None if isinstance(sat, Entry) else sat, reason],
        after_finish=True,
    ) as act:
        seat_now = seat_of(round_, player, "first").name
        if act.repeated and stamp is not None and stamp.seen.get("first") != seat_now:
            return round_
        mended = correction(act.where, number=number, player=player, sat=sat)
        message = _("These seats changed while the page was open. Look at them again.")
        act.compare(mended.shown, message, field="reason")
        refuse_without_reason(reason)
        act.copy_first("before mending a wrong seat")
        # Printed sheets of this round are out of date.
        Round.objects.filter(pk=round_.pk).update(seating_version=round_.seating_version + 1)
        if mended.other is None:
            move_to_chair(act, round_, mended, reason)
        else:
            exchange(act, round_, mended.played, mended.other, reason)
    return round_


def exchange(
    act: Change[Tournament], round_: Round, first: SeatOnRecord, second: SeatOnRecord, reason: str
) -> None:
    one, other = first.seat.entry, second.seat.entry
    seat_entries(round_, {first.spot: other, second.spot: one})
    moved = move_scores(first, second)
    tables = [first.seat.table, second.seat.table]
    keep_versions(act, [card.card_set.table for card in moved], reason, between=tables)
    act.record(
        old={first.name: one.number, second.name: other.number},
        new={first.name: other.number, second.name: one.number, "cards moved": len(moved)},
        reason=reason,
        standings=bool(moved),
        seats=True,
    )


def move_to_chair(act: Change[Tournament], round_: Round, mended: Correction, reason: str) -> None:
    """Moves the player with the card typed for them.

    Accepted sets of both tables are reopened and their lines deleted until the desk accepts them again; after the
    finish the lines count until then.
    """
    played, chair, finished = mended.played, mended.chair, act.where.finished_at is not None
    player = played.seat.entry
    old_table, new_table = played.seat.table, Table.objects.get(round=round_, number=chair[0])
    lines = {
        card_set.table_id: reopen_for_check(card_set, without=played.seat.letter, keeping_lines=finished)
        for card_set in CardSet.objects.filter(table__in=[old_table, new_table])
    }
    seat_entries(round_, {played.spot: None, chair: player})
    if played.card is not None:
        move_card(act, played.card, new_table, chair[1])
    tables = Table.objects.filter(pk__in=[old_table.pk, new_table.pk], card_set__isnull=False)
    keep_versions(act, tables, reason, between=[old_table, new_table], lines=lines)
    taken_back = [line for rows in lines.values() for line in rows]
    act.record(
        old={played.name: player.number, mended.chair_name: None, "lines": taken_back},
        new={
            played.name: None,
            mended.chair_name: player.number,
            "cards moved": int(played.card is not None),
            "sets opened again": list(mended.accepted),
        },
        reason=reason,
        standings=bool(taken_back) and not finished,
        seats=True,
    )


def keep_versions(
    act: Change[Tournament],
    tables: Iterable[Table],
    reason: str,
    *,
    between: list[Table],
    lines: Mapping[int, list[dict[str, Any]]] | None = None,
) -> None:
    """Adds a version to each of these tables' sets; `lines`, by the table's key: the lines that stopped counting."""
    for table in {table.pk: table for table in tables}.values():
        desk_table = desk_table_of(act.where, table)
        other = next((other for other in between if other.pk != table.pk), None)
        lines_then = (lines or {}).get(table.pk, [])
        step = SetVersion(verb=act.verb, reason=reason, lines=lines_then, other_table=other)
        keep_version(desk_table, desk_table, step, act)


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


def reopen_for_check(card_set: CardSet, *, without: str, keeping_lines: bool) -> list[dict[str, Any]]:
    """Undoes the acceptance, if any, and removes the readings, which were made for other seats; returns the set's
    lines.
    """
    lines = lines_of(card_set)
    if not keeping_lines:
        card_set.lines.all().delete()
    if card_set.state == CardSet.State.ACCEPTED:
        take_back_acceptance(card_set)
    card_set.games = [{**game, "reading": None, "chosen": ""} for game in card_set.games]
    card_set.version += 1
    card_set.save()
    # Somebody who was not at the table cannot have verified a card.
    card_set.cards.filter(verified_by=without).update(verified_by="")
    return lines


def move_card(act: Change[Tournament], card: Card, table: Table, letter: str) -> None:
    """Moves a card, and its lines if they were kept, to the table and letter where its player sat."""
    old, desk_table = card.card_set, desk_table_of(act.where, table)
    card.card_set = desk_table.card_set or CardSet.objects.create(
        table=table,
        round=table.round,
        version=desk_table.last_version + 1,
        handed_in_at=act.at,
        reopened=old.reopened,
        entered_by=old.entered_by,
    )
    old.lines.filter(entry__in=filter(None, [card.entry_id, card.substitute_id])).update(
        card_set=card.card_set
    )
    card.letter, card.verified_by = letter, ""
    card.save(update_fields=["card_set", "letter", "verified_by"])
    if old.handed_in_by and not old.cards.filter(letter=old.handed_in_by).exists():
        old.handed_in_by = ""
        old.save(update_fields=["handed_in_by"])
