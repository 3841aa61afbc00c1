from tournament.models.choices import CardsCarry, Currency, EnteredBy, EveningDraw, TieBreak, Verification

from .blocks import Block, BonusRound, numbered_round
from .entry import Category, Entry, RosterUpload
from .event import Tournament
from .fees import Payment
from .hall_messages import HallMessage
from .seating import KeepApart, Letter, Round, Seat, SittingOut, StartingTime, Table

__all__ = [
    "Block",
    "BonusRound",
    "CardsCarry",
    "Category",
    "Currency",
    "EnteredBy",
    "Entry",
    "EveningDraw",
    "HallMessage",
    "KeepApart",
    "Letter",
    "Payment",
    "RosterUpload",
    "Round",
    "Seat",
    "SittingOut",
    "StartingTime",
    "Table",
    "TieBreak",
    "Tournament",
    "Verification",
    "numbered_round",
]
