"""Django's PostgreSQL with a pool that gets over a restart of the server."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError


class DatabaseWrapper(base.DatabaseWrapper):
    """Tries each connection that leaves the pool; where one is dead, none that was made before is used again.

    The pool's own check (CONN_HEALTH_CHECKS) waits twice as long after each dead connection, and after a restart all
    of them are: eight would cost the first request its half minute and an error.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection: Any = super().get_new_connection(conn_params)
        pool: Any = self.pool
        if pool is None:
            return connection
        try:
            pool.check_connection(connection)
        except OperationalError:
            pool.putconn(connection)
            pool.drain()
            connection = super().get_new_connection(conn_params)
        return connection
