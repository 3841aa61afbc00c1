"""How seats, points, states, places and fields are written, and what every page and stylesheet must keep."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from ui.templatetags import charleston

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


class Spoken(HTMLParser):
    """The text that a screen reader says: everything outside `aria-hidden`."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden: list[bool] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"circle", "path", "input"}:
            self.hidden.append(("aria-hidden", "true") in attrs or (bool(self.hidden) and self.hidden[-1]))

    def handle_endtag(self, tag: str) -> None:
        if tag not in {"circle", "path", "input"}:
            self.hidden.pop()

    def handle_data(self, data: str) -> None:
        if not (self.hidden and self.hidden[-1]):
            self.words += data


def spoken(html: str) -> str:
    reader = Spoken()
    reader.feed(html)
    return reader.words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (45, "45"),
        (0, "0"),
        (-20, "minus 20"),
        (None, "none"),
        (Decimal("-2.5"), "minus 2.5"),
        (1240, "1,240"),
    ],
)
def test_points_are_spoken_in_words(value: int | None, words: str) -> None:
    assert spoken(charleston.points_in_html(value)) == words


def test_a_gain_has_a_plus_and_zero_no_sign() -> None:
    assert spoken(charleston.points_in_html(30, signed=True)) == "+30"
    assert spoken(charleston.points_in_html(0, signed=True)) == "0"


def test_each_letter_has_a_shape_of_its_own() -> None:
    tiles = {letter: charleston.seat(letter) for letter in "ABCD"}
    assert {letter: spoken(tile) for letter, tile in tiles.items()} == {
        "A": "Seat A",
        "B": "Seat B",
        "C": "Seat C",
        "D": "Seat D",
    }
    assert len({re.search(r"<svg.*</svg>", tile)[0] for tile in tiles.values()}) == 4


def test_a_state_is_a_word_with_its_mark_unspoken() -> None:
    assert spoken(charleston.chip("accepted")) == " accepted"
    assert spoken(charleston.state("late", "4 min late")) == " 4 min late"
    assert "<b>" not in charleston.chip("held", "<b>held</b>")


def test_places_by_language() -> None:
    english = "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th"
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)
    with translation.override("en"):
        assert " ".join(charleston.ordinal(n) for n in numbers) == english
    with translation.override("es"):
        assert charleston.ordinal(3) == "3.º"


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (768, "12:48"),
        (0, "0:00"),
        (59, "0:59"),
        (3723, "62:03"),
        (6123, "1:42:03"),
        (-31, "+0:31"),
        (timedelta(minutes=55), "55:00"),
    ],
)
def test_clock(left: int | timedelta, text: str) -> None:
    assert charleston.clock(left) == text


class Entry(forms.Form):
    name = forms.CharField(help_text="As on the badge.")
    number = forms.IntegerField(required=False)
    letter = forms.ChoiceField(choices=[("A", "A"), ("B", "B")], widget=forms.RadioSelect)


def test_a_field_ties_label_help_and_error_together() -> None:
    form = Entry({"name": "", "number": "x", "letter": "A"})
    page = Template(
        "{% load charleston %}{% error_summary form %}{% for f in form %}{% field f %}{% endfor %}"
    )
    html = page.render(Context({"form": form}))
    ids = set(re.findall(r'\bid="([^"]+)"', html))
    described = {
        identifier
        for group in re.findall(r'aria-describedby="([^"]+)"', html)
        for identifier in group.split()
    }
    assert described == {"id_name_helptext", "id_name_error", "id_number_error"}
    assert described <= ids
    assert set(re.findall(r'for="([^"]+)"', html)) <= ids
    assert set(re.findall(r'href="#([^"]+)"', html)) == {"id_name", "id_number"}
    assert html.count('aria-invalid="true"') == 2
    assert "<legend>Letter</legend>" in html


@pytest.mark.django_db
def test_a_page_keeps_the_strict_policy(client: Client) -> None:
    answer = client.get("/sign-in/")
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy


@pytest.mark.slow
def test_every_class_of_a_style_is_worn() -> None:
    """As it stands, or put together behind a dash: `chip-{{ kind }}`."""
    words = "".join(path.read_text() for path in [*TEMPLATES, *(ROOT / "static" / "js").rglob("*.js")])
    for room in settings.OWN_APPS:
        words += "".join(path.read_text() for path in sorted((ROOT / room).rglob("*.py")))
    worn = set(re.findall(r"[a-z][\w-]*", words))
    put_together = set(re.findall(r"([a-z][\w-]*-)(?:\{|$)", words))
    unworn = {}
    for path in sorted((ROOT / "static" / "css").glob("*.css")):
        css = re.sub(r"/\*.*?\*/|@font-face\s*\{.*?\}", "", path.read_text(), flags=re.DOTALL)
        classes = {
            name
            for selector in re.findall(r"([^{};]+)\{", css)
            for name in re.findall(r"\.([a-z][\w-]*)", selector)
        }
        if spare := {name for name in classes - worn if not name.startswith(tuple(put_together))}:
            unworn[path.name] = spare
    assert unworn == {"forms.css": {"errorlist", "htmx-request"}}  # Django's and htmx's


# What a part is laid out by stands in its markup, and not once more in its style.
LAID_OUT_BY = {
    "row": "clock-buttons desk-head facts-line first-east late-tables pile pile-line pile-list"
    " table-title waiting-line",
    "choice": "fact-tick",
    "columns": "room-columns",
    "line": "facts-outcome handed-in",
}


def test_a_part_names_what_it_is_laid_out_by() -> None:
    missing = set()
    for path in TEMPLATES:
        for names in re.findall(r'class="([^"{}]*)"', path.read_text()):
            for primitive, parts in LAID_OUT_BY.items():
                if set(names.split()) & set(parts.split()) and primitive not in names.split():
                    missing.add(f"{path.name}: {primitive} {names}")
    assert missing == set()


def test_no_template_needs_inline_style_or_script() -> None:
    forbidden = re.compile(
        r'<style|\sstyle="|\son[a-z]+="|hx-on|javascript:'
        r"|<script(?![^>]*\bsrc=)(?![^>]*application/json)"
        r'|(?:src|href)="https?://'
    )
    found = {path.relative_to(ROOT): forbidden.findall(path.read_text()) for path in TEMPLATES}
    assert {path: parts for path, parts in found.items() if parts} == {}


def test_every_color_is_a_token() -> None:
    loose = {}
    for path in (ROOT / "static" / "css").glob("*.css"):
        if path.name == "tokens.css":
            continue
        css = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        if colors := re.findall(r"#[0-9a-fA-F]{3,8}\b", css):
            loose[path.name] = colors
    assert loose == {}


def test_every_token_used_is_defined() -> None:
    sheets = {path.name: path.read_text() for path in (ROOT / "static" / "css").glob("*.css")}
    defined = set(re.findall(r"(--[a-z0-9-]+):", "".join(sheets.values())))
    for name, css in sheets.items():
        assert set(re.findall(r"var\((--[a-z0-9-]+)", css)) - defined == set(), name


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("header", "language", "sentence"),
    [("es-MX,en;q=0.5", b"es", "Este campo es obligatorio."), ("fr", b"en", "This field is required.")],
)
def test_a_page_is_in_one_language_and_says_which(
    client: Client, header: str, language: bytes, sentence: str
) -> None:
    page = client.post("/sign-in/", {}, headers={"Accept-Language": header}).content
    assert (b'<html lang="%s"' % language in page, sentence.encode() in page) == (True, True)
