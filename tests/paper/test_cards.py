"""Score cards: their boxes lie where the data says, their codes open the table, and one of earlier seats is known."""

from __future__ import annotations

import datetime
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from PIL import Image

from paper.cards.geometry import CODE, MARK, Box, Geometry, hands_card, player_card
from paper.cards.kinds import kind_of
from paper.cards.labels import POINT, Place, folded
from paper.engine import Document, make_picture
from paper.fonts import width_of
from paper.prints import described, print_sheets
from paper.sheets.registry import BY_NAME
from paper.sheets.sheet import PrintJob
from paper.sheets.table_sheet import TableSheet, parts_of
from rules.systems.profile import definition
from scoring.desk.codes import CardCode, read_card
from scoring.desk.forms.facts import FactsForm
from scoring.models import PrintedCards
from scoring.sets.table_rules import table_rules
from tests import builders
from tests.paper.photograph import cards_found, fitted, led, photographed
from tests.scoring.paper import place
from tournament.models import Seat, Tournament, event

pytestmark = pytest.mark.django_db

AT = datetime.datetime(2026, 11, 22, 9, 40, tzinfo=datetime.UTC)
SITE = "http://192.168.1.20:8000"
PPI = 200
LETTER = (215.9, 279.4)
OFFICIAL = {"system": "club-day", "verification": "official-sheet"}
EXTRAS = [
    {"code": f"extra-{place}", "name": name, "points": 5, "to": "seat", "per": "game"}
    for place, name in enumerate(
        ("Concealed to the very last tile", "Golden anniversary of the Elks", "Door prize"), 1
    )
]
HOUSE = {"profile_changes": {"extras": EXTRAS, "flower": 5, "kong": 5}}
RACK_HOUSE = {"profile_changes": {"extras": EXTRAS}}
EVERY_SYSTEM: list[dict[str, Any]] = [
    {"system": "sanctioned"},
    {"system": "sanctioned", "games_per_round": 16},
    OFFICIAL,
    {"system": "sixteen-hands", "verification": "first-east", "cards_carry": "facts", "games_per_round": 8},
    {"system": "card-game", "cards_carry": "facts"},
    {"system": "mahj-x", "cards_carry": "facts", "games_per_round": 12},
]
WITH_EXTRAS: list[dict[str, Any]] = [
    {"system": "sanctioned", **RACK_HOUSE},
    OFFICIAL | RACK_HOUSE,
    {"system": "sixteen-hands", "cards_carry": "facts", "games_per_round": 6, **HOUSE},
    {"system": "card-game", "cards_carry": "facts", **RACK_HOUSE},
    {"system": "mahj-x", "cards_carry": "facts", **RACK_HOUSE},
]


def system_of(fields: dict[str, Any]) -> str:
    return str(fields["system"])


def tournament_of(cast: builders.Cast, players: int = 8, **fields: Any) -> Tournament:
    return builders.running_tournament(cast.club, players=players, **fields)


def page_of(tournament: Tournament, paper: str = "us-letter", **job: Any) -> Image.Image:
    """The first page of the cards of round 1, at PPI."""
    data = described(
        BY_NAME["score-cards"],
        PrintJob(tournament, paper=paper, round_number=1, site=SITE, **job),
    )
    assert data is not None
    picture = make_picture(Document("Cards", "en", [{**data, "items": data["items"][:4]}]), AT, PPI)
    return Image.open(io.BytesIO(picture)).convert("L")


def geometry_of(tournament: Tournament, letters: str = "ABCD") -> Geometry:
    """The boxes of a card, or of the first sheet of a table."""
    kind = kind_of(tournament)
    if not kind.of_table:
        return kind.geometry(tournament)
    rules = table_rules(tournament, 1, letters)
    part, *more = parts_of(rules.games)
    return (
        TableSheet(PrintJob(tournament, round_number=1), kind, rules, part, is_last=not more).made().geometry
    )


