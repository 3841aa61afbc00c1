"""Tries what `make release` made as somebody would who has nothing else: `make release-try`.

In an empty folder with an awkward name, with an empty home, a PATH with nothing but what a script needs, and a network
that leads nowhere (a namespace of its own, where the system has those), the zip of this system starts by its script,
serves its first page and stops; and so does the wheel. Each line that is printed is one thing that was seen.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from tools.release.archives import digest
from tools.release.downloads import NEEDS_PYTHON
from tools.release.locked import CannotRelease
from tools.release.source import ROOT

DIST = ROOT / "dist"
IS_WINDOWS = os.name == "nt"
SYSTEM = {"Windows": "windows", "Darwin": "macos"}.get(platform.system(), "linux")
MACHINE = {"amd64": "x86_64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine().lower())
SCRIPT = "Start Charleston." + {"windows": "cmd", "macos": "command", "linux": "sh"}[SYSTEM]
OF_THE_SYSTEM = ("sh", "dirname", "uname", "xattr", "xcode-select")
"""What the script asks for besides a Python."""
GAME = b'{"system": "sanctioned", "outcome": "win", "winner": "A", "value": 25, "thrower": "B"}\nnot JSON\n'
SECONDS = 600


def try_all(pythons: Sequence[str]) -> None:
    """Raises CannotRelease with what was not as it should be."""
    where = " with no network at all" if is_cut_off() else " (the network was there)"
    print(f"On {platform.platform()}{where}:")
    with tempfile.TemporaryDirectory(prefix="charleston-try-") as name:
        folder = Path(name) / "Dot's laptop (1) é"
        folder.mkdir()
        if NEEDS_PYTHON in download().name:
            for python in pythons:
                say(f"Python {version_of(python)}", partial(try_zip, folder, python))
            say("without uv, by pip", partial(try_zip, folder, pythons[0], uv=False))
        else:
            say("the Python that is packed in", partial(try_zip, folder, None))
            say("without uv, by pip", partial(try_zip, folder, None, uv=False))
        say("no Python at all", partial(try_no_python, folder))
        say("the script alone", partial(try_script_alone, folder))
        say("the wheel", partial(try_wheel, folder, pythons[0]))
        say("the source archive", partial(try_source, folder))


def say(what: str, trial: Callable[[], str]) -> None:
    began = time.monotonic()
    seen = trial()
    print(f"  {what}: {seen} ({time.monotonic() - began:.0f} s)", flush=True)


def is_cut_off() -> bool:
    """Whether no name is resolved and no route leads anywhere."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return False
    with contextlib.suppress(OSError):
        socket.getaddrinfo("example.org", 443)
        return False
    return True


def try_zip(folder: Path, python: str | None, *, uv: bool = True) -> str:
    with unpacked(folder) as program:
        if not uv:
            shutil.rmtree(program / "uv")
        environment = alone(folder, python)
        first = served(started(program), environment)
        second = served(started(program), environment)
        check_data(folder)
    return f"the zip starts by its script and serves in {first:.0f} s, the second time in {second:.0f} s; it stops"


def try_no_python(folder: Path) -> str:
    with unpacked(folder) as program:
        shutil.rmtree(program / "python", ignore_errors=True)
        said = refused(started(program), alone(folder, None))
    must("No Python could be had." in said, said)
    return "the script says where to get one"


def try_script_alone(folder: Path) -> str:
    with unpacked(folder) as program:
        elsewhere = folder / "elsewhere"
        elsewhere.mkdir()
        shutil.copy(program / SCRIPT, elsewhere)
        said = refused(started(elsewhere), alone(folder, None))
    must("Unpack the whole download" in said or "Extract All" in said, said)
    return "the script says that the rest of the download is missing"


def try_wheel(folder: Path, python: str) -> str:
    """Installed by pip from a folder of wheels, as `charleston` on the PATH; by the Python packed in, if one is."""
    environment = alone(folder, python)
    place = folder / "installed"
    bin_folder = place / ("Scripts" if IS_WINDOWS else "bin")
    charleston = str(bin_folder / "charleston")
    with unpacked(folder) as program:
        packed = sorted(program.glob("python/python.exe" if IS_WINDOWS else "python/bin/python3.??"))
        with_python = packed[0] if packed else python
        subprocess.run([with_python, "-m", "venv", place], env=environment, check=True)
        pip = ["-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-compile"]
        wheels = ["--no-index", "--find-links", str(program / "wheels"), "--pre", "charleston"]
        subprocess.run([str(bin_folder / "python"), *pip, *wheels], env=environment, check=True)
        seconds = served([charleston, "serve", "--no-demo"], environment)
        here, there = (
            subprocess.run(command, cwd=cwd, input=GAME, capture_output=True, check=False)
            for command, cwd in (
                ([charleston, "rules", "score"], folder),
                ([sys.executable, "-m", "rules", "score"], ROOT),
            )
        )
    must(
        (here.returncode, here.stdout) == (there.returncode, there.stdout) != (0, b""),
        "the rules answer otherwise",
    )
    written = list(place.rglob("charleston/program/var*"))
    must(not written, f"data lies beside the program: {written}")
    return (
        f"installed by pip it serves in {seconds:.0f} s, and charleston rules score is python -m rules score"
    )


