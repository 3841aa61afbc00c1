"""The rules a tournament plays by: sentences, each with its change, games that follow while it is typed, the sheet."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from club.profiles.examples import worked_games
from club.profiles.forms import RuleForm
from paper.sheets import rules as printed
from paper.sheets.sheet import PrintJob
from rules.systems.profile import definition
from rules.systems.registry import SYSTEMS, load_profile
from tests import builders
from tournament.models import Tournament
from tournament.values.sheet import OF_SETTINGS, sheet_of

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


def address(tournament: Tournament, rule: str) -> str:
    return reverse("rule", args=[tournament.slug, rule])


def sent(tournament: Tournament, rule: str, **changes: object) -> dict[str, Any]:
    """The fields of a rule as a browser sends them, with these changes."""
    return as_sent(RuleForm(profile=tournament.profile, rule=rule), **changes)


def change(client: Client, tournament: Tournament, rule: str, **changes: object) -> Any:
    """Sends the fields of a rule with these changes, and reads the tournament again."""
    answer = client.post(address(tournament, rule), sent(tournament, rule, **changes))
    tournament.refresh_from_db()
    return answer


def own_rules(system: str) -> list[str]:
    return [rule for rule in definition(system).names if rule not in OF_SETTINGS]


def worked(page: bytes) -> list[list[str]]:
    """The points of the worked games on a page, as they are spoken."""
    games = re.findall(r'class="worked-points">(.*?)</p>', page.decode(), re.S)
    return [re.findall(r'class="num[^"]*">(?:<span aria-hidden="true">)?([^<]+)', game) for game in games]


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_rule_sent_back_as_it_came_changes_nothing(
    director: Client, cast: builders.Cast, system: str
) -> None:
    tournament = builders.tournament(cast.club, system=system)
    for rule in own_rules(system):
        answer = change(director, tournament, rule)
        assert answer["Location"] == f"{reverse('rules', args=[tournament.slug])}#{rule}"
    assert (tournament.profile_changes, tournament.journal_length) == ({}, 0)


CHANGES: dict[str, tuple[dict[str, str], object]] = {
    "wall": ({"wall": "15"}, 15),
    "dead_gets_wall": ({"dead_gets_wall": "on"}, True),
    "thrower": ({"thrower-no-exposures": "0"}, [0, 10, 20, 25]),
    "values": ({"values": "25 30, 35"}, [25, 30, 35]),
    "labels": ({"label-A": "Dragon"}, ["Dragon", "North", "West", "South"]),
    "first_east": ({"first_east": "letter-a"}, "letter-a"),
    "collector": ({"collector": "scorekeeper"}, "scorekeeper"),
    "disturbing": ({"disturbing": "0"}, 0),
}


@pytest.mark.parametrize("rule", CHANGES)
def test_a_change_of_one_rule_changes_only_that_one(director: Client, cast: builders.Cast, rule: str) -> None:
    fields, value = CHANGES[rule]
    tournament = builders.tournament(cast.club)
    assert change(director, tournament, rule, **fields).status_code == 302
    assert tournament.profile_changes == {rule: value}
    entry = tournament.journal.get()
    assert (entry.verb, entry.new) == ("values-changed", {rule: value})


def test_an_infraction_costs_what_was_typed_and_the_others_as_before(
    director: Client, cast: builders.Cast
) -> None:
    tournament = builders.tournament(cast.club)
    before = dict(tournament.profile.infractions)
    change(
        director,
        tournament,
        "infractions",
        **{"out-of-turn-answer": "points", "out-of-turn-points": "20"},
    )
    assert tournament.profile.infractions == before | {"out-of-turn": 20}


def test_the_page_says_what_the_system_has_where_the_house_differs(
    director: Client, cast: builders.Cast
) -> None:
    tournament = builders.tournament(cast.club, profile_changes={"wall": 15})
    page = builders.one_line(director.get(reverse("rules", args=[tournament.slug])).content.decode())
    assert "A wall game: <strong>15 points for each player.</strong>" in page
    assert page.count("In the system: ") == 1
    assert "In the system: 10 points." in page


def test_the_journal_calls_a_rule_by_its_words(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    change(director, tournament, "dead_gets_wall", dead_gets_wall="on")
    page = director.get(reverse("journal", args=[tournament.slug])).content.decode()
    assert "Players with a dead hand share in a wall game yes" in page
    assert "dead gets wall" not in page


@pytest.mark.slow
def test_what_the_settings_have_is_said_as_they_have_it_and_changed_there(
    director: Client, cast: builders.Cast
) -> None:
    tournament = builders.tournament(cast.club, minutes=45, movement="ranked", block_names="AM, PM")
    page = director.get(reverse("rules", args=[tournament.slug]))
    said = {row.name: row.value for row in page.context["sheet"].rows}
    assert (said["round_minutes"], said["movement"], said["block_names"]) == (
        "45 minutes.",
        "By standing: leaders together.",
        "AM, PM.",
    )
    settings = reverse("tournament-settings", args=[tournament.slug])
    changes = page.context["changes"]
    assert {changes[rule] for rule in OF_SETTINGS} == {
        f"{settings}#id_{name}" for name in OF_SETTINGS.values()
    }
    assert changes["movement"] == reverse("seating", args=[tournament.slug])
    fields = director.get(settings).context["form"].fields
    assert [name for name in OF_SETTINGS.values() if name not in fields] == []
    assert {director.get(address(tournament, rule)).status_code for rule in OF_SETTINGS} == {404}


def test_only_directors_see_a_change_and_the_rules_of_the_desk(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    rules, rule = reverse("rules", args=[tournament.slug]), address(tournament, "wall")
    assert rule in director.get(rules).content.decode()
    for somebody in (Client(), builders.signed_in(cast.scorekeeper)):
        page = somebody.get(rules)
        assert rule not in page.content.decode()
        assert "sheet_words" not in {row.name for row in page.context["sheet"].rows}


def test_the_worked_games_follow_what_is_typed_and_nothing_is_stored(
    director: Client, cast: builders.Cast
) -> None:
    tournament = builders.tournament(cast.club)
    typed = sent(tournament, "thrower", **{"thrower-no-exposures": "12"})
    part = director.post(address(tournament, "thrower"), typed, headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert worked(part.content)[:2] == [["25", "−12", "0", "0"], ["25", "−25", "0", "0"]]
    assert b"<html" not in part.content
    page = director.post(address(tournament, "thrower"), typed | {"show": "on"})
    assert page.status_code == 200
    assert worked(page.content) == worked(part.content)
    assert b'name="thrower-no-exposures" value="12"' in page.content
    tournament.refresh_from_db()
    assert tournament.profile_changes == {}


def test_games_stay_as_stored_while_a_number_cannot_be_read(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    typed = sent(tournament, "thrower", **{"thrower-no-exposures": "x"})
    part = director.post(address(tournament, "thrower"), typed, headers={"HX-Request": "true"})
    assert worked(part.content)[0] == ["25", "−10", "0", "0"]
    assert "cannot be read yet" in part.content.decode()


A_NUMBER = "Type a whole number from 0 to 9999."
BAD = [
    *(("wall", "wall", text, A_NUMBER) for text in ("-5", "ten", "", "10000", "9" * 5000, "2.5")),
    ("thrower", "thrower-two-exposures", "", A_NUMBER),
    (
        "values",
        "values",
        "25 thirty",
        "“thirty” is not a number. Write the values on one line, such as 25 30 35.",
    ),
    ("values", "values", "25 33", "Every hand's value is a multiple of 5; 33 is not."),
    ("values", "values", "", "This field is required."),
    ("first_east", "first_east", "me", "Select a valid choice. me is not one of the available choices."),
    ("extras", "extra-0-name", "Concealed", "Say how many points it gives, or takes with a minus."),
    ("extras", "extra-0-points", "5", "Say what the extra is for."),
    ("infractions", "blind-pass-look-points", "", "Say how many points it costs; 0 costs nothing."),
]


def test_the_hands_are_taken_from_the_sheet(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, system="sixteen-hands")
    change(director, tournament, "hands", **{"name-16": "Wriggling snake", "class-16": "double-limit"})
    hand = tournament.profile.hands[15]
    assert (hand.name, hand.tier, hand.exposed_chows) == ("Wriggling snake", "double-limit", True)
    change(director, tournament, "hands", **{"name-16": "", "class-16": "limit"})
    assert tournament.profile_changes == {}
    for field, text, sentence in (
        ("class-3", "no-limit", "Select a valid choice."),
        ("name-3", "x" * 81, "at most 80 characters"),
    ):
        page = change(director, tournament, "hands", **{field: text})
        assert (page.status_code, sentence in page.content.decode()) == (422, True)
    assert tournament.profile_changes == {}


@pytest.mark.parametrize(("rule", "field", "text", "sentence"), BAD)
def test_what_cannot_be_gets_a_sentence_and_changes_nothing(
    director: Client, cast: builders.Cast, rule: str, field: str, text: str, sentence: str
) -> None:
    tournament = builders.tournament(cast.club)
    page = change(director, tournament, rule, **{field: text})
    assert page.status_code == 422
    assert [sentence for faults in page.context["form"].errors.values() for sentence in faults] == [sentence]
    assert page.context["form"][field].value() == text
    assert tournament.profile_changes == {}


def test_two_directors_at_one_rule_get_a_choice(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    mine, theirs = sent(tournament, "wall", wall="15"), sent(tournament, "wall", wall="20")
    assert director.post(address(tournament, "wall"), theirs).status_code == 302
    page = director.post(address(tournament, "wall"), mine)
    assert page.status_code == 409
    tournament.refresh_from_db()
    assert tournament.profile.wall == 20
    again = page.context["form"].data
    assert director.post(address(tournament, "wall"), {**again.dict()}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.profile.wall == 15


def test_two_directors_at_two_rules_disturb_each_other_in_nothing(
    director: Client, cast: builders.Cast
) -> None:
    tournament = builders.tournament(cast.club)
    mine, theirs = sent(tournament, "wall", wall="15"), sent(tournament, "jokerless", jokerless="25")
    assert director.post(address(tournament, "jokerless"), theirs).status_code == 302
    assert director.post(address(tournament, "wall"), mine).status_code == 302
    tournament.refresh_from_db()
    assert tournament.profile_changes == {"wall": 15, "jokerless": 25}


def test_extras_are_made_and_taken_out(director: Client, cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, system="card-game")
    extra = {"extra-0-name": "Concealed hand", "extra-0-points": "15", "extra-0-to": "winner"}
    extra |= {"extra-1-name": "Door prize", "extra-1-points": "-5", "extra-1-to": "seat"}
    extra |= {"extra-0-per": "game", "extra-1-per": "round"}
    change(director, tournament, "extras", **extra)
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
    change(director, tournament, "extras", **{"extra-0-name": "", "extra-0-points": ""})
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
    assert change(director, tournament, "extras", **form_data).status_code == 302
    assert [extra.code for extra in tournament.profile.extras] == codes


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_once_round_1_is_published_the_numbers_stay(
    director: Client, cast: builders.Cast, system: str
) -> None:
    tournament = builders.running_tournament(cast.club, system=system)
    page = director.get(reverse("rules", args=[tournament.slug]))
    assert page.content.decode().count("Round 1 is published, so these rules stay.") == 1
    assert set(page.context["changes"]) == {"round_minutes", "warning_minutes", "block_names"}
    for rule in own_rules(system):
        look = director.get(address(tournament, rule)).content.decode()
        assert "Round 1 is published, so these rules stay." in look
        assert '<form method="post" novalidate' not in look
    assert change(director, tournament, "disturbing", disturbing="77").status_code == 422
    assert tournament.profile.disturbing != 77


def test_the_rule_sheet_is_public_and_says_what_the_printed_one_says(
    client: Client, cast: builders.Cast
) -> None:
    tournament = builders.tournament(cast.club, profile_changes={"thrower": [7, 7, 7, 7], "wall": 15})
    page = client.get(reverse("rules", args=[tournament.slug]))
    text = builders.one_line(unescape(page.content.decode()))
    data = printed.rules(PrintJob(tournament))
    assert len(data["examples"]) >= 3
    said = [text for item in data["items"] for text in (item["what"], *item["value"].rstrip(".").split("; "))]
    assert [words for words in said if words not in text] == []
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
