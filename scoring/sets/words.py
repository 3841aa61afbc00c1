"""The sentences about sets by code, in the language of the page; `rules.english` has the sentences of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from record import refused
from rules.english import INFRACTIONS
from rules.game import Contradiction, Fault, Phrase
from rules.systems.payments import CHALLENGES
from scoring.sets.games import Description
from scoring.sets.only_once import RepeatedHand
from scoring.sets.places import FieldPlace, SetFault
from scoring.sets.typed import WrittenGame
from tournament.models import Tournament, numbered_round
from tournament.words import in_words as rules_in_words
from ui.texts import shown

# Keys: the code, or the code, a blank and the variant given in the values.
FAULTS: dict[str, Any] = {
    "short-table": _("A set needs the cards of three or four players; fewer sit at this table."),
    "card-missing": _("%(letter)s’s card is missing."),
    "missing number": _("%(letter)s’s number for game %(game)s is missing."),
    "missing challenge": _("Say who challenged whom, and how it was settled."),
    "left-when": _("Somebody else played on for %(letter)s: say after which game."),
    "left-already": _("%(letter)s left after game %(left)s and has a number for game %(game)s."),
    "total-missing": _("%(letter)s’s written total is missing."),
    "total-differs": _("The games add up to %(sum)s, the card says %(total)s."),
    "unverified": _("Nobody has verified %(letter)s’s card."),
    "own-card": _("%(letter)s cannot verify their own card; %(duty)s does."),
    "other-verifier": _("%(by)s verified %(letter)s’s card, and %(duty)s has to."),
    "collector-missing": _("Say who handed the set in."),
    "other-collector": _("%(by)s handed the set in; %(collector)s has to in this round."),
    "first-east-missing": _("Say who became East first: that player signs the sheets."),
    "impossible": _("Game %(game)s cannot be right."),
    "contradicted": _("Game %(game)s: %(why)s"),
    "infraction-needed": _(
        "Game %(game)s needs an infraction to be explained: %(reading)s. Mark it, or correct the number."
    ),
    "infraction-needed several": _(
        "Game %(game)s needs an infraction to be explained, and more than one player may have committed "
        "it. Mark whose it was, or correct the number."
    ),
    "extra-again round": _("%(letter)s had “%(name)s” in %(before)s already, and it is given once a round."),
    "extra-again block": _("%(letter)s had “%(name)s” in %(before)s already, and it is given once a block."),
    "value-off-list": _(
        "Game %(game)s: a hand of %(value)s is not on this event’s list. Confirm it, or correct the number."
    ),
    "points-differ": _("%(letter)s’s sheet says %(points)s, and what is typed gives %(due)s."),
    "points-differ ruling": _(
        "%(letter)s’s sheet says %(points)s, and what is typed gives %(due)s. If you rule %(points)s, "
        "enter it under “Points by your ruling”; otherwise correct the points on the sheet or leave them "
        "empty."
    ),
    "game-missing": _("Nothing is typed yet."),
    "exposures-needed desk": _("Say how many exposures the winner had when the winning tile was thrown."),
    "replayed": _("This game is dealt again: enter the game that took its place, or that time ran out."),
    "ruling-needed infraction": _(
        "The director decides about this: the hand is dead, or the infraction has no effect. Hold the set, or "
        "enter what was ruled."
    ),
    "ruling-needed mark": _(
        "%(letter)s, game %(game)s: the director decides about the called tile put in the rack. Hold the set, or mark "
        "what was ruled: the hand is dead, or no infraction."
    ),
    "ruling-needed": _(
        "At most one live hand was left: the director decides whether it counts as a wall or is played again. Hold "
        "the set, or enter what was ruled."
    ),
    "hand-scored-later": _(
        "%(seat)s’s player scored with hand %(hand)s again in %(game)s, already accepted. This win came "
        "first: tell the director about the later game."
    ),
    "typed-otherwise": _("%(label)s: %(theirs)s is stored, you typed %(yours)s."),
}
WARNINGS = {
    "thrown-in": _("If there was time to deal it again, enter the game that took its place."),
    "may-be-replayed": _(
        "Nobody scored: it may be played again if time allows, and the new game takes its place."
    ),
}
PHRASES = {
    "ended wall": _("Wall game: nobody pays."),
    "ended unfinished": _("Time ran out: nobody pays."),
    "ended error": _("Mah jongg in error, and no hand was left intact: nobody pays."),
    "ended thrown-in": _("Thrown in: nobody pays."),
    "ended stale": _("Stale: nothing is scored."),
    "ended missed": _("Not begun before the bell: nothing is scored."),
    "ended": _("Nobody scored."),
}
HANDS = {
    "dead": _("dead"),
    "called": _("called mah jongg in error"),
    "shown": _("showed the hand"),
}
"""Marks for a hand that is out of the game."""
SHORT_HANDS = {"dead": _("dead"), "called": _("in error"), "shown": _("shown")}

SUMS = ("sum", "total", "points", "due")
"""The values of a sentence that are points."""
OPTIONS = {
    "won wall": _("Wall"),
    "won unfinished": _("Time ran out"),
    "won error": _("Error: mah jongg in error"),
    "won thrown-in": _("Thrown in, not dealt again"),
    "from picked": _("Picked"),
    "class exposed": pgettext_lazy("hand class", "X exposed"),
    "class concealed": pgettext_lazy("hand class", "C concealed"),
    "class singles-and-pairs": pgettext_lazy("hand class", "S singles and pairs"),
    **{f"hand {mark}": words for mark, words in HANDS.items()},
    "ruled wall": _("counts as a wall"),
    "ruled replay": _("played again"),
    "mistake misnamed": _("misnamed the card"),
    "mistake out_of_turn": _("discarded out of turn"),
    "settled upheld": _("right"),
    "settled in-error": _("wrong"),
    "outcome played": _("Played"),
    "outcome stale": _("Stale"),
    "outcome missed": _("Missed: not started"),
}
"""The options of a field by its name without a number; any other says itself."""

# What stands at a place, by its name: the facts and marks of a game, and whole sentences for all others.
FACTS = {
    "won": _("won by, or how it ended"),
    "value": _("hand value"),
    "from": _("thrown by, or picked"),
    "class": _("class of the hand"),
    "exposures": _("exposures"),
    "jokerless": _("no jokers"),
    "mistake": _("one player pays alone"),
    "ruled": _("director's ruling"),
    "claimed": _("value claimed in error"),
    "hand": _("dead hand or mah jongg in error"),
    "infraction": _("infraction"),
    "extra": _("extra"),
    "outcome": _("how it ended"),
    "points": _("points on the sheet"),
    "scored": _("mahjong or fishing"),
    "bouquet": _("bouquet"),
    "flower": _("own flower"),
    "kongs": _("kongs"),
    "count": _("wrong number of tiles"),
    "override": _("director's exception, reason"),
    "award": _("points as ruled"),
}
CHALLENGE = (_("challenged by"), _("challenged"), _("challenge settled"))
FACTS |= {name: words for names in CHALLENGES for name, words in zip(names, CHALLENGE, strict=True)}
OTHERS = {
    "handed_in_by": _("Handed in by"),
    "first_east": _("First East"),
    "off-list": _("Game %(game)s: hand off the list confirmed"),
    "total": _("%(letter)s %(name)s, total as written"),
    "verified": _("%(letter)s %(name)s, verified by"),
    "left": _("%(letter)s %(name)s, left after game"),
    "substitute": _("%(letter)s %(name)s, then played by"),
    "": _("%(letter)s %(name)s, game %(game)s"),
}


@dataclass(frozen=True)
class DeskFault(refused.FieldFault):
    """A fault for display at the desk. `in_its_game` is its sentence where the game is named beside it."""

    place: FieldPlace
    in_its_game: str


def in_words(
    subject: Contradiction | Fault | SetFault | Description, tournament: Tournament | None = None
) -> str:
    """The sentence of a contradiction, a fault or a phrase; those of a game's lines follow each other. Its rounds are
    called as in `tournament`, or by their number.
    """
    match subject:
        case SetFault():
            return in_words(subject.stored, tournament)
        case tuple():
            return "; ".join(f"{line.seat} {rules_in_words(line)}" for line in subject)
        case Fault(code="hand-won-before"):
            game = game_of_code(subject.values["game"], tournament)
            return rules_in_words(msgspec.structs.replace(subject, values={**subject.values, "game": game}))
        case Fault(code="hand-scored-later"):
            values = {**subject.values, "game": game_of_code(subject.values["game"], tournament)}
        case Fault(code="extra-again"):
            values = {**subject.values, "before": game_of_code(subject.values["before"], tournament)}
        case Fault(code="typed-otherwise"):
            names = subject.values["extras"]
            typed = {side: subject.values[side] for side in ("theirs", "yours")}
            place = FieldPlace.read(subject.field)
            values = {side: value_in_words(place, text, names) for side, text in typed.items()}
            values["label"] = place_in_words(place, subject.values["name"])
        case _:
            values = {name: _value_in_words(value) for name, value in subject.values.items()}
            if tournament is not None and tournament.unit > 1:
                sums = (name for name in SUMS if isinstance(subject.values.get(name), int))
                values |= {name: shown(subject.values[name], tournament.unit) for name in sums}
    variant = subject.values.get("variant")
    patterns = FAULTS if isinstance(subject, Fault) else PHRASES
    pattern = patterns.get(subject.code if variant is None else f"{subject.code} {variant}")
    if pattern is None:
        return rules_in_words(subject)
    sentence = str(pattern) % values
    return f"{sentence} {values['hint']}" if "hint" in values else sentence


def fault_in_words(fault: SetFault, tournament: Tournament) -> DeskFault:
    """A fault for display; one about a game's facts begins with the game."""
    message = in_its_game = in_words(fault, tournament)
    if fault.place.is_fact:
        message = gettext("Game %(game)s: %(fault)s") % {"game": fault.place.game, "fault": message}
    elif fault.code == "value-off-list":
        values = {"values": _value_in_words(fault.values["value"])}
        in_its_game = gettext("A hand of %(values)s is not on this event’s list.") % values
    return DeskFault(fault.code, fault.field, message, fault.place, in_its_game)