def inked(page: Image.Image, x: float, y: float) -> bool:
    """Whether there is ink within a quarter of a millimetre."""
    near = round(0.25 * PPI / 25.4)
    around = page.crop((round(x) - near, round(y) - near, round(x) + near + 1, round(y) + near + 1))
    return around.getextrema()[0] < 150


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["us-letter", "a4"])
@pytest.mark.parametrize(
    "fields", EVERY_SYSTEM + WITH_EXTRAS, ids=lambda fields: "-".join(map(str, fields.values()))[:60]
)
def test_every_box_is_drawn_where_the_geometry_says(
    cast: builders.Cast, fields: dict[str, Any], paper: str
) -> None:
    tournament = tournament_of(cast, **fields)
    geometry, page = geometry_of(tournament), page_of(tournament, paper)
    maps = cards_found(page, geometry)
    assert maps, "no card was found by its code"
    for card in maps.values():
        for box in geometry.boxes:
            if box.shape == "word":
                continue
            middles = [
                (box.x + box.width / 2, box.y),
                (box.x + box.width / 2, box.y + box.height),
                (box.x, box.y + box.height / 2),
                (box.x + box.width, box.y + box.height / 2),
            ]
            assert all(inked(page, *led(card, middle)) for middle in middles), box


@pytest.mark.slow
@pytest.mark.parametrize(
    "geometry",
    [
        *(
            player_card(games, sums=2, ticks=("wall", "self-picked", "no-jokers"))
            for games in (1, 4, 6, 7, 16)
        ),
        *(
            hands_card(games, sums=1, ticks=ticks)
            for games in (8, 16)
            for ticks in (
                ("fishing", "wrong-count"),
                ("fishing", "bouquet", "flower", "kongs", "wrong-count"),
            )
        ),
    ],
)
def test_no_box_of_a_players_card_lies_on_another_one_or_on_a_mark_or_off_the_card(
    geometry: Geometry,
) -> None:
    nothing_lies_on_another_thing(geometry)
    assert all(box.height >= 5 for box in geometry.boxes)


def nothing_lies_on_another_thing(geometry: Geometry) -> None:
    places = [(box.x, box.y, box.width, box.height) for box in geometry.boxes]
    places += [(*geometry.code, CODE, CODE), *((x, y, MARK, MARK) for x, y in geometry.marks)]
    assert all(x >= 0 and y >= 0 for x, y, _width, _height in places)
    assert all(x + w <= geometry.width and y + h <= geometry.height for x, y, w, h in places)
    for index, (x, y, w, h) in enumerate(places):
        for other_x, other_y, other_w, other_h in places[:index]:
            assert x >= other_x + other_w or other_x >= x + w or y >= other_y + other_h or other_y >= y + h


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("letters", ["ABCD", "ABC"])
@pytest.mark.parametrize("fields", EVERY_SYSTEM + WITH_EXTRAS, ids=system_of)
def test_no_box_of_a_tables_sheet_lies_on_another_one_and_each_has_room_for_its_digits(
    cast: builders.Cast, fields: dict[str, Any], letters: str, language: str
) -> None:
    tournament = tournament_of(cast, **fields)
    if not kind_of(tournament).of_table:
        return
    with translation.override(language):
        geometry = geometry_of(tournament, letters)
    nothing_lies_on_another_thing(geometry)
    for box in geometry.boxes:
        assert box.width >= 2.8 * box.digits, box
    assert not [box.name for box in geometry.boxes if box.name.startswith("D") and letters == "ABC"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("corners", "blur"),
    [
        ([(210, 170), (2190, 290), (2100, 2880), (130, 2700)], 1.0),
        ([(360, 90), (2270, 230), (2020, 2970), (60, 2780)], 2.0),
        ([(90, 360), (2100, 90), (2280, 2740), (240, 2980)], 1.5),
    ],
)
def test_on_a_photograph_every_box_is_found_within_half_a_millimetre(
    cast: builders.Cast, corners: list[tuple[float, float]], blur: float
) -> None:
    """Four cards on a table, askew, blurred and in a shadow; what is true comes from the page before it was bent."""
    tournament = tournament_of(cast, system="sanctioned")
    geometry, page = geometry_of(tournament), page_of(tournament)
    straight = cards_found(page, geometry)
    cards = cards_found(photographed(page, corners, (2400, 3100), blur), geometry)
    assert cards.keys() == straight.keys()
    assert {read_card(text) for text in cards} == {
        CardCode(tournament.pk, 1, 1, letter, 1) for letter in "ABCD"
    }
    own = [(0, 0), (page.width, 0), (page.width, page.height), (0, page.height)]
    bent = fitted(list(zip(own, corners, strict=True)))
    worst = 0.0
    for text, card in cards.items():
        for box in geometry.boxes:
            x, y = led(card, box.center)
            true_x, true_y = led(bent, led(straight[text], box.center))
            pixel = led(bent, led(straight[text], (box.center[0] + 1, box.center[1])))
            millimetre = ((pixel[0] - true_x) ** 2 + (pixel[1] - true_y) ** 2) ** 0.5
            worst = max(worst, ((x - true_x) ** 2 + (y - true_y) ** 2) ** 0.5 / millimetre)
    assert worst < 0.5


