"""Which card a tournament plays with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from paper.cards.geometry import Geometry, hands_card, player_card, table_sheet
from rules.systems.payments import PaymentsProfile
from rules.systems.sixteen_hands import SixteenHandsProfile
from tournament.models import CardsCarry, Tournament, Verification


@dataclass(frozen=True)
class Kind:
    """Which card a tournament plays with: one for each player, or a sheet of the whole table."""

    title: str
    of_table: bool
    ticks: tuple[str, ...]
    hands: bool = False
    extras: tuple[str, ...] = ()
    """The names of what the house gives besides. On a card they go by their places, from 1."""

    def geometry(self, tournament: Tournament, letters: Sequence[str], games: int | None = None) -> Geometry:
        """The boxes of a card with so many games; those of an ordinary round where nothing is said."""
        games = games or tournament.games_per_round
        sums = 2 if tournament.rounds_planned > 1 else 1
        if self.of_table:
            return table_sheet(games, sums=sums, letters=tuple(letters), extras=bool(self.extras))
        card = hands_card if self.hands else player_card
        return card(games, sums=sums, ticks=self.ticks)


def kind_of(tournament: Tournament) -> Kind:
    """By what the profile is made of and who verifies, never by the system's name."""
    extras = tuple(extra.name for extra in tournament.profile.extras)
    kind = _kind_of(tournament)
    if extras and not kind.of_table:
        kind = replace(kind, ticks=(*kind.ticks, "extras"))
    return replace(kind, extras=extras)


def _kind_of(tournament: Tournament) -> Kind:
    profile = tournament.profile
    if isinstance(profile, SixteenHandsProfile):
        ticks = ("fishing", *profile.ticks, "wrong-count")
        return Kind(_("Score sheet"), of_table=False, ticks=ticks, hands=True)
    if isinstance(profile, PaymentsProfile):
        return Kind(_("Payments"), of_table=False, ticks=("wall", "self-picked", "no-jokers"))
    is_official = tournament.verification == Verification.OFFICIAL_SHEET
    if is_official or profile.cards_carry == CardsCarry.FACTS:
        return Kind(_("Official sheet") if is_official else _("Table sheet"), of_table=True, ticks=("wall",))
    return Kind(_("Score card"), of_table=False, ticks=("wall", "self-picked", "no-jokers"))