def _value_in_words(value: Any) -> str:
    if isinstance(value, Mapping):  # a phrase that was stored as JSON
        value = msgspec.convert(value, Phrase)
    if isinstance(value, Phrase):
        return in_words(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def game_of_code(code: str, tournament: Tournament | None) -> str:
    """ "R1G3" as "game 3 of round 1"."""
    round_number, game = map(int, code[1:].split("G"))
    round_in_words = tournament.round_in_words if tournament else numbered_round
    return gettext("game %(game)s of %(round)s") % {"round": round_in_words(round_number), "game": game}


def repeated_hand_in_words(repeated: RepeatedHand, tournament: Tournament) -> str:
    claim = repeated.claim
    values = {
        "table": claim.table,
        "player": repeated.player,
        "hand": claim.hand,
        "game": game_of_code(claim.code, tournament),
        "won": game_of_code(repeated.won, tournament),
    }
    return (
        gettext("Table %(table)s, %(game)s: %(player)s scored with hand %(hand)s, won before in %(won)s.")
        % values
    )


def infraction_in_words(kind: str) -> str:
    return gettext(INFRACTIONS[kind].mark) if kind in INFRACTIONS else kind


def short_marks() -> dict[str, str]:
    kinds = {kind: gettext(words.short) for kind, words in INFRACTIONS.items()}
    return {hand: str(text) for hand, text in SHORT_HANDS.items()} | kinds


def marks_in_words(game: WrittenGame, letter: str, extras_names: Mapping[str, str]) -> list[str]:
    """The marks of a seat; `extras_names` has the names of the house's extras by code."""
    hand = game.hand(letter)
    extras = [extras_names.get(code, code) for code in game.extras_of(letter)]
    return [*([str(HANDS[hand])] if hand else []), *map(infraction_in_words, game.kinds(letter)), *extras]


def value_in_words(place: FieldPlace, value: str, extras_names: Mapping[str, str]) -> str:
    """A field's value for people; a dash if it is empty. `extras_names` has the names of extras by code."""
    if not value:
        return "–"
    if value == "on":
        return gettext("yes")
    if place.name == "infraction":
        return ", ".join(map(infraction_in_words, value.split()))
    if place.name == "extra":
        return ", ".join(extras_names.get(code, code) for code in value.split())
    return str(HANDS.get(value, value))


def option_in_words(field: str, option: str) -> str:
    return str(OPTIONS.get(f"{field.rstrip('0123456789')} {option}", option))


def place_in_words(place: FieldPlace, name: str = "") -> str:
    """ "B Zoë Núñez, game 3", "A, game 3: mahjong or fishing"; `name` is that of the player whose card has it."""
    values = {"letter": place.letter, "name": name or place.letter, "game": place.game}
    if place.name not in FACTS:
        return str(OTHERS.get(place.name, OTHERS[""])) % values
    values |= {"letter": f"{place.letter} {name}".strip(), "what": FACTS[place.name]}
    if place.letter:
        return gettext("%(letter)s, game %(game)s: %(what)s") % values
    return gettext("Game %(game)s: %(what)s") % values
