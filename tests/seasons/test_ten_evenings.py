"""A club of 24 plays a season of ten evenings: after each of them the standings under three rules equal a sum made
here, from names and points alone; also after a correction, and after two records are merged and taken apart.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from rules.seasons.rule import SeasonRule, printed_rule, read_rule
from seasons import actions
from seasons.published import moved_since, moved_words
from seasons.reckoning import reckon
from tests import builders
from tests.seasons.world import correct, evening, people
from tournament.people.actions import merge, take_apart

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MEMBERS = [f"Member {number:02}" for number in range(1, 25)]
SECOND_RECORD, GUESTS = "Member One", ("Guest 1", "Guest 2")
OF_TABLE = {
    4: (Fraction(4), Fraction(2), Fraction(1), Fraction(1, 2)),
    3: (Fraction(4), Fraction(2), Fraction(1)),
}
OF_EVENING = (6, 4, 3, 2, 1)
OWN_RULE: dict[str, Any] = {
    "points": {"by": "place", "places": list(OF_EVENING), "absent": -1, "most_absences": 3},
    "counts": {"which": "drop", "number": 2},
}
Evening = list[dict[str, int]]


def made_up() -> list[Evening]:
    """Who came: 16 to 23 people, so that tables of three occur; seven members on the sixth evening, with both guests.
    Member 01 came under another name on the fifth.
    """
    dice = random.Random(30)
    evenings = []
    for number in range(1, 11):
        there = dice.sample(MEMBERS, 7 if number == 6 else dice.randint(16, 22))
        there += GUESTS if number == 6 else GUESTS[:1] * (number % 3 == 0)
        if number == 5:
            there = [name for name in there if name != MEMBERS[0]] + [SECOND_RECORD]
        if number in (4, 7) and MEMBERS[0] not in there:
            there.append(MEMBERS[0])
        dice.shuffle(there)
        short = -len(there) % 4  # tables of three
        sizes = [3] * short + [4] * ((len(there) - 3 * short) // 4)
        rest = iter(there)
        evenings.append(
            [
                {next(rest): dice.choice((-50, -20, 0, 0, 25, 25, 50, 100)) for _seat in range(size)}
                for size in sizes
            ]
        )
    return evenings


def shared(points: dict[str, int], worth: tuple[Fraction | int, ...]) -> dict[str, Fraction]:
    """The average of the places that equal ones take together; 0 below the last."""
    order = sorted(points, key=lambda name: -points[name])
    at = {place: worth[place] if place < len(worth) else 0 for place in range(len(order))}
    shares = {}
    for name in order:
        places = [place for place, other in enumerate(order) if points[other] == points[name]]
        shares[name] = Fraction(sum(Fraction(at[place]) for place in places), len(places))
    return shares


def expected(rule: str, evenings: list[Evening], alias: dict[str, str]) -> dict[str, tuple[Any, Fraction]]:
    """Name -> place (None without one) and points."""
    worth: list[dict[str, Fraction]] = []
    for tables in evenings:
        tables = [{alias.get(name, name): points for name, points in table.items()} for table in tables]
        everybody = {name: points for table in tables for name, points in table.items()}
        members = [name for name in everybody if name not in GUESTS]
        if rule == "groene-hart":
            if len(members) < 8:
                continue
            of_tables = {
                name: got for table in tables for name, got in shared(table, OF_TABLE[len(table)]).items()
            }
            worth.append({name: of_tables[name] + 1 for name in members})
        elif rule == "own":
            places = shared(everybody, OF_EVENING)
            worth.append({name: places[name] for name in members})
        else:
            worth.append({name: Fraction(everybody[name]) for name in members})
    totals: dict[str, Fraction] = {}
    lacking = set()
    for name in {name for of_evening in worth for name in of_evening}:
        own = [of_evening[name] for of_evening in worth if name in of_evening]
        missed = len(worth) - len(own)
        if rule == "groene-hart":
            most = -(-3 * len(worth) // 4)
            totals[name] = sum(sorted(own, reverse=True)[:most], Fraction())
            lacking |= {name} if len(own) < most else set()
        elif rule == "own":
            kept = sorted(own, reverse=True)[: max(len(worth) - 2, 0)]
            totals[name] = sum(kept, Fraction()) - min(missed, 3)
        else:
            totals[name] = sum(own, Fraction()) / len(own)
            lacking |= {name} if len(own) < 6 else set()
    above = Counter(total for name, total in totals.items() if name not in lacking)
    return {
        name: (None if name in lacking else 1 + sum(n for other, n in above.items() if other > total), total)
        for name, total in totals.items()
    }


def stands(season: Any) -> dict[str, tuple[Any, Fraction]]:
    return {line.name: (line.place.rank, line.place.points) for line in reckon(season).lines}


def test_ten_evenings_under_three_rules() -> None:
    cast = builders.cast()
    by = cast.director
    known = people(cast.club, [*MEMBERS, SECOND_RECORD, *GUESTS])
    own = read_rule(OWN_RULE)
    assert isinstance(own, SeasonRule)
    # Cards that carry points alone say nothing of mah jonggs: equal seasons share the place.
    rules = {
        "groene-hart": printed_rule("groene-hart"),
        "scramble": printed_rule("scramble-average"),
        "own": own,
    }
    seasons = {
        name: actions.make_season(cast.club, name=name, is_public=True, rule=rule, by=by)
        for name, rule in rules.items()
    }
    for season in seasons.values():
        actions.set_people(season, [(name, "", True, 0, 0, 0) for name in GUESTS], by=by)
    evenings, played, alias = made_up(), [], {}
    ranked = Counter()

    def compare(number: int) -> None:
        for name, season in seasons.items():
            wanted = expected(name, evenings[:number], alias)
            assert stands(season) == wanted, (name, number)
            ranked[name] += sum(rank is not None for rank, _points in wanted.values())

    for number in range(1, 11):
        played.append(evening(cast.club, number, evenings[number - 1], known))
        for season in seasons.values():
            actions.set_events(season, played, by=by)
        compare(number)
        for season in seasons.values():
            actions.publish(season, by=by)
        if number == 6:
            main, second = known[MEMBERS[0]], known[SECOND_RECORD]
            merge(cast.club, main=main, alias=second, reason="she said so", by=by)
            alias[SECOND_RECORD] = MEMBERS[0]
            compare(number)
            moved = moved_since(seasons["scramble"].publications.last(), reckon(seasons["scramble"]))
            assert [
                one.name for one in moved if one.old and one.new and one.old.points != one.new.points
            ] == [MEMBERS[0]]
        if number == 7:
            table = evenings[2][0]
            name = next(name for name in table if name not in GUESTS)
            table[name] += 200
            correct(played[2], name, table[name])
            compare(number)
            scramble = seasons["scramble"]
            corrected = next(
                one for one in moved_since(scramble.publications.last(), reckon(scramble)) if one.name == name
            )
            assert corrected.old is not None
            before = Fraction(corrected.old.events[played[2].slug])
            assert f"(Evening 3: {before} became {before + 200})" in moved_words(corrected)
        if number == 8:
            take_apart(cast.club, alias=known[SECOND_RECORD], reason="two people", by=by)
            alias.clear()
            compare(number)
    assert min(ranked.values()) > 20
    # What was published stays as it was, and the standings after any evening are those of today's record.
    for number in range(1, 11):
        for name, season in seasons.items():
            now = reckon(season, until=played[number - 1].slug)
            wanted = expected(name, evenings[:number], alias)
            assert {line.name: (line.place.rank, line.place.points) for line in now.lines} == wanted
    assert [len(row.events) for row in seasons["own"].publications.all()] == list(range(1, 11))
