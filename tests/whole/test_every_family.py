"""Every page, sheet and command for every family of arithmetic, one that only these tests have among them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from club.profiles.examples import EXAMPLES
from paper.cards.kinds import kind_of
from paper.prints import print_sheets
from paper.sheets.registry import SHEETS
from paper.sheets.sheet import PrintJob
from paper.sheets.table_sheet import TableSheet
from record.phrases import with_minus
from rules.commands.profile import main as profile_command
from rules.commands.score import answer_line
from rules.english import LINES, rule_sheet
from rules.systems import registry
from rules.systems.profile import SYSTEMS, definition
from rules.systems.reader import FIELDS
from rules.systems.registry import FAMILIES
from scoring.sets.lines import wrong_lines
from scoring.sets.queries import desk_table_of
from scoring.sets.table_rules import table_rules
from scoring.standings.queries import standings_of
from tests import builders, final_scores
from tests.whole.test_every_page import RIGHTS, World, addresses, make_world
from tournament.models import Seat, Tournament
from tournament.settings.actions import defaults_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FAMILY_SYSTEMS = ("sanctioned", "card-game", "sixteen-hands", final_scores.NAME)


@pytest.fixture(autouse=True)
def _registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for table, words in ((LINES, final_scores.LINES), (EXAMPLES, final_scores.EXAMPLES)):
        for code, pattern in words.items():
            monkeypatch.setitem(table, code, pattern)
    registry.register(final_scores.FAMILY, final_scores=final_scores.write_system(tmp_path))
    yield
    del FAMILIES[final_scores.NAME], SYSTEMS[final_scores.NAME]
    FIELDS.discard("scores")
    definition.cache_clear()
    registry._base.cache_clear()


LOOKS = ("draw-look", "plan-again-look", "seat-by-standing-look")
"""What would be drawn: refused in a sentence once a round is published."""


def test_there_is_a_system_of_each_family() -> None:
    assert {definition(system).family for system in FAMILY_SYSTEMS} == set(FAMILIES)


def world_of(system: str) -> World:
    defaults = defaults_of(system)
    fields = {name: value for name, value in defaults.items() if name != "rounds_planned"}
    world = make_world(system=system, **fields)
    call_command("simulate", world.tournament.slug, rounds=1, seed=3)
    world.tournament.refresh_from_db()
    world.tournament.rounds.filter(number=2).update(published_at=world.begun.drawn_at)
    return world


@pytest.mark.parametrize("system", FAMILY_SYSTEMS)
def test_every_page_answers(system: str) -> None:
    world = world_of(system)
    world.parts["sheet"] = "standings"
    client = builders.signed_in(world.cast.director)
    answers: dict[str, set[int]] = {}
    for name, (method, _who) in RIGHTS.items():
        if method == "get" and name != "live":  # which goes on and on
            answers[name] = set()
            for round_number in (1, 2) if "number" in addresses()[name][1] else (1,):
                world.parts |= {"number": round_number}
                response = client.get(world.address(name))
                answers[name].add(response.status_code)
                if response.streaming:
                    list(response.streaming_content)  # so that its file is closed
    # There is a club, no link, and no phone that has opened a slip; Master Points are for sanctioned play.
    gone = dict.fromkeys(("start-club", "start-club-by-link", "this-program", "new-password"), 404)
    gone |= dict.fromkeys(("phone", "phone-key", "phone-live", "phone-practice"), 404)
    if system != "sanctioned":
        gone["master-points"] = 404
    for name, expected in {**dict.fromkeys(LOOKS, 422), "sign-in-code": 302, **gone}.items():
        assert answers.pop(name) == {expected}, name
    assert {name: statuses for name, statuses in answers.items() if not statuses <= {200, 302}} == {}


DIRECTORS = {"ruled", "override"}
"""What only a director decides, at the desk."""
OF_ALL_GAMES = {"", "off-list", "award"}
"""Numbers in a cell have no name; a value off the list is confirmed, and points are ruled, where there are any."""
TOLD_BY_POINTS = {"outcome", "hand", "infraction"}
"""What a player's own card has no room for: the numbers tell it, or the desk asks the table."""


