"""Correcting the record after play when a player sat in a chair that is empty on record."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Card, CardSet
from scoring.seats.wrong_seats import (
    SeatOnRecord,
    compare,
    is_done,
    keep_versions,
    published,
    raise_seating_version,
    seat_of,
)
from scoring.sets.change import take_back_acceptance
from scoring.sets.lines import lines_of
from scoring.sets.queries import desk_table_of
from tournament.change import Change, change
from tournament.models import Entry, Round, Table, Tournament, User
from tournament.refused import refuse
from tournament.seating.actions import occupants, refuse_without_reason, seat_entries
from tournament.seating.queries import Spot, spot_name
from tournament.seating.swap import FEWEST_AT_TABLE
from tournament.stamps import Stamp
from tournament.verbs import Verb


@dataclass(frozen=True)
class MoveToChair:
    """A player's seat on record, and the empty chair that the player really sat in."""

    played: SeatOnRecord
    chair: Spot
    accepted: tuple[int, ...]
    """The tables whose accepted set has to be checked and accepted again."""

    @property
    def chair_name(self) -> str:
        return spot_name(self.chair)


def plan_move_to_chair(tournament: Tournament, *, number: int, player: Entry, chair: Spot) -> MoveToChair:
    """What moving `player` of published round `number` to `chair` affects. Raises Refused if it is impossible."""
    round_ = published(tournament, number)
    played = seat_of(round_, player, "first")
    sitting = occupants(round_)
    if chair not in sitting:
        message = _("There is no seat %(seat)s in %(round)s.")
        raise refuse("no-such-seat", message % {"seat": spot_name(chair), "round": round_.in_words}, "chair")
    sitter = sitting[chair]
    if sitter is not None:
        message = _("Seat %(seat)s is not empty: %(name)s is on record there. Name that player instead.")
        raise refuse("seat-taken", message % {"seat": spot_name(chair), "name": sitter.name}, "chair")
    old_number = played.spot[0]
    remaining = sum(1 for (table, _letter), entry in sitting.items() if table == old_number and entry) - 1
    if old_number != chair[0] and remaining < FEWEST_AT_TABLE:
        message = _("Table %(table)d would have been left with %(left)d players, and two cannot play.")
        raise refuse("table-too-small", message % {"table": old_number, "left": remaining}, "first")
    accepted = CardSet.objects.accepted().filter(round=round_, table__number__in=[old_number, chair[0]])
    tables = accepted.order_by("table__number").values_list("table__number", flat=True)
    return MoveToChair(played, chair, tuple(tables))


def move_to_empty_chair(
    tournament: Tournament,
    *,
    number: int,
    player: Entry,
    chair: Spot,
    reason: str,
    by: User | None,
    stamp: Stamp | None = None,
) -> Round:
    """Moves `player`, with the card typed for them, to `chair` in the record of round `number`.

    Both sets were judged for a wrong number of players, so accepted ones are reopened and their lines deleted until
    the desk accepts them again; after the finish the lines count until then. The stamp's `first` is the player's seat
    as the page showed it, such as "7C". Raises Conflict, Refused.
    """
    round_ = published(tournament, number)
    about, content = (round_, player), [chair, reason]
    with change(
        tournament,
        Verb.WRONG_SEAT_MENDED,
        by=by,
        stamp=stamp,
        about=about,
        content=content,
        after_finish=True,
    ) as act:
        if is_done(act, first=seat_of(round_, player, "first").name):
            return round_
        move = plan_move_to_chair(act.tournament, number=number, player=player, chair=chair)
        played, finished = move.played, act.tournament.finished_at is not None
        compare(act, first=played.name, accepted=move.accepted)
        refuse_without_reason(reason)
        act.copy_first("before mending a wrong seat")
        old_table, new_table = played.seat.table, Table.objects.get(round=round_, number=chair[0])
        lines = {
            card_set.table_id: reopen_for_check(card_set, without=played.seat.letter, keeping_lines=finished)
            for card_set in CardSet.objects.filter(table__in=[old_table, new_table])
        }
        seat_entries(round_, {played.spot: None, chair: player})
        if played.card is not None:
            move_card(act, played.card, new_table, chair[1])
        raise_seating_version(round_)
        tables = Table.objects.filter(pk__in=[old_table.pk, new_table.pk], card_set__isnull=False)
        keep_versions(act, tables, reason, between=[old_table, new_table], lines=lines)
        taken_back = [line for rows in lines.values() for line in rows]
        act.record(
            old={played.name: player.number, move.chair_name: None, "lines": taken_back},
            new={
                played.name: None,
                move.chair_name: player.number,
                "cards moved": int(played.card is not None),
                "sets opened again": list(move.accepted),
            },
            reason=reason,
            standings=bool(taken_back) and not finished,
            seats=True,
        )
    return round_


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


def move_card(act: Change, card: Card, table: Table, letter: str) -> None:
    """Moves a card, and its lines if they were kept, to the table and letter where its player sat."""
    old, desk_table = card.card_set, desk_table_of(act.tournament, table)
    card.card_set = desk_table.card_set or CardSet.objects.create(
        table=table,
        round=table.round,
        version=desk_table.last_version + 1,
        handed_in_at=act.at,
        reopened=old.reopened,
    )
    old.lines.filter(entry__in=filter(None, [card.entry_id, card.substitute_id])).update(
        card_set=card.card_set
    )
    card.letter, card.verified_by = letter, ""
    card.save(update_fields=["card_set", "letter", "verified_by"])
    if old.handed_in_by and not old.cards.filter(letter=old.handed_in_by).exists():
        old.handed_in_by = ""
        old.save(update_fields=["handed_in_by"])
