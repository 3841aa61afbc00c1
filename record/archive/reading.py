"""An archive's bytes as rows, or a refusal with its reason. Nothing here touches the database."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NoReturn
from uuid import UUID

import msgspec
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from record.archive.format import (
    ACCOUNT,
    CONTACT,
    FORMAT,
    HEAD,
    HEAD_BEFORE,
    MOST_ACCOUNTS,
    MOST_BYTES,
    MOST_DEPTH,
    MOST_LINES,
    TOURNAMENT,
    Kind,
    kinds,
)
from record.models import JournalEntry
from record.refused import Refused, refuse
from ui.texts import has_control_characters

Row = dict[str, Any]
MOST = 10**9
"""Far more than an event comes to, and less than a column of PostgreSQL holds: numbers are raised and added up."""
BOUNDS = {
    models.PositiveSmallIntegerField: (0, 30_000),
    models.PositiveIntegerField: (0, MOST),
    models.BigIntegerField: (-(2**63), 2**63 - 1),  # a seed, which nobody counts with
    models.IntegerField: (-MOST, MOST),
}
YEARS = range(1970, 2200)


@dataclass(frozen=True)
class Archive:
    """A file that was read: its head, and the rows of each kind of line in their order, which their numbers follow.

    A reference is a number, counted from 1, of a row of the kind it refers to. `contacts` has, by kind and number, the
    contact data that stand apart.
    """

    head: Head
    rows: dict[str, list[Row]]
    contacts: dict[tuple[str, int], Row] = field(default_factory=dict)

    @property
    def tournament(self) -> Row:
        return self.rows[TOURNAMENT][0]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    format: int
    program: str
    slug: str
    contacts: bool
    counts: dict[str, int]
    digest: str


def no_archive() -> Refused:
    return refuse("no-archive", _("This is not a Charleston archive."), "file")


def damaged() -> Refused:
    message = _(
        "This archive is damaged or was cut off: what is in it is not what was written. Use another one."
    )
    return refuse("damaged", message, "file")


class Wrong(Exception):
    """Raised inside this module; its text is the refusal's reason for the line."""


