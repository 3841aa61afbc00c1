"""What the keys of an entry's value are called: as the field of that name, or else as said here."""

from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from record.kept import kept_models

WORDS: dict[str, Any] = {
    "checked_in": _("here"),
    "withdrawn": _("withdrawn"),
    "cards": _("totals"),
    "rounds": _("rounds"),
    "tables": _("tables"),
    "players": _("players"),
    "warnings": _("warnings"),
    "repairs": _("repairs"),
    "changed_in": _("changed in"),
    "cancelled": _("canceled"),
    "round": _("round"),
    "criterion": _("prize for"),
    "prize": _("prize"),
    "order": _("order"),
    "rows": _("rows"),
    "prizes": _("prizes"),
    "drawn": _("drawn"),
    "winners": _("winners"),
    "minutes": _("minutes"),
    "from": _("from round"),
    "invited": _("invited"),
    "signed_out": _("signed out"),
    "until": _("until"),
    "second_step": _("second step"),
    "pixels": _("size in pixels"),
    "number": _("number"),
    "table": _("table"),
    "entry": _("player"),
    "first": _("first player"),
    "second": _("second player"),
    "what": _("what was told"),
}


@cache
def key_words() -> dict[str, Any]:
    return {
        column.name: column.verbose_name
        for model in kept_models()
        for column in model._meta.concrete_fields
        if isinstance(column.verbose_name, Promise)
    } | WORDS
