"""The one way of a form: what it asks for is carried out, or its page is shown again and says why not.

A view that takes a form fetches with permission, makes the form from `posted(request)`, acts inside
`refusals_in(form)` and answers there; what is refused ends the block, and the view goes on to the page
with the form and its `status_of`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict

from record.refused import FieldFault, Refused
from record.stamps import FIELD, Stamp

REFUSED = "refused"
"""The attribute of a form that holds what was refused."""


def posted(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


class refusals_in:  # noqa: N801 (read as a word of the sentence: with refusals_in(form))
    """Ends quietly where what is inside is refused, and says so in the forms; nothing typed is lost.

    Each sentence stands at its field in the first form that has it, or else above the last form. `stamp` is
    called after a refusal: it looks again at what is stored now, and gives the stamp for the form's next
    try. `refused` is what was refused, for a page that says it elsewhere.
    """

    def __init__(self, *asked: forms.BaseForm, stamp: Callable[[], Stamp] | None = None) -> None:
        self.asked, self.stamp = asked, stamp
        self.refused: Refused | None = None

    @property
    def faults(self) -> tuple[FieldFault, ...]:
        return self.refused.faults if self.refused else ()

    def __enter__(self) -> refusals_in:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, raised: BaseException | None, _from: TracebackType | None
    ) -> bool:
        if not isinstance(raised, Refused):
            return False
        self.refused = raised
        if self.stamp is not None:
            for form in self.asked:
                data: Any = form.data
                form.data = data = data.copy()
                data[FIELD] = str(self.stamp())
        if self.asked:
            place(raised, *self.asked)
        return True


def place(refused: Refused, *asked: forms.BaseForm) -> None:
    for fault in refused.faults:
        form = next((form for form in asked if fault.field in form.fields), asked[-1])
        form.add_error(fault.field if fault.field in form.fields else None, fault.message)
    for form in asked:
        setattr(form, REFUSED, refused)


def status_of(*shown: forms.BaseForm | Refused | None) -> int:
    """The status of a page with these forms: that of what was refused, 422 for a form with faults, or else 200."""
    for form in shown:
        refused = form if isinstance(form, Refused) else getattr(form, REFUSED, None)
        if refused is not None:
            return int(refused.status)
    return 422 if any(isinstance(form, forms.BaseForm) and form.errors for form in shown) else 200
