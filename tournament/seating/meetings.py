"""The geometry of the chart of who meets whom and when. `tournament/seating/pictures/meetings.html` draws the SVG.

Lengths are units of the chart's own `viewBox`, eighteen to a rem; y runs downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.seating import Round
from rules.seating.certificate import meetings
from rules.seating.plan import in_order

CELL = 28
MARGIN = 34
UNITS_A_REM = 18
LARGEST = 40  # players; a picture of more is wider than a page


@dataclass(frozen=True)
class Label:
    x: int
    y: int
    text: str


@dataclass(frozen=True)
class MeetingPicture:
    """A triangle with a cell for every pair of players.

    `once` has the round in which two players meet, `again` the rounds of pairs who meet more than once, and `names`
    each player at the left of a row, on the diagonal and below a column. The others are outlines for `<path>`.
    """

    width: int
    height: int
    once: list[Label]
    again: list[Label]
    names: list[Label]
    grid: str
    groups: str
    diagonal: str
    filled: str

    @property
    def rems(self) -> float:
        """The width on a screen; cells have the size that letters need, however many there are."""
        return round(self.width / UNITS_A_REM, 2)


def meeting_picture(rounds: Sequence[Round]) -> MeetingPicture | None:
    """Who meets whom in these rounds; None without players and above 40 of them."""
    names = sorted({name for seats in rounds for table in seats for name in table.players()}, key=in_order)
    if not names or len(names) > LARGEST:
        return None
    index_of = {name: index for index, name in enumerate(names)}
    first_rounds: dict[tuple[int, int], str] = {}
    repeat_labels: dict[tuple[int, int], str] = {}
    for (player, other), numbers in meetings(rounds).items():
        row, column = sorted((index_of[player], index_of[other]), reverse=True)
        # A cell has room for two rounds of one digit; of more it says how many.
        text = "·".join(map(str, numbers))
        (repeat_labels if len(numbers) > 1 else first_rounds)[row, column] = (
            text if len(text) < 4 else f"{len(numbers)}×"
        )
    end = len(names)
    return MeetingPicture(
        width=MARGIN + end * CELL + 2,
        height=(end + 1) * CELL,
        once=[label(row, column, text) for (row, column), text in first_rounds.items()],
        again=[label(row, column, text) for (row, column), text in repeat_labels.items()],
        names=[
            label(row, column, name)
            for index, name in enumerate(names)
            for row, column in ((index, -1), (index, index), (end, index))
        ],
        grid=lines(range(end), end) + f"M{MARGIN} {end * CELL}H{MARGIN + end * CELL}",
        groups=lines(
            (index for index in range(1, end) if group(names[index]) != group(names[index - 1])), end
        ),
        diagonal=squares((index, index) for index in range(end)),
        filled=squares(repeat_labels),
    )


def group(name: str) -> tuple[str | int, ...]:
    """The letter of a name and the ten of its number; a stronger line separates groups."""
    letters, *number = in_order(name)
    return (letters, *(int(part) // 10 for part in number[:1]))


def label(row: int, column: int, text: str) -> Label:
    return Label(MARGIN + column * CELL + CELL // 2, row * CELL + CELL // 2 + 6, text)


def lines(starts: Iterable[int], end: int) -> str:
    """For each start the line above its row up to the diagonal, and the line before its column."""
    return "".join(
        f"M{MARGIN} {start * CELL}H{MARGIN + (start + 1) * CELL}"
        f"M{MARGIN + start * CELL} {start * CELL}V{end * CELL}"
        for start in starts
    )


def squares(cells: Iterable[tuple[int, int]]) -> str:
    return "".join(f"M{MARGIN + column * CELL} {row * CELL}h{CELL}v{CELL}h-{CELL}z" for row, column in cells)