@pytest.mark.parametrize(
    ("fields", "title", "of_table"),
    [
        ({"system": "sanctioned"}, "Score card", False),
        (OFFICIAL, "Official sheet", True),
        ({"system": "sixteen-hands"}, "Score sheet", False),
        ({"system": "card-game", "cards_carry": "facts"}, "Table sheet", True),
        ({"system": "mahj-x", "cards_carry": "facts"}, "Table sheet", True),
    ],
)
def test_each_system_has_the_card_that_its_players_know(
    cast: builders.Cast,
    fields: dict[str, Any],
    title: str,
    of_table: bool,  # noqa: FBT001
) -> None:
    kind = kind_of(builders.tournament(cast.club, **fields))
    assert (kind.title, kind.of_table) == (title, of_table)


def test_the_sheet_of_sixteen_hands_has_a_box_for_all_that_the_desk_asks(cast: builders.Cast) -> None:
    tournament = tournament_of(cast, system="sixteen-hands", cards_carry="facts", verification="first-east")
    form = FactsForm(desk_table=place(tournament))
    assert kind_of(tournament).ticks == ("fishing", *form.rules.profile.ticks, "wrong-count")
    boxes = geometry_of(tournament).by_name
    assert {
        "1.hand-1",
        "1.hand-2",
        "1.bouquet",
        "1.wrong-count",
        "total.digit-1",
        "first-east",
    } <= boxes.keys()
    assert not [name for name in boxes if name.endswith(".minus")]


@pytest.mark.parametrize("fields", WITH_EXTRAS, ids=system_of)
def test_a_house_with_extras_has_a_box_for_them_beside_each_game_and_says_what_its_numbers_mean(
    cast: builders.Cast, fields: dict[str, Any]
) -> None:
    tournament = tournament_of(cast, **fields)
    kind, geometry = kind_of(tournament), geometry_of(tournament)
    letters = [f"{letter}." for letter in "ABCD"] if kind.of_table else [""]
    games = range(1, tournament.games_per_round + 1)
    there = {box.name for box in geometry.boxes if box.name.endswith("extras")}
    rows = [*map(str, games), *(["spare-1", "spare-2", "example"] if kind.of_table else ["spare"])]
    assert there == {f"{letter}{row}.extras" for letter in letters for row in rows}
    plain = geometry_of(tournament_of(cast, **fields | {"profile_changes": {}}))
    assert not [box.name for box in plain.boxes if box.name.endswith("extras")]
    nothing_lies_on_another_thing(geometry)
    named = [f"{place}\u00a0{extra['name']}" for place, extra in enumerate(EXTRAS, 1)]
    line = "Extras: " + (", " if kind.of_table else " · ").join(named)
    for sheet, job in (("score-cards", {"round_number": 1}), ("spare-cards", {})):
        data = described(BY_NAME[sheet], PrintJob(tournament, **job))
        assert data is not None
        labels = [*data["forms"][0]["labels"], *data["items"][0]["labels"]]
        assert line in " ".join(words["text"] for words in labels)