def try_source(folder: Path) -> str:
    """Unpacked, without a repository, the source archive makes the same wheel."""
    [archive] = DIST.glob("charleston-*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    source = folder / archive.name.removesuffix(".tar.gz")
    build = "from tools.release.backend import build_wheel; print(build_wheel('..'))"
    # The program's packages are those of this environment.
    process = subprocess.run(
        [sys.executable, "-c", build], cwd=source, capture_output=True, text=True, check=True
    )
    name = process.stdout.strip()
    must(digest(folder / name) == digest(DIST / name), "the wheel made of the source archive has other bytes")
    return "makes the same wheel, byte for byte"


def download() -> Path:
    """The zip for this computer."""
    [path] = DIST.glob(f"charleston-*-{SYSTEM}-{MACHINE}*.zip")
    return path


@contextlib.contextmanager
def unpacked(folder: Path) -> Iterator[Path]:
    """The zip of this system, unpacked as a person does it, permissions and all."""
    with zipfile.ZipFile(download()) as archive:
        for entry in archive.infolist():
            Path(archive.extract(entry, folder)).chmod(entry.external_attr >> 16 & 0o777)
        program = folder / archive.namelist()[0].partition("/")[0]
    yield program
    shutil.rmtree(program)


def started(program: Path) -> str | list[str]:
    """As a double click runs it: a script of Windows by its name between quotes of its own."""
    return f'cmd /s /c ""{program / SCRIPT}""' if IS_WINDOWS else [str(program / SCRIPT)]


def alone(folder: Path, python: str | None) -> dict[str, str]:
    """The environment of somebody who has no git, no make, and this Python or none."""
    home, commands = folder / "home", folder / "commands"
    for place in (home, commands):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
    if IS_WINDOWS:
        system = os.environ["SYSTEMROOT"]
        path = f"{system}\\System32;{system}" + (f";{Path(python).parent}" if python else "")
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "COMSPEC", "TEMP", "PATHEXT")}
        return {
            **kept,
            "PATH": path,
            "USERPROFILE": str(home),
            "LOCALAPPDATA": str(home),
            "PORT": str(free_port()),
        }
    for name in OF_THE_SYSTEM:
        if found := shutil.which(name):
            (commands / name).symlink_to(found)
    if python:
        # A link would be taken for a Python that lies where the link does.
        (commands / "python3").write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
        (commands / "python3").chmod(0o755)
    return {"PATH": str(commands), "HOME": str(home), "PORT": str(free_port())}


def refused(command: str | Sequence[str], environment: dict[str, str]) -> str:
    """What is said where it cannot start."""
    process = subprocess.run(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    must(process.returncode == 1, f"exit {process.returncode}: {process.stdout}")
    return process.stdout


def served(command: str | Sequence[str], environment: dict[str, str]) -> float:
    """Starts the program, looks at its first page, starts another, which is refused, and stops it; returns how many
    seconds it took to be there.
    """
    began = time.monotonic()
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        creationflags=0x200 if IS_WINDOWS else 0,  # a group of its own, that can be ended
        start_new_session=not IS_WINDOWS,
    ) as process:
        try:
            page = first_page(process)
            seconds = time.monotonic() - began
            again = refused(command, environment)
        finally:
            stop(process)
    must("Start my club" in page, page)
    must("Charleston is already running with this data" in again, again)
    return seconds


def first_page(process: subprocess.Popen[str]) -> str:
    """Asks for it where the program says that it is running, with its styles."""
    said = []
    for line in process.stdout or ():
        said.append(line)
        if found := re.search(r"http://[\w.:]+/", line):
            page = fetched(found[0])
            [style, *_others] = re.findall(r'href="/(static/[^"]+\.css)"', page)
            must("{" in fetched(found[0] + style), "its styles are missing")
            return page
    raise CannotRelease(f"it did not start: {''.join(said)}")


def fetched(address: str) -> str:
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(address, timeout=60) as answer:
        return str(answer.read().decode())


def stop(process: subprocess.Popen[str]) -> None:
    if IS_WINDOWS:
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
    process.wait(SECONDS)


def check_data(folder: Path) -> None:
    """The data lies in the home, where the system keeps programs' data."""
    databases = list((folder / "home").rglob("charleston.sqlite3"))
    must(len(databases) == 1, f"the database lies in {databases}")


def version_of(python: str) -> str:
    asked = subprocess.run([python, "--version"], capture_output=True, text=True, check=True)
    return asked.stdout.strip().removeprefix("Python ")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def must(holds: bool, otherwise: str) -> None:  # noqa: FBT001
    if not holds:
        raise CannotRelease(otherwise)


def in_a_namespace(arguments: Sequence[str]) -> int | None:
    """Runs the same with a network that leads nowhere but back; None where this system does not allow that."""
    command = [sys.executable, "-m", "tools.release", "try", "--inside", *arguments]
    for how in (["unshare", "-rn"], ["unshare", "-n"]):
        if (
            shutil.which("unshare")
            and subprocess.run([*how, "true"], capture_output=True, check=False).returncode == 0
        ):
            return subprocess.run([*how, *command], cwd=ROOT, check=False).returncode
    return None


def raise_loopback() -> None:
    """A new namespace has its loopback down."""
    import fcntl
    import struct

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh", b"lo", 0x1 | 0x40)  # up and running
        fcntl.ioctl(any_socket, 0x8914, request + bytes(24))  # SIOCSIFFLAGS
