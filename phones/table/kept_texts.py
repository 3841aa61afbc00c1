"""Texts that were made once and serve until what they were made from changes; those made first are dropped."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any


class KeptTexts:
    """By a key, the version that was made last and what was made."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: dict[object, tuple[Any, Any]] = {}
        self.lock = Lock()

    def get(self, key: object, version: object) -> Any:
        """None where there is none of this version."""
        kept = self.kept.get(key)
        return kept[1] if kept and kept[0] == version else None

    def keep(self, key: object, version: object, what: Any) -> Any:
        with self.lock:
            self.kept.pop(key, None)
            self.kept[key] = version, what
            while len(self.kept) > self.most:
                del self.kept[next(iter(self.kept))]
        return what

    def once(self, key: object, version: object, make: Callable[[], Any]) -> Any:
        kept = self.get(key, version)
        return self.keep(key, version, make()) if kept is None else kept

    def forget(self) -> None:
        self.kept.clear()
