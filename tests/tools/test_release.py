"""What `make release` is made of: the lock by system, the zips by their content, and the scripts that start them."""

import hashlib
import importlib.util
import io
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest

from tests.loopback import ROOT
from tools.release import downloads, habit, pythons
from tools.release.archives import digest, read_zip, write_tar, write_zip
from tools.release.locked import (
    PYTHONS,
    SYSTEMS,
    CannotRelease,
    best_wheel,
    chosen,
    needed_on,
    rank,
    read_lock,
    without_wheel,
)
from tools.release.source import File, Source, lying
from tools.release.wheel import LOCK, requirements

BY_NAME = {system.name: system for system in SYSTEMS}
WINDOWS, MAC, LINUX = (BY_NAME[name] for name in ("windows-x86_64", "macos-arm64", "linux-x86_64"))
OURS = lying(ROOT)
LOCKED = read_lock(OURS.text(LOCK))
DOWNLOAD = ROOT / "tools/release/download"


def test_the_lock_is_read_whole() -> None:
    pinned = [line.split()[0] for line in OURS.text(LOCK).splitlines() if "==" in line.split(";")[0]]
    assert [f"{package.requirement.name}=={package.version}" for package in LOCKED] == pinned
    assert sum(len(package.hashes) for package in LOCKED) == OURS.text(LOCK).count("--hash=sha256:")
    assert [line.split()[0] for line in requirements(OURS.text(LOCK))] == pinned


def test_a_condition_of_the_lock_is_about_the_computer_that_the_download_is_for() -> None:
    only = {
        system.name: {package.name for package in LOCKED}
        - {package.name for package in needed_on(system, "3.12", LOCKED)}
        for system in SYSTEMS
    }
    assert only == {system.name: set() if system is WINDOWS else {"tzdata"} for system in SYSTEMS}


@pytest.mark.parametrize(
    ("wheel", "runs"),
    [
        ("pure-1-py3-none-any.whl", {(system.name, python) for system in SYSTEMS for python in PYTHONS}),
        ("fast-1-cp313-cp313-win_amd64.whl", {("windows-x86_64", "3.13")}),
        ("fast-1-cp39-abi3-macosx_11_0_arm64.whl", {("macos-arm64", python) for python in PYTHONS}),
        ("fast-1-cp312-abi3-manylinux2014_x86_64.whl", {("linux-x86_64", python) for python in PYTHONS[1:]}),
        ("fast-1-cp312-cp312-manylinux_2_34_x86_64.whl", set()),
        ("fast-1-cp312-cp312-musllinux_1_2_x86_64.whl", set()),
        ("fast-1-cp314-cp314t-win_amd64.whl", set()),
        ("tool-1-py3-none-macosx_10_12_x86_64.whl", {("macos-x86_64", python) for python in PYTHONS}),
    ],
)  # fmt: skip
def test_where_a_wheel_runs(wheel: str, runs: set[tuple[str, str]]) -> None:
    found = {
        (system.name, python)
        for system in SYSTEMS
        for python in PYTHONS
        if rank(wheel, system, python) is not None
    }
    assert found == runs


def test_the_compiled_wheel_goes_before_the_one_for_any_computer() -> None:
    [package] = read_lock("fonts==2.0 \\\n    --hash=sha256:0a\n")
    wheels = [
        "fonts-1.0-cp311-cp311-win_amd64.whl",
        "fonts-2.0-cp311-cp311-win_amd64.whl",
        "fonts-2.0-py3-none-any.whl",
    ]
    assert best_wheel(package, wheels, WINDOWS, "3.11") == wheels[1]
    assert best_wheel(package, wheels, WINDOWS, "3.12") == wheels[2]
    assert chosen(WINDOWS, [package], wheels) == wheels[1:]
    assert chosen(LINUX, [package], wheels) == wheels[2:]
    assert without_wheel(LINUX, "3.11", [package], wheels[:2]) == [package]


def test_archives_of_the_same_files_have_the_same_bytes(tmp_path: Path) -> None:
    files = {"a/start.sh": File(b"#!/bin/sh\n", is_executable=True), "a/b.txt": File(b"b" * 5000)}
    for name, write in (("zip", write_zip), ("tar.gz", write_tar)):
        one, other = tmp_path / f"one.{name}", tmp_path / f"other.{name}"
        write(one, files, 1_800_000_001)
        write(other, files, 1_800_000_001)
        assert one.read_bytes() == other.read_bytes()
    assert read_zip(tmp_path / "one.zip") == files
    with tarfile.open(tmp_path / "one.tar.gz") as tar:
        assert [(member.name, member.mode, member.mtime) for member in tar] == [
            ("a/start.sh", 0o755, 1_800_000_001),
            ("a/b.txt", 0o644, 1_800_000_001),
        ]


