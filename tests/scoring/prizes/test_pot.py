"""The pot on its page: the example of the rule text, and where its rounding does not add up."""

import pytest
from django.test import Client
from django.urls import reverse

from record.models import JournalEntry
from record.refused import Refused
from scoring.finishing.actions import finish
from scoring.models import PointLine, PotPayment
from scoring.prizes.pot import set_stake, shares_of
from tests import builders
from tests.scoring import paper
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=4, rounds=1, system="mahj-x")


def score(event: Tournament, *totals: int) -> None:
    table = paper.table(event)
    numbers = {letter: [total] for letter, total in zip("ABCD", totals, strict=True)}
    card_set = builders.card_set(table, numbers, state="accepted")
    PointLine.objects.bulk_create(
        PointLine(
            card_set=card_set,
            round=table.round,
            entry=card.entry,
            game=1,
            points=card.points[0],
            code="ruled",
        )
        for card in card_set.cards.all()
    )


def test_the_example_of_the_text_comes_out_to_the_cent(cast: builders.Cast, event: Tournament) -> None:
    score(event, 250, 100, 50, -30)
    set_stake(event, cents=500, by=cast.director)
    shares = shares_of(event)
    assert shares is not None
    assert {share.place.total: share.cents for share in shares.shares} == {
        250: 1250,
        100: 500,
        50: 250,
        -30: 0,
    }
    assert shares.pot == 2000


def test_a_stake_is_whole_quarters(cast: builders.Cast, event: Tournament) -> None:
    with pytest.raises(Refused, match="quarters"):
        set_stake(event, cents=510, by=cast.director)


@pytest.mark.slow
def test_shares_are_handed_over_once_and_taken_back(
    director: Client, cast: builders.Cast, event: Tournament
) -> None:
    score(event, 250, 100, 50, -30)
    set_stake(event, cents=500, by=cast.director)
    address, page = reverse("pot-hand-over", args=[event.slug]), reverse("pot", args=[event.slug])

    def send(**fields: object) -> int:
        return director.post(address, {"stamp": builders.stamp(), **fields}).status_code

    assert send(player=1, cents=1250) == 422  # the standings are not final
    finish(event, by=cast.director)
    assert "Still to be handed over: $20." in director.get(page).content.decode()
    assert send(player=1, cents=1000, note="cash") == 409  # another share than the page showed
    assert send(player=1, cents=1250, note="cash") == 302
    assert send(player=1, cents=1250, note="again") == 302
    assert [(row.entry.number, row.cents, row.note) for row in PotPayment.objects.all()] == [
        (1, 1250, "cash")
    ]
    assert "Still to be handed over: $7.50." in director.get(page).content.decode()
    assert send(player=1, do="back") == 302
    assert not PotPayment.objects.exists()
    verbs = JournalEntry.objects.filter(tournament=event, verb__startswith="pot-").order_by("sequence")
    assert [entry.verb for entry in verbs] == ["pot-share-handed-over", "pot-share-handed-back"]
