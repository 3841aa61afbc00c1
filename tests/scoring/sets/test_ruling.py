"""What a director rules counts as ruled, along every path to it, in every system."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from club.models import User
from record.models import JournalEntry
from record.refused import Refused
from scoring.models import Card, CardSet, PointLine
from scoring.sets.disputes import hand_back_set, hold_set, reopen_set, rule_on_set
from scoring.sets.typed import WrittenGame
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring import paper
from tests.scoring.desk.test_facts_pages import fields_of
from tests.scoring.paper import NUMBERS, written
from tests.scoring.sets.test_facts import SYSTEMS, running, set_of_system
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

WHY = "Everybody misread the wall"
# What no game of any system gives: the payments do not add up to zero, nor is anything a hand's value.
RULED = {"A": 7, "B": -3, "C": 0, "D": 1}


class Paper:
    """One table's cards in one system, as the browser sends them: the first game is as ruled, `RULED`."""

    def __init__(self, tournament: Tournament, system: str, cast: builders.Cast, *, facts: bool) -> None:
        self.tournament, self.system, self.facts = tournament, system, facts
        # A game of club-day's is among the facts that only a director enters.
        self.typist = cast.director if facts and system == "club-day" else None
        points = {letter: list(row) for letter, row in (SYSTEMS[system][1] if facts else NUMBERS).items()}
        self.as_played = {letter: sum(row) for letter, row in points.items()}
        self.points = {letter: [RULED[letter], *row[1:]] for letter, row in points.items()}

    def send(self, user: User, do: str, *, ruled: bool = False, verified: bool = True, **fields: Any) -> Any:
        numbers = self.points if ruled else None
        if self.facts:
            form_data = fields_of(self.tournament, self.system)
            if numbers:
                form_data |= {f"{letter}-total": str(sum(row)) for letter, row in numbers.items()}
                form_data |= {f"g1-{letter}-award": str(points) for letter, points in RULED.items()}
            form_data = {name: [value] for name, value in form_data.items()}
        else:
            form_data = paper.post(written(numbers), version=paper.place(self.tournament).version)
        if not verified:
            form_data |= {f"{letter}-verified": "" for letter in RULED}
        if self.typist and do in ("save", "hold"):
            user = self.typist
        return builders.signed_in(user).post(
            reverse("desk-table", args=[self.tournament.slug, 1, 1]), form_data | {"do": do} | fields
        )

    def rule(self, director: User, **fields: Any) -> Any:
        return self.send(
            director, "rule", **{"ruled": True, "ruling": WHY, "consulted": list("ABCD"), **fields}
        )


EACH_SYSTEM = [(system, True) for system in SYSTEMS] + [
    ("sanctioned", False),
    ("club-day", False),
    ("mahj-x", False),
]


@pytest.fixture(params=EACH_SYSTEM, ids=lambda of: f"{of[0]}-{'facts' if of[1] else 'numbers'}")
def cards(request: Any, cast: builders.Cast) -> Paper:
    system, facts = request.param
    changes = {} if facts or system in ("card-game", "sixteen-hands") else {"cards_carry": "points"}
    return Paper(running(cast, system, **changes), system, cast, facts=facts)


def totals(tournament: Tournament) -> dict[str, int]:
    seats = {seat.entry.number: seat.letter for seat in paper.table(tournament).seats.select_related("entry")}
    return {
        seats[place.number]: place.total for place in standings_of(tournament).places if place.number in seats
    }


def check_ruled(cards: Paper) -> None:
    """The set counts as ruled, everywhere that its numbers are shown, and follows from what is stored."""
    tournament = cards.tournament
    assert CardSet.objects.get().state == "accepted"
    assert {card.letter: card.points for card in Card.objects.all()} == cards.points
    assert totals(tournament) == {letter: sum(row) for letter, row in cards.points.items()}
    lines = PointLine.objects.filter(game=1).order_by("entry__number")
    assert [(line.points, line.code, line.values) for line in lines] == [
        (points, "ruled", {"by": "Dolores Ybarra", "reason": WHY}) for points in RULED.values()
    ]
    assert CardSet.objects.get().games[0]["reading"] is None
    assert not PointLine.objects.filter(code="ruled").exclude(game=1).exists()
    page = Client().get(f"/t/{tournament.slug}/player/1/").content.decode()
    assert f"7 as ruled by Dolores Ybarra: {WHY}" in page
    assert f"Ruled by <bdi>Dolores Ybarra</bdi>: <bdi>{WHY}</bdi>" in page
    call_command("verify_journal", tournament.slug)
    out = io.StringIO()
    call_command("recompute", tournament.slug, stdout=out)
    assert out.getvalue() == "Every stored line follows from the cards.\n"


