"""Second-person confirmation: a set counts once two different people have typed the same cards.

The first stands for the set as it is stored. Another types the cards blind: the same is an agreement, and anything
else is kept beside the set, and only what differs is shown. Whoever then says the same as the other agrees; whoever
insists stands for the set from now on, and the other, or a third person, has to agree. Nobody confirms alone.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.models import CardSet, Confirmation
from scoring.sets.change import Outcome, SetChange, keep_version
from scoring.sets.confirmations import waiting_for_second
from scoring.sets.judged import Judgement
from scoring.sets.merge import Difference, differing
from scoring.sets.typed import WrittenSet
from tournament.change import change as unit_of_work
from tournament.models import User
from tournament.refused import Fault, Refused, refuse
from tournament.verbs import Verb


def second_opinion(change: SetChange, written: WrittenSet) -> Outcome | None:
    """None when the set may be accepted: two people typed the same. Otherwise the outcome.

    An outcome without faults says that another person is to type the set; one with faults names what differs.
    """
    waiting = waiting_for_second(change.before)
    if waiting is None:
        return offer(change, written)
    differences = differing(change.before, change.before.written, written)
    if waiting.first_id == change.by.pk:
        if not differences:
            raise refuse("own-set", _("You typed this set. Another scorekeeper has to type it too."))
        return offer(change, written)
    if not differences:
        agree(change, waiting)
        return None
    if waiting.retyped_by_id == change.by.pk:
        return insist(change, waiting, written)
    return differ(change, waiting, written, differences)


def refuse_beside_another(change: SetChange, judgement: Judgement) -> None:
    """A second set with faults is not stored over the one that waits for it: raises Refused with what is wrong."""
    waiting = waiting_for_second(change.before)
    if waiting and waiting.first_id != change.by.pk:
        raise Refused(judgement.faults)


def offer(change: SetChange, written: WrittenSet) -> Outcome:
    """Stores a complete set that another person is to type."""
    stand_for(change, written, first=change.by)
    return change.record(Verb.SET_TO_CONFIRM)


def stand_for(
    change: SetChange,
    written: WrittenSet,
    *,
    first: User,
    other: WrittenSet | None = None,
    by: User | None = None,
) -> None:
    card_set = change.store(written, state=CardSet.State.IN)
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


def agree(change: SetChange, waiting: Confirmation) -> None:
    """A second person typed the same: on record by itself, before the set is accepted."""
    waiting.second = change.by
    waiting.save()
    with unit_of_work(
        change.tournament, Verb.SET_CONFIRMED, by=change.by, about=change.before.table, after_finish=True
    ) as act:
        keep_version(change.before, change.before, Verb.SET_CONFIRMED, by=change.by, at=change.at)
        act.record(new={"typed_by": str(waiting.first), "confirmed_by": str(change.by)})


def differ(
    change: SetChange, waiting: Confirmation, written: WrittenSet, differences: list[Difference]
) -> Outcome:
    """Keeps what the second person typed beside the set, which stays as it is."""
    waiting.retyped, waiting.retyped_by = written.to_data(), change.by
    waiting.save()
    faults = tuple(
        Fault(
            "typed-otherwise",
            difference.field,
            _("%(label)s: %(theirs)s is stored, you typed %(yours)s.")
            % {
                "label": difference.label,
                "theirs": difference.their_words,
                "yours": difference.your_words,
            },
        )
        for difference in differences
    )
    differs = {difference.field: [difference.theirs, difference.yours] for difference in differences}
    return change.record(Verb.SET_RETYPED, faults=faults, extra={"differs": differs})


def insist(change: SetChange, waiting: Confirmation, written: WrittenSet) -> Outcome:
    """The second person looked again and stands for what was typed: now the other has to agree."""
    stand_for(change, written, first=change.by, other=change.before.written, by=waiting.first)
    return change.record(Verb.SET_CHANGED_TO_CONFIRM)


def beside(change: SetChange, written: WrittenSet) -> WrittenSet:
    """Which set is held: the one somebody stands for, with what another person typed kept beside it."""
    waiting = waiting_for_second(change.before)
    if waiting is None:
        return written
    if waiting.first_id != change.by.pk and not written.is_blank:
        waiting.retyped, waiting.retyped_by = written.to_data(), change.by
    else:
        waiting.retyped = waiting.retyped if waiting.first_id != change.by.pk else None
        waiting.retyped_by = waiting.retyped_by if waiting.retyped else None
    waiting.version = change.before.version + 1  # it goes on speaking of the set as it will be held
    waiting.save()
    return written if waiting.first_id == change.by.pk else change.before.written
