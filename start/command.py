"""The command `charleston` of an installation; in a checkout `python -m start.command`.

`charleston rules` is `python -m rules`, and loads nothing else.
"""

import argparse
import os
import platform
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from machine.files import documents

COMMANDS = {
    "Every day": {
        "serve": "starts Charleston on this computer, until Ctrl+C",
        "doctor": "looks whether this installation is well, and says what to do",
    },
    "Clubs and people": {
        "found-club": "makes a club and its first director",
        "forgotten-password": "prints a page where somebody chooses a new password",
        "erase-account": "takes the names of an account out of everything, for good",
    },
    "Tournaments": {
        "archive": "writes a tournament into a file",
        "restore": "makes a tournament of such a file",
        "go-back": "lists what one can go back to, or goes back",
        "verify-journal": "shows that nobody changed the record of who did what",
        "recompute": "scores every accepted set again and compares",
        "simulate": "plays rounds of a tournament with made-up games",
    },
    "For a host and for other programs": {
        "rules": "scores, checks, pots, prizes, seats: JSON in, JSON out",
        "web": "serves behind a proxy, as the environment says",
        "migrate": "brings the database up to date; a start does it too",
        "purge-deleted": "removes what was deleted a month ago; a start does it too",
    },
}
USAGE = """\
usage: charleston COMMAND ...

Charleston runs American mah jongg tournaments.
{commands}

charleston COMMAND --help   says what else can be given to one
--data FOLDER               where the data lies, with any command but rules; otherwise
                            {place}"""


def main(arguments: Sequence[str], *, installed: bool = False) -> int:
    """Runs a command and returns its exit status. What is `installed` keeps its data where the system wants it."""
    name, *rest = arguments or ["--help"]
    if name == "rules":
        return rules(rest)
    if installed:
        os.environ["CHARLESTON_VAR"] = os.environ.get("CHARLESTON_VAR") or str(data_folder())
        os.environ.setdefault("CHARLESTON_COMMAND", own_name())
        if place := documents():
            os.environ.setdefault("CHARLESTON_DOCUMENTS", str(place / "Charleston archives"))
    if name in ("-h", "--help", "help"):
        print(help_text())
        return 0
    if not any(name.replace("_", "-") in group for group in COMMANDS.values()):
        print(f"There is no command {name}; charleston --help lists them.", file=sys.stderr)
        return 2
    given = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    given.add_argument("--data")
    known, rest = given.parse_known_args(rest)
    keep_in(known.data)
    if name == "serve":
        return serve(rest)
    if name == "web" and not rest:
        from start.web import main as web

        web()
        return 0
    from manage import main as manage

    return manage(["charleston", name, *rest])


def help_text() -> str:
    lines = []
    for title, commands in COMMANDS.items():
        lines += ["", f"{title}:", *(f"  {name:<19} {does}" for name, does in commands.items())]
    return USAGE.format(commands="\n".join(lines), place=os.environ.get("CHARLESTON_VAR") or "var")


def rules(arguments: Sequence[str]) -> int:
    from rules.cli import start

    sys.argv = ["rules", *arguments]
    return start()


def serve(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="charleston serve", allow_abbrev=False)
    parser.add_argument("--lan", action="store_true", help="let the whole hall's network in")
    parser.add_argument(
        "--port", metavar="NUMBER", help="this port, instead of 8000 or the next that is free"
    )
    parser.add_argument("--address", help="this computer's own in the hall, where it is not found")
    parser.add_argument("--no-demo", action="store_true", help="leave the demonstration club out")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument(
        "--archives", metavar="FOLDER", help="where archives also go, without contact details"
    )
    parser.add_argument("--data", metavar="FOLDER", help="where the data lies, such as the var of a make run")
    given = parser.parse_args(arguments)
    asked = {
        "LAN": given.lan and "1",
        "PORT": given.port,
        "ADDRESS": given.address,
        "DEMO": given.no_demo and "0",
        "CHARLESTON_ARCHIVES": given.archives and str(Path(given.archives).expanduser().absolute()),
    }
    os.environ["CHARLESTON_START"] = f"{os.environ.get('CHARLESTON_COMMAND', 'charleston')} serve"
    os.environ.update({variable: value for variable, value in asked.items() if value})
    from start.serve import main as begin

    return begin(browser=not given.no_browser)


def keep_in(folder: str | None) -> None:
    """A folder is meant from where the person is, who does not move along when the program does."""
    folder = folder or os.environ.get("CHARLESTON_VAR")
    if folder:
        os.environ["CHARLESTON_VAR"] = str(Path(folder).expanduser().absolute())


def own_name() -> str:
    """How this command is called: its path, where the name alone leads to none or to another one."""
    name = "charleston.exe" if platform.system() == "Windows" else "charleston"
    beside = Path(sys.executable).with_name(name)
    is_found = shutil.which("charleston") == str(beside) or not beside.exists()
    return "charleston" if is_found else f'"{beside}"' if " " in str(beside) else str(beside)


def data_folder() -> Path:
    """Where this system keeps the data of programs, which no cloud copies; or beside a file `portable`, in the folder
    of the program or the one around it, as on a stick.
    """
    program = Path(sys.prefix).parent
    for place in (program, program.parent):
        if any((place / name).is_file() for name in ("portable", "portable.txt")):
            return place / "charleston-data"
    system, home = platform.system(), Path.home()
    if system == "Windows":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData/Local") / "Charleston"
    if system == "Darwin":
        return home / "Library/Application Support/Charleston"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share") / "charleston"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