def made_wheel(folder: Path, name: str, licence: str = "License-Expression: MIT") -> Path:
    path = folder / name
    about = name.rpartition("-py3")[0].rpartition("-cp3")[0] or name.partition("-py3")[0]
    files = {f"{about}.dist-info/METADATA": File(f"Metadata-Version: 2.4\n{licence}\n".encode())}
    if name.startswith("uv-"):
        suffix = ".exe" if "win" in name else ""
        files |= {
            f"uv-1.data/scripts/uv{suffix}": File(b"uv"),
            f"uv-1.data/scripts/uvx{suffix}": File(b"uvx"),
        }
    write_zip(path, files, 1_800_000_000)
    return path


@pytest.fixture
def made(tmp_path: Path) -> tuple[Source, list[Path]]:
    """A source that needs two packages, and their wheels and uv's for Windows."""
    names = [f"fast-2-cp3{minor}-cp3{minor}-win_amd64.whl" for minor in (11, 12, 13, 14)]
    wheels = [
        made_wheel(tmp_path, name)
        for name in [*names, "pure-3-py3-none-any.whl", "uv-1-py3-none-win_amd64.whl"]
    ]
    lock = "fast==2 \\\n" + " \\\n".join(f"    --hash=sha256:{digest(path)}" for path in wheels[:4]) + "\n"
    lock += f"pure==3 ; sys_platform == 'win32' \\\n    --hash=sha256:{digest(wheels[4])}\n"
    return Source({**OURS.files, LOCK: File(lock.encode())}, 1_800_000_000), wheels


def download(made: tuple[Source, list[Path]], python: Path | None = None) -> Path:
    source, wheels = made
    program = made_wheel(wheels[0].parent, f"charleston-{source.version}-py3-none-any.whl")
    packages = [*read_lock(source.text(LOCK)), *read_lock("uv==1 \\\n    --hash=sha256:00\n")]
    return downloads.make_download(
        source, WINDOWS, wheels[0].parent, program=program, packages=packages, fetched=wheels, python=python
    )


def test_a_download_is_what_the_lock_says(made: tuple[Source, list[Path]]) -> None:
    source, _wheels = made
    path = download(made)
    assert path.name == f"charleston-{source.version}-windows-x86_64-needs-python.zip"
    files = {name.partition("/")[2]: file for name, file in read_zip(path).items()}
    assert sorted(name for name in files if not name.startswith("wheels/")) == [
        "LICENSE.txt", "READ ME FIRST.txt", "Start Charleston.cmd", "What is inside.txt",
        "set-up/fits.py", "set-up/release.json", "set-up/requirements.txt", "set-up/set_up.py", "uv/uv.exe",
    ]  # fmt: skip
    assert b"fast        2" in files["What is inside.txt"].content
    shown = [
        files[name].content for name in ("Start Charleston.cmd", "READ ME FIRST.txt", "What is inside.txt")
    ]
    assert [text.count(b"\n") - text.count(b"\r\n") for text in shown] == [0, 0, 0]
    locked = read_lock(source.text(LOCK))
    assert downloads.differences(path, WINDOWS, source, locked) == []


@pytest.mark.parametrize(
    ("change", "sentences"),
    [
        ({"wheels/fast-2-cp312-cp312-win_amd64.whl": None}, ["fast 2 is missing for Python 3.12"]),
        ({"wheels/pure-3-py3-none-any.whl": b"other"}, ["pure-3-py3-none-any.whl has other bytes than the lock says"]),
        ({"wheels/more-1-py3-none-any.whl": b""}, [
            "more-1-py3-none-any.whl is not in the lock", "more-1-py3-none-any.whl has other bytes than the lock says",
        ]),
        ({"Start Charleston.cmd": None}, ["Start Charleston.cmd is missing"]),
        ({"set-up/requirements.txt": b"fast==2\n"}, ["its requirements are not the lock and this program's wheel"]),
    ],
)  # fmt: skip
def test_a_download_that_is_not_what_the_lock_says_is_told(
    made: tuple[Source, list[Path]], change: dict[str, bytes | None], sentences: list[str]
) -> None:
    source, _wheels = made
    path = download(made)
    top = f"charleston-{source.version}/"
    files = {**read_zip(path), **{top + name: File(content or b"") for name, content in change.items()}}
    write_zip(
        path,
        {name: file for name, file in files.items() if change.get(name.removeprefix(top), b"") is not None},
        0,
    )
    found = downloads.differences(path, WINDOWS, source, read_lock(source.text(LOCK)))
    assert found == [f"{path.name}: {sentence}" for sentence in sentences]


