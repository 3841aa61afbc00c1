"""The pages of a tournament that its navigation leads to, grouped by the hour of the day they are for.

Each application names its own in `AppConfig.ready`; a further page is one more line there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MOST_UNGROUPED = 5


class Group(Enum):
    BEFORE = "before"
    PLAY = "play"
    RESULTS = "results"
    CLUB = "club"


NAMES = {
    Group.BEFORE: _("Before"),
    Group.PLAY: _("Play"),
    Group.RESULTS: _("Results"),
    Group.CLUB: _("Club"),
}


@dataclass(frozen=True)
class Page:
    """`section` is the name in the context of the page's view; `roles` are those who get the link (None: readers).

    `guide` is the place in the director's guide that is about it; see `ui.guide`.
    """

    section: str
    address: str
    label: Promise
    roles: tuple[str | None, ...]
    group: Group | None = None
    order: int = 0
    takes_round: bool = False
    guide: str = ""


@dataclass(frozen=True)
class Entry:
    """A link of the navigation; with `entries` it is an open group, which is no link."""

    label: Promise
    href: str
    is_current: bool = False
    entries: tuple[Entry, ...] = ()


_pages: dict[str, Page] = {}


def add(*pages: Page) -> None:
    _pages.update({page.section: page for page in pages})


def entries(tournament: Any, role: str | None, section: str, round_number: int | None) -> list[Entry]:
    """The navigation for this role: up to MOST_UNGROUPED pages as they are, more in groups, of which one is open."""
    offered = [
        page for page in _pages.values() if role in page.roles and (round_number or not page.takes_round)
    ]
    offered.sort(key=lambda page: (_place(page.group), page.order))

    def link(page: Page) -> Entry:
        numbers = [round_number] if page.takes_round else []
        return Entry(
            page.label, reverse(page.address, args=[tournament.slug, *numbers]), page.section == section
        )

    if len(offered) <= MOST_UNGROUPED:
        return [link(page) for page in offered]
    group_here = next(
        (page.group for page in offered if page.section == section and page.group), _hour(tournament)
    )
    listed = [link(page) for page in offered if page.group is None]
    for group in Group:
        links = tuple(link(page) for page in offered if page.group is group)
        if links:
            listed.append(Entry(NAMES[group], links[0].href, entries=links if group is group_here else ()))
    return listed


def _place(group: Group | None) -> int:
    """The position of a group; pages without one come first."""
    return list(Group).index(group) if group else -1


def _hour(tournament: Any) -> Group:
    """The group that is open on pages without one."""
    if tournament.finished_at:
        return Group.RESULTS
    return Group.PLAY if tournament.drawn_at else Group.BEFORE


def guide_of(section: str) -> str:
    """The address of the director's guide, at the place for pages of this section."""
    page = _pages.get(section)
    return reverse("guide") + (f"#{page.guide}" if page and page.guide else "")
