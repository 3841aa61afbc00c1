"""Which card a tournament plays with, and what stands on it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from paper.cards.geometry import Geometry, hands_card, player_card
from rules.systems.family import Field
from rules.systems.profile import definition
from tournament.models import Tournament, Verification


@dataclass(frozen=True)
class CardKind:
    """Which card a tournament plays with: one for each player, or a sheet of the whole table.

    `fields` are those of the family that stand on it, as the desk asks them; `extras` the names of what the house gives
    besides, which go by their places, from 1.
    """

    title: str
    of_table: bool
    fields: tuple[Field, ...]
    hands: bool = False
    ticks: tuple[str, ...] = ()
    """What is ticked beside each game on a player's card."""
    extras: tuple[str, ...] = ()

    def geometry(self, tournament: Tournament, games: int | None = None) -> Geometry:
        """The boxes of a player's card with so many games; None: as many as an ordinary round has."""
        digits = definition(tournament.system).digits
        card = hands_card if self.hands else player_card
        return card(
            games or tournament.games_per_round, sums=sums_of(tournament), ticks=self.ticks, digits=digits
        )


def sums_of(tournament: Tournament) -> int:
    """How many sums stand below the games: the round's, and all so far where there are several rounds."""
    return 2 if tournament.rounds_planned > 1 else 1


def kind_of(tournament: Tournament) -> CardKind:
    """By what the family is made of, what is typed and who verifies, never by the system's name.

    What is rare has room on a table's sheet alone.
    """
    profile = tournament.profile
    is_official = tournament.verification == Verification.OFFICIAL_SHEET
    of_table = tournament.keeps_table_sheet
    extras = tuple(extra.name for extra in profile.extras)
    fields = tuple(
        field
        for field in (profile.family.fields if tournament.carries_facts else profile.family.numbers)
        if field.on_paper and (extras if field.kind == "extras" else of_table or not field.is_rare)
    )
    if of_table:
        return CardKind(_("Official sheet") if is_official else _("Table sheet"), True, fields, extras=extras)
    options = tuple(option for field in fields if field.kind == "ticks" for option in field.options)
    ticks = ("fishing", *profile.ticks, "wrong-count") if profile.hands else options
    return CardKind(
        _("Score sheet") if profile.hands else _("Score card"),
        of_table=False,
        fields=fields,
        hands=bool(profile.hands),
        ticks=(*ticks, "extras") if extras else ticks,
        extras=extras,
    )
