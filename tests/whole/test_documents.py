"""What the documents promise is shown by tests that are there."""

import re
from pathlib import Path

import pytest

from record.archive.format import CONTACT, FORMAT, HEAD, kinds

ROOT = Path(__file__).resolve().parents[2]
HEADS = ("| promise", "| tries", "| has", "| asks", "| the guide", "| ---")
NAMED = re.compile(r"`((?:tests|benchmarks|tools)/[\w/.-]+)(?:::(\w+))?`")


@pytest.mark.parametrize("name", ["promises.md", "security.md"])
def test_every_test_that_a_document_names_is_there(name: str) -> None:
    tests = NAMED.findall((ROOT / "docs" / name).read_text())
    assert len(tests) > 10
    missing = [
        f"{path}::{test}"
        for path, test in tests
        if not (ROOT / path).exists() or (test and f"def {test}(" not in (ROOT / path).read_text())
    ]
    assert missing == []


def test_every_promise_and_every_answer_names_a_test() -> None:
    rows = [
        line
        for name in ("promises.md", "security.md")
        for line in (ROOT / "docs" / name).read_text().splitlines()
        if line.startswith("| ")
        and not line.startswith(("| promise", "| tries", "| has", "| asks", "| the guide", "| ---"))
    ]
    assert [row for row in rows if not NAMED.search(row)] == []


def test_what_is_quoted_of_the_guide_stands_there() -> None:
    promises = (ROOT / "docs" / "promises.md").read_text().partition("## What the director's guide says")[2]
    guide = " ".join((ROOT / "docs" / "director-guide.md").read_text().replace("*", "").split())
    quoted = re.findall(r"^\| (?!the guide|---)(.+?) \| `", promises, re.MULTILINE)
    assert len(quoted) > 15
    assert [words for words in quoted if words not in guide] == []


def test_the_archive_format_is_documented_line_by_line() -> None:
    """Every kind of line in the order of the file, with all its keys."""
    document = (ROOT / "docs" / "archive-format.md").read_text()
    lines = re.findall(r"^\| `([\w-]+)` \| (.+) \| (.+) \|$", document, re.MULTILINE)
    assert [name for name, _what, _keys in lines] == [*(kind.name for kind in kinds()), CONTACT]
    for kind, (_name, _what, keys) in zip(kinds(), lines, strict=False):
        assert set(re.findall(r"`(\w+)`", keys)) == set(kind.columns)
    assert f"| `format` | the version of this format, {FORMAT} |" in document
    assert f"| `type` | `{HEAD}`" in document


def test_a_line_of_the_changelog_is_one_sentence() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text().splitlines()
    assert [line for line in lines if len(line) > 200] == []
    said = [line for line in lines if line and not line.startswith("#")][2:]
    assert [
        line for line in said if not line.startswith("- ") or not line.endswith(".") or ". " in line
    ] == []
    assert len(said) == len(set(said))
