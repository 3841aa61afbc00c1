"""The category in the registration, the player's form, the roster, the lists and at the door."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from record.refused import Conflict
from record.stamps import Stamp
from tests import builders
from tournament.categories.actions import make_category
from tournament.models import Tournament
from tournament.players.actions import NewPlayer, correct, register
from tournament.roster.actions import apply_roster, difference, park

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.tournament(cast.club, players=2, rounds_planned=4)
    make_category(tournament, name="Half day", last_round=2, by=cast.director)
    return tournament


@pytest.fixture
def client(cast: builders.Cast) -> Client:
    return builders.signed_in(cast.director)


def category(tournament: Tournament, number: int) -> str | None:
    return tournament.entries.values_list("category__name", flat=True).get(number=number)


@pytest.mark.slow
def test_a_player_is_registered_for_it(cast: builders.Cast, tournament: Tournament, client: Client) -> None:
    address = reverse("entry-new", args=[tournament.slug])
    assert '<option value="Half day">' in client.get(address).content.decode()
    form_data = {"number": "7", "name": "Ann Lee", "category": "Half day", "stamp": builders.stamp()}
    assert client.post(address, {**form_data, "category": "Third"}).status_code == 422
    assert client.post(address, form_data).status_code == 302
    assert category(tournament, 7) == "Half day"
    assert tournament.journal.get(verb="player-registered").new["category"] == "Half day"


def test_without_categories_nobody_is_asked(cast: builders.Cast, client: Client) -> None:
    tournament = builders.tournament(cast.club, players=1)
    for address in (
        reverse("entry-new", args=[tournament.slug]),
        reverse("entry-edit", args=[tournament.slug, 1]),
    ):
        assert "id_category" not in client.get(address).content.decode()
    assert "Category" not in client.get(reverse("entries", args=[tournament.slug])).content.decode()


def test_it_is_corrected_and_taken_away(cast: builders.Cast, tournament: Tournament, client: Client) -> None:
    address = reverse("entry-edit", args=[tournament.slug, 1])
    page = client.get(address).content.decode()
    stamp = page.split('name="stamp" value="')[1].split('"')[0].replace("&quot;", '"')
    form_data = {"number": "1", "name": "Player 1", "town": tournament.entries.get(number=1).person.town}
    assert client.post(address, {**form_data, "category": "Half day", "stamp": stamp}).status_code == 302
    assert category(tournament, 1) == "Half day"
    line = tournament.journal.get(verb="player-corrected")
    assert (line.old, line.new) == ({"category": ""}, {"category": "Half day"})
    entry = tournament.entries.get(number=1)
    correct(entry, by=cast.director, new={"category": ""})
    assert category(tournament, 1) is None
    with pytest.raises(Conflict, match="removed this category"):
        correct(entry, by=cast.director, new={"category": "Gone"})


def import_roster(tournament: Tournament, cast: builders.Cast, text: str) -> dict[str, str | None]:
    upload = park(tournament, by=cast.director, name="r.csv", content=text.encode())
    stamp = Stamp(seen={"preview": difference(upload).fingerprint()})
    apply_roster(upload, by=cast.director, answers={}, stamp=stamp)
    rows = tournament.entries.exclude(number__lt=3).order_by("number")
    return dict(rows.values_list("person__name", "category__name"))


@pytest.mark.parametrize(
    "text",
    [
        "Name,Category\nAnn Lee,half day\nBo Li,Full day\nIda Gold,\n",
        "Name,Half day\nAnn Lee,yes\nBo Li,no\nIda Gold,\n",
        "Name,Session\nAnn Lee,Half-Day ($40)\nBo Li,Both\nIda Gold,All day\n",
        "Ann Lee,half day\nBo Li,full day\nIda Gold,full day\n",
        "Name,Ticket type\nAnn Lee,Half day entry\nBo Li,Full day entry\nIda Gold,Full day entry\n",
    ],
)
def test_a_roster_says_it_in_a_column(cast: builders.Cast, tournament: Tournament, text: str) -> None:
    assert import_roster(tournament, cast, text) == {"Ann Lee": "Half day", "Bo Li": None, "Ida Gold": None}
    assert tournament.categories.count() == 1


@pytest.mark.slow
def test_one_that_is_not_made_yet_is_named_first_and_made_by_the_import(
    cast: builders.Cast, tournament: Tournament, client: Client
) -> None:
    text = "Name,Session\nAnn Lee,AM\nBo Li,PM\n王小明,AM\nO'Neil-Ávila,PM\n"
    upload = park(tournament, by=cast.director, name="r.csv", content=text.encode())
    preview = client.get(reverse("roster-preview", args=[tournament.slug, upload.pk])).content.decode()
    assert "<bdi>AM</bdi>, <bdi>PM</bdi>" in builders.one_line(preview)
    assert import_roster(tournament, cast, text)["王小明"] == "AM"
    assert list(tournament.categories.values_list("name", "last_round")) == [
        ("Half day", 2),
        ("AM", None),
        ("PM", None),
    ]
    assert tournament.journal.get(verb="roster-imported").new["categories"] == ["AM", "PM"]


@pytest.mark.slow
def test_a_roster_changes_it_and_without_the_column_leaves_it(
    cast: builders.Cast, tournament: Tournament
) -> None:
    register(tournament, NewPlayer(number=3, name="Ann Lee", category="Half day"), by=cast.director)
    register(tournament, NewPlayer(number=4, name="Bo Li"), by=cast.director)
    assert (
        import_roster(tournament, cast, "number,name,town\n3,Ann Lee,Elgin\n4,Bo Li,Elgin\n")["Ann Lee"]
        == "Half day"
    )
    text = "number,name,category\n3,Ann Lee,full day\n4,Bo Li,HALF DAY\n"
    assert import_roster(tournament, cast, text) == {"Ann Lee": None, "Bo Li": "Half day"}


@pytest.mark.parametrize("heading", ["Category", "Day"])
def test_a_column_of_something_else_is_no_category(
    cast: builders.Cast, tournament: Tournament, heading: str
) -> None:
    text = f"Name,{heading}\nAnn Lee,Events\nBo Li,Events\nIda Gold,Events\n"
    assert set(import_roster(tournament, cast, text).values()) == {None}


@pytest.mark.slow
def test_the_lists_show_it(cast: builders.Cast, tournament: Tournament, client: Client) -> None:
    register(tournament, NewPlayer(number=3, name="Ann Lee", category="Half day"), by=cast.director)
    page = client.get(reverse("entries", args=[tournament.slug]), {"sort": "-category"}).content.decode()
    assert '<td class="not-narrow"><bdi>Half day</bdi></td>' in page
    door = builders.signed_in(cast.door).get(reverse("check-in", args=[tournament.slug])).content.decode()
    assert door.count("Half day") == 1
