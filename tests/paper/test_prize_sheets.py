"""Sheets about prizes: each line once, in its order, and sums that add up."""

from __future__ import annotations

import datetime

import pytest
from django.core.management import call_command

from club.models import Person
from paper.engine import Document, make_pdf, page_count
from paper.prints import described
from paper.sheets.registry import BY_NAME
from paper.sheets.sheet import PrintJob
from scoring.ceremony.actions import present, slides_of
from scoring.models import PrizeAward, PrizeRow
from scoring.prizes.actions import fix
from scoring.prizes.pot import hand_over_share, set_stake
from scoring.prizes.pot import shares_of as pot_shares
from scoring.prizes.queries import PrizePlan
from scoring.standings.queries import standings_of
from tests import builders
from tournament.fees.actions import pay
from tournament.models import Tournament
from ui.texts import in_money

pytestmark = pytest.mark.django_db
AT = datetime.datetime(2026, 11, 22, 18, 0, tzinfo=datetime.UTC)
NAMES = ("speaker", "prize-list", "receipts", "treasurer")


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    event = builders.running_tournament(cast.club, players=8, rounds=1, fee_cents=1000)
    call_command("simulate", event.slug, rounds=1, seed=2, verbosity=0)
    bonus_hand = PrizeRow(tournament=event, position=1, criterion="named", name="Bonus hand", cents=[2500])
    bonus_hand.named = event.entries.get(number=5)
    bonus_hand.save()
    table = PrizeRow.objects.create(tournament=event, position=2, criterion="round", number=1, cents=[900])
    for number in (1, 2, 3):
        pay(event.entries.get(number=number), cents=1000, method="cash", by=cast.director)
    event.refresh_from_db()
    fix(event, rows=[bonus_hand.pk, table.pk], by=cast.director)
    return event


def items(name: str, event: Tournament) -> list[list[str]]:
    data = BY_NAME[name].data(PrintJob(event))
    return list(data["items"]) if data else []


@pytest.mark.slow
def test_the_speaker_has_the_last_prize_first_and_the_wall_only_what_is_public(
    cast: builders.Cast, event: Tournament
) -> None:
    Person.objects.filter(entries__number=5).update(said_as="PLAY-er")
    assert items("speaker", event)[-1] == ["Bonus hand", "Player 5", "PLAY-er", "$25"]
    assert items("prize-list", event) == []
    present(event, rows=[event.prize_rows.get(position=1)], public=True, by=cast.director)
    assert items("prize-list", event) == [["Bonus hand", "Player 5", "5", "$25"]]


@pytest.mark.slow
def test_the_speaker_calls_those_who_tie_in_the_order_of_the_ceremony(event: Tournament) -> None:
    row = PrizeRow.objects.create(tournament=event, position=3, criterion="overall", cents=[900, 600, 300])
    row.fixed_at = AT
    row.save()
    for place, number in ((1, 4), (2, 6), (2, 7), (2, 8)):
        PrizeAward.objects.create(
            row=row,
            entry=event.entries.get(number=number),
            cents=300,
            rank=place,
            score=-place,
            first_place=place,
            last_place=4 if place == 2 else 1,
            sharing=3 if place == 2 else 1,
        )
    keys = [key for slide in slides_of(PrizePlan(event), {row.pk}) for key in slide["awards"]]
    names = [PrizeAward.objects.get(pk=key).entry.name for key in keys]
    assert names == ["Player 6", "Player 7", "Player 8", "Player 4"]
    assert [line[1] for line in items("speaker", event)[:4]] == names


@pytest.mark.slow
def test_winners_of_one_name_are_told_apart_by_their_towns(event: Tournament) -> None:
    Person.objects.filter(entries__tournament=event, entries__number__in=[5, 6]).update(name="Mary Smith")
    Person.objects.filter(entries__tournament=event, entries__number=5).update(town="Boca Raton")
    assert items("speaker", event)[-1][1] == "Mary Smith (Boca Raton)"


@pytest.mark.slow
def test_everybody_signs_for_each_prize(event: Tournament) -> None:
    assert len(items("receipts", event)) == PrizeAward.objects.count()


@pytest.mark.slow
def test_the_treasurers_sums(event: Tournament) -> None:
    assert items("treasurer", event) == [
        ["All fees", "$80"],
        ["Paid: Cash", "$30"],
        ["Received", "$30"],
        ["Still owed", "$50"],
        ["Cash prizes", "−$34"],
        ["Of these handed over", "$0"],
        ["Fees received, less prizes", "−$4"],
    ]


def test_shares_of_the_pot_are_signed_for_and_counted(cast: builders.Cast) -> None:
    event = builders.running_tournament(cast.club, players=4, rounds=1, system="mahj-x")
    call_command("simulate", event.slug, rounds=1, seed=2, verbosity=0)
    event.refresh_from_db()
    set_stake(event, cents=500, by=cast.director)
    totals = {place.number: place.total for place in standings_of(event).ranked}
    above = {number: total for number, total in totals.items() if total > 0}
    assert len(above) > 1
    assert items("receipts", event) == []
    Tournament.objects.filter(pk=event.pk).update(finished_at=AT)
    event.refresh_from_db()
    shares = {int(line[0]): line[2] for line in items("receipts", event)}
    exact = {number: 2000 * total / sum(above.values()) for number, total in above.items()}
    assert shares.keys() == above.keys()
    for number, words in shares.items():
        assert words.endswith(" of the pot")
        assert abs(float(words.removeprefix("$").split()[0]) * 100 - exact[number]) < 25
    number = next(iter(above))
    entry = event.entries.get(number=number)
    shares_now = pot_shares(event)
    assert shares_now is not None
    cents = next(share.cents for share in shares_now.shares if share.place.number == number)
    hand_over_share(event, entry, cents=cents, note="to her sister", by=cast.director)
    assert [line[4] for line in items("receipts", event) if line[0] == str(number)] == ["to her sister"]
    assert items("treasurer", event)[-3:] == [
        ["Stakes of the pot", "$20"],
        ["Shares of the pot", "−$20"],
        ["Shares handed over", in_money(-cents, "USD")],
    ]


@pytest.mark.slow
def test_they_become_a_document(cast: builders.Cast, event: Tournament) -> None:
    present(event, rows=list(event.prize_rows.all()), public=True, by=cast.director)
    sheets = [described(BY_NAME[name], PrintJob(event), "1") for name in NAMES]
    assert None not in sheets
    pdf = make_pdf(Document("Prizes", "en", [sheet for sheet in sheets if sheet]), AT)
    assert page_count(pdf) == len(NAMES)
