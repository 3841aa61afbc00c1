"""What stands on each sheet, and that every one of them becomes a PDF that anybody can read."""

from __future__ import annotations

import datetime
import io
from typing import Any

import msgspec
import pytest
from django.utils import timezone
from PIL import Image

from club.models import Person
from paper import compile as compiler
from paper.engine import Document, make_pdf, page_count
from paper.fonts import isolated, missing, printable
from paper.prints import (
    SheetState,
    described,
    fallback_state,
    keep_taken,
    make_fallback,
    print_sheets,
    revision_of,
    states,
)
from paper.sheets.registry import BY_NAME, SHEETS
from paper.sheets.sheet import PrintJob, Sheet, numbers_of
from phones.models import PhoneSetting
from record.refused import Refused
from rules.systems.registry import SYSTEMS, load_profile
from scoring.models import Adjustment, PointLine
from tests import builders
from tournament.clock.starting_times import set_starting_times
from tournament.models import Round, Seat, Table, Tournament
from tournament.seating.draw import draw
from tournament.seating.wishes import fix_table
from tournament.values.sheet import sheet_of

pytestmark = pytest.mark.django_db

AWKWARD = [
    "Wilhelmina Featherstonehaugh-Cholmondeley-Vanderbilt",
    "רבקה רוזנבלום",
    "محمد علي الهاشمي",
    "李小龍",
    "김철수",
    "Ann Lee",
    "Ann Lee",
    '*bold* #{x} $y$ <b> @ref `raw` "q" \\n',
    "W" * 60,
    "Łukasz Ñúñez Ωmega Чехова",
]
SITE = "http://192.168.1.20:8000"
MOVE = "A up 1, B down 1, C up 2, D down 2".replace(" ", "\N{NO-BREAK SPACE}").replace(
    ",\N{NO-BREAK SPACE}", ", "
)
HANDS = msgspec.to_builtins(load_profile("sixteen-hands").hands)
AT = datetime.datetime(2026, 11, 22, 9, 40, tzinfo=datetime.UTC)


def rename(tournament: Tournament, names: list[str]) -> None:
    for entry, name in zip(tournament.entries.select_related("person"), names, strict=False):
        Person.objects.filter(pk=entry.person_id).update(
            name=name, town="Elgin" if entry.number % 2 else "Joliet"
        )


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    """Eleven players at three tables, one of them of three."""
    tournament = builders.running_tournament(cast.club, players=11, rounds=3)
    rename(tournament, AWKWARD)
    PhoneSetting.objects.create(tournament=tournament, mode="count", wifi="MapleCourt")
    return tournament


def data_of(name: str, tournament: Tournament, **job: Any) -> dict[str, Any]:
    data = described(BY_NAME[name], PrintJob(tournament, **{"round_number": 1, **job}), "revision 1")
    assert data is not None
    return data


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["us-letter", "a4"])
@pytest.mark.parametrize("size", ["plain", "large"])
def test_every_sheet_is_accessible_with_every_name(tournament: Tournament, paper: str, size: str) -> None:
    """All in one file, as the standard PDF/UA-1 wants it: tagged, titled, each letter with its font."""
    job = PrintJob(tournament, paper=paper, large=size == "large", round_number=1, site=SITE)
    sheets = [data for sheet in SHEETS if (data := described(sheet, job, "revision 1"))]
    pdf = make_pdf(Document("All", "en", sheets), AT)
    assert b"pdfuaid:part" in pdf
    assert page_count(pdf) >= len(sheets)


@pytest.mark.slow
def test_the_same_data_and_time_give_the_same_bytes(tournament: Tournament) -> None:
    document = Document("Seats", "en", [data_of("round-by-name", tournament)])
    assert make_pdf(document, AT) == make_pdf(document, AT)


def test_a_name_is_never_read_as_markup(tournament: Tournament) -> None:
    """Typesetting would fail: there is no such reference, no such variable, and the formula is not closed."""
    rename(
        tournament, ["@nobody #panic() $x", '#import "x": *', "*bold", "= Title", "#strong[x]", "$x$", "*a*"]
    )
    make_pdf(Document("Badges", "en", [data_of("badges", tournament)]), AT)


def test_letters_that_no_font_has_are_told_and_replaced() -> None:
    assert (missing("Ann ᚠᚢᚠ Lee 李"), printable("Ann ᚠ\u202eLee")) == ("ᚠᚢ", "Ann ?Lee")
    assert [missing(name) for name in AWKWARD] == [""] * len(AWKWARD)
    assert missing("Kapi\u02bbolani Əhmədova Ɔfɔriwaa O\u02bcBrien") == ""


