from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Club, User
from record.archive import files
from record.backups import KEPT_FOR
from record.change import change
from record.kept import kept_of
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Tournament


def delete_tournament(
    tournament: Tournament, *, by: User, name: str, reason: str, stamp: Stamp | None = None
) -> None:
    """Hides a tournament from everybody, whatever state it is in; `name` says that this one is meant.

    On record in the tournament and in the club, whose record stays when the tournament's goes.
    """
    with change(
        tournament.club, Verb.TOURNAMENT_DELETED, by=by, stamp=stamp, about=tournament, content=[name, reason]
    ) as act:
        with change(
            tournament, Verb.TOURNAMENT_DELETED, by=by, after_finish=True, though_deleted=True
        ) as inside:
            if inside.where.deleted_at is not None:
                return
            if name.casefold() != inside.where.name.casefold():
                message = _("To delete it, type the tournament's name as shown above: %(name)s.")
                raise refuse("other-name", message % {"name": inside.where.name}, "name")
            inside.record(reason=reason, standings=True)
        Tournament.objects.filter(pk=tournament.pk).update(deleted_at=act.at)
        act.record(tournament.name, new=closing_values(inside.where), reason=reason)


def closing_values(tournament: Tournament) -> dict[str, Any]:
    """What the club's journal keeps of a deleted tournament; by the last hash a copy of it can be verified."""
    head, length = Tournament.everything.values_list("journal_head", "journal_length").get(pk=tournament.pk)
    return {
        "date": f"{tournament.date:%Y-%m-%d}",
        "slug": tournament.slug,
        "players": tournament.entries.count(),
        "rounds": tournament.rounds.published().count(),
        "entries": length,
        "hash": head,
    }


def restore_tournament(tournament: Tournament, *, by: User, stamp: Stamp | None = None) -> Tournament:
    with change(tournament.club, Verb.TOURNAMENT_RESTORED, by=by, stamp=stamp, about=tournament) as act:
        with change(
            tournament, Verb.TOURNAMENT_RESTORED, by=by, after_finish=True, though_deleted=True
        ) as inside:
            if inside.where.deleted_at is None:
                return inside.where
            Tournament.everything.filter(pk=tournament.pk).update(deleted_at=None)
            inside.record(standings=True)
        act.record(tournament.name, new={"slug": tournament.slug})
        return Tournament.objects.get(pk=tournament.pk)


def purge_deleted(club: Club) -> list[str]:
    """Removes every row of the club's tournaments that were deleted too long ago to be restored; names them.

    Their archives go too. The club's people stay, and so does its record, which says what went. One transaction for
    each.
    """
    names = []
    old = Tournament.everything.filter(club=club, deleted_at__lt=timezone.now() - KEPT_FOR).order_by("pk")
    for tournament in old:
        with change(club, Verb.TOURNAMENT_PURGED, by=None) as act:
            locked = Tournament.everything.select_for_update().filter(pk=tournament.pk).first()
            if locked is None or locked.deleted_at is None:
                continue
            record = closing_values(locked)
            remove_rows(locked)
            act.record(locked.name, new=record)
            names.append(locked.name)
        files.remove_all(locked)
    return names


def remove_rows(root: Tournament | Club | User, *, itself: bool = True) -> None:
    """Deletes a tournament, a whole club or an account, and every row that refers to it, of any application, those that
    refer to others first. Where it is to stay itself, so does what is its club's.

    Rows with a key that is protected from deletion are meant too: this is the one place where they go.
    """
    keys = [
        (model, field)
        for model in apps.get_models()
        for field in model._meta.fields
        if field.remote_field and field.remote_field.on_delete is not models.SET_NULL
    ]
    paths: dict[type[models.Model], str] = {type(root): "pk"}
    order: list[type[models.Model]] = [type(root)]
    for may_be_empty in (False, True):  # by a key that every row has, wherever there is one
        for parent in order:
            for model, field in keys:
                if model not in paths and field.related_model is parent and field.null <= may_be_empty:
                    inner = paths[parent]
                    paths[model] = field.name if inner == "pk" else f"{field.name}__{inner}"
                    order.append(model)
    for model in reversed(order if itself else order[1:]):
        if itself or not kept_of(model).club:
            rows = model._base_manager.filter(Q(**{paths[model]: root.pk}))
            rows._raw_delete(rows.db)
