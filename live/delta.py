"""The difference between two texts, line by line, for a browser that has the older one."""

from collections.abc import Sequence

Step = str | tuple[int, int]
"""New lines as they are, or a run of old lines: from this one up to but without that one."""


def delta(old: Sequence[str], new: Sequence[str]) -> list[Step]:
    """The new text as runs of the old one and new lines between them.

    Rows that changed places are runs too. One pass; the answer is short but not always the shortest.
    """
    first_at: dict[str, int] = {}
    for position, line in enumerate(old):
        first_at.setdefault(line, position)
    steps: list[Step] = []
    start = end = 0  # the run that is being made
    added: list[str] = []
    for line in new:
        expected = end + len(added)  # where the line stands if those before it were only written anew
        stands = expected < len(old) and old[expected] == line
        position = expected if stands else first_at.get(line, -1)
        if position < 0:
            added.append(line)
            continue
        if position != end or added:
            steps += [(start, end)] * (end > start) + ["\n".join(added)] * bool(added)
            start, added = position, []
        end = position + 1
    return steps + [(start, end)] * (end > start) + ["\n".join(added)] * bool(added)
