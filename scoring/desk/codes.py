"""The code on a card, which names its round and table.

A code is "2-7" or "R2T7", alone or after the tournament's short address and a colon: "autumn-classic:R2T7". The
address of the table's page is read too, so that one QR code serves phones and scanners. A number alone is a table of
the round whose board is open, and a name is the table at which that player sits in it.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from scoring.sets.tables import seated
from tournament.models import Entry, Round, Seat, Table, Tournament
from tournament.names import has_letter
from tournament.players.fields import closest, fits
from tournament.refused import Refused, refuse

CODE = re.compile(r"(?:(?P<slug>[a-z0-9_-]+):)?r?(?P<round>\d{1,2})(?:-|t)(?P<table>\d{1,5})")
ADDRESS = re.compile(
    r"(?:https?://[^/\s]+)?/t/(?P<slug>[a-z0-9_-]+)/desk/(?P<round>\d{1,2})/(?P<table>\d{1,5})/?"
)
LONGEST_CODE = 200
MOST_NAMED = 4


def card_code(tournament: Tournament, round_number: int, table_number: int) -> str:
    """The code to print on a card: "autumn-classic:R2T7"."""
    return f"{tournament.slug}:R{round_number}T{table_number}"


def table_of_code(text: str, tournament: Tournament, round_: Round) -> int:
    """The number of the table that a typed number, a scanned code or a player's name means.

    Raises Refused if it is no code, is of another tournament or round, or there is no such table.
    """
    text = text.strip()[:LONGEST_CODE]
    if is_name(text):
        return _table_of_name(text, round_)
    number = _number(text.lower(), tournament, round_)
    if not seated(Table.objects.filter(round=round_, number=number)).exists():
        numbers = {"round": round_.number, "table": number}
        raise _refused("no-table", _("Round %(round)s has no table %(table)s.") % numbers)
    return number


def is_name(text: str) -> bool:
    """Whether it is words: a code has digits and no blank."""
    return has_letter(text) and (" " in text or not any(character.isdigit() for character in text))


def _table_of_name(text: str, round_: Round) -> int:
    """The table at which the player of this name sits in the round."""
    seats = Seat.objects.filter(table__round=round_).select_related("table", "entry__person")
    tables = {seat.entry: seat.table.number for seat in seats}
    likeliest = closest(text, [entry for entry in tables if fits(text, entry)])
    numbers = {tables[entry] for entry in likeliest}
    if len(numbers) == 1:
        return numbers.pop()
    names = {"typed": text[:40], "round": round_.number}
    if not likeliest:
        entered = list(Entry.objects.filter(tournament=round_.tournament_id).with_people())
        if away := [entry.name for entry in entered if fits(text, entry)]:
            message = _("%(name)s has no seat in round %(round)s.") % {
                **names,
                "name": ", ".join(away[:MOST_NAMED]),
            }
            raise _refused("no-seat", message)
        raise _refused("no-name", _("Nobody at a table of round %(round)s is called “%(typed)s”.") % names)
    where = _("%(name)s at table %(table)s")
    named = [where % {"name": entry.name, "table": tables[entry]} for entry in likeliest[:MOST_NAMED]]
    message = _("“%(typed)s” may be %(players)s. Type more of the name, or the table.")
    raise _refused("several", message % {**names, "players": ", ".join(named)})


def _number(text: str, tournament: Tournament, round_: Round) -> int:
    if text.isdecimal() and len(text) < 6:
        return int(text)
    match = CODE.fullmatch(text) or ADDRESS.fullmatch(text)
    if match is None:
        raise _refused(
            "no-code", _("Type a table’s number in digits or a player’s name, or scan the code of a card.")
        )
    if match["slug"] not in (None, tournament.slug.lower()):
        raise _refused("foreign-code", _("This card belongs to another tournament."))
    numbers = {"card": int(match["round"]), "round": round_.number, "table": int(match["table"])}
    if numbers["card"] == round_.number:
        return int(match["table"])
    if tournament.rounds.published().filter(number=numbers["card"]).exists():
        message = _("This card is from round %(card)s, table %(table)s. Here round %(round)s is entered.")
        raise _refused("outdated-code", message % numbers)
    message = _("This card says round %(card)s, table %(table)s, and that round is not published.")
    raise _refused("unpublished-code", message % numbers)


def _refused(code: str, message: str) -> Refused:
    return refuse(code, message, "table")
