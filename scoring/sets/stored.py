"""Converts between sets and the database: the rows of a set, and the JSON of rows and versions.

A game's `reading` and `facts` have the form that `rules.score` takes. Facts leave out what is not typed. A reading of
numbers has every field of its outcome; one of facts has the facts and the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from rules.check.forms import facts_of
from rules.game import Game, PointsGame
from rules.systems.profile import Profile
from rules.systems.registry import FAMILIES
from scoring.models import CardSet
from scoring.sets.facts.families import FAMILY_FIELDS, Facts
from scoring.sets.typed import GameMarks, WrittenCard, WrittenGame, WrittenSet, blank


def to_data(written: WrittenSet, profile: Profile) -> dict[str, Any]:
    """A set as JSON, for `SetVersion.typed`; its "games" are `CardSet.games`."""
    data: dict[str, Any] = msgspec.to_builtins(written)
    for card in data["cards"].values():
        for name in ("left_after", "substitute"):
            if card[name] is None:
                del card[name]
    for game, stored_game in zip(written.games, data["games"], strict=True):
        if game.ruled is None:
            del stored_game["ruled"]
        if not game.extras:
            del stored_game["extras"]
        stored_game["facts"] = None if game.facts is None else msgspec.to_builtins(game.facts)
        stored_game["reading"] = None if game.reading is None else _reading_data(game, game.reading, profile)
    return data


def _reading_data(game: WrittenGame, reading: Game, profile: Profile) -> dict[str, Any]:
    if game.facts is None and isinstance(reading, PointsGame):
        return facts_of(reading, profile.system)
    facts = FAMILY_FIELDS[profile.family].FACTS
    whole = msgspec.to_builtins(msgspec.convert(msgspec.to_builtins(reading), facts))
    return {**whole, "seats": reading.seats}


def from_data(data: Mapping[str, Any], profile: Profile) -> WrittenSet:
    """The inverse of `to_data`."""
    return WrittenSet(
        cards=msgspec.convert(data["cards"], dict[str, WrittenCard]),
        games=games_from(data["games"], profile),
        handed_in_by=data["handed_in_by"],
        first_east=data.get("first_east", ""),
    )


def games_from(games: Iterable[Mapping[str, Any]], profile: Profile) -> tuple[WrittenGame, ...]:
    """The typed games, from `CardSet.games`."""
    return tuple(_game_from(game, profile) for game in games)


def _game_from(data: Mapping[str, Any], profile: Profile) -> WrittenGame:
    marks = msgspec.convert(data, GameMarks)
    reading, facts = data.get("reading"), data.get("facts")
    return WrittenGame(
        **msgspec.structs.asdict(marks),
        reading=_reading_from(reading, profile) if reading else None,
        facts=_facts_from(facts, profile) if facts else None,
    )


def _reading_from(data: Mapping[str, Any], profile: Profile) -> Game:
    fields = {name: value for name, value in data.items() if name != "system"}
    return msgspec.convert(fields, FAMILIES[profile.family].game)


def _facts_from(data: Mapping[str, Any], profile: Profile) -> Facts:
    facts: Facts = msgspec.convert(data, FAMILY_FIELDS[profile.family].FACTS)
    return facts


def stored(card_set: CardSet, letters: Sequence[str], games: int, profile: Profile) -> WrittenSet:
    """A set from its row and cards; a letter without a card is blank."""
    empty = blank(letters, games, card_set.handed_in_by)
    cards = {
        card.letter: WrittenCard(
            tuple(card.points),
            card.written_total,
            card.verified_by,
            card.left_after,
            card.substitute.number if card.substitute_id is not None and card.substitute else None,
        )
        for card in card_set.cards.all()
    }
    return WrittenSet(
        cards={letter: cards.get(letter, empty.cards[letter]) for letter in letters},
        games=(*games_from(card_set.games, profile), *empty.games)[:games],
        handed_in_by=card_set.handed_in_by,
        first_east=card_set.first_east,
    )
