"""What the tables of a round wait for on their phones, for the floor. Three queries however many tables there are."""

from __future__ import annotations

from collections import defaultdict

from django.db.models import F, Q
from django.utils.translation import gettext as _

from phones.access import mode_of
from phones.models import EnteredGame, GameAnswer, PhoneMode, PhoneTable
from phones.models.table import WHOLE_CARD
from phones.table.queries import IS_CALLED
from scoring.models import CardSet
from tournament.models import Round, Tournament


def waiting_on_phones(round_: Round) -> dict[int, str]:
    """By the table's key: which game it is in and what it waits for, once its set counts or on paper only whether it
    calls; nothing of tables without phones.
    """
    tournament: Tournament = round_.tournament
    if mode_of(tournament) == PhoneMode.OFF:
        return {}
    stands: dict[int, dict[int, int]] = defaultdict(dict)
    rows = EnteredGame.objects.filter(table__round=round_).order_by("version")
    for table, game, version in rows.values_list("table", "game", "version"):
        stands[table][game] = version
    wrong: dict[int, set[int]] = defaultdict(set)
    cards: dict[int, set[tuple[int, int]]] = defaultdict(set)
    answers = GameAnswer.objects.filter(table__round=round_)
    fields = ("table", "game", "version", "is_right", "entry")
    for table, game, version, is_right, entry in answers.values_list(*fields):
        if game == WHOLE_CARD and is_right:
            cards[table].add((version, entry))
        elif not is_right and stands[table].get(game) == version:
            wrong[table].add(game)
    games = tournament.games_in(round_.number)
    on_phones = Q(table__paper_table__isnull=True) | IS_CALLED
    tables = PhoneTable.objects.filter(on_phones, table__round=round_).select_related("called_by__person")
    words = {}
    for row in tables.annotate(is_called=IS_CALLED, state=F("table__card_set__state")):
        if row.is_called and row.called_by:
            words[row.table_id] = _("%(name)s calls you") % {"name": row.called_by.name}
        if row.is_called or row.state == CardSet.State.ACCEPTED:
            continue
        entered = len(stands[row.table_id])
        agreed = sum(version == row.card for version, _entry in cards[row.table_id])
        if wrong[row.table_id]:
            pattern, values = _("game %(game)s: they do not agree"), {"game": min(wrong[row.table_id])}
        elif entered < games:
            pattern, values = _("in game %(game)s of %(games)s"), {"game": entered + 1, "games": games}
        else:
            pattern, values = _("%(count)s have confirmed the card"), {"count": agreed}
        words[row.table_id] = pattern % values
    return words
