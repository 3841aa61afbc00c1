"""The stream that tells the pages of a tournament when to load again, for whoever may watch it."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.db import DatabaseError
from django.http import HttpResponseBase, HttpResponseNotAllowed

from club.access import NEEDED, Request
from live.hub import Versions
from live.stream import give_back_connection, streamed
from tournament.access import get_tournament
from tournament.models import Tournament


async def live(request: Request, slug: str) -> HttpResponseBase:
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    tournament = await sync_to_async(tournament_key)(request, slug)
    role = getattr(request, "role", None)
    return streamed(
        tournament, versions, is_public if role is None else None, sees_all=role in NEEDED["score"]
    )


def tournament_key(request: Request, slug: str) -> int:
    try:
        return get_tournament(request, slug, may="watch").pk
    finally:
        give_back_connection()


def is_public(tournament: int) -> bool:
    try:
        return Tournament.objects.filter(pk=tournament, is_public=True, is_hidden=False).exists()
    except DatabaseError:
        return False  # the browser asks again
    finally:
        give_back_connection()


def versions(tournament: int) -> Versions:
    try:
        row = Tournament.objects.get(pk=tournament)
        return Versions(row.pk, row.version, row.standings_version, row.withheld_from is None, row.slug)
    finally:
        give_back_connection()
