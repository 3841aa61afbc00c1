from rules.english.language import Pattern

HINTS: dict[str, str] = {
    "missing-minus": "{seat}'s {points} reads like a penalty whose minus sign is missing: -{points}.",
    "missing-penalty infraction": (
        "{seat} has an infraction that costs {fine}, and it is not taken off: {due} for {seat}."
    ),
    "missing-penalty throw": (
        "Nobody has the penalty for throwing the winning tile: {due} for {seat} if {seat} threw it to {exposures}."
    ),
    "missing-penalty any-throw": (
        "Nobody has the penalty for throwing the winning tile: {due} for {seat} if {seat} threw it."
    ),
    "missing-bonus": "{seat}'s {points} lacks {bonuses}: {due}.",
    "missing-bonus survivor": (
        "{seat}'s {points} lacks the {bonus} for the only hand left intact by the mah jongg in error: {due}."
    ),
    "transposed": "{seat}'s {points} reads like {due} with two digits swapped.",
    "dropped-digit": "{seat}'s {points} reads like {due} with a digit left out.",
    "added-digit": "{seat}'s {points} reads like {due} with an extra digit.",
    "wrong-step": (
        "{seat}'s penalty of {written} does not fit this game; throwing the winning tile to {exposures} "
        "costs {penalty}."
    ),
    "wrong-step any-throw": (
        "{seat}'s penalty of {written} does not fit this game; throwing the winning tile costs {penalty}."
    ),
    "wall-not-for-all": "A wall game is {wall} for each player whose hand is live: {numbers}.",
    "wall-not-for-all dead-too": "A wall game is {wall} for each player: {numbers}.",
    "two-winners": "{seats} have a winner's points, and a game has one winner: {numbers}.",
    "games-out-of-order": "{seat}'s numbers are in the wrong games: {numbers}.",
}

CONTRADICTIONS: dict[str, Pattern] = {
    "dead-winner dead": "{seat}'s hand is marked dead, and a dead hand cannot win.",
    "dead-winner called": "{seat} is marked as having called mah jongg in error, and cannot win this game.",
    "dead-winner shown": "{seat} is marked as having shown the hand over an error, and cannot win this game.",
    "dead-winner dead paid": "{seat}'s hand is marked dead, and a dead hand scores nothing: not {points}.",
    "dead-winner called paid": (
        "{seat} is marked as having called mah jongg in error, and scores nothing in this game: not {points}."
    ),
    "dead-winner shown paid": (
        "{seat} is marked as having shown the hand over an error, and scores nothing in this game: not {points}."
    ),
    "dead-thrower called": (
        "{seat} is marked as having called mah jongg in error, and does not throw the winning tile after it."
    ),
    "dead-thrower shown": (
        "{seat} is marked as having shown the hand over an error, and does not throw the winning tile after it."
    ),
    "should-have-ended": (
        "Only {seat}'s hand was left intact by the mah jongg in error, which ended the game: {due} for {seat}, and "
        "nobody else has points."
    ),
    "should-have-ended nobody": (
        "No hand was left intact by the mah jongg in error, which ended the game: nobody has points."
    ),
    "survivor-unpaid": (
        "Only {seat}'s hand was left intact by the mah jongg in error, and {seat} has no points for it: {due}."
    ),
    "play-goes-on": (
        (
            "{seat} alone has points after {caller}'s error, but {others} kept the hand intact too, so that play "
            "went on. Mark whoever else was out."
        ),
        (
            "{seat} alone has points after {caller}'s error, but {others} kept their hands intact too, so that play "
            "went on. Mark whoever else was out."
        ),
    ),
    "not-the-thrower": (
        "{seat} is marked for misnaming the winning tile, and only the player who threw it can have done so."
    ),
    "not-for-outcome": "{seat} is marked with “{name}”, which is for the winner, and {seat} did not win.",
    "needs-ruling": "Only {seat}'s hand was live, without a mah jongg in error: the director decides about this game.",
    "needs-ruling nobody": "No hand was live, without a mah jongg in error: the director decides about this game.",
    "needs-ruling infraction": "{infraction}: the director decides what follows from it.",
}
"""What is marked, and cannot be with the numbers or with what else is marked."""

