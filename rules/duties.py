"""Who verifies whose card, signs, and brings the cards to the desk, at tables of four and three."""

from collections.abc import Sequence

from rules.game import ACROSS, LETTERS

CARRIED = ("points", "facts")
"""What is typed of each game at the desk."""
PRACTICES = ("across", "east", "official-sheet", "first-east")
COLLECTORS = ("in-turn", "in-turn-by-block", "scorekeeper")
FIRST_EASTS = ("dice", "letter-a", "pivot")
"""Who is East in the first game of a round (sanctioned 3, with its variations)."""


def _seated(letters: Sequence[str]) -> tuple[str, ...]:
    seated = tuple(letter for letter in LETTERS if letter in letters)
    if len(seated) != len(letters) or len(seated) < 3:
        raise ValueError(f"A table has three or four different letters of A to D, not {list(letters)}.")
    return seated


def _from(letter: str, seated: tuple[str, ...]) -> str:
    """The letter if it is seated, else the next seated one (A follows D)."""
    start = LETTERS.index(letter)
    return next(other for other in LETTERS[start:] + LETTERS[:start] if other in seated)


def _after(letter: str, seated: tuple[str, ...]) -> str:
    return _from(LETTERS[(LETTERS.index(letter) + 1) % 4], seated)


def _checks(letter: str, seated: tuple[str, ...]) -> str:
    return ACROSS[letter] if ACROSS[letter] in seated else _after(letter, seated)


def verifiers(letters: Sequence[str], practice: str = "across", east: str | None = None) -> dict[str, str]:
    """Map every seated letter to the letter that verifies it.

    ``across`` (sanctioned 4): the player across; ``east`` (sanctioned 4, variation): the table's scorekeeper
    verifies everybody and is verified by the player across; ``official-sheet`` (club-day): A keeps the sheet,
    everybody verifies their own line and A's is verified by the player across; ``first-east`` (sixteen-hands 3): the
    first East signs all sheets and the next player in turn signs East's.

    ``east`` is the scorekeeper's or first East's letter; left out it is A, or the first letter present.
    Raises ValueError on letters that are no table, an unknown practice, or an East who is not seated.
    """
    seated = _seated(letters)
    keeper = seated[0] if east is None else east
    if keeper not in seated:
        raise ValueError(f"East ({keeper}) does not sit at a table of {', '.join(seated)}.")
    if practice == "across":
        return {letter: _checks(letter, seated) for letter in seated}
    if practice == "east":
        return {letter: keeper if letter != keeper else _checks(keeper, seated) for letter in seated}
    if practice == "official-sheet":
        return {letter: letter if letter != "A" else _checks("A", seated) for letter in seated}
    if practice == "first-east":
        return {letter: keeper if letter != keeper else _after(keeper, seated) for letter in seated}
    raise ValueError(f"Nobody verifies by {practice!r}; the practices are {', '.join(PRACTICES)}.")


def collector(turn: int, letters: Sequence[str]) -> str:
    """The letter that brings the table's cards to the desk (sanctioned 21).

    A in the first round, then B, C, D, and again from A; where that letter is missing, the next one present. ``turn``
    is the round's position in the day, or in its block; it counts from 1, and anything less is a ValueError.
    """
    if turn < 1:
        raise ValueError(f"Rounds count from 1, not {turn}.")
    return _from(LETTERS[(turn - 1) % 4], _seated(letters))


def first_east(practice: str, letters: Sequence[str], pivot: str = "") -> str:
    """The letter that is East in the first game of a round; "" where the dice say, or with fewer than three players.

    ``letter-a``: A, or the first letter present; ``pivot``: the letter that stays at its table while the others move,
    or the next one present; where no letter does, the dice say.
    """
    fixed = {"letter-a": "A", "pivot": pivot}.get(practice, "")
    return _from(fixed, _seated(letters)) if fixed and len(letters) > 2 else ""


def brings_cards(practice: str, turn: int, letters: Sequence[str]) -> str:
    """The letter that brings the table's cards to the desk; "" with fewer than three players.

    ``in-turn`` and ``in-turn-by-block``: `collector`; ``scorekeeper``: the table's scorekeeper, the first letter
    present unless a table chose another.
    """
    if len(letters) < 3:
        return ""
    return _seated(letters)[0] if practice == "scorekeeper" else collector(turn, letters)
