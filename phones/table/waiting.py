"""What the tables of a round wait for on their phones, for the floor. Two queries however many tables there are."""

from __future__ import annotations

from django.db.models import Count, Exists, F, Min, OuterRef, Q
from django.utils.translation import gettext as _

from phones.access import mode_of
from phones.models import EnteredGame, GameAnswer, PhoneMode, PhoneTable
from phones.models.table import WHOLE_CARD
from phones.table.queries import IS_CALLED
from tournament.models import Round, Tournament


def waiting_on_phones(round_: Round) -> dict[int, str]:
    """By the table's key: which game it is in and what it waits for, once its set counts or on paper only whether it
    calls; nothing of tables without phones.
    """
    tournament: Tournament = round_.tournament
    if mode_of(tournament) == PhoneMode.OFF:
        return {}
    later = EnteredGame.objects.filter(
        table=OuterRef("table"), game=OuterRef("game"), version__gt=OuterRef("version")
    )
    of_round = GameAnswer.objects.filter(~Exists(later), table__round=round_)
    by_phone = of_round.filter(is_right=False, entry__phone_key__paper_since__isnull=True)
    wrong = dict(by_phone.order_by().values_list("table").annotate(Min("game")))
    card = Q(table__game_answers__version=F("card"), table__game_answers__is_right=True)
    agreed = card & Q(table__game_answers__game=WHOLE_CARD)
    games, words = tournament.games_in(round_.number), {}
    on_phones = Q(table__paper_table__isnull=True) | IS_CALLED
    tables = PhoneTable.objects.filter(on_phones, table__round=round_).select_related("called_by__person")
    for row in tables.annotate(
        is_called=IS_CALLED,
        state=F("table__card_set__state"),
        entered=Count("table__entered_games__game", distinct=True),
        agreed=Count("table__game_answers__entry", filter=agreed, distinct=True),
    ):
        if row.is_called and row.called_by:
            words[row.table_id] = _("%(name)s calls you") % {"name": row.called_by.name}
        if row.is_called or row.state:  # the desk has a set
            continue
        if row.table_id in wrong:
            pattern, values = _("game %(game)s: they do not agree"), {"game": wrong[row.table_id]}
        elif row.entered < games:
            pattern, values = _("in game %(game)s of %(games)s"), {"game": row.entered + 1, "games": games}
        else:
            pattern, values = _("%(count)s have confirmed the card"), {"count": row.agreed}
        words[row.table_id] = pattern % values
    return words
