"""The wheel and the source archive of Charleston.

All of the program lies in the one package `charleston`, in its folder `program`, laid out as in the source: no `config`
or `rules` of ours comes beside other packages. The files of the pages lie made in `program/static_made`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.release.archives import write_tar, write_zip
from tools.release.source import File, Source

PROGRAM = "charleston/program"
LOCK = "requirements/runtime.txt"


def wheel_name(source: Source) -> str:
    return f"charleston-{source.version}-py3-none-any.whl"


def make_wheel(source: Source, folder: Path) -> Path:
    program = program_files(source)
    files = {
        "charleston/__init__.py": File(b'"""Runs American mah jongg tournaments."""\n'),
        "charleston/__main__.py": source.files["tools/release/entry.py"],
        **{f"{PROGRAM}/{path}": file for path, file in {**program, **static_files(program)}.items()},
    }
    about = f"charleston-{source.version}.dist-info"
    wheel = "Wheel-Version: 1.0\nGenerator: charleston\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    scripts = "".join(f"{name} = {target}\n" for name, target in source.project["scripts"].items())
    files = dict(sorted(files.items())) | {
        f"{about}/METADATA": File(metadata(source).encode()),
        f"{about}/WHEEL": File(wheel.encode()),
        f"{about}/entry_points.txt": File(f"[console_scripts]\n{scripts}".encode()),
        f"{about}/licenses/LICENSE": source.files["LICENSE"],
    }
    record = "".join(f"{path},{hash_of(file.content)},{len(file.content)}\n" for path, file in files.items())
    files[f"{about}/RECORD"] = File(f"{record}{about}/RECORD,,\n".encode())
    made = folder / wheel_name(source)
    write_zip(made, files, source.time)
    return made


def make_source_archive(source: Source, folder: Path) -> Path:
    name = f"charleston-{source.version}"
    files = {**source.files, "PKG-INFO": File(metadata(source).encode())}
    made = folder / f"{name}.tar.gz"
    write_tar(made, {f"{name}/{path}": file for path, file in sorted(files.items())}, source.time)
    return made


def program_files(source: Source) -> dict[str, File]:
    """What is needed to run: what the image of the container takes, said once in .dockerignore."""
    names = re.findall(r"^!(.+)$", source.text(".dockerignore"), re.MULTILINE)
    return source.within(*names)


def metadata(source: Source) -> str:
    project = source.project
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {requirement}" for requirement in requirements(source.text(LOCK))),
    ]
    return "\n".join(lines) + "\n"


def requirements(lock: str) -> list[str]:
    """The pinned packages of a lock with their conditions: what was tested is what is installed."""
    pinned = re.findall(r"^([A-Za-z0-9][^\s;\\]*==[^\s;\\]+)\s*(;[^\\\n]*)?", lock, re.MULTILINE)
    return [f"{package} {condition}".strip() for package, condition in pinned]


def static_files(program: dict[str, File]) -> dict[str, File]:
    """The files of the pages with hashed names and compressed, as a start in a checkout makes them."""
    with tempfile.TemporaryDirectory(prefix="charleston-static-") as name:
        folder = Path(name)
        for path, file in program.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(file.content)
        ours = {name: value for name, value in os.environ.items() if not name.startswith("CHARLESTON_")}
        environment = {
            **ours,
            "CHARLESTON_VAR": str(folder / "var"),
            "CHARLESTON_SECRET_KEY": "for this one command",
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
        subprocess.run(command, cwd=folder, env=environment, check=True)
        made = folder / "var/static"
        paths = sorted(path for path in made.rglob("*") if path.is_file())
        files = {f"static_made/{path.relative_to(made).as_posix()}": path.read_bytes() for path in paths}
    # It lists its files as the disk did.
    manifest = "static_made/staticfiles.json"
    files[manifest] = json.dumps(json.loads(files[manifest]), sort_keys=True).encode()
    return {path: File(content) for path, content in files.items()}


def hash_of(content: bytes) -> str:
    code = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    return f"sha256={code}"
