"""What to look at before a round is published."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.game import Phrase
from rules.seating import Certificate
from tournament.models import Entry, Tournament
from tournament.rounds.queries import waited_for
from tournament.seating.announcing import off_the_announcement
from tournament.seating.queries import RoundSeating, certificate_of, name_of, seating


@dataclass(frozen=True)
class Preflight:
    """What to know before a round is published.

    `faults` forbid it. `warnings` go into the journal with it, so they are codes: `tournament.words` has the
    sentences. `good` is what was checked and is in order.
    """

    round: RoundSeating
    certificate: Certificate
    faults: tuple[str, ...]
    warnings: tuple[Phrase, ...]
    good: tuple[str, ...]


def preflight(tournament: Tournament, number: int) -> Preflight | None:
    """The check of a planned round: size, repeats, pairs to keep apart, short tables, the round before."""
    rounds = [round_seating for round_seating in seating(tournament) if round_seating.round.number <= number]
    if not rounds or rounds[-1].round.number != number:
        return None
    round_seating, certificate = rounds[-1], certificate_of(tournament, rounds)
    return Preflight(
        round_seating,
        certificate,
        tuple(_faults(round_seating, certificate)),
        tuple(_warnings(tournament, rounds, certificate)),
        tuple(_good(round_seating, certificate)),
    )


def _faults(round_seating: RoundSeating, certificate: Certificate) -> list[str]:
    number = round_seating.round.number
    faults = [
        _("Table %d has fewer than three players.") % table
        for round_, table in certificate.undersized
        if round_ == number
    ]
    unregistered = [
        entry
        for table in round_seating.tables
        for entry in table.entries
        if entry.state != Entry.State.REGISTERED
    ]
    faults += [
        _("%(name)s (number %(number)d) has withdrawn but still has a seat.")
        % {"name": entry.name, "number": entry.number}
        for entry in unregistered
    ]
    if not any(table.entries for table in round_seating.tables):
        faults.append(_("Nobody is seated in this round."))
    return faults


def _warnings(
    tournament: Tournament, rounds: list[RoundSeating], certificate: Certificate
) -> Iterator[Phrase]:
    round_seating = rounds[-1]
    number = round_seating.round.number
    if len(rounds) > 1 and (tables := waited_for(rounds[-2].round)):
        yield Phrase("tables-not-accepted", {"count": len(tables), "round": number - 1})
    pairs = sum(1 for repeat in certificate.repeats if number in repeat.rounds[1:])
    if pairs:
        yield Phrase("pairs-meet-again", {"count": pairs})
    for meeting in certificate.together:
        if meeting.round == number:
            first, second = meeting.pair
            yield Phrase("kept-apart-together", {"first": first, "second": second, "table": meeting.table})
    for wish in certificate.displaced:
        if wish.round == number:
            yield Phrase(
                "not-at-fixed-table", {"player": wish.player, "table": wish.table, "sits": wish.sits}
            )
    if count := short_again(round_seating, certificate):
        yield Phrase("short-table-again", {"count": count})
    if len(rounds) > 1:
        for taken_seat in off_the_announcement(rounds[-2], round_seating, rounds[0].tables[-1].number):
            yield Phrase(
                "off-the-announcement",
                {
                    "name": taken_seat.entry.name,
                    "number": taken_seat.entry.number,
                    "table": taken_seat.table,
                    "letter": taken_seat.letter,
                },
            )
    with_seat = {taken_seat.entry.pk for taken_seat in round_seating.taken_seats}
    here = tournament.entries.here().exclude(pk__in=with_seat).exclude(plays_until__lt=number)
    if count := here.count():
        yield Phrase("here-without-seat", {"count": count})


def short_again(round_seating: RoundSeating, certificate: Certificate) -> int:
    """How many sit at a table of three for the second time or more; `certificate` ends with this round."""
    return sum(
        1
        for table in round_seating.tables
        for entry in table.entries
        if len(table.entries) < 4 and certificate.short_tables.get(name_of(entry), 0) > 1
    )


def _good(round_seating: RoundSeating, certificate: Certificate) -> list[str]:
    number = round_seating.round.number
    sizes = [len(table.entries) for table in round_seating.tables if table.entries]
    short = sizes.count(3)
    tables = ngettext("%d table", "%d tables", len(sizes)) % len(sizes)
    players = ngettext("%d player", "%d players", sum(sizes)) % sum(sizes)
    good = [_("%(players)s at %(tables)s.") % {"players": players, "tables": tables}]
    if short:
        good.append(
            ngettext("%d table of three, the rest of four.", "%d tables of three, the rest of four.", short)
            % short
        )
    if not any(number in repeat.rounds[1:] for repeat in certificate.repeats):
        good.append(_("Nobody meets somebody they have met before."))
    return good
