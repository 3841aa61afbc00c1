"""What the container is given, and whom it believes. No engine runs here: the files themselves are read."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ("config", "demo", "scoring", "tournament", "ui", "rules", "start")
# Written by the program itself, or read only where an environment is made.
NOT_SHIPPED = {".venv", "var", "requirements"}


def let_in() -> set[str]:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    return {line[1:] for line in lines if line.startswith("!")}


def read_at_run_time() -> set[str]:
    """The folders of the program, and those that it looks for beside them."""
    sources = [path.read_text() for name in PROGRAM for path in (ROOT / name).rglob("*.py")]
    named = {folder for source in sources for folder in re.findall(r'ROOT / "([^"/]+)', source)}
    return (named | set(PROGRAM)) - NOT_SHIPPED


def test_the_container_holds_every_folder_that_the_program_reads() -> None:
    found = read_at_run_time()
    assert {"samples", "locale", "static", "templates", "config"} <= found
    assert found - let_in() == set()


def test_no_header_of_a_client_is_believed_before_the_settings_say_so() -> None:
    assert '"--no-proxy-headers"' in (ROOT / "Dockerfile").read_text()
    assert "FORWARDED_ALLOW_IPS" not in (ROOT / "docker-compose.yml").read_text()


def test_what_is_let_in_is_there() -> None:
    assert [name for name in sorted(let_in()) if not (ROOT / name).exists()] == []