def parse(content: bytes) -> Archive:
    """Reads an archive. Raises Refused, which names the line at fault."""
    if len(content) > MOST_BYTES:
        message = _("This file is too large for an archive: it has more than %d MB.")
        raise refuse("too-large", message % (MOST_BYTES // 1_000_000), "file")
    first, _newline, body = content.partition(b"\n")
    head = head_of(first)
    if hashlib.sha256(body).hexdigest() != head.digest:
        raise damaged()
    lines = body.split(b"\n")
    if lines.pop() != b"" or len(lines) > MOST_LINES:
        raise damaged()
    archive = Archive(head, {kind.name: [] for kind in kinds()})
    reader = Reader(archive)
    for number, text in enumerate(lines, 2):
        try:
            reader.read(decode_line(text))
        except Wrong as wrong:
            values = {"line": number, "why": wrong}
            raise refuse(
                "wrong-line", _("Line %(line)d of this archive is wrong: %(why)s") % values, "file"
            ) from wrong
    counts = {name: len(rows) for name, rows in archive.rows.items()}
    if head.contacts:
        counts[CONTACT] = len(archive.contacts)
    # An earlier format counts no lines of what it does not have.
    if counts != dict.fromkeys(counts, 0) | head.counts or len(archive.rows[TOURNAMENT]) != 1:
        raise damaged()
    if archive.tournament["slug"] != head.slug or len(archive.rows[ACCOUNT]) > MOST_ACCOUNTS:
        raise damaged()
    return archive


def head_of(text: bytes) -> Head:
    if len(text) > 10_000:
        raise no_archive()
    try:
        data = decode_line(text)
    except Wrong as wrong:
        raise no_archive() from wrong
    if data.get("type") == HEAD_BEFORE:
        message = _(
            "Charleston made this archive before version 0.2.0, so only the version that made it can restore it."
        )
        raise refuse("earlier-version", message, "file")
    if data.get("type") != HEAD:
        raise no_archive()
    number = data.get("format")
    if type(number) is int and number > FORMAT:
        message = _(
            "A later version of Charleston (%(program)s) made this archive. Restore it with that version."
        )
        raise refuse("later-version", message % {"program": str(data.get("program"))[:20]}, "file")
    try:
        head = msgspec.convert(data, Head)
    except msgspec.ValidationError as error:
        raise no_archive() from error
    if head.format < 1:
        raise no_archive()
    return head


def decode_line(text: bytes) -> Row:
    """The JSON object of one line. Raises Wrong, also for a repeated key, which would hide one of its values."""
    try:
        value = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=without_repeats,
            parse_constant=no_number,
            parse_float=no_number,
        )
    except RecursionError:
        raise Wrong(_("it is nested too deeply.")) from None
    except ValueError:  # of the decoder of UTF-8, of JSON, and of numbers with thousands of digits
        raise Wrong(_("it is not JSON as archives have it.")) from None
    if not isinstance(value, dict):
        raise Wrong(_("it is not JSON as archives have it."))
    check(value, MOST_DEPTH)
    return value


def without_repeats(pairs: list[tuple[str, Any]]) -> Row:
    row = dict(pairs)
    if len(row) != len(pairs):
        raise Wrong(_("a key stands in it twice."))
    return row


def no_number(text: str) -> NoReturn:
    raise Wrong(_("%s is not a whole number.") % text[:20])


def check(value: Any, depth: int, most: int = 2**63 - 1) -> None:
    """Raises Wrong for what no database stores: deep nesting, invalid characters, numbers out of range."""
    if depth == 0:
        raise Wrong(_("it is nested too deeply."))
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            check_text(key)
            check(item, depth - 1, most)
    elif isinstance(value, list):
        for item in value:
            check(item, depth - 1, most)
    elif isinstance(value, int) and abs(value) > most:
        raise Wrong(_("a number in it is too large."))


def check_text(text: str) -> None:
    # PostgreSQL stores no NUL, and no encoding has half a sign.
    if any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in text):
        raise Wrong(_("something invisible is in one of its texts."))


class Reader:
    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.kinds = {kind.name: kind for kind in kinds()}
        self.order = {name: place for place, name in enumerate(self.kinds)} | {CONTACT: len(self.kinds)}
        self.reached = 0

    def read(self, data: Row) -> None:
        name = data.pop("type", None)
        if not isinstance(name, str) or name not in self.order:
            raise Wrong(_("%s is not a kind of line.") % excerpt(name))
        if self.order[name] < self.reached:
            raise Wrong(_("it stands in the wrong place."))
        self.reached = self.order[name]
        if name == CONTACT:
            self.read_contact(data)
        else:
            self.read_row(self.kinds[name], data)

    def read_row(self, kind: Kind, data: Row) -> None:
        rows = self.archive.rows[kind.name]
        if data.pop("id", None) != len(rows) + 1:
            raise Wrong(_("its number does not follow the one before it."))
        data = kind.of_format(self.archive.head.format) | data
        if data.keys() != set(kind.columns):
            names = ", ".join(sorted(data.keys() ^ set(kind.columns)))
            raise Wrong(_("it does not have the fields of such a line (%s).") % names[:100])
        row: Row = {}
        for name, value in data.items():
            try:
                row[name] = (
                    self.referred(kind, name, value) if name in kind.refers else column(kind, name, value)
                )
                if name in kind.entries_in:
                    kind.entries_in[name](row[name], partial(self.known, "entry"))
            except (
                Wrong,
                ValidationError,
                msgspec.ValidationError,
                LookupError,
                TypeError,
                AttributeError,
            ) as error:
                raise Wrong(f"{name}: {in_words(error)}") from error
        rows.append(row)

    def referred(self, kind: Kind, name: str, value: Any) -> int | None:
        if value is None and kind.django_field(name).null:
            return None
        return self.known(kind.refers[name], value)

    def known(self, name: str, number: Any) -> int:
        """The number, if a line of that kind before this one has it."""
        if type(number) is not int or not 1 <= number <= len(self.archive.rows[name]):
            raise Wrong(_("%s refers to nothing.") % excerpt(number))
        return number

    def read_contact(self, data: Row) -> None:
        name = data.pop("of", None)
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None or not self.archive.head.contacts:
            raise Wrong(_("it stands in the wrong place."))
        number = self.known(kind.name, data.pop("id", None))
        if not data or not data.keys() <= set(kind.apart) or (kind.name, number) in self.archive.contacts:
            raise Wrong(_("it does not have the fields of such a line (%s).") % ", ".join(data)[:100])
        self.archive.contacts[kind.name, number] = {
            name: column(kind, name, value) for name, value in data.items()
        }


