"""The director's guide in the program: each section of the navigation has its place in it."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import builders
from ui.guide import DOCS, in_html
from ui.navigation import guide_of, pages


def test_every_section_has_its_place_in_the_guide() -> None:
    places = set(re.findall(r' id="([^"]+)"', in_html("en")))
    assert {page.guide for page in pages()} - places == set()


def test_the_guide_is_the_document_with_its_pictures_and_no_way_out() -> None:
    page, document = in_html("en"), (DOCS / "director-guide.md").read_text()
    pictures = re.findall(r'<img src="/static/guide/([^"]+)"', page)
    assert pictures == re.findall(r"\]\(pictures/([^)]+)\)", document)
    assert [name for name in pictures if not (settings.ROOT / "docs/pictures" / name).exists()] == []
    assert ("style=" in page, "<script" in page) == (False, False)
    contents = re.findall(r'<a href="([^"]+)"', page)
    assert contents == [f"#{place}" for place in re.findall(r'<h2 id="([^"]+)"', page)]


@pytest.mark.django_db
def test_a_page_leads_to_its_own_place(client: Client) -> None:
    cast = builders.cast()
    tournament = builders.tournament(cast.club)
    page = builders.signed_in(cast.director).get(reverse("check-in", args=[tournament.slug])).content.decode()
    assert f'href="{guide_of("check-in")}"' in page
    assert guide_of("check-in").endswith("#check-in")
    english = client.get(reverse("guide"), headers={"Accept-Language": "es"}).content.decode()
    assert 'class="guide" lang="en"' in english
