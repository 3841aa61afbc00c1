"""What the documents promise is shown by tests that are there."""

import re
from pathlib import Path

import pytest

from tournament.archive.format import CONTACT, FORMAT, kinds

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
    """Every kind of line in the order of the file, with all its keys and the format that each came with."""
    document = (ROOT / "docs" / "archive-format.md").read_text()
    lines = re.findall(r"^\| `([\w-]+)` \| (.+) \| (.+) \|$", document, re.MULTILINE)
    assert [name for name, _what, _keys in lines] == [*(kind.name for kind in kinds()), CONTACT]
    for kind, (_name, what, keys) in zip(kinds(), lines, strict=False):
        came_with = re.search(r"\(format (\d+)\)", what)
        keys_and_formats = re.findall(r"`(\w+)`(?: \(format (\d+)[;)])?", keys)
        assert int(came_with[1] if came_with else 1) == kind.since_format("")
        assert {name: int(since or 1) for name, since in keys_and_formats} == {
            name: kind.since.get(name, 1) for name in kind.columns
        }
    assert f"| `format` | the version of this format, {FORMAT} |" in document
