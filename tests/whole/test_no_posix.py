"""The program without a POSIX system: a whole day of it where only what Windows has is there (`without_posix`)."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import mypy
import openpyxl
import pytest
from django.conf import settings

from scoring.sets.places import named
from tests.loopback import free_port
from tests.scoring.paper import written

ROOT = settings.ROOT
ASKING = {"machine", "tests", "tools", "benchmarks"}
"""Folders that may ask for what only POSIX has; those that are not the program run on one."""
LEFT = (3, 5, 6, 9, 11)
"""The tables of round 3 of the demonstration that are not accepted yet; the set of table 6 is held."""
SETTLED = {6: {"do": "rule", "ruling": "The card of A was misread.", "consulted": [*"ABCD"]}}
GIVEN = ("Žofia", "Ştefania", "אסתר", "美玲", "Đurđa", "Ølaug")
FAMILIES = [
    f"{begins}{ends}"
    for begins in ("Brzę", "Dulvå", "Gryphŏ", "Xımé", "Qua")
    for ends in ("tt", "nov", "hul", "šic")
]
WAITED = 300
"""Seconds at the most, on a machine that has other things to do."""


def only_posix() -> dict[str, Any]:
    """Modules, and names of the others, that the standard library has elsewhere and not on Windows, by typeshed."""
    modules, names = [], {}
    stubs = Path(mypy.__file__).with_name("typeshed") / "stdlib"
    for file in (*stubs.glob("*.pyi"), *stubs.glob("*/__init__.pyi")):
        module, text = file.relative_to(stubs).parts[0].removesuffix(".pyi"), file.read_text()
        if "sys.platform" in text:
            body = ast.parse(text).body
            here, there = (set(declared(body, platform)) for platform in ("linux", "win32"))
            if any(not name.startswith("_") for name in there):
                names[module] = sorted(here - there)
            elif here:
                modules.append(module)
    return {"modules": modules, "names": {name: gone for name, gone in names.items() if gone}}


def declared(body: list[ast.stmt], platform: str) -> Iterator[str]:
    system = SimpleNamespace(platform=platform, version_info=sys.version_info)
    for node in body:
        match node:
            case ast.If(test=test):
                holds = eval(compile(ast.Expression(test), "", "eval"), {"sys": system})  # noqa: S307
                yield from declared(node.body if holds else node.orelse, platform)
            case (
                ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name))
            ):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield name
            case ast.ImportFrom(names=aliases):
                yield from (alias.name for alias in aliases if alias.name in (alias.asname, "*"))


ONLY_POSIX = only_posix()


@pytest.mark.slow
def test_what_only_posix_has_is_asked_for_in_the_room_for_it_alone() -> None:
    gone = {(module, name) for module, names in ONLY_POSIX["names"].items() for name in names}
    assert {("os", "nice"), ("select", "poll"), ("socket", "AF_UNIX")} <= gone
    assert {"fcntl", "resource", "pwd"} <= set(ONLY_POSIX["modules"])
    rooms = (file.parent for file in ROOT.glob("*/__init__.py") if file.parent.name not in ASKING)
    program = [ROOT / "manage.py", *(file for room in rooms for file in room.rglob("*.py"))]
    asked = {
        (file, name) for file in program for name in names_of(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert {(file, name) for file, name in asked if name in gone or name[0] in ONLY_POSIX["modules"]} == set()


def names_of(program: ast.Module) -> Iterator[tuple[str, str]]:
    """Each module that is imported, and each name that is asked of a module or of something called like one."""
    for node in ast.walk(program):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                yield module, name
            case ast.Import(names=aliases):
                yield from ((alias.name, "") for alias in aliases)
            case ast.ImportFrom(module=str(module), names=aliases, level=0):
                yield from ((module, alias.name) for alias in aliases)


# The stand-in.


@pytest.fixture
def windows(tmp_path: Path) -> dict[str, str]:
    """The environment of a program that finds what Windows has; its data lies where people there have it."""
    folder = tmp_path / "Users" / "María Peña" / "Local Data"
    folder.mkdir(parents=True)
    lists = folder.parent / "only-posix.json"
    lists.write_text(json.dumps(ONLY_POSIX))
    return {
        **os.environ,
        "ONLY_POSIX": str(lists),
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).with_name("without_posix")), str(ROOT)]),
        "CHARLESTON_VAR": str(folder),
        "CHARLESTON_SECRET_KEY": "",
        "CHARLESTON_ALLOWED_HOSTS": "localhost",
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def notes(windows: dict[str, str]) -> list[str]:
    return Path(f"{windows['ONLY_POSIX']}.notes").read_text(encoding="utf-8").splitlines()


def said(windows: dict[str, str], *arguments: str, status: int = 0) -> str:
    """What Python says to these arguments."""
    ran = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=windows, stdin=subprocess.DEVNULL, capture_output=True
    )
    output = ran.stdout.decode("cp1252") + ran.stderr.decode("cp1252")
    assert ran.returncode == status, output
    return output


@pytest.mark.slow
def test_the_stand_in_lacks_and_refuses_what_windows_does(windows: dict[str, str], tmp_path: Path) -> None:
    tried = """
