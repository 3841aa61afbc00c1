from collections.abc import Iterable

from django.utils.translation import gettext as _

from club.models import User
from record.change import change
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Entry, KeepApart, Tournament
from tournament.players.actions import fetch


def keep_apart(
    tournament: Tournament,
    *,
    first: Entry,
    second: Entry,
    rounds: int | None = None,
    by: User | None,
    stamp: Stamp | None = None,
) -> KeepApart:
    """Two players must not sit together in the first `rounds` rounds (None: in any). Replaces an earlier wish about
    the pair.

    Raises Conflict if somebody changed it since the page was opened.
    """
    about = (first, second)
    with change(tournament, Verb.KEPT_APART, by=by, stamp=stamp, about=about, content=rounds) as act:
        refuse_other_tournament(act.where, first, second)
        if first.pk == second.pk:
            raise refuse("same-player", _("Choose two different players."), "second")
        low, high = sorted((fetch(first), fetch(second)), key=lambda entry: entry.pk)
        pair = KeepApart.objects.filter(first=low, second=high).first()
        if pair is not None and pair.rounds == rounds:
            return pair
        act.compare_among("apart", pair_key(low, high), pair.rounds or 0 if pair else None)
        old = {"rounds": pair.rounds} if pair else None
        pair = pair or KeepApart(tournament=act.where, first=low, second=high)
        pair.rounds = rounds
        pair.save()
        act.record(old=old, new={"rounds": rounds})
    return pair


def keep_apart_no_more(
    tournament: Tournament, *, pair: int, by: User | None, stamp: Stamp | None = None
) -> None:
    """Removes a pair to keep apart; does nothing if it is gone already.

    Raises Conflict if its rounds differ from the page.
    """
    with change(tournament, Verb.NOT_KEPT_APART, by=by, stamp=stamp, content=pair) as act:
        wish = act.where.keep_apart.filter(pk=pair).select_related("first", "second").first()
        if wish is not None:
            message = _("Somebody changed this pair while you were looking at it. Look at it as it is now.")
            act.compare_among("apart", pair_key(wish.first, wish.second), wish.rounds or 0, message)
            wish.delete()
            act.record(about=(wish.first, wish.second), old={"rounds": wish.rounds})


def fix_table(
    tournament: Tournament, *, entry: Entry, table: int | None, by: User | None, stamp: Stamp | None = None
) -> Entry:
    """The player stays at `table` for the whole event from the next draw on; None removes the wish.

    Raises Conflict if the player's table differs from the page.
    """
    with change(tournament, Verb.TABLE_FIXED, by=by, stamp=stamp, about=entry, content=table) as act:
        refuse_other_tournament(act.where, entry)
        entry = fetch(entry)
        if entry.fixed_table != table:
            act.compare_among("fixed", entry.pk, entry.fixed_table)
            old = {"table": entry.fixed_table}
            entry.fixed_table = table
            entry.save(update_fields=["fixed_table"])
            act.record(old=old, new={"table": table})
    return entry


def wishes_shown(entries: Iterable[Entry], pairs: Iterable[KeepApart]) -> dict[str, dict[str, int | None]]:
    """The wishes on a page, for the stamps of its forms: 0 for a pair that is kept apart in every round."""
    return {
        "apart": {pair_key(pair.first, pair.second): pair.rounds or 0 for pair in pairs},
        "fixed": {str(entry.pk): entry.fixed_table for entry in entries if entry.fixed_table},
    }


def pair_key(low: Entry, high: Entry) -> str:
    return f"{low.pk} {high.pk}"


def refuse_other_tournament(tournament: Tournament, *entries: Entry) -> None:
    if any(entry.tournament_id != tournament.pk for entry in entries):
        raise refuse("no-such-player", _("There is no such player in this tournament."))
