"""Makes the environment in .venv from a hashed lock, once: `python start/environment.py runtime` (or `dev`).

Runs under a bare Python 3.11 or newer with nothing installed. uv does the work where it is on the PATH, else pip; both
read the same lock, and both take packages from whatever index the machine is set up for.
"""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = Path(sysconfig.get_path("scripts", "venv", {"base": str(VENV)}))  # on Windows it is called otherwise
VENV_PYTHON = BIN / f"python{sysconfig.get_config_var('EXE')}"
STAMP = VENV / ".made-from"
KINDS = ("runtime", "dev")  # each contains the ones before it


class CannotStart(Exception):
    """A problem that the person at the keyboard can solve; the message says how."""


def main(kind: str) -> int:
    """Makes sure that .venv has at least the packages of the lock `kind`; returns the exit status."""
    try:
        make_environment(kind)
    except CannotStart as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; the next start goes on.", file=sys.stderr)
        return 1
    return 0


def make_environment(kind: str) -> None:
    """Installs the lock `kind` unless the stamp says that it, or a larger one, is installed already.

    An environment once made for development stays one. Raises CannotStart.
    """
    made_kind, made_digest = read_stamp()
    usable = runs(VENV_PYTHON, "-c", "import sys; sys.exit(sys.version_info < (3, 11))")
    kind = max(kind, made_kind, key=KINDS.index) if usable else kind
    lock = ROOT / "requirements" / f"{kind}.txt"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    if usable and (made_kind, made_digest) == (kind, digest):
        return
    print(f"Making the environment in {VENV.name} from {lock.relative_to(ROOT)} ...", flush=True)
    began = time.monotonic()
    STAMP.unlink(missing_ok=True)
    tool = install(lock, clear=VENV.exists() and not usable)
    STAMP.write_text(f"{kind} {digest}\n", encoding="ascii")
    print(f"The environment is ready ({tool}, {time.monotonic() - began:.0f} seconds).", flush=True)


def read_stamp() -> tuple[str, str]:
    """Returns which lock .venv was made from and that lock's SHA-256, or ("runtime", "") when it does not say."""
    try:
        kind, digest = STAMP.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return KINDS[0], ""
    return (kind, digest) if kind in KINDS else (KINDS[0], "")


def install(lock: Path, *, clear: bool) -> str:
    """Makes .venv (from nothing when `clear`) and installs the lock; returns the name of the tool that did it.

    A uv that fails is followed by pip, which may know of an index that uv was not told about. Raises CannotStart.
    """
    uv = shutil.which("uv")
    if uv and runs(uv, "--version") and install_with_uv(uv, lock, clear=clear):
        return "uv"
    install_with_pip(lock, clear=clear)
    return "pip"


def install_with_uv(uv: str, lock: Path, *, clear: bool) -> bool:
    make = [uv, "venv", "--quiet", "--no-python-downloads", "--python", sys.executable]
    fill = [uv, "pip", "sync", "--quiet", "--require-hashes", "--python", str(VENV_PYTHON), str(lock)]
    return call(*make, "--clear" if clear else "--allow-existing", str(VENV)) and call(*fill)


def install_with_pip(lock: Path, *, clear: bool) -> None:
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise CannotStart(
            f"{sys.executable} cannot make an environment: its venv module is missing.\n"
            "On Debian and Ubuntu: sudo apt install python3-venv. Or install uv, which needs no venv module."
        )
    if not call(sys.executable, "-m", "venv", *(["--clear"] if clear else []), str(VENV)):
        raise CannotStart(f"The environment could not be made in {VENV}; the lines above say why.")
    # Python compiles a module when it is first needed; most of what is installed never is.
    pip = [str(VENV_PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-compile"]
    if not call(*pip, "--no-deps", "--require-hashes", "--requirement", str(lock)):
        raise CannotStart(
            "The packages could not be installed; the lines above say why.\n"
            "The first time needs a network connection; later starts do not."
        )


def call(*command: str) -> bool:
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode == 0  # noqa: S603


def runs(*command: str | Path) -> bool:
    """Whether a command starts and exits with status 0; its output is discarded."""
    try:
        process = subprocess.run(  # noqa: S603
            command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError:
        return False
    return process.returncode == 0


if __name__ == "__main__":
    if sys.argv[1:] not in [[kind] for kind in KINDS]:
        sys.exit(f"Say which lock: {' or '.join(KINDS)}.")
    sys.exit(main(sys.argv[1]))
