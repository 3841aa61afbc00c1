"""Slots of a page, `{% slot "name" %}`, which applications above fill from their `AppConfig.ready`."""

from __future__ import annotations

_filled: dict[str, list[str]] = {}


def fill(slot: str, template: str) -> None:
    """Adds a template to a slot; it is rendered after the earlier ones, with the context of the page."""
    templates = _filled.setdefault(slot, [])
    if template not in templates:
        templates.append(template)


def templates_of(slot: str) -> list[str]:
    """The templates of a slot, in the order they were added."""
    return _filled.get(slot, [])
