from .bars import Bar
from .blocks import Block, BonusRound, named_blocks
from .choices import CardsCarry, Currency, EnteredBy, Movement, System, TieBreak, Verification
from .club import Club, Invitation, Membership, Person, Role, SignIn, User
from .entry import Category, Entry
from .event import Tournament
from .fees import Payment
from .hall_messages import HallMessage
from .house import HouseProfile
from .journal import JournalEntry
from .rehearsal import Rehearsal
from .roster import RosterUpload
from .seating import KeepApart, Letter, Round, Seat, StartingTime, Table
from .sent import Sent

__all__ = [
    "Bar",
    "Block",
    "BonusRound",
    "CardsCarry",
    "Category",
    "Club",
    "Currency",
    "EnteredBy",
    "Entry",
    "HallMessage",
    "HouseProfile",
    "Invitation",
    "JournalEntry",
    "KeepApart",
    "Letter",
    "Membership",
    "Movement",
    "Payment",
    "Person",
    "Rehearsal",
    "Role",
    "RosterUpload",
    "Round",
    "Seat",
    "Sent",
    "SignIn",
    "StartingTime",
    "System",
    "Table",
    "TieBreak",
    "Tournament",
    "User",
    "Verification",
    "named_blocks",
]
