"""What the person at the desk can mend: refusals with a code, a field and a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Fault:
    """One reason why something is refused: a stable code, the field at fault, the sentence for a person."""

    code: str
    field: str
    message: str


class Refused(Exception):
    """An action that was not carried out; nothing has changed. Every fault at once."""

    status = 422

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(fault.message for fault in self.faults))


class Conflict(Refused):
    """Somebody else changed it first: the caller must look again and choose."""

    status = 409


class Busy(Refused):
    """The server has too much to do for this just now; the same request may go through in a moment."""

    status = 503

    @classmethod
    def because(cls, code: str, message: str) -> "Busy":
        return cls([Fault(code=code, field="", message=message)])


def refuse(code: str, message: str, field: str = "") -> Refused:
    """One fault as an exception to raise; `message` is a sentence for a person."""
    return Refused([Fault(code=code, field=field, message=message)])


def conflict(code: str, message: str, field: str = "") -> Conflict:
    """The same where the page it was asked from no longer shows how things are."""
    return Conflict(refuse(code, message, field).faults)


def overtaken() -> Conflict:
    """For a form whose page is older than what it would change, where nothing tells the two apart but its age."""
    message = _(
        "This was changed after the page was opened, and nothing was done now. Load the page again and look."
    )
    return conflict("overtaken", message)


def all_at_once(refusals: Iterable[Refused]) -> Refused:
    """Several refusals as one exception to raise, so that the person reads every fault at once."""
    return Refused(fault for refusal in refusals for fault in refusal.faults)