def asked_at_the_desk(tournament: Tournament) -> set[str]:
    """The stems of what the form of a table asks of its games."""
    rules = desk_table_of(tournament, tournament.rounds.get(number=1).tables.get(number=1)).rules
    places = {place.name.rstrip("123") for place in rules.values(rules.blank()) if place.game}
    worth_nothing = {"bouquet", "flower", "kongs"} - {*rules.profile.ticks}
    return {*(places - OF_ALL_GAMES - worth_nothing), *({"points"} if "" in places else ())}


def printed_on_paper(tournament: Tournament) -> set[str]:
    """The fields whose boxes, words to circle or lines are on the sheet."""
    kind = kind_of(tournament)
    if not kind.of_table:
        names = {box.name.split(".")[-1].split("-digit")[0] for box in kind.geometry(tournament).boxes}
        also = {
            "hand-1": "scored",
            "fishing": "scored",
            "digit-1": "points",
            "wrong-count": "count",
            "wall": "reading",
        }
        return {also.get(name, name) for name in names} & {
            *also.values(),
            "bouquet",
            "flower",
            "kongs",
            "extra",
        }
    rules = table_rules(tournament, 1, "ABCD")
    boxes = TableSheet(PrintJob(tournament, round_number=1), kind, rules, range(1, 5)).made().boxes
    ends = {
        box.name.split(".")[-1].partition("-")[0]
        for box in boxes
        if ".1." in f".{box.name}" or "else" in box.name
    }
    ticks = {option for field in kind.fields if field.kind == "ticks" for option in field.options}
    also = {option.partition("-")[0]: "reading" for option in ticks}
    return {also.get(name, name) for name in ends} - {"minus", "game", "who"}


@pytest.mark.parametrize("system", [*SYSTEMS, final_scores.NAME])
def test_every_rule_is_said_in_one_sentence_and_its_change_leads_to_it(
    cast: builders.Cast, system: str
) -> None:
    fields = {name: value for name, value in defaults_of(system).items() if name != "rounds_planned"}
    tournament = builders.tournament(cast.club, system=system, **fields | {"movement": ""})
    client = builders.signed_in(cast.director)
    page = client.get(reverse("rules", args=[tournament.slug]))
    text, changes = builders.one_line(unescape(page.content.decode())), page.context["changes"]
    assert set(changes) == {*definition(system).names}
    for row in rule_sheet(tournament.profile):
        parts = [row.title, *(row.parts or [row.value])]
        assert (text.count(f'<li id="{row.name}">'), text.count(f'href="{changes[row.name]}"')) == (1, 1)
        said = text.partition(f'<li id="{row.name}">')[2]
        assert [part for part in map(with_minus, parts) if part not in said.partition("<a ")[0]] == [], (
            row.name
        )
        address, _hash, field = changes[row.name].partition("#id_")
        form = client.get(address).context["form"]
        assert field in form.fields if field else form.rule == row.name


@pytest.mark.parametrize("carry", ["points", "facts"])
@pytest.mark.parametrize("system", [*SYSTEMS, final_scores.NAME])
def test_a_sheet_prints_the_fields_that_the_desk_takes(cast: builders.Cast, system: str, carry: str) -> None:
    fields = {name: value for name, value in defaults_of(system).items() if name != "rounds_planned"}
    tournament = builders.running_tournament(
        cast.club, players=8, system=system, **fields | {"cards_carry": carry}
    )
    apart = DIRECTORS if kind_of(tournament).of_table else DIRECTORS | TOLD_BY_POINTS
    assert printed_on_paper(tournament) == asked_at_the_desk(tournament) - apart


@pytest.mark.parametrize("system", FAMILY_SYSTEMS)
def test_every_sheet_is_printed_and_every_command_runs(system: str, tmp_path: Path) -> None:
    world = world_of(system)
    job = PrintJob(world.tournament, round_number=1)
    sheets = [sheet for sheet in SHEETS if sheet.fits(world.tournament)]
    whole = print_sheets(sheets, job, title="", by=world.cast.director)
    assert whole.startswith(b"%PDF-")
    call_command("recompute", world.tournament.slug)
    call_command("archive", world.tournament.slug, tmp_path / "archive.jsonl")
    assert [profile_command(system, desk=desk) for desk in (False, True)] == [0, 0]


