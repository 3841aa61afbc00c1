"""The code on a card, which names its round and table.

A code is "2-7" or "R2T7", alone or after the tournament's short address and a colon: "autumn-classic:R2T7". The
address of the table's page is read too, so that one QR code serves phones and scanners. A number alone is a table of
the round whose board is open.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from scoring.sets.tables import seated
from tournament.models import Round, Table, Tournament
from tournament.refused import Refused, refuse

CODE = re.compile(r"(?:(?P<slug>[a-z0-9_-]+):)?r?(?P<round>\d{1,2})(?:-|t)(?P<table>\d{1,5})")
ADDRESS = re.compile(
    r"(?:https?://[^/\s]+)?/t/(?P<slug>[a-z0-9_-]+)/desk/(?P<round>\d{1,2})/(?P<table>\d{1,5})/?"
)
LONGEST_CODE = 200


def card_code(tournament: Tournament, round_number: int, table_number: int) -> str:
    """The code to print on a card: "autumn-classic:R2T7"."""
    return f"{tournament.slug}:R{round_number}T{table_number}"


def table_of_code(text: str, tournament: Tournament, round_: Round) -> int:
    """The number of the table that a typed number or scanned code means.

    Raises Refused if it is no code, is of another tournament or round, or there is no such table.
    """
    number = _number(text.strip().lower()[:LONGEST_CODE], tournament, round_)
    if not seated(Table.objects.filter(round=round_, number=number)).exists():
        numbers = {"round": round_.number, "table": number}
        raise _refused("no-table", _("Round %(round)s has no table %(table)s.") % numbers)
    return number


def _number(text: str, tournament: Tournament, round_: Round) -> int:
    if text.isdecimal() and len(text) < 6:
        return int(text)
    match = CODE.fullmatch(text) or ADDRESS.fullmatch(text)
    if match is None:
        raise _refused("no-code", _("Type a table’s number in digits, or scan the code of a card."))
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
