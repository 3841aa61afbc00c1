from .club import Club, Membership, Person, Role, User
from .event import CardsCarry, EnteredBy, Entry, Movement, System, Tournament, Verification
from .journal import JournalEntry
from .roster import RosterUpload
from .seating import KeepApart, Letter, Round, Seat, Table
from .sent import Sent

__all__ = [
    "CardsCarry",
    "Club",
    "EnteredBy",
    "Entry",
    "JournalEntry",
    "KeepApart",
    "Letter",
    "Membership",
    "Movement",
    "Person",
    "Role",
    "RosterUpload",
    "Round",
    "Seat",
    "Sent",
    "System",
    "Table",
    "Tournament",
    "User",
    "Verification",
]
