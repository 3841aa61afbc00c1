from rules.english.language import Pattern

# # Keys: the code, or the code, a blank and the variant given in the values.
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
    "not-for-outcome extras": "Nothing is scored in such a game, extras neither.",
    "not-for-outcome extra-of-winner": "“{name}” is for the winner of the game, whose hand counts.",
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
    "bad-value season-rule": "There is no season rule called {rule}; there are {rules}.",
    "bad-value season-places": "Say how many points the first place of an event gets, and those below it.",
    "bad-value season-tables": "Say how many points each place gets at tables of three, four and five.",
    "bad-value season-table": "A table of {size} has {size} places, and points for {count} are given.",
    "bad-value season-unknown-table": "At {event} a table had {size} people, and the rule has no points for that.",
    "bad-value season-number": "Say how many: 1 or more.",
    "bad-value season-each": "Only the best can be chosen each week or month.",
    "bad-value season-least": "This cannot be less than 0.",
    "bad-value season-share": "A share is from 0 to 100 percent.",
    "bad-value season-one": "This is 1 or more.",
    "bad-value season-date": "{date} is not a date: 2027-01-31 is one.",
    "bad-value season-person-twice": "Points of {person} are brought in twice.",
    "bad-value extra": "There is no extra {code}; there are {codes}.",
    "bad-value no-extras": "There is no extra {code}: the profile has none.",
    "bad-value extra-twice": "The same extra of {seat} is named twice.",
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
