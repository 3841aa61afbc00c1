MOST_POINTS = 1_000_000_000
MOST_EXTRAS = 8
"""Extras of a house; `rules.check` looks at every set of them."""
MOST_TIMES = 1_000
"""The largest factor of a payment."""

LONGEST_BLOCK_NAMES = 200
"""Characters of the names of all blocks, with their commas."""
LONGEST_SHEET_WORD = 16
"""Characters of a club's own word on a score sheet."""
MOST_GAMES = 16
"""Games in a round of a tournament."""
MOST_GAMES_IN_PROFILE = 32
"""Games in a round as a profile can say."""
LONGEST_MINUTES = 600

MOST_ROUNDS = 24
"""Rounds of a tournament."""
MOST_ROUNDS_PLANNED = 100
"""Rounds of one plan, as the command makes it."""
MOST_TABLES = 500
LARGEST_STEP = MOST_TABLES - 1
"""Tables that players of a letter may move between two rounds."""

STEPS: dict[str, tuple[int, int, int, int]] = {
    "sanctioned": (1, -1, 2, -2),
    "club-day": (0, 1, -1, 2),
    "mahjcon": (0, -1, -2, 1),
}
"""The movements that are announced by letter: how many tables A, B, C and D move up."""
MOVEMENTS = (*STEPS, "custom", "repeat-free", "assigned", "random")
"""The movements a tournament can be planned by before it begins. A single round can be ``ranked`` besides."""
