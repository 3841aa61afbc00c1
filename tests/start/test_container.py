"""What the container is given, and whom it believes. No engine runs here: the files themselves are read."""

import http.client
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse

from club.models import Club
from config.connections import BoundedProtocol
from start import container, web
from tests import builders
from tests.loopback import free_port, wait_for

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROGRAM = (*PROJECT["tool"]["importlinter"]["root_packages"], "start")
# Written by the program itself, read only where an environment is made, or made in a wheel alone.
NOT_SHIPPED = {".venv", "var", "requirements", "static_made"}


def let_in() -> set[str]:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    return {line[1:] for line in lines if line.startswith("!")}


def read_at_run_time() -> set[str]:
    """The folders of the program, and those that it looks for beside them."""
    sources = [path.read_text() for name in PROGRAM for path in (ROOT / name).rglob("*.py")]
    folders = {folder for source in sources for folder in re.findall(r'ROOT / "([^"/]+)', source)}
    return (folders | set(PROGRAM)) - NOT_SHIPPED


def test_the_container_holds_every_folder_that_the_program_reads() -> None:
    folders = read_at_run_time()
    assert {"samples", "locale", "static", "templates", "config"} <= folders
    assert folders - let_in() == set()


def test_no_header_of_a_client_is_believed_before_the_settings_say_so() -> None:
    assert web.options()["proxy_headers"] is False
    assert "FORWARDED_ALLOW_IPS" not in (ROOT / "docker-compose.yml").read_text()


def test_what_is_let_in_is_there() -> None:
    assert [name for name in sorted(let_in()) if not (ROOT / name).exists()] == []


@pytest.mark.slow
def test_one_container_with_one_volume_serves_and_says_how_to_sign_in(
    tmp_path: Path, migrated: Callable[[Path], None]
) -> None:
    """The image's entry point and command, on an empty database."""
    migrated(tmp_path / "charleston.sqlite3")
    image = (ROOT / "Dockerfile").read_text()
    assert 'ENTRYPOINT ["python", "-m", "start.container"]' in image
    environment = {**os.environ, "CHARLESTON_VAR": str(tmp_path), "DATABASE_URL": "", "CHARLESTON_DEBUG": "1"}
    environment |= {"PORT": str(free_port())}
    with subprocess.Popen(
        [sys.executable, "-m", "start.container", *container.WEB],
        env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().strip() for _line in range(4)]
        connection = http.client.HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=20)
        connection.request("GET", "/readyz", headers={"Host": "localhost"})
        assert connection.getresponse().status == 200
        connection.close()
        process.terminate()
    assert lines[0] == "Charleston is running."
    assert lines[2].startswith("Nobody has a club here yet.")
    assert re.fullmatch(r"http://localhost/start/\S+/", lines[3])


@pytest.mark.django_db
def test_a_club_that_is_there_is_not_founded_again() -> None:
    builders.cast()
    clubs = Club.objects.count()
    assert "the accounts that are there" in container.first_sign_in()
    assert Club.objects.count() == clubs


@pytest.mark.slow
def test_another_command_is_run_as_it_is(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "start.container", sys.executable, "-c", "print('as it is')"]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "as it is\n"


def test_archives_outlast_the_container_and_can_be_written_there() -> None:
    """The container's own files cannot be written; a new volume takes its owner from the image."""
    compose, image = (ROOT / "docker-compose.yml").read_text(), (ROOT / "Dockerfile").read_text()
    assert '"archives:/srv/charleston/var/archives"' in compose
    assert "chown -R charleston: var\n" in image  # all of it: each start writes the static files there anew


def service(name: str) -> str:
    """The lines of one service in the compose file; "x-charleston" has what the program's services share."""
    text = (ROOT / "docker-compose.yml").read_text()
    indent = "" if name.startswith("x-") else "  "
    part = re.search(rf"^{indent}{name}:.*\n((?:{indent}  .*\n|\n)+)", text, re.MULTILINE)
    assert part is not None
    return part[1]


def test_every_setting_that_compose_gives_is_read_by_the_program() -> None:
    settings = set(re.findall(r"^    ([A-Z_]+): ", service("x-charleston"), re.MULTILINE))
    assert {"DATABASE_URL", "CHARLESTON_SECRET_KEY", "WEB_CONCURRENCY"} <= settings
    files = (path for name in ("config", "start") for path in (ROOT / name).rglob("*.py"))
    read = set(re.findall(r'"([A-Z_]{4,})"', "\n".join(path.read_text() for path in files)))
    assert settings - read == set()


def test_the_command_of_the_image_and_of_compose_is_the_programs_own() -> None:
    image = (ROOT / "Dockerfile").read_text()
    assert f"CMD {json.dumps(container.WEB)}" in image
    assert "command" not in service("web")
    assert 'command: ["python", "manage.py", "migrate", "--no-input"]' in service("migrate")
    assert web.options()["http"] == f"{BoundedProtocol.__module__}:{BoundedProtocol.__name__}"


def test_the_proxy_asks_where_the_image_listens() -> None:
    assert "server web:8000 " in service("proxy")
    assert "EXPOSE 8000" in (ROOT / "Dockerfile").read_text()
    listens = re.search(r'PROXY_LISTEN: "(\d+)"', service("proxy"))
    assert listens is not None
    assert f'"proxy:{listens[1]}"' in service("https")


def test_the_health_check_asks_a_page_that_is_there() -> None:
    assert 'CMD ["python", "-m", "start.health"]' in (ROOT / "Dockerfile").read_text()
    match = re.search(r'request\("GET", "([^"]+)"', (ROOT / "start" / "health.py").read_text())
    assert match is not None
    assert reverse("readyz") == match[1]


@pytest.mark.slow
def test_the_web_process_of_a_host_serves_and_its_health_check_says_so(
    tmp_path: Path, migrated: Callable[[Path], None]
) -> None:
    """As compose runs it, on an SQLite file in place of PostgreSQL, with two processes."""
    port = free_port()
    environment = {**os.environ, "CHARLESTON_VAR": str(tmp_path), "DATABASE_URL": "", "CHARLESTON_DEBUG": "1"}
    environment |= {"PORT": str(port), "WEB_CONCURRENCY": "2", "DJANGO_SETTINGS_MODULE": "config.settings"}
    migrated(tmp_path / "charleston.sqlite3")
    with subprocess.Popen([sys.executable, "-m", "start.web"], cwd=ROOT, env=environment) as process:
        try:
            wait_for(port, process)
            health = [sys.executable, "-m", "start.health"]
            health_check = subprocess.run(health, cwd=ROOT, env=environment, capture_output=True, check=False)
            assert (health_check.returncode, health_check.stderr) == (0, b"")
        finally:
            process.terminate()
    assert process.returncode == 0
