"""Seasons reckoned by hand for each rule that a club has printed, and many invented ones against an own reckoning."""

import json
import random
from datetime import date, timedelta
from fractions import Fraction
from typing import get_args

import pytest

from rules.commands.season import answer_line
from rules.english import sentence
from rules.seasons.rule import RULES, Refusal, TieStep, printed_rule, read_rule


def season(rule, events, **more):
    """The command's answer; an event is its tables, each a dict of points, in weeks that follow each other."""
    given = [
        {"name": str(number), "date": str(date(2027, 1, 7) + timedelta(weeks=number - 1)), **event}
        if "tables" in event
        else event
        for number, event in enumerate(events, start=1)
    ]
    return json.loads(answer_line(json.dumps({"rule": rule, "events": given, **more}).encode()))


def evening(*tables, **more):
    return {"tables": [{"points": table} for table in tables], **more}


def places(answer):
    return [(place["person"], place["rank"], place["points"]) for place in answer["standings"]]


def test_every_printed_rule_says_its_source_and_what_it_leaves_open():
    assert len(RULES) == 8
    for name in RULES:
        rule = printed_rule(name)
        assert rule.title.startswith("Based on ")
        assert "/" in rule.source
        assert rule.open


def test_groene_hart_counts_the_best_three_quarters_and_breaks_ties_by_wins():
    eight = {"Ann": 50, "Bo": 20, "Cy": 10, "Di": -10}, {"Eve": 50, "Fay": 20, "Gil": 10, "Hal": -10}
    away = {"Bo": 20, "Cy": 10, "Di": -10}, {"Eve": 50, "Fay": 20, "Gil": 10, "Hal": -10, "Ivy": -20}
    answer = season("groene-hart", [evening(*eight), evening(*eight), evening(*eight), evening(*away)])
    # Three of four evenings count: Ann has 5 + 5 + 5, Eve the same of four. Bo: 5 + 3 + 3. Cy's best: 3 + 2 + 2.
    # Fay 3 + 3 + 3, Gil 2 + 2 + 2, Di: 2 + 1.5 + 1.5, Hal 1.5 + 1.5 + 1.5; Ivy was there once of four.
    assert places(answer) == [
        ("Ann", 1, 15),
        ("Eve", 1, 15),
        ("Bo", 3, 11),
        ("Fay", 4, 9),
        ("Cy", 5, 7),
        ("Gil", 6, 6),
        ("Di", 7, 5),
        ("Hal", 8, 4.5),
        ("Ivy", None, 1),
    ]
    assert answer["standings"][-1]["needs"] == [{"of": 3, "has": 1, "what": "events"}]
    assert [part["counts"] for part in answer["standings"][1]["parts"]] == [True, True, True, False]


def test_groene_hart_breaks_ties_by_mah_jonggs_and_then_by_tiles_thrown():
    tables = [
        {"points": {"Ann": 50, "Bo": 20, "Cy": 10, "Di": 0}, "wins": {"Ann": 2}, "thrown": {"Bo": 1}},
        {"points": {"Eve": 50, "Fay": 20, "Gil": 10, "Hal": 0}, "wins": {"Eve": 3}, "thrown": {"Fay": 2}},
    ]
    assert places(season("groene-hart", [{"tables": tables}]))[:4] == [
        ("Eve", 1, 5),
        ("Ann", 2, 5),
        ("Bo", 3, 3),
        ("Fay", 4, 3),
    ]


def test_an_evening_with_too_few_members_does_not_count_and_guests_keep_their_places():
    two = {"Ann": 50, "Bo": 20, "Cy": 10, "Di": 0}, {"Eve": 50, "Fay": 20, "Gil": 10, "Zoe": 90}
    answer = season("groene-hart", [evening(*two), evening(*two, guests=["Zoe"])])
    assert answer["not_counted"] == ["2"]
    assert ("Zoe", 1, 5) in places(answer)
    guest = season({"points": {"by": "place", "places": [3, 2, 1]}}, [evening(*two, guests=["Zoe"])])
    # Zoe is first of the evening; Ann and Eve share the second and third place.
    assert places(guest)[:3] == [("Ann", 1, 1.5), ("Eve", 1, 1.5), ("Bo", 3, 0)]


