"""Static files as a hall gets them: DEBUG is off, and every name carries a hash of the content."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from config import settings as product

pytestmark = pytest.mark.slow

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"

files: Any = staticfiles_storage


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> Path:
    settings.STORAGES = product.STORAGES
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def imports(script: str) -> list[str]:
    return re.findall(r'(?:from|import)\s*"(\.[^"]+)"', script)


def test_modules_import_each_other_by_their_hashed_names(collected: Path) -> None:
    differences = {}
    for path in SCRIPTS.rglob("*.js"):
        name = f"js/{path.relative_to(SCRIPTS).as_posix()}"
        hashed = collected / files.stored_name(name)
        wanted = [
            files.stored_name((path.parent / other).resolve().relative_to(SCRIPTS.parent).as_posix())
            for other in imports(path.read_text())
        ]
        got = [
            (hashed.parent / other).resolve().relative_to(collected.resolve()).as_posix()
            for other in imports(hashed.read_text())
        ]
        if wanted != got or not all((collected / other).exists() for other in got):
            differences[name] = (wanted, got)
    assert differences == {}
