"""Runs every check that is not a test: format, lint, types, layers, migrations, deployment.

All of them run side by side, whatever one finds; the last lines sum up, and the exit status is 0 when all are content.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="charleston-check-") as folder:
        environment = production_like(Path(folder))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = dict(pool.map(lambda check: run(check[0], check[1], environment), checks().items()))
    print("\nChecks:")
    for name, (content, seconds) in outcomes.items():
        print(f"  {'ok    ' if content else 'FAILED'} {name} ({seconds:.1f} s)")
    failed = sum(not content for content, _seconds in outcomes.values())
    print(f"{len(outcomes) - failed} checks passed, {failed} failed")
    return 1 if failed else 0


def checks() -> dict[str, list[str]]:
    """The name and command of each check, the slowest first because they run side by side."""
    manage = [sys.executable, "manage.py"]
    templates = tracked("*.html")
    return {
        "types": [str(BIN / "mypy"), "."],
        "format": [str(BIN / "ruff"), "format", "--check", "."],
        "lint": [str(BIN / "ruff"), "check", "."],
        "templates": [str(BIN / "djade"), "--check", "--target-version", "5.2", *templates],
        "template lines": [sys.executable, "tools/template_lines.py", *templates],
        "layers": [str(BIN / "lint-imports")],
        "migrations": [*manage, "makemigrations", "--check", "--dry-run"],
        "deployment": [*manage, "check", "--deploy", "--fail-level", "WARNING"],
    }


def tracked(pattern: str) -> list[str]:
    """Files of the project, including untracked ones; without git, all in templates/."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", pattern],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    files = (
        listed.stdout.split("\n") if listed.returncode == 0 else map(str, (ROOT / "templates").rglob(pattern))
    )
    return sorted(name for name in files if name and (ROOT / name).exists())


def production_like(folder: Path) -> dict[str, str]:
    """The environment of a host behind HTTPS, with a folder and a key for this run only."""
    settings = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "CHARLESTON_VAR": str(folder),
        "CHARLESTON_SECRET_KEY": secrets.token_urlsafe(64),
        "CHARLESTON_HTTPS": "1",
        "CHARLESTON_DEBUG": "",
        "CHARLESTON_ALLOWED_HOSTS": "tournaments.example.org",
        "CHARLESTON_CSRF_ORIGINS": "https://tournaments.example.org",
        "DATABASE_URL": "",
    }
    # With it, each of the programs would compile Django again.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, **settings}


def run(name: str, command: list[str], environment: dict[str, str]) -> tuple[str, tuple[bool, float]]:
    """Runs one check and prints its output in one piece; returns its name, whether it passed, and the seconds."""
    began = time.monotonic()
    process = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(f"\n== {name}\n{process.stdout.rstrip()}", flush=True)
    return name, (process.returncode == 0, time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