def test_scramble_counts_the_two_best_matches_of_each_week():
    days = ["2027-01-04", "2027-01-05", "2027-01-10", "2027-01-11"]  # a Monday to Sunday, and the next Monday
    points = [30, -10, 20, -5]
    matches = [
        {"name": day, "date": day, "tables": [{"points": {"Ann": number, "Bo": -number}}]}
        for day, number in zip(days, points, strict=True)
    ]
    answer = season("scramble-weekly", matches)
    assert places(answer) == [("Ann", 1, 30 + 20 - 5), ("Bo", 2, 10 - 20 + 5)]
    assert [part["counts"] for part in answer["standings"][0]["parts"]] == [True, False, True, True]


def test_scramble_says_four_of_six_in_place_of_a_rank():
    answer = season("scramble-average", [evening({"Ann": 10 * number, "Bo": 5}) for number in range(4)])
    assert places(answer) == [("Ann", None, 15), ("Bo", None, 5)]
    assert answer["standings"][0]["needs"] == [{"of": 6, "has": 4, "what": "events"}]
    more = season(
        "scramble-average",
        [evening({"Ann": 10 * number, "Bo": 5}) for number in range(4)],
        brought_in=[{"person": "Ann", "points": 30, "events": 2}],
    )
    assert places(more) == [("Ann", 1, 15), ("Bo", None, 5)]  # (0 + 10 + 20 + 30 + 30) / 6


def test_st_michaels_divides_by_the_sessions_attended():
    both = [evening({"Ann": 9, "Bo": 8, "Cy": 7, "Di": 6}) for _session in range(24)]
    answer = season("st-michaels", [*both, evening({"Ann": 1, "Bo": 2, "Di": 3})])
    # Ann: 24 x 3 + 1 of 25. Bo: 24 x 2 + 2. Di: 24 x 0 + 3. Cy was there 24 times.
    assert places(answer) == [("Ann", 1, 2.92), ("Bo", 2, 2), ("Di", 3, 0.12), ("Cy", None, 1)]


def test_sg_riichi_takes_a_point_for_an_absence_and_three_at_most():
    four = {"Ann": 40, "Bo": 30, "Cy": 20, "Di": 10}
    others = {"Eve": 40, "Bo": 30, "Cy": 20, "Di": 10}
    answer = season("sg-riichi", [evening(four), *(evening(others) for _evening in range(4))])
    assert places(answer) == [
        ("Eve", 1, 4 * 3 - 1),
        ("Bo", 2, 5 * 2),
        ("Ann", 3, 3 - 3),
        ("Cy", 4, -5),
        ("Di", 5, -15),
    ]


def test_newport_pagnell_has_numbers_for_three_four_and_five_and_splits_ties():
    answer = season(
        "newport-pagnell",
        [
            evening(
                {"Ann": 3, "Bo": 2, "Cy": 1},
                {"Di": 9, "Eve": 5, "Fay": 5, "Gil": 0},
                {"V": 5, "W": 4, "X": 3, "Y": 2, "Z": 1},
            )
        ],
    )
    assert {person: points for person, _rank, points in places(answer)} == {
        "V": 12,
        "Di": 11,
        "Ann": 10,
        "W": 8,
        "Bo": 6,
        "Eve": 5.5,
        "Fay": 5.5,
        "X": 5,
        "Y": 3,
        "Cy": 2,
        "Gil": 2,
        "Z": 2,
    }


def test_bam_good_time_adds_everything_up():
    answer = season(
        "bam-good-time", [evening({"Ann": 30, "Bo": 25}, other={"Ann": -10}), evening({"Bo": 5, "Cy": 50})]
    )
    assert places(answer) == [("Cy", 1, 50), ("Bo", 2, 30), ("Ann", 3, 20)]


def test_merseyside_gives_six_four_three_two_one():
    people = {"Ann": 60, "Bo": 50, "Cy": 40, "Di": 40, "Eve": 30, "Fay": 20}
    answer = season("merseyside", [evening(people, people), evening({"Fay": 9, "Eve": 8})])
    # Cy and Di share the third and fourth place of the first session; Fay, last of it, gets nothing there.
    assert places(answer) == [
        ("Ann", 1, 6),
        ("Fay", 1, 6),
        ("Eve", 3, 5),
        ("Bo", 4, 4),
        ("Cy", 5, 2.5),
        ("Di", 5, 2.5),
    ]


