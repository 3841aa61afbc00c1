"""The standings after any past round and at any past minute, and what changed between two of them.

They are put together from the versions of sets, the decisions and the adjustments, each of which says when it was made.
Names, who shows initials and who is marked as withdrawn are today's; so are the settings, and what is withheld.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.core.cache import cache

from scoring.models import CardSet, FinalStandings, SetVersion, WrittenOff
from scoring.sets.lines import points_of
from scoring.sets.tables import seated
from scoring.sets.typed import WrittenCard, games_from
from scoring.standings.corrections import CorrectedPlayer
from scoring.standings.counted import counted_adjustments, up_to
from scoring.standings.queries import CountedPoints, assembled, round_count
from scoring.standings.standing import RoundCount, Standings
from scoring.standings.tie_breaks import Wins
from tournament.models import Round, Table, Tournament


@dataclass(frozen=True)
class RoundProgress:
    """How many more tables of a round count at the second moment; below zero where some were opened again."""

    number: int
    tables: int

    @property
    def fewer(self) -> int:
        return -self.tables


@dataclass(frozen=True)
class Changes:
    """What changed between two moments. `moved`: players of whom only the place changed."""

    rounds: list[RoundProgress]
    points: list[CorrectedPlayer]
    moved: list[CorrectedPlayer]

    @property
    def any(self) -> bool:
        return bool(self.rounds or self.points or self.moved)


def standings_at(tournament: Tournament, moment: datetime, *, until: int | None = None) -> Standings:
    """The standings as they were at a moment, up to round `until`, kept until the next journal entry."""
    key = f"standings-at-{tournament.pk}-{tournament.journal_head}-{until}-{moment.timestamp()}"
    standings: Standings | None = cache.get(key)
    if standings is None:
        standings = calculated_at(tournament, moment, until)
        cache.set(key, standings, 3600)
    return standings


def calculated_at(tournament: Tournament, moment: datetime, until: int | None) -> Standings:
    rounds = list(tournament.rounds.filter(*up_to(until), published_at__lte=moment).order_by("number"))
    versions = counted_versions(tournament, rounds, moment)
    counted = CountedPoints(tournament)
    numbers = {round_.pk: round_.number for round_ in rounds}
    players = dict(tournament.entries.values_list("number", "pk"))
    for version in versions.values():
        round_number = numbers[version.table.round_id]
        cards = msgspec.convert(version.typed["cards"] if version.typed else {}, dict[str, WrittenCard])
        for entry, *points in points_of(cards, version.entries, players, tournament.profile):
            counted.add(entry, round_number, *points)
    adjustments = counted_adjustments(tournament, until=until, moment=moment)
    counted.adjust(adjustments.values_list("entry", "round__number", "points", "kind"))
    moments = [version.at for version in versions.values()]
    return assembled(
        counted,
        round_counts_at(rounds, set(versions), moment),
        as_of=max(moments, default=None),
        until=until,
        moment=moment,
        wins_then=lambda: wins_then(tournament, rounds, versions.values(), players),
    )


def wins_then(
    tournament: Tournament,
    rounds: Iterable[Round],
    versions: Iterable[SetVersion],
    players: Mapping[int, int],
) -> Wins:
    """Who won which games of these sets. Bonus rounds that do not count decide nothing."""
    beside = {round_.pk for round_ in rounds if round_.bonus_counts is False}
    wins = Wins()
    for version in versions:
        if version.table.round_id in beside or not version.typed:
            continue
        games = games_from(version.typed["games"], tournament.profile)
        for letter, card in version.typed["cards"].items():
            substitute = players.get(card.get("substitute") or 0)
            wins.add(games, letter, version.entries.get(letter), card.get("left_after"), substitute)
    return wins


def counted_versions(
    tournament: Tournament, rounds: Iterable[Round], moment: datetime
) -> dict[int, SetVersion]:
    """By the key of each table whose cards counted at a moment, the version of its set that did."""
    # When the finish came that held then: the last one, or one that was taken back since.
    finals = FinalStandings.objects.standing_at(moment).filter(tournament=tournament)
    finished = list(finals.values_list("at", flat=True))
    versions = (
        SetVersion.objects.filter(table__round__in=rounds, at__lte=moment)
        .select_related("table")
        .only("table__round_id", "state", "typed", "entries", "at")
        .order_by("pk")
    )
    counted: dict[int, SetVersion] = {}
    for version in versions:
        if version.state == CardSet.State.ACCEPTED and version.typed is not None:
            counted[version.table_id] = version
        elif not any(since <= version.at for since in finished):
            # After the finish a set that is opened again counts as before until it is accepted again.
            counted.pop(version.table_id, None)
    return counted


def round_counts_at(rounds: list[Round], tables_counted: set[int], moment: datetime) -> list[RoundCount]:
    written_off = WrittenOff.objects.standing_at(moment).filter(table__round__in=rounds)
    off = set(written_off.values_list("table", flat=True))
    tables: dict[int, list[tuple[int, bool, bool]]] = defaultdict(list)
    rows = seated(Table.objects.filter(round__in=rounds)).order_by("number")
    for key, round_key, number in rows.values_list("pk", "round", "number"):
        tables[round_key].append((number, key in tables_counted, key in off))
    return [round_count(round_.tournament, round_.number, tables[round_.pk]) for round_ in rounds]


def changes_between(before: Standings, now: Standings) -> Changes:
    old = {place.entry: (place.rank, place.total) for place in before.places}
    changed = [
        CorrectedPlayer(place.number, place.name, *old.get(place.entry, (None, 0)), place.rank, place.total)
        for place in now.places
    ]
    accepted_before = {round_.number: round_.accepted for round_ in before.rounds}
    rounds = [
        RoundProgress(round_.number, round_.accepted - accepted_before.get(round_.number, 0))
        for round_ in now.rounds
    ]
    return Changes(
        rounds=[change for change in rounds if change.tables],
        points=[change for change in changed if change.old_total != change.total],
        moved=[
            change
            for change in changed
            if change.old_total == change.total and change.old_rank != change.rank
        ],
    )
