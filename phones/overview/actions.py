"""What a director decides about phones: what they are for, and where paper is used after all."""

from __future__ import annotations

from typing import Any

from phones.models import PaperTable, PhoneKey, PhoneSetting
from phones.models.table import PhoneTable
from phones.table.actions import tell_desk
from record.change import change, still_there
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import CardSet
from tournament.models import Entry, Table, Tournament


def set_phones(tournament: Tournament, *, mode: str, wifi: str, by: Any, stamp: Stamp | None = None) -> None:
    """Says what phones are for, and which Wi-Fi stands on the slips. From the first time on all players have keys.

    Tells every table that phones have opened, and the desk of those at which games are entered.
    """
    with change(tournament, Verb.PHONES_SET, by=by, stamp=stamp, content=[mode, wifi]) as act:
        setting = PhoneSetting.objects.filter(tournament=act.where).first() or PhoneSetting(
            tournament=act.where
        )
        before = {"mode": setting.mode, "wifi": setting.wifi}
        act.compare(before)
        if before == {"mode": mode, "wifi": wifi}:
            return
        act.refuse_repeat()
        setting.mode, setting.wifi = mode, wifi
        setting.save()
        rows = PhoneTable.objects.filter(table__round__tournament=act.where).select_related("table__round")
        tell_tables(rows)
        if before["mode"] != mode:
            tell_desks(rows, by=by)
        # The Wi-Fi's password stands with it, and the journal stays for good.
        values = {"mode": mode} | ({"wifi": "changed"} if before["wifi"] != wifi else {})
        act.record(old={"mode": before["mode"]}, new=values)


def tell_tables(rows: Any) -> None:
    for row in rows:
        row.raise_version()


def tell_desks(rows: Any, *, by: Any) -> None:
    """Of the tables at which games are entered that do not count yet."""
    open_rows = rows.exclude(table__card_set__state=CardSet.State.ACCEPTED)
    for row in open_rows.filter(table__entered_games__isnull=False).distinct():
        tell_desk(row.table, by=by)


def table_uses(table: Table, *, paper: bool, by: Any, stamp: Stamp | None = None) -> None:
    """From now on this table uses paper, and what its phones have entered is filled in at the desk; or phones again,
    and nothing is at the desk where they go on.
    """
    verb = Verb.PAPER_USED if paper else Verb.PHONE_USED
    with change(table.round.tournament, verb, by=by, stamp=stamp, about=table) as act:
        still_there(Table.objects, table.pk)
        on_paper = PaperTable.objects.filter(table=table)
        if on_paper.exists() == paper:
            return
        act.refuse_repeat()
        if paper:
            PaperTable.objects.create(table=table, since=act.at)
        else:
            on_paper.delete()
        if PhoneTable.objects.filter(table=table).exists():
            tell_desk(table, by=by)
        tell_tables(PhoneTable.objects.filter(table=table))
        act.record()


def player_uses(entry: Entry, *, paper: bool, by: Any, stamp: Stamp | None = None) -> None:
    """From now on this player uses paper, and nobody's phone waits for her answer; or her phone again."""
    verb = Verb.PAPER_USED if paper else Verb.PHONE_USED
    with change(entry.tournament, verb, by=by, stamp=stamp, about=entry) as act:
        key, _is_new = PhoneKey.objects.get_or_create(entry=still_there(Entry.objects, entry.pk))
        if (key.paper_since is not None) == paper:
            return
        act.refuse_repeat()
        PhoneKey.objects.filter(pk=key.pk).update(paper_since=act.at if paper else None)
        rows = PhoneTable.objects.filter(table__seats__entry=entry).select_related("table__round")
        tell_tables(rows)
        tell_desks(rows, by=by)
        act.record()
