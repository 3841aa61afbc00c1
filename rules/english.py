"""Every sentence of the rules in English, by code, and how a sentence is made from a code and its values.

The engine knows codes and values only. Whoever shows them calls `sentence` with a language: anything with the
``gettext`` and ``ngettext`` of the standard library's `gettext`, which is given a pattern and returns that pattern in
another language, with the same named places. Without it the sentence is English. Programs that collect sentences for
translators take them from `patterns`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from rules.game import LETTERS, Fault, Hint, Line, Phrase, PointsGame, Values
from rules.reading import reading_of
from rules.systems.points import PointsProfile
from rules.systems.profile import Hand, Profile, definition
from rules.systems.registry import load_profile, texts, value_title

if TYPE_CHECKING:
    from rules.seating.certificate import Certificate
    from rules.seating.plan import Steps


class Language(Protocol):
    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...


class _English:
    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural


ENGLISH: Language = _English()

Pattern = str | tuple[str, str]
"""A sentence with named places; two of them, for one and for many, where it depends on its ``count``."""

# A key is the code, or the code, a blank and the variant that the values name.
FAULTS: dict[str, Pattern] = {
    "not-json": "This line is not JSON.",
    "unknown-field": "{field} is not a field that is known here.",
    "unknown-field of-command": "{field} is not a field of this command.",
    "unknown-field option": "{word} is not an option; known are {known}.",
    "missing": "Something is left out: {field}.",
    "missing system": "Say which scoring system the event plays.",
    "missing outcome": "Say how the game ended.",
    "missing winner": "Say who won.",
    "missing value": "Say what the winning hand is worth.",
    "missing error": "Say who called mah jongg in error, and who exposed a hand because of it.",
    "missing error.caller": "Say who called mah jongg in error.",
    "missing error.value": "Say what the hand that was claimed in error is worth.",
    "missing reason": "A director's exception needs a reason.",
    "missing short-card": "The card of {seat} is short: every game needs a number on every card.",
    "missing size": "Say how many tables or how many players there are.",
    "missing steps": "A custom movement needs the four steps, one for each letter.",
    "missing names-keep_apart": "The players' names are needed beside keep apart.",
    "missing names-fixed": "The players' names are needed beside fixed.",
    "missing names-history": "The players' names are needed beside history.",
    "missing option": "--{name} is needed.",
    "missing option-value": "--{name} needs a value after it.",
    "given-twice": "--{name} is given twice.",
    "wrong-type": "{field} should be {expected}, not {seen}.",
    "wrong-type whole": "This should be {expected}, not {seen}.",
    "wrong-type beyond-bounds": "{field} is beyond anything that can be scored.",
    "wrong-type twice bouquet": "Seat {seat} is named twice in bouquet.",
    "wrong-type twice flower": "Seat {seat} is named twice in flower.",
    "wrong-type twice wrong_count": "Seat {seat} is named twice in wrong count.",
    "wrong-type twice fishing": "Seat {seat} is named twice in fishing.",
    "wrong-type option": "--{name} takes a whole number, not {given!r}.",
    "wrong-type steps": "--steps gives each letter a whole number, as in A=0,B=1,C=-1,D=2, not {text!r}.",
    "unknown-system": "There is no system called {system}; there are {systems}.",
    "unknown-outcome": "A game of this system ends as {outcomes}, not as {outcome}.",
    "not-for-system outcome": "A game of this system ends as {outcomes}, not as {outcome}.",
    "not-for-system field": "{field} has no meaning in this system.",
    "not-for-system infractions": (
        "{field} has no meaning in this system, which answers them with a dead hand, a payment or a wrong count "
        "of tiles."
    ),
    "not-for-system check": "Only numbers of a points system can be checked: sanctioned, club-day or mahj-x.",
    "not-for-outcome nobody-won winner": "Nobody won this game, so it has no winner.",
    "not-for-outcome nobody-won value": "Nobody won this game, so it has no hand value.",
    "not-for-outcome nobody-won hand_class": "Nobody won this game, so it has no class of the winning hand.",
    "not-for-outcome nobody-won jokerless": "Nobody won this game, so it has no hand without jokers.",
    "not-for-outcome nobody-won self_picked": "Nobody won this game, so it has no winning tile that was picked.",
    "not-for-outcome nobody-won thrower": "Nobody won this game, so it has no winning tile that was thrown.",
    "not-for-outcome nobody-won exposures": "Nobody won this game, so it has no winner's exposures.",
    "not-for-outcome nobody-threw": (
        "Nobody threw the winning tile, so nobody can be declared dead after the throw: enter them as dead."
    ),
    "not-for-outcome only-after-a-throw": (
        "Only a win off a throw, or a wall, has players declared dead after the last throw."
    ),
    "not-for-outcome ruled": (
        "The director rules only where at most one live hand is left without a mah jongg in error."
    ),
    "not-for-outcome one-pays-for-all": (
        "Only a win off a throw can have a misnamed card or a discard out of turn that one player pays for."
    ),
    "not-for-outcome thrown-in": (
        "A game that is thrown in is dealt again and nothing is paid: say nothing else about it."
    ),
    "not-for-outcome stale mahjong": "Nothing is scored after a false mahjong with hands shown, so it has no mahjong.",
    "not-for-outcome stale fishing": "Nothing is scored after a false mahjong with hands shown, so it has no fishing.",
    "not-for-outcome stale bouquet": "Nothing is scored after a false mahjong with hands shown, so it has no bouquet.",
    "not-for-outcome stale flower": "Nothing is scored after a false mahjong with hands shown, so it has no flower.",
    "not-for-outcome stale kongs": "Nothing is scored after a false mahjong with hands shown, so it has no kongs.",
    "not-for-outcome missed mahjong": "Nothing is scored in a game that was never begun, so it has no mahjong.",
    "not-for-outcome missed fishing": "Nothing is scored in a game that was never begun, so it has no fishing.",
    "not-for-outcome missed bouquet": "Nothing is scored in a game that was never begun, so it has no bouquet.",
    "not-for-outcome missed flower": "Nothing is scored in a game that was never begun, so it has no flower.",
    "not-for-outcome missed kongs": "Nothing is scored in a game that was never begun, so it has no kongs.",
    "not-for-outcome missed wrong_count": "A game that was never begun has no wrong count of tiles.",
    "not-for-outcome override": (
        "Nobody scores with a hand won before, so there is nothing to make an exception for."
    ),
    "not-for-outcome points-and-cards": "Give the points of one game or the cards of a set, not both.",
    "bad-seats": "A table has three or four different seats out of A, B, C and D.",
    "seat-not-at-table": "Nobody sits in seat {seat} at this table.",
    "bad-profile other-system": "This event does not play by {system}.",
    "bad-profile stored": "A stored profile is an object of names and values.",
    "bad-profile unknown-name": "{name} is not a value of this system.",
    "bad-profile value": "{name}: {problem}",
    "bad-value hand": "{value:,} is no hand's value: hands are worth a multiple of 5, from 5 up.",
    "bad-value hand-beyond-bounds": "That is no hand's value: hands are worth a multiple of 5, from 5 up.",
    "bad-value kongs": "A player has from 0 to {most} kongs.",
    "bad-value stake": "The stake is a positive number of cents.",
    "bad-value pot": "The pot, {stakes} stakes together, is not a multiple of {unit} cents.",
    "bad-value prize": "A prize is never less than nothing.",
    "dead-winner": "{seat}'s hand is dead, and a dead hand cannot win.",
    "winner-is-thrower": "{seat} threw the winning tile and cannot also win on it.",
    "self-picked-with-thrower": "The winner picked the winning tile, so {seat} cannot have thrown it.",
    "no-thrower": "Say who threw the winning tile, or that the winner picked it.",
    "dead-thrower": (
        "{seat}'s hand was dead before the throw, and a dead player does not throw. "
        "If it was declared dead on the winning tile, enter it as dead after the throw."
    ),
    "class-with-exposures concealed": "A concealed hand is won with nothing exposed before the win.",
    "class-with-exposures singles-and-pairs": (
        "A singles and pairs hand is won with nothing exposed before the win."
    ),
    "exposures-out-of-range": "A rack holds from 0 to 4 exposures.",
    "exposures-needed": "Say how many exposures the winner had: this system pays for having none.",
    "dead-twice": "Seat {seat} is named twice.",
    "dead-twice after-throw": "{seat} was dead before the throw and cannot die again after it.",
    "should-have-ended": "Fewer than two hands were intact after the mah jongg in error: it ended the game.",
    "play-goes-on": (
        "{count} hand is still intact: play goes on. Enter how the game ended, with the error beside it.",
        "{count} hands are still intact: play goes on. Enter how the game ended, with the error beside it.",
    ),
    "enter-as-dead": "The answer to this infraction is a dead hand: enter {seat} as dead.",
    "unknown-infraction": "There is no infraction {infraction}; there are {infractions}.",
    "duplicate-infraction": "The same infraction of {seat} is named twice.",
    "not-the-thrower": "Only the player who threw the winning tile can have misnamed it.",
    "bad-challenge own-hand": "{seat} cannot challenge their own hand.",
    "bad-challenge twice": "The same challenge is named twice.",
    "unknown-hand": "The hands are numbered from 1 to 16.",
    "undeclared-mahjong": "A mahjong counts only after fishing was declared and the token shown.",
    "mahjong-and-fishing": "{seat} scores the mahjong or the fishing, never both.",
    "wrong-count": "{seat} has a wrong number of tiles and can score neither mahjong nor fishing.",
    "hand-won-before": "{seat}'s player has already won hand {hand}: {game}.",
    # Seating
    "too-few-tables": "At least one table is needed.",
    "too-few-players": "At least four players are needed to fill a table.",
    "five-players": (
        "Five players cannot be seated: two tables would hold three and two, and no table may hold fewer than three. "
        "Add a player, or let one sit out."
    ),
    "tables-do-not-fit": (
        "{players} players sit at {count} table, not at {tables}.",
        "{players} players sit at {count} tables, not at {tables}.",
    ),
    "too-many-tables": "A plan may have at most {tables} tables ({players} players).",
    "bad-rounds": "A plan has 1 to {rounds} rounds.",
    "bad-rounds keep_apart": "Pairs are kept apart in the first 0, 1, 2 ... rounds.",
    "unknown-movement": "The movement must be one of {movements} or {last}.",
    "bad-letter": "Empty seats may be at letter B, C or D.",
    "not-for-movement": "Only a custom movement takes steps of its own.",
    "duplicate-player": "{name} is named {count} times.",
    "duplicate-player fixed": "{name} cannot stay at {count} tables.",
    "unknown-player": "{name} is not among the players.",
    "same-player": "{name} cannot be kept apart from {name}.",
    "no-such-table": "{name} cannot stay at table {table}: there are tables 1 to {tables}.",
    "fixed-together": "{count} players cannot stay at table {table}: they would meet in every round.",
    "bad-standings": "A ranked round needs the standings: every player once, the leader first.",
    "one-round-only": "A ranked round needs the standings after the round before it: plan one round at a time.",
    "table-too-small": (
        "Table {table} would have fewer than three players, and no other table can make up for it. Let a walk-in or "
        "a substitute take the seat."
    ),
}  # fmt: skip


class InfractionWords(NamedTuple):
    """An infraction in a point line, in a game, on the rule sheet, as a mark of the desk, and short for a cell."""

    line: str
    game: str
    name: str
    mark: str
    short: str


INFRACTIONS = {
    "blind-pass-look": InfractionWords(
        line="{points} for looking at a blind pass",
        game="{seat} looked at a blind pass",
        name="blind pass look",
        mark="looked at a blind pass",
        short="blind pass",
    ),
    "out-of-turn": InfractionWords(
        line="{points} for playing out of turn",
        game="{seat} played out of turn",
        name="out of turn",
        mark="out of turn",
        short="out of turn",
    ),
    "wrong-wall": InfractionWords(
        line="{points} for taking a tile from the wrong wall or end",
        game="{seat} picked from the wrong wall",
        name="wrong wall",
        mark="wrong wall or end",
        short="wrong wall",
    ),
    "misnamed-for-exposure": InfractionWords(
        line="{points} for misnaming a tile that was claimed for an exposure",
        game="{seat} misnamed a tile claimed for an exposure",
        name="misnamed for exposure",
        mark="misnamed for an exposure",
        short="misnamed",
    ),
    "misnamed-for-mahjong": InfractionWords(
        line="{points} for misnaming the winning tile",
        game="{seat} misnamed the winning tile",
        name="misnamed for mahjong",
        mark="misnamed for mah jongg",
        short="misnamed",
    ),
    "racked-called-tile": InfractionWords(
        line="{points} for putting a called tile in the rack",
        game="{seat} put a called tile in the rack",
        name="racked called tile",
        mark="called tile in the rack",
        short="in the rack",
    ),
}

LINES: dict[str, str] = {
    "hand": "{points} for the hand",
    "self-picked": "{points} for picking the winning tile",
    "jokerless": "{points} for having no jokers",
    "no-exposure": "{points} for winning with nothing exposed before",
    "thrower-0-exposures": "{points} for throwing the winning tile to a hand with no exposures",
    "thrower-1-exposures": "{points} for throwing the winning tile to a hand with one exposure",
    "thrower-2-exposures": "{points} for throwing the winning tile to a hand with two exposures",
    "thrower-3-exposures": "{points} for throwing the winning tile to a hand with three or more exposures",
    "wall": "{points} for a wall game",
    "unfinished": "{points} for a game that time ended",
    "error-survivor": "{points} for the only hand left intact by a mah jongg in error",
    "void-win": "0: {seat}'s hand was found dead, so nobody pays for the win",
    "payment hand from": "{points} from {seat} for the hand",
    "payment hand to": "{points} to {seat} for the hand",
    "payment hand from all": "{points} from the other players for the hand",
    "sole-payment misnamed from": "{points} from {seat} for misnaming the winning card",
    "sole-payment misnamed to": "{points} to {seat} for misnaming the winning card",
    "sole-payment out-of-turn from": "{points} from {seat} for throwing the winning card out of turn",
    "sole-payment out-of-turn to": "{points} to {seat} for throwing the winning card out of turn",
    "error-payment error from": "{points} from {seat} for a mah jongg called in error",
    "error-payment error to": "{points} to {seat} for a mah jongg called in error",
    "challenge upheld from": "{points} from {seat} for a death challenge upheld",
    "challenge upheld to": "{points} to {seat} for a death challenge upheld",
    "challenge in-error from": "{points} from {seat} for a death challenge made in error",
    "challenge in-error to": "{points} to {seat} for a death challenge made in error",
    "mahjong half-limit": "{points} for mahjong with hand {hand}, a half limit hand",
    "mahjong limit": "{points} for mahjong with hand {hand}, a limit hand",
    "mahjong double-limit": "{points} for mahjong with hand {hand}, a double limit hand",
    "fishing half-limit": "{points} for fishing with hand {hand}, a half limit hand",
    "fishing limit": "{points} for fishing with hand {hand}, a limit hand",
    "fishing double-limit": "{points} for fishing with hand {hand}, a double limit hand",
    "bouquet": "{points} for a bouquet",
    "flower": "{points} for the seat's own flower",
    "kong": "{points} for kongs",
    "kong wrong-count": "0 for kongs: with a wrong number of tiles they do not count",
    **{kind: words.line for kind, words in INFRACTIONS.items()},
}

HINTS: dict[str, str] = {
    "missing-minus": "{seat}'s {points} reads like a penalty whose minus sign is missing: -{points}.",
    "missing-penalty infraction": (
        "{seat} has an infraction that costs {fine}, and it is not taken off: {due} for {seat}."
    ),
    "missing-penalty throw": (
        "Nobody has the penalty for throwing the winning tile: {due} for {seat} if {seat} threw it to {exposures}."
    ),
    "missing-bonus": "{seat}'s {points} lacks {bonuses}: {due}.",
    "wrong-step": (
        "{seat}'s penalty of {written} does not fit this game; throwing the winning tile to {exposures} "
        "costs {penalty}."
    ),
    "wall-not-for-all": "A wall game is {wall} for each player whose hand is live: {numbers}.",
    "wall-not-for-all dead-too": "A wall game is {wall} for each player: {numbers}.",
    "two-winners": "{seats} have a winner's points, and a game has one winner: {numbers}.",
    "games-out-of-order": "{seat}'s numbers stand in the wrong games: {numbers}.",
}

PHRASES: dict[str, Pattern] = {
    "text": "a text",
    "whole-number": "a whole number",
    "flag": "true or false",
    "decimal": "a number with decimals",
    "nothing": "nothing",
    "list": "a list",
    "object": "an object",
    "one-of": "one of {options}",
    "give-whole-number": "give a whole number from {least:,} to {most:,}.",
    "give-flag": "give true or false.",
    "give-one-of": "give one of {options}.",
    "give-list": "give a list.",
    "give-four-penalties": "give four penalties: for no, one, two, and three or more exposures.",
    "give-infractions": "give an object of infraction kinds, each with points, “dead” or “ruling”.",
    "no-infraction": "{kind} is no infraction; there are {kinds}.",
    "give-infraction-points": "give {kind} points, “dead” or “ruling”.",
    "give-hand-values": "give a list of hand values, each a positive multiple of 5.",
    "give-sixteen-hands": "give sixteen hands, numbered 1 to 16.",
    "give-hand-fields": "give each hand as number, class, exposed_chows and name.",
    "give-hand-values-of-fields": (
        "give each hand a number, class ({tiers}), exposed_chows (true, false) and a short name."
    ),
    "give-four-labels": "give four short texts, for the letters A, B, C and D; empty ones for no label.",
    "points-for": "{points} for {seat}",
    "points-in-game": "{points} in game {game}",
    # Why a plan is not the one asked for, and what had to be repaired in it
    "no-fit": "{players} players do not fit the {tables} tables of the last round; these are seat slips.",
    "no-steps-around": (
        "No steps by letter were found that avoid the meetings of the rounds played; these are seat slips."
    ),
    "no-fixed-seat": (
        "With the {movement} movement a fixed seat needs a letter that stays at its table in every round, and here "
        "there is none for it; these are seat slips."
    ),
    "no-steps-known": "No repeat-free steps are known for {rounds} at {tables}; these are seat slips.",
    "no-steps-known at-most": (
        "At {tables} steps by letter stay free of repeats for {rounds} at most; these are seat slips."
    ),
    "no-steps-known so-far": (
        "At {tables} repeat-free steps are known for {rounds} at most; these are seat slips."
    ),
    "player-goes": (
        "{player} goes from {from_seat} to {to_seat}: table {table} would have had fewer than three players."
    ),
    "player-goes table-not-used": (
        "{player} goes from {from_seat} to {to_seat}: table {table} would have had fewer than three players and is "
        "not used."
    ),
    "tables": ("{count} table", "{count} tables"),
    "rounds": ("{count} round", "{count} rounds"),
}

_BONUSES = {
    "self-picked": "the {points} for picking the winning tile",
    "jokerless": "the {points} for no jokers",
    "no-exposure": "the {points} for winning without exposures",
}
_EXPOSURES = {
    (0,): "no exposures",
    (1,): "one exposure",
    (2,): "two exposures",
    (3,): "three or more exposures",
    (0, 1): "no or one exposure",
    (0, 2): "no or two exposures",
    (0, 3): "no or three or more exposures",
    (1, 2): "one or two exposures",
    (1, 3): "one or three or more exposures",
    (2, 3): "two or three or more exposures",
    (0, 1, 2): "no or one or two exposures",
    (0, 1, 3): "no or one or three or more exposures",
    (0, 2, 3): "no or two or three or more exposures",
    (1, 2, 3): "one or two or three or more exposures",
    (0, 1, 2, 3): "no or one or two or three or more exposures",
}
"""Steps of the thrower's penalty as a number of exposures."""
_GAMES: dict[str, Pattern] = {
    "ruled": "Wall game by the director's ruling",
    "wall": "Wall game",
    "unfinished": "Unfinished at time",
    "picked-concealed": "{seat} self-picked a concealed {value}",
    "picked": "{seat} self-picked {value}",
    "thrown-concealed": "{seat} threw to a concealed {value}",
    "thrown": "{seat} threw to {value}",
    "thrown-or-concealed": "{seat} threw to {value} with {exposures}, or concealed",
    "thrown-exposures": "{seat} threw to {value} with {exposures}",
    "no-jokers": "no jokers",
    "dead": ("{seats} dead", "{seats} dead"),
    "error-nobody": "{seat} called mah jongg in error, nobody kept the hand intact",
    "error-only": "{seat} called mah jongg in error, only {intact} kept the hand intact",
    "error": "{seat} called mah jongg in error",
    "error-shown": (
        "{seat} called mah jongg in error, {others} showed the hand",
        "{seat} called mah jongg in error, {others} showed their hands",
    ),
    "and": "{first} and {other}",
}
_ANY_PHRASE: dict[str, Pattern] = PHRASES | HINTS | _GAMES
_SEATING: dict[str, Pattern] = {
    "nobody-twice": "Nobody meets twice.",
    "pairs-again": (
        "{count} pair meets again, first in round {round}.",
        "{count} pairs meet again, first in round {round}.",
    ),
    "stays": "{letter} stays",
    "up": "{letter} up {tables}",
    "down": "{letter} down {tables}",
}
_IN_GAME = "Game {game}: {slip}"

