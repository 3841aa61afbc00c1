"""The code on a card, which names its round and table.

A printed card carries "HTTP://.../C/12-2-7-A-1": tournament, round, table, letter ("X": of the whole table) and the
revision of the table's cards. It opens the table on a phone, and a scanner types it at the desk. Without an address
that phones reach it begins with "C/".

A number typed by hand is a table of the round whose board is open, a name the table at which that player sits in it.
"""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from club.names import has_letter
from record.refused import Refused, refuse
from scoring.sets.tables import seated
from tournament.models import Entry, Round, Seat, Table, Tournament
from tournament.players.fields import closest, fits
from tournament.words import no_table

CARD = re.compile(
    r"(?:https?://[^/\s]+/)?c/(?P<tournament>\d{1,18})-(?P<round>\d{1,2})-(?P<table>\d{1,5})-(?P<letter>[a-dx])"
    r"-(?P<revision>\d{1,6})"
)
WHOLE_TABLE = "X"
LONGEST_CODE = 200
MOST_NAMED = 4


@dataclass(frozen=True)
class CardCode:
    """The code of a printed card. `letter` is WHOLE_TABLE on a sheet that all players share."""

    tournament: int
    round: int
    table: int
    letter: str
    revision: int

    def __str__(self) -> str:
        return f"{self.tournament}-{self.round}-{self.table}-{self.letter}-{self.revision}"

    def printed(self, site: str) -> str:
        """In capitals alone, which makes the picture smaller; `site` is the address that phones reach, or empty."""
        return f"{site.upper()}/C/{self}" if site else f"C/{self}"


def read_card(text: str) -> CardCode | None:
    """The code of a printed card, as a camera or scanner reads it; None for any other text."""
    match = CARD.fullmatch(text.strip().lower())
    if match is None:
        return None
    return CardCode(
        int(match["tournament"]),
        int(match["round"]),
        int(match["table"]),
        match["letter"].upper(),
        int(match["revision"]),
    )


def table_of_code(text: str, tournament: Tournament, round_: Round) -> int:
    """The table number for a typed number, a scanned code or a player's name.

    Raises Refused if there is no such table, or the code is of another tournament or round.
    """
    text = text.strip()[:LONGEST_CODE]
    if is_name(text):
        return _table_of_name(text, round_)
    number = _number(text.lower(), tournament, round_)
    if not seated(Table.objects.filter(round=round_, number=number)).exists():
        raise _refused("no-table", no_table(tournament, round_.number, number))
    return number


def is_name(text: str) -> bool:
    """Whether the text is a name: a code has digits and no blank."""
    return has_letter(text) and (" " in text or not any(character.isdigit() for character in text))


def _table_of_name(text: str, round_: Round) -> int:
    seats = Seat.objects.filter(table__round=round_).select_related("table", "entry__person")
    tables = {seat.entry: seat.table.number for seat in seats}
    likeliest_entries = closest(text, [entry for entry in tables if fits(text, entry)])
    numbers = {tables[entry] for entry in likeliest_entries}
    if len(numbers) == 1:
        return numbers.pop()
    names = {"typed": text[:40], "round": round_.in_words}
    if not likeliest_entries:
        all_entries = list(Entry.objects.filter(tournament=round_.tournament_id).with_people())
        if absent_names := [entry.name for entry in all_entries if fits(text, entry)]:
            message = _("%(name)s has no seat in %(round)s.") % {
                **names,
                "name": ", ".join(absent_names[:MOST_NAMED]),
            }
            raise _refused("no-seat", message)
        raise _refused("no-name", _("Nobody at a table of %(round)s is called “%(typed)s”.") % names)
    where = _("%(name)s at table %(table)s")
    places = [
        where % {"name": entry.name, "table": tables[entry]} for entry in likeliest_entries[:MOST_NAMED]
    ]
    message = _("“%(typed)s” may be %(players)s. Type more of the name, or the table.")
    raise _refused("several", message % {**names, "players": ", ".join(places)})


def _number(text: str, tournament: Tournament, round_: Round) -> int:
    if text.isdecimal() and len(text) < 6:
        return int(text)
    card = read_card(text)
    if card is None:
        message = _("Type a table’s number in digits or a player’s name, or scan the code of a card.")
        raise _refused("no-code", message)
    if card.tournament != tournament.pk:
        raise _refused("foreign-code", _("This card belongs to another tournament."))
    if card.round == round_.number:
        return card.table
    values = {
        "card": tournament.round_in_words(card.round),
        "round": tournament.round_in_words(round_.number),
        "table": card.table,
    }
    if tournament.rounds.published().filter(number=card.round).exists():
        message = _("This card is from %(card)s, table %(table)s. Here %(round)s is entered.")
        raise _refused("outdated-code", message % values)
    message = _("This card says %(card)s, table %(table)s, and that round is not published.")
    raise _refused("unpublished-code", message % values)


def _refused(code: str, message: str) -> Refused:
    return refuse(code, message, "table")
