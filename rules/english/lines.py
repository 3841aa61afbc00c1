from typing import NamedTuple

from rules.english.language import Pattern


class InfractionWords(NamedTuple):
    """The name of an infraction in a point line, in a game, as a mark at the desk and on the rule sheet, and in a table
    cell.
    """

    line: str
    game: str
    mark: str
    short: str


INFRACTIONS = {
    "blind-pass-look": InfractionWords(
        line="{points} for looking at a blind pass",
        game="{seat} looked at a blind pass",
        mark="looked at a blind pass",
        short="blind pass",
    ),
    "out-of-turn": InfractionWords(
        line="{points} for playing out of turn",
        game="{seat} played out of turn",
        mark="out of turn",
        short="out of turn",
    ),
    "wrong-wall": InfractionWords(
        line="{points} for taking a tile from the wrong wall or end",
        game="{seat} picked from the wrong wall",
        mark="wrong wall or end",
        short="wrong wall",
    ),
    "misnamed-for-exposure": InfractionWords(
        line="{points} for misnaming a tile that was claimed for an exposure",
        game="{seat} misnamed a tile claimed for an exposure",
        mark="misnamed for an exposure",
        short="misnamed",
    ),
    "misnamed-for-mahjong": InfractionWords(
        line="{points} for misnaming the winning tile",
        game="{seat} misnamed the winning tile",
        mark="misnamed for mah jongg",
        short="misnamed",
    ),
    "racked-called-tile": InfractionWords(
        line="{points} for putting a called tile in the rack",
        game="{seat} put a called tile in the rack",
        mark="called tile in the rack",
        short="in the rack",
    ),
}

LINES: dict[str, Pattern] = {
    "hand": "{points} for the hand",
    "self-picked": "{points} for picking the winning tile",
    "jokerless": "{points} for having no jokers",
    "no-exposure": "{points} for winning with nothing exposed before",
    "thrower-0-exposures": "{points} for throwing the winning tile to a hand with no exposures",
    "thrower-1-exposures": "{points} for throwing the winning tile to a hand with one exposure",
    "thrower-2-exposures": "{points} for throwing the winning tile to a hand with two exposures",
    "thrower-3-exposures": "{points} for throwing the winning tile to a hand with three or more exposures",
    "thrower": "{points} for throwing the winning tile",
    "thrower-exposures": "{points} for throwing the winning tile to a hand with {exposures}",
    "wall": "{points} for a wall game",
    "unfinished": "{points} for a game that time ended",
    "error-survivor": "{points} for the only hand left intact by a mah jongg in error",
    "void-win": "0: {seat}'s hand was found dead, so nobody pays for the win",
    "payment thrown": (
        "{value} for the hand: {seat} threw it and paid {most}; {others} paid {least}",
        "{value} for the hand: {seat} threw it and paid {most}; {others} paid {least} each",
    ),
    "payment thrown jokerless": (
        "{value} for the hand, no jokers × {times}: {seat} threw it and paid {most}; {others} paid {least}",
        "{value} for the hand, no jokers × {times}: {seat} threw it and paid {most}; {others} paid {least} each",
    ),
    "payment thrown alone": "{value} for the hand: {seat} threw it and alone paid, {most}",
    "payment thrown alone jokerless": (
        "{value} for the hand, no jokers × {times}: {seat} threw it and alone paid, {most}"
    ),
    "payment picked": (
        "{value} for the hand, picked: {others} paid {least}",
        "{value} for the hand, picked: {others} paid {least} each",
    ),
    "payment picked jokerless": (
        "{value} for the hand, no jokers × {times}, picked: {others} paid {least}",
        "{value} for the hand, no jokers × {times}, picked: {others} paid {least} each",
    ),
    "payment other": (
        "{value} for the hand: {others} paid {least}",
        "{value} for the hand: {others} paid {least} each",
    ),
    "payment other jokerless": (
        "{value} for the hand, no jokers × {times}: {others} paid {least}",
        "{value} for the hand, no jokers × {times}: {others} paid {least} each",
    ),
    "payment to thrown": "{points} to {seat}: {value} for the hand, thrown × {by}",
    "payment to thrown jokerless": "{points} to {seat}: {value} for the hand, no jokers × {times}, thrown × {by}",
    "payment to picked": "{points} to {seat}: {value} for the hand, picked × {by}",
    "payment to picked jokerless": "{points} to {seat}: {value} for the hand, no jokers × {times}, picked × {by}",
    "payment to other": "{points} to {seat}: {value} for the hand × {by}",
    "payment to other jokerless": "{points} to {seat}: {value} for the hand, no jokers × {times}, × {by}",
    "payment to once": "{points} to {seat}: {value} for the hand",
    "payment to once jokerless": "{points} to {seat}: {value} for the hand, no jokers × {times}",
    "sole-payment misnamed from": "{value} for the hand × {by}: {seat} misnamed the winning card and pays alone",
    "sole-payment misnamed to": "{points} to {seat}: {value} for the hand × {by}, for misnaming the winning card",
    "sole-payment out-of-turn from": "{value} for the hand × {by}: {seat} threw it out of turn and pays alone",
    "sole-payment out-of-turn to": "{points} to {seat}: {value} for the hand × {by}, for throwing it out of turn",
    "error-payment error from": "{value} × {by}: {seat} called mah jongg in error with a hand of {value} and pays",
    "error-payment error to": "{points} to {seat}: {value} × {by} for calling mah jongg in error",
    "challenge upheld from": "{points} from {seat}, whose challenged hand was dead",
    "challenge upheld to": "{points} to {seat}, who rightly challenged this hand as dead",
    "challenge in-error from": "{points} from {seat}, who challenged this hand as dead and was wrong",
    "challenge in-error to": "{points} to {seat}, for challenging that hand as dead and being wrong",
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
    "extra": "{points} for {name}",
    **{kind: words.line for kind, words in INFRACTIONS.items()},
}