def test_a_blank_sheet_of_a_table_has_room_for_each_name_and_number(cast: builders.Cast) -> None:
    tournament = tournament_of(cast, system="mahj-x", cards_carry="facts")
    data = described(BY_NAME["spare-cards"], PrintJob(tournament))
    assert data is not None
    words = data["items"][0]["labels"]
    assert "Table ____" in [label["text"] for label in words]
    lines = [label for label in words if set(label["text"]) == {"_"}]
    assert len(lines) == 4
    for line in lines:
        assert 14 <= width_of(line["text"]) * line["size"] * POINT <= 20  # millimetres


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("games", [6, 16])
def test_everything_on_a_sheet_of_hands_can_be_read_and_nothing_lies_on_a_box(
    cast: builders.Cast, language: str, games: int
) -> None:
    fields = {"system": "sixteen-hands", "cards_carry": "facts", "games_per_round": games, **HOUSE}
    tournament = tournament_of(cast, **fields)
    data = described(BY_NAME["score-cards"], PrintJob(tournament, language=language, round_number=1))
    assert data is not None
    labels = [*data["forms"][0]["labels"], *data["items"][0]["labels"]]
    assert min(label["size"] for label in labels) >= 6.5
    boxes = [box for box in geometry_of(tournament).boxes if not box.name.startswith("first-east")]
    for label in labels:
        line = label["y"] + label["size"] * POINT / 2  # the middle of its first line
        assert not [box for box in boxes if box.y < line < box.y + box.height and within(label, box)]


def within(label: dict[str, Any], box: Box) -> bool:
    """Whether the words reach into the box from left to right."""
    wide = label["width"] or width_of(label["text"], bold=label["bold"]) * label["size"] * POINT
    left = label["x"] - (wide / 2 if label["at"] == "center" and not label["width"] else 0)
    return left < box.x + box.width and left + wide > box.x


def test_units_stand_under_units_in_games_and_sums(cast: builders.Cast) -> None:
    for fields in EVERY_SYSTEM:
        boxes = geometry_of(tournament_of(cast, **fields)).by_name
        if "1.digit-3" in boxes:
            assert len({(box.x, box.width) for box in (boxes["1.digit-3"], boxes["total.digit-4"])}) == 1


def words_of(tournament: Tournament, letter: str, table: int = 1) -> str:
    data = described(BY_NAME["score-cards"], PrintJob(tournament, round_number=1))
    assert data is not None
    item = next(item for item in data["items"] if (item["letter"], item["table"]) == (letter, table))
    return " | ".join(label["text"] for label in [*data["forms"][item["form"]]["labels"], *item["labels"]])


def test_a_card_names_its_place_its_player_who_verifies_it_and_who_collects(cast: builders.Cast) -> None:
    words = words_of(tournament_of(cast), "B")
    taken = "A, Player 1, takes all four cards to the desk."
    for text in ("Table 1 | Round 1 of 2", "Player 2 | No. 2", "Checked by D, | Player 4", taken):
        assert text in words
    assert "You take all four cards to the desk." in words_of(tournament_of(cast), "A")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Ann Lee", 11),
        ("Αλέξανδρος Παπαδόπουλος", 11),
        ("Wilhelmina Featherstonehaugh-Cholmondeley-Vanderbilt", 7.15),
        ("Donaudampfschifffahrtsgesellschaftskapit", 8.25),
        ("W" * 60, 6.05),
    ],
)
def test_a_long_name_takes_a_second_line_and_a_third_before_it_gets_small(name: str, size: float) -> None:
    assert folded(Place(0, 0, 38, 8), name, 11, bold=True)["size"] == size


