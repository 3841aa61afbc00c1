"""The numbers a tournament plays by: one form for every system, games that follow while it is filled, the sheet."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from club.profiles.examples import worked_games
from club.profiles.forms import OF_SETTINGS, NumbersForm, names_of
from paper.sheets import rules as printed
from paper.sheets.sheet import PrintJob
from rules.systems.registry import SYSTEMS, load_profile
from tests import builders
from tournament.models import Tournament
from tournament.values.sheet import sheet_of

pytestmark = pytest.mark.django_db


def as_sent(form: Any, **changes: object) -> dict[str, Any]:
    """The form as a browser sends it, with these changes."""
    values = {name: form[name].value() for name in form.fields}
    form_data = {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }
    return form_data | changes


def form_of(tournament: Tournament) -> NumbersForm:
    profile = tournament.profile
    return NumbersForm(profile=profile, names=names_of(profile, left_out=OF_SETTINGS))


def address(tournament: Tournament) -> str:
    return reverse("value-table", args=[tournament.slug])


def worked(page: bytes) -> list[list[str]]:
    """The points of the worked games on a page, as they are spoken."""
    games = re.findall(r'class="worked-points">(.*?)</p>', page.decode(), re.S)
    return [re.findall(r'class="num[^"]*">(?:<span aria-hidden="true">)?([^<]+)', game) for game in games]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_form_sent_back_as_it_came_changes_nothing(
    director: Client, cast: builders.Cast, system: str
) -> None:
    tournament = builders.tournament(cast.club, system=system)
    page = director.get(address(tournament))
    assert page.status_code == 200
    answer = director.post(address(tournament), as_sent(form_of(tournament)))
    assert answer.status_code == 302
    tournament.refresh_from_db()
    assert (tournament.profile_changes, tournament.journal_length) == ({}, 0)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_form_has_every_number_with_its_sentence_its_clause_and_the_systems_own(
    cast: builders.Cast, system: str
) -> None:
    tournament = builders.tournament(cast.club, system=system)
    rows = {row.name: row for row in form_of(tournament).rows}
    assert set(rows) | OF_SETTINGS == set(names_of(load_profile(system)))
    assert all(row.sentence and row.clause and row.default and row.fields for row in rows.values())


def test_changed_numbers_are_stored_and_stand_in_the_journal(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    changes = {"wall": "15", "thrower-no-exposures": "0", "values": "25 30, 35", "label-A": "Dragon"}
    changes |= {"out-of-turn-answer": "points", "out-of-turn-points": "20"}
    changes |= {"first_east": "letter-a", "collector": "scorekeeper"}
    director.post(address(tournament), as_sent(form_of(tournament), **changes))
    tournament.refresh_from_db()
    profile = tournament.profile
    assert (profile.wall, profile.thrower, profile.values) == (15, (0, 10, 20, 25), (25, 30, 35))
    assert (profile.infractions["out-of-turn"], profile.infractions["wrong-wall"]) == (20, "dead")
    assert (profile.labels[0], profile.first_east, profile.collector) == ("Dragon", "letter-a", "scorekeeper")
    assert set(tournament.profile_changes) == {
        "wall", "thrower", "values", "infractions", "labels", "first_east", "collector"
    }  # fmt: skip
    entry = tournament.journal.get()
    assert (entry.verb, entry.old["wall"], entry.new["wall"]) == ("values-changed", 10, 15)


def test_the_worked_games_follow_what_is_typed_and_nothing_is_stored(
    director: Client, cast: builders.Cast
) -> None:
    tournament = builders.tournament(cast.club)
    typed = as_sent(form_of(tournament), **{"thrower-no-exposures": "12", "self_picked": "5"})
    part = director.post(address(tournament), typed, headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert worked(part.content)[:3] == [
        ["25", "−12", "0", "0"],
        ["25", "−25", "0", "0"],
        ["30", "0", "0", "0"],
    ]
    assert b"<html" not in part.content
    page = director.post(address(tournament), typed | {"show": "on"})
    assert page.status_code == 200
    assert worked(page.content) == worked(part.content)
    assert b'name="thrower-no-exposures" value="12"' in page.content
    tournament.refresh_from_db()
    assert tournament.profile_changes == {}


def test_games_stay_as_stored_while_a_number_cannot_be_read(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    part = director.post(
        address(tournament), as_sent(form_of(tournament), wall="x"), headers={"HX-Request": "true"}
    )
    assert worked(part.content)[0] == ["25", "−10", "0", "0"]
    assert "cannot be read yet" in part.content.decode()


BAD = [
    ("wall", "-5"),
    ("values", "25 thirty"),
    ("values", "25 33"),
    ("values", ""),
    ("thrower-two-exposures", ""),
    ("first_east", "me"),
    ("extra-0-name", "Concealed"),  # without points
    ("extra-0-points", "5"),  # without a name
]


@pytest.mark.parametrize(("field", "text"), BAD)
def test_bad_numbers_get_a_sentence_and_change_nothing(
    director: Client, cast: builders.Cast, field: str, text: str
) -> None:
    tournament = builders.tournament(cast.club)
    page = director.post(
        address(tournament), as_sent(form_of(tournament), **{field: text, "jokerless": "25"})
    )
    assert page.status_code == 422
    assert page.context["form"].errors
    assert b'name="jokerless" value="25"' in page.content
    tournament.refresh_from_db()
    assert tournament.profile_changes == {}


def test_two_directors_at_once_get_a_choice(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    mine, theirs = as_sent(form_of(tournament), wall="15"), as_sent(form_of(tournament), wall="20")
    assert director.post(address(tournament), theirs).status_code == 302
    page = director.post(address(tournament), mine)
    assert page.status_code == 409
    tournament.refresh_from_db()
    assert tournament.profile.wall == 20
    again = page.context["form"].data
    assert director.post(address(tournament), {**again.dict()}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.profile.wall == 15


def test_extras_are_made_and_taken_out(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, system="card-game")
    extra = {"extra-0-name": "Concealed hand", "extra-0-points": "15", "extra-0-to": "winner"}
    extra |= {"extra-1-name": "Door prize", "extra-1-points": "-5", "extra-1-to": "seat"}
    extra |= {"extra-0-per": "game", "extra-1-per": "round"}
    director.post(address(tournament), as_sent(form_of(tournament), **extra))
    tournament.refresh_from_db()
    extras = [
        (extra.code, extra.name, extra.points, extra.to, extra.per) for extra in tournament.profile.extras
    ]
    assert extras == [
        ("concealed-hand", "Concealed hand", 15, "winner", "game"),
        ("door-prize", "Door prize", -5, "seat", "round"),
    ]
    assert [game.points for game in worked_games(tournament.profile)][-2:] == [
        {"A": 165, "B": -50, "C": -50, "D": -50},
        {"A": 150, "B": -50, "C": -55, "D": -50},
    ]
    director.post(
        address(tournament), as_sent(form_of(tournament), **{"extra-0-name": "", "extra-0-points": ""})
    )
    tournament.refresh_from_db()
    assert [extra.code for extra in tournament.profile.extras] == ["door-prize"]


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        (("__Bonus__ (new)!", "Bonus new"), ["bonus-new", "bonus-new-2"]),
        (("王牌", "×"), ["extra-1", "extra-2"]),
        (("W" * 40,), ["w" * 36]),
    ],
)
def test_whatever_an_extra_is_called_it_has_a_code(
    director: Client, cast: builders.Cast, names: tuple[str, ...], codes: list[str]
) -> None:
    tournament = builders.tournament(cast.club)
    form_data = {f"extra-{row}-name": name for row, name in enumerate(names)}
    form_data |= {f"extra-{row}-points": "5" for row in range(len(names))}
    assert director.post(address(tournament), as_sent(form_of(tournament), **form_data)).status_code == 302
    tournament.refresh_from_db()
    assert [extra.code for extra in tournament.profile.extras] == codes


def test_once_round_1_is_published_the_numbers_stay(director: Client, cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club)
    page = director.get(address(tournament))
    assert b'<form method="post" novalidate' not in page.content
    assert director.post(address(tournament), as_sent(form_of(tournament), wall="15")).status_code == 422
    tournament.refresh_from_db()
    assert tournament.profile.wall == 10


def test_the_rule_sheet_is_public_and_says_what_the_printed_one_says(
    client: Client, cast: builders.Cast
) -> None:
    tournament = builders.tournament(cast.club, profile_changes={"thrower": [7, 7, 7, 7], "wall": 15})
    page = client.get(reverse("rules", args=[tournament.slug]))
    text = builders.one_line(unescape(page.content.decode()))
    data = printed.rules(PrintJob(tournament))
    assert len(data["examples"]) >= 3
    assert [item for item in data["items"] if item["what"] not in text or item["value"] not in text] == []
    assert [game["facts"] for game in data["examples"] if game["facts"] not in text] == []
    assert worked(page.content)[0] == ["25", "−7", "0", "0"]
    assert (
        reverse("rules", args=[tournament.slug]) in client.get(tournament.get_absolute_url()).content.decode()
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_three_worked_games_or_more(cast: builders.Cast, system: str) -> None:
    games = worked_games(load_profile(system))
    assert len(games) >= 3
    assert all(sum(points for points in game.points.values()) or game.lines for game in games)


@pytest.mark.parametrize(
    ("practice", "turns"), [("in-turn", [1, 2, 3, 4]), ("in-turn-by-block", [1, 2, 1, 2])]
)
def test_collectors_take_turns_over_the_day_or_in_each_block(
    cast: builders.Cast, practice: str, turns: list[int]
) -> None:
    event = builders.tournament(
        cast.club, rounds_planned=4, rounds_per_block=2, profile_changes={"collector": practice}
    )
    assert [event.collector_turn(number) for number in range(1, 5)] == turns


def test_the_rule_sheet_tells_of_east_only_where_the_text_or_the_house_does(cast: builders.Cast) -> None:
    def told(system: str, **changes: object) -> bool:
        event = builders.tournament(cast.club, system=system, profile_changes=changes)
        return "first_east" in {row.name for row in sheet_of(event).rows}

    assert told("sanctioned")
    assert told("club-day", first_east="letter-a")
    assert not told("club-day")
