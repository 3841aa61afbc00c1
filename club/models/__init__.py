from .bars import Bar
from .club import Club, Invitation, Membership, Person, Role, User
from .house import HouseProfile, Movement, systems

__all__ = [
    "Bar",
    "Club",
    "HouseProfile",
    "Invitation",
    "Membership",
    "Movement",
    "Person",
    "Role",
    "User",
    "systems",
]