def test_what_is_wrong_is_said_all_at_once():
    answer = season(
        {"points": {"by": "table", "tables": {"4": [1, 2]}}, "counts": {"which": "share", "number": 175}},
        [{"name": "1", "date": "2027-13-01", "tables": []}],
        brought_in=[{"person": "Ann", "points": 1e300}],
    )
    assert [(error["field"], error["message"]) for error in answer["errors"]] == [
        ("brought_in.0.points", "brought_in.0.points is beyond anything that can be scored."),
        ("rule.counts.number", "A share is from 0 to 100 percent."),
        ("rule.points.tables.4", "A table of 4 has 4 places, and points for 2 are given."),
    ]


def test_a_table_that_the_rule_does_not_know_is_refused():
    answer = season("sg-riichi", [evening({"Ann": 1, "Bo": 2, "Cy": 3})])
    assert (
        answer["errors"][0]["message"] == "At “1” a table had 3 people, and the rule has no points for that."
    )


@pytest.mark.parametrize("name", RULES)
def test_printed_rules_can_be_given_by_name(name):
    assert read_rule(name) is printed_rule(name)


def test_an_unknown_rule_names_the_known_ones():
    refused = read_rule("thursdays")
    assert isinstance(refused, Refusal)
    assert "“thursdays”" in sentence(refused.errors[0])
    assert "groene-hart" in sentence(refused.errors[0])


# An own reckoning, in the plainest way there is ----------------------------------------------------------------


def halves(draw):
    return draw.randint(-8, 24) / 2


def invented(draw):
    """A rule and a season of invented events, as the command takes them."""
    by = draw.choice(["total", "average", "place", "table", "linear"])
    points = {"by": by, "ties": draw.choice(["split", "high"]), "attending": draw.choice([0, 1, 0.5])}
    points |= {"absent": draw.choice([0, -1]), "most_absences": draw.choice([None, 0, 2])}
    points["least_members"] = draw.choice([0, 0, 5])
    if by == "place":
        points |= {"places": sorted([halves(draw) for _ in range(draw.randint(1, 6))])[::-1], "below": 0.5}
    if by == "table":
        points["tables"] = {
            str(size): sorted([halves(draw) for _ in range(size)])[::-1] for size in (3, 4, 5)
        }
    which = draw.choice(["all", "best", "drop", "share"])
    each = draw.choice(["season", "week", "month"]) if which == "best" else "season"
    together = draw.choice(["sum", "average"])
    counts = {"which": which, "number": draw.randint(1, 80 if which == "share" else 3)}
    counts |= {"each": each, "together": together}
    qualifies = {"events": draw.choice([0, 2]), "games": draw.choice([0, 12]), "share": draw.choice([0, 50])}
    rule = {"points": points, "counts": counts, "qualifies": qualifies}
    rule["ties"] = draw.sample(get_args(TieStep), draw.randint(0, 4))
    everybody = [f"P{number:02}" for number in range(draw.randint(6, 12))]
    events, day = [], date(2027, 1, 1)
    for number in range(draw.randint(1, 7)):
        day += timedelta(days=draw.randint(0, 9))
        tables = []
        for _round in range(draw.randint(1, 2)):
            people = draw.sample(everybody, len(everybody))
            while len(people) >= 3:
                size = draw.choice([3, 4, 4, 5])
                people, seated = people[size:], people[:size]
                if len(seated) >= 3:
                    tables.append(
                        {
                            "points": {person: draw.randint(-4, 8) * 10 for person in seated},
                            "games": draw.randint(1, 4),
                            "wins": {person: draw.randint(0, 2) for person in seated[:2]},
                            "thrown": {seated[-1]: draw.randint(0, 2)},
                        }
                    )
        event = {
            "name": f"E{number}",
            "date": str(day),
            "tables": tables,
            "weight": draw.choice([1, 1, 2, 0.5]),
        }
        event["guests"] = draw.sample(everybody, draw.choice([0, 0, 1]))
        event["other"] = {draw.choice(everybody): draw.randint(-3, 3) * 10}
        events.append(event)
    brought_in = [{"person": draw.choice(everybody), "points": halves(draw), "events": 1, "games": 4}]
    return {"rule": rule, "events": events, "brought_in": draw.choice([[], brought_in])}


def own_places(points):
    """The number of people above, and how many have the same."""
    return {
        person: (
            sum(other > mine for other in points.values()),
            sum(other == mine for other in points.values()),
        )
        for person, mine in points.items()
    }


def own_share(points, worth, ties):
    shares = {}
    for person, (above, equal) in own_places(points).items():
        part = [Fraction(str(worth[above + step])) for step in range(equal)]
        shares[person] = part[0] if ties == "high" else sum(part) / equal
    return shares