PHRASES: dict[str, Pattern] = {
    "text": "a text",
    "whole-number": "a whole number",
    "flag": "true or false",
    "decimal": "a number with decimals",
    "number": "a number",
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
    "give-block-names": "give the names of the blocks in one line, of {most} characters at the most.",
    "give-sheet-words": (
        "give words of this system's sheet, each with {most} characters at the most; empty ones for the usual word."
    ),
    "give-fewer-extras": "give {most} extras at most.",
    "give-different-extras": "give each extra a code of its own.",
    "give-extra-fields": "give each extra as code, name, points, to and per.",
    "give-extra-code": "give each extra a code of small letters, digits and hyphens.",
    "give-extra-name": "give {code} a short name.",
    "give-extra-points": "give {code} points, more or less than 0.",
    "give-extra-whom": "say to whom {code} goes ({to}) and how often ({per}).",
    # What is paid for what, at the head of a sheet; what stands before the colon is bold.
    "pays-win": "Win: the thrower pays {thrower} × the value, the others {others} ×; picked, everybody pays {picked} ×",
    "pays-win alike": "Win: thrown, everybody pays {others} × the value; picked, everybody pays {picked} ×",
    "pays-jokerless": "No jokers: {times} × that, not for singles and pairs",
    "pays-alone": (
        "Pays alone: {times} × the value, jokers or not, by whoever misnamed the winning card or threw it out of turn"
    ),
    "pays-error": "In error: the caller pays {times} × the value claimed to the only hand left intact",
    "pays-challenge": "Challenge: {points} if the hand played on, paid by whoever was wrong",
    "gets-value": "You won: the value on the card",
    "gets-self_picked": "+{points}: you picked it",
    "gets-jokerless": "+{points}: no jokers, not for singles and pairs",
    "gets-no_exposure": "+{points}: nothing exposed, not for concealed hands",
    "gets-wall": "+{points}: wall game, not for dead hands",
    "gets-wall all": "+{points}: wall game, everybody",
    "loses": "-{points}: you threw it, {exposures}",
    "loses any": "-{points}: you threw it",
    "points-for": "{points} for {seat}",
    "points-in-game": "{points} in game {game}",
    # # Why a plan is not the one asked for, and repairs in it
    "no-fit": "{players} players do not fit the {tables} tables of the last round; these are seat slips.",
    "no-steps-around": (
        "No steps by letter were found that avoid the meetings of the rounds played; these are seat slips."
    ),
    "no-fixed-seat": (
        "With the {movement} movement a fixed seat needs a letter that stays at its table in every round, and here "
        "there is none for it; these are seat slips."
    ),
    "stays-by-exchange": (
        "{count} player stays at a table: whoever would come to that seat goes where the player would have gone.",
        "{count} players stay at a table: whoever would come to such a seat goes where the player would have gone.",
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

BONUSES = {
    "self-picked": "the {points} for picking the winning tile",
    "jokerless": "the {points} for no jokers",
    "no-exposure": "the {points} for winning without exposures",
}
EXPOSURES = {
    (0,): "no exposures",
    (1,): "one exposure",
    (2,): "two exposures",
    (3,): "three or more exposures",
    (0, 1): "at most one exposure",
    (0, 2): "no or two exposures",
    (0, 3): "no or three or more exposures",
    (1, 2): "one or two exposures",
    (1, 3): "one or three or more exposures",
    (2, 3): "two or more exposures",
    (0, 1, 2): "at most two exposures",
    (0, 1, 3): "no or one or three or more exposures",
    (0, 2, 3): "no or two or three or more exposures",
    (1, 2, 3): "one or more exposures",
}
"""Steps of the thrower's penalty as a number of exposures."""
GAMES: dict[str, Pattern] = {
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
    "extra": "{name} for {seat}",
    "and": "{first} and {other}",
}
ANY_PHRASE: dict[str, Pattern] = PHRASES | HINTS | CONTRADICTIONS | GAMES
IN_GAME = "Game {game}: {hint}"
