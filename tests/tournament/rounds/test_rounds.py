"""Publishing: in order, once, with the profile frozen, and never with a table of two."""

import itertools
import re
import threading
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import translation

from record.refused import Conflict, Refused
from tests import builders
from tournament.clock.actions import start_clock
from tournament.clock.late_tables import waited_for
from tournament.journal.words import in_short
from tournament.models import Entry, Seat, Table, Tournament
from tournament.rounds.actions import publish_round, take_back_publication, to_take_back
from tournament.rounds.preflight import preflight
from tournament.seating.draw import draw
from tournament.seating.queries import certificate_of, seating
from tournament.seating.swap import Swap, swap_seats
from tournament.words import in_words

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def drawn_tournament(cast: builders.Cast, players: int = 16, **fields: object) -> Tournament:
    return builders.running_tournament(cast.club, players=players, published=0, **fields)


def test_the_first_publication_freezes_the_profile(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=16, profile_changes={"self_picked": 15})
    draw(tournament, seed=1, by=cast.director)
    publish_round(tournament, number=1, by=cast.director)
    tournament.refresh_from_db()
    frozen = tournament.frozen_profile
    assert frozen == tournament.profile.to_data()
    assert frozen["self_picked"] == 15
    tournament.profile_changes = {"self_picked": 20}
    tournament.save()
    publish_round(tournament, number=2, by=cast.director)
    tournament.refresh_from_db()
    assert tournament.frozen_profile == frozen


def test_publishing_twice_is_publishing_once(cast: builders.Cast) -> None:
    tournament = drawn_tournament(cast)
    first = publish_round(tournament, number=1, by=cast.director)
    second = publish_round(tournament, number=1, by=cast.director)
    assert first.published_at == second.published_at
    assert tournament.journal.filter(verb="round-published").count() == 1
    assert tournament.rounds.get(number=2).published_at is None


def looked_at(cast: builders.Cast, tournament: Tournament, number: int) -> tuple[Client, str]:
    """A director's browser with the page of a round open, and the stamp of its button."""
    client = builders.signed_in(cast.director)
    page = client.get(reverse("round", args=[tournament.slug, number])).content.decode()
    return client, builders.stamp_on(page, reverse("round-publish", args=[tournament.slug, number]))


def draw_anew(tournament: Tournament) -> None:
    draw(tournament, seed=tournament.seed, by=None)


def swap_first_seats(tournament: Tournament) -> None:
    swap_seats(tournament, Swap(1, (1, "A"), (2, "A")), by=None)


def rename_somebody(tournament: Tournament) -> None:
    tournament.club.people.filter(entries__number=1).update(name="Susan Weiss")


def swap_later_seats(tournament: Tournament) -> None:
    swap_seats(tournament, Swap(2, (1, "A"), (2, "A")), by=None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("meanwhile", "status"),
    [(draw_anew, 409), (swap_first_seats, 409), (swap_later_seats, 302), (rename_somebody, 302)],
)
def test_a_round_is_published_as_it_was_looked_at(
    cast: builders.Cast, meanwhile: Callable[[Tournament], None], status: int
) -> None:
    tournament = drawn_tournament(cast)
    client, stamp = looked_at(cast, tournament, 1)
    meanwhile(tournament)
    answer = client.post(reverse("round-publish", args=[tournament.slug, 1]), {"stamp": stamp})
    assert answer.status_code == status
    assert tournament.rounds.published().count() == (status == 302)
    assert ("Look at it again before you publish it." in answer.content.decode()) == (status == 409)


def test_rounds_are_published_in_order(cast: builders.Cast) -> None:
    tournament = drawn_tournament(cast)
    with pytest.raises(Conflict, match="Round 1 comes next, not round 2"):
        publish_round(tournament, number=2, by=cast.director)


def test_before_the_draw_there_is_nothing_to_publish(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=16)
    with pytest.raises(Refused, match="Draw first"):
        publish_round(tournament, number=1, by=cast.director)


def test_beyond_the_last_round_there_is_nothing_to_publish(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=1, published=1)
    with pytest.raises(Refused, match="no seating yet"):
        publish_round(tournament, number=2, by=cast.director)


