"""Four phones at one table, over HTTP, for tests."""

import html
import re
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.test import Client, RequestFactory
from django.utils import timezone

from phones.access import COOKIE, device_of
from phones.keys.codes import slip_code
from phones.models import OpenedKey, PhoneKey, PhoneMode, PhoneSetting
from tournament.models import Entry, Table, Tournament


@dataclass
class Phone:
    """One browser with one player's key."""

    tournament: Tournament
    entry: Entry
    client: Client
    table: Table

    @property
    def address(self) -> str:
        return f"/p/{self.tournament.slug}/"

    @property
    def page(self) -> str:
        answer = self.client.get(self.address)
        assert answer.status_code == 200, answer.content
        return answer.content.decode()

    def at(self, act: str) -> str:
        return f"{self.address}{self.table.round.number}/{self.table.number}/{act}/"

    def send(self, act: str, **fields: Any) -> dict[str, Any]:
        """What is sent with a form of the page as it stands now; `key` sends it under that stamp."""
        key = fields.pop("key", None) or stamp_in(self.page, self.at(act), fields.get("game"))
        body = urlencode({"stamp": key, **fields})
        answer = self.client.post(
            self.at(act),
            body,
            content_type="application/x-www-form-urlencoded",
            HTTP_ACCEPT="application/json",
        )
        return {"status": answer.status_code, **answer.json()}

    def enter(self, game: int, **facts: Any) -> dict[str, Any]:
        return self.send("enter", game=game, **facts)

    def right(self, game: int) -> dict[str, Any]:
        return self.send("answer", game=game, version=version_of(self.table, game))


def stamp_in(page: str, address: str, game: object = None) -> str:
    """Of the form that is sent there, about that game if one is."""
    forms = [form for form in page.split("<form")[1:] if f'action="{address}"' in form.partition(">")[0]]
    assert forms, (address, page)
    about = (form for form in forms if f'name="game" value="{game}"' in form)
    found = re.search(r'name="stamp" value="([^"]*)"', next(about, forms[0]))
    assert found, forms
    return html.unescape(found[1])


def version_of(table: Table, game: int) -> int:
    if not game:
        return int(table.phone_table.__class__.objects.get(table=table).card)
    row = table.entered_games.filter(game=game).order_by("version").last()
    return row.version if row else 0


def pin_of(entry: Entry) -> str:
    setting = PhoneSetting.objects.get(tournament=entry.tournament_id)
    key = PhoneKey.objects.filter(entry=entry).first()
    return slip_code(setting, entry, key.number if key else 1).pin


def device(*entries: Entry) -> Client:
    """A browser that has opened the keys of these players, the first of them last."""
    client, mark = Client(), secrets.token_urlsafe(24)
    client.cookies[COOKIE] = mark
    request: Any = RequestFactory().get("/")
    request.COOKIES = {COOKIE: mark}
    for entry in reversed(entries):
        OpenedKey.objects.create(entry=entry, device=device_of(request), at=timezone.now())
    return client


def phones_at(tournament: Tournament, table: Table, mode: str = PhoneMode.COUNT) -> dict[str, Phone]:
    PhoneSetting.objects.update_or_create(tournament=tournament, defaults={"mode": mode})
    seats = table.seats.select_related("entry__person").order_by("letter")
    return {seat.letter: Phone(tournament, seat.entry, device(seat.entry), table) for seat in seats}
