"""How many passwords are hashed at once is bounded, whoever asks."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.test import Client, override_settings
from django.urls import reverse

from config import passwords
from config.settings import PASSWORD_HASHERS

PRODUCT = override_settings(PASSWORD_HASHERS=PASSWORD_HASHERS)
SIXTEEN = 16


@PRODUCT
def test_a_password_fits_its_hash_alone() -> None:
    encoded = make_password("a long test password")
    assert (check_password("a long test password", encoded), check_password("another", encoded)) == (
        True,
        False,
    )
    assert encoded.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.slow
@PRODUCT
def test_sixteen_at_once_are_hashed_two_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    running, most, count = 0, 0, threading.Lock()
    plain = Argon2PasswordHasher.encode

    def counted(self: Argon2PasswordHasher, *args: Any) -> str:
        nonlocal running, most
        with count:
            running += 1
            most = max(most, running)
        try:
            return plain(self, *args)
        finally:
            with count:
                running -= 1

    monkeypatch.setattr(Argon2PasswordHasher, "encode", counted)
    with ThreadPoolExecutor(SIXTEEN) as pool:
        hashes = list(pool.map(make_password, ["a long test password"] * SIXTEEN))
    assert (len(set(hashes)), most) == (SIXTEEN, passwords.AT_ONCE)


@PRODUCT
@pytest.mark.django_db
@pytest.mark.parametrize(("taken", "limit"), [("_running", 2), ("_admitted", 34)])
def test_a_sign_in_beyond_the_bound_is_told_to_come_back(
    monkeypatch: pytest.MonkeyPatch, taken: str, limit: int
) -> None:
    monkeypatch.setattr(passwords, "LONGEST_WAIT", 0.01)
    places = getattr(passwords, taken)
    for _place in range(limit):
        assert places.acquire(blocking=False)
    try:
        answer = Client().post(reverse("sign-in"), {"username": "nobody", "password": "guess"})
    finally:
        places.release(limit)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Wait a few seconds and try again." in answer.content.decode()


def test_sqlite_flushes_at_each_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    import sqlite3

    from config import settings

    monkeypatch.delenv("DATABASE_URL", raising=False)
    with sqlite3.connect(tmp_path / "hall.sqlite3") as connection:
        connection.executescript(settings.database()["OPTIONS"]["init_command"])
        full = 2
        assert connection.execute("PRAGMA synchronous").fetchone() == (full,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
