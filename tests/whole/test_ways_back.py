"""A page that is no use says so in a sentence and leads somewhere that can be read."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from django.urls import reverse

from config.trouble import permission_denied, server_error, too_large
from tests import builders

pytestmark = pytest.mark.django_db

WAY = re.compile(r'<a class="button(?! button-quiet)[^>]*href="([^"]*)"')
BROWSER = {"Accept": "text/html,application/xhtml+xml"}


def test_an_address_for_forms_only_is_a_page_in_a_browser(client: Client) -> None:
    seating = "http://testserver/t/autumn/seating/"
    page = client.get(reverse("sign-out"), headers={**BROWSER, "Referer": seating})
    assert (page.status_code, page["Allow"]) == (405, "POST, OPTIONS")
    assert "There is no page at this address" in page.content.decode()
    assert f'class="button button-primary" href="{seating}"' in page.content.decode()
    assert client.get(reverse("sign-out")).content == b""


@pytest.mark.parametrize("referer", ["", "https://elsewhere.example/page/", "http://testserver/sign-out/"])
def test_without_a_page_of_ours_to_go_back_to_it_is_the_start(client: Client, referer: str) -> None:
    page = client.get(reverse("sign-out"), headers={**BROWSER, "Referer": referer}).content.decode()
    assert 'class="button button-primary" href="/"' in page


def test_a_form_sent_after_the_session_ended_leads_back_to_its_page_and_says_so(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club)
    table, client = reverse("desk-table", args=[tournament.slug, 1, 1]), Client()
    for name, referer, page in (
        ("desk-move", f"http://testserver{table}?a=1", f"{table}?a=1"),
        ("desk-move", "https://elsewhere.example/page/", "/"),
        ("desk-move", "", "/"),
        ("desk-table", f"http://testserver{table}", table),
    ):
        sent = client.post(
            reverse(name, args=[tournament.slug, 1, 1]), headers={**BROWSER, "Referer": referer}
        )
        assert sent.url == f"{reverse('sign-in')}?{urlencode({'next': page}, safe='/')}"
    sentence = "You were signed out, so your last step was not carried out. Please do it again."
    assert sentence in client.get(sent.url).content.decode()


def test_a_page_that_was_open_too_long_leads_back_to_its_form() -> None:
    cast = builders.cast()
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.director)
    tournament = builders.tournament(cast.club)
    form = f"http://testserver{reverse('seating', args=[tournament.slug])}"
    page = client.post(reverse("draw", args=[tournament.slug]), headers={**BROWSER, "Referer": form})
    assert page.status_code == 403
    assert f'class="button button-primary" href="{form}"' in page.content.decode()


def test_the_tournament_that_was_asked_for_keeps_its_navigation() -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club)
    client = builders.signed_in(cast.scorekeeper)
    desk = f'href="{reverse("desk", args=[tournament.slug])}"'
    for address, status in (
        (reverse("tournament-settings", args=[tournament.slug]), 403),
        (reverse("desk-table", args=[tournament.slug, 1, 99]), 404),
    ):
        page = client.get(address)
        assert (page.status_code, desk in page.content.decode()) == (status, True)


def test_a_stranger_is_not_told_of_the_tournament() -> None:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, is_public=False)
    page = builders.signed_in(cast.stranger).get(reverse("standings", args=[tournament.slug]))
    assert (page.status_code, tournament.name in page.content.decode()) == (404, False)


def test_a_fault_of_the_program_is_told_without_the_database(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        page = server_error(RequestFactory().get("/"))
    html = page.content.decode()
    assert (page.status_code, "Something went wrong in the program" in html) == (500, True)
    assert WAY.findall(html) == ["/"]


def test_an_error_before_the_page_was_found_keeps_the_navigation_too() -> None:
    """A wrong address, a form's address that is opened, a file too large, a fault of the program."""
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club)
    client = builders.signed_in(cast.director)
    client.raise_request_exception = False
    desk = f'href="{reverse("desk", args=[tournament.slug])}"'
    draw = reverse("draw", args=[tournament.slug])
    answers = {
        404: client.get(f"/t/{tournament.slug}/no-such-page/", headers=BROWSER),
        405: client.get(draw, headers=BROWSER),
    }
    request = RequestFactory().post(draw)
    request.user, request.session = cast.director, client.session
    answers[413] = too_large(request)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournament.seating.views.draw.get_tournament", lambda *_args, **_words: 1 / 0)
        answers[500] = client.get(reverse("seating", args=[tournament.slug]))
    outcomes = {status: (page.status_code, desk in page.content.decode()) for status, page in answers.items()}
    assert outcomes == {status: (status, True) for status in answers}


def test_trying_again_never_opens_an_address_that_only_takes_forms() -> None:
    """After a form failed it leads to the form's page, and where that is not known to the tournament's."""
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club)
    client = builders.signed_in(cast.director)
    client.raise_request_exception = False
    seating = reverse("seating", args=[tournament.slug])
    ways = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournament.seating.views.draw.get_tournament", lambda *_args, **_words: 1 / 0)
        for came_from in (f"http://testserver{seating}", ""):
            page = client.post(reverse("draw", args=[tournament.slug]), headers={"Referer": came_from})
            ways[came_from] = WAY.findall(page.content.decode())[0]
        page = client.get(f"{seating}?movement=free")
    assert ways == {
        f"http://testserver{seating}": f"http://testserver{seating}",
        "": tournament.get_work_url(),
    }
    assert WAY.findall(page.content.decode())[0] == f"{seating}?movement=free"


def test_a_reader_is_led_to_the_standings(client: Client) -> None:
    tournament = builders.running_tournament(builders.cast().club)
    page = client.get(reverse("player", args=[tournament.slug, 999])).content.decode()
    assert WAY.findall(page) == ["/", tournament.get_absolute_url()]


def test_who_has_to_sign_in_first_comes_back_afterward(client: Client) -> None:
    page = permission_denied(RequestFactory().get("/somewhere/?a=1"), PermissionDenied())
    assert WAY.findall(page.content.decode()) == ["/sign-in/?next=%2Fsomewhere%2F%3Fa%3D1"]
