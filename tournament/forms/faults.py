"""Refusals put where they belong in a form, so that nothing typed is lost."""

from collections.abc import Iterable

from django import forms

from rules.game import Fault


def place(form: forms.Form, faults: Iterable[Fault]) -> None:
    """Adds every fault to the field it names, or above the form."""
    for fault in faults:
        form.add_error(fault.field if fault.field in form.fields else None, fault.message)