def test_a_table_of_two_is_not_published(cast: builders.Cast) -> None:
    tournament = drawn_tournament(cast)
    Seat.objects.filter(
        round__tournament=tournament, round__number=1, table__number=3, letter__in="AB"
    ).delete()
    with pytest.raises(Refused, match="Table 3 has fewer than three players"):
        publish_round(tournament, number=1, by=cast.director)
    assert tournament.rounds.get(number=1).published_at is None


def test_somebody_who_withdrew_is_not_published(cast: builders.Cast) -> None:
    tournament = drawn_tournament(cast)
    tournament.entries.filter(number=5).update(state=Entry.State.WITHDRAWN)
    with pytest.raises(Refused, match=r"Player 5 \(number 5\) has withdrawn"):
        publish_round(tournament, number=1, by=cast.director)


def test_the_check_names_repeats_unaccepted_tables_and_people_without_a_seat(cast: builders.Cast) -> None:
    # 32 players, sanctioned steps: C and D of eight tables meet again in round 3.
    tournament = builders.running_tournament(cast.club, players=32, rounds=3, published=2)
    person = tournament.entries.get(number=1).person.__class__.objects.create(
        club=cast.club, name="Wanda Walk"
    )
    Entry.objects.create(tournament=tournament, person=person, number=90, checked_in_at=tournament.drawn_at)
    checked = preflight(tournament, 3)
    assert checked is not None
    assert checked.faults == ()
    every_table = "Tables 1, 2, 3, 4, 5, 6, 7, 8 of round {} are not accepted yet."
    *not_accepted, repeats, without_seat = map(in_words, checked.warnings)
    assert not_accepted == [every_table.format(1), every_table.format(2)]
    assert without_seat == "1 player is checked in but has no seat in this round: Wanda Walk (90)."
    # In number order the C and D of table 1 are players 3 and 4; in round 3 they are four tables further, each way.
    met = [
        {seat.entry.number for seat in table.seats.all()}
        for table in tournament.rounds.get(number=1).tables.all()
    ]
    now = [
        {seat.entry.number for seat in table.seats.all()}
        for table in tournament.rounds.get(number=3).tables.all()
    ]
    pairs = {tuple(sorted(pair & other)) for pair in met for other in now if len(pair & other) == 2}
    assert len(pairs) == 8
    assert repeats.startswith("8 pairs have met before and meet again in this round: ")
    assert {
        tuple(sorted(map(int, re.findall(r"\((\d+)\)", pair)))) for pair in repeats.split(": ")[1].split("; ")
    } == pairs


def test_all_is_not_well_with_an_empty_seat_and_people_waiting(cast: builders.Cast) -> None:
    """15 players: the last table has no D. Two wait, one is registered and did not come, one left the room again."""
    tournament = drawn_tournament(cast, players=15)
    people = [cast.club.people.create(name=name) for name in ("Ann Lee", "Bo Chan", "Cy Dow")]
    for number, (person, state) in enumerate(
        zip(people, ("waiting", "waiting", "registered"), strict=True), 20
    ):
        tournament.entries.create(number=number, person=person, state=state)
    tournament.entries.filter(number=3).update(checked_in_at=None)
    checked = preflight(tournament, 1)
    assert checked is not None
    assert list(map(in_words, checked.warnings)) == [
        "1 player has a seat in this round and is not checked in: Player 3 (3).",
        "2 people are on the waiting list (Ann Lee (20), Bo Chan (21)), while seats are empty: 4D.",
        "1 player is not here and has no seat: Cy Dow (22).",
    ]
    assert checked.good[1] == "Table 4 plays with three."


@pytest.mark.parametrize(("limit", "rounds"), [(2, []), (3, [3]), (None, [3])])
def test_a_pair_kept_apart_for_some_rounds_may_meet_later(
    cast: builders.Cast, limit: int | None, rounds: list[int]
) -> None:
    tournament = drawn_tournament(cast, rounds=3)
    one, other = tournament.entries.filter(number__in=meeting_first_in(tournament, 3)).order_by("pk")
    tournament.keep_apart.create(first=one, second=other, rounds=limit)
    facts = certificate_of(tournament, seating(tournament))
    assert [meeting.round for meeting in facts.together] == rounds


def meeting_first_in(tournament: Tournament, number: int) -> tuple[int, int]:
    """The first two players who sit together in round `number` and in none before it."""
    tables = [
        (table.round.number, {seat.entry.number for seat in table.seats.all()})
        for table in Table.objects.filter(round__tournament=tournament).select_related("round")
    ]
    for pair in itertools.combinations(range(1, 17), 2):
        if min((round_ for round_, seated in tables if set(pair) <= seated), default=0) == number:
            return pair
    raise AssertionError("nobody meets first in that round")


