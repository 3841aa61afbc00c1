"""Sets for the director: held or reopened in a dispute, ruled on, returned to the desk."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from club.models import User
from record.refused import FieldFault, Refused, conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import CardSet, SetVersion
from scoring.sets.accepting import store_accepted
from scoring.sets.change import SetChange, SetOutcome, removed, set_change, take_back_acceptance
from scoring.sets.confirming import set_to_hold
from scoring.sets.judged import Judgement
from scoring.sets.lines import lines_of
from scoring.sets.queries import DeskTable
from scoring.sets.ruling import as_ruled
from scoring.sets.typed import Ruling
from scoring.sets.words import fault_in_words
from ui.declared import declared


def rule_on_set(
    desk_table: DeskTable,
    judgement: Judgement,
    *,
    ruling: str,
    consulted: Sequence[str],
    by: User,
    stamp: Stamp | None = None,
) -> SetOutcome:
    """A director settles a held set after hearing every player of the table: it is accepted as ruled.

    Hearing the table replaces the verification, and ruled numbers need no game that explains them: the lines of such
    a game say who ruled and why. Raises Conflict, and Refused when the ruling is empty, a player was not heard, a
    number is missing or a total contradicts its games; nothing has changed then.
    """
    ruling, heard = ruling.strip(), sorted(consulted)
    content = [judgement.typed_set, ruling, heard]
    with set_change(desk_table, Verb.SET_RULED, by=by, stamp=stamp, content=content) as change:
        if change.answer:
            return change.answer
        change.check_page()
        check_held(change)
        faults = faults_of_absence(change.before, heard, "consulted")
        if not ruling:
            faults.append(FieldFault("ruling-missing", "ruling", _("Say what you ruled.")))
        if faults:
            raise Refused(faults)
        judgement = as_ruled(change.judged(judgement, desk_table.rules), Ruling(str(by), ruling))
        if not judgement.acceptable:
            raise Refused(fault_in_words(fault, desk_table.tournament) for fault in judgement.faults)
        return store_accepted(change, judgement, ruling=ruling, extra={"consulted": heard})


def hold_set(
    desk_table: DeskTable,
    judgement: Judgement,
    *,
    reason: str,
    by: User | None,
    stamp: Stamp | None = None,
) -> SetOutcome:
    """Holds a set for the director, with a reason. Raises Conflict, Refused."""
    reason = reason.strip()
    content = [judgement.typed_set, reason]
    with set_change(desk_table, Verb.SET_HELD, by=by, stamp=stamp, content=content) as change:
        if change.answer:
            return change.answer
        change.check_page(judgement.typed_set)
        change.check_open()
        if not reason:
            raise refuse("reason-missing", _("Say why the set is held, for the director."), "held_reason")
        written_set = change.judged(judgement, desk_table.rules).scored
        change.store(set_to_hold(change, written_set), state=CardSet.State.HELD, held_reason=reason)
        return change.record(SetVersion(verb=Verb.SET_HELD, reason=reason))


def hand_back_set(desk_table: DeskTable, *, reason: str, by: User, stamp: Stamp | None = None) -> SetOutcome:
    """Returns a held set to the desk without a ruling, with a reason; directors only. Where `slots.plays_on` of a room
    says that the table does, there is no set any more: nothing was handed in. Raises Conflict, Refused.
    """
    reason = reason.strip()
    with set_change(desk_table, Verb.SET_HANDED_BACK, by=by, stamp=stamp, content=reason) as change:
        if change.answer:
            return change.answer
        change.check_page()
        check_held(change)
        if not reason:
            raise refuse("reason-missing", _("Say why the set goes back to the desk."), "reason")
        if any(plays_on(change.before) for plays_on in declared("slots", "plays_on")):
            change.now = removed(change.before)
        else:
            back: dict[str, Any] = {"held_reason": "", "entered_by": check_held(change).entered_by}
            change.store(change.before.written_set, state=CardSet.State.IN, **back)
        return change.record(SetVersion(verb=Verb.SET_HANDED_BACK, reason=reason))


def check_held(change: SetChange) -> CardSet:
    card_set = change.before.card_set
    if card_set is None or card_set.state != CardSet.State.HELD:
        raise conflict("not-held", _("This set is no longer held."))
    return card_set


def reopen_set(
    desk_table: DeskTable, *, reason: str, present: Sequence[str], by: User, stamp: Stamp | None = None
) -> SetOutcome:
    """Reopens an accepted set in a dispute, with every player of the table present.

    It is held with the reason until a director answers, and its cards are no longer verified. Its lines are deleted
    at once; after the finish they count until the set is accepted again. The old numbers stay in its versions and in
    the journal. Raises Conflict, Refused.
    """
    reason, letters = reason.strip(), sorted(present)
    with set_change(desk_table, Verb.SET_REOPENED, by=by, stamp=stamp, content=[reason, letters]) as change:
        if change.answer:
            return change.answer
        change.check_page()
        card_set = change.before.card_set
        if card_set is None or card_set.state != CardSet.State.ACCEPTED:
            raise conflict("not-accepted", _("Only an accepted set can be reopened."))
        faults = faults_of_absence(change.before, letters, "present")
        if not reason:
            faults.append(FieldFault("reason-missing", "reason", _("Say what the dispute is about.")))
        if faults:
            raise Refused(faults)
        change.act.copy_first(
            f"before reopening round {desk_table.round.number} table {desk_table.table.number}"
        )
        lines, finished = lines_of(card_set), change.tournament.finished_at is not None
        if not finished:
            card_set.lines.all().delete()
        take_back_acceptance(card_set)
        stored = change.before.written_set
        # Totals that nobody wrote, of games that players entered on their phones, follow what is ruled.
        unwritten = {"total": None} if card_set.entered_by_id is None else {}
        cards = {letter: replace(card, verified_by="", **unwritten) for letter, card in stored.cards.items()}
        written_set = replace(stored, cards=cards)
        change.store(written_set, as_decided=True, state=CardSet.State.HELD, held_reason=reason)
        step = SetVersion(verb=Verb.SET_REOPENED, reason=reason, lines=lines)
        return change.record(step, standings=not finished, extra={"present": letters})


def faults_of_absence(desk_table: DeskTable, present: Iterable[str], field: str) -> list[FieldFault]:
    """One fault that names the players of the table who are not in `present`."""
    present_letters = set(present)
    absent_names = [
        f"{letter} {entry.name}"
        for letter, entry in desk_table.entries.items()
        if letter not in present_letters
    ]
    if not absent_names:
        return []
    message = _("Every player of the table has to be there. Not marked: %(names)s.")
    return [FieldFault("not-all-present", field, message % {"names": ", ".join(absent_names)})]
