"""Two players sat in each other's seats, found after play: seats and scores follow the people, on record."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Card, CardSet, PointLine
from tournament import backups
from tournament.journal import lock, record
from tournament.models import Entry, Round, Seat, Tournament, User
from tournament.refused import Conflict, refuse
from tournament.seating.actions import put, refuse_without_reason
from tournament.seen import refuse_overtaken


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
    round_ = tournament.rounds.filter(number=number, published_at__isnull=False).first()
    if round_ is None:
        raise refuse("not-published", _("Round %d is not published.") % number, "number")
    return seat_of(round_, first, "first"), seat_of(round_, second, "second")


def seat_of(round_: Round, entry: Entry, field: str) -> SeatPlayed:
    seat = Seat.objects.filter(round=round_, entry=entry).select_related("table", "entry__person").first()
    if seat is None:
        message = _("%(name)s has no seat in round %(round)d.")
        raise refuse("no-seat", message % {"name": entry.name, "round": round_.number}, field)
    card = Card.objects.filter(card_set__table=seat.table, letter=seat.letter).first()
    return SeatPlayed(seat, card)


@transaction.atomic
def exchange_seats_played(
    tournament: Tournament,
    *,
    number: int,
    first: Entry,
    second: Entry,
    shown: str,
    reason: str,
    by: User | None,
    as_of: str | None = None,
) -> Round:
    """Two players of round `number` exchange seats and with them the cards and point lines of those seats.

    `shown` is the `token` of what the page showed: asked twice, the second is a `Conflict`, not an exchange back.
    Accepted sets stay accepted, numbers are not touched; every set concerned gets a new version.
    """
    tournament = lock(tournament)
    one, other = seats_played(tournament, number=number, first=first, second=second)
    if shown != token(one, other):
        message = _("These seats changed while the page was open. Look at them again.")
        raise Conflict(refuse("changed-meanwhile", message, "shown").faults)
    subject, old = f"round {number}", {one.name: first.number, other.name: second.number}
    refuse_overtaken(tournament, as_of, by=by, verb="wrong seat", subject=subject, old=old)
    refuse_without_reason(reason)
    backups.copy("before mending a wrong seat", tournament)
    round_ = one.seat.round
    put(round_, {one.spot: second, other.spot: first})
    moved = move_scores(one, other)
    Round.objects.filter(pk=round_.pk).update(seating_version=round_.seating_version + 1)
    record(
        tournament,
        gettext_noop("wrong seat"),
        subject,
        by=by,
        old=old,
        new={one.name: second.number, other.name: first.number, "cards moved": moved},
        reason=reason,
        standings=moved > 0,
    )
    return round_


def move_scores(one: SeatPlayed, other: SeatPlayed) -> int:
    """The cards typed for the two seats, and their lines, belong to who really sat there; how many cards moved.

    They are deleted and written anew under their old keys: a player has one card in a round, half-way too.
    """
    moves = [(one.card, other.seat.entry), (other.card, one.seat.entry)]
    cards = [(card, entry) for card, entry in moves if card is not None]
    lines = [
        (list(PointLine.objects.filter(card_set__table=here.table_id, entry=here.entry_id)), there.entry)
        for here, there in ((one.seat, other.seat), (other.seat, one.seat))
    ]
    keys = [card.pk for card, _entry in cards]
    Card.objects.filter(pk__in=keys).delete()
    for card, entry in cards:
        card.entry = entry
    Card.objects.bulk_create(card for card, _entry in cards)
    PointLine.objects.filter(pk__in=[line.pk for found, _entry in lines for line in found]).delete()
    for found, entry in lines:
        for line in found:
            line.entry = entry
        PointLine.objects.bulk_create(found)
    for card_set in CardSet.objects.filter(pk__in={card.card_set_id for card, _entry in cards}):
        card_set.version += 1
        card_set.save(update_fields=["version"])
    return len(cards)


def token(one: SeatPlayed, other: SeatPlayed) -> str:
    """Names the two seats with who is on record there."""
    return "-".join(f"{played.name}.{played.seat.entry.number}" for played in (one, other))