def test_a_process_that_takes_too_long_is_refused_in_a_sentence(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paper.engine.MOST_SECONDS", 0.01)
    with pytest.raises(Refused, match="too long"):
        make_pdf(Document("Seats", "en", [data_of("round-by-name", tournament)]), AT)


def test_a_sheet_that_cannot_be_made_is_refused_in_a_sentence() -> None:
    sheet = {"template": "sign_in", "title": "x", "event": "", "paper": "no-such-paper", "large": False}
    with pytest.raises(Refused, match="could not be made"):
        make_pdf(Document("x", "en", [sheet]), AT)


@pytest.mark.slow
def test_a_file_that_needs_more_memory_than_there_is_for_it_is_refused(tournament: Tournament) -> None:
    """Only the process that makes it ends; what is asked next is made."""
    assert compiler.MOST_MEMORY == 512_000_000
    seats, picture = data_of("round-by-name", tournament), io.BytesIO()
    side = 24_000  # of a picture with one byte for each of its points: more than there is
    Image.new("L", (side, side)).save(picture, "PNG", compress_level=1)
    with pytest.raises(Refused, match="too large"):
        make_pdf(Document("Seats", "en", [seats], logo=picture.getvalue(), club="Jade Garden Club"), AT)
    assert make_pdf(Document("Seats", "en", [seats]), AT).startswith(b"%PDF-")


def test_the_sign_in_sheet_goes_by_family_name_and_has_lines_to_spare(tournament: Tournament) -> None:
    rename(tournament, ["Zoe Adams", "Ann Zorn", *(f"Player {n}" for n in range(3, 12))])
    data = data_of("sign-in", tournament)
    numbers = [line["number"] for line in data["items"]]
    assert (numbers[0], numbers[-1], len(numbers), data["spare"]) == (1, 2, 11, 8)


def test_the_town_stands_beside_two_of_one_name_on_every_list(tournament: Tournament) -> None:
    for name in ("sign-in", "round-by-name", "badges", "itineraries"):
        items = data_of(name, tournament)["items"]
        towns = {item["number"]: item.get("town", item["name"]) for item in items}
        towns = {n: town["town"] if isinstance(town, dict) else town for n, town in towns.items()}
        assert {n: town for n, town in towns.items() if town} == {6: "Joliet", 7: "Elgin"}, name


def test_a_badge_has_the_first_name_large_and_the_code_of_the_own_page(tournament: Tournament) -> None:
    badges = {item["number"]: item for item in data_of("badges", tournament, site=SITE)["items"]}
    assert [badges[number]["name"] for number in (1, 4, 6)] == [
        {"first": "Wilhelmina", "family": "Featherstonehaugh-Cholmondeley-Vanderbilt"},
        {"first": "李小龍", "family": ""},
        {"first": "Ann", "family": "Lee"},
    ]
    badge = badges[4]
    assert badge["code"].startswith(b"\x89PNG")
    assert data_of("badges", tournament)["items"][0]["code"] == b""
    tournament.is_public = False
    assert data_of("badges", tournament, site=SITE)["items"][0]["code"] == b""


def test_initials_stay_initials(tournament: Tournament) -> None:
    tournament.entries.filter(number=6).update(shows_initials=True)
    for name in ("sign-in", "round-by-name", "badges", "itineraries", "phone-slips"):
        item = next(item for item in data_of(name, tournament)["items"] if item["number"] == 6)
        assert "Ann" not in str(item["name"]), name
        assert "Joliet" not in str(item), name


def test_a_round_that_is_not_published_is_a_draft_and_says_who_does_not_move_by_letter(
    tournament: Tournament,
) -> None:
    assert data_of("round-by-name", tournament)["notes"] == []
    assert data_of("round-by-name", tournament, round_number=2)["notes"][0] == "Draft, not published."


def test_a_table_of_three_says_so(tournament: Tournament) -> None:
    tables = data_of("round-by-table", tournament)["items"]
    brings = "A takes the cards to the desk."
    three = "Three players: no Charleston; before game 4, the last one, all roll again for East."
    assert [table["note"] for table in tables] == [brings, brings, f"{brings} {three}"]


def test_two_of_one_name_have_their_towns_at_the_table(tournament: Tournament) -> None:
    names = [
        seat["name"] for table in data_of("round-by-table", tournament)["items"] for seat in table["seats"]
    ]
    assert [name for name in names if name.startswith("Ann Lee")] == ["Ann Lee (Joliet)", "Ann Lee (Elgin)"]


@pytest.mark.parametrize("system", ["sanctioned", "sixteen-hands", "club-day"])
def test_it_is_called_which_tables_have_three_players_where_they_play_otherwise(
    cast: builders.Cast, system: str
) -> None:
    tournament = builders.running_tournament(cast.club, players=10, system=system)
    notes = [table["note"] for table in data_of("round-by-table", tournament)["items"]]
    last = data_of("announcements", tournament)["items"][0]["lines"][-1]
    if system != "sanctioned":
        tournament.refresh_from_db()
        what = {"sixteen-hands": "sheets", "club-day": "cards"}[system]
        nobody = f"A takes the {what} to the desk. Table of three: nobody sits at D."
        assert notes == [f"A takes the {what} to the desk.", nobody, nobody]
        assert (
            last
            == {
                "sixteen-hands": f"A takes the {what} to the desk.",
                "club-day": f"The table’s scorekeeper takes the {what} to the desk.",
            }[system]
        )
    else:
        assert last.startswith("Table 2, Table 3. Three players: no Charleston")


def test_who_is_east_first_by_the_rules_of_the_house(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, profile_changes={"first_east": "letter-a"})
    note = "A takes the cards to the desk. A is East first."
    assert [table["note"] for table in data_of("round-by-table", tournament)["items"]] == [note, note]
    assert "A is East first." in data_of("announcements", tournament)["items"][0]["lines"]


def test_rounds_name_their_starting_times(tournament: Tournament, cast: builders.Cast) -> None:
    set_starting_times(tournament, {1: (1, 8 * 60 + 30), 2: (1, 10 * 60 + 15)}, by=cast.director)
    assert "Starts at 8:30 AM." in data_of("round-by-name", tournament)["notes"]
    assert "Starts at 10:15 AM." in data_of("announcements", tournament)["items"][1]["lines"]
    stops = data_of("itineraries", tournament)["items"][0]["stops"]
    assert [stop["round"] for stop in stops] == ["1 · 8:30 AM", "2 · 10:15 AM", "Round 3"]
    assert data_of("all-by-name", tournament)["notes"] == [
        "Round\u00a01\u00a0·\u00a08:30\u00a0AM, Round\u00a02\u00a0·\u00a010:15\u00a0AM"
    ]


def test_a_slip_calls_a_bonus_round_by_its_name(tournament: Tournament) -> None:
    tournament.rounds.filter(number=3).update(bonus_games=4, bonus_counts=True)
    stops = data_of("itineraries", Tournament.objects.get())["items"][0]["stops"]
    assert [stop["round"] for stop in stops] == ["Round 1", "Round 2", "Bonus round"]


@pytest.mark.slow
def test_what_changed_since_the_last_print_is_out_of_date(
    tournament: Tournament, cast: builders.Cast
) -> None:
    job = PrintJob(tournament, round_number=1)
    seats, badges = BY_NAME["round-by-table"], BY_NAME["badges"]
    for sheet in (seats, badges):
        print_sheets([sheet], job, title="", by=cast.director)

    def changed_sheets() -> dict[str, bool]:
        tournament.refresh_from_db()
        asked = PrintJob(tournament, round_number=1)
        return {state.sheet.name: state.is_changed for state in states([seats, badges], asked)}

    assert changed_sheets() == {"round-by-table": False, "badges": False}
    # A person's name stands on both, a seat on no badge.
    Seat.objects.filter(round__number=1, entry__number=11).delete()
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
    assert changed_sheets() == {"round-by-table": True, "badges": False}
    Person.objects.filter(name="Ann Lee").update(name="Anna Lee")
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
    assert changed_sheets() == {"round-by-table": True, "badges": True}
    assert revision_of(badges, PrintJob(tournament))[0] == 2


def test_a_reprint_of_some_leaves_what_is_known_of_the_whole(
    tournament: Tournament, cast: builders.Cast
) -> None:
    job = PrintJob(tournament, chosen=frozenset({3}))
    pdf = print_sheets([BY_NAME["badges"]], job, title="", by=cast.director)
    assert page_count(pdf) == 1
    assert not tournament.printed.exists()
    assert len(data_of("badges", tournament, chosen=frozenset({3, 5}))["items"]) == 2


@pytest.mark.slow
def test_only_the_badges_that_are_others_are_printed_anew(
    tournament: Tournament, cast: builders.Cast
) -> None:
    badges, cards = BY_NAME["badges"], BY_NAME["score-cards"]

    def take(sheet: Sheet, *chosen: int) -> None:
        job = PrintJob(tournament, language="es", round_number=1, chosen=frozenset(chosen))
        print_sheets([sheet], job, title="", by=cast.director)

    def now() -> tuple[SheetState, SheetState]:
        tournament.version += 1
        tournament.save()
        first, second = states([badges, cards], PrintJob(tournament, round_number=1))
        return first, second

    take(badges)
    take(cards)
    assert not any(state.is_changed for state in now())
    for number in (2, 3, 4, 11):
        person = Person.objects.filter(entries__tournament=tournament, entries__number=number)
        person.update(name=f"Zoë Young {number}")
    entry = tournament.entries.get(number=11)
    state, of_cards = now()
    assert (state.changed, state.reprint, state.changed_in_words) == (
        (2, 3, 4, 11),
        "2-4, 11",
        "players 2-4, 11",
    )
    table = Table.objects.get(round__number=1, seats__entry=entry).number
    assert of_cards.changed_in_words == f"tables 1, {table}"

    take(badges, 1, 2, 3)
    take(cards, 1, table)
    state, of_cards = now()
    assert (state.changed, of_cards.is_changed) == ((4, 11), False)
    take(badges, 4, 11)
    state, _cards = now()
    assert (state.is_changed, state.printed.revision) == (False, 2)

    tournament.entries.filter(number=11).update(state="withdrawn")
    state, _cards = now()
    assert (state.changed, state.needless_in_words) == ((), "player 11")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", set()),
        ("1-4, 7", {1, 2, 3, 4, 7}),
        ("9;10 11", {9, 10, 11}),
        ("a", None),
        ("1-", None),
        ("4-2", set()),
    ],
)
def test_a_choice_of_numbers(text: str, numbers: set[int] | None) -> None:
    assert numbers_of(text) == numbers


