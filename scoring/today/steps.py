"""The steps proposed to a director."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Tournament


@dataclass(frozen=True)
class NextStep:
    """A step: title, sentence, and its page; `instead` is an alternative, if there is one."""

    title: str
    sentence: str
    url: str
    button: str
    instead: NextStep | None = None


def step(tournament: Tournament, title: str, sentence: str, page: str, button: str) -> NextStep:
    """A step on a page of the tournament."""
    return NextStep(title, sentence, reverse(page, args=[tournament.slug]), button)


def round_step(tournament: Tournament, number: int, title: str, sentence: str, button: str) -> NextStep:
    to_page = step(tournament, title, sentence, "rounds", button)
    return replace(to_page, url=reverse("round", args=[tournament.slug, number]))


def desk_step(tournament: Tournament, number: int, title: str, sentence: str) -> NextStep:
    to_page = step(tournament, title, sentence, "desk", _("To the score desk"))
    return replace(to_page, url=reverse("desk-round", args=[tournament.slug, number]))
