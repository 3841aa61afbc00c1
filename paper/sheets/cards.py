"""Score cards and sheets of tables, as players of each kind of scoring know them, and blank ones to spare."""

from dataclasses import replace
from functools import cache, partial
from typing import Any

from django.utils import timezone

from paper.cards.drawing import EDGE, drawn
from paper.cards.geometry import CODE, Geometry
from paper.cards.kinds import CardKind, kind_of
from paper.codes import code_picture
from paper.sheets.card_words import Words, card_words, dressed, form_words
from paper.sheets.sheet import PrintJob
from paper.sheets.table_sheet import TableSheet, own_words, parts_of
from scoring.desk.codes import WHOLE_TABLE, CardCode
from scoring.desk.printed import keep_printed, revisions
from scoring.sets.table_rules import TableRules, table_rules
from tournament.models import Entry

SPARE = 8


def cards(job: PrintJob) -> dict[str, Any] | None:
    """The cards of every table of the round. What cards share is a form, which each of them names by its place."""
    seated = job.round_seating
    if seated is None:
        return None
    tournament = job.tournament
    kind, numbers = kind_of(tournament), revisions(tournament, seated)
    rules_of = cache(partial(table_rules, tournament, seated.round.number))
    pack = Pack(job, kind)
    for table in seated.tables:
        if not table.entries or not job.includes(table.number):
            continue
        entries = {letter: entry for letter, entry in table.seats if entry}
        rules = rules_of(tuple(entries))
        for letter in [WHOLE_TABLE] if kind.of_table else entries:
            code = CardCode(tournament.pk, seated.round.number, table.number, letter, numbers[table.number])
            pack.add(
                rules,
                entries,
                "" if letter == WHOLE_TABLE else letter,
                code=code_picture(code.printed(job.site)),
                table=table.number,
                revision=numbers[table.number],
            )
    return pack.data


def spare_cards(job: PrintJob) -> dict[str, Any] | None:
    """Cards without names or codes, to replace a spoilt one, or for a day without power."""
    pack = Pack(job, kind_of(job.tournament))
    for _spare in range(SPARE // 4 if pack.kind.of_table else SPARE):
        pack.add(table_rules(job.tournament, 1, "ABCD"), {}, "", code=b"", table="")
    return pack.data


class Pack:
    def __init__(self, job: PrintJob, kind: CardKind) -> None:
        self.job, self.kind = job, kind
        self.forms: dict[Any, tuple[int, dict[str, Any], Any]] = {}
        self.items: list[dict[str, Any]] = []

    def add(self, rules: TableRules, entries: dict[str, Entry], letter: str, **item: Any) -> None:
        if self.kind.of_table:
            for part in parts_of(rules.games):
                key = (rules.letters, part)
                if key not in self.forms:
                    sheet = TableSheet(self.job, self.kind, rules, part, is_last=rules.games in part).made()
                    self._keep(key, sheet.geometry, sheet.words, sheet)
                self._put(key, own_words(self.forms[key][2], entries, item["table"] or None), letter, item)
            return
        if letter not in self.forms:
            geometry = dressed(self.kind.geometry(self.job.tournament, rules.games), self.kind, rules, letter)
            self._keep(letter, geometry, form_words(self.kind, geometry, rules, letter), geometry)
        words = card_words(self.job, self.kind, self.forms[letter][2], rules, entries, letter, item["table"])
        self._put(letter, words, letter, item)

    def _keep(self, key: Any, geometry: Geometry, words: Words, shared: Any) -> None:
        self.forms[key] = len(self.forms), form_of(geometry, words), shared

    def _put(self, key: Any, words: Words, letter: str, item: dict[str, Any]) -> None:
        self.items.append({"form": self.forms[key][0], "labels": words, "letter": letter, **item})

    @property
    def data(self) -> dict[str, Any]:
        forms = [form for _place, form, _shared in self.forms.values()]
        return {
            "of_table": self.kind.of_table,
            "tall": any(form["height"] > 200 for form in forms),
            "forms": forms,
            "items": self.items,
        }


def form_of(geometry: Geometry, words: Words) -> dict[str, Any]:
    return {
        "width": geometry.width,
        "height": geometry.height,
        "code": geometry.code,
        "side": CODE,
        "edge": EDGE,
        "boxes": drawn(replace(geometry, rows=())),
        "labels": words,
    }


def keep(job: PrintJob) -> None:
    """Keeps for which seats the cards were printed, so that the desk knows one that is out of date."""
    if job.round_seating is not None:
        tables = [table.number for table in job.round_seating.tables if job.includes(table.number)]
        keep_printed(job.tournament, job.round_seating, tables, timezone.now())