@pytest.mark.parametrize(("text", "at_most"), [("αΩ", 1.7), ("жЖ", 1.7), ("אש", 1.5), ("明", 1.0)])
def test_a_letter_of_any_alphabet_is_as_wide_as_its_own_font_has_it(text: str, at_most: float) -> None:
    assert 0.5 < width_of(text) <= at_most


@pytest.mark.parametrize(("fields", "letter"), [({"system": "sanctioned"}, "A"), (OFFICIAL, "")])
def test_a_house_has_words_of_its_own_on_its_cards(
    cast: builders.Cast, fields: dict[str, Any], letter: str
) -> None:
    own = {"title": "Our card", "so-far": "The day", "wall": "Draw"}
    for changes, expected in (({}, [False, True]), ({"sheet_words": own}, [True, False])):
        words = f"{words_of(tournament_of(cast, **fields, profile_changes=changes), letter)} |"
        assert [word in words for word in ("Our card |", "So far")] == expected
        assert [word in words for word in ("| The day |", "| Wall |")] == expected
        assert ("| Draw |" in words) == expected[0]


def test_a_table_of_three_has_three_cards_that_say_so(cast: builders.Cast) -> None:
    tournament = tournament_of(cast, players=7)
    otherwise = "no Charleston; before game 4, the last one, all roll again for East."
    taken = "A, Player 5, takes all three cards to the desk."
    assert f"{taken} Three players: {otherwise}" in words_of(tournament, "B", 2)
    assert "no Charleston" not in words_of(tournament, "B")
    tournament.rounds.filter(number=1).update(bonus_games=1, bonus_counts=True)
    one_game = words_of(Tournament.objects.get(pk=tournament.pk), "B", 2)
    assert ("Three players: no Charleston." in one_game, "roll again" in one_game) == (True, False)
    tournament.rounds.filter(number=1).update(bonus_games=None, bonus_counts=None)
    assert "Checked by C, | Player 7" in words_of(tournament, "B", 2)
    with pytest.raises(StopIteration):
        words_of(tournament, "D", 2)


@pytest.mark.parametrize("fields", EVERY_SYSTEM + WITH_EXTRAS, ids=system_of)
def test_at_every_table_of_three_the_cards_say_who_is_missing(
    cast: builders.Cast, fields: dict[str, Any]
) -> None:
    tournament = tournament_of(cast, players=7, **fields)
    of_table = kind_of(tournament).of_table
    words = words_of(tournament, "" if of_table else "B", 2)
    rerolls = definition(tournament.system).three_reroll
    assert ("nobody sits at D." in words) == (not of_table and not rerolls)
    assert ("no Charleston" in words) == rerolls


@pytest.mark.parametrize("fields", EVERY_SYSTEM, ids=system_of)
def test_what_is_said_to_a_player_is_large_enough_to_read(
    cast: builders.Cast, fields: dict[str, Any]
) -> None:
    """Ten points; where four or more words stand beside each other, a little less."""
    tournament = tournament_of(cast, players=7, **fields)
    data = described(BY_NAME["score-cards"], PrintJob(tournament, round_number=1))
    assert data is not None
    for item in data["items"]:
        labels = [*data["forms"][item["form"]]["labels"], *item["labels"]]
        assert [label["text"] for label in labels if label["size"] < (8.4 if len(labels) > 200 else 9)] == []


def test_a_sheet_of_hands_names_the_first_east_of_the_house(cast: builders.Cast) -> None:
    changes = {"first_east": "letter-a"}
    tournament = tournament_of(cast, system="sixteen-hands", profile_changes=changes)
    assert "| No. 2 | A |" in words_of(tournament, "B")
    assert "| No. 2 |  |" in words_of(tournament_of(cast, system="sixteen-hands"), "B")


def test_a_sheet_of_hands_has_a_place_for_how_a_game_ended_that_nobody_scored(cast: builders.Cast) -> None:
    tournament = tournament_of(cast, system="sixteen-hands", games_per_round=8)
    assert "Write S for stale, M for not begun" in words_of(tournament, "B")


# The code.


