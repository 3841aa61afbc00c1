"""Every sentence has its translation, and every page says its sentences through it.

The second part reads each page in a language made up for the purpose, in which every sentence stands in brackets:
whatever stands outside of them was never looked up.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import trans_real

from club.models import Club, HouseProfile, Person, User
from scoring.models import Raffle
from scoring.standings import rows
from seasons.models import Season
from tests.whole.test_every_page import RIGHTS, World, kept_world, world  # noqa: F401
from tools import messages
from tournament.models import Category, Tournament
from tournament.settings.forms import every_zone

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = messages.catalogues()


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parent.parent.name)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return messages.read(request.param)


def test_there_is_a_catalogue_for_each_language() -> None:
    offered = {code for code, _name in settings.LANGUAGES}
    assert {path.parent.parent.name for path in CATALOGUES} == offered - {settings.LANGUAGE_CODE}


@pytest.mark.slow
def test_the_catalogue_has_every_sentence_and_no_other(catalogue: Catalog) -> None:
    has = {(message.id, message.context) for message in catalogue if message.id}
    assert has == {(message.sentence, message.context) for message in messages.extracted()}, (
        "run `make messages`"
    )


def test_every_sentence_is_translated(catalogue: Catalog) -> None:
    assert messages.waiting(catalogue) == []


PLACES = re.compile(r"%\(\w+\)[sd]|%%|%[sd]|\{\w*[^{}]*\}|</?\w+[^>]*>")


def places(text: str) -> list[str]:
    """What is filled in, and the tags, which are no words to be translated."""
    return sorted(PLACES.findall(text))


def test_a_translation_is_filled_in_with_the_same(catalogue: Catalog) -> None:
    for message in catalogue:
        if not message.id:
            continue
        one, many = (message.id, message.id) if isinstance(message.id, str) else message.id
        first, *others = messages.forms(message)
        assert places(first) in (places(one), places(many)), message.id
        assert [places(other) for other in others] == [places(many)] * len(others), message.id


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_the_compiled_catalogue_is_the_written_one(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == messages.mo(messages.read(path)), "run `make messages`"


SHADOWED = re.compile(r"\bcount \w+=(\w+)\S* with (?:[^%]* )?\1=")


def test_nothing_is_counted_under_a_name_that_the_sentence_gives_away() -> None:
    """In `count n=rounds|length with rounds=…` what is counted is the new value: the letters of a text."""
    shadowed = [
        f"{path.relative_to(ROOT)}: {words[0]}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for words in SHADOWED.finditer(path.read_text("utf-8"))
    ]
    assert shadowed == []


# What a page shows that is nobody's sentence: names of people, halls and files, and these words of every language.
SAMPLES = {path.name for path in (ROOT / "samples" / "rosters").iterdir()}
NAMES = {
    "Charleston",
    "English",
    "Español",
    "roster.csv",
    "http://testserver/t/",
    "http://testserver/s/",
    "CSV",
    "XLSX",
    *SAMPLES,
}
# Django's own words have Django's own translations; the guide is a document, written in one language or another.
NOT_READ = {"password-change", "live", "roster-sample", "guide"}
# What a page is asked with that has more to say then.
ASKED = {"plan-again-look": {"from_round": 2, "movement": "assigned"}}
# Data in whatever language it was stored or is called: codes, keys, names, the journal's values, moments.
DATA = {"script", "style", "code", "kbd", "bdi", "pre", "time"}
SPOKEN = {"aria-label", "placeholder", "title", "alt"}
VOID = {"input", "img", "meta", "link", "br", "hr", "source"}


class Reader(HTMLParser):
    """Collects what a page says in `said`: its text piece by piece, and the attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # An attribute with a space in it and a name of data is a sentence that a script will show, or codes.
        self.texts += [
            value or ""
            for name, value in attrs
            if name in SPOKEN
            or (name.startswith("data-") and " " in (value or "") and "=" not in (value or ""))
        ]
        if tag not in VOID:
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not DATA & set(self.inside):
            self.texts.append(data)


# A moment and a size, as Spanish writes them, and what a script fills in.
WRITTEN = re.compile(r"\d+ de [a-z]+ de \d{4}(, \d+:\d\d [AP]M)?|\d+:\d\d [AP]M|\d+[.,]\d\sKB|\{[a-z]+\}")
# Django's own words have Django's own translations.
OF_DJANGO = "Este campo es obligatorio."


def never_looked_up(page: str, names: set[str]) -> Iterator[str]:
    """The words of a page outside of all brackets, data apart."""
    reader = Reader()
    reader.feed(page)
    name_pattern = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    text = "\n".join(reader.texts)
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = shorter
    # The words of a sentence before its value, which stands in a mark of its own.
    text = re.sub(r"⟦[^⟦⟧\n]*", "", text)
    for piece in WRITTEN.sub("", name_pattern.sub("", text)).replace(OF_DJANGO, "").split("\n"):
        if re.search(r"[^\W\d_]{2}", piece):
            yield piece.strip()


@pytest.fixture
def brackets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Spanish becomes a language in which every sentence of the program stands in brackets."""
    made = Catalog(locale="es")
    for message in messages.extracted():
        bracketed = (
            f"⟦{message.sentence}⟧"
            if isinstance(message.sentence, str)
            else tuple(f"⟦{form}⟧" for form in message.sentence)
        )
        made.add(message.sentence, bracketed, context=message.context)
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(messages.mo(made))
    monkeypatch.setattr(settings, "LOCALE_PATHS", [tmp_path])
    monkeypatch.setattr(trans_real, "_translations", {})
    rows._made.cache_clear()  # pieces of standings that an earlier test asked for in Spanish
    yield
    rows._made.cache_clear()
    translation.activate(settings.LANGUAGE_CODE)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("brackets")
def test_every_page_says_its_sentences_in_the_reader_s_language(world: World) -> None:  # noqa: F811
    names = NAMES | data_of(world)
    client = Client(headers={"Accept-Language": "es"})
    outside = {}
    for who in (None, world.cast.director):
        if who:
            client.force_login(who)
        for name, (method, _who) in RIGHTS.items():
            if method != "get" or name in NOT_READ:
                continue
            response = client.get(world.address(name), ASKED.get(name))
            if response.streaming:
                list(response)
            if "html" in response.get("Content-Type", ""):
                outside[name, bool(who)] = list(never_looked_up(response.content.decode(), names))
    assert {page: words for page, words in outside.items() if words} == {}


def data_of(one: World) -> set[str]:
    """Every name in the database, zones of the world's clocks, and the day as it is written."""
    people = Person.objects.values_list("name", "town", "member_number")
    users = User.objects.values_list("name", "username")
    clubs = Club.objects.values_list("name", "slug")
    events = Tournament.objects.values_list("name", "place", "slug", "time_zone")
    of_the_day = [*Raffle.objects.values_list("prize"), *Category.objects.values_list("name")]
    of_the_day += [*HouseProfile.objects.values_list("name"), *Season.objects.values_list("name", "slug")]
    rows = [*people, *users, *clubs, *events, *of_the_day]
    with translation.override("es"):
        day = date_format(one.tournament.date, "DATE_FORMAT")
        days = [date_format(one.tournament.date + timedelta(days), "WEEKDAY_FORMAT") for days in range(14)]
    zones = [zone for zone_name in every_zone() for zone in (zone_name, zone_name.replace("_", " "))]
    return {cell for row in rows for cell in row if cell} | {day, *days, *zones}