_VALUES: dict[str, Pattern] = {
    "across": "the player across",
    "east": "the table's scorekeeper (East)",
    "official-sheet": "A keeps the official sheet, another player checks A's line",
    "first-east": "the first East signs, the next player signs East's",
    "in-turn": "A in the first round of a block, then B, C, D",
    "scorekeeper": "the table's scorekeeper",
    "dead": "dead hand",
    "ruling": "the director decides",
    "half-limit": "half limit",
    "limit": "limit",
    "double-limit": "double limit",
    **{kind: words.name for kind, words in INFRACTIONS.items()},
}
"""What a value of a profile is called on the rule sheet."""
_AMOUNTS: dict[str, Pattern] = {
    "yes": "yes",
    "no": "no",
    "times": ("once", "{count} times"),
    "games": ("{count} game", "{count} games"),
    "minutes": ("{count} minute", "{count} minutes"),
    "points": ("{count} point", "{count} points"),
    "nothing": "nothing",
    "label": "{letter} is {label}",
    "letters-only": "letters only",
    "chows": "exposed chows allowed",
}
_TIMES = frozenset(
    {"thrower_pays", "others_pay", "self_picked_pays", "jokerless_factor", "sole_payer", "error_pays"}
)
"""The values of a profile that are factors."""


def patterns() -> Iterator[tuple[str, Pattern]]:
    """Every pattern, with the file it stands in: for translators."""
    tables: tuple[Mapping[Any, Pattern], ...] = (
        FAULTS, LINES, HINTS, PHRASES, _BONUSES, _EXPOSURES, _GAMES, _SEATING, _VALUES, _AMOUNTS,
    )  # fmt: skip
    for table in tables:
        yield from (("rules/english.py", pattern) for pattern in table.values())
    for words in INFRACTIONS.values():
        yield from (("rules/english.py", pattern) for pattern in words)
    yield "rules/english.py", _IN_GAME
    yield from ((f"rules/systems/{file}", text) for file, text in texts())


