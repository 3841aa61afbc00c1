"""What this application keeps of players."""

from __future__ import annotations

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from tournament.erasure.holdings import ERASED, Holding
from tournament.models import (
    Bar,
    Category,
    Club,
    Entry,
    HallMessage,
    HouseProfile,
    Invitation,
    JournalEntry,
    KeepApart,
    Payment,
    Person,
    Rehearsal,
    RosterUpload,
    Round,
    Seat,
    Sent,
    SignIn,
    Tournament,
    User,
)

HOLDINGS = (
    Holding(
        Person,
        _("Name and contact"),
        club="club",
        person="pk",
        erased=dict.fromkeys(("family_name", "said_as", "member_number", "town", "phone", "email"), ""),
        harmless={"name": "`forget` puts another in its place"},
    ),
    Holding(
        Entry,
        _("Entered in"),
        club="tournament__club",
        person="person",
        erased={"notes": "", "fee_note": ""},
        harmless={"start_letter": "a seat"},
    ),
    Holding(
        Payment,
        _("Payments"),
        club="entry__tournament__club",
        person="entry__person",
        erased={"reference": ""},
    ),
    Holding(
        Bar,
        _("Bars"),
        club="person__club",
        person="person",
        erased={"reason": ERASED, "decided_in": ERASED, "lift_reason": ERASED},
    ),
    Holding(Seat, _("Seats"), club="round__tournament__club", person="entry__person"),
    Holding(KeepApart, _("Kept apart"), club="tournament__club", person="first__person"),
    Holding(KeepApart, _("Kept apart"), club="tournament__club", person="second__person"),
    Holding(HallMessage, _("Messages to the hall"), club="tournament__club", words=("words",)),
    Holding(Rehearsal, _("Rehearsal"), club="tournament__club", words=("error",)),
    Holding(RosterUpload, _("Uploaded rosters"), club="tournament__club", removed=True),
)

NOBODYS: dict[type[Model], str] = {
    User: "an account, of somebody who works there",
    SignIn: "of an account",
    Invitation: "for somebody who works there",
    Club: "the club's own",
    HouseProfile: "the club's own numbers",
    Tournament: "the event's own",
    Category: "the event's own",
    Round: "numbers and codes",
    Sent: "digests and keys of rows",
    JournalEntry: "rewritten under its seal, by `tournament.journal.erasing`",
}