import os, pathlib, socket, select, sqlite3, asyncio, sys
def fails(call, *arguments):
    try:
        call(*arguments)
    except Exception as error:
        return type(error).__name__
file = pathlib.Path(sys.argv[1], "a file")
with file.open("w") as opened:
    print(opened.write("é\\n"), fails(file.unlink), fails(os.replace, file, file.with_name("b")))
print(file.read_bytes(), fails(file.unlink), hasattr(os, "nice"), hasattr(socket, "AF_UNIX"), hasattr(select, "poll"))
print(fails(__import__, "fcntl"), fails(__import__, "resource"), fails(__import__, "msvcrt"))
print(fails(asyncio.new_event_loop().add_signal_handler, 2, print), fails(print, "陳"))
"""
    assert said(windows, "-W", "ignore", "-c", tried, str(tmp_path)).splitlines() == [
        "2 PermissionError PermissionError",
        "b'\\xe9\\r\\n' None False False False",
        "ModuleNotFoundError ModuleNotFoundError None",
        "NotImplementedError UnicodeEncodeError",
    ]


@pytest.mark.slow
def test_locks_of_windows_are_shared_or_one_owners_own(windows: dict[str, str], tmp_path: Path) -> None:
    tried = """
import pathlib, sys
from machine.locks import locked
file = pathlib.Path(sys.argv[1], "in-use")
with locked(file, shared=True) as one, locked(file, shared=True) as two, locked(file) as alone:
    print(one, two, alone)
with locked(file) as alone, locked(file, shared=True) as shared:
    print(alone, shared)