def sentence(subject: Fault | Hint | Line | Phrase, language: Language = ENGLISH) -> str:
    """The sentence of a fault, a line, a hint or a phrase."""
    match subject:
        case Fault():
            return _filled(FAULTS, subject.code, subject.values, language)
        case Line():
            return line_sentence(subject.code, subject.points, subject.values, language)
        case Hint():
            slip = _filled(HINTS, subject.code, subject.values, language)
            if subject.game is None:
                return slip
            return language.gettext(_IN_GAME).format(game=subject.game, slip=slip)
        case Phrase():
            return _phrase_sentence(subject.code, subject.values, language)


def _phrase_sentence(code: str, values: Values, language: Language) -> str:
    match code:
        case "value-name":
            return language.gettext(value_title(values["name"]))
        case "exposures":
            return language.gettext(_EXPOSURES[tuple(values["steps"])])
        case "bonus":
            return language.gettext(_BONUSES[values["name"]]).format(points=values["points"])
        case "infraction":
            pattern = INFRACTIONS[values["kind"]].game
            return language.gettext(pattern).format(seat=values["seat"])
        case "and":
            return _chained(_shown(values["parts"], language), language)
        case "listed":
            return _listed(_shown(values["parts"], language), language)
        case "win":
            return ", ".join(_shown(values["parts"], language))
        case "reading":
            return "; ".join(_shown(values["parts"], language))
    return _filled(_ANY_PHRASE, code, values, language)


