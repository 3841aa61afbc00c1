"""A delta, applied to the old text, gives the new one; and it is short where little changed."""

from __future__ import annotations

import json
import random

from live.delta import Step, delta


def applied(old: list[str], steps: list[Step]) -> list[str]:
    """As the browser does it (static/js/live/part.js)."""
    new: list[str] = []
    for step in steps:
        new += step.split("\n") if isinstance(step, str) else old[slice(*step)]
    return new


def test_the_old_text_and_the_delta_give_the_new_text() -> None:
    dice = random.Random(7)
    for _ in range(2000):
        old, new = (
            dice.choices(["<tr>", "</tr>", "3", "25", "", "Ann", "Bo"], k=dice.randrange(30)) for _ in "ab"
        )
        assert applied(old, delta(old, new)) == new


def test_one_row_of_many_is_a_few_steps() -> None:
    old = [line for number in range(500) for line in ("<tr>", f"<td>{number}</td>", "<td>0</td>", "</tr>")]
    new = [*old]
    new[4 * 250 + 2] = "<td>250 000</td>"
    assert delta(old, new) == [(0, 1002), "<td>250 000</td>", (1003, 2000)]


def test_rows_that_changed_places_are_runs() -> None:
    old = [
        line for number in range(6) for line in (f"<tr data-number={number}>", f"<td>{number}</td>", "</tr>")
    ]
    assert delta(old, old[9:] + old[:9]) == [(9, 18), (0, 9)]
    assert len(json.dumps(delta(old, old[9:] + old[:9]))) < 20