def test_the_check_counts_who_sits_at_a_table_of_three_again(cast: builders.Cast) -> None:
    # Two tables: two up and two down lead back, so the empty seat D2 stays at table 2, and C2 with it.
    tournament = builders.running_tournament(cast.club, players=7, rounds=2, published=1)
    short = [
        {seat.entry.number for seat in table.seats.all()}
        for number in (1, 2)
        for table in tournament.rounds.get(number=number).tables.all()
        if table.seats.count() == 3
    ]
    checked = preflight(tournament, 2)
    assert checked is not None
    (again,) = short[0] & short[1]
    words = f"1 player sits at a table of three again: Player {again} ({again})."
    assert words in map(in_words, checked.warnings)


def test_tables_whose_set_is_not_accepted_are_waited_for(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    round_ = tournament.rounds.get(number=1)
    assert waited_for(tournament)[1] == [1, 2]
    numbers = {letter: [25, 0, 0, 0] for letter in "ABCD"}
    builders.card_set(round_.tables.get(number=1), numbers, state="accepted")
    builders.card_set(round_.tables.get(number=2), numbers, state="in")
    assert waited_for(tournament)[1] == [2]


def test_publication_is_on_record_with_its_warnings(cast: builders.Cast) -> None:
    tournament = drawn_tournament(cast)
    publish_round(tournament, number=1, by=cast.director)
    entry = tournament.journal.get(verb="round-published")
    assert entry.subject == "round 1"
    assert entry.actor == cast.director
    assert (entry.new["tables"], entry.new["players"], entry.new["warnings"]) == (4, 16, [])


def test_the_journal_keeps_warnings_as_codes_and_says_them_in_the_readers_language(
    cast: builders.Cast,
) -> None:
    tournament = builders.running_tournament(cast.club, players=16, rounds=2, published=1)
    publish_round(tournament, number=2, by=cast.director)
    entry = tournament.journal.filter(verb="round-published").latest("sequence")
    assert entry.new["warnings"][0] == {
        "code": "tables-not-accepted",
        "values": {"count": 4, "round": 1, "tables": "1, 2, 3, 4"},
    }
    warnings = {"warnings": entry.new["warnings"][:1]}
    assert in_short(warnings) == "warnings Tables 1, 2, 3, 4 of round 1 are not accepted yet."
    values = {"name": "Ann Lee", "number": 12, "table": 3, "letter": "B"}
    with translation.override("es"):
        words = in_short({"warnings": [{"code": "off-the-announcement", "values": values}]})
    assert words.startswith("avisos Ann Lee (número 12)"), words
    # As they were stored before.
    assert in_short({"warnings": ["A sentence."]}) == "warnings A sentence."


@pytest.mark.slow
def test_the_check_names_who_does_not_move_as_announced(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=16, rounds_planned=2)
    draw(tournament, seed=1, by=cast.director)
    publish_round(tournament, number=1, by=cast.director)
    checked = preflight(tournament, 2)
    assert checked is not None
    before = list(map(in_words, checked.warnings))
    first, second = Seat.objects.filter(round__tournament=tournament, round__number=2, table__number=1)[:2]
    swap_seats(
        tournament,
        Swap(2, (1, first.letter), (1, second.letter)),
        by=cast.director,
    )
    checked = preflight(tournament, 2)
    assert checked is not None
    sentences = [
        f"{entry.name} (number {entry.number}) does not move as announced: tell them table 1, seat {letter}."
        for entry, letter in ((first.entry, second.letter), (second.entry, first.letter))
    ]
    assert sorted(set(map(in_words, checked.warnings)) - set(before)) == sorted(sentences)

    client = Client()
    client.force_login(cast.director)
    pages: dict[str, list[object]] = {"seating-round": [2], "seating": [], "rounds": []}
    drafts = {
        page: client.get(reverse(page, args=[tournament.slug, *where])) for page, where in pages.items()
    }
    publish_round(tournament, number=2, by=cast.director)
    published = {
        page: client.get(reverse(page, args=[tournament.slug, 2])) for page in ("round", "round-seating")
    }
    for page, answer in (drafts | published).items():
        content = answer.content.decode()
        listed = re.search(r"Not by letter:(.*?)</p>", content, re.S)
        assert listed, page
        words = " ".join(re.sub(r"<[^>]*>", "", listed[1]).split())
        assert (
            words
            == "; ".join(
                f"{entry.name} No. {entry.number} to table 1, seat {letter}"
                for entry, letter in sorted(
                    ((first.entry, second.letter), (second.entry, first.letter)), key=lambda one: one[0].name
                )
            )
            + "."
        )


@pytest.mark.django_db(transaction=True)
def test_four_directors_at_once_publish_once() -> None:
    cast = builders.cast()
    tournament = drawn_tournament(cast)
    gate = threading.Barrier(4)
    errors: list[BaseException] = []

    def press() -> None:
        try:
            gate.wait(10)
            publish_round(tournament, number=1, by=cast.director)
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=press) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []
    assert tournament.journal.filter(verb="round-published").count() == 1
    assert list(tournament.rounds.published().values_list("number", flat=True)) == [1]


