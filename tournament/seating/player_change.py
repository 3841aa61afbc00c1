"""What a director asks for: who leaves, who comes and who plays for whom, and why that may not fit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from record.refused import Refused, all_at_once, refuse
from tournament.models import Entry, Tournament
from tournament.seating.queries import RoundSeating

Kind = Literal["withdraw", "replace", "late", "substitute"]


@dataclass(frozen=True)
class PlayerChange:
    """A requested change: `entry` leaves (or arrives late), `other` takes the seat; both rounds are included."""

    kind: Kind
    entry: Entry
    other: Entry | None
    from_round: int
    until_round: int | None = None

    def covers(self, number: int) -> bool:
        return self.from_round <= number and (self.until_round is None or number <= self.until_round)

    @property
    def leaves(self) -> bool:
        """Whether `entry` does not come back afterwards."""
        return self.kind in ("withdraw", "replace") or (self.kind == "substitute" and not self.until_round)

    @property
    def people(self) -> tuple[Entry, ...]:
        """Whoever takes the seat first."""
        return (self.entry,) if self.other is None else (self.other, self.entry)

    @property
    def arriving(self) -> Entry | None:
        return self.entry if self.kind == "late" else self.other


def arriving(changes: Iterable[PlayerChange]) -> list[Entry]:
    return [change.arriving for change in changes if change.arriving is not None]


def refuse_impossible(
    tournament: Tournament, changes: Sequence[PlayerChange], rounds: Sequence[RoundSeating]
) -> None:
    """Refuses changes that do not fit the people or the rounds they name, all that is wrong at once."""
    if tournament.finished_at is not None:
        raise refuse("finished", _("The tournament is finished; its seats can no longer change."))
    people = [entry.pk for change in changes for entry in change.people]
    if len(set(people)) < len(people):
        message = _("Choose two different players.") if len(changes) == 1 else _("Name everybody only once.")
        raise refuse("same-player", message, "other")
    refusals = [refusal for change in changes for refusal in faults(change, rounds)]
    if refusals:
        raise all_at_once(refusals)


def faults(change: PlayerChange, rounds: Sequence[RoundSeating]) -> Iterator[Refused]:
    covered = [round_seating for round_seating in rounds if change.covers(round_seating.round.number)]
    if not covered:
        yield refuse("no-such-round", _("There is no such round to change."), "from_round")
        return
    if change.arriving is not None and change.arriving.state == Entry.State.WITHDRAWN:
        message = _("%(name)s is not registered: %(state)s.")
        state = str(change.arriving.get_state_display()).lower()
        yield refuse("not-registered", message % {"name": change.arriving.name, "state": state}, "other")
        return
    for round_seating in covered:
        seat = round_seating.seat_of(change.arriving) if change.arriving is not None else None
        if seat is not None:
            message = _("%(name)s already has a seat in %(round)s: table %(table)d, seat %(letter)s.") % {
                "name": seat.entry.name,
                "round": round_seating.round.in_words,
                "table": seat.table,
                "letter": seat.letter,
            }
            yield refuse("has-a-seat", message, "other")
            return
    leaving = change.entry if change.kind != "late" else None
    if leaving and not any(round_seating.seat_of(leaving) for round_seating in covered):
        message = _("%(name)s has no seat from %(round)s on.")
        values = {
            "name": leaving.name,
            "round": covered[0].round.tournament.round_in_words(change.from_round),
        }
        yield refuse("no-seat", message % values, "player")
    elif change.leaves:
        # Somebody leaves for good after a planned round that still seats them: it could never be published.
        for round_seating in rounds:
            planned = round_seating.round.number < change.from_round and not round_seating.round.published_at
            if planned and round_seating.seat_of(change.entry) is not None:
                message = _(
                    "%(name)s still has a seat in %(round)s, which is not published yet. Publish it first, or start "
                    "the change with it."
                )
                values = {"name": change.entry.name, "round": round_seating.round.in_words}
                yield refuse("seated-before", message % values, "from_round")
                return