def print_cards(tournament: Tournament, cast: builders.Cast, **job: Any) -> None:
    sheet = PrintJob(tournament, round_number=1, **job)
    print_sheets([BY_NAME["score-cards"]], sheet, title="", by=cast.director)


def exchange(tournament: Tournament, table: int) -> None:
    """B of this table leaves, and its chair stays empty."""
    Seat.objects.filter(table__round__number=1, table__number=table, letter="B").delete()


def test_a_code_is_read_as_it_is_printed() -> None:
    code = CardCode(12, 3, 14, "A", 2)
    assert code.printed(SITE) == "HTTP://192.168.1.20:8000/C/12-3-14-A-2"
    for text in (code.printed(SITE), code.printed(""), code.printed("").lower()):
        assert read_card(text) == code
    assert read_card("2-7") is read_card("C/1-2-3-E-4") is None


@pytest.mark.slow
def test_a_card_opens_exactly_its_table(cast: builders.Cast) -> None:
    tournament = tournament_of(cast)
    print_cards(tournament, cast)
    code = CardCode(tournament.pk, 1, 2, "C", 1)
    client = builders.signed_in(cast.scorekeeper)
    desk = reverse("desk-table", args=[tournament.slug, 1, 2])
    assert client.get(reverse("card", args=[str(code)])).url == desk
    room = reverse("desk-round", args=[tournament.slug, 1])
    assert client.get(room, {"table": code.printed(SITE)}).url == desk
    assert client.get(f"/C/{code}".replace("C/", "C/9")).status_code == 404
    assert client.get("/C/nonsense").status_code == 404


@pytest.mark.slow
def test_a_card_is_outdated_only_where_its_own_tables_seats_changed(cast: builders.Cast) -> None:
    tournament = tournament_of(cast)
    print_cards(tournament, cast)
    exchange(tournament, 2)
    client = builders.signed_in(cast.scorekeeper)

    def address_of_code(table: int, revision: int = 1) -> str:
        return client.get(f"/C/{tournament.pk}-1-{table}-A-{revision}").url

    outdated = reverse("desk-card", args=[tournament.slug, 1, 2, 1])
    assert [address_of_code(1), address_of_code(2)] == [
        reverse("desk-table", args=[tournament.slug, 1, 1]),
        outdated,
    ]
    page = builders.one_line(client.get(outdated).content.decode())
    assert "<bdi>Player 6 (6)</bdi>" in page
    assert "nobody" in page
    assert f'href="{reverse("desk-table", args=[tournament.slug, 1, 2])}"' in page


@pytest.mark.slow
def test_cards_printed_anew_have_a_further_revision_where_seats_changed(cast: builders.Cast) -> None:
    tournament = tournament_of(cast)
    print_cards(tournament, cast)
    print_cards(tournament, cast)
    exchange(tournament, 2)
    print_cards(tournament, cast, chosen=frozenset({2}))
    rows = PrintedCards.objects.values_list("table_number", "revision")
    assert list(rows) == [(1, 1), (2, 1), (2, 2)]
    client: Client = builders.signed_in(cast.scorekeeper)
    assert client.get(f"/C/{tournament.pk}-1-2-A-2").url == reverse(
        "desk-table", args=[tournament.slug, 1, 2]
    )


@pytest.mark.slow
def test_a_preview_keeps_nothing(director: Client, cast: builders.Cast) -> None:
    tournament = tournament_of(cast)
    assert director.get(reverse("print-preview", args=[tournament.slug, "score-cards"])).status_code == 200
    assert not PrintedCards.objects.exists()


def test_a_pack_reads_its_numbers_once(cast: builders.Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    profile_of = event.profile_from_data
    monkeypatch.setattr(event, "profile_from_data", lambda data: (read.append(data), profile_of(data))[1])
    tournament = Tournament.objects.get(pk=builders.running_tournament(cast.club, players=16).pk)
    described(BY_NAME["score-cards"], PrintJob(tournament, round_number=1))
    assert len(read) == 1