def line_sentence(code: str, points: int, values: Values, language: Language = ENGLISH) -> str:
    """The sentence of a point line, which may have been stored."""
    return _filled(LINES, code, {"points": points, **values}, language)


def _filled(table: Mapping[str, Pattern], code: str, values: Values, language: Language) -> str:
    variant = values.get("variant")
    pattern = table[code if variant is None else f"{code} {variant}"]
    match pattern:
        case str():
            text = language.gettext(pattern)
        case (singular, plural):
            text = language.ngettext(singular, plural, values["count"])
    return text.format_map({name: _value(value, language) for name, value in values.items()})


def _value(value: Any, language: Language) -> Any:
    """A value as it stands in a sentence; a number stays one, so that the pattern can say how it is written."""
    if isinstance(value, Phrase):
        return sentence(value, language)
    if isinstance(value, Mapping):  # a phrase that was stored as JSON
        return sentence(msgspec.convert(value, Phrase), language)
    if isinstance(value, tuple | list):
        return ", ".join(_shown(value, language))
    return value


def _shown(parts: Sequence[Any], language: Language) -> list[str]:
    return [str(_value(part, language)) for part in parts]


def _chained(parts: Sequence[str], language: Language) -> str:
    """ "A", "A and B", "A and B and C"."""
    pattern = language.gettext("{first} and {other}")
    return reduce(lambda first, other: pattern.format(first=first, other=other), parts)


