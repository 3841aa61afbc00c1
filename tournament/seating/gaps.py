from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse

from tournament.models import Entry, Tournament
from tournament.seams import above
from tournament.seating.queries import RoundSeating, spot_name


@dataclass(frozen=True)
class Gaps:
    """Empty seats of one round, such as "5D", at tables that play, and the people who are not where a seat is.

    `waiting`: on the waiting list, the longest first. `without_seat`: present. `not_here`: seated. `missing`: neither
    present nor seated.
    """

    empty: list[str]
    waiting: list[Entry]
    without_seat: list[Entry]
    not_here: list[Entry]
    missing: list[Entry]

    @property
    def late(self) -> list[Entry]:
        """Everybody on the list who may yet come to the desk."""
        return [*self.without_seat, *self.missing, *self.not_here, *self.waiting]


def gaps(tournament: Tournament, round_seating: RoundSeating) -> Gaps:
    seated = {entry.pk for entry in round_seating.seats.values() if entry}
    empty = [
        spot_name((table.number, letter))
        for table in round_seating.tables
        for letter, entry in table.seats
        if entry is None and table.entries
    ]
    registered = Q(state=Entry.State.REGISTERED)
    checked_in = Q(checked_in_at__isnull=False)
    over = tournament.entries.over_by(round_seating.round.number).values("pk")
    left_early = checked_in & Q(pk__in=over)
    people = list(
        tournament.entries.filter(
            Q(state=Entry.State.WAITING) | (registered & ~(checked_in & Q(pk__in=seated)))
        )
        .exclude(left_early)
        .with_people()
        .order_by("registered_at", "pk")
    )
    playing = [entry for entry in people if entry.state == Entry.State.REGISTERED]
    return Gaps(
        empty=empty,
        waiting=[entry for entry in people if entry.state == Entry.State.WAITING],
        without_seat=[entry for entry in playing if entry.checked_in_at],
        not_here=[entry for entry in playing if not entry.checked_in_at and entry.pk in seated],
        missing=[entry for entry in playing if not entry.checked_in_at and entry.pk not in seated],
    )


@dataclass(frozen=True)
class SeatedLeaver:
    """Somebody with a seat at `table` of a round who left during the earlier round `left`.

    `substitute` played on for them then and could take the seat: registered, and without one in this round.
    """

    entry: Entry
    table: int
    left: int
    substitute: Entry | None


def seated_leavers(tournament: Tournament, round_seating: RoundSeating) -> list[SeatedLeaver]:
    leaver_by_entry = above.left_before(tournament, round_seating.round.number)
    seated = {entry.pk for entry in round_seating.seats.values() if entry}
    leavers = []
    for table in round_seating.tables:
        for entry in table.entries:
            leaver = leaver_by_entry.get(entry.pk)
            if leaver is None or entry.state != Entry.State.REGISTERED:
                continue
            substitute = leaver.substitute
            if substitute and (substitute.pk in seated or substitute.state != Entry.State.REGISTERED):
                substitute = None
            leavers.append(SeatedLeaver(entry, table.number, leaver.round, substitute))
    return leavers


def address_of_change(tournament: Tournament, number: int, player: int, substitute: int | None) -> str:
    """The preview of the seat change from round `number` on: the substitute sits down, or the player withdraws."""
    fields: dict[str, object] = {"change": "withdraw", "player": player, "from_round": number}
    if substitute:
        fields |= {"change": "substitute", "other": substitute}
    return f"{reverse('seat-changes', args=[tournament.slug])}?{urlencode(fields)}"
