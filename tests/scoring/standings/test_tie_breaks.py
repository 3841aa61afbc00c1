"""Equal totals: they share a place, or go by what a director chose; and what is said of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from record.models import JournalEntry
from scoring.adjustments.queries import effect
from scoring.models import Adjustment, PrizeRow
from scoring.prizes.queries import PrizePlan
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring.standings.test_standings import accept
from tournament.models import Round, Tournament
from tournament.settings.actions import change_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Two rounds. Players 1 and 2 both end at 60: 1 by 30 and 30, 2 by 50 and 10. The rest have 0."""
    tournament = builders.running_tournament(cast.club, players=4, rounds=2)
    Round.objects.filter(tournament=tournament).update(published_at=timezone.now())
    first, second = tournament.rounds.order_by("number")
    accept(first, 1, {"A": [30, 0, 0, 0], "B": [50, 0, 0, 0], "C": [0] * 4, "D": [0] * 4})
    accept(second, 1, {"A": [30, 0, 0, 0], "B": [10, 0, 0, 0], "C": [0] * 4, "D": [0] * 4})
    tournament.refresh_from_db()
    return tournament


def choose(tournament: Tournament, cast: builders.Cast, first: str, second: str = "") -> Tournament:
    change_settings(tournament, by=cast.director, new={"tie_break": first, "next_tie_break": second})
    return Tournament.objects.get(pk=tournament.pk)


def places(tournament: Tournament) -> list[tuple[int, int | None, bool, str]]:
    rows = standings_of(tournament).places
    return [(row.number, row.rank, row.tied, row.tie_break) for row in rows]


def test_without_one_equal_totals_share_a_place(tournament: Tournament) -> None:
    assert places(tournament) == [(1, 1, True, ""), (2, 1, True, ""), (3, 3, True, ""), (4, 3, True, "")]


def test_the_best_round_decides_and_who_is_still_equal_shares(
    cast: builders.Cast, tournament: Tournament, client: Client
) -> None:
    tournament = choose(tournament, cast, "highest-round")
    by = "highest-round"
    assert places(tournament) == [(2, 1, False, by), (1, 2, False, by), (3, 3, True, ""), (4, 3, True, "")]
    page = builders.one_line(client.get(reverse("standings", args=[tournament.slug])).content.decode())
    assert page.count("by the best single round") == 3  # two rows, and the line below the list
    data = json.loads(client.get(reverse("standings-json", args=[tournament.slug])).content)
    assert [row["tie_break"] for row in data["places"]] == [by, by, None, None]
    assert JournalEntry.objects.filter(verb="settings-changed").last().new["tie_break"] == by  # type: ignore[union-attr]


def test_the_second_decides_where_the_first_does_not(cast: builders.Cast, tournament: Tournament) -> None:
    Adjustment.objects.create(  # 3 has been late; somebody gave the points back
        entry=tournament.entries.get(number=3), kind="late", points=-10, by=cast.director, at=timezone.now()
    )
    Adjustment.objects.create(
        entry=tournament.entries.get(number=3),
        kind="ruling",
        points=10,
        reason="x",
        by=cast.director,
        at=timezone.now(),
    )
    tournament = choose(tournament, cast, "fewest-penalties", "highest-round")
    first, second = "fewest-penalties", "highest-round"
    assert places(tournament) == [
        *((2, 1, False, second), (1, 2, False, second)),
        *((4, 3, False, first), (3, 4, False, first)),
    ]


def test_prizes_go_by_it_and_the_plan_says_so(
    cast: builders.Cast, tournament: Tournament, director: Client
) -> None:
    PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[5000, 3001])
    PrizeRow.objects.create(tournament=tournament, position=2, criterion="round", number=1, cents=[100])

    def prizes() -> list[tuple[int, int]]:
        return [
            (award.entry, award.cents) for award in PrizePlan(tournament).outcome.awards if award.row == 0
        ]

    assert prizes() == [(1, 4001), (2, 4000)]
    tournament = choose(tournament, cast, "highest-round")
    assert prizes() == [(2, 5000), (1, 3001)]
    page = director.get(reverse("prizes", args=[tournament.slug])).content.decode()
    assert page.count("of equal totals: the best single round") == 2  # not of the round's own prize


def test_a_penalty_says_who_would_move_by_it(cast: builders.Cast, tournament: Tournament) -> None:
    tournament = choose(tournament, cast, "highest-round")
    others = effect(tournament, tournament.entries.get(number=3), 10).others
    assert [(move.number, move.before, move.after) for move in others] == [(4, 3, 4)]


@pytest.mark.parametrize(
    ("chosen", "field", "sentence"),
    [
        ({"tie_break": "", "next_tie_break": "highest-round"}, "next_tie_break", "Choose another one first"),
        (
            {"tie_break": "highest-round", "next_tie_break": "highest-round"},
            "next_tie_break",
            "Choose another one first",
        ),
        ({"tie_break": "most-wins"}, "tie_break", "only known where cards are typed as facts"),
    ],
)
def test_what_cannot_decide_is_refused(
    director: Client, tournament: Tournament, chosen: dict[str, str], field: str, sentence: str
) -> None:
    address = reverse("tournament-settings", args=[tournament.slug])
    form = director.get(address).context["form"]
    values = {bound.name: bound.value() for bound in form}
    form_data: dict[str, Any] = {name: value for name, value in values.items() if value not in (None, False)}
    form_data |= {"date": "2026-11-20", **chosen}
    answer = director.post(address, form_data)
    assert answer.status_code == 422
    assert sentence in str(answer.context["form"].errors[field])
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ()