def test_a_python_that_is_given_is_packed_in_with_its_wheels_alone(
    made: tuple[Source, list[Path]], tmp_path: Path
) -> None:
    python = tmp_path / "cpython-3.13.18+20261110-x86_64-pc-windows-msvc-install_only_stripped.tar.gz"
    with tarfile.open(python, "w:gz") as tar:
        for name, content in (("python/python.exe", b"python"), ("python/Lib/os.py", b"import sys")):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o755
            tar.addfile(entry, io.BytesIO(content))
        link = tarfile.TarInfo("python/python3.exe")
        link.type, link.linkname = tarfile.SYMTYPE, "python.exe"
        tar.addfile(link)
    assert downloads.python_for(WINDOWS, tmp_path) == python
    assert downloads.python_for(MAC, tmp_path) is None
    source, _wheels = made
    path = download(made, python)
    assert path.name == f"charleston-{source.version}-windows-x86_64.zip"
    names = {name.partition("/")[2] for name in read_zip(path)}
    assert {name for name in names if name.startswith(("python/", "wheels/"))} == {
        "python/Lib/os.py", "python/python.exe", f"wheels/charleston-{source.version}-py3-none-any.whl",
        "wheels/fast-2-cp313-cp313-win_amd64.whl", "wheels/pure-3-py3-none-any.whl",
    }  # fmt: skip
    assert downloads.differences(path, WINDOWS, source, read_lock(source.text(LOCK))) == []


def test_what_is_read_first_names_what_is_double_clicked_on_each_system() -> None:
    text = (DOWNLOAD / "READ ME FIRST.txt").read_text(encoding="utf-8")
    names = {name for scripts in downloads.SCRIPTS.values() for name in scripts}
    assert set(re.findall(r'"(Start Charleston\.\w+)"', text)) == names


def test_the_window_says_at_once_that_it_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up, run = module("set_up"), []

    def execute(_program: str, command: list[str]) -> None:
        run.append((capsys.readouterr().out, command[3:]))
        raise SystemExit

    monkeypatch.setattr(set_up, "IS_WINDOWS", False)
    monkeypatch.setattr("os.execv", execute)
    for arguments in ([], ["go-back"]):
        with pytest.raises(SystemExit):
            set_up.start(arguments)
    assert run == [("Starting Charleston ...\n", ["serve", "--no-demo"]), ("", ["go-back"])]


def test_a_python_that_no_wheel_is_for_is_refused() -> None:
    with pytest.raises(CannotRelease, match=r"is no Python of 3\.11, 3\.12, 3\.13, 3\.14\.$"):
        downloads.python_version(Path("cpython-3.10.4+20260101-x86_64-pc-windows-msvc-install_only.tar.gz"))


@pytest.mark.parametrize(
    ("lines", "licence"),
    [
        ("License-Expression: MIT-0\nLicense: whatever", "MIT-0"),
        ("Classifier: License :: OSI Approved :: MIT License\nLicense: see the file", "MIT License"),
        ("License: BSD", "BSD"),
        (f"License: {'Permission is hereby granted ' * 9}", ""),
        ("Classifier: License :: OSI Approved", ""),
    ],
)
def test_the_licence_that_a_wheel_names(tmp_path: Path, lines: str, licence: str) -> None:
    wheel = made_wheel(tmp_path, "thing-1-py3-none-any.whl", lines)
    if licence:
        assert downloads.part_of(wheel) == ("thing", "1", licence)
    else:
        with pytest.raises(CannotRelease, match="does not say its licence"):
            downloads.part_of(wheel)


KINDS = ["sql", "json", "jsonl"]