def test_nothing_is_printed_of_nothing(cast: builders.Cast) -> None:
    job = PrintJob(builders.tournament(cast.club), round_number=1)
    for name in ("badges", "itineraries", "round-by-name", "sign-in"):
        with pytest.raises(Refused, match="nothing to print"):
            print_sheets([BY_NAME[name]], job, title="", by=cast.director)


def test_the_time_of_printing_is_the_halls(tournament: Tournament) -> None:
    from paper.prints import mark

    with timezone.override("America/New_York"):
        assert mark(2, AT, "en") == "revision 2 · printed 11/22/2026, 4:40 AM"


# The day, the results, and the file for a day without power.


def play_table_1(tournament: Tournament) -> None:
    """Table 1 of round 1 counts: A 35, B -10, C 0, D 5."""
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    points = {"A": 35, "B": -10, "C": 0, "D": 5}
    card_set = builders.card_set(table, {letter: [won] for letter, won in points.items()}, state="accepted")
    for seat in table.seats.all():
        PointLine.objects.create(
            card_set=card_set,
            round=table.round,
            entry=seat.entry,
            game=1,
            points=points[seat.letter],
            code="hand",
        )


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("standings", ["1", "Player 1", "1", "35", "35"], ["–", "Player 8", "8", "–", "–"]),
        ("standings-by-name", ["1", "Player 1", "1", "35", "35"], ["–", "Player 8", "8", "–", "–"]),
    ],
)
def test_standings_come_in_each_order(
    cast: builders.Cast, name: str, first: list[str], last: list[str]
) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    assert described(BY_NAME[name], PrintJob(builders.tournament(cast.club))) is None
    play_table_1(tournament)
    data = data_of(name, tournament)
    assert (data["items"][0], data["items"][-1]) == (first, last)
    assert data["notes"] == ["Still to come: round 1: tables 2."]
    assert data_of("standings", tournament)["items"][3] == ["4", "Player 2", "2", "−10", "−10"]


