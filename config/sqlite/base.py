"""Django's SQLite backend, which makes no file while the program serves.

Every request opens the file anew. SQLite would make one that is gone, empty, and everybody in it would be gone too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    makes_files = True  # commands may, for a new installation; the web process sets it to False

    def get_connection_params(self) -> dict[str, Any]:
        parameters: dict[str, Any] = super().get_connection_params()
        if not self.makes_files and not self.is_in_memory_db():
            file = Path(str(self.settings_dict["NAME"])).resolve()
            parameters["database"] = f"{file.as_uri()}?mode=rw"
        return parameters
