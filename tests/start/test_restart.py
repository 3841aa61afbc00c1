"""The database is restarted while the program runs."""

import psycopg
import pytest
from django.db import connection

from club.models import User

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
    """As many connections as requests at once take, all back in the pool; whatever earlier tests left in it is gone."""
    connection.close()
    connection.close_pool()
    connection.pool.open()
    sessions = [connection.pool.getconn(timeout=20) for _request in range(REQUESTS)]
    for session in sessions:
        connection.pool.putconn(session)


def psycopg_arguments() -> dict[str, object]:
    """What Django connects with, without the parts only Django knows."""
    parameters = connection.get_connection_params()
    return {
        key: parameters[key] for key in ("dbname", "user", "password", "host", "port") if parameters.get(key)
    }