def excerpt(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:40]


def in_words(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return " ".join(error.messages)
    return (
        str(error)
        if isinstance(error, (Wrong, msgspec.ValidationError))
        else _("it is not what belongs there.")
    )


def column(kind: Kind, name: str, value: Any) -> Any:
    """A value as the model's field has it. Raises Wrong or ValidationError."""
    of_model = kind.django_field(name)
    if name in kind.shapes:
        if kind.model is not JournalEntry:  # which nothing is counted from, and says what seed was drawn from
            check(value, MOST_DEPTH, MOST)
        msgspec.convert(value, kind.shapes[name])
        return value
    if value is None:
        if of_model.null:
            return None
        raise Wrong(_("it is missing."))
    result = python_value(of_model, value, one_line=kind.one_line)
    if of_model.choices and value != "" and value not in dict(of_model.flatchoices):
        raise Wrong(_("%s is none of the choices.") % excerpt(value))
    if value != "":
        of_model.run_validators(result)
    return result


def python_value(of_model: models.Field[Any, Any], value: Any, *, one_line: bool) -> Any:
    """The value in its Python type, exactly as an archive writes that type."""
    if isinstance(of_model, models.BooleanField):
        return exactly(bool, value)
    if isinstance(of_model, models.IntegerField):
        lowest, highest = next(bounds for cls, bounds in BOUNDS.items() if isinstance(of_model, cls))
        if not lowest <= exactly(int, value) <= highest:
            raise Wrong(_("%s is out of range.") % excerpt(value))
        return value
    exactly(str, value)
    try:
        if isinstance(of_model, models.UUIDField):
            return canonical(UUID(value), value)
        if isinstance(of_model, models.DateTimeField):
            return canonical(datetime.datetime.fromisoformat(value), value)
        if isinstance(of_model, models.DateField):
            return canonical(datetime.date.fromisoformat(value), value)
    except ValueError:
        raise Wrong(_("%s cannot be read.") % excerpt(value)) from None
    if of_model.max_length and len(value) > of_model.max_length:
        raise Wrong(_("it is too long."))
    if one_line and has_control_characters(value):
        raise Wrong(_("something invisible is in it."))
    return value


def exactly(cls: type, value: Any) -> Any:
    if type(value) is not cls:
        raise Wrong(_("%s is not what belongs there.") % excerpt(value))
    return value


def canonical(value: Any, text: str) -> Any:
    """The value, if `text` is how archives write it and its year is one that calendars show. Raises ValueError."""
    if msgspec.json.decode(msgspec.json.encode(value)) != text:
        raise ValueError(text)
    if isinstance(value, datetime.datetime) and not text.endswith("Z"):
        raise ValueError(text)
    if isinstance(value, datetime.date) and value.year not in YEARS:
        raise ValueError(text)
    return value


def fields_of(kind: Kind, row: Mapping[str, Any]) -> Row:
    return {name: row[name] for name in kind.fields}
