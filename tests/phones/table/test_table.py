"""What phones enter, confirm and count, over HTTP."""

import pytest

from record.models import JournalEntry
from record.verbs import Verb
from scoring.models import Card, CardSet
from tests import builders
from tests.phones.table.at_the_table import Phone, phones_at
from tournament.models import Tournament

WIN = {"won": "B", "value": "25", "from": "A", "class": "exposed", "exposures": "2"}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


def table_of(tournament: Tournament, number: int = 1, round_number: int = 1):
    return tournament.rounds.get(number=round_number).tables.get(number=number)


def play_round(phones: dict[str, Phone]) -> None:
    assert phones["A"].enter(1, **WIN)["reasons"] == []
    for game in (2, 3, 4):
        assert phones["C"].enter(game, won="wall")["reasons"] == []
    for letter in "BCD":
        assert phones[letter].right(1)["reasons"] == []
    for game in (2, 3, 4):
        for letter in "ABD":
            assert phones[letter].right(game)["reasons"] == []


@pytest.mark.django_db
def test_a_set_counts_when_all_four_have_confirmed_the_same_card(tournament: Tournament) -> None:
    table = table_of(tournament)
    phones = phones_at(tournament, table)
    play_round(phones)
    for letter in "ABC":
        assert phones[letter].right(0)["reasons"] == []
    assert not CardSet.objects.filter(table=table).exists()
    assert phones["D"].right(0)["reasons"] == []
    card_set = CardSet.objects.get(table=table)
    assert card_set.state == CardSet.State.ACCEPTED
    numbers = {card.letter: card.points for card in Card.objects.filter(card_set=card_set)}
    # Rule 10: B wins 25 of the hand; A, who threw to two exposures, loses 20 (10f); a wall gives each 10 (10c).
    assert numbers == {
        "A": [-20, 10, 10, 10],
        "B": [25, 10, 10, 10],
        "C": [0, 10, 10, 10],
        "D": [0, 10, 10, 10],
    }
    entry = JournalEntry.objects.get(tournament=tournament, verb=Verb.CONFIRMED_ON_PHONES)
    assert [one["number"] for one in entry.new["confirmed"]] == [
        phones[letter].entry.number for letter in "ABCD"
    ]
