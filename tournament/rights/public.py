"""What anybody can see of a player of a public tournament, and what nobody but directors sees: the one list of it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Shown:
    """A field of what is stored of players ("Person.town"), what it is called, and when and where it is shown."""

    field: str
    what: Promise | str
    where: Promise | str


PUBLIC = (
    Shown(
        "Person.name",
        _("Name"),
        _(
            "With seats, standings, results and on the hall screen. A player may ask for initials in its place."
        ),
    ),
    Shown("Person.family_name", _("Which part is the family name"), _("By the order of lists.")),
    Shown("Person.town", _("Town"), _("Only beside two players of one name, to tell them apart.")),
    Shown("Entry.number", _("Player number"), _("With the name.")),
    Shown("Category.name", _("The part of the event they are entered for"), _("With the standings.")),
    Shown("Seat.table", _("Table and letter in each round"), _("From the moment a round is published.")),
    Shown(
        "Card.points",
        _("Points of each game, with what they were for, and the place they lead to"),
        _("When the cards are accepted; where results are withheld, when a director shows them."),
    ),
    Shown("Adjustment.points", _("Points given or taken beside the games"), _("With the standings.")),
    Shown("Adjustment.reason", _("Why they were given or taken"), _("On the player's own page.")),
    Shown("Complaint.outcome", _("That somebody is disqualified"), _("With the standings.")),
    Shown("CardSet.ruling", _("What a director ruled about cards"), _("On the pages of the four players.")),
    Shown("PrizeAward.cents", _("Prize money"), _("With the results, once a director shows them.")),
    Shown("PrizeAward.thing", _("Things that were won"), _("With the results, once a director shows them.")),
)

# The fields of each line are called as on the page of a player.
STAFF_ONLY = (
    Shown("Person.phone", _("Phone"), _("Directors.")),
    Shown("Person.email", _("E-mail"), _("Directors.")),
    Shown("Person.member_number", _("Member number"), _("Directors.")),
    Shown("Person.said_as", _("How the name is said"), _("Directors, and the speaker's sheet.")),
    Shown("Entry.notes", _("Notes"), _("Directors.")),
    Shown("Entry.fee_note", _("What a list said about the fee"), _("Directors.")),
    Shown("Entry.fee_cents", _("Fee"), _("Directors and check-in.")),
    Shown("Payment.cents", _("Payments"), _("Directors and check-in.")),
    Shown("Payment.reference", _("Reference of a payment"), _("Directors and check-in.")),
    Shown("Complaint.reason", _("Warnings, and the reason of a disqualification"), _("Directors.")),
    Shown("Complaint.taken_back_reason", _("Why one was taken back"), _("Directors.")),
    Shown(
        "ReportedNumber.what",
        _("What a player told the desk about a number"),
        _("Directors and scorekeepers."),
    ),
    Shown("ReportedNumber.answer", _("What a director answered"), _("Directors and scorekeepers.")),
    Shown("PotPayment.note", _("How a share of the pot was handed over"), _("Directors.")),
    Shown("Adjustment.cancel_reason", _("Why points beside the games were cancelled"), _("Directors.")),
    Shown("Bar.reason", _("That somebody may not be registered, and why"), _("Directors.")),
    Shown("Bar.decided_in", _("Where that was decided"), _("Directors.")),
    Shown("Bar.lift_reason", _("Why that ended"), _("Directors.")),
    Shown("PrizeAward.handed_over_note", _("Who fetched a prize"), _("Directors.")),
)
