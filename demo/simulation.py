"""Simulated play: rounds of random legal games, entered by the same actions as the pages use."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET

from club.models import User
from record.refused import refuse
from rules.game import ErrorCall
from scoring.models import CardSet
from scoring.sets.accepting import accept_set
from scoring.sets.disputes import rule_on_set
from scoring.sets.entering import hand_in
from scoring.sets.games import play, with_points
from scoring.sets.judged import judge, sums_of
from scoring.sets.queries import DeskTable, desk_table_of
from scoring.sets.table_rules import TableRules
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet, typed_facts
from scoring.sets.words import in_words
from tournament.clock.tables import mark_seated
from tournament.models import Round, Table, Tournament
from tournament.rounds.actions import publish_round


def play_rounds(tournament: Tournament, rounds: int, *, seed: int, by: User) -> Iterator[Round]:
    """Plays `rounds` rounds to the end: first the rest of the published one, then the next ones.

    Yields each round when all its sets are accepted. The same tournament and seed give the same numbers.
    Raises Refused if there is no seating, or no round left to play.
    """
    dice = random.Random(seed)  # noqa: S311 (made-up games, no secrets)
    for _round in range(rounds):
        tournament.refresh_from_db()
        round_ = round_to_play(tournament, by)
        for table in round_.tables.order_by("number"):
            play_table(tournament, table, dice=dice, by=by)
        yield round_


def round_to_play(tournament: Tournament, by: User) -> Round:
    latest = tournament.rounds.published().last()
    if latest and latest.tables.exclude(card_set__state=CardSet.State.ACCEPTED).exists():
        return latest
    planned = tournament.rounds.planned().first()
    if planned is None:
        message = _("There is no round to play: the seats are not drawn, or every round has been played.")
        raise refuse("no-round", message)
    round_ = publish_round(tournament, number=planned.number, by=by)
    if round_.is_bonus:
        mark_seated(tournament, number=round_.number, by=by)
    return round_


def play_table(tournament: Tournament, table: Table, *, dice: random.Random, by: User) -> None:
    """Enters and accepts a random set at a table without an accepted one; a held set is ruled on."""
    desk_table = desk_table_of(tournament, table)
    if desk_table.state == CardSet.State.ACCEPTED:
        return
    written_set = made_up_set(desk_table, dice)
    if desk_table.card_set is None:
        hand_in(desk_table, handed_in_by=desk_table.rules.collector, by=by)
    judgement = judge(written_set, desk_table.rules)
    if desk_table.state == CardSet.State.HELD:
        ruling = _("Played out with made-up games.")
        outcome = rule_on_set(desk_table, judgement, ruling=ruling, consulted=list(desk_table.entries), by=by)
    else:
        outcome = accept_set(desk_table, judgement, by=by)
    if outcome.state != CardSet.State.ACCEPTED:
        sentences = " ".join(in_words(fault, desk_table.tournament) for fault in outcome.faults)
        raise refuse(
            "not-accepted", _("Table %(number)d: %(why)s") % {"number": table.number, "why": sentences}
        )


def made_up_set(desk_table: DeskTable, dice: random.Random) -> WrittenSet:
    rules = desk_table.rules
    east = dice.choice(rules.letters) if rules.asks_first_east else ""
    typed = WrittenSet(
        cards={letter: WrittenCard((None,) * rules.games) for letter in rules.letters},
        games=tuple(made_up_games(rules, dice)),
        handed_in_by=rules.collector,
        first_east=east,
    )
    by_facts = with_points(typed, play(typed.games, msgspec.structs.replace(rules, facts=True)))
    points = {letter: card.points for letter, card in by_facts.cards.items()}
    totals = sums_of(by_facts, rules.profile)
    verified_by = rules.verifiers(typed)
    cards = {
        letter: WrittenCard(points[letter], totals[letter] or 0, verified_by[letter])
        for letter in rules.letters
    }
    games = typed.games if rules.carries_facts else tuple(map(as_marks, typed.games))
    return WrittenSet(cards, games, typed.handed_in_by, east)


def made_up_games(rules: TableRules, dice: random.Random) -> Iterator[WrittenGame]:
    """The facts of a round's games, random and without a fault by the table's profile."""
    taken = {
        letter: {**rules.won.get(letter, {}), **rules.scored_later.get(letter, {})}
        for letter in rules.letters
    }
    family = rules.profile.family
    for game in family.made_up(rules.letters, rules.games, rules.profile, taken, dice):
        yield WrittenGame(facts=typed_facts(game, rules.profile))


def as_marks(game: WrittenGame) -> WrittenGame:
    facts: Any = game.facts
    return WrittenGame(
        infractions=tuple((mark.seat, mark.kind) for mark in facts.infractions),
        dead=facts.dead,
        error=None if facts.error is UNSET else ErrorCall(facts.error.caller, facts.error.exposed),
    )
