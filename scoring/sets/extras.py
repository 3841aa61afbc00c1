"""Extras of the house that a player may have once a block: who has one in which game."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q

from rules.systems.profile import Profile
from scoring.models import Card
from scoring.sets.facts.games import game_code
from scoring.sets.stored import games_from
from tournament.models import Round, Tournament


def has_extras_of_blocks(profile: Profile) -> bool:
    return any(extra.per == "block" for extra in profile.extras)


def extras_had(
    tournament: Tournament, profile: Profile, round_: Round, players: Mapping[int, str]
) -> dict[str, dict[str, str]]:
    """The extras once a block that these players have in accepted sets of the block's other rounds, in games they
    played themselves, for somebody else too: player -> code -> "R1G3", where `players` has what the rules of the table
    call each entry. One query; empty without one where the profile has no such extra, and in a bonus round, which is in
    no block.
    """
    once = {extra.code for extra in profile.extras if extra.per == "block"}
    block = next((block for block in tournament.blocks if block.holds(round_.number)), None)
    if not once or block is None:
        return {}
    cards = (
        Card.objects.filter(
            Q(entry__in=players) | Q(substitute__in=players),
            round__tournament=tournament,
            round__number__in=block.rounds,
            card_set__state="accepted",
        )
        .exclude(round=round_)
        .order_by("round__number")
        .select_related("round", "card_set")
    )
    had: dict[str, dict[str, str]] = {}
    for card in cards:
        for place, game in enumerate(games_from(card.card_set.games, profile), 1):
            player = players.get(card.player_of(place))
            if player is not None:
                for code in once.intersection(game.extras_of(card.letter)):
                    had.setdefault(player, {}).setdefault(code, game_code(card.round.number, place))
    return had
