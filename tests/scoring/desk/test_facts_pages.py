"""Facts at the desk through its pages: rights, bad input, nothing lost, two people."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django import forms
from django.core.management import call_command
from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client

from club.models import User
from rules.game import Refusal, Scored
from rules.score import score_game
from rules.systems.profile import Profile
from scoring.desk.forms.facts import FactsForm
from scoring.finishing.actions import finish
from scoring.models import Card, CardSet, FinalStandings
from tests import builders
from tests.scoring import paper
from tests.scoring.sets.test_facts import SYSTEMS, running, set_of_system
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def url(tournament: Tournament, rest: str = "") -> str:
    return f"/t/{tournament.slug}/desk/1/1/{rest}"


def fields_of(
    tournament: Tournament, system: str, *, version: int | None = None, **changes: str | None
) -> dict[str, str]:
    """What the browser sends for the set of `system`: "g1_won" stands for "g1-won"; None is not sent."""
    place = paper.place(tournament)
    form = FactsForm(desk_table=place)
    ticks = {name for name, field in form.fields.items() if isinstance(field, forms.BooleanField)}
    form_data: dict[str, str | None] = dict(place.rules.fields(set_of_system(system)))
    form_data = {name: value for name, value in form_data.items() if value or name not in ticks}
    form_data |= {name.replace("_", "-"): value for name, value in changes.items()}
    form_data["stamp"] = str(paper.stamp(tournament, version=place.version if version is None else version))
    return {name: value for name, value in form_data.items() if value is not None}


def submit(
    by: User,
    tournament: Tournament,
    system: str,
    do: str = "accept",
    *,
    version: int | None = None,
    **changes: str | None,
) -> HttpResponse:
    form_data = fields_of(tournament, system, version=version, **changes) | {"do": do}
    return builders.signed_in(by).post(url(tournament), form_data)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_set_of_every_system_is_accepted_by_its_form(cast: builders.Cast, system: str) -> None:
    tournament = running(cast, system)
    response = submit(cast.director, tournament, system)
    assert (response.status_code, response["Location"]) == (302, f"/t/{tournament.slug}/desk/1/")
    cards = {card.letter: card.points for card in Card.objects.all()}
    assert cards == SYSTEMS[system][1]
    content = builders.signed_in(cast.scorekeeper).get(url(tournament)).content.decode()
    assert "Accepted by <bdi>Dolores Ybarra</bdi>" in content


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_game_of_an_accepted_set_is_scored_once(
    cast: builders.Cast, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running(cast, system)
    form_data = fields_of(tournament, system) | {"do": "accept"}
    games: list[object] = []

    def counted(facts: object, profile: Profile) -> Scored | Refusal:
        games.append(facts)
        return score_game(facts, profile)

    for module in ("scoring.sets.games", "scoring.sets.lines"):
        monkeypatch.setattr(f"{module}.score_game", counted)
    assert builders.signed_in(cast.director).post(url(tournament), form_data).status_code == 302
    assert CardSet.objects.get().state == "accepted"
    assert len(games) == tournament.games_per_round


def test_points_on_the_sheets_are_read_beside_the_facts(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    form_data = fields_of(tournament, "sixteen-hands") | {"g1-A-points": "30", "g1-C-points": "0"}
    answer = builders.signed_in(cast.director).post(url(tournament), form_data | {"do": "save"})
    assert answer.status_code == 302
    assert paper.place(tournament).written_set.games[0].on_paper == {"A": 30, "C": 0}


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_was_kept_comes_back_as_typed(cast: builders.Cast, system: str) -> None:
    tournament = running(cast, system)
    form_data = fields_of(tournament, system, A_total="")
    assert (
        builders.signed_in(cast.director).post(url(tournament), form_data | {"do": "save"}).status_code == 302
    )
    place = paper.place(tournament)
    initial = FactsForm(desk_table=place).initial
    form_data.pop("stamp")
    assert {name: initial[name] for name in form_data if name in initial} == form_data


def test_every_fault_is_told_at_once_and_nothing_is_lost(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    response = submit(
        cast.scorekeeper,
        tournament,
        "card-game",
        g1_value="27",
        g2_from="C",
        g3_won="",
        g4_D_hand="",
        B_total="",
    )
    page = response.content.decode()
    assert response.status_code == 422
    for sentence in (
        "27 is no hand&#x27;s value: hands are worth a multiple of 5, from 5 up.",
        "C threw the winning tile and cannot also win on it.",
        "Game 3: Nothing is typed yet.",
        "Say who called mah jongg in error.",
        "B’s written total is missing.",
    ):
        assert sentence in page
    assert CardSet.objects.get().state == "in"
    assert 'value="27"' in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"g1_value": "abc"}, "Type a whole number from 0 to 995."),
        ({"g1_value": "99999"}, "Type a whole number from 0 to 995."),
        ({"g1_won": "Z"}, "Choose one from the list."),
        ({"A_total": "1-2"}, "Type a whole number, such as 25 or −10."),
        (
            {"g4_A_hand": "called"},
            "A is marked as calling mah jongg in error in game 4; only one player can have.",
        ),
        ({"g3_won": None}, "Part of the form did not arrive."),
    ],
)
def test_what_cannot_be_read_stores_nothing(
    cast: builders.Cast, changes: dict[str, Any], sentence: str
) -> None:
    tournament = running(cast, "card-game")
    response = submit(cast.scorekeeper, tournament, "card-game", **changes)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not CardSet.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"g1_A_scored": "13"}, "A: Type M or F and the number of the hand"),
        ({"g1_C_scored": "m 2"}, "C: A has game 1’s mahjong already; only one player can."),
    ],
)
def test_scores_of_sixteen_hands_are_read_strictly(
    cast: builders.Cast, changes: dict[str, Any], sentence: str
) -> None:
    tournament = running(cast, "sixteen-hands")
    response = submit(cast.scorekeeper, tournament, "sixteen-hands", **changes)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not CardSet.objects.exists()


def test_a_hand_that_is_not_on_the_sheet_is_the_fault_of_who_typed_it(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    form_data = fields_of(tournament, "sixteen-hands", g1_A_scored="M17", g1_C_scored="M10", g3_A_scored="F0")
    form = FactsForm(form_data, desk_table=paper.place(tournament))
    assert [(fault.field, fault.message) for fault in form.faults()] == [
        ("g1-A-scored", "A: There is no hand 17: the hands are numbered from 1 to 16."),
        ("g3-A-scored", "A: There is no hand 0: the hands are numbered from 1 to 16."),
    ]


def test_a_value_that_cannot_be_read_is_marked_and_nothing_is_ready(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    form_data = fields_of(tournament, "sixteen-hands", g1_B_points="-5")
    page = builders.signed_in(cast.scorekeeper).post(url(tournament, "check/"), form_data).content.decode()
    assert "data-acceptable" not in page
    assert "Complete, verified and consistent." not in page
    assert 'data-fields="g1-B-points" data-blocking="g1-B-points"' in page
    response = submit(cast.scorekeeper, tournament, "sixteen-hands", g1_B_points="-5")
    field = response.context["form"].fields["g1-B-points"]
    assert (response.status_code, field.widget.attrs["aria-invalid"]) == (422, "true")
    assert "Complete, verified and consistent." not in response.content.decode()


def test_the_check_explains_and_stores_nothing(cast: builders.Cast) -> None:
    tournament = running(cast, "sanctioned")
    form_data = fields_of(tournament, "sanctioned")
    page = builders.signed_in(cast.scorekeeper).post(url(tournament, "check/"), form_data).content.decode()
    assert "25 for the hand; 20 for having no jokers" in page
    assert "data-acceptable" in page
    assert not CardSet.objects.exists()


def test_only_a_director_is_asked_for_a_ruling(cast: builders.Cast) -> None:
    tournament = running(cast, "club-day")
    label = "You ruled (one live hand left)"
    assert label in builders.signed_in(cast.director).get(url(tournament)).content.decode()
    assert label not in builders.signed_in(cast.scorekeeper).get(url(tournament)).content.decode()
    response = submit(cast.scorekeeper, tournament, "club-day")
    assert (response.status_code, CardSet.objects.count()) == (422, 0)
    assert "Game 3: only a director decides this." in response.content.decode()


def test_hands_won_are_struck_out(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands", published=2)
    submit(cast.scorekeeper, tournament, "sixteen-hands")
    seat = tournament.rounds.get(number=2).seats.select_related("table").get(entry__number=1)
    page = (
        builders.signed_in(cast.scorekeeper)
        .get(f"/t/{tournament.slug}/desk/2/{seat.table.number}/")
        .content.decode()
    )
    assert page.count("<s>9</s>") == 1
    assert "won: game 1 of round 1" in page


def test_two_people_see_what_differs_game_by_game(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    submit(cast.scorekeeper, tournament, "card-game", do="save")
    response = submit(cast.second_scorekeeper, tournament, "card-game", version=0, g1_value="30")
    page = response.content.decode()
    assert response.status_code == 409
    assert "Game 1: hand value" in page
    assert page.count("<tr data-field=") == 1


@pytest.mark.slow
def test_a_second_person_confirms_facts(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game", second_person=True)
    assert submit(cast.scorekeeper, tournament, "card-game").status_code == 302
    assert CardSet.objects.get().state == "in"
    blind = builders.signed_in(cast.second_scorekeeper).get(url(tournament)).content.decode()
    assert 'value="25"' not in blind
    submit(cast.second_scorekeeper, tournament, "card-game")
    assert CardSet.objects.get().state == "accepted"


def test_a_set_under_the_wrong_table_keeps_its_facts(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    submit(cast.scorekeeper, tournament, "sixteen-hands", do="save")
    place = paper.place(tournament)
    moved = {"to": "2", "stamp": str(place.stamp)}
    assert builders.signed_in(cast.scorekeeper).post(url(tournament, "move/"), moved).status_code == 302
    stored = CardSet.objects.get()
    assert (stored.table.number, stored.first_east) == (2, "B")
    assert stored.games[0]["facts"] == SYSTEMS["sixteen-hands"][0][0]


def test_the_cards_of_a_points_system_can_carry_facts(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=8)
    client = builders.signed_in(cast.director)
    page = client.get(f"/t/{tournament.slug}/settings/")
    form = page.context["form"]
    form_data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    form_data = {
        name: "on" if value is True else value for name, value in form_data.items() if value is not False
    }
    assert (
        client.post(f"/t/{tournament.slug}/settings/", form_data | {"cards_carry": "facts"}).status_code
        == 302
    )
    tournament.refresh_from_db()
    assert tournament.cards_carry == "facts"


# -- The values of the organizer's sheet -----------------------------------------------------------------------------


def test_another_system_drops_the_values_of_the_old_one(cast: builders.Cast) -> None:
    new = builders.tournament(cast.club, players=8, system="sixteen-hands", profile_changes={"limit": 40})
    client = builders.signed_in(cast.director)
    form = client.get(f"/t/{new.slug}/settings/").context["form"]
    form_data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    form_data = {
        name: "on" if value is True else value for name, value in form_data.items() if value is not False
    }
    assert client.post(f"/t/{new.slug}/settings/", form_data | {"system": "sanctioned"}).status_code == 302
    new.refresh_from_db()
    assert (new.system, new.profile_changes) == ("sanctioned", {})


def test_a_new_tournament_of_sixteen_hands_is_asked_for_its_values(cast: builders.Cast) -> None:
    client, address = builders.signed_in(cast.director), f"/clubs/{cast.club.slug}/tournaments/new/"
    form_data = {
        "name": "Fishing Day",
        "date": "2026-12-01",
        "time_zone": "America/New_York",
        "is_public": "on",
    }
    response = client.post(address, form_data | {"system": "sixteen-hands", "stamp": builders.stamp()})
    tournament = Tournament.objects.get(name="Fishing Day")
    assert response["Location"] == f"/t/{tournament.slug}/rules/"


@pytest.mark.parametrize("system", ["sixteen-hands", "card-game"])
def test_a_day_of_facts_is_played_and_finished(cast: builders.Cast, system: str) -> None:
    tournament = running(cast, system, rounds=2)
    call_command("simulate", tournament.slug, rounds=2, seed=2, verbosity=0)
    tournament.refresh_from_db()
    finish(tournament, by=cast.director)
    cards = Card.objects.select_related("entry")
    sums: dict[int, int] = {}
    for card in cards:
        sums[card.entry.number] = sums.get(card.entry.number, 0) + sum(card.points)
    final = FinalStandings.objects.get(tournament=tournament)
    assert {place["number"]: place["total"] for place in final.places} == sums
    assert sum(sums.values()) == 0 or system != "card-game"
    standings = Client().get(f"/t/{tournament.slug}/standings.json").json()
    assert {place["number"]: place["total"] for place in standings["places"]} == sums
    out = io.StringIO()
    call_command("recompute", tournament.slug, stdout=out)
    assert out.getvalue() == "Every stored line follows from the cards.\n"


def test_reasons_with_an_apostrophe_are_escaped_once() -> None:
    page = Template('{% load charleston %}{{ reasons|join:"; "|minus }}')
    text = page.render(Context({"reasons": ["0: B's hand", "<b>", "-25 to A"]}))
    assert text == "0: B&#x27;s hand; &lt;b&gt;; −25 to A"


@pytest.mark.parametrize(("system", "wrote"), [("card-game", -1050), ("mahj-x", -105)])
def test_points_on_the_sheet_that_differ_name_the_player(
    cast: builders.Cast, system: str, wrote: int
) -> None:
    tournament = running(cast, system)
    due = SYSTEMS[system][1]
    right = {
        f"g{game}_{letter}_points": f"{due[letter][game - 1]}" for letter in due for game in (1, 2, 3, 4)
    }
    wrong = right | {"g2_C_points": f"{wrote}"}
    response = submit(cast.scorekeeper, tournament, system, **wrong)
    sentence = f"C’s sheet says {wrote}, and what is typed gives {due['C'][1]}.".replace("-", "−")
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert submit(cast.scorekeeper, tournament, system, **right).status_code == 302
    assert paper.place(tournament).written_set.games[1].on_paper == {letter: due[letter][1] for letter in due}
