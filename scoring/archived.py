"""What an archive has of the cards: the kinds of line of this application, and reading them as the pages do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Model

from scoring.models import (
    Adjustment,
    Card,
    CardSet,
    Ceremony,
    Complaint,
    Confirmation,
    CorrectionWindow,
    FinalStandings,
    FinishTakenBack,
    PointLine,
    Pot,
    PotPayment,
    Presence,
    PrintedCards,
    PrizeAward,
    PrizeDecision,
    PrizeRow,
    Raffle,
    ReportedNumber,
    SetVersion,
    WriteOffTakenBack,
    WrittenOff,
)
from scoring.sets.lines import line_in_words
from scoring.sets.recomputed import differences
from scoring.sets.typed import from_data
from scoring.standings.queries import calculate
from tournament.archive.format import ACCOUNT, Kind
from tournament.models import Tournament

KEY = "a key of this database; lines have numbers of their own"
Translate = Callable[[Any], Any]


def by_letter(entries: dict[str, Any], translate: Translate) -> dict[str, Any]:
    return {letter: translate(entry) for letter, entry in entries.items()}


def in_rows(rows: list[dict[str, Any]], translate: Translate) -> list[dict[str, Any]]:
    return [{**row, "entry": translate(row["entry"])} for row in rows]


KINDS = (
    Kind(
        "card-set",
        CardSet,
        of="round__tournament",
        fields=(
            "state",
            "version",
            "handed_in_by",
            "handed_in_at",
            "first_east",
            "held_reason",
            "reopened",
            "ruling",
            "accepted_at",
            "games",
        ),
        refers={"table": "table", "round": "round", "entered_by": ACCOUNT, "accepted_by": ACCOUNT},
        shapes={"games": list[dict[str, Any]]},
        left_out={"id": KEY},
    ),
    Kind(
        "card",
        Card,
        of="round__tournament",
        fields=("letter", "points", "written_total", "verified_by", "left_after"),
        refers={"card_set": "card-set", "round": "round", "entry": "entry", "substitute": "entry"},
        shapes={"points": list[int | None]},
        left_out={"id": KEY},
        since={"substitute": 7},
    ),
    Kind(
        "line",
        PointLine,
        of="round__tournament",
        fields=("game", "position", "points", "code", "clause", "values"),
        refers={"card_set": "card-set", "round": "round", "entry": "entry"},
        shapes={"values": dict[str, Any]},
        left_out={"id": KEY},
    ),
    Kind(
        "written-off",
        WrittenOff,
        of="table__round__tournament",
        fields=("reason", "at"),
        refers={"table": "table", "by": ACCOUNT},
        left_out={"id": KEY},
    ),
    Kind(
        "write-off-taken-back",
        WriteOffTakenBack,
        of="table__round__tournament",
        fields=("reason", "at", "taken_back_at"),
        refers={"table": "table", "by": ACCOUNT, "taken_back_by": ACCOUNT},
        left_out={"id": KEY},
        since={"": 14},
    ),
    Kind(
        "confirmation",
        Confirmation,
        of="card_set__round__tournament",
        fields=("version", "retyped"),
        refers={"card_set": "card-set", "first": ACCOUNT, "second": ACCOUNT, "retyped_by": ACCOUNT},
        shapes={"retyped": dict[str, Any] | None},
        left_out={"id": KEY},
    ),
    Kind(
        "step",
        SetVersion,
        of="table__round__tournament",
        fields=(
            "number",
            "verb",
            "state",
            "typed",
            "entries",
            "lines",
            "corrected_numbers",
            "reason",
            "at",
        ),
        refers={"table": "table", "other_table": "table", "by": ACCOUNT},
        shapes={
            "typed": dict[str, Any] | None,
            "entries": dict[str, int],
            "lines": list[dict[str, Any]],
            "corrected_numbers": list[dict[str, Any]],
        },
        entries_in={"entries": by_letter, "lines": in_rows},
        left_out={"id": KEY},
    ),
    Kind(
        "adjustment",
        Adjustment,
        of="entry__tournament",
        fields=("kind", "points", "reason", "at", "cancelled_at", "cancel_reason"),
        refers={"entry": "entry", "round": "round", "by": ACCOUNT, "cancelled_by": ACCOUNT},
        left_out={"id": KEY},
    ),
    Kind(
        "complaint",
        Complaint,
        of="entry__tournament",
        fields=("outcome", "reason", "at", "keeps_place", "taken_back_at", "taken_back_reason"),
        refers={"entry": "entry", "by": ACCOUNT, "taken_back_by": ACCOUNT},
        left_out={"id": KEY, "bar": "the club's, not the tournament's"},
        since={"": 2},
    ),
    Kind(
        "prize-row",
        PrizeRow,
        of="tournament",
        fields=(
            "position",
            "name",
            "criterion",
            "number",
            "first_place",
            "cents",
            "things",
            "exclusive",
            "seed",
            "drawn_from",
            "fixed_at",
            "fixed_version",
        ),
        refers={"named": "entry", "category": "category"},
        shapes={"cents": list[int], "things": list[str], "drawn_from": list[int]},
        left_out={"id": KEY},
        since={"": 2, "category": 9},
    ),
    Kind(
        "prize-decision",
        PrizeDecision,
        of="tournament",
        fields=("key", "contest", "candidates", "winners", "how", "seed", "at"),
        refers={"by": ACCOUNT},
        shapes={"candidates": list[int], "winners": list[int]},
        left_out={"id": KEY},
        since={"": 2},
    ),
    Kind(
        "prize-award",
        PrizeAward,
        of="row__tournament",
        fields=(
            "contest",
            "first_place",
            "last_place",
            "rank",
            "score",
            "sharing",
            "moved_up",
            "cents",
            "thing",
            "tie_break",
            "presented_at",
            "handed_over_at",
            "handed_over_note",
        ),
        refers={"row": "prize-row", "entry": "entry"},
        left_out={"id": KEY},
        since={"": 2, "tie_break": 13},
    ),
    Kind(
        "raffle",
        Raffle,
        of="tournament",
        fields=("prize", "winners", "seed", "drawn_from", "at", "drawn_at"),
        refers={"by": ACCOUNT},
        shapes={"drawn_from": list[int]},
        left_out={"id": KEY},
        since={"": 2},
    ),
    Kind(
        "correction-window",
        CorrectionWindow,
        of="tournament",
        fields=("opened_at", "closes_at", "ended_at"),
        refers={"by": ACCOUNT},
        left_out={"id": KEY},
        since={"": 4},
    ),
    Kind(
        "reported-number",
        ReportedNumber,
        of="entry__tournament",
        fields=("what", "at", "answer", "answered_at"),
        refers={"entry": "entry", "table": "table", "by": ACCOUNT, "answered_by": ACCOUNT},
        left_out={"id": KEY},
        since={"": 10},
    ),
    Kind(
        "pot-payment",
        PotPayment,
        of="entry__tournament",
        fields=("cents", "note", "at"),
        refers={"entry": "entry", "by": ACCOUNT},
        left_out={"id": KEY},
        since={"": 10},
    ),
    Kind("pot", Pot, of="tournament", fields=("stake_cents",), left_out={"id": KEY}, since={"": 2}),
    Kind(
        "final-standings",
        FinalStandings,
        of="tournament",
        fields=("at", "places"),
        refers={"by": ACCOUNT},
        shapes={"places": list[dict[str, Any]]},
        entries_in={"places": in_rows},
        left_out={"id": KEY},
    ),
    Kind(
        "finish-taken-back",
        FinishTakenBack,
        of="tournament",
        fields=("finished_at", "taken_back_at"),
        refers={"taken_back_by": ACCOUNT},
        left_out={"id": KEY},
        since={"": 14},
    ),
)

LEFT_OUT: dict[type[Model], str] = {
    Ceremony: "its screens; what was shown stands on the prizes",
    Presence: "who has a table open, true for seconds",
    PrintedCards: "which cards lie in one hall; codes on them name a row of its database",
}


def check(tournament: Tournament) -> None:
    """Reads every set, every step of its history, every line and the standings; raises where one cannot be read."""
    list(differences(tournament))
    profile = tournament.profile
    for step in SetVersion.objects.filter(table__round__tournament=tournament, typed__isnull=False):
        from_data(step.typed or {}, profile)
    for confirmation in Confirmation.objects.filter(card_set__round__tournament=tournament):
        if confirmation.retyped is not None:
            from_data(confirmation.retyped, profile)
    for line in PointLine.objects.filter(round__tournament=tournament):
        line_in_words(line, profile, tournament.cards_carry)
    calculate(tournament)


def outcome(tournament: Tournament) -> list[Any]:
    """The standings as JSON, without the keys of this database."""
    places = calculate(tournament).places
    return [[place.number, place.full_name, place.rank, place.total, place.rounds] for place in places]
