"""A player sat in a chair the record calls empty, found after play: seat and card follow, sets are checked again."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Card, CardSet
from scoring.seats.wrong_seats import SeatPlayed, seat_of
from tournament import backups
from tournament.journal import lock, record
from tournament.models import Entry, Round, Table, Tournament, User
from tournament.refused import Conflict, refuse
from tournament.seating.actions import FEWEST_AT_TABLE, Spot, occupants, put, refuse_without_reason, spot_name
from tournament.seen import refuse_overtaken


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

    @property
    def token(self) -> str:
        """Names the seat and the chair as they were looked at."""
        return f"{self.played.name}.{self.played.seat.entry.number}-{self.chair_name}.empty"


def chair_found(tournament: Tournament, *, number: int, player: Entry, chair: Spot) -> ChairFound:
    """What moving `player` of published round `number` to `chair` touches. Raises Refused where it cannot be."""
    round_ = tournament.rounds.filter(number=number, published_at__isnull=False).first()
    if round_ is None:
        raise refuse("not-published", _("Round %d is not published.") % number, "number")
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
    accepted = CardSet.objects.filter(
        round=round_, table__number__in=[here, chair[0]], state=CardSet.State.ACCEPTED
    )
    tables = accepted.order_by("table__number").values_list("table__number", flat=True)
    return ChairFound(played, chair, tuple(tables))


@transaction.atomic
def move_to_empty_chair(
    tournament: Tournament,
    *,
    number: int,
    player: Entry,
    chair: Spot,
    shown: str,
    reason: str,
    by: User | None,
    as_of: str | None = None,
) -> Round:
    """The record of round `number` seats `player` at `chair`; the card typed for the player goes along.

    Both tables had another number of players than their sets were accepted for, so accepted ones are opened again
    and their lines leave the record until the desk has looked; after the finish they count until then. `shown` is
    the `token` of what the page showed.
    """
    tournament = lock(tournament)
    found = chair_found(tournament, number=number, player=player, chair=chair)
    if shown != found.token:
        message = _("These seats changed while the page was open. Look at them again.")
        raise Conflict(refuse("changed-meanwhile", message, "shown").faults)
    subject = f"round {number}"
    about = {f"old__{found.played.name}": player.number, f"new__{found.chair_name}": player.number}
    refuse_overtaken(tournament, as_of, by=by, verb="wrong seat", subject=subject, **about)
    refuse_without_reason(reason)
    backups.copy("before mending a wrong seat", tournament)
    round_, played = found.played.seat.round, found.played
    there = Table.objects.get(round=round_, number=chair[0])
    sets = list(CardSet.objects.filter(round=round_, table__number__in=[played.spot[0], chair[0]]))
    finished = tournament.finished_at is not None
    lines = [
        line for one in sets for line in open_again(one, without=played.seat.letter, keeping_lines=finished)
    ]
    put(round_, {played.spot: None, chair: player})
    if played.card is not None:
        take_along(played.card, there, chair[1])
    Round.objects.filter(pk=round_.pk).update(seating_version=round_.seating_version + 1)
    record(
        tournament,
        gettext_noop("wrong seat"),
        subject,
        by=by,
        old={played.name: player.number, found.chair_name: None, "lines": lines},
        new={
            played.name: None,
            found.chair_name: player.number,
            "cards moved": int(played.card is not None),
            "sets opened again": list(found.accepted),
        },
        reason=reason,
        standings=bool(lines) and not finished,
    )
    return round_


def open_again(card_set: CardSet, *, without: str, keeping_lines: bool) -> list[dict[str, Any]]:
    """Takes an acceptance back, where there is one, and the readings made for other seats; the lines it had."""
    rows = card_set.lines.order_by("entry__number", "game", "pk")
    lines = [dict(line) for line in rows.values("entry__number", "game", "points", "code")]
    if not keeping_lines:
        card_set.lines.all().delete()
    if card_set.state == CardSet.State.ACCEPTED:
        card_set.state, card_set.reopened = CardSet.State.IN, True
        card_set.accepted_at, card_set.accepted_by, card_set.ruling = None, None, ""
    card_set.games = [{**game, "reading": None, "chosen": ""} for game in card_set.games]
    card_set.version += 1
    card_set.save()
    # A card verified by somebody who was not at the table is not verified.
    card_set.cards.filter(verified_by=without).update(verified_by="")
    return lines


def take_along(card: Card, table: Table, letter: str) -> None:
    """Puts a card, and its lines where they are kept, under the table and letter where its player really sat."""
    old = card.card_set
    card.card_set, _made = CardSet.objects.get_or_create(
        table=table, defaults={"round": table.round, "handed_in_at": timezone.now(), "reopened": old.reopened}
    )
    old.lines.filter(entry=card.entry_id).update(card_set=card.card_set)
    card.letter, card.verified_by = letter, ""
    card.save(update_fields=["card_set", "letter", "verified_by"])
    if old.handed_in_by and not old.cards.filter(letter=old.handed_in_by).exists():
        old.handed_in_by = ""
        old.save(update_fields=["handed_in_by"])
