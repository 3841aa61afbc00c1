"""Places on a page that an application further up fills: `{% slot "name" %}`, from its `AppConfig.ready`."""

from __future__ import annotations

_filled: dict[str, list[str]] = {}


def fill(slot: str, template: str) -> None:
    """`template` is rendered in `slot`, after those that fill it already, with the context of the page."""
    templates = _filled.setdefault(slot, [])
    if template not in templates:
        templates.append(template)


def templates_of(slot: str) -> list[str]:
    """The templates of a slot; nothing where nobody fills it."""
    return _filled.get(slot, [])
