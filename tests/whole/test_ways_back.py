"""A page that is no use says so in a sentence and leads somewhere that can be read."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders

pytestmark = pytest.mark.django_db

BROWSER = {"Accept": "text/html,application/xhtml+xml"}


def test_an_address_for_forms_only_is_a_page_in_a_browser(client: Client) -> None:
    seating = "http://testserver/t/autumn/seating/"
    page = client.get(reverse("sign-out"), headers={**BROWSER, "Referer": seating})
    assert (page.status_code, page["Allow"]) == (405, "POST, OPTIONS")
    assert "There is nothing to read at this address" in page.content.decode()
    assert f'class="button button-primary" href="{seating}"' in page.content.decode()
    assert client.get(reverse("sign-out")).content == b""


@pytest.mark.parametrize("referer", ["", "https://elsewhere.example/page/", "http://testserver/sign-out/"])
def test_without_a_page_of_ours_to_go_back_to_it_is_the_start(client: Client, referer: str) -> None:
    page = client.get(reverse("sign-out"), headers={**BROWSER, "Referer": referer}).content.decode()
    assert 'class="button button-primary" href="/"' in page


def test_a_page_that_was_open_too_long_leads_back_to_its_form() -> None:
    cast = builders.cast()
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.director)
    made = builders.tournament(cast.club)
    form = f"http://testserver{reverse('seating', args=[made.slug])}"
    page = client.post(reverse("draw", args=[made.slug]), headers={**BROWSER, "Referer": form})
    assert page.status_code == 403
    assert f'class="button button-primary" href="{form}"' in page.content.decode()