def own_event(event, rule):
    """Points, games, wins, tiles thrown of each person, guests too."""
    total, games, wins, thrown = {}, {}, {}, {}
    for table in event["tables"]:
        for person, number in table["points"].items():
            total[person] = total.get(person, 0) + number
            games[person] = games.get(person, 0) + table["games"]
            wins[person] = wins.get(person, 0) + table["wins"].get(person, 0)
            thrown[person] = thrown.get(person, 0) + table["thrown"].get(person, 0)
    for person, number in event["other"].items():
        if person in total:
            total[person] += number
    by = rule["by"]
    if by == "total":
        worth = {person: Fraction(number) for person, number in total.items()}
    elif by == "average":
        worth = {person: Fraction(number, games[person]) for person, number in total.items()}
    elif by == "place":
        worth = own_share(total, [*rule["places"], *[rule["below"]] * 20], rule["ties"])
    elif by == "linear":
        steps = max(len(total) - 1, 1)
        ladder = {
            person: [Fraction(1000 * (steps - above - step), steps) for step in range(equal)]
            for person, (above, equal) in own_places(total).items()
        }
        worth = {
            person: rungs[0] if rule["ties"] == "high" else sum(rungs) / len(rungs)
            for person, rungs in ladder.items()
        }
    else:
        worth = dict.fromkeys(total, Fraction(0))
        for table in event["tables"]:
            listed = rule["tables"][str(len(table["points"]))]
            for person, share in own_share(table["points"], listed, rule["ties"]).items():
                worth[person] += share
    weight = Fraction(str(event["weight"]))
    return {
        person: (
            (share + Fraction(str(rule["attending"]))) * weight,
            games[person],
            wins[person],
            thrown[person],
        )
        for person, share in worth.items()
    }


def own_standings(given):
    """(person, rank, points to the hundredth) of everybody."""
    rule, counts, needed = given["rule"]["points"], given["rule"]["counts"], given["rule"]["qualifies"]
    held = []
    for event in given["events"]:
        scores = own_event(event, rule)
        members = {person: score for person, score in scores.items() if person not in event["guests"]}
        if len(members) >= rule["least_members"]:
            held.append((date.fromisoformat(event["date"]), members))
    brought = {row["person"]: row for row in given["brought_in"]}
    people = sorted({person for _day, members in held for person in members} | set(brought))
    merits, results = {}, {}
    for person in people:
        mine = [(day, members[person]) for day, members in held if person in members]
        row = brought.get(person, {"points": 0, "events": 0, "games": 0})
        buckets = {}
        for day, score in mine:
            key = {"season": 0, "week": day.isocalendar()[:2], "month": (day.year, day.month)}[counts["each"]]
            buckets.setdefault(key, []).append(score)
        number = {
            "all": len(held),
            "best": counts["number"],
            "drop": max(0, len(held) - counts["number"]),
            "share": (len(held) * counts["number"] + 99) // 100,
        }[counts["which"]]
        taken = []
        for scores in buckets.values():
            taken += sorted(scores, key=lambda score: -score[0])[:number]
        points = sum((score[0] for score in taken), Fraction(str(row["points"])))
        games = sum(score[1] for _day, score in mine) + row["games"]
        if counts["together"] == "average":
            points /= max(1, len(taken) + row["events"])
        absences = len(held) - len(mine)
        if rule["most_absences"] is not None:
            absences = min(absences, rule["most_absences"])
        points += absences * rule["absent"]
        attended = len(mine) + row["events"]
        least = max(needed["events"], ((len(held) + row["events"]) * needed["share"] + 99) // 100)
        steps = {
            "most-wins": -sum(score[2] for _day, score in mine),
            "fewest-thrown": sum(score[3] for _day, score in mine),
            "most-attended": -attended,
            "best-event": -max([score[0] for _day, score in mine] or [0]),
        }
        merits[person] = (-points, *(steps[step] for step in given["rule"]["ties"]))
        results[person] = (attended >= least and games >= needed["games"], points)
    return {
        (
            person,
            1 + sum(results[other][0] and merits[other] < merits[person] for other in people)
            if qualifies
            else None,
            float(round(points, 2)),
        )
        for person, (qualifies, points) in results.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_two_thousand_invented_seasons_equal_an_own_reckoning(part):
    draw = random.Random(part)
    for _season in range(500):
        given = invented(draw)
        answer = json.loads(answer_line(json.dumps(given).encode()))
        assert {
            (place["person"], place["rank"], float(place["points"])) for place in answer["standings"]
        } == own_standings(given), given
