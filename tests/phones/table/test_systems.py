"""A round by phones in every system, over HTTP, and what it counts against the rules' own answer."""

from random import Random

import pytest
from django.utils.html import strip_tags

from phones.models import PhoneMode
from rules.score import score_game, settle_sitting
from scoring.models import CardSet, PointLine
from scoring.sets.lines import wrong_lines
from scoring.sets.places import FieldPlace
from scoring.sets.typed import typed_facts, typing_of
from tests import builders, final_scores
from tests.phones.table.at_the_table import phones_at, version_of
from tests.whole.test_every_family import _registered  # noqa: F401 (a fixture)
from tournament.settings.actions import defaults_of

SEEDS = {final_scores.NAME: 0}
"""Games in which nobody ends below zero, which nobody could type."""
SYSTEMS = ("sanctioned", "club-day", "mahj-x", "card-game", "sixteen-hands", final_scores.NAME)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_round_of_every_system(cast: builders.Cast, system: str) -> None:
    defaults = {name: value for name, value in defaults_of(system).items() if name != "rounds_planned"}
    tournament = builders.running_tournament(cast.club, players=4, system=system, **defaults)
    table = tournament.rounds.get(number=1).tables.get(number=1)
    phones, profile = phones_at(tournament, table, PhoneMode.COUNT), tournament.profile
    letters, family = tuple(phones), profile.family
    games = list(family.made_up(letters, tournament.games_in(1), profile, {}, Random(SEEDS.get(system, 11))))
    for number, game in enumerate(games, 1):
        written: dict[FieldPlace, str] = typing_of(family).write(typed_facts(game, profile), letters)
        fields = {place.html_name: text for place, text in written.items() if text}
        entered = phones["B"].enter(number, first_east="C", **fields)
        assert entered["reasons"] == [], fields
    for number in range(1, len(games) + 1):
        for letter in "ACD":
            assert phones[letter].right(number)["reasons"] == []
    assert phones["A"].client.get(phones["A"].address).context["chair"].faults == []
    for letter in "ABCD":
        assert phones[letter].right(0)["reasons"] == []
    assert CardSet.objects.get(table=table).state == CardSet.State.ACCEPTED
    points = [score_game(game, profile).points for game in games]
    due = {letter: sum(of[letter] for of in points) for letter in letters}
    for line in settle_sitting({letter: [of[letter] for of in points] for letter in letters}, profile):
        due[line.seat] += line.points
    counted = {
        letter: sum(PointLine.objects.filter(entry=phone.entry).values_list("points", flat=True))
        for letter, phone in phones.items()
    }
    assert counted == due
    assert list(wrong_lines(tournament)) == []


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "facts"),
    [
        (True, {"class": "exposed", "from": "C", "exposures": "1"}),
        (False, {"class": "exposed", "from": "picked"}),
        (False, {"class": "concealed", "from": "C"}),
    ],
)
def test_what_a_hand_has_none_of_cannot_differ(
    cast: builders.Cast, *, asked: bool, facts: dict[str, str]
) -> None:
    tournament = builders.running_tournament(cast.club, players=4)
    phones = phones_at(tournament, tournament.rounds.get(number=1).tables.get())
    assert phones["B"].enter(1, won="B", value="25", **facts)["reasons"] == []
    offered = phones["C"].page.partition("What is different?")[2].partition("</form>")[0]
    assert ("How many exposures did the winner have?" in offered) == asked
    assert "What kind of hand?" in offered


@pytest.mark.slow
@pytest.mark.django_db
def test_reasons_name_people_and_only_what_a_game_was_asked_can_differ(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=4, system="card-game")
    phones = phones_at(tournament, tournament.rounds.get(number=1).tables.get(), PhoneMode.COUNT)
    refused = phones["B"].enter(1, first_east="A", won="B")
    assert (refused["status"], refused["about"]) == (422, ["from", "value"])
    phones["B"].enter(1, first_east="A", won="B", value="25", **{"from": "C"})
    name = phones["B"].entry.name
    page = strip_tags(phones["C"].page)
    assert f"to {name}: 25 for the hand" in page
    assert "to B:" not in page
    asked = {"Jokers", "What is the hand worth?", "Where did the last tile come from?"}
    assert {words for words in asked if f">{words}</button>" in phones["C"].page} == asked
    phones["B"].enter(2, won="wall")
    for letter in "ACD":
        phones[letter].right(1)
    assert {words for words in asked if f">{words}</button>" in phones["C"].page} == set()
    phones["C"].send("answer", game=2, version=version_of(phones["C"].table, 2), field="won")
    changed = phones["D"].page.partition("says that this is different:")[2].partition("Change it to this")[0]
    assert {words for words in (*asked, "Who won?") if words in changed} == {*asked, "Who won?"}


CARD = {"won": "B", "value": "25", "from": "C", "class": "exposed"}
STALE = {"outcome": "stale"}


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("system", "facts", "field", "is_alone"),
    [
        ("card-game", CARD, "from", True),
        ("card-game", {**CARD, "mistake": "misnamed"}, "from", False),
        ("card-game", {**CARD, "from": "picked"}, "mistake", False),
        ("card-game", CARD, "by1", False),
        ("card-game", CARD, "claimed", False),
        ("card-game", CARD, "value", True),
        ("sanctioned", {**CARD, "exposures": "1"}, "hand", False),
        ("sanctioned", {**CARD, "exposures": "1"}, "from", False),
        ("sixteen-hands", STALE, "scored", None),
        ("sixteen-hands", STALE, "bouquet", None),
    ],
)
def test_alone_is_asked_what_can_be_changed_alone(
    cast: builders.Cast, system: str, facts: dict[str, str], field: str, *, is_alone: bool | None
) -> None:
    """None: it cannot differ in such a game."""
    tournament = builders.running_tournament(cast.club, players=4, system=system)
    phones = phones_at(tournament, tournament.rounds.get(number=1).tables.get())
    assert phones["A"].enter(1, first_east="A", **facts)["reasons"] == []
    offered = phones["C"].page.partition("What is different?")[2].partition("</form>")[0]
    assert (f'name="field" value="{field}"' in offered) == (is_alone is not None)
    if is_alone is None:
        return
    phones["C"].send("answer", game=1, version=version_of(phones["C"].table, 1), field=field)
    changed = phones["D"].page.partition("that this is different:")[2].partition("Change it to this")[0]
    assert ('data-asked="won"' not in changed) == is_alone
    assert f'data-asked="{field}"' in changed


@pytest.mark.slow
@pytest.mark.django_db
def test_a_first_game_that_is_sent_again_after_a_lost_answer_counts_once(cast: builders.Cast) -> None:
    """The first East is no longer asked then."""
    tournament = builders.running_tournament(cast.club, players=4, system="sixteen-hands")
    phone = phones_at(tournament, tournament.rounds.get(number=1).tables.get())["A"]
    key = builders.stamp(version=0)
    for _time in (1, 2):
        assert phone.send("enter", key=key, game=1, first_east="C", **STALE)["reasons"] == []
    assert phone.table.entered_games.count() == 1


@pytest.mark.slow
@pytest.mark.django_db
def test_a_chosen_hand_says_what_it_was(cast: builders.Cast) -> None:
    """The list is closed again then."""
    tournament = builders.running_tournament(cast.club, players=4, system="sixteen-hands")
    page = phones_at(tournament, tournament.rounds.get(number=1).tables.get())["A"].page
    assert '<option value="M3">Mahjong 3</option>' in page
    assert '<option value="F5">Fishing 5</option>' in page
