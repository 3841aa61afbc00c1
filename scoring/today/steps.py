"""The steps proposed to a director."""

from __future__ import annotations

from dataclasses import dataclass

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
    return NextStep(title, sentence, reverse(page, args=[tournament.slug]), button)


def round_step(tournament: Tournament, number: int, title: str, sentence: str, button: str) -> NextStep:
    return NextStep(title, sentence, reverse("round", args=[tournament.slug, number]), button)


def desk_step(tournament: Tournament, number: int, title: str, sentence: str) -> NextStep:
    url = reverse("desk-round", args=[tournament.slug, number])
    return NextStep(title, sentence, url, _("To the score desk"))