def _listed(parts: Sequence[str], language: Language) -> str:
    """ "A", "A and B", "A, B and C"."""
    return _chained([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts, language)


def describe(game: PointsGame, profile: PointsProfile, language: Language = ENGLISH) -> str:
    """A game in small words: "B threw to 25 with two exposures, no jokers", "C self-picked 30", "Wall game"."""
    return sentence(reading_of(game, profile), language)


class _Words:
    """Fills the patterns of one table in one language."""

    def __init__(self, table: Mapping[str, Pattern], language: Language) -> None:
        self.table = table
        self.language = language

    def __call__(self, code: str, **values: object) -> str:
        return _filled(self.table, code, values, self.language)


# Seating -----------------------------------------------------------------------------------------------------------


def certificate_sentence(certificate: Certificate, language: Language = ENGLISH) -> str:
    """Whether people meet again under a plan, for the director."""
    words = _Words(_SEATING, language)
    if not certificate.repeats:
        return words("nobody-twice")
    return words("pairs-again", count=len(certificate.repeats), round=certificate.first_repeat_round)


def announcement(steps: Steps, language: Language = ENGLISH) -> str:
    """The move as a director calls it out: ``A up 1, B down 1, C up 2, D stays``."""
    words = _Words(_SEATING, language)
    return ", ".join(
        words("stays" if step == 0 else "up" if step > 0 else "down", letter=letter, tables=abs(step))
        for letter, step in zip(LETTERS, steps, strict=True)
    )


# The rule sheet ----------------------------------------------------------------------------------------------------


class SheetRow(msgspec.Struct, frozen=True, gc=False):
    """One row of a printed rule sheet; ``changed`` when the house differs from the system's default."""

    name: str
    value: str
    clause: str
    sentence: str
    changed: bool


def rule_sheet(profile: Profile, language: Language = ENGLISH) -> list[SheetRow]:
    """The profile in words, a row for each value, in the order of its file."""
    base = load_profile(profile.system)
    return [
        SheetRow(
            name,
            _value_in_words(name, getattr(profile, name), language),
            language.gettext(entry["clause"]),
            language.gettext(entry["sentence"]),
            getattr(profile, name) != getattr(base, name),
        )
        for name, entry in definition(profile.system)["names"].items()
    ]


def _value_in_words(name: str, value: object, language: Language) -> str:
    words = _Words(_AMOUNTS, language)
    match value:
        case bool():
            return words("yes" if value else "no")
        case int():
            return _number_in_words(name, value, words)
        case str():
            return _Words(_VALUES, language)(value) if value in _VALUES else value
        case Hand():
            title = f" {value.name}" if value.name else ""
            star = f", {words('chows')}" if value.exposed_chows else ""
            return f"{value.number}{title}: {_value_in_words('', value.tier, language)}{star}"
        case Mapping():
            return "; ".join(
                f"{_value_in_words('', kind, language)}: {_value_in_words('', answer, language)}"
                for kind, answer in value.items()
            )
        case tuple() if name == "labels":
            labels = zip(LETTERS, value, strict=True)
            parts = [words("label", letter=letter, label=label) for letter, label in labels if label]
            return ", ".join(parts) or words("letters-only")
        case tuple() if name == "hands":
            return "; ".join(_value_in_words("", hand, language) for hand in value)
        case _:
            return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _number_in_words(name: str, value: int, words: _Words) -> str:
    if name in _TIMES:
        return words("times", count=value)
    if name == "games_per_round":
        return words("games", count=value)
    if name in ("round_minutes", "warning_minutes"):
        return words("minutes", count=value)
    return words("points", count=value) if value else words("nothing")
