"""The words of a tournament on any page: rounds and their time, names in lists, messages, entries of the journal."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations
from typing import Any

from django import template
from django.db.models import Count
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.duties import brings_cards
from tournament.clock.bells import own_time
from tournament.clock.late_tables import time_up
from tournament.clock.queries import USUAL, Clock, clock_of_round, extensions, shortenings
from tournament.clock.starting_times import next_start
from tournament.journal import words
from tournament.models import Entry, Round, Tournament
from tournament.words import table_of_three, what_is_brought

register = template.Library()

for function in (
    words.subject_words,
    words.in_short,
    words.in_short_of,
    words.seats_in_short,
    words.in_full,
    words.verb_in_words,
    words.moment_of,
    Tournament.round_name,
    Tournament.round_in_words,
):
    register.filter(function)
register.filter("brought", what_is_brought)
register.simple_tag(next_start, name="coming_start")


@register.simple_tag
def clock_at_now(round_: Round, tournament: Tournament) -> Clock:
    return clock_of_round(round_, timezone.now(), warning_minutes=tournament.warning_minutes)


@register.simple_tag
def time_changes(round_: Round) -> dict[str, Any]:
    now = timezone.now()
    return {"longer": extensions(round_, now), "shorter": shortenings(round_, now), "usual": USUAL}


@register.simple_tag
def own_times(round_: Round) -> list[dict[str, Any]]:
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
    return brings_cards(tournament.profile.collector, tournament.collector_turn(number), tuple(letters))


@register.simple_tag
def collectors(tournament: Tournament, round_: Round) -> str:
    """Who brings the cards, by the letters at the table: "ABCD=B ABC=A"; "" where nobody has that duty."""
    tables = ("".join(letters) for many in (4, 3) for letters in combinations("ABCD", many))
    brings = ((letters, collector(tournament, round_, letters)) for letters in tables)
    return " ".join(f"{letters}={letter}" for letters, letter in brings if letter)


@register.simple_tag
def tables_of_three(round_: Round) -> list[int]:
    rows = round_.tables.annotate(players=Count("seats")).filter(players=3)
    return list(rows.order_by("number").values_list("number", flat=True))


@register.simple_tag
def sits_out(round_: Round) -> list[str]:
    """Who is there in a round and by turn has no seat, by name as everybody reads it."""
    return [row.entry.public_name for row in round_.sitting_out.select_related("entry__person")]


@register.simple_tag
def three_rules(tournament: Tournament, round_: Round | int) -> str:
    """What a table of three does otherwise: `{% three_rules tournament round as words %}`."""
    return table_of_three(tournament, round_ if isinstance(round_, int) else round_.number)


@register.simple_tag
def listed_name(entry: Entry, alike: Collection[str] = ()) -> SafeString:
    """The public name with its family name, which the list is ordered by, in bold.

    The town is added to names in `alike`, which several people have; never to initials.
    """
    if entry.shows_initials:
        return format_html('<bdi class="listed-name"><b>{}</b></bdi>', entry.public_name)
    full_name = full_listed_name(entry)
    if not entry.person.town or entry.public_name not in alike:
        return full_name
    return format_html('{} <span class="quiet small"><bdi>{}</bdi></span>', full_name, entry.person.town)


@register.simple_tag
def name_apart(tournament: Tournament, name: str, number: int) -> SafeString:
    """A name, with the player's number where several players of the tournament have that name."""
    if name not in tournament.names_alike:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<bdi>{}</bdi> <span class="player-number">{}</span>', name, number)


@register.simple_tag
def full_listed_name(entry: Entry) -> SafeString:
    """`listed_name` with the whole name, for the club's own people."""
    name = entry.divided_name
    before, gap = name.before and f"{name.before} ", " " if name.after and name.after[0] != "," else ""
    return format_html('<bdi class="listed-name">{}<b>{}</b>{}{}</bdi>', before, name.family, gap, name.after)


@register.inclusion_tag("tournament/hall_messages/_up.html")
def hall_messages(tournament: Tournament) -> dict[str, Any]:
    return {"hall_messages": tournament.hall_messages.standing()}
