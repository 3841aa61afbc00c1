"""Code of others that ours was read with: where a new version of it differs here, what leans on it is read again."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from typing import Any

import psycopg_pool
import pytest
import uvicorn
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.db.backends.postgresql.base import DatabaseWrapper
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

CONNECTIONS = "config/connections.py"
"""Bounds connections, wraps `app`, and writes pieces between two that the server sends."""
PAGES = "config/pages.py"
"""Has the middleware made without a loop, and calls it in a thread."""
POSTGRESQL = "config/postgresql/base.py"
"""Takes a pool out of Django's own and gives connections back that are of no use."""
PROGRAM = "start/program.py"
"""Puts back the listener's number once the server has begun."""


@pytest.mark.parametrize(
    ("code", "digest", "ours"),
    [
        (H11Protocol.__init__, "ad1ed8e837b2", CONNECTIONS),
        (H11Protocol.connection_made, "6efb565ff3d3", CONNECTIONS),
        (H11Protocol.connection_lost, "dbb688fa2b38", CONNECTIONS),
        (H11Protocol.handle_events, "e63a9d1492e3", CONNECTIONS),
        (H11Protocol.on_response_complete, "1fbb8f48c6a1", CONNECTIONS),
        (H11Protocol.shutdown, "aaa6d607648b", CONNECTIONS),
        (RequestResponseCycle.run_asgi, "0f33f2449a44", CONNECTIONS),
        (RequestResponseCycle.send, "76b4bcb0998b", CONNECTIONS),
        (ASGIHandler.__init__, "41379d4f4b69", PAGES),
        (BaseHandler.load_middleware, "a1fb7ee5f858", PAGES),
        (BaseHandler.get_response_async, "ad82c920df0c", PAGES),
        (uvicorn.Server.startup, "2aa1d70a244b", PROGRAM),
        (DatabaseWrapper.pool.fget, "e5c2654fdf2d", POSTGRESQL),
        (DatabaseWrapper.close_pool, "9680149e647d", POSTGRESQL),
        (DatabaseWrapper.get_new_connection, "acc4e253c2e3", POSTGRESQL),
        (DatabaseWrapper._close, "8e39d0e91862", POSTGRESQL),
        (psycopg_pool.ConnectionPool.putconn, "7fdaa8e95e7f", POSTGRESQL),
        (psycopg_pool.ConnectionPool.drain, "1071bfe1a7c0", POSTGRESQL),
        (psycopg_pool.ConnectionPool.close, "7c96c6152d2d", POSTGRESQL),
    ],
    ids=lambda code: getattr(code, "__qualname__", ""),
)
def test_it_is_the_code_that_ours_was_read_with(code: Callable[..., Any], digest: str, ours: str) -> None:
    source = inspect.getsource(inspect.unwrap(code))
    assert hashlib.sha256(source.encode()).hexdigest()[:12] == digest, (
        f"{code.__module__}.{code.__qualname__} has changed: read it again with {ours}, then put its digest here"
    )