@pytest.mark.parametrize(
    ("version", "changes", "fixtures", "reasons"),
    [
        ("0.2.0", "## 0.2.0 - 2026-12-01", KINDS, []),
        ("0.2.0.dev0", "## 0.2.0 - unreleased", [], [
            "- The version in pyproject.toml is 0.2.0.dev0, which is none of a release.",
            "- CHANGELOG.md does not begin with 0.2.0.dev0 and its day.",
            (f"- {', '.join(f'tests/versions/0.2.0.dev0.{kind}' for kind in KINDS)} missing, "
            "for later versions to be tried on: python -m tests.versions"),
        ]),
        ("0.2.0", "## 0.2.0 - unreleased", KINDS, ["- CHANGELOG.md does not begin with 0.2.0 and its day."]),
        ("0.2.1", "## 0.2.0 - 2026-12-01", KINDS, ["- CHANGELOG.md does not begin with 0.2.1 and its day."]),
    ],
)  # fmt: skip
def test_what_keeps_a_version_from_being_published(
    version: str,
    changes: str,
    fixtures: list[str],
    reasons: list[str],
) -> None:
    files = {
        "pyproject.toml": f'[project]\nversion = "{version}"\n',
        "CHANGELOG.md": f"# Changes\n\n{changes}\n\n## 0.1.0 - 2026-01-01\n",
        **{f"tests/versions/{version}.{kind}": "" for kind in fixtures},
    }
    assert (
        habit.of_the_version(Source({name: File(text.encode()) for name, text in files.items()}, 0))
        == reasons
    )


# What lies in a download and runs on somebody's computer.


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOWNLOAD / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.mark.parametrize(
    ("release", "trouble"),
    [
        ({"pythons": [HERE], "system": "linux-x86_64"}, ""),
        ({"pythons": ["3.90", "3.91"], "system": "linux-x86_64"}, f"Python {HERE} is too old"),
        ({"pythons": ["3.9", "3.10"], "system": "linux-x86_64"}, f"Python {HERE} is too new"),
        (
            {"pythons": [HERE], "system": "windows-x86_64"},
            "This download is for windows-x86_64, and this Python runs on",
        ),
    ],
)
def test_a_python_is_asked_whether_it_does(release: dict[str, object], trouble: str) -> None:
    found = module("fits").trouble(release)
    assert found == trouble or (trouble != "" and found.startswith(trouble))


@pytest.mark.parametrize(("letters", "over"), [(101, 0), (102, 1), (150, 49)])
def test_a_path_too_long_for_windows_is_told_before_anything_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, letters: int, over: int
) -> None:
    set_up = module("set_up")
    folder = tmp_path / "x"
    (folder / "set-up").mkdir(parents=True)
    room = 259 - len(f"{folder}/environment/Lib/site-packages/")
    (folder / "set-up/release.json").write_text(json.dumps({"longest_path": room + letters - 101}))
    monkeypatch.setattr(set_up, "HERE", folder)
    monkeypatch.setattr(set_up, "ENVIRONMENT", folder / "environment")
    monkeypatch.setattr(set_up, "IS_WINDOWS", True)
    monkeypatch.setattr(set_up, "takes_long_paths", lambda: False)
    if over:
        with pytest.raises(set_up.CannotStart, match=rf"^The path of this folder is {over} letters too long"):
            set_up.look_at_the_folder()
    else:
        set_up.look_at_the_folder()


@pytest.mark.parametrize("name", ["Temp1_charleston-0.2.0.zip", "Rar$EXa1.2", "7zO8C1D2E3F"])
def test_a_look_into_the_download_is_told_to_be_none_to_start_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    set_up = module("set_up")
    monkeypatch.setattr(set_up, "HERE", tmp_path / name / "charleston-0.2.0")
    with pytest.raises(set_up.CannotStart, match=r"^This is a look into the download.*\nUnpack the whole"):
        set_up.look_at_the_folder()


