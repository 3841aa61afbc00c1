"""What is sent to the pages of one table."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from club.models import User
from tests import builders
from tests.scoring import paper
from tournament.models import Tournament


def url(tournament: Tournament, name: str = "desk-table", round_number: int = 1, table: int = 1) -> str:
    args: list[Any] = [tournament.slug]
    if name != "desk":
        args.append(round_number)
    if name not in ("desk", "desk-round"):
        args.append(table)
    return reverse(name, args=args)


def submit(user: User, tournament: Tournament, do: str, cards: Any = None, **fields: Any) -> Any:
    return builders.signed_in(user).post(url(tournament), paper.post(cards, do=do, **fields))
