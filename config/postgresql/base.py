"""Django's PostgreSQL backend with a pool that recovers from a restart of the server."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError


class DatabaseWrapper(base.DatabaseWrapper):
    """Checks each connection taken from the pool; if one is dead, replaces all the older ones.

    The pool's own check (CONN_HEALTH_CHECKS) doubles its wait after each dead connection. After a restart all eight
    are dead, which would cost the first request half a minute and end in an error.
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
