"""Second-person confirmation: a set counts once two different people have typed the same cards.

The first stands for the set as it is stored. Another types the cards blind: the same is an agreement, and anything
else is kept beside the set, and only what differs is shown. Whoever then says the same as the other agrees; whoever
insists stands for the set from now on, and the other, or a third person, has to agree. Nobody confirms alone.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.game import Fault
from scoring.models import CardSet, Confirmation
from scoring.sets.change import Change, Outcome
from scoring.sets.confirmations import differing, waiting_for_second
from scoring.sets.judged import Judgement
from scoring.sets.merge import Difference
from scoring.sets.typed import WrittenSet
from tournament import journal
from tournament.models import User
from tournament.refused import Refused, refuse


def second_opinion(change: Change, written: WrittenSet) -> Outcome | None:
    """None when the set may be accepted: the setting is off, or two people typed the same. Otherwise the outcome.

    An outcome without faults says that another person is to type the set; one with faults names what differs.
    """
    if not change.tournament.second_person:
        return None
    waiting = waiting_for_second(change.place)
    if waiting is None:
        return offer(change, written)
    found = differing(change.place, change.place.written, written)
    if waiting.first_id == change.by.pk:
        if not found:
            raise refuse("own-set", _("You typed this set. Another scorekeeper has to type it too."))
        return offer(change, written)
    if not found:
        agree(change, waiting)
        return None
    if waiting.retyped_by_id == change.by.pk:
        return insist(change, waiting, written)
    return differ(change, waiting, written, found)


def refuse_beside_another(change: Change, judgement: Judgement) -> None:
    """A second set with faults is not stored over the one that waits for it: raises Refused with what is wrong."""
    waiting = waiting_for_second(change.place)
    if waiting and waiting.first_id != change.by.pk:
        raise Refused(judgement.faults)


def offer(change: Change, written: WrittenSet) -> Outcome:
    """Stores a complete set that another person is to type."""
    stand_for(change, written, first=change.by)
    return change.record(gettext_noop("set typed, to be confirmed"))


def stand_for(
    change: Change,
    written: WrittenSet,
    *,
    first: User,
    other: WrittenSet | None = None,
    by: User | None = None,
) -> None:
    card_set = change.write(written, state=CardSet.State.IN)
    Confirmation.objects.update_or_create(
        card_set=card_set,
        defaults={
            "version": card_set.version,
            "first": first,
            "second": None,
            "retyped": other.to_data() if other else None,
            "retyped_by": by,
        },
    )


def agree(change: Change, waiting: Confirmation) -> None:
    waiting.second = change.by
    waiting.save()
    journal.record(
        change.tournament,
        gettext_noop("set confirmed"),
        change.place.subject,
        by=change.by,
        new={"typed_by": str(waiting.first), "confirmed_by": str(change.by)},
    )


def differ(change: Change, waiting: Confirmation, written: WrittenSet, found: list[Difference]) -> Outcome:
    """Keeps what the second person typed beside the set, which stays as it is."""
    waiting.retyped, waiting.retyped_by = written.to_data(), change.by
    waiting.save()
    said = {one.field: [one.theirs, one.yours] for one in found}
    faults = tuple(
        Fault(
            "typed-otherwise",
            one.field,
            _("%(label)s: %(theirs)s is stored, you typed %(yours)s.")
            % {"label": one.label, "theirs": one.their_words, "yours": one.your_words},
        )
        for one in found
    )
    return change.record(gettext_noop("typed again, differs"), faults=faults, extra={"differs": said})


def insist(change: Change, waiting: Confirmation, written: WrittenSet) -> Outcome:
    """The second person looked again and stands for what was typed: now the other has to agree."""
    stand_for(change, written, first=change.by, other=change.place.written, by=waiting.first)
    return change.record(gettext_noop("set changed, to be confirmed"))


def beside(change: Change, written: WrittenSet) -> WrittenSet:
    """Which set is held: the one somebody stands for, with what another person typed kept beside it."""
    waiting = waiting_for_second(change.place)
    if waiting is None:
        return written
    if waiting.first_id != change.by.pk and not written.is_blank:
        waiting.retyped, waiting.retyped_by = written.to_data(), change.by
    else:
        waiting.retyped = waiting.retyped if waiting.first_id != change.by.pk else None
        waiting.retyped_by = waiting.retyped_by if waiting.retyped else None
    waiting.version = change.place.version + 1  # it goes on speaking of the set as it will be held
    waiting.save()
    return written if waiting.first_id == change.by.pk else change.place.written
