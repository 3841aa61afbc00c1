from typing import Annotated, Literal

import msgspec
from django.db import models
from django.utils.translation import gettext_lazy as _

# How far a letter moves; as many tables as there can be, either way.
Steps = dict[Literal["A", "B", "C", "D"], Annotated[int, msgspec.Meta(ge=-999, le=999)]]

# The longest that each of a player's fields may be; the number is the highest.
MOST_IN_A_NUMBER = 99_999
MOST_TOWN = 80
MOST_MEMBER_NUMBER = 40
MOST_PHONE = 40
MOST_EMAIL = 254
MOST_CATEGORY = 60
MOST_NOTES = 500
MOST_FEE_NOTE = 200


class Verification(models.TextChoices):
    ACROSS = "across", _("The player across verifies")
    EAST = "east", _("The table's scorekeeper verifies; the player across verifies the scorekeeper")
    OFFICIAL_SHEET = "official-sheet", _("A keeps the official sheet; each player verifies their own line")
    FIRST_EAST = "first-east", _("The first East signs all sheets; the next player in turn signs East's")


class CardsCarry(models.TextChoices):
    POINTS = "points", _("Points: one number for each game")
    FACTS = "facts", _("Facts: who won, with what, from whom; the points are computed")


class Currency(models.TextChoices):
    USD = "USD", _("US dollars")
    CAD = "CAD", _("Canadian dollars")
    AUD = "AUD", _("Australian dollars")
    NZD = "NZD", _("New Zealand dollars")
    GBP = "GBP", _("Pounds sterling")
    EUR = "EUR", _("Euros")


class TieBreak(models.TextChoices):
    """See `rules.ranking`."""

    HIGHEST_ROUND = "highest-round", _("the best single round")
    FEWEST_PENALTIES = "fewest-penalties", _("fewer penalties")
    MOST_WINS = "most-wins", _("more games won")
    MOST_SELF_PICKED = "most-self-picked", _("more games won self-picked")


class EveningDraw(models.TextChoices):
    """How the rounds of a club's evening are drawn."""

    NEW_FACES = "new-faces", _("People who have played together least, tonight and recently")
    RANDOM = "random", _("At random; nobody meets twice if possible")
    STANDINGS = "standings", _("By the standings: the season’s, or else this evening’s")


class EnteredBy(models.TextChoices):
    PLAYER = "player", _("Player by player, as each sheet lies in the pile")
    GAME = "game", _("Game by game, all four players of one game together")
