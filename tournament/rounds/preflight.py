"""What to look at before a round is published."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.seating import Certificate
from tournament.models import Entry, Tournament
from tournament.rounds.queries import tables_not_accepted
from tournament.seating.announcing import off_the_announcement
from tournament.seating.queries import RoundSeating, certificate_of, name_of, seating


@dataclass(frozen=True)
class Preflight:
    """What to know before a round is published: what forbids it, and what to look at."""

    round: RoundSeating
    certificate: Certificate
    faults: tuple[str, ...]
    warnings: tuple[str, ...]
    good: tuple[str, ...]


def preflight(tournament: Tournament, number: int) -> Preflight | None:
    """The check of a planned round: size, repeats, pairs to keep apart, short tables, the round before."""
    rounds = [seated for seated in seating(tournament) if seated.round.number <= number]
    if not rounds or rounds[-1].round.number != number:
        return None
    seated, certificate = rounds[-1], certificate_of(tournament, rounds)
    return Preflight(
        seated,
        certificate,
        tuple(_faults(seated, certificate)),
        tuple(_warnings(tournament, rounds, certificate)),
        tuple(_good(seated, certificate)),
    )


def _faults(seated: RoundSeating, certificate: Certificate) -> list[str]:
    number = seated.round.number
    faults = [
        _("Table %d has fewer than three players.") % table
        for round_, table in certificate.undersized
        if round_ == number
    ]
    gone = [
        entry for table in seated.tables for entry in table.entries if entry.state != Entry.State.REGISTERED
    ]
    faults += [
        _("%(name)s (number %(number)d) has withdrawn but still has a seat.")
        % {"name": entry.name, "number": entry.number}
        for entry in gone
    ]
    if not any(table.entries for table in seated.tables):
        faults.append(_("Nobody is seated in this round."))
    return faults


def _warnings(tournament: Tournament, rounds: list[RoundSeating], certificate: Certificate) -> list[str]:
    seated = rounds[-1]
    number = seated.round.number
    warnings: list[str] = []
    if len(rounds) > 1 and (missing := tables_not_accepted(rounds[-2].round)):
        warnings.append(
            ngettext(
                "%(count)d table of round %(round)d is not accepted yet.",
                "%(count)d tables of round %(round)d are not accepted yet.",
                missing,
            )
            % {"count": missing, "round": number - 1}
        )
    again = sum(1 for repeat in certificate.repeats if number in repeat.rounds[1:])
    if again:
        warnings.append(
            ngettext(
                "%d pair has met before and meets again in this round.",
                "%d pairs have met before and meet again in this round.",
                again,
            )
            % again
        )
    warnings += [
        _("Players %(one)s and %(other)s, to be kept apart, both sit at table %(table)d.")
        % {"one": meeting.pair[0], "other": meeting.pair[1], "table": meeting.table}
        for meeting in certificate.together
        if meeting.round == number
    ]
    warnings += [
        _("Player %(player)s should stay at table %(table)d, but sits at table %(sits)d.")
        % {"player": wish.player, "table": wish.table, "sits": wish.sits}
        for wish in certificate.displaced
        if wish.round == number
    ]
    warnings += short_again(seated, certificate)
    elsewhere = []
    if len(rounds) > 1:
        elsewhere = off_the_announcement(rounds[-2], seated, rounds[0].tables[-1].number)
    warnings += [
        _(
            "%(name)s (number %(number)d) does not move as announced: tell them table %(table)d, seat %(letter)s."
        )
        % {
            "name": place.entry.name,
            "number": place.entry.number,
            "table": place.table,
            "letter": place.letter,
        }
        for place in elsewhere
    ]
    with_seat = {place.entry.pk for place in seated.places}
    waiting = tournament.entries.here().exclude(pk__in=with_seat).exclude(plays_until__lt=number).count()
    if waiting:
        warnings.append(
            ngettext(
                "%d player is checked in but has no seat in this round.",
                "%d players are checked in but have no seat in this round.",
                waiting,
            )
            % waiting
        )
    return warnings


def short_again(seated: RoundSeating, certificate: Certificate) -> list[str]:
    """Whoever sits at a table of three in this round and did so before; `certificate` are those up to this round."""
    again = sum(
        1
        for table in seated.tables
        for entry in table.entries
        if len(table.entries) < 4 and certificate.short_tables.get(name_of(entry), 0) > 1
    )
    if not again:
        return []
    words = ngettext(
        "%d player sits at a table of three again.", "%d players sit at a table of three again.", again
    )
    return [words % again]


def _good(seated: RoundSeating, certificate: Certificate) -> list[str]:
    number = seated.round.number
    sizes = [len(table.entries) for table in seated.tables if table.entries]
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