def hold(cards: Paper, cast: builders.Cast, **fields: Any) -> None:
    assert cards.send(cast.scorekeeper, "hold", held_reason="A disagrees.", **fields).status_code == 302
    assert CardSet.objects.get().state == "held"


@pytest.mark.slow
def test_held_ruled_and_accepted(cards: Paper, cast: builders.Cast) -> None:
    hold(cards, cast, verified=False)
    assert cards.rule(cast.director, verified=False).status_code == 302
    check_ruled(cards)
    last = JournalEntry.objects.order_by("sequence").last()
    assert last is not None
    assert (last.verb, last.reason, last.new["consulted"]) == ("set-accepted", WHY, list("ABCD"))


@pytest.mark.slow
def test_verified_held_ruled_and_accepted(cards: Paper, cast: builders.Cast) -> None:
    cards.send(cast.scorekeeper, "save")
    hold(cards, cast)
    assert cards.rule(cast.director).status_code == 302
    check_ruled(cards)


@pytest.mark.slow
def test_held_ruled_refused_verified_and_accepted(cards: Paper, cast: builders.Cast) -> None:
    hold(cards, cast, verified=False)
    version = CardSet.objects.get().version
    response = cards.rule(cast.director, verified=False, **{"A-total": "999"})
    assert (response.status_code, CardSet.objects.get().version) == (422, version)
    assert [fault.field for fault in response.context["refused"]] == ["A-total"]
    content = response.content.decode()
    assert WHY in content  # what was typed is still there
    assert [fault.code for fault in response.context["form"].shown_faults] == ["total-differs"]
    assert cards.rule(cast.director).status_code == 302
    check_ruled(cards)


@pytest.mark.slow
def test_a_scorekeeper_and_a_director_in_turns(cards: Paper, cast: builders.Cast) -> None:
    hold(cards, cast, verified=False)
    back = {"reason": "Look again", "stamp": str(paper.stamp(cards.tournament, version=1))}
    address = reverse("desk-hand-back", args=[cards.tournament.slug, 1, 1])
    assert builders.signed_in(cast.director).post(address, back).status_code == 302
    assert cards.send(cast.scorekeeper, "save").status_code == 302
    hold(cards, cast)
    assert cards.rule(cast.director).status_code == 302
    check_ruled(cards)
    assert cards.send(cast.scorekeeper, "accept").status_code == 409
    check_ruled(cards)


@pytest.mark.slow
def test_a_scorekeeper_never_rules(cards: Paper, cast: builders.Cast) -> None:
    hold(cards, cast)
    assert cards.rule(cast.scorekeeper).status_code == 403
    cards.send(cast.scorekeeper, "accept", ruled=True)
    assert CardSet.objects.get().state == "held"
    assert not PointLine.objects.exists()


