"""A set as rows: its cards and their substitutes, its version, what the journal says of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from scoring.models import Card, CardSet, SetVersion
from scoring.sets.queries import DeskTable
from scoring.sets.typed import WrittenSet, blank, to_data
from tournament.access import role_in
from tournament.models import Entry, Role, User
from tournament.refused import Fault, Refused
from tournament.verbs import Verb


def store(
    desk_table: DeskTable,
    written: WrittenSet,
    *,
    by: User,
    at: datetime,
    state: str,
    as_decided: bool = False,
    **fields: Any,
) -> DeskTable:
    """Saves a set and its cards for the players seated now, under the next version.

    `as_decided`: carries over what directors decided about its games, which is not typed here.
    """
    if not as_decided:
        check_rulings(desk_table, written, by=by)
    if not as_decided and not fields.get("ruling"):
        check_ruled(desk_table, written, by=by)
    check_one_card_each(desk_table, written)
    substitutes = substitutes_of(desk_table, written)
    card_set = desk_table.card_set or CardSet(
        table=desk_table.table, round=desk_table.round, version=desk_table.last_version, handed_in_at=at
    )
    is_new = desk_table.card_set is None
    card_set.state, card_set.version, card_set.entered_by = state, card_set.version + 1, by
    card_set.handed_in_by, card_set.first_east = written.handed_in_by, written.first_east
    card_set.games = to_data(written, desk_table.rules.profile)["games"]
    for name, value in fields.items():
        setattr(card_set, name, value)
    card_set.save()
    if not is_new:
        card_set.cards.all().delete()
    Card.objects.bulk_create(
        Card(
            card_set=card_set,
            round=desk_table.round,
            letter=letter,
            entry=desk_table.entries[letter],
            points=list(card.points),
            written_total=card.total,
            verified_by=card.verified_by,
            left_after=card.left_after,
            substitute=substitutes.get(letter),
        )
        for letter, card in written.cards.items()
        if not card.is_blank
    )
    return replace(desk_table, card_set=card_set, written=written)


def removed(desk_table: DeskTable) -> DeskTable:
    """Deletes a set with its cards; returns the table without it."""
    if desk_table.card_set:
        desk_table.card_set.delete()
    return replace(desk_table, card_set=None, written=blank(desk_table.rules.letters, desk_table.rules.games))


def check_rulings(desk_table: DeskTable, written: WrittenSet, *, by: User) -> None:
    """Refuses a director's decision about a game from other users, if it is new or its game was changed.

    A stored decision may come back unchanged from any user, since the form sends it along.
    """
    faults = []
    for number, (new, old) in enumerate(zip(written.games, desk_table.written.games, strict=True), 1):
        decision_field = new.facts.directors if new.facts else ""
        if decision_field and new.facts != old.facts:
            message = _("Game %(game)s: only a director decides this. Hold the set for the director.")
            faults.append(Fault("directors-only", f"g{number}-{decision_field}", message % {"game": number}))
    if faults and role_in(desk_table.tournament.club, by) != Role.DIRECTOR:
        raise Refused(faults)


def check_ruled(desk_table: DeskTable, written: WrittenSet, *, by: User) -> None:
    """Refuses numbers marked as ruled that no director has ruled, and changes to ruled numbers.

    A director may drop a ruling by typing other numbers, which are then judged like any.
    """
    stored_set = desk_table.written
    games = list(enumerate(zip(written.games, stored_set.games, strict=True), 1))
    games_without_ruling = [number for number, (new, old) in games if new.ruled and new.ruled != old.ruled]
    games_ruled_otherwise = [
        number
        for number, (new, old) in games
        if old.ruled and (new.ruled != old.ruled or written.numbers(number) != stored_set.numbers(number))
    ]
    if games_ruled_otherwise and role_in(desk_table.tournament.club, by) == Role.DIRECTOR:
        games_ruled_otherwise = []
    message = _("Game %(game)s: a director ruled otherwise. Hold the set for the director.")
    faults = [
        Fault("not-as-ruled", f"reading-{number}", message % {"game": number})
        for number in sorted({*games_without_ruling, *games_ruled_otherwise})
    ]
    if faults:
        raise Refused(faults)


def check_one_card_each(desk_table: DeskTable, written: WrittenSet) -> None:
    """Refuses a second card of a player in one round, where the player sat elsewhere when the first was typed."""
    faults = [
        Fault(
            "second-card",
            f"{letter}-1",
            _("%(name)s has a card at table %(table)s of this round already.")
            % {"name": desk_table.entries[letter].name, "table": desk_table.elsewhere[letter]},
        )
        for letter, card in written.cards.items()
        if not card.is_blank and letter in desk_table.elsewhere
    ]
    if faults:
        raise Refused(faults)


def substitutes_of(desk_table: DeskTable, written: WrittenSet) -> dict[str, Entry]:
    """Letter -> who played on there. Refuses whoever has a seat, or played on in another one, in this round."""
    numbers = {
        letter: card.substitute for letter, card in written.cards.items() if card.substitute is not None
    }
    if not numbers:
        return {}
    by_number = {
        entry.number: entry
        for entry in desk_table.tournament.entries.with_people().filter(number__in=numbers.values())
    }
    faults = []
    for letter, number in numbers.items():
        entry = by_number.get(number)
        if entry is None:
            message = _("Nobody here has number %s.") % number
        elif seat := entry.seats.filter(round=desk_table.round).select_related("table").first():
            message = _("%(name)s has a seat in this round: table %(table)s, seat %(letter)s.") % {
                "name": entry.name,
                "table": seat.table.number,
                "letter": seat.letter,
            }
        elif list(numbers.values()).count(number) > 1 or (
            Card.objects.filter(round=desk_table.round, substitute=entry)
            .exclude(card_set__table=desk_table.table)
            .exists()
        ):
            message = _("%(name)s plays on in one seat of a round only.") % {"name": entry.name}
        else:
            continue
        faults.append(Fault("not-a-substitute", f"{letter}-substitute", message))
    if faults:
        raise Refused(faults)
    return {letter: by_number[number] for letter, number in numbers.items()}


def keep_version(
    before: DeskTable, now: DeskTable, verb: Verb, *, by: User | None, at: datetime, **step: Any
) -> None:
    """Adds a `SetVersion` for the table; `step` has its optional fields."""
    SetVersion.objects.create(
        table=now.table,
        number=now.version or before.version,
        verb=verb,
        state=now.card_set.state if now.card_set else "",
        typed=to_data(now.written, now.rules.profile) if now.card_set else None,
        entries={letter: entry.pk for letter, entry in now.entries.items()},
        by=by,
        at=at,
        **step,
    )


def take_back_acceptance(card_set: CardSet) -> None:
    """Reopens an accepted set without saving it."""
    card_set.state, card_set.reopened = CardSet.State.IN, True
    card_set.accepted_at, card_set.accepted_by, card_set.ruling = None, None, ""


def lines_of(card_set: CardSet) -> list[dict[str, Any]]:
    """The point lines of a set in the form of `SetVersion.lines`."""
    rows = card_set.lines.order_by("entry__number", "game", "position")
    lines = rows.values("entry", "game", "points", "code", number=F("entry__number"))
    return [dict(line) for line in lines]


def snapshot(desk_table: DeskTable) -> dict[str, Any] | None:
    """A set as the journal stores it; None if no set has come in."""
    card_set = desk_table.card_set
    if card_set is None:
        return None
    data: dict[str, Any] = {"version": card_set.version, "state": card_set.state}
    data |= {"held_reason": card_set.held_reason} if card_set.state == CardSet.State.HELD else {}
    data |= {"ruling": card_set.ruling} if card_set.ruling else {}
    data["entries"] = {letter: entry.number for letter, entry in desk_table.entries.items()}
    return data | to_data(desk_table.written, desk_table.rules.profile)
