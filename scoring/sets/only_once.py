"""What a player can have only once: each of the sixteen hands in an event, and an extra in a block of rounds.

Sets arrive in any order; for a hand the order of play decides. A win of an earlier round that comes in late can make
an accepted set wrong; both tables' pages and the director's page then name it.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec
from django.db.models import Q

from scoring.models import Card, CardSet
from scoring.sets.games import game_code
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import games_from
from tournament.models import Entry, Round, Tournament

Won = dict[str, dict[str, str]]
"""Letter or number of a player -> number of a hand -> "R1G3"."""


class HandClaim(NamedTuple):
    """A hand that a player scored with; `excepted`: a director made an exception for the game."""

    round_number: int
    game: int
    entry: int
    hand: str
    is_win: bool
    excepted: bool
    table: int

    @property
    def code(self) -> str:
        return game_code(self.round_number, self.game)


class RepeatedHand(NamedTuple):
    """A claim of a hand that its player had won before, in the game `won`."""

    claim: HandClaim
    won: str
    player: str


def with_other_rounds(
    rules: TableRules, tournament: Tournament, round_: Round, entries: Mapping[str, Entry]
) -> TableRules:
    """The rules of a table with what its players had in other rounds, in at most three queries.

    Who may have played there is called by the letter of the seat, and somebody without a seat in the round, who may
    have played on for another, by number.
    """
    players = {entry.pk: letter for letter, entry in entries.items()}
    without = tournament.entries.exclude(seats__round=round_).values_list("pk", "number")
    players = {**{key: str(number) for key, number in without}, **players}
    won, scored_later = hands_won(tournament, round_, players)
    had = extras_had(tournament, round_, players)
    return msgspec.structs.replace(rules, won=won, scored_later=scored_later, extras_had=had)


def claims(tournament: Tournament, entries: Iterable[int] | None = None) -> list[HandClaim]:
    """The hands that players scored with in accepted sets, in the order of play. One query."""
    sets = CardSet.objects.accepted().filter(round__tournament=tournament)
    if entries is not None:
        entries = set(entries)
        sets = sets.filter(Q(cards__entry__in=entries) | Q(cards__substitute__in=entries))
    rows = sets.values_list(
        *("round__number", "table__number", "games"),
        *("cards__letter", "cards__entry", "cards__left_after", "cards__substitute"),
    )
    return sorted(
        HandClaim(number, place, player, str(claim.hand), claim.is_win, bool(facts.directors), table)
        for number, table, games, letter, entry, left_after, substitute in rows
        for place, game in enumerate(games_from(games, tournament.profile), 1)
        if (facts := game.facts) is not None
        for player in [substitute if substitute and place > left_after else entry]
        if entries is None or player in entries
        for claim in tournament.profile.family.claims(facts)
        if claim.seat == letter
    )


def hands_won(tournament: Tournament, round_: Round, players: Mapping[int, str]) -> tuple[Won, Won]:
    """The hands that these players won in rounds before this one, and those they scored with in rounds after it.

    `players` has what the rules of the table call each entry. Each hand with its first game, from accepted sets; later
    games without those for which a director made an exception. One query; empty without one in systems without that
    rule.
    """
    before: Won = {}
    after: Won = {}
    if not tournament.profile.hands:
        return before, after
    for claim in claims(tournament, players):
        if claim.round_number < round_.number and claim.is_win:
            before.setdefault(players[claim.entry], {}).setdefault(claim.hand, claim.code)
        elif claim.round_number > round_.number and not claim.excepted:
            after.setdefault(players[claim.entry], {}).setdefault(claim.hand, claim.code)
    return before, after


def repeated_hands(tournament: Tournament) -> list[RepeatedHand]:
    """Claims of accepted sets that repeat a hand without a director's exception, in the order of play.

    A set is not accepted with one; it gets one when an earlier round's set comes in or is corrected later. One query
    and one more for names; none in systems without that rule.
    """
    if not tournament.profile.hands:
        return []
    won: dict[tuple[int, str], str] = {}
    repeats: list[tuple[HandClaim, str]] = []
    for claim in claims(tournament):
        before = won.get((claim.entry, claim.hand))
        if before is not None and not claim.excepted:
            repeats.append((claim, before))
        if claim.is_win:
            won.setdefault((claim.entry, claim.hand), claim.code)
    keys = {claim.entry for claim, _before in repeats}
    entries = Entry.objects.select_related("person").in_bulk(keys) if keys else {}
    return [RepeatedHand(claim, before, str(entries[claim.entry])) for claim, before in repeats]


def extras_had(
    tournament: Tournament, round_: Round, players: Mapping[int, str]
) -> dict[str, dict[str, str]]:
    """The extras once a block that these players have in accepted sets of the block's other rounds, in games they
    played themselves, for somebody else too: player -> code -> "R1G3", where `players` has what the rules of the table
    call each entry. One query; empty without one where the profile has no such extra, and in a bonus round, which is in
    no block.
    """
    once = {extra.code for extra in tournament.profile.extras if extra.per == "block"}
    if not once:
        return {}
    block = next((block for block in tournament.blocks if block.holds(round_.number)), None)
    if block is None:
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
        for place, game in enumerate(games_from(card.card_set.games, tournament.profile), 1):
            player = players.get(card.player_of(place))
            if player is not None:
                for code in once.intersection(game.extras_of(card.letter)):
                    had.setdefault(player, {}).setdefault(code, game_code(card.round.number, place))
    return had
