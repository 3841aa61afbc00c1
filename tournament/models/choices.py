"""What a director chooses of a tournament."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class System(models.TextChoices):
    SANCTIONED = "sanctioned", _("Sanctioned play")
    CLUB_DAY = "club-day", _("Club day, AM/PM sheets")
    SIXTEEN_HANDS = "sixteen-hands", _("Sixteen hands with Fishing")
    CARD_GAME = "card-game", _("Mah Jongg The Card Game")
    MAHJ_X = "mahj-x", _("MAHJ-X")


class Movement(models.TextChoices):
    SANCTIONED = "sanctioned", _("Sanctioned: A up 1, B down 1, C up 2, D down 2")
    CLUB_DAY = "club-day", _("Club day: A stays, B up 1, C down 1, D up 2")
    MAHJCON = "mahjcon", _("MahjCon: A stays, B down 1, C down 2, D up 1")
    CUSTOM = "custom", _("Your own four steps")
    REPEAT_FREE = "repeat-free", _("Repeat-free steps: announced by letter")
    ASSIGNED = "assigned", _("Seat slips: every player gets an itinerary")
    RANDOM = "random", _("A new random draw every round")
    RANKED = "ranked", _("By standing: leaders together")


class Verification(models.TextChoices):
    ACROSS = "across", _("The player across verifies")
    EAST = "east", _("The table's scorekeeper verifies; the player across verifies the scorekeeper")
    OFFICIAL_SHEET = "official-sheet", _("A keeps the official sheet; each player verifies the own line")
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
    """What decides between equal totals, where a director wants that: see `rules.ranking`."""

    HIGHEST_ROUND = "highest-round", _("the best single round")
    FEWEST_PENALTIES = "fewest-penalties", _("fewer penalties")
    MOST_WINS = "most-wins", _("more games won")
    MOST_SELF_PICKED = "most-self-picked", _("more games won self-picked")


class EnteredBy(models.TextChoices):
    PLAYER = "player", _("Player by player, as each sheet lies in the pile")
    GAME = "game", _("Game by game, all four players of one game together")
