"""The pages of a tournament that its navigation leads to: five nouns, and More for what is rarely needed.

Each application names its own as `PAGES` in its module `navigation`; a further page is one more line there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ui.declared import declared


class Noun(Enum):
    TODAY = "today"
    PLAYERS = "players"
    ROUNDS = "rounds"
    SCORES = "scores"
    RESULTS = "results"
    MORE = "more"


NAMES = {
    Noun.TODAY: _("Today"),
    Noun.PLAYERS: _("Players"),
    Noun.ROUNDS: _("Rounds"),
    Noun.SCORES: _("Scores"),
    Noun.RESULTS: _("Results"),
    Noun.MORE: _("More"),
}


@dataclass(frozen=True)
class Page:
    """`section` is the name in the context of the page's view; `roles` are those who get the link (None: readers).

    A noun leads to the first of its pages; one without a label stands in no row. A page may be named under two nouns,
    its own first. `guide` is the place in the director's guide that is about it; see `ui.guide`. A club's evening has
    the sections that each application names as `IN_EVENINGS`, until it is made a tournament of.
    """

    section: str
    address: str
    label: Promise | None
    roles: tuple[str | None, ...]
    noun: Noun
    order: int = 0
    takes_round: bool = False
    of_club: bool = False
    guide: str = ""
    only_evenings: bool = False


@dataclass(frozen=True)
class NavigationLink:
    """A link of the navigation; a noun's has its pages, and is current on each of them."""

    label: Promise | None
    href: str
    is_current: bool = False
    entries: tuple[NavigationLink, ...] = ()
    is_more: bool = False


@cache
def pages() -> list[Page]:
    nouns = list(Noun)
    offered = [page for of_application in declared("navigation", "PAGES") for page in of_application]
    return sorted(offered, key=lambda page: (nouns.index(page.noun), page.order))


@cache
def of_evenings() -> set[str]:
    return {section for sections in declared("navigation", "IN_EVENINGS") for section in sections}


def entries(
    tournament: Any, role: str | None, section: str, round_number: int | None
) -> list[NavigationLink]:
    """The nouns with a page for this role; readers, who have few pages, get these as they are."""

    def link(page: Page) -> NavigationLink:
        slug = tournament.club.slug if page.of_club else tournament.slug
        numbers = [round_number] if page.takes_round else []
        return NavigationLink(
            page.label, reverse(page.address, args=[slug, *numbers]), page.section == section
        )

    offered = [
        page
        for page in pages()
        if role in page.roles
        and (round_number or not page.takes_round)
        and (page.section in of_evenings() if tournament.is_evening else not page.only_evenings)
    ]
    if role is None:
        return [link(page) for page in offered]
    noun_here = next((page.noun for page in offered if page.section == section), None)
    listed = []
    for noun, name in NAMES.items():
        links = [link(page) for page in offered if page.noun is noun]
        if links:
            rows = tuple(entry for entry in links if entry.label)
            listed.append(
                NavigationLink(name, links[0].href, noun is noun_here, rows, is_more=noun is Noun.MORE)
            )
    return listed


def guide_of(section: str) -> str:
    """The address of the director's guide, at the place for pages of this section."""
    place = next((page.guide for page in pages() if page.section == section), "")
    return reverse("guide") + (f"#{place}" if place else "")
