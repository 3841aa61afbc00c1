"""Template tags for rounds: name, clock, next start, tables with a time of their own, who brings the cards."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TypedDict

from django import template
from django.db.models import Count
from django.utils import timezone

from rules.duties import brings_cards
from tournament.clock.bells import own_time
from tournament.clock.extra_time import USUAL, TimeChange, extensions, shortenings
from tournament.clock.queries import Clock, clock_of_round, time_up
from tournament.clock.starting_times import NextStart, next_start
from tournament.models import Round, Table, Tournament
from tournament.words import table_of_three

register = template.Library()


class OwnTime(TypedDict):
    table: Table
    until: datetime | None


class TimeChanges(TypedDict):
    longer: list[TimeChange]
    shorter: list[TimeChange]
    usual: int


@register.simple_tag
def clock_at_now(round_: Round, tournament: Tournament) -> Clock:
    """The current clock of a round: `{% clock_at_now round tournament as clock %}`."""
    return clock_of_round(round_, timezone.now(), warning_minutes=tournament.warning_minutes)


@register.filter
def round_name(tournament: Tournament, number: int) -> str:
    """What a round is called: `{{ tournament|round_name:number }}`."""
    return tournament.round_name(number)


@register.filter
def round_in_words(tournament: Tournament, number: int) -> str:
    """What a round is called within a sentence: `{{ tournament|round_in_words:number }}`."""
    return tournament.round_in_words(number)


@register.simple_tag
def time_changes(round_: Round) -> TimeChanges:
    """The possible changes of a round's time: `{% time_changes round as changes %}`."""
    now = timezone.now()
    return {"longer": extensions(round_, now), "shorter": shortenings(round_, now), "usual": USUAL}


@register.simple_tag
def coming_start(tournament: Tournament) -> NextStart | None:
    """The next round's starting time: `{% coming_start tournament as start %}`."""
    return next_start(tournament)


@register.simple_tag
def own_times(round_: Round) -> list[OwnTime]:
    """The tables that play longer than the round; `until` is None while the clock does not run."""
    if round_.started_at is None:
        return [{"table": table, "until": None} for table in own_time(round_)]
    stands_still = round_.paused_at is not None and round_.ended_at is None
    now = timezone.now()
    return [
        {"table": table, "until": None if stands_still else time_up(round_, table, now)}
        for table in own_time(round_)
    ]


@register.simple_tag
def collector(tournament: Tournament, round_: Round | int, letters: Iterable[str] = "ABCD") -> str:
    """The letter that brings the cards of a table to the desk in a round; "" where nobody has that duty."""
    number = round_ if isinstance(round_, int) else round_.number
    return brings_cards(tournament.profile.collector, tournament.round_in_block(number), tuple(letters))


@register.simple_tag
def tables_of_three(round_: Round) -> list[int]:
    """The tables of a round with three players: `{% tables_of_three round as tables %}`."""
    rows = round_.tables.annotate(players=Count("seats")).filter(players=3)
    return list(rows.order_by("number").values_list("number", flat=True))


@register.simple_tag
def three_rules(tournament: Tournament, round_: Round | int) -> str:
    """What a table of three does otherwise: `{% three_rules tournament round as words %}`."""
    return table_of_three(tournament, round_ if isinstance(round_, int) else round_.number)
