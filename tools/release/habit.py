"""What has to be so before a version is published, and what there is to publish."""

from __future__ import annotations

import re
import subprocess
import sys

from tools.release.source import ROOT, Source


def reasons(commit: Source) -> list[str]:
    """Why this commit is not to be published, in sentences; none where it is."""
    return [*of_the_tree(), *of_the_version(commit), *of_the_packages()]


def of_the_tree() -> list[str]:
    if not (ROOT / ".git").exists():
        return ["- This is no repository: a release is made of a commit."]
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return (
        ["- There are changes that are not committed; they are not in what was made."]
        if changed.stdout
        else []
    )


def of_the_version(commit: Source) -> list[str]:
    version = commit.version
    found = []
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        found.append(f"- The version in pyproject.toml is {version}, which is none of a release.")
    dated = re.search(r"^## (\S+) - (\S+)", commit.text("CHANGELOG.md"), re.MULTILINE)
    if not dated or dated[1] != version or not re.fullmatch(r"\d{4}-\d\d-\d\d", dated[2]):
        found.append(f"- CHANGELOG.md does not begin with {version} and its day.")
    paths = [f"tests/versions/{version}.{kind}" for kind in ("sql", "json", "jsonl")]
    if missing := [path for path in paths if path not in commit.files]:
        found.append(
            f"- {', '.join(missing)} missing, for later versions to be tried on: python -m tests.versions"
        )
    return found


def of_the_packages() -> list[str]:
    looked = subprocess.run(
        [sys.executable, "tools/audit.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return [] if looked.returncode == 0 else [f"- make audit: {(looked.stderr or looked.stdout).strip()}"]


def what_to_publish(commit: Source) -> list[str]:
    version = commit.version
    return [
        "To publish:",
        f"  git tag -a v{version} -m 'Charleston {version}' && git push origin v{version}",
        "  then, in a new release of that name, every file of dist/ with the lines of CHANGELOG.md.",
        "  The workflow Release makes the same from the tag, with a Python packed in, and tries it on each system.",
    ]
