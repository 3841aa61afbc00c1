from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True)
class FieldFault:
    code: str
    field: str
    message: str


class Refused(Exception):
    """The action was not carried out and nothing has changed. Has every fault."""

    status = 422

    def __init__(self, faults: Iterable[FieldFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(fault.message for fault in self.faults))


class Conflict(Refused):
    """Somebody else changed it first: the page must be shown again."""

    status = 409


class Busy(Refused):
    """The server is overloaded; the same request may succeed in a moment."""

    status = 503

    @classmethod
    def because(cls, code: str, message: str) -> Busy:
        return cls([FieldFault(code=code, field="", message=message)])


def refuse(code: str, message: str, field: str = "") -> Refused:
    return Refused([FieldFault(code=code, field=field, message=message)])


def conflict(code: str, message: str, field: str = "") -> Conflict:
    return Conflict(refuse(code, message, field).faults)


def overtaken() -> Conflict:
    """For a form whose page is older than its subject, where only the age is known."""
    message = _(
        "This was changed after you opened the page, so nothing was done. Reload the page and look again."
    )
    return conflict("overtaken", message)


def all_at_once(refusals: Iterable[Refused]) -> Refused:
    return Refused(fault for refusal in refusals for fault in refusal.faults)
