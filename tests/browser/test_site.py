"""The server and the browser that every other test of this folder stands on."""

import pytest
from django.db import connection


@pytest.mark.both_databases
def test_the_server_answers_a_real_browser_on_the_database_under_test(page):
    answer = page.goto("/readyz")
    assert (answer.status, answer.json()) == (200, {"status": "ready", "database": connection.vendor})


def test_two_pages_are_two_people(new_page):
    director, public = new_page(), new_page()
    director.goto("/healthz")
    director.context.add_cookies([{"name": "whose", "value": "director", "url": director.url}])
    public.goto("/healthz")
    assert [cookie["name"] for cookie in public.context.cookies()] == []
