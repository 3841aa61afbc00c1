from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.game import Phrase
from rules.seating import Certificate
from tournament.clock.late_tables import waited_for
from tournament.models import Entry, Tournament
from tournament.seating.announcing import own_ways
from tournament.seating.gaps import Gaps, SeatedLeaver, gaps, seated_leavers
from tournament.seating.queries import RoundSeating, certificate_of, name_of, names_and_numbers, seating

MOST_PAIRS = 12


@dataclass(frozen=True)
class Preflight:
    """The result of the check before a round is published.

    `faults` prevent it. `warnings` are stored in the journal with it, so they are codes; `tournament.words` has the
    sentences. `good`: what was checked and is in order.
    """

    round: RoundSeating
    certificate: Certificate
    faults: tuple[str, ...]
    warnings: tuple[Phrase, ...]
    good: tuple[str, ...]


def preflight(tournament: Tournament, number: int) -> Preflight | None:
    rounds = [round_seating for round_seating in seating(tournament) if round_seating.round.number <= number]
    if not rounds or rounds[-1].round.number != number:
        return None
    round_seating, certificate = rounds[-1], certificate_of(tournament, rounds)
    return Preflight(
        round_seating,
        certificate,
        tuple(_faults(tournament, round_seating, certificate)),
        tuple(_warnings(tournament, rounds, certificate)),
        tuple(_good(round_seating, certificate)),
    )


def _faults(tournament: Tournament, round_seating: RoundSeating, certificate: Certificate) -> list[str]:
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
    if tournament.categories.exists():
        seated = [entry.pk for entry in round_seating.seats.values() if entry]
        over = tournament.entries.filter(pk__in=seated, category__last_round__lt=number).with_people()
        if over:
            message = _("The part of %(names)s ended before this round. Plan it again without them.")
            faults.append(message % {"names": names_and_numbers(over)})
    return faults


def _warnings(
    tournament: Tournament, rounds: list[RoundSeating], certificate: Certificate
) -> Iterator[Phrase]:
    round_seating = rounds[-1]
    number = round_seating.round.number
    entries = {name_of(entry): entry for entry in round_seating.seats.values() if entry}
    for round_, tables in waited_for(tournament).items():
        if round_ < number:
            values = {"count": len(tables), "round": round_, "tables": ", ".join(map(str, tables))}
            yield Phrase("tables-not-accepted", values)
    if pairs := meeting_again(tournament, certificate, number):
        yield Phrase("pairs-meet-again", {"count": len(pairs), "pairs": names_of_pairs(pairs, entries)})
    for meeting in certificate.together:
        if meeting.round == number:
            first, second = (names_and_numbers([entries[name]]) for name in meeting.pair)
            yield Phrase("kept-apart-together", {"first": first, "second": second, "table": meeting.table})
    for wish in certificate.displaced:
        if wish.round == number:
            values = {
                "player": names_and_numbers([entries[wish.player]]),
                "table": wish.table,
                "sits": wish.sits,
            }
            yield Phrase("not-at-fixed-table", values)
    repeat_visitors = [
        entry
        for table in round_seating.tables
        for entry in table.entries
        if len(table.entries) < 4 and certificate.short_tables.get(name_of(entry), 0) > 1
    ]
    if repeat_visitors:
        yield Phrase(
            "short-table-again", {"count": len(repeat_visitors), "names": names_and_numbers(repeat_visitors)}
        )
    for own_way in own_ways(rounds).get(number, []):
        yield Phrase(
            "off-the-announcement",
            {
                "name": own_way.entry.name,
                "number": own_way.entry.number,
                "table": own_way.table,
                "letter": own_way.letter,
            },
        )
    yield from _of_leavers(seated_leavers(tournament, round_seating))
    yield from _of_gaps(gaps(tournament, round_seating), number)


def meeting_again(tournament: Tournament, certificate: Certificate, number: int) -> list[tuple[str, str]]:
    bonus = tournament.bonus_rounds
    if number in bonus:
        return []
    return [
        repeat.pair
        for repeat in certificate.repeats
        if number in repeat.rounds and any(met < number and met not in bonus for met in repeat.rounds)
    ]


def _of_leavers(leavers: Iterable[SeatedLeaver]) -> Iterator[Phrase]:
    for leaver in leavers:
        values: dict[str, Any] = {
            "name": leaver.entry.name,
            "number": leaver.entry.number,
            "left": leaver.left,
            "table": leaver.table,
        }
        if leaver.substitute:
            values |= {"other": leaver.substitute.name, "other_number": leaver.substitute.number}
        yield Phrase("left-and-played-on" if leaver.substitute else "left-and-seated", values)


def _of_gaps(round_gaps: Gaps, number: int) -> Iterator[Phrase]:
    # Later on they are no news: whoever did not come by the first round is looked for in the list of players.
    missing = round_gaps.missing if number == 1 else []
    waiting = round_gaps.waiting if round_gaps.empty else []
    for code, entries, more in (
        ("seated-not-here", round_gaps.not_here, {}),
        ("here-without-seat", round_gaps.without_seat, {}),
        ("empty-while-waiting", waiting, {"seats": ", ".join(round_gaps.empty)}),
        ("missing", missing, {}),
    ):
        if entries:
            yield Phrase(code, {"count": len(entries), "names": names_and_numbers(entries), **more})


def names_of_pairs(pairs: Sequence[tuple[str, str]], entries: Mapping[str, Entry]) -> str:
    words = "; ".join(names_and_numbers(entries[name] for name in pair) for pair in pairs[:MOST_PAIRS])
    return f"{words}; …" if len(pairs) > MOST_PAIRS else words


def _good(round_seating: RoundSeating, certificate: Certificate) -> list[str]:
    number = round_seating.round.number
    sizes = [len(table.entries) for table in round_seating.tables if table.entries]
    three = [str(table.number) for table in round_seating.tables if len(table.entries) == 3]
    tables = ngettext("%d table", "%d tables", len(sizes)) % len(sizes)
    players = ngettext("%d player", "%d players", sum(sizes)) % sum(sizes)
    good = [_("%(players)s at %(tables)s.") % {"players": players, "tables": tables}]
    if three:
        words = ngettext(
            "Table %(numbers)s plays with three.", "Tables %(numbers)s play with three.", len(three)
        )
        good.append(words % {"numbers": ", ".join(three)})
    if not any(number in repeat.rounds[1:] for repeat in certificate.repeats):
        good.append(_("Nobody meets anybody they have met before."))
    return good
