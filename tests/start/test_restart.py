"""The database is restarted while the program runs."""

import threading
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import connection

from tournament.models import User

REQUESTS = 6
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.slow]


def test_after_the_database_was_restarted_the_next_request_finds_a_connection() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server")
    name = connection.settings_dict["NAME"]
    fill_the_pool()
    with psycopg.connect(**psycopg_arguments(), autocommit=True) as server:
        ended = server.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = %s AND pid <> pg_backend_pid()",
            [name],
        ).fetchone()
    assert ended[0] >= REQUESTS
    assert User.objects.count() == 0


def fill_the_pool() -> None:
    """Several requests at once, each with a connection that goes back into the pool at its end."""
    together = threading.Barrier(REQUESTS)

    def request(_number: int) -> int:
        try:
            found = User.objects.count()
            together.wait(20)
            return found
        finally:
            connection.close()

    connection.close()
    with ThreadPoolExecutor(REQUESTS) as requests:
        assert list(requests.map(request, range(REQUESTS))) == [0] * REQUESTS


def psycopg_arguments() -> dict[str, object]:
    """What Django connects with, without the parts only Django knows."""
    known = connection.get_connection_params()
    return {key: known[key] for key in ("dbname", "user", "password", "host", "port") if known.get(key)}
