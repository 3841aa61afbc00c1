"""Compares what directors decided outside games with the journal: adjustments, complaints, categories."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from record.verbs import Verb
from scoring.models import Adjustment, Complaint
from tournament.models import Tournament
from tournament.seams import RecordedEntry

OF_ADJUSTMENTS = {Verb.ADJUSTMENT_MADE, Verb.ADJUSTMENT_CANCELLED}
OF_COMPLAINTS = {Verb.PLAYER_WARNED, Verb.PLAYER_DISQUALIFIED, Verb.COMPLAINT_TAKEN_BACK}
OF_CATEGORIES = {Verb.CATEGORY_MADE, Verb.CATEGORY_CHANGED, Verb.CATEGORY_REMOVED}
RENUMBERING = {Verb.BONUS_ROUND_ADDED: 1, Verb.BONUS_ROUND_TAKEN_AWAY: -1}
DECISIONS = OF_ADJUSTMENTS | OF_COMPLAINTS | OF_CATEGORIES | RENUMBERING.keys()


def decisions_against(
    tournament: Tournament, records: Iterable[RecordedEntry], last_move: int
) -> Iterator[str]:
    """One sentence for each decision that differs from its entries in the journal, `records`, oldest first.

    `last_move`: the last entry that may have changed a player's number.
    """
    adjustments: dict[int, Any] = {}
    complaints: dict[int, Any] = {}
    categories = Categories()
    for record in records:
        if record.verb in OF_ADJUSTMENTS:
            adjustments[record.new["adjustment"]] = record.new
        elif record.verb in OF_COMPLAINTS:
            complaints[record.new["complaint"]] = record.new
        else:
            categories.follow(record)
    yield from differing(
        "adjustment", stored(Adjustment.objects.select_related("round"), tournament, "cancelled"), adjustments
    )
    yield from differing("complaint", stored(Complaint.objects.all(), tournament, "taken_back"), complaints)
    yield from categories.against(tournament, numbers_may_differ=last_move > categories.last)


def differing(subject: str, stored: Mapping[Any, Any], recorded: Mapping[Any, Any]) -> Iterator[str]:
    for key in sorted(stored.keys() | recorded.keys()):
        if stored.get(key) != recorded.get(key):
            yield f"{subject} {key} is stored as {stored.get(key)} and recorded as {recorded.get(key)}."


def stored(rows: QuerySet[Any], tournament: Tournament, ended: str) -> dict[int, Any]:
    """Each decision by its number, as the journal has it; `ended` is said of one that is."""
    return {
        number: decision.facts(number) | ({ended: True} if decision.ended_at else {})
        for number, decision in enumerate(rows.filter(entry__tournament=tournament).order_by("pk"), 1)
    }


class Categories:
    """The categories as the journal's entries leave them: name -> last round, and player number -> name."""

    def __init__(self) -> None:
        self.last_rounds: dict[str, int | None] = {}
        self.players: dict[int, str] = {}
        self.last = 0

    def follow(self, record: RecordedEntry) -> None:
        """Takes over the decision of an entry. Entries have to come oldest first."""
        if record.verb in RENUMBERING:
            bonus, by = int(record.subject.removeprefix("round ")), RENUMBERING[Verb(record.verb)]
            for name, last_round in self.last_rounds.items():
                if last_round is not None and last_round >= bonus:
                    self.last_rounds[name] = last_round + by
            return
        self.last = record.sequence
        if record.old:
            was = record.old["name"]
            self.last_rounds.pop(was, None)
            self.players = {player: name for player, name in self.players.items() if name != was}
        if record.new:
            self.last_rounds[record.new["name"]] = record.new["last_round"]
            self.players |= dict.fromkeys(record.new["players"], record.new["name"])

    def against(self, tournament: Tournament, *, numbers_may_differ: bool) -> Iterator[str]:
        stored = dict(tournament.categories.values_list("name", "last_round"))
        yield from differing("the last round of category", stored, self.last_rounds)
        entries = tournament.entries.filter(category__isnull=False)
        players = dict(entries.values_list("number", "category__name"))
        if not numbers_may_differ:
            yield from differing("the category of player", players, self.players)