def test_points_outside_games_stand_with_the_name_so_that_the_rounds_make_up_the_total(
    cast: builders.Cast,
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, published=2, rounds_per_block=1)
    play_table_1(tournament)
    for number, of_round, points in ((1, 1, -25), (2, 2, -50), (4, None, -10)):
        entry = tournament.entries.get(number=number)
        Adjustment.objects.create(
            entry=entry,
            round=Round.objects.get(tournament=tournament, number=of_round) if of_round else None,
            kind="late",
            points=points,
            by=cast.director,
            at=AT,
        )
    rows = {row[2]: (row[1], row[-1]) for row in data_of("standings", tournament)["items"]}
    assert rows["1"] == (f"{isolated('Player 1')} · −25 penalty", "10")
    assert rows["4"] == (f"{isolated('Player 4')} · −10 penalty", "−5")


def test_the_totals_of_blocks_stand_behind_their_rounds(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, published=2, rounds_per_block=1)
    play_table_1(tournament)
    assert data_of("standings", tournament)["items"][0] == ["1", "Player 1", "1", "35", "35", "–", "–", "35"]


def test_the_whole_day_stands_by_name_and_by_table(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    tournament.rounds.filter(number=2).update(steps=builders.STEPS)
    by_name, by_table = data_of("all-by-name", tournament), data_of("movement", tournament)
    assert by_name["items"][0] == ["Player 1", "1", "1A", "2A"]
    assert by_table["items"][0] == ["1", "A 1  B 2  C 3  D 4", "A 5  B 6  C 3  D 4"]
    assert [(row["letter"], row["move"]) for row in by_table["letters"]] == [
        ("A", "up 1"),
        ("B", "down 1"),
        ("C", "up 2"),
        ("D", "down 2"),
    ]
    tournament.rounds.filter(number=2).update(steps=None)
    by_slips = data_of("movement", tournament)
    assert (by_slips["letters"], by_slips["notes"]) == ([], [])


def test_announcements_say_the_move_the_clock_and_who_brings_the_cards(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2)
    tournament.rounds.filter(number=2).update(steps=builders.STEPS)
    lines = data_of("announcements", tournament)["items"][1]["lines"]
    assert lines[0] == f"Move by letter: {MOVE}."
    assert lines[-2:] == [
        "4 games in 60 minutes, with a warning 10 minutes before the end.",
        "B takes the cards to the desk.",
    ]


@pytest.fixture
def with_a_walker(cast: builders.Cast) -> Tournament:
    """Sixteen players, drawn by sanctioned steps and not published; number 9 stays at table 1."""
    tournament = builders.tournament(cast.club, players=16, rounds_planned=3)
    fix_table(tournament, entry=tournament.entries.get(number=9), table=1, by=cast.director)
    draw(tournament, seed=4, by=cast.director)
    return tournament


def own_ways_said(tournament: Tournament) -> dict[int, str]:
    """What is to be said of the walker and whom she displaces, by the stored seats alone."""
    seats = Seat.objects.filter(round__tournament=tournament)
    spots: dict[int, dict[int, str]] = {1: {}, 2: {}, 3: {}}
    for seat in seats.select_related("round", "table", "entry"):
        spots[seat.round.number][seat.entry.number] = f"{seat.table.number} {seat.letter}"
    said = {}
    for number in (2, 3):
        led = {
            player: f"{(int(spot[:-2]) + builders.STEPS[spot[-1]] - 1) % 4 + 1} {spot[-1]}"
            for player, spot in spots[number - 1].items()
        }
        off = sorted((player for player in led if led[player] != spots[number][player]), key=str)
        assert 9 in off
        said[number] = "; ".join(
            f"{isolated(f'Player {player}')} ({player}) "
            f"{'stays at' if spots[number][player] == spots[number - 1][player] else 'to'} "
            f"table {spots[number][player].replace(' ', ', seat ')}"
            for player in off
        )
    return said


def test_before_the_day_every_sheet_names_who_does_not_go_as_announced(with_a_walker: Tournament) -> None:
    said = own_ways_said(with_a_walker)
    calls = data_of("announcements", with_a_walker)["items"]
    assert {
        number: [line for line in calls[number - 1]["lines"] if line.startswith("Not by letter")]
        for number in (2, 3)
    } == {number: [f"Not by letter: {words}."] for number, words in said.items()}
    assert data_of("movement", with_a_walker)["apart"] == [
        f"Before round {number} not by letter: {words}." for number, words in said.items()
    ]
    assert f"Not by letter: {said[3]}." in data_of("round-by-name", with_a_walker, round_number=3)["notes"]


def test_a_badge_sends_nobody_to_a_seat_but_who_stays_at_one_table(with_a_walker: Tournament) -> None:
    badges = data_of("badges", with_a_walker)["items"]
    assert {badge["number"]: badge["note"] for badge in badges if badge["note"]} == {
        9: "You stay at table 1."
    }
    assert not {"seat", "letter", "notes"} & badges[0].keys()


def test_the_tally_sheet_marks_who_withdrew_with_points(tournament: Tournament) -> None:
    """Of two who withdrew, number 1 has points that count and number 9 none."""
    play_table_1(tournament)
    tournament.entries.filter(number__in=[1, 9]).update(state="withdrawn")
    tournament = Tournament.objects.get()
    names = {row[0]: row[1] for row in data_of("tally", tournament)["items"]}
    assert set(names) == {str(number) for number in range(1, 12) if number != 9}
    assert {number for number, name in names.items() if name.endswith(", withdrawn")} == {"1"}


def test_examples_are_worked_by_the_events_own_numbers(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, profile_changes={"thrower": [7, 7, 7, 7]})
    example = data_of("rules", tournament)["examples"][0]
    assert (example["facts"], example["points"]) == (
        "A wins 25 from B’s throw, with nothing exposed.",
        ["A: 25", "B: −7", "C: 0", "D: 0"],
    )


def test_hands_with_names_stand_below_the_numbers_each_on_its_line(cast: builders.Cast) -> None:
    plain = data_of("rules", builders.tournament(cast.club, system="sixteen-hands"))
    hands = [{**hand, "name": f"Hand {hand['number']}"} for hand in HANDS]
    house = builders.tournament(cast.club, system="sixteen-hands", profile_changes={"hands": hands})
    named = data_of("rules", house)
    assert plain["hands"] == []
    assert (named["hands"][0], len(named["hands"])) == ("1 Hand 1: half limit", 16)
    assert len(named["items"]) == len(plain["items"]) - 1


@pytest.mark.parametrize("system", ["sanctioned", "club-day", "sixteen-hands", "card-game", "mahj-x"])
def test_every_system_has_rules_with_examples(cast: builders.Cast, system: str) -> None:
    data = data_of("rules", builders.tournament(cast.club, system=system))
    assert len(data["examples"]) >= 3
    running = builders.running_tournament(cast.club, system=system)
    lists = described(BY_NAME["hands"], PrintJob(running))
    assert (lists is not None) == (system == "sixteen-hands")


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["us-letter", "a4"])
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("system", [*SYSTEMS])
def test_the_rules_of_a_day_are_one_page(cast: builders.Cast, system: str, language: str, paper: str) -> None:
    tournament = builders.running_tournament(cast.club, system=system)
    data = described(BY_NAME["rules"], PrintJob(tournament, paper, language))
    assert data is not None
    assert page_count(make_pdf(Document("Rules", language, [data]), AT)) == 1


