import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.db import transaction

from record import journal
from record.archive.format import ACCOUNT, CONTACT, FORMAT, HEAD, Kind, kinds, program_version
from record.models import Chained

_encoder = msgspec.json.Encoder(order="deterministic")
Numbers = dict[str, dict[Any, int]]


@dataclass(frozen=True)
class Rows:
    """The rows of one kind as they are stored, with their keys in the order of the file."""

    kind: Kind
    keys: list[Any]
    values: list[dict[str, Any]]


def archive(tournament: Chained, *, contacts: bool = False) -> bytes:
    """The whole tournament, with the contact data and notes of its players where those are asked for.

    Locks the tournament, so that what is read is of one moment. The same state gives the same bytes on every database
    and on every installation.
    """
    with transaction.atomic():
        journal.lock(tournament)
        tables = [read(kind, tournament) for kind in kinds() if kind.name != ACCOUNT]
    tables.insert(0, accounts(tables))
    return encoded(tournament, tables, contacts=contacts)


def read(kind: Kind, tournament: Chained) -> Rows:
    made_of = [name for columns, _compute in kind.computed.values() for name in columns]
    columns = list(dict.fromkeys([*kind.columns, *kind.apart, *made_of]))
    rows = kind.model._base_manager.filter(**{kind.of: tournament.pk}).order_by(kind.order)
    keys, values = [], []
    for key, *row in rows.values_list("pk", *columns).iterator():
        value = dict(zip(columns, row, strict=True))
        for name, (sources, compute) in kind.computed.items():
            value[name] = compute(*(value[source] for source in sources))
        keys.append(key)
        values.append(value)
    return Rows(kind, keys, values)


def accounts(tables: Iterable[Rows]) -> Rows:
    kind = next(kind for kind in kinds() if kind.name == ACCOUNT)
    account_keys = {
        value[name]
        for rows in tables
        for name, other in rows.kind.refers.items()
        if other == ACCOUNT
        for value in rows.values
    }
    accounts = get_user_model().objects.filter(pk__in=account_keys - {None})
    users = sorted(accounts.values("pk", *kind.fields), key=lambda user: str(user["mark"]))
    return Rows(kind, [user["pk"] for user in users], users)


def encoded(tournament: Chained, tables: Iterable[Rows], *, contacts: bool) -> bytes:
    numbers: Numbers = {}
    lines: list[bytes] = []
    counts: dict[str, int] = {}
    private: list[bytes] = []
    for rows in tables:
        kind = rows.kind
        numbers[kind.name] = {key: number for number, key in enumerate(rows.keys, 1)}
        counts[kind.name] = len(rows.keys)
        for number, value in enumerate(rows.values, 1):
            lines.append(line(kind.name, {"id": number, **columns(kind, value, numbers)}))
            own = {name: value[name] for name in kind.apart if value[name]}
            if own and contacts:
                private.append(line(CONTACT, {"of": kind.name, "id": number, **own}))
    if contacts:
        counts[CONTACT] = len(private)
    body = b"".join([*lines, *private])
    head = {
        "format": FORMAT,
        "program": program_version(),
        "slug": tournament.slug,
        "contacts": contacts,
        "counts": counts,
        "digest": hashlib.sha256(body).hexdigest(),
    }
    return line(HEAD, head) + body


def columns(kind: Kind, value: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """The columns of a row as its line has them: every reference is the number of a line."""
    row = {name: value[name] for name in kind.fields}
    for name, translate in kind.entries_in.items():
        row[name] = translate(row[name], numbers["entry"].__getitem__)
    for name, other in kind.refers.items():
        row[name] = None if value[name] is None else numbers[other][value[name]]
    return row


def line(kind: str, row: Mapping[str, Any]) -> bytes:
    """A line of JSON with its line end: the kind under "type" first, then the row's keys in their order."""
    return b'{"type":' + _encoder.encode(kind) + b"," + _encoder.encode(row)[1:] + b"\n"
