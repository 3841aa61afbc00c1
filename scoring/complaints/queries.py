from dataclasses import dataclass

from django.db.models import QuerySet

from club.models import Bar, Person
from scoring.models import Complaint
from tournament.models import Entry, Tournament
from tournament.seating.changed_rounds import propose
from tournament.seating.player_change import PlayerChange
from tournament.seating.proposal import SeatingProposal


@dataclass(frozen=True)
class Conduct:
    """A player's complaints here and elsewhere in the club, bars, and the other tournaments they are entered in."""

    entry: Entry
    here: list[Complaint]
    elsewhere: list[Complaint]
    bars: list[Bar]
    entered_in: list[Entry]

    @property
    def is_warned(self) -> bool:
        return any(row.outcome == Complaint.Outcome.WARNED and not row.ended_at for row in self.here)

    @property
    def is_disqualified(self) -> bool:
        return any(row.outcome == Complaint.Outcome.DISQUALIFIED and not row.ended_at for row in self.here)


def complaints_of(tournament: Tournament) -> QuerySet[Complaint]:
    """Every complaint of the tournament, those taken back too, newest first."""
    rows = Complaint.objects.filter(entry__tournament=tournament)
    return rows.select_related("entry__person", "by", "ended_by").order_by("-at", "-pk")


def conduct_of(entry: Entry) -> Conduct:
    records = Person.objects.same_as([entry.person_id])
    of_person = Complaint.objects.filter(entry__person__in=records).select_related("entry__tournament", "by")
    complaints = list(of_person.filter(entry__tournament__deleted_at__isnull=True))
    others = Entry.objects.filter(
        person__in=records,
        tournament__finished_at__isnull=True,
        tournament__deleted_at__isnull=True,
    ).exclude(pk=entry.pk)
    return Conduct(
        entry=entry,
        here=[row for row in complaints if row.entry_id == entry.pk],
        elsewhere=[row for row in complaints if row.entry_id != entry.pk],
        bars=list(Bar.objects.filter(person__in=records)),
        entered_in=list(others.exclude(state=Entry.State.WITHDRAWN).select_related("tournament")),
    )


def removal(tournament: Tournament, entry: Entry, from_round: int) -> SeatingProposal | None:
    """What becomes of the seats from a round on; None where the player has none. Raises Refused."""
    if not entry.seats.filter(round__number__gte=from_round).exists():
        return None
    return propose(tournament, PlayerChange("withdraw", entry, None, from_round))


def digest_of(proposal: SeatingProposal | None) -> str:
    return proposal.digest if proposal else ""
