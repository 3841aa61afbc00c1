"""The order of the lines about phones in an archive, what stays of them when a tournament goes back to one, and which
tables are played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, Model, OuterRef

from phones.models import EnteredGame, GameAnswer, OpenedKey, PaperTable, PhoneKey, PhoneSetting, PhoneTable
from tournament.models import Tournament

ORDER = (PhoneSetting, PhoneKey, OpenedKey, PaperTable, PhoneTable, EnteredGame, GameAnswer)
IS_PLAYED = Exists(EnteredGame.objects.filter(table=OuterRef("pk")))
"""Of a table, in a query: games of it are entered, which no other draw may take away."""


def unnoted_since(tournament: Tournament, rows: Mapping[str, Sequence[object]]) -> int:
    """How often phones answered since an archive with these rows, which no entry of the journal counts; who enters a
    game answers it.
    """
    answers = GameAnswer.objects.filter(table__round__tournament=tournament).count()
    return max(0, answers - len(rows[GameAnswer.kept.line]))


def staying(before: Tournament) -> Callable[[Tournament], None]:
    """The keys, the phones that opened them and what phones are for: players have the slips of now in their hands, and
    a key that was ended comes to life by no archive.
    """
    setting = PhoneSetting.objects.filter(tournament=before).first()
    models: tuple[type[Model], ...] = (PhoneKey, OpenedKey)
    rows: dict[type[Model], list[Any]] = {
        model: list(model._default_manager.filter(entry__tournament=before).select_related("entry"))
        for model in models
    }

    def put_back(now: Tournament) -> None:
        if setting is None:
            return
        PhoneSetting.objects.filter(tournament=now).delete()
        setting.pk, setting.tournament = None, now
        setting.save(force_insert=True)
        entries = {entry.person_id: entry for entry in now.entries.all()}
        for model, stayed in rows.items():
            model._default_manager.filter(entry__tournament=now).delete()
            known = [row for row in stayed if row.entry.person_id in entries]
            for row in known:
                row.pk, row.entry = None, entries[row.entry.person_id]
            model._default_manager.bulk_create(known)

    return put_back
