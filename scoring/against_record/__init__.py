"""Compares the cards, lines, history and decisions of a tournament with each other and with the journal."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from record.verbs import Verb
from scoring.against_record.decisions import DECISIONS, decisions_against
from scoring.against_record.sets import sets_against
from scoring.sets.lines import wrong_lines
from tournament.models import Tournament
from tournament.seams import RecordedEntry

# These verbs may change a seat on record or a player's number after the entry of a set.
MOVING = {
    Verb.WRONG_SEAT_MENDED,
    Verb.PLAYER_CORRECTED,
    Verb.PLAYERS_CORRECTED,
    Verb.ROSTER_IMPORTED,
}


def contradictions(tournament: Tournament, records: Iterable[RecordedEntry]) -> Iterator[str]:
    """One sentence for each contradiction; `records` are the journal's entries, oldest first."""
    of_sets: dict[str, list[RecordedEntry]] = defaultdict(list)
    last_move = 0
    decisions: list[RecordedEntry] = []
    for record in records:
        if isinstance(record.new, Mapping) and {"version", "state", "cards"} <= record.new.keys():
            of_sets[record.subject].append(record)
        elif record.verb in DECISIONS:
            decisions.append(record)
        elif record.verb in MOVING:
            last_move = record.sequence
    yield from sets_against(tournament, of_sets, last_move)
    yield from decisions_against(tournament, decisions, last_move)
    yield from wrong_lines(tournament)
