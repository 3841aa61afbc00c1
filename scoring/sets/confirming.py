"""Second-person confirmation: a set counts once two different people have typed the same cards.

The set is stored as the first person typed it. A second person types the cards blind. If both typed the same, the set
is confirmed; if not, the second typing is stored beside the first, and only the differences are shown. The second
person may then correct their typing, which confirms the set, or repeat it: then theirs becomes the stored set, and the
first person, or a third, has to confirm it. Nobody confirms their own typing.
"""

from django.utils.translation import gettext as _

from club.models import User
from record.change import change as unit_of_work
from record.refused import Refused, refuse
from record.verbs import Verb
from scoring.models import CardSet, Confirmation, SetVersion
from scoring.sets.change import SetChange, SetOutcome, keep_version
from scoring.sets.confirmations import waiting_for_second
from scoring.sets.judged import Judgement
from scoring.sets.merge import Difference, differing, name_at
from scoring.sets.places import SetFault
from scoring.sets.typed import WrittenSet, to_data
from scoring.sets.words import fault_in_words


def second_opinion(change: SetChange, written_set: WrittenSet) -> SetOutcome | None:
    """None when two people typed the same, so that the set may be accepted; otherwise the outcome.

    An outcome without faults means that another person has to type the set; otherwise its faults are the differences.
    """
    waiting = waiting_for_second(change.before)
    if waiting is None:
        return wait_for_second(change, written_set)
    differences = differing(change.before, change.before.written_set, written_set)
    if waiting.first_id == change.user.pk:
        if not differences:
            raise refuse("own-set", _("You typed this set. Another scorekeeper has to type it too."))
        return wait_for_second(change, written_set)
    if not differences:
        record_confirmation(change, waiting)
        return None
    if waiting.retyped_by_id == change.user.pk:
        return replace_first(change, waiting, written_set)
    return keep_second_version(change, waiting, written_set, differences)


def refuse_faulty_second(change: SetChange, judgement: Judgement) -> None:
    """Raises Refused for a faulty second typing, which must not replace the waiting set."""
    waiting = waiting_for_second(change.before)
    if waiting and waiting.first_id != change.person:
        raise Refused(fault_in_words(fault, change.before.tournament) for fault in judgement.faults)


def wait_for_second(change: SetChange, written_set: WrittenSet) -> SetOutcome:
    store_for_second_person(change, written_set, first=change.user)
    return change.record(SetVersion(verb=Verb.SET_TO_CONFIRM))


def store_for_second_person(
    change: SetChange,
    written_set: WrittenSet,
    *,
    first: User,
    other: WrittenSet | None = None,
    by: User | None = None,
) -> None:
    card_set = change.store(written_set, state=CardSet.State.IN)
    Confirmation.objects.update_or_create(
        card_set=card_set,
        defaults={
            "version": card_set.version,
            "first": first,
            "second": None,
            "retyped": to_data(other, change.before.rules.profile) if other else None,
            "retyped_by": by,
        },
    )


def record_confirmation(change: SetChange, waiting: Confirmation) -> None:
    """Records, as a change of its own before the acceptance, that a second person typed the same."""
    waiting.second = change.by
    waiting.save()
    with unit_of_work(
        change.tournament, Verb.SET_CONFIRMED, by=change.by, about=change.before.table, after_finish=True
    ) as act:
        keep_version(change.before, change.before, SetVersion(verb=Verb.SET_CONFIRMED), change.act)
        act.record(new={"typed_by": str(waiting.first), "confirmed_by": str(change.by)})


def keep_second_version(
    change: SetChange, waiting: Confirmation, written_set: WrittenSet, differences: list[Difference]
) -> SetOutcome:
    waiting.retyped, waiting.retyped_by = to_data(written_set, change.before.rules.profile), change.by
    waiting.save()
    faults = tuple(
        SetFault(
            "typed-otherwise",
            difference.place,
            {
                "name": name_at(change.before, difference.place),
                "theirs": difference.theirs,
                "yours": difference.yours,
                "extras": change.before.rules.extras_names,
            },
        )
        for difference in differences
    )
    differs = {difference.field: [difference.theirs, difference.yours] for difference in differences}
    return change.record(SetVersion(verb=Verb.SET_RETYPED), faults=faults, extra={"differs": differs})


def replace_first(change: SetChange, waiting: Confirmation, written_set: WrittenSet) -> SetOutcome:
    """After the second person typed the same again: stores it as the set, for the first person to confirm."""
    store_for_second_person(
        change, written_set, first=change.user, other=change.before.written_set, by=waiting.first
    )
    return change.record(SetVersion(verb=Verb.SET_CHANGED_TO_CONFIRM))


def set_to_hold(change: SetChange, written_set: WrittenSet) -> WrittenSet:
    """The set to hold: the first person's, while the second person's typing is stored beside it."""
    waiting = waiting_for_second(change.before)
    if waiting is None:
        return written_set
    if waiting.first_id != change.person and not written_set.is_blank:
        waiting.retyped, waiting.retyped_by = to_data(written_set, change.before.rules.profile), change.by
    else:
        waiting.retyped = waiting.retyped if waiting.first_id != change.person else None
        waiting.retyped_by = waiting.retyped_by if waiting.retyped else None
    waiting.version = change.before.version + 1  # stays valid for the set as it will be held
    waiting.save()
    return written_set if waiting.first_id == change.person else change.before.written_set
