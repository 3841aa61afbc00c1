from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from club.models import User
from club.names import folded
from record.change import change
from record.refused import conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Category, Entry, Tournament


def facts(category: Category) -> dict[str, Any]:
    return {
        "name": category.name,
        "last_round": category.last_round,
        "players": list(category.entries.order_by("number").values_list("number", flat=True)),
    }


def make_category(
    tournament: Tournament, *, name: str, last_round: int | None, by: User, stamp: Stamp | None = None
) -> Category:
    """A new category with nobody in it. Raises Refused for a name that is taken."""
    with change(tournament, Verb.CATEGORY_MADE, by=by, stamp=stamp, content=[name, last_round]) as act:
        if act.repeated and (category := Category.objects.filter(pk=act.answer).first()):
            return category
        refuse_impossible(act.where, name, last_round)
        category = Category.objects.create(tournament=act.where, name=name, last_round=last_round)
        act.answer = category.pk
        act.record(name, new=facts(category))
        return category


def change_category(
    category: Category,
    *,
    name: str,
    last_round: int | None,
    players: Collection[int],
    by: User,
    stamp: Stamp | None = None,
) -> Category:
    """Stores name, last round and who is in it (`players`: keys of entries; those of
    another category move to this one).

    Raises Conflict where somebody else changed it since, Refused for a name that is taken.
    """
    content = [category.pk, name, last_round, sorted(players)]
    with change(category.tournament, Verb.CATEGORY_CHANGED, by=by, stamp=stamp, content=content) as act:
        category_now = Category.objects.filter(pk=category.pk).first()
        if category_now is None:
            raise conflict("removed", _("Somebody has just removed this category."))
        old = facts(category_now)
        act.compare(old)
        refuse_impossible(act.where, name, last_round, besides=category_now.pk)
        category_now.name, category_now.last_round = name, last_round
        category_now.save(update_fields=["name", "last_round"])
        entries = Entry.objects.filter(tournament=act.where)
        entries.filter(category=category_now).exclude(pk__in=players).update(category=None)
        entries.filter(pk__in=players).update(category=category_now)
        new = facts(category_now)
        if new != old:
            act.record(name, old=old, new=new, standings=True)
        return category_now


def remove_category(category: Category, *, by: User, stamp: Stamp | None = None) -> None:
    """Takes the category away; its players play to the end like everybody. Twice changes nothing."""
    with change(category.tournament, Verb.CATEGORY_REMOVED, by=by, stamp=stamp, content=category.pk) as act:
        category_now = Category.objects.filter(pk=category.pk).first()
        if category_now is None:
            return
        old = facts(category_now)
        act.compare(old)
        category_now.entries.update(category=None)
        category_now.delete()
        act.record(category_now.name, old=old, standings=True)


def refuse_impossible(
    tournament: Tournament, name: str, last_round: int | None, besides: int | None = None
) -> None:
    others = [row.name for row in tournament.categories.all() if row.pk != besides]
    if folded(name) in map(folded, others):
        raise refuse("name-taken", _("There is already a category with this name."), "name")
    if last_round is not None and last_round > tournament.last_round:
        message = _("The tournament has %(rounds)d rounds.")
        raise refuse("no-such-round", message % {"rounds": tournament.last_round}, "last_round")
