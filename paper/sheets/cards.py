"""Score cards, in the shape that players of each kind of scoring know, and blank ones to spare."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import Any

from django.utils import timezone

from paper.cards.geometry import Geometry, Point
from paper.cards.kinds import Kind, kind_of
from paper.codes import code_picture
from paper.sheets.amounts import Amounts, Pages
from paper.sheets.card_words import card_words, form_words, leaders
from paper.sheets.sheet import PrintJob
from scoring.desk.codes import WHOLE_TABLE, CardCode
from scoring.desk.printed import keep_printed, revisions
from scoring.sets.table_rules import TableRules, table_rules

SPARE = 8


def cards(job: PrintJob) -> dict[str, Any] | None:
    """The cards of every table of the round. What cards share is a form, which each of them names by its place."""
    seated = job.round_seating
    if seated is None:
        return None
    tournament = job.tournament
    kind, numbers = kind_of(tournament), revisions(tournament, seated)
    rules_of = cache(partial(table_rules, tournament, seated.round.number))
    forms: dict[tuple[str, ...], dict[str, Any]] = {}
    items = []
    for table in seated.tables:
        if not table.entries or not job.includes(table.number):
            continue
        letters = tuple(letter for letter, entry in table.seats if entry)
        rules = rules_of(letters)
        geometry = kind.geometry(tournament, letters, rules.games)
        for letter in [WHOLE_TABLE] if kind.of_table else letters:
            key = (*(letters if kind.of_table else letter), rules.collector)
            if key not in forms:
                forms[key] = form(job, kind, geometry, rules) | {"letter": "" if kind.of_table else letter}
            code = CardCode(tournament.pk, seated.round.number, table.number, letter, numbers[table.number])
            items.append(
                {
                    "form": list(forms).index(key),
                    "code": code_picture(code.printed(job.site)),
                    "labels": card_words(job, kind, geometry, rules, table, letter),
                    "letter": "" if letter == WHOLE_TABLE else letter,
                    "table": table.number,
                    "revision": numbers[table.number],
                }
            )
    return _pages(kind, list(forms.values()), items)


def spare_cards(job: PrintJob) -> dict[str, Any] | None:
    """Cards without names or codes, for a table that needs another one, or for a day without power."""
    tournament = job.tournament
    kind = kind_of(tournament)
    geometry = kind.geometry(tournament, "ABCD")
    rules = table_rules(tournament, 1, "ABCD")
    item = {
        "form": 0,
        "code": b"",
        "labels": card_words(job, kind, geometry, rules, None, WHOLE_TABLE if kind.of_table else ""),
        "letter": "",
        "table": "",
    }
    return _pages(kind, [form(job, kind, geometry, rules, is_blank=True)], [item] * SPARE)


def card_pages(amounts: Amounts) -> Pages:
    return amounts.cards(
        amounts.round_players, amounts.round_tables, amounts.job.tournament.games_in(amounts.job.round_number)
    )


def spare_pages(amounts: Amounts) -> Pages:
    return amounts.cards(SPARE, SPARE, amounts.job.tournament.games_per_round)


def _pages(kind: Kind, forms: list[dict[str, Any]], items: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "of_table": kind.of_table,
        "tall": bool(forms) and forms[0]["tall"],
        "forms": forms,
        "items": items,
    }


def keep(job: PrintJob) -> None:
    """Keeps for which seats the cards were printed, so that the desk knows one that is out of date."""
    if job.round_seating is not None:
        tables = [table.number for table in job.round_seating.tables if job.includes(table.number)]
        keep_printed(job.tournament, job.round_seating, tables, timezone.now())


def form(
    job: PrintJob, kind: Kind, geometry: Geometry, rules: TableRules, *, is_blank: bool = False
) -> dict[str, Any]:
    """What cards share: the geometry, as the template draws it, the words that all of them carry, and the letter."""
    return {
        "width": geometry.width,
        "height": geometry.height,
        "tall": geometry.is_tall,
        "side": geometry.code_side,
        "letter": "",
        "box_for_letter": is_blank and not kind.of_table,
        "codes": [list(place) for place in geometry.codes],
        "boxes": boxes_picture(geometry, leaders(kind, geometry)).encode(),
        "labels": form_words(job, kind, geometry, rules, is_blank=is_blank),
    }


@lru_cache(maxsize=64)
def boxes_picture(geometry: Geometry, lines: tuple[tuple[Point, Point], ...] = ()) -> str:
    """All boxes as one SVG in millimetres: a line for each thickness, since every card draws them.

    A faint minus stands in a box for it, and as faint are `lines`; a sum is heavier.
    """
    thin: list[str] = []
    heavy: list[str] = []
    faint = [f"M{x:.6g} {y:.6g}L{to_x:.6g} {to_y:.6g}" for (x, y), (to_x, to_y) in lines]
    for box in geometry.boxes:
        is_sum = ".digit" in box.name and ("total" in box.name or "so-far" in box.name)
        outline = f"M{box.x:.6g} {box.y:.6g}h{box.width:.6g}v{box.height:.6g}h{-box.width:.6g}z"
        (heavy if is_sum else thin).append(outline)
        if box.name.endswith(".minus"):
            x, y = box.center
            faint.append(f"M{x - 1.5:.6g} {y:.6g}h3")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {geometry.width} {geometry.height}"'
        f' width="{geometry.width}mm" height="{geometry.height}mm"><g fill="none" stroke="#000">'
        f'<path stroke-width="0.18" d="{"".join(thin)}"/><path stroke-width="0.32" d="{"".join(heavy)}"/>'
        f'<path stroke="#999" stroke-width="0.14" d="{"".join(faint)}"/></g></svg>'
    )
