"""What anybody can see of a player of a public tournament, and what nobody but directors sees: the one list of it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class StoredField:
    """A field of what is stored of players ("Person.town"), what it is called, and when and where it is shown."""

    field: str
    what: Promise | str
    where: Promise | str


PUBLIC = (
    StoredField(
        "Person.name",
        _("Name"),
        _(
            "With seats, standings, results and on the hall screen. A player may ask for initials in its place."
        ),
    ),
    StoredField("Person.family_name", _("Which part is the family name"), _("By the order of lists.")),
    StoredField("Person.town", _("Town"), _("Only beside two players of one name, to tell them apart.")),
    StoredField("Entry.number", _("Player number"), _("With the name.")),
    StoredField("Category.name", _("The part of the event they are entered for"), _("With the standings.")),
    StoredField(
        "Seat.table", _("Table and letter in each round"), _("From the moment a round is published.")
    ),
    StoredField(
        "Card.points",
        _("Points of each game, with what they were for, and the place they lead to"),
        _("When the cards are accepted; where results are withheld, when a director shows them."),
    ),
    StoredField("Adjustment.points", _("Points given or taken beside the games"), _("With the standings.")),
    StoredField("Adjustment.reason", _("Why they were given or taken"), _("On the player's own page.")),
    StoredField("Complaint.outcome", _("That somebody is disqualified"), _("With the standings.")),
    StoredField(
        "CardSet.ruling", _("What a director ruled about cards"), _("On the pages of the four players.")
    ),
    StoredField("PrizeAward.cents", _("Prize money"), _("With the results, once a director shows them.")),
    StoredField(
        "PrizeAward.thing", _("Things that were won"), _("With the results, once a director shows them.")
    ),
)

# The fields of each line are called as on the page of a player.
STAFF_ONLY = (
    StoredField("Person.phone", _("Phone"), _("Directors.")),
    StoredField("Person.email", _("E-mail"), _("Directors.")),
    StoredField("Person.member_number", _("Member number"), _("Directors.")),
    StoredField("Person.said_as", _("How the name is said"), _("Directors, and the speaker's sheet.")),
    StoredField("Entry.notes", _("Notes"), _("Directors.")),
    StoredField("Entry.fee_note", _("What a list said about the fee"), _("Directors.")),
    StoredField("Entry.fee_cents", _("Fee"), _("Directors and check-in.")),
    StoredField("Payment.cents", _("Payments"), _("Directors and check-in.")),
    StoredField("Payment.reference", _("Reference of a payment"), _("Directors and check-in.")),
    StoredField("Complaint.reason", _("Warnings, and the reason of a disqualification"), _("Directors.")),
    StoredField("Complaint.taken_back_reason", _("Why one was taken back"), _("Directors.")),
    StoredField(
        "ReportedNumber.what",
        _("What a player told the desk about a number"),
        _("Directors and scorekeepers."),
    ),
    StoredField("ReportedNumber.answer", _("What a director answered"), _("Directors and scorekeepers.")),
    StoredField("PotPayment.note", _("How a share of the pot was handed over"), _("Directors.")),
    StoredField("Adjustment.cancel_reason", _("Why points beside the games were cancelled"), _("Directors.")),
    StoredField("Bar.reason", _("That somebody may not be registered, and why"), _("Directors.")),
    StoredField("Bar.decided_in", _("Where that was decided"), _("Directors.")),
    StoredField("Bar.lift_reason", _("Why that ended"), _("Directors.")),
    StoredField("PrizeAward.handed_over_note", _("Who fetched a prize"), _("Directors.")),
)
