"""A round by phones in every system, over HTTP, and what it counts against the rules' own answer."""

from random import Random

import pytest

from phones.models import PhoneMode
from rules.score import score_game, settle_sitting
from scoring.models import CardSet, PointLine
from scoring.sets.lines import wrong_lines
from scoring.sets.places import FieldPlace
from scoring.sets.typed import typed_facts, typing_of
from tests import builders, final_scores
from tests.phones.table.at_the_table import phones_at
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
