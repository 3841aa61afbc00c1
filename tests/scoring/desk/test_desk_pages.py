"""The pages of the score desk: who may, what is refused, and what is shown."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from record.models import JournalEntry
from record.stamps import Stamp
from scoring.models import Card, CardSet, PointLine
from scoring.sets.places import named
from tests import builders
from tests.scoring import paper
from tests.scoring.desk.pages import submit, url
from tests.scoring.paper import NUMBERS, written
from tournament.clock.late_tables import clock_end
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


# -- Who may ---------------------------------------------------------------------------------------------------------

PAGES = {"desk": "GET", "desk-round": "GET", "desk-table": "GET"} | dict.fromkeys(
    ("desk-check", "desk-handed-in", "desk-move", "desk-reopen"), "POST"
)
WHO = {
    None: (302, 302),
    "stranger": (404, 404),
    "other_director": (404, 404),
    "scorekeeper": (200, 403),
    "director": (200, 200),
}


@pytest.mark.slow
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("name", PAGES)
def test_who_may(tournament: Tournament, cast: builders.Cast, name: str, who: str | None) -> None:
    client = builders.signed_in(getattr(cast, who) if who else None)
    response = (
        client.get(url(tournament, name)) if PAGES[name] == "GET" else client.post(url(tournament, name), {})
    )
    expected = WHO[who][name == "desk-reopen"]
    if expected == 200:
        assert response.status_code in ((302,) if name == "desk" else (200, 422))
    else:
        assert response.status_code == expected
    if who is None:
        assert response.url.startswith("/sign-in/")


@pytest.mark.parametrize("name", PAGES)
def test_the_wrong_method(tournament: Tournament, cast: builders.Cast, name: str) -> None:
    client = builders.signed_in(cast.director)
    if name == "desk-table":
        assert client.delete(url(tournament, name)).status_code == 405
    elif PAGES[name] == "GET":
        assert client.post(url(tournament, name)).status_code == 405
    else:
        assert client.get(url(tournament, name)).status_code == 405


@pytest.mark.parametrize("name", [name for name in PAGES if name != "desk"])
def test_what_is_not_there_is_not_found(tournament: Tournament, cast: builders.Cast, name: str) -> None:
    client = builders.signed_in(cast.director)
    ask = client.get if PAGES[name] == "GET" else client.post
    assert ask(url(tournament, name, round_number=2)).status_code == 404  # planned, not published
    assert ask(url(tournament, name, round_number=9)).status_code == 404
    if name != "desk-round":
        assert ask(url(tournament, name, table=3)).status_code == 404


def test_another_tournaments_table_is_not_reached(tournament: Tournament, cast: builders.Cast) -> None:
    small = builders.running_tournament(cast.club, players=4)
    response = builders.signed_in(cast.director).post(url(small, table=2), paper.post())
    assert response.status_code == 404
    assert not CardSet.objects.exists()


def test_a_scorekeeper_does_not_rule(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "hold", held_reason="B says 10")
    response = submit(
        cast.scorekeeper, tournament, "rule", version=1, ruling="so be it", consulted=list("ABCD")
    )
    assert response.status_code == 403
    assert CardSet.objects.get().state == "held"


# -- The board -------------------------------------------------------------------------------------------------------


def test_before_the_first_round_the_desk_says_what_comes_first(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, published=0)
    response = builders.signed_in(cast.scorekeeper).get(url(tournament, "desk"))
    assert "opens when the first round is published" in response.content.decode()


def test_the_desk_is_the_board_of_the_latest_round(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=3, published=2)
    assert builders.signed_in(cast.scorekeeper).get(url(tournament, "desk")).url == url(
        tournament, "desk-round", 2
    )


def test_the_board_shows_every_table_and_what_waits_longest_first(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=20)
    now = timezone.now()
    round_ = tournament.rounds.get(number=1)
    round_.started_at = now - datetime.timedelta(minutes=64, seconds=5)
    round_.save()
    builders.card_set(paper.table(tournament, 1), NUMBERS, state="accepted")
    for table, state, ago in ((2, "held", 1), (3, "in", 7), (4, "in", 2)):
        reason = {"held_reason": "two winners"} if state == "held" else {}
        card_set = builders.card_set(paper.table(tournament, table), NUMBERS, state=state, **reason)
        CardSet.objects.filter(pk=card_set.pk).update(handed_in_at=now - datetime.timedelta(minutes=ago))
    board = builders.signed_in(cast.scorekeeper).get(url(tournament, "desk-round")).context["board"]
    assert [(tile.number, tile.look) for tile in board.tiles] == [
        (1, "accepted"),
        (2, "held"),
        (3, "in"),
        (4, "in"),
        (5, "late"),
    ]
    assert [tile.number for tile in board.waiting] == [3, 4, 2]
    assert [(tile.number, tile.late) for tile in board.late] == [(5, 4)]
    assert board.counts == {"playing": 1, "in": 2, "held": 1, "accepted": 1, "written-off": 0, "late": 1}


def test_a_round_that_was_ended_early_is_due_from_then(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    round_ = tournament.rounds.get(number=1)
    now, hour = timezone.now(), datetime.timedelta(minutes=60)
    assert clock_end(round_, now) is None
    round_.started_at = now - datetime.timedelta(minutes=30)
    assert clock_end(round_, now) == round_.started_at + hour
    round_.ended_at = now - datetime.timedelta(minutes=2)
    assert clock_end(round_, now) == round_.ended_at
    round_.ended_at = now + hour
    assert clock_end(round_, now + datetime.timedelta(minutes=40)) == round_.started_at + hour


def test_the_board_costs_the_same_for_any_field(cast: builders.Cast) -> None:
    client, counts = builders.signed_in(cast.scorekeeper), []
    for players in (8, 40):
        tournament = builders.running_tournament(cast.club, players=players)
        with CaptureQueriesContext(connection) as queries:
            client.get(url(tournament, "desk-round"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_number_field_goes_to_the_table(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.scorekeeper)
    assert client.get(url(tournament, "desk-round"), {"table": " 2 "}).url == url(tournament, table=2)
    for typed in ("9" * 10_000, "-1"):
        response = client.get(url(tournament, "desk-round"), {"table": typed})
        assert (response.status_code, len(response.content) < 40_000) == (422, True)
        reason = "Type a table’s number in digits or a player’s name, or scan the code of a card."
        assert reason in response.content.decode()


def test_htmx_gets_the_tiles_alone(tournament: Tournament, cast: builders.Cast) -> None:
    response = builders.signed_in(cast.scorekeeper).get(
        url(tournament, "desk-round"), headers={"HX-Request": "true"}
    )
    assert "<html" not in response.content.decode()
    assert "HX-Request" in response.headers["Vary"]


def test_cards_are_marked_as_in_and_taken_back(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.scorekeeper)
    client.post(url(tournament, "desk-handed-in"), {"stamp": str(Stamp())})
    assert (CardSet.objects.get().state, CardSet.objects.get().handed_in_by) == ("in", "A")
    client.post(
        url(tournament, "desk-handed-in"), {"undo": "1", "stamp": str(paper.stamp(tournament, version=1))}
    )
    assert not CardSet.objects.exists()


# -- The grid --------------------------------------------------------------------------------------------------------


def test_the_grid_offers_collector_and_verifiers(tournament: Tournament, cast: builders.Cast) -> None:
    form = builders.signed_in(cast.scorekeeper).get(url(tournament)).context["form"]
    assert form.initial["handed_in_by"] == "A"
    assert {row.letter: row.offered for row in form.rows} == paper.ACROSS
    assert form.all_faults == []


def test_accepting_by_the_form(tournament: Tournament, cast: builders.Cast) -> None:
    response = submit(cast.scorekeeper, tournament, "accept")
    assert (response.status_code, response.url) == (302, url(tournament, "desk-round"))
    assert CardSet.objects.get().state == "accepted"
    assert {card.letter: card.points for card in Card.objects.all()} == NUMBERS
    page = builders.signed_in(cast.second_scorekeeper).get(url(tournament)).content.decode()
    assert "Accepted by <bdi>Sam Lee</bdi>" in page
    assert 'id="grid"' not in page


@pytest.mark.parametrize(
    ("typed", "number"), [("20-", -20), ("-20", -20), (" − 20 ", -20), ("–20", -20), ("020", 20)]
)
def test_a_minus_may_stand_before_or_after(
    tournament: Tournament, cast: builders.Cast, typed: str, number: int
) -> None:
    submit(cast.scorekeeper, tournament, "save", B_1=typed)
    assert Card.objects.get(letter="B").points[0] == number


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("1000", "out-of-range"),
        *((text, "not-a-number") for text in ("ten", "--5", "-5-", "4.5", "<b>", "9" * 10_000)),
    ],
)
@pytest.mark.parametrize("do", ["save", "accept", "hold"])
def test_what_is_no_number_changes_nothing_and_is_still_there(
    tournament: Tournament, cast: builders.Cast, typed: str, code: str, do: str
) -> None:
    response = submit(cast.scorekeeper, tournament, do, B_3=typed, held_reason="x")
    assert response.status_code == 422
    assert [(fault.code, fault.field) for fault in response.context["form"].faults()] == [(code, "B-3")]
    assert response.context["form"]["B-3"].value() == typed
    assert response.context["form"]["A-1"].value() == "45"
    assert not CardSet.objects.exists()
    assert not JournalEntry.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "fields",
    [
        {"stamp": None},
        {"C_3": None},
        {"D_total": None},
        {"stamp": "not a key"},
        {"version": None},
        {"version": -1},
        {"seats": None},
        {"version": "x"},
        {"A_verified": "E"},
        {"handed_in_by": "Z"},
        {"A_1_infraction": "theft"},
        {"corrected": "x" * 10_000},
    ],
)
def test_half_sent_and_forged_forms_change_nothing(
    tournament: Tournament, cast: builders.Cast, fields: dict[str, Any]
) -> None:
    response = submit(cast.scorekeeper, tournament, "accept", **fields)
    assert response.status_code == 422
    assert not CardSet.objects.exists()


def test_an_empty_post_is_a_sentence(tournament: Tournament, cast: builders.Cast) -> None:
    response = builders.signed_in(cast.scorekeeper).post(url(tournament), {})
    assert response.status_code == 422
    assert "Part of this page is missing." in response.content.decode()


@pytest.mark.slow
def test_a_faulty_set_is_kept_and_every_fault_is_shown(tournament: Tournament, cast: builders.Cast) -> None:
    response = submit(cast.scorekeeper, tournament, "accept", B_3="10", A_verified="", A_total="50")
    assert response.status_code == 422
    form = response.context["form"]
    assert [(fault.code, fault.field) for fault in form.all_faults] == [
        ("total-differs", "A-total"),
        ("unverified", "A-verified"),
        ("total-differs", "B-total"),
        ("impossible", "B-3"),
    ]
    page = response.content.decode()
    assert 'data-take="B-3=-10"' in page
    assert "The games add up to 55, the card says 50." in page
    assert CardSet.objects.get().state == "in"
    assert Card.objects.get(letter="B").points == [-20, 10, 10, 0]
    assert not PointLine.objects.exists()


def test_what_is_in_the_way_is_said_in_one_line_beside_the_buttons(
    tournament: Tournament, cast: builders.Cast
) -> None:
    nobody = {f"{letter}_verified": "" for letter in "ABCD"}
    page = submit(cast.scorekeeper, tournament, "accept", A_total="110", **nobody).content.decode()
    line = re.sub(r"<[^>]+>|\s+", " ", re.search(r'id="refusal"[^>]*>(.*?)</div>', page, re.DOTALL)[1])
    assert " ".join(line.split()) == (
        "Not accepted yet. What you typed is saved. Please look at this: "
        "A: the games add up to 55, the card says 110. Nobody has verified A, B, C and D."
    )
    assert page.index('class="score-grid"') < page.index('id="refusal"') < page.index('id="accept"')


@pytest.mark.parametrize(
    ("who", "state", "sentence"),
    [
        ("scorekeeper", "accepted", "The set is accepted. If yours is right, ask a director to reopen it."),
        (
            "director",
            "accepted",
            "The set is accepted. If yours is right, reopen it with its players present.",
        ),
        (
            "scorekeeper",
            "held",
            "The set is held. If yours is right, tell the director, who settles it with a ruling.",
        ),
    ],
)
def test_who_typed_otherwise_than_a_settled_set_is_told_what_to_do(
    tournament: Tournament, cast: builders.Cast, who: str, state: str, sentence: str
) -> None:
    reason = {"held_reason": "two winners"} if state == "held" else {}
    builders.card_set(paper.table(tournament), NUMBERS, state=state, **reason)
    response = submit(getattr(cast, who), tournament, "accept", A_1="40", A_total="50")
    assert (response.status_code, sentence in response.content.decode()) == (409, True)


def test_the_same_form_twice(tournament: Tournament, cast: builders.Cast) -> None:
    form_data = paper.post(do="accept")
    client = builders.signed_in(cast.scorekeeper)
    answers = [client.post(url(tournament), form_data) for _ in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [
        (302, url(tournament, "desk-round"))
    ] * 2
    assert (JournalEntry.objects.count(), PointLine.objects.count()) == (1, 16)


@pytest.mark.slow
def test_holding_needs_a_reason_and_loses_nothing(tournament: Tournament, cast: builders.Cast) -> None:
    response = submit(cast.scorekeeper, tournament, "hold", held_reason=" ")
    assert (response.status_code, response.context["form"]["A-1"].value()) == (422, "45")
    assert not CardSet.objects.exists()
    assert submit(cast.scorekeeper, tournament, "hold", held_reason="x" * 10_000).status_code == 422
    assert not CardSet.objects.exists()
    assert submit(cast.scorekeeper, tournament, "hold", held_reason="two winners").status_code == 302
    assert (CardSet.objects.get().state, CardSet.objects.get().held_reason) == ("held", "two winners")


@pytest.mark.slow
@pytest.mark.parametrize(("who", "links"), [("director", 1), ("scorekeeper", 0)])
def test_who_holds_a_set_as_a_director_is_led_to_settle_it(
    tournament: Tournament, cast: builders.Cast, who: str, links: int
) -> None:
    client, fields = builders.signed_in(getattr(cast, who)), paper.post(do="hold", held_reason="two winners")
    desk = client.post(url(tournament), fields, follow=True).content.decode()
    link = f'Table 1 is held for the director. <a href="{url(tournament)}">Settle it now</a>'
    assert (desk.count(link), desk.count("Settle it now")) == (links, links)


@pytest.mark.slow
def test_a_held_set_is_the_directors(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "hold", held_reason="two winners")
    assert builders.signed_in(cast.scorekeeper).get(url(tournament)).context["is_open"] is False
    assert builders.signed_in(cast.director).get(url(tournament)).context["is_open"] is True
    response = submit(cast.director, tournament, "rule", version=1, ruling="C won", consulted=list("ABCD"))
    assert response.status_code == 302
    assert (CardSet.objects.get().state, CardSet.objects.get().ruling) == ("accepted", "C won")


@pytest.mark.slow
def test_a_set_to_be_ruled_on_is_not_called_complete(tournament: Tournament, cast: builders.Cast) -> None:
    nothing = re.compile(r'id="ready" role="status">\s*</span>')
    submit(cast.scorekeeper, tournament, "hold", held_reason="two winners")
    response = builders.signed_in(cast.director).get(url(tournament))
    refused = submit(cast.director, tournament, "rule", version=1, ruling="")
    assert (response.status_code, refused.status_code) == (200, 422)
    assert all(nothing.search(page.content.decode()) for page in (response, refused))


def test_checking_stores_nothing(tournament: Tournament, cast: builders.Cast) -> None:
    response = builders.signed_in(cast.scorekeeper).post(url(tournament, "desk-check"), paper.post(B_3="10"))
    page = response.content.decode()
    assert "Game 3 cannot be right" in page
    assert 'id="faults-B"' in page
    assert "<html" not in page
    assert not CardSet.objects.exists()


def test_while_typing_what_is_to_come_is_no_fault_yet(tournament: Tournament, cast: builders.Cast) -> None:
    begun = named(paper.place(tournament).written_set.values()) | {
        "A-1": "45",
        "B-1": "20-",
        "C-1": "0",
        "D-1": "0",
    }
    form_data = {**begun, "stamp": str(paper.stamp(tournament))}
    form = builders.signed_in(cast.scorekeeper).post(url(tournament, "desk-check"), form_data).context["form"]
    assert (form.shown_faults, form.judgement.games[0].verdict) == ([], "legal")
    form = (
        builders.signed_in(cast.scorekeeper)
        .post(url(tournament, "desk-check"), form_data | {"attempted": "1"})
        .context["form"]
    )
    assert len(form.shown_faults) == 4 * 5 + 1


@pytest.mark.slow
def test_reopening_and_moving_by_their_forms(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "accept")
    client = builders.signed_in(cast.director)
    form_data = {
        "stamp": str(paper.stamp(tournament, version=1)),
        "reason": "dispute",
        "present": list("ABCD"),
    }
    assert client.post(url(tournament, "desk-reopen"), form_data).url == url(tournament)
    assert CardSet.objects.get().state == "held"
    form_data = {"stamp": str(paper.stamp(tournament, version=2)), "to": "2", "reason": "of table 2"}
    assert client.post(url(tournament, "desk-move"), form_data).url == url(tournament, table=2)
    assert CardSet.objects.get(cards__letter="A").table.number == 2


@pytest.mark.slow
def test_where_cards_went_is_said_at_the_table_they_left(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "save")
    client = builders.signed_in(cast.scorekeeper)
    form_data = {"stamp": str(paper.stamp(tournament, version=1)), "to": "2"}
    client.post(url(tournament, "desk-move"), form_data)
    pages = [builders.one_line(client.get(url(tournament, table=table)).content.decode()) for table in (1, 2)]
    assert "set moved away, Table 2" in pages[0]
    assert "set moved here, Table 1" in pages[1]


@pytest.mark.slow
def test_who_typed_under_the_wrong_table_is_told_who_can_move_the_cards(
    tournament: Tournament, cast: builders.Cast
) -> None:
    submit(cast.scorekeeper, tournament, "accept")
    pages = {
        user: builders.signed_in(user).get(url(tournament)).content.decode()
        for user in (cast.scorekeeper, cast.director)
    }
    told = {
        user: ("A director can move the cards" in page, 'id="move"' in page) for user, page in pages.items()
    }
    assert told == {cast.scorekeeper: (True, False), cast.director: (False, True)}


@pytest.mark.slow
@pytest.mark.parametrize("to", ["", "two", "0", "1", "77", "9" * 10_000])
def test_moving_to_no_table_is_a_sentence(tournament: Tournament, cast: builders.Cast, to: str) -> None:
    submit(cast.scorekeeper, tournament, "save")
    form_data = {"stamp": str(paper.stamp(tournament, version=1)), "to": to}
    assert (
        builders.signed_in(cast.scorekeeper).post(url(tournament, "desk-move"), form_data).status_code == 422
    )
    assert CardSet.objects.get().table.number == 1


@pytest.mark.slow
@pytest.mark.parametrize("system", ["sixteen-hands", "card-game"])
def test_systems_whose_cards_carry_facts_have_a_form_for_them(cast: builders.Cast, system: str) -> None:
    tournament = builders.running_tournament(cast.club, players=8, system=system)
    page = builders.signed_in(cast.scorekeeper).get(url(tournament)).content.decode()
    assert 'id="facts"' in page
    assert 'id="grid"' not in page
    assert submit(cast.scorekeeper, tournament, "accept").status_code == 422
    assert not CardSet.objects.exists()


@pytest.mark.slow
def test_names_are_escaped(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    person = tournament.entries.get(number=1).person
    person.name = "<script>alert(1)</script>"
    person.save()
    for name in ("desk-table", "desk-round"):
        assert (
            "<script>alert"
            not in builders.signed_in(cast.scorekeeper).get(url(tournament, name)).content.decode()
        )
    submit(cast.scorekeeper, tournament, "save", written(totals={"A": 50}))
    page = submit(cast.second_scorekeeper, tournament, "save").content.decode()
    assert "<script>alert" not in page


@pytest.mark.slow
def test_a_refused_dispute_or_move_keeps_what_was_typed(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "accept")
    form_data = {
        "stamp": str(paper.stamp(tournament, version=1)),
        "reason": "C counted twice",
        "present": list("ABC"),
    }
    response = builders.signed_in(cast.director).post(url(tournament, "desk-reopen"), form_data)
    assert response.status_code == 422
    assert "Not marked: D Player 4." in response.content.decode()
    assert "C counted twice</textarea>" in response.content.decode()
    stale = form_data | {"present": list("ABCD"), "stamp": str(paper.stamp(tournament))}
    assert builders.signed_in(cast.director).post(url(tournament, "desk-reopen"), stale).status_code == 409
    assert CardSet.objects.get().state == "accepted"


@pytest.mark.slow
def test_a_player_with_a_card_elsewhere_is_a_sentence(tournament: Tournament, cast: builders.Cast) -> None:
    submit(cast.scorekeeper, tournament, "save")
    seat, other = (
        paper.table(tournament).seats.get(letter="A"),
        paper.table(tournament, 2).seats.get(letter="A"),
    )
    moved = seat.entry
    seat.delete()
    other.entry = moved
    other.save()
    response = builders.signed_in(cast.scorekeeper).post(
        url(tournament, table=2), paper.post(seats=paper.sitting(tournament, 2))
    )
    assert response.status_code == 422
    assert "Player 1 has a card at table 1 of this round already." in response.content.decode()
    assert CardSet.objects.count() == 1


def test_a_part_of_a_page_is_not_replaced_by_the_sign_in_page(tournament: Tournament) -> None:
    from_htmx = {"headers": {"HX-Request": "true"}}
    response = Client().post(url(tournament, "desk-check"), paper.post(), **from_htmx)
    assert (response.status_code, response.content) == (401, b"")
    for name in ("manage", "finish", "journal", "desk"):
        response = Client().get(reverse(name, args=[tournament.slug]), **from_htmx)
        assert (name, response.status_code, response.content) == (name, 401, b"")


def test_a_table_that_everybody_left_is_not_waited_for(tournament: Tournament, cast: builders.Cast) -> None:
    paper.table(tournament, 2).seats.all().delete()
    submit(cast.scorekeeper, tournament, "accept")
    board = builders.signed_in(cast.scorekeeper).get(url(tournament, "desk-round")).context["board"]
    assert ([tile.number for tile in board.tiles], board.is_complete) == ([1], True)


@pytest.mark.slow
def test_an_empty_number_field_opens_the_table_offered(tournament: Tournament, cast: builders.Cast) -> None:
    client = builders.signed_in(cast.scorekeeper)
    assert client.get(url(tournament, "desk-round"), {"table": ""}).url == url(tournament, table=1)
    submit(cast.scorekeeper, tournament, "accept")
    assert client.get(url(tournament, "desk-round"), {"table": ""}).url == url(tournament, table=2)
    client.post(url(tournament, table=2), paper.post(do="accept", seats=paper.sitting(tournament, 2)))
    assert client.get(url(tournament, "desk-round"), {"table": ""}).status_code == 200


def test_the_first_card_says_which_scorekeeper_verified_the_others(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, verification="east")
    client = builders.signed_in(cast.scorekeeper)
    assert (
        client.get(url(tournament)).context["form"].offered
        == "A-verified=C B-verified=A C-verified=A D-verified=A"
    )
    form_data = paper.post(A_verified="B", B_verified="", C_verified="", D_verified="")
    form = client.post(url(tournament, "desk-check"), form_data).context["form"]
    assert form.offered == "A-verified=B B-verified=D C-verified=B D-verified=B"
