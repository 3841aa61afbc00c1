"""Django's PostgreSQL backend with a pool that notices at once that the server is away, and that it is back.

The pool's own way with a lost server is to wait: half a minute for a connection, and up to minutes between two attempts
to connect. In a hall that is half a minute in which no page answers. So each connection taken from the pool has to
answer; if it does not, one attempt outside the pool tells whether the server is there. While it is away requests fail
without waiting, one attempt in half a second asks again, and the first that succeeds begins with a new pool.
"""

import threading
import time
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg.pq import ExecStatus
from psycopg_pool import PoolTimeout

from machine.network import is_readable

ANSWERS_WITHIN = (
    2.0  # seconds for a server that is there; also the pool's timeout and libpq's, see the settings
)
ASKED_AGAIN_AFTER = 0.5
LONGEST_WAIT = 20.0  # for a connection, while the server is there and all of them are busy


class DatabaseServer:
    def __init__(self) -> None:
        self.asking = threading.Lock()
        self.away: psycopg.OperationalError | None = None
        self.asked_at = 0.0

    def ask(self, parameters: dict[str, Any]) -> None:
        """Connects once. Raises OperationalError where that fails; without trying, where it has just failed."""
        away, asked_at = self.away, self.asked_at
        if away is not None and time.monotonic() - asked_at < ASKED_AGAIN_AFTER:
            raise psycopg.OperationalError(str(away))
        if not self.asking.acquire(blocking=away is None):
            raise psycopg.OperationalError(str(away))
        try:
            if self.asked_at != asked_at:  # somebody else did while we waited for our turn
                if self.away is not None:
                    raise psycopg.OperationalError(str(self.away))
                return
            try:
                psycopg.connect(**parameters).close()
            finally:
                self.asked_at = time.monotonic()
            self.away = None
        except psycopg.OperationalError as error:
            self.away = error
            raise
        finally:
            self.asking.release()


class DatabaseWrapper(base.DatabaseWrapper):
    server = DatabaseServer()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.pool is None:
            return super().get_new_connection(conn_params)
        if self.server.away is not None:
            self.server.ask(conn_params)
        connection = self.from_pool(conn_params)
        if answers(connection):
            return connection
        connection.close()
        self.connection = connection
        self.close()  # which gives it back to the pool that it is from
        self.ask_server(conn_params)
        # The server was started anew: all the older connections are dead.
        self.pool.drain()
        return self.from_pool(conn_params)

    def from_pool(self, conn_params: dict[str, Any]) -> Any:
        began = time.monotonic()
        while True:
            try:
                return super().get_new_connection(conn_params)
            except PoolTimeout:
                self.ask_server(conn_params)
                if time.monotonic() - began > LONGEST_WAIT:
                    raise

    def ask_server(self, conn_params: dict[str, Any]) -> None:
        """Raises OperationalError where the server is away; its pool is dropped then, with whatever it waits for."""
        try:
            self.server.ask(conn_params)
        except psycopg.OperationalError:
            # Django's own `close_pool` waits for the pool's workers, who may be in the middle of connecting, and leaves
            # the closed pool to all other threads meanwhile. It is the one private name here, as Django 5.2.19 has it.
            pools: dict[str, Any] = base.DatabaseWrapper._connection_pools  # type: ignore[attr-defined]
            pool = pools.pop(self.alias, None)
            if pool is not None:
                threading.Thread(target=pool.close, daemon=True).start()
            raise


def answers(connection: Any) -> bool:
    """Whether the server answers on this connection in time. One that does not is of no further use."""
    wire = connection.pgconn
    try:
        wire.send_query(b"")
        wire.flush()
        until = time.monotonic() + ANSWERS_WITHIN
        while wire.is_busy():
            if not is_readable(wire.socket, until - time.monotonic()):
                return False
            wire.consume_input()
        results = []
        while result := wire.get_result():
            results.append(result.status)
    except (psycopg.Error, OSError, ValueError):
        return False
    # A server that ended the connection has said so, which is a result too.
    return results == [ExecStatus.EMPTY_QUERY]
