"""The order of a tournament's lines in its archive, and reading what was restored as every page does."""

from zoneinfo import ZoneInfo

import msgspec

from club.models import Bar, Person, User
from record.models import JournalEntry
from rules.game import Phrase
from tournament.models import (
    Category,
    Entry,
    HallMessage,
    KeepApart,
    Payment,
    Round,
    Seat,
    SittingOut,
    StartingTime,
    Table,
    Tournament,
)
from tournament.words import in_words

ORDER = (
    User,
    Tournament,
    Person,
    Category,
    Entry,
    Payment,
    Bar,
    HallMessage,
    StartingTime,
    KeepApart,
    Round,
    Table,
    Seat,
    SittingOut,
    JournalEntry,
)


def check(tournament: Tournament) -> None:
    """Reads what every page of a tournament needs, and no column alone can refuse."""
    ZoneInfo(tournament.time_zone)
    tournament.collector_turn(1)
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
