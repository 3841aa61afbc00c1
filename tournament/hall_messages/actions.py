from __future__ import annotations

from club.models import User
from record.change import change, still_there
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import HallMessage, Tournament


def put_up(tournament: Tournament, *, words: str, by: User, stamp: Stamp | None = None) -> HallMessage:
    """Shows a message on public pages, beside earlier ones; after the finish too."""
    with change(tournament, Verb.MESSAGE_PUT_UP, by=by, stamp=stamp, content=words, after_finish=True) as act:
        if act.repeated:
            return still_there(HallMessage.objects, act.answer)
        message = HallMessage.objects.create(tournament=act.where, words=words, by=by, at=act.at)
        act.answer = message.pk
        act.record(new={"words": words})
        return message


def take_down(message: HallMessage, *, by: User, stamp: Stamp | None = None) -> None:
    """Hides the message from public pages; it stays on record. Twice changes nothing."""
    with change(
        message.tournament,
        Verb.MESSAGE_TAKEN_DOWN,
        by=by,
        stamp=stamp,
        content=message.pk,
        after_finish=True,
    ) as act:
        message_now = still_there(HallMessage.objects, message.pk)
        if message_now.taken_down_at is not None:
            return
        message_now.taken_down_at, message_now.taken_down_by = act.at, by
        message_now.save(update_fields=["taken_down_at", "taken_down_by"])
        act.record(old={"words": message_now.words})
