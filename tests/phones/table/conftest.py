"""A tournament of two tables, its first table, and the phones of the four who sit there."""

import pytest

from tests import builders
from tests.phones.table.at_the_table import Phone, phones_at
from tournament.models import Table, Tournament


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return tournament.rounds.get(number=1).tables.get(number=1)


@pytest.fixture
def phones(tournament: Tournament, table: Table) -> dict[str, Phone]:
    return phones_at(tournament, table)