def taken_back(cast: builders.Cast, tournament: Tournament, **words: object) -> Tournament:
    take_back_publication(tournament, by=cast.director, **{"number": 1, **words})  # type: ignore[arg-type]
    tournament.refresh_from_db()
    return tournament


def test_a_publication_is_taken_back_and_the_rules_and_the_draw_are_open_again(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    version = tournament.rounds.get(number=1).seating_version
    taken_back(cast, tournament)
    round_ = tournament.rounds.get(number=1)
    assert (round_.published_at, tournament.frozen_profile) == (None, None)
    assert round_.seating_version == version + 1
    assert tournament.journal.latest("sequence").verb == "round-taken-back"
    draw(tournament, seed=2, by=cast.director)
    publish_round(tournament, number=1, by=cast.director)


def test_after_the_clock_started_a_publication_is_taken_back_with_a_reason(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    director, address = builders.signed_in(cast.director), reverse("round", args=[tournament.slug, 1])
    words, below = (
        ("You can undo this until the clock starts.", "Unpublish round 1"),
        "By table",
    )
    page = director.get(address).content.decode()
    assert page.index(words[0]) < page.index(below)
    start_clock(tournament, number=1, by=cast.director)
    page = director.get(address).content.decode()
    assert page.index(below) < page.index(words[1])
    with pytest.raises(Refused) as refused:
        taken_back(cast, tournament)
    assert refused.value.faults[0].code == "reason-missing"
    taken_back(cast, tournament, reason="wrong list")
    assert tournament.rounds.get(number=1).started_at is None
    assert tournament.journal.latest("sequence").reason == "wrong list"


def test_a_publication_stays_once_a_card_is_in_and_for_an_earlier_round(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, published=2)
    with pytest.raises(Refused) as refused:
        taken_back(cast, tournament)
    assert refused.value.faults[0].code == "not-the-latest"
    assert to_take_back(tournament) == tournament.rounds.get(number=2)
    table = Table.objects.get(round__tournament=tournament, round__number=2, number=1)
    builders.card_set(table, {letter: [0, 0, 0, 0] for letter in "ABCD"})
    with pytest.raises(Refused) as refused:
        taken_back(cast, tournament, number=2, reason="too late")
    assert refused.value.faults[0].code == "cards-in"
    assert to_take_back(tournament) is None


def test_undo_on_the_page_answers_a_clock_that_started_meanwhile(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    client = builders.signed_in(cast.director)
    address = reverse("round-take-back", args=[tournament.slug, 1])
    page = client.get(reverse("round", args=[tournament.slug, 1])).content.decode()
    stamp = builders.stamp_on(page, address)
    start_clock(tournament, number=1, by=cast.director)
    assert client.post(address, {"stamp": stamp}).status_code == 409
    assert tournament.rounds.get(number=1).published_at is not None


def test_the_public_sees_the_round_before_at_once(cast: builders.Cast, client: Client) -> None:
    tournament = builders.running_tournament(cast.club, players=8, published=2)
    addresses = [reverse("round-seating", args=[tournament.slug, number]) for number in (1, 2)]
    assert [client.get(address).status_code for address in addresses] == [200, 200]
    taken_back(cast, tournament, number=2)
    assert [client.get(address).status_code for address in addresses] == [200, 404]