def run_script(folder: Path, *, commands: dict[str, str], path: str = "") -> tuple[int, str]:
    """The exit status and what the script says in this folder, with these commands and no others, or of a path."""
    own = folder / "commands"
    own.mkdir()
    for name in ("dirname", "uname"):
        [found] = [place for place in (Path("/usr/bin", name), Path("/bin", name)) if place.exists()][:1]
        (own / name).symlink_to(found)
    for name, lines in commands.items():
        (own / name).unlink(missing_ok=True)
        (own / name).write_text(f"#!/bin/sh\n{lines}\n")
        (own / name).chmod(0o755)
    script = folder / "Start Charleston.sh"
    script.write_bytes((DOWNLOAD / script.name).read_bytes())
    process = subprocess.run(
        ["/bin/sh", script],
        env={"PATH": f"{own}{path}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return process.returncode, process.stdout + process.stderr


def test_the_script_alone_says_that_the_rest_is_missing(tmp_path: Path) -> None:
    status, said = run_script(tmp_path, commands={})
    assert status == 1
    assert said.splitlines()[1:] == [
        "Start Charleston lies alone here: the rest of the download is missing.",
        "Unpack the whole download into a folder first, then start it in that folder.",
    ]


TO_INSTALL = (
    "No Python could be had. Install Python with the programs of your system (Debian, Ubuntu, Mint: sudo apt install"
    " python3 python3-venv), and start Charleston again."
)


def test_without_a_python_that_does_the_script_says_which_it_found_and_what_to_install(
    tmp_path: Path,
) -> None:
    (tmp_path / "wheels").mkdir()
    status, said = run_script(tmp_path, commands={"python3": "echo 'Python 3.9 is too old'; exit 1"})
    assert status == 1
    assert said.splitlines() == [
        "Charleston needs Python 3.11 to 3.14, and there is none on this computer.",
        f"  {tmp_path}/commands/python3: Python 3.9 is too old",
        "",
        TO_INSTALL,
    ]


@pytest.mark.skipif(not Path("/usr/bin/python3").exists(), reason="no Python of the system")
@pytest.mark.parametrize(("has_tools", "is_asked"), [("exit 1", False), ("exit 0", True)])
def test_what_a_mac_without_tools_for_programmers_calls_python_is_not_asked(
    tmp_path: Path, has_tools: str, *, is_asked: bool
) -> None:
    (tmp_path / "wheels").mkdir()
    (tmp_path / "set-up").mkdir()
    (tmp_path / "set-up/fits.py").write_text("print('is asked')\nraise SystemExit(1)")
    mac = {"uname": "echo Darwin", "xcode-select": has_tools, "xattr": ""}
    status, told = run_script(tmp_path, commands=mac, path=":/usr/bin")
    assert (status, "  /usr/bin/python3: is asked" in told.splitlines()) == (1, is_asked)
    assert "Get Python 3.13 from https://www.python.org/downloads/macos/, install it" in told


def test_the_first_python_that_does_starts_it_with_what_was_given(tmp_path: Path) -> None:
    folder = tmp_path / "Dot's (1)"
    (folder / "wheels").mkdir(parents=True)
    found = 'case "$1" in *fits.py) ;; *) echo "$0" "$1" ;; esac'
    status, said = run_script(
        folder, commands={"python3": "exit 1", "python3.12": found, "python3.11": found}
    )
    assert (status, said) == (0, f"{folder}/commands/python3.12 {folder}/set-up/set_up.py\n")


def test_a_start_that_failed_is_left_to_be_read(tmp_path: Path) -> None:
    (tmp_path / "wheels").mkdir()
    status, said = run_script(tmp_path, commands={"python3": 'case "$1" in *fits.py) ;; *) exit 1 ;; esac'})
    assert (status, said) == (1, "\nCharleston has not started, or was ended.\n")


def test_a_python_for_each_system_is_known_by_its_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = pythons.addresses()
    assert set(found) == set(BY_NAME)
    assert [address for address in found.values() if not address.startswith(pythons.ORIGIN)] == []
    sums = "".join(
        f"{hashlib.sha256(address.encode()).hexdigest()}  {unquote(address.rpartition('/')[2])}\n"
        for address in found.values()
    )
    monkeypatch.setattr(
        pythons, "fetched", lambda address: (sums if address.endswith("SUMS") else address).encode()
    )
    paths = pythons.fetch_pythons(tmp_path)
    assert [downloads.python_for(system, tmp_path) in paths for system in SYSTEMS] == [True] * 4
    assert {downloads.python_version(path).rpartition(".")[0] for path in paths} == {pythons.VERSION}


def test_a_python_of_other_bytes_than_were_published_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pythons, "fetched", lambda _address: b"other")
    with pytest.raises(CannotRelease, match=r"has other bytes than were published\.$"):
        pythons.fetch_pythons(tmp_path)
    assert list(tmp_path.iterdir()) == []
