"""Changes of the prize plan's rows, as long as their prizes are not fixed.

A plan can be changed after the finish too, which is when most prizes are fixed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from club.models import User
from record.change import change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.awards import overlaps
from scoring.models import PrizeAward, PrizeRow
from scoring.prizes.queries import PrizePlan
from tournament.models import Category, Entry, Tournament

MOST_ROWS = 60


def as_data(row: PrizeRow) -> dict[str, Any]:
    """A row as the journal keeps it, and as a form's stamp compares it."""
    return {
        "name": row.name,
        "criterion": row.criterion,
        "number": row.number,
        "first_place": row.first_place,
        "cents": row.cents,
        "things": row.things,
        "exclusive": row.exclusive,
        "category": row.category.name if row.category else None,
        "named": row.named.number if row.named else None,
    }


def add_row(
    tournament: Tournament, *, by: User, fields: Mapping[str, Any], stamp: Stamp | None = None
) -> PrizeRow | None:
    """Adds a row at the end of the plan. Raises Refused where it overlaps another, or its prizes are fixed."""
    with change(
        tournament, Verb.PRIZE_ROW_ADDED, by=by, stamp=stamp, content=_as_json(fields), after_finish=True
    ) as act:
        if act.repeated:
            return PrizeRow.objects.filter(pk=act.answer).first()
        (row,) = appended(act.where, [fields])
        act.answer = row.pk
        act.record(str(row), new=as_data(row))
        return row


def change_row(
    tournament: Tournament, row: PrizeRow, *, by: User, fields: Mapping[str, Any], stamp: Stamp | None = None
) -> PrizeRow:
    """Changes a row. Raises Refused where its prizes are fixed or it would overlap another."""
    with change(
        tournament,
        Verb.PRIZE_ROW_CHANGED,
        by=by,
        stamp=stamp,
        about=row,
        content=_as_json(fields),
        after_finish=True,
    ) as act:
        row = still_there(PrizeRow.objects, row.pk)
        old = as_data(row)
        if all(getattr(row, name) == value for name, value in fields.items()):
            return row
        act.compare(old)
        refuse_fixed(row)
        for name, value in fields.items():
            setattr(row, name, value)
        row.save()
        refuse_overlaps(act.where)
        refuse_given(row)
        act.record(str(row), old=old, new=as_data(row))
        return row


def remove_row(tournament: Tournament, row: PrizeRow, *, by: User, stamp: Stamp | None = None) -> None:
    """Takes a row out of the plan. Raises Refused where its prizes are fixed."""
    with change(tournament, Verb.PRIZE_ROW_REMOVED, by=by, stamp=stamp, about=row, after_finish=True) as act:
        stored = PrizeRow.objects.filter(pk=row.pk).first()
        if stored is None:
            return
        refuse_fixed(stored)
        act.record(str(stored), old=as_data(stored))
        stored.delete()


def move_row(
    tournament: Tournament, row: PrizeRow, *, up: bool, by: User, stamp: Stamp | None = None
) -> None:
    """Moves a row one place in the order of the plan, which decides who of two exclusive prizes a person takes."""
    with change(
        tournament, Verb.PRIZE_ROW_MOVED, by=by, stamp=stamp, about=row, content=up, after_finish=True
    ) as act:
        rows = list(act.where.prize_rows.all())
        old = [other.pk for other in rows]
        act.compare({"order": old}, _("The plan changed meanwhile. Look at its order again."))
        place = old.index(row.pk) if row.pk in old else -1
        other = place - 1 if up else place + 1
        if place < 0 or not 0 <= other < len(rows):
            return
        rows[place], rows[other] = rows[other], rows[place]
        for position, plan_row in enumerate(rows, 1):
            PrizeRow.objects.filter(pk=plan_row.pk).update(position=position)
        act.record(str(row), new={"order": [str(plan_row) for plan_row in rows]})


def rows_like(event: Tournament, tournament: Tournament) -> list[dict[str, Any]]:
    """The plan of another event for this one; categories by their names."""
    names = ("name", "criterion", "number", "first_place", "cents", "things", "exclusive")
    categories = {category.name: category for category in tournament.categories.all()}
    return [
        {
            **{name: getattr(row, name) for name in names},
            "category": categories.get(row.category.name) if row.category else None,
        }
        for row in event.prize_rows.select_related("category")
    ]


def add_rows(
    tournament: Tournament, *, by: User, rows: Sequence[Mapping[str, Any]], stamp: Stamp | None = None
) -> int:
    """Adds several rows at once: a template's, or those of an earlier tournament. Answers how many."""
    with change(
        tournament,
        Verb.PRIZES_COPIED,
        by=by,
        stamp=stamp,
        content=[_as_json(row) for row in rows],
        after_finish=True,
    ) as act:
        if act.repeated:
            return int(act.answer)
        appended(act.where, rows)
        act.answer = len(rows)
        if rows:
            act.record(new={"rows": [_as_json(row) for row in rows]})
        return len(rows)


def appended(tournament: Tournament, rows: Sequence[Mapping[str, Any]]) -> list[PrizeRow]:
    last = tournament.prize_rows.aggregate(last=Max("position"))["last"] or 0
    if tournament.prize_rows.count() + len(rows) > MOST_ROWS:
        raise refuse("too-many-rows", _("A plan has at most %d rows.") % MOST_ROWS)
    added = [
        PrizeRow.objects.create(tournament=tournament, position=position, **fields)
        for position, fields in enumerate(rows, last + 1)
    ]
    refuse_overlaps(tournament)
    for row in added:
        refuse_given(row)
    return added


def refuse_fixed(row: PrizeRow) -> None:
    if row.fixed_at:
        raise refuse("fixed", _("These prizes are locked in. Open them again first, if they have to change."))


def refuse_given(row: PrizeRow) -> None:
    """Refuses a row whose places somebody fills already by a fixed one, as those do who tied over its border."""
    awards = PrizeAward.objects.filter(
        row__tournament=row.tournament,
        first_place__lte=row_places(row)[-1],
        last_place__gte=row.first_place,
        row__exclusive=row.exclusive,
    ).select_related("row__category")
    if any(award.row.key == row.key and bool(award.thing) == bool(row.things) for award in awards):
        message = _("These prizes are locked in. Open them again first, if they have to change.")
        raise refuse("fixed", message, "first_place")


def refuse_overlaps(tournament: Tournament) -> None:
    faults = overlaps(PrizePlan(tournament).engine_rows)
    if faults:
        place = faults[0].values["place"]
        message = _("The plan has a prize of this kind for place %d already.") % place
        raise refuse("places-overlap", message, "first_place")


def row_places(row: PrizeRow) -> range:
    return range(row.first_place, row.first_place + len(row.cents or row.things))


def _as_json(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.number
        if isinstance(value, Entry)
        else value.name
        if isinstance(value, Category)
        else value
        for name, value in sorted(fields.items())
    }
