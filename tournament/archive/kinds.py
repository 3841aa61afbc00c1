"""The kinds of line of this application."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import Model

from rules.game import Phrase
from tournament.archive.format import ACCOUNT, PERSON, TOURNAMENT, Kind
from tournament.journal import keys_hashed
from tournament.models import (
    Bar,
    Category,
    Entry,
    HallMessage,
    HouseProfile,
    JournalEntry,
    KeepApart,
    Payment,
    Person,
    Rehearsal,
    RosterUpload,
    Round,
    Seat,
    StartingTime,
    Table,
    Tournament,
    User,
)
from tournament.words import in_words

# How far a letter moves; as many tables as there can be, either way.
Steps = dict[Literal["A", "B", "C", "D"], Annotated[int, msgspec.Meta(ge=-999, le=999)]]
KEY = "a key of this database; lines have numbers of their own"

KINDS = (
    Kind(
        ACCOUNT,
        User,
        of="",
        fields=("mark", "name"),
        order="mark",
        left_out={
            "id": KEY,
            **dict.fromkeys(
                (
                    "password",
                    "username",
                    "last_login",
                    "sign_outs",
                    "is_superuser",
                    "is_staff",
                    "is_active",
                    "date_joined",
                    "erased_at",
                ),
                "signing in is of an installation; an archive opens none",
            ),
            "email": "not used",
        },
    ),
    Kind(
        TOURNAMENT,
        Tournament,
        of="pk",
        fields=(
            "slug",
            "name",
            "date",
            "place",
            "time_zone",
            "is_public",
            "system",
            "profile_changes",
            "frozen_profile",
            "verification",
            "cards_carry",
            "entered_by",
            "second_person",
            "rounds_planned",
            "rounds_per_block",
            "games_per_round",
            "minutes",
            "warning_minutes",
            "movement",
            "steps",
            "seed",
            "drawn_at",
            "finished_at",
            "version",
            "standings_version",
            "standings_at",
            "seats_revision",
            "journal_head",
            "journal_length",
            "currency",
            "fee_cents",
            "block_names",
            "withheld_from",
            "tie_break",
            "next_tie_break",
            "house_name",
        ),
        shapes={
            "profile_changes": dict[str, Any],
            "frozen_profile": dict[str, Any] | None,
            "steps": Steps,
        },
        left_out={
            "id": KEY,
            "journal_seal": "made with the key of an installation; made anew where it is restored",
            "deleted_at": "what is hidden is not archived",
            "house_profile": "of a club, for any of its tournaments; what it said then came along",
        },
        since={
            "currency": 2,
            "fee_cents": 2,
            "block_names": 3,
            "withheld_from": 5,
            "tie_break": 10,
            "next_tie_break": 10,
            "house_name": 11,
        },
    ),
    Kind(
        PERSON,
        Person,
        of="entries__tournament",
        order="entries__pk",
        fields=("mark", "name", "family_name", "member_number", "town", "said_as", "erased_at"),
        apart=("phone", "email"),
        left_out={"id": KEY, "alias_of": "of people in their club, whatever tournament they play in"},
        since={"said_as": 10, "erased_at": 11},
    ),
    Kind(
        "category",
        Category,
        of="tournament",
        fields=("name", "last_round"),
        left_out={"id": KEY},
        since={"": 6},
    ),
    Kind(
        "entry",
        Entry,
        of="tournament",
        fields=(
            "number",
            "state",
            "checked_in_at",
            "shows_initials",
            "start_letter",
            "start_table",
            "fixed_table",
            "plays_until",
            "registered_at",
            "fee_cents",
        ),
        refers={"person": PERSON, "category": "category"},
        apart=("notes", "fee_note"),
        left_out={"id": KEY},
        since={"fee_cents": 2, "category": 6},
    ),
    Kind(
        "payment",
        Payment,
        of="entry__tournament",
        fields=("cents", "is_refund", "method", "reference", "at"),
        refers={"entry": "entry", "by": ACCOUNT},
        left_out={"id": KEY},
        since={"": 2},
    ),
    Kind(
        "hall-message",
        HallMessage,
        of="tournament",
        fields=("words", "at", "taken_down_at"),
        refers={"by": ACCOUNT, "taken_down_by": ACCOUNT},
        left_out={"id": KEY},
        since={"": 8},
    ),
    Kind(
        "starting-time",
        StartingTime,
        of="tournament",
        fields=("number", "day", "minute"),
        left_out={"id": KEY},
        since={"": 10},
    ),
    Kind(
        "keep-apart",
        KeepApart,
        of="tournament",
        fields=("rounds",),
        refers={"first": "entry", "second": "entry"},
        left_out={"id": KEY},
    ),
    Kind(
        "round",
        Round,
        of="tournament",
        fields=(
            "number",
            "published_at",
            "seating_version",
            "movement",
            "steps",
            "plan_reason",
            "minutes",
            "extra_minutes",
            "started_at",
            "paused_at",
            "paused_seconds",
            "ended_at",
            "bonus_games",
            "bonus_counts",
        ),
        since={"bonus_games": 12, "bonus_counts": 12},
        shapes={"steps": Steps | None, "plan_reason": Phrase | None},
        left_out={"id": KEY},
    ),
    Kind(
        "table",
        Table,
        of="round__tournament",
        fields=("number", "seated_at", "called_at", "extra_minutes"),
        refers={"round": "round"},
        left_out={"id": KEY},
        since={"seated_at": 10, "called_at": 10, "extra_minutes": 10},
    ),
    Kind(
        "seat",
        Seat,
        of="round__tournament",
        fields=("letter",),
        refers={"round": "round", "table": "table", "entry": "entry"},
        left_out={"id": KEY},
    ),
    Kind(
        "journal",
        JournalEntry,
        of="tournament",
        order="sequence",
        fields=(
            "sequence",
            "at",
            "actor_name",
            "verb",
            "subject",
            "old",
            "new",
            "reason",
            "previous_hash",
            "hash",
            "hashed_with",
            "hashed_as",
            "erasure",
        ),
        refers={
            "actor": ACCOUNT,
            "round": "round",
            "table": "table",
            "entry": "entry",
            "other_entry": "entry",
        },
        shapes={"old": Any, "new": Any, "hashed_as": dict[str, int | None]},
        computed={"hashed_as": (("hashed_as", "club", "tournament", "actor"), keys_hashed)},
        left_out={"id": KEY},
        since={"erasure": 11},
    ),
)


def check(tournament: Tournament) -> None:
    """Reads what every page of a tournament needs, and no column alone can refuse."""
    ZoneInfo(tournament.time_zone)
    tournament.round_in_block(1)
    rounds = list(tournament.rounds.order_by("number"))
    if [round_.number for round_ in rounds] != list(range(1, len(rounds) + 1)):
        raise ValueError("rounds")
    for steps in (tournament.steps or None, *(round_.steps for round_ in rounds)):
        if steps is not None and len(steps) != 4:
            raise ValueError(steps)
    for round_ in rounds:
        if round_.plan_reason is not None:
            in_words(msgspec.convert(round_.plan_reason, Phrase))
    profile = tournament.profile
    if profile.system != tournament.system:
        raise ValueError(profile.system)


LEFT_OUT: dict[type[Model], str] = {
    Bar: "of a person in their club, whatever tournament it was decided in",
    HouseProfile: "of a club, for any of its tournaments; each tournament has its numbers itself",
    Rehearsal: "of the archive itself, and of the installation that restored it",
    RosterUpload: "somebody's own file, parked until it is applied and gone within a day",
}
