"""The rounds of a day: what is published, what comes next, what to look at before publishing."""

from dataclasses import dataclass

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.seating import Certificate
from tournament.models import Entry, Round, Table, Tournament
from tournament.seams import above
from tournament.seating.queries import Place, RoundSeating, certificate_of, name_of, seating


def tables_not_accepted(round_: Round) -> int:
    """How many tables of a round have no accepted card set yet."""
    return _not_accepted(Table.objects.filter(round=round_)).count()


def complete_rounds(tournament: Tournament) -> set[int]:
    """The numbers of the published rounds in which every table's card set is accepted. Two queries."""
    published = tournament.rounds.published().values_list("number", flat=True)
    waiting = _not_accepted(Table.objects.filter(round__tournament=tournament))
    return set(published) - set(waiting.values_list("round__number", flat=True))


def _not_accepted(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those where somebody sits and no card set is accepted yet."""
    return tables.filter(seats__isnull=False).distinct().exclude(pk__in=above.accepted(tables).values("pk"))


@dataclass(frozen=True)
class Preflight:
    """What to know before a round is published: what forbids it, and what to look at."""

    round: RoundSeating
    facts: Certificate
    faults: tuple[str, ...]
    warnings: tuple[str, ...]
    good: tuple[str, ...]


def preflight(tournament: Tournament, number: int) -> Preflight | None:
    """The check of a planned round: size, repeats, pairs to keep apart, short tables, the round before."""
    rounds = [one for one in seating(tournament) if one.round.number <= number]
    if not rounds or rounds[-1].round.number != number:
        return None
    facts = certificate_of(tournament, rounds)
    return Preflight(
        rounds[-1],
        facts,
        tuple(_faults(rounds[-1], facts)),
        tuple(_warnings(tournament, rounds, facts)),
        tuple(_good(rounds[-1], facts)),
    )


def _faults(one: RoundSeating, facts: Certificate) -> list[str]:
    number = one.round.number
    found = [
        _("Table %d has fewer than three players.") % table
        for round_, table in facts.undersized
        if round_ == number
    ]
    gone = [entry for table in one.tables for entry in table.entries if entry.state != Entry.State.REGISTERED]
    found += [
        _("%(name)s (number %(number)d) has withdrawn but still has a seat.")
        % {"name": entry.name, "number": entry.number}
        for entry in gone
    ]
    if not any(table.entries for table in one.tables):
        found.append(_("Nobody is seated in this round."))
    return found


def _warnings(tournament: Tournament, rounds: list[RoundSeating], facts: Certificate) -> list[str]:
    number = rounds[-1].round.number
    found: list[str] = []
    if len(rounds) > 1 and (missing := tables_not_accepted(rounds[-2].round)):
        found.append(
            ngettext(
                "%(count)d table of round %(round)d is not accepted yet.",
                "%(count)d tables of round %(round)d are not accepted yet.",
                missing,
            )
            % {"count": missing, "round": number - 1}
        )
    again = sum(1 for repeat in facts.repeats if number in repeat.rounds[1:])
    if again:
        found.append(
            ngettext(
                "%d pair has met before and meets again in this round.",
                "%d pairs have met before and meet again in this round.",
                again,
            )
            % again
        )
    found += [
        _("Players %(one)s and %(other)s, to be kept apart, both sit at table %(table)d.")
        % {"one": meeting.pair[0], "other": meeting.pair[1], "table": meeting.table}
        for meeting in facts.together
        if meeting.round == number
    ]
    found += [
        _("Player %(player)s should stay at table %(table)d, but sits at table %(sits)d.")
        % {"player": one.player, "table": one.table, "sits": one.sits}
        for one in facts.displaced
        if one.round == number
    ]
    found += short_again(rounds[-1], facts)
    elsewhere = []
    if len(rounds) > 1:
        elsewhere = off_the_announcement(rounds[-2], rounds[-1], rounds[0].tables[-1].number)
    found += [
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
    seated = {entry.pk for table in rounds[-1].tables for entry in table.entries}
    here = tournament.entries.filter(state=Entry.State.REGISTERED, checked_in_at__isnull=False)
    waiting = here.exclude(pk__in=seated).exclude(plays_until__lt=number).count()
    if waiting:
        found.append(
            ngettext(
                "%d player is checked in but has no seat in this round.",
                "%d players are checked in but have no seat in this round.",
                waiting,
            )
            % waiting
        )
    return found


def short_again(one: RoundSeating, facts: Certificate) -> list[str]:
    """Whoever sits at a table of three in this round and did so before; `facts` are those up to this round."""
    again = sum(
        1
        for table in one.tables
        for entry in table.entries
        if len(table.entries) < 4 and facts.short_tables.get(name_of(entry), 0) > 1
    )
    if not again:
        return []
    words = ngettext(
        "%d player sits at a table of three again.", "%d players sit at a table of three again.", again
    )
    return [words % again]


def off_the_announcement(before: RoundSeating, one: RoundSeating, tables: int) -> list[Place]:
    """Who sits elsewhere than the announced step leads from the round before, round a room of so many tables.

    Empty where nothing was announced; somebody who did not play the round before needs to be told anyway.
    """
    if not one.round.steps:
        return []
    sat = {place.entry.pk: place for place in before.places}
    found = []
    for place in one.places:
        was = sat.get(place.entry.pk)
        led = was and ((was.table + one.round.steps[was.letter] - 1) % tables + 1, was.letter)
        if led != (place.table, place.letter):
            found.append(place)
    return found


def exceptions(tournament: Tournament, one: RoundSeating) -> list[Place]:
    """Who does not come to a seat of this published round by the announced step; empty where none was announced."""
    if one.round.published_at is None or not one.round.steps:
        return []
    tables = Table.objects.filter(round__tournament=tournament, round__number=1).aggregate(Max("number"))
    (before,) = seating(tournament, [one.round.number - 1])
    return off_the_announcement(before, one, tables["number__max"])


def _good(one: RoundSeating, facts: Certificate) -> list[str]:
    number = one.round.number
    sizes = [len(table.entries) for table in one.tables if table.entries]
    short = sizes.count(3)
    tables = ngettext("%d table", "%d tables", len(sizes)) % len(sizes)
    players = ngettext("%d player", "%d players", sum(sizes)) % sum(sizes)
    found = [_("%(players)s at %(tables)s.") % {"players": players, "tables": tables}]
    if short:
        found.append(
            ngettext("%d table of three, the rest of four.", "%d tables of three, the rest of four.", short)
            % short
        )
    if not any(number in repeat.rounds[1:] for repeat in facts.repeats):
        found.append(_("Nobody meets somebody they have met before."))
    return found