@pytest.mark.slow
def test_a_ruling_needs_every_number(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    cards = Paper(tournament, "card-game", cast, facts=True)
    hold(cards, cast)
    response = cards.rule(cast.director, **{"g1-won": "", "g1-C-award": ""})
    assert response.status_code == 422
    assert [fault.field for fault in response.context["refused"]] == ["g1-C-award"]


@pytest.mark.slow
def test_who_is_left_empty_in_a_ruled_game_keeps_what_the_facts_give(cast: builders.Cast) -> None:
    tournament = running(cast, "sixteen-hands")
    cards = Paper(tournament, "sixteen-hands", cast, facts=True)
    hold(cards, cast)
    others = {f"g1-{letter}-award": "" for letter in "ACD"} | {"g1-B-award": "37"}
    sums = {f"{letter}-total": str(total) for letter, total in cards.as_played.items()} | {"B-total": "42"}
    assert cards.rule(cast.director, **others, **sums).status_code == 302
    assert {card.letter: card.points[0] for card in Card.objects.all()} == {"A": 30, "B": 37, "C": 0, "D": 0}


@pytest.mark.slow
@pytest.mark.parametrize("total", ["10", "42"])
def test_points_on_a_sheet_that_the_facts_do_not_give_are_ruled_or_refused(
    cast: builders.Cast, total: str
) -> None:
    tournament = running(cast, "sixteen-hands")
    cards = Paper(tournament, "sixteen-hands", cast, facts=True)
    hold(cards, cast)
    sums = {f"{letter}-total": str(points) for letter, points in cards.as_played.items()} | {"B-total": total}
    no_award = {f"g1-{letter}-award": "" for letter in "ABCD"}
    response = cards.rule(cast.director, **{**no_award, **sums, "g1-B-points": "37"})
    assert (response.status_code, CardSet.objects.get().state) == (422, "held")
    fields = [fault.field for fault in response.context["refused"]]
    assert fields == ["B-total", "g1-B-points"][total == "10" :]
    page = response.content.decode()
    assert "If you rule 37, enter it under “Points by your ruling”" in page
    assert 'value="37"' in page
    ruled = {**no_award, **sums, "g1-B-points": "37", "g1-B-award": "37", "B-total": "42"}
    assert cards.rule(cast.director, **ruled).status_code == 302
    assert Card.objects.get(letter="B").points[0] == 37


def test_a_ruling_that_a_game_explains_is_explained_by_it(cast: builders.Cast) -> None:
    tournament = running(cast, "card-game")
    cards = Paper(tournament, "card-game", cast, facts=True)
    hold(cards, cast, verified=False)
    settled = paper.judged(tournament, set_of_system("card-game"))
    rule_on_set(*settled, ruling=WHY, consulted=list("ABCD"), by=cast.director)
    assert not PointLine.objects.filter(code="ruled").exists()
    assert totals(tournament) == {letter: sum(row) for letter, row in SYSTEMS["card-game"][1].items()}


@pytest.mark.slow
def test_numbers_as_ruled_are_nobodys_to_invent(cast: builders.Cast) -> None:
    """After a ruling was reopened and handed back, its numbers come back as they are, or a director takes them back."""
    tournament = running(cast, "sanctioned", cards_carry="points")
    cards = Paper(tournament, "sanctioned", cast, facts=False)
    hold(cards, cast)
    cards.rule(cast.director)
    reopen_set(paper.place(tournament), reason="D asks again", present=list("ABCD"), by=cast.director)
    hand_back_set(paper.place(tournament), reason="The ruling stands", by=cast.director)
    response = cards.send(
        cast.scorekeeper, "accept", ruled=True, **{"A-1": "8", "A-total": str(cards.as_played["A"])}
    )
    assert (response.status_code, Card.objects.get(letter="A").points[0]) == (422, 7)
    assert cards.send(cast.scorekeeper, "accept", ruled=True).status_code == 302
    check_lines = PointLine.objects.filter(game=1, code="ruled")
    assert {line.values["reason"] for line in check_lines} == {WHY}


@pytest.mark.slow
def test_an_unheard_player_stops_the_ruling(cards: Paper, cast: builders.Cast) -> None:
    hold(cards, cast)
    assert cards.rule(cast.director, consulted=list("ABC")).status_code == 422
    with pytest.raises(Refused):
        rule_on_set(*paper.judged(cards.tournament), ruling="", consulted=list("ABCD"), by=cast.director)


def test_a_mark_that_only_a_director_decides_is_settled_by_the_ruling(cast: builders.Cast) -> None:
    tournament = running(cast, "sanctioned", cards_carry="points")
    marked = written(games={2: WrittenGame(infractions=(("D", "racked-called-tile"),))})
    hold_set(*paper.judged(tournament, marked), reason="D racked a called tile", by=cast.scorekeeper)
    outcome = rule_on_set(
        *paper.judged(tournament, marked), ruling=WHY, consulted=list("ABCD"), by=cast.director
    )
    assert (outcome.state, outcome.faults) == ("accepted", ())
    assert set(PointLine.objects.filter(code="ruled").values_list("game", flat=True)) == {2}
