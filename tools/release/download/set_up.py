"""Makes Charleston's environment in the folder it was unpacked to, from the wheels beside it, and starts the program.

No network is asked for anything. `fits.py` has looked at the Python that runs this. What is given goes on to the
program.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(os.path.abspath(__file__)).parent.parent  # as it was opened: a link's own place may be too long
ENVIRONMENT = HERE / "environment"
STAMP = ENVIRONMENT / "made-from"
WHEELS = HERE / "wheels"
REQUIREMENTS = HERE / "set-up" / "requirements.txt"
IS_WINDOWS = os.name == "nt"
LONGEST_PATH = 259
"""What Windows lets a program open, unless that was changed."""
LOOK_INSIDE = r"Temp\d+_.+\.zip|Rar\$.+|7zO[0-9A-F]+"
"""What Explorer, WinRAR and 7-Zip call the folder of what is opened inside a zip."""


class CannotStart(Exception):
    """A problem that the person at the computer can solve; the message says how."""


def main(arguments: list[str]) -> int:
    try:
        look_at_the_folder()
        with alone():
            make_environment()
    except CannotStart as refusal:
        print(f"\n{refusal}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"\n{sentence_of(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The next start goes on.", file=sys.stderr)
        return 1
    return start(arguments)


def look_at_the_folder() -> None:
    """Raises CannotStart where the folder cannot hold the environment, or will not last."""
    if any(re.fullmatch(LOOK_INSIDE, part) for part in HERE.parts):
        raise CannotStart(
            "This is a look into the download, which is gone when it is closed.\n"
            'Unpack the whole download first ("Extract All..."), then start Charleston in the folder that this makes.'
        )
    release = json.loads((HERE / "set-up" / "release.json").read_text(encoding="utf-8"))
    longest = len(str(ENVIRONMENT / "Lib" / "site-packages")) + 1 + release["longest_path"]
    if IS_WINDOWS and longest > LONGEST_PATH and not takes_long_paths():
        raise CannotStart(
            f"The path of this folder is {longest - LONGEST_PATH} letters too long for Windows:\n{HERE}\n"
            "Move the folder, to C:\\Charleston for example, and start it there."
        )


def takes_long_paths() -> bool:
    import winreg  # on Windows alone

    try:
        with winreg.OpenKey(  # type: ignore[attr-defined,unused-ignore]
            winreg.HKEY_LOCAL_MACHINE,  # type: ignore[attr-defined,unused-ignore]
            r"SYSTEM\CurrentControlSet\Control\FileSystem",
        ) as key:
            return bool(winreg.QueryValueEx(key, "LongPathsEnabled")[0])  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Waits until no other window makes the environment. The system ends the wait when the other one is closed."""
    with (HERE / "set-up" / "lock").open("a+b") as file:
        if IS_WINDOWS:
            import msvcrt

            file.seek(0)
            while True:
                with contextlib.suppress(OSError):  # it gives up after ten seconds
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
                    break
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def make_environment() -> None:
    """Makes it, unless it was made of these wheels, in this place, by a Python that is still there."""
    made_from = hashlib.sha256(f"{HERE}\n".encode() + REQUIREMENTS.read_bytes()).hexdigest()
    if STAMP.exists() and STAMP.read_text(encoding="ascii") == made_from and runs(python()):
        return
    print("Getting Charleston ready. This is needed only once and takes up to two minutes ...", flush=True)
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    if not make_with_uv():
        make_with_pip()
    STAMP.write_text(made_from, encoding="ascii")


def make_with_uv() -> bool:
    uv = HERE / "uv" / ("uv.exe" if IS_WINDOWS else "uv")
    if not runs(uv):
        return False
    alone_here = ["--quiet", "--offline", "--no-config", "--no-cache"]
    wheels = [
        "--no-index",
        "--find-links",
        str(WHEELS),
        "--no-deps",
        "--require-hashes",
        "--link-mode",
        "copy",
    ]
    return call(
        uv, "venv", *alone_here, "--clear", "--no-python-downloads", "--python", sys.executable, ENVIRONMENT
    ) and call(
        uv, "pip", "install", *alone_here, *wheels, "--python", python(), "--requirement", REQUIREMENTS
    )


def make_with_pip() -> None:
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise CannotStart(
            f"{sys.executable} cannot make an environment: its venv module is missing.\n"
            "On Debian and Ubuntu: sudo apt install python3-venv. Then start Charleston again."
        )
    pip = ["-m", "pip", "--isolated", "install", "-qq", "--disable-pip-version-check", "--no-compile"]
    wheels = ["--no-index", "--find-links", str(WHEELS), "--no-deps", "--require-hashes"]
    if not (
        call(sys.executable, "-m", "venv", "--clear", ENVIRONMENT)
        and call(python(), *pip, *wheels, "--requirement", REQUIREMENTS)
    ):
        raise CannotStart(
            "Charleston could not be made ready; the lines above say why.\n"
            "Unpack the download again, into a folder of its own, and start it there."
        )


def start(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        arguments = ["serve", "--no-demo", *arguments]  # the first page offers the demonstration
        print("Starting Charleston ...", flush=True)
    command = [str(python()), "-m", "charleston", *arguments]
    if not IS_WINDOWS:
        os.execv(command[0], command)  # noqa: S606
    # Windows would give the window back before the program has ended.
    with subprocess.Popen(command) as process:
        while True:
            with contextlib.suppress(KeyboardInterrupt):  # meant for the program, which had it too
                return process.wait()


def python() -> Path:
    return ENVIRONMENT / "Scripts" / "python.exe" if IS_WINDOWS else ENVIRONMENT / "bin" / "python"


def call(*command: str | Path) -> bool:
    return subprocess.run(command, cwd=HERE, stdin=subprocess.DEVNULL, check=False).returncode == 0


def runs(program: Path) -> bool:
    try:
        return subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def sentence_of(error: OSError) -> str:
    if error.errno == errno.ENOSPC:
        return "This disk is full. Charleston needs 400 MB; make room, or move its folder to another disk."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return (
            f"Nothing may be written in this folder:\n{HERE}\n"
            "Move it into your own documents, or to the desktop, and start it there."
        )
    return f"{error.filename or HERE} cannot be used: {error.strerror}."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
