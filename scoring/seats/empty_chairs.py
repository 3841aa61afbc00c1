"""A player sat in a chair the record calls empty, found after play: seat and card follow, sets are checked again."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Card, CardSet
from scoring.seats.wrong_seats import (
    SeatPlayed,
    compare,
    is_done,
    keep_steps,
    published,
    seat_of,
    seats_revised,
)
from scoring.sets.change import lines_of, take_back_acceptance
from scoring.sets.queries import place_of
from tournament.change import Change, change
from tournament.models import Entry, Round, Table, Tournament, User
from tournament.refused import refuse
from tournament.seating.actions import occupants, put, refuse_without_reason
from tournament.seating.queries import Spot, spot_name
from tournament.seating.swap import FEWEST_AT_TABLE
from tournament.stamps import Stamp
from tournament.verbs import Verb


@dataclass(frozen=True)
class ChairFound:
    """The seat on record, and the empty chair that was really sat in."""

    played: SeatPlayed
    chair: Spot
    accepted: tuple[int, ...]
    """The tables whose accepted set has to be checked and accepted again."""

    @property
    def chair_name(self) -> str:
        return spot_name(self.chair)


def chair_found(tournament: Tournament, *, number: int, player: Entry, chair: Spot) -> ChairFound:
    """What moving `player` of published round `number` to `chair` touches. Raises Refused where it cannot be."""
    round_ = published(tournament, number)
    played = seat_of(round_, player, "first")
    sitting = occupants(round_)
    if chair not in sitting:
        message = _("There is no seat %(seat)s in round %(round)d.")
        raise refuse("no-such-seat", message % {"seat": spot_name(chair), "round": number}, "chair")
    taken = sitting[chair]
    if taken is not None:
        message = _("Seat %(seat)s is not empty: %(name)s is on record there. Name that player instead.")
        raise refuse("seat-taken", message % {"seat": spot_name(chair), "name": taken.name}, "chair")
    here = played.spot[0]
    left = sum(1 for (table, _letter), entry in sitting.items() if table == here and entry) - 1
    if here != chair[0] and left < FEWEST_AT_TABLE:
        message = _("Table %(table)d would have been left with %(left)d players, and two cannot play.")
        raise refuse("table-too-small", message % {"table": here, "left": left}, "first")
    accepted = CardSet.objects.accepted().filter(round=round_, table__number__in=[here, chair[0]])
    tables = accepted.order_by("table__number").values_list("table__number", flat=True)
    return ChairFound(played, chair, tuple(tables))


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
    """The record of round `number` seats `player` at `chair`; the card typed for the player goes along.

    Both tables had another number of players than their sets were accepted for, so accepted ones are opened again
    and their lines leave the record until the desk has looked; after the finish they count until then. The page
    showed where the record has the player: `first`, such as "7C". Raises Conflict, Refused.
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
        move = chair_found(act.tournament, number=number, player=player, chair=chair)
        played, finished = move.played, act.tournament.finished_at is not None
        compare(act, first=played.name)
        refuse_without_reason(reason)
        act.copy_first("before mending a wrong seat")
        here, there = played.seat.table, Table.objects.get(round=round_, number=chair[0])
        lines = {
            card_set.table_id: open_again(card_set, without=played.seat.letter, keeping_lines=finished)
            for card_set in CardSet.objects.filter(table__in=[here, there])
        }
        put(round_, {played.spot: None, chair: player})
        if played.card is not None:
            take_along(act, played.card, there, chair[1])
        seats_revised(round_)
        tables = Table.objects.filter(pk__in=[here.pk, there.pk], card_set__isnull=False)
        keep_steps(act, tables, reason, between=[here, there], lines=lines)
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


def open_again(card_set: CardSet, *, without: str, keeping_lines: bool) -> list[dict[str, Any]]:
    """Takes an acceptance back, where there is one, and the readings made for other seats; the lines it had."""
    lines = lines_of(card_set)
    if not keeping_lines:
        card_set.lines.all().delete()
    if card_set.state == CardSet.State.ACCEPTED:
        take_back_acceptance(card_set)
    card_set.games = [{**game, "reading": None, "chosen": ""} for game in card_set.games]
    card_set.version += 1
    card_set.save()
    # A card verified by somebody who was not at the table is not verified.
    card_set.cards.filter(verified_by=without).update(verified_by="")
    return lines


def take_along(act: Change, card: Card, table: Table, letter: str) -> None:
    """Puts a card, and its lines where they are kept, under the table and letter where its player really sat."""
    old, place = card.card_set, place_of(act.tournament, table)
    card.card_set = place.card_set or CardSet.objects.create(
        table=table,
        round=table.round,
        version=place.last_version + 1,
        handed_in_at=act.at,
        reopened=old.reopened,
    )
    old.lines.filter(entry=card.entry_id).update(card_set=card.card_set)
    card.letter, card.verified_by = letter, ""
    card.save(update_fields=["card_set", "letter", "verified_by"])
    if old.handed_in_by and not old.cards.filter(letter=old.handed_in_by).exists():
        old.handed_in_by = ""
        old.save(update_fields=["handed_in_by"])