def test_a_sign_stands_at_every_table_before_the_draw_too(
    cast: builders.Cast, tournament: Tournament
) -> None:
    planned = builders.tournament(cast.club, players=9)
    for those, count in ((tournament, 3), (planned, 3)):
        assert [item["number"] for item in data_of("table-signs", those)["items"]] == list(
            range(1, count + 1)
        )


@pytest.mark.slow
def test_the_file_for_a_day_without_power_is_out_of_date_after_a_change(
    tournament: Tournament, cast: builders.Cast
) -> None:
    assert fallback_state(tournament).printed is None
    fallback = make_fallback(PrintJob(tournament))
    keep_taken(fallback, PrintJob(tournament, "a4"), by=cast.director)
    assert page_count(fallback.pdf) == 8

    def is_changed() -> bool:
        tournament.refresh_from_db()
        return fallback_state(tournament).is_changed

    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
    assert not is_changed()
    Person.objects.filter(entries=tournament.entries.get(number=11)).update(name="Zoe New")
    assert is_changed()


@pytest.mark.parametrize(
    ("system", "changes", "said"),
    [
        ("sanctioned", {}, ["first_east"]),
        ("club-day", {}, []),
        ("card-game", {}, []),
        ("mahj-x", {}, []),
        ("mahj-x", {"first_east": "letter-a"}, ["first_east"]),
    ],
)
def test_the_rules_of_the_day_say_who_is_east_where_the_text_or_the_house_does(
    cast: builders.Cast, system: str, changes: dict[str, Any], said: list[str]
) -> None:
    rows = sheet_of(builders.tournament(cast.club, system=system, profile_changes=changes)).rows
    assert [row.name for row in rows if row.name == "first_east"] == said