"""
    assert said(windows, "-c", tried, str(tmp_path)).splitlines() == ["True True False", "True False"]


# The day.


class Forms(HTMLParser):
    """The forms of a page: where each is sent, and what it sends if nobody touches it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or self.select, given.get("value")
        if tag == "form":
            self.forms.append((given.get("action") or "", {}))
        elif self.forms and tag == "select":
            self.select = name
        elif self.forms and tag == "option" and self.select:
            if "selected" in given or self.select not in self.forms[-1][1]:
                self.forms[-1][1][self.select] = value or ""
        elif self.forms and tag in ("input", "textarea") and name:
            chosen = given.get("type") not in ("checkbox", "radio") or "checked" in given
            if chosen:
                self.forms[-1][1][name] = value or ("on" if given.get("type") == "checkbox" else "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""


def send(
    browser: httpx.Client, page: str, *, to: str = "", files: Any = None, **fields: Any
) -> httpx.Response:
    """Sends the form of a page that has most of these fields, of those that go to an address that ends so."""
    answer = browser.get(page)
    assert answer.status_code == 200, (page, answer.status_code)
    names = fields.keys() | (files or {}).keys()
    forms = [
        (action, form)
        for action, form in Forms(answer.text).forms
        if "csrfmiddlewaretoken" in form and action.endswith(to)
    ]
    action, form = max(forms, key=lambda each: len(names & each[1].keys()))
    data = {name: value for name, value in {**form, **fields}.items() if name not in (files or {})}
    sent = browser.post(action or page, data=data, files=files, follow_redirects=True)
    assert sent.status_code == 200, (page, action, sent.status_code)
    return sent


def until(browser: httpx.Client, page: str, words: str) -> str:
    """The page once it says these words."""
    pause = threading.Event()
    for _time in range(WAITED * 4):
        text = browser.get(page).text
        if words in text:
            return text
        pause.wait(0.25)
    raise AssertionError(f"{page} never said: {words}")


@contextmanager
def served(windows: dict[str, str]) -> Iterator[tuple[httpx.Client, list[str]]]:
    """The program as a double click starts it: a browser that asks it, and what it says. Ctrl+C stops it."""
    port, lines, is_ready = free_port(), list[str](), threading.Event()
    with subprocess.Popen(
        [sys.executable, "-m", "start.serve"],
        cwd=ROOT,
        env={**windows, "PORT": str(port)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:

        def read() -> None:
            for line in process.stdout or ():
                lines.append(line.decode("cp1252").rstrip())
                if lines[-1].startswith("Ctrl+C"):
                    is_ready.set()
            is_ready.set()

        reader = threading.Thread(target=read)
        reader.start()
        try:
            assert is_ready.wait(WAITED), lines
            assert process.poll() is None, lines
            with httpx.Client(base_url=f"http://localhost:{port}", timeout=WAITED) as browser:
                yield browser, lines
            process.send_signal(signal.SIGINT)
            assert process.wait(WAITED) == 0
        finally:
            process.kill()
            reader.join()


def roster() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Name", "Town"])
    for given, family in product(GIVEN, FAMILIES):
        sheet.append([f"{given} {family}", "Oak Hill"])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.slow
def test_a_day_on_a_system_that_is_not_posix(windows: dict[str, str], tmp_path: Path) -> None:
    folder = Path(windows["CHARLESTON_VAR"])
    with served(windows) as (browser, lines):
        director = json.loads((folder / "demonstration_sign_ins.json").read_text())[0]
        home = send(browser, "/sign-in/", username=director["username"], password=director["password"]).text
        event, empty = (
            re.search(rf'href="(/t/{name}-[-0-9]+/)', home)[1]
            for name in ("autumn-classic", "winter-charity-day")
        )
        cards = {name: str(value) for name, value in named(written().values()).items()}
        with browser.stream("GET", f"{event}live/") as stream:
            events = stream.iter_text()
            next(events)
            for table in LEFT:
                send(browser, f"{event}desk/3/{table}/", **cards, **SETTLED.get(table, {"do": "accept"}))
            assert "event:" in next(events)
        assert "0 held" not in browser.get(f"{event}desk/3/").text
        # Everything that is made by itself after a complete round.
        stored = re.findall(
            rf'"({event}archives/\d+/)".*?<span>(.*?)</span>', browser.get(f"{event}archives/").text, re.S
        )
        assert stored[0][1].lower() == "round 3 complete"
        assert browser.get(stored[0][0]).content.startswith(b'{"type":"charleston-tournament"')
        send(browser, f"{event}archives/", to="archives/rehearse/")
        until(browser, f"{event}archives/", "The archive and the standings are exactly the same.")
        pdf = send(browser, f"{event}print/standings/", paper="a4")
        assert pdf.content.startswith(b"%PDF-")
        # A workbook, and a pack that is made in the background.
        file = {"file": ("roster.xlsx", roster())}
        preview = send(browser, f"{empty}players/import/", files=file)
        send(browser, str(preview.url.path), to="apply/")
        page = send(browser, f"{empty}print/sign-in/", paper="a4").url.path
        until(browser, page, "Open the PDF")
        assert browser.get(f"{page}file.pdf").content.startswith(b"%PDF-")
        assert "Other users of this computer can read" not in browser.get("/doctor/").text
        refused = said(windows, "manage.py", "go_back", "1", status=1)
        assert "Charleston is running on this database" in refused
    assert lines[-1] == "Stopped. Everything entered is kept."
    assert [line for line in lines if "Traceback" in line] == []
    archive = tmp_path / "archive of the day.jsonl"
    assert "Autumn Classic" in said(windows, "manage.py", "archive", event.split("/")[2], str(archive))
    restored = said(
        windows,
        "manage.py",
        "restore",
        str(archive),
        *("--club", "jade-garden", "--slug", "again", "--alike", "same"),
    )
    assert "is restored, at /t/again/." in restored
    said(windows, "manage.py", "verify_journal")
    listed = said(windows, "manage.py", "go_back").splitlines()
    number = next(line.split()[0] for line in listed if "round 3 complete" in line)
    assert "This is the state of" in said(windows, "manage.py", "go_back", number)
    with served(windows) as (browser, _lines):
        assert browser.get(event).status_code == 200
        assert browser.get("/t/again/").status_code == 404
    assert [note for note in notes(windows) if "refused" in note] == []
    assert {"lock 2 1", "lock 2 64", "process 0x4000", "process 0x4200"} <= set(notes(windows))