SCORES = ({"A": 42400, "B": 30000, "C": 28500, "D": 19100}, {"A": 25000, "B": 35000, "C": 35000, "D": 25000})


def type_table(cast: builders.Cast, tournament: Tournament, number: int, scores: dict[str, int]) -> None:
    """Types a table as a scorekeeper does, with totals as written."""
    table = tournament.rounds.get(number=1).tables.get(number=number)
    desk_table = desk_table_of(tournament, table)
    duties = desk_table.rules.verifiers()
    due = final_scores.independent_totals([dict(enumerate(scores.values()))])
    form_data = dict(desk_table.rules.fields(desk_table.written_set))
    for place, (seat, score) in enumerate(scores.items()):
        total = f"{due[place][0]}"
        form_data |= {
            f"g1-{seat}-scores": f"{score}",
            f"{seat}-total": total,
            f"{seat}-verified": duties[seat],
        }
    form_data |= {"stamp": str(desk_table.stamp), "do": "accept", "handed_in_by": desk_table.rules.collector}
    form_data = {name: value for name, value in form_data.items() if not name.startswith("off-list")}
    address = reverse("desk-table", args=[tournament.slug, 1, number])
    answer = builders.signed_in(cast.scorekeeper).post(address, form_data)
    assert answer.status_code == 302, answer.content.decode()


def test_the_numbers_of_the_family_that_only_tests_have(cast: builders.Cast, tmp_path: Path) -> None:
    """Typed in scores of five digits, shown in tenths, ranked by two totals: as worked out without the program."""
    fields = {
        name: value for name, value in defaults_of(final_scores.NAME).items() if name != "rounds_planned"
    }
    tournament = builders.running_tournament(cast.club, players=8, system=final_scores.NAME, **fields)
    for number, scores in enumerate(SCORES, 1):
        type_table(cast, tournament, number, scores)
    tournament.refresh_from_db()
    numbers = {
        (seat.table.number, seat.letter): seat.entry.number
        for seat in Seat.objects.filter(round__tournament=tournament, round__number=1)
    }
    expected = final_scores.independent_totals(
        [
            {numbers[table, letter]: score for letter, score in scores.items()}
            for table, scores in enumerate(SCORES, 1)
        ]
    )
    places = standings_of(tournament).places
    assert {place.number: (place.total / 10, place.second_total) for place in places} == expected
    order = sorted(expected.values(), reverse=True)
    assert [place.rank for place in places] == [1 + order.index(expected[place.number]) for place in places]
    answer = json.loads(Client().get(reverse("standings-json", args=[tournament.slug])).content)
    assert {row["number"]: (row["total"], row["second_total"]) for row in answer["places"]} == expected
    page = Client().get(reverse("standings", args=[tournament.slug])).content.decode()
    assert "Placement" in page
    assert "27.4" in page
    winner = next(place.number for place in places if place.rank == 1)
    own = Client().get(reverse("player", args=[tournament.slug, winner])).content.decode()
    assert "All games" in own
    assert "15.0 for place 1" in own
    assert not list(wrong_lines(tournament))
    call_command("archive", tournament.slug, tmp_path / "archive.jsonl")
    call_command("restore", tmp_path / "archive.jsonl", club=cast.club.slug, slug="again", alike="same")
    again = standings_of(Tournament.objects.get(slug="again")).places
    assert {place.number: (place.total / 10, place.second_total) for place in again} == expected


def test_its_json_has_decimals() -> None:
    game = {"system": final_scores.NAME, "outcome": "played", "scores": SCORES[0]}
    answer = json.loads(answer_line(json.dumps(game).encode()))
    assert answer["points"] == {"A": 12.4, "B": 0, "C": -1.5, "D": -10.9}
    assert answer["lines"][0]["message"] == "12.4 for the final score"
