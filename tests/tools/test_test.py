"""The closing lines of a test run: nothing that was left out may pass for tested."""

import pytest

from tools import test as run

ONE_OF_EACH = """<testsuites><testsuite tests="5">
<testcase classname="tests.a" name="passes"/>
<testcase classname="tests.a" name="fails"><failure message="no"/></testcase>
<testcase classname="tests.a" name="fails"><error message="and its teardown too"/></testcase>
<testcase classname="tests.a" name="breaks"><error message="no"/></testcase>
<testcase classname="tests.a" name="skips"><skipped message="not here"/></testcase>
</testsuite></testsuites>"""
PASSING = (
    '<testsuites><testsuite tests="1"><testcase classname="tests.a" name="passes"/></testsuite></testsuites>'
)


@pytest.fixture
def results(tmp_path):
    return tmp_path / "results.xml"


def test_each_test_is_counted_once(results):
    results.write_text(ONE_OF_EACH)
    outcome = run.read(results, 1, chosen=False)
    assert (outcome, str(outcome)) == (run.Outcome(1, 2, 1), "1 passed, 2 FAILED, 1 skipped")


@pytest.mark.parametrize(
    ("status", "content", "chosen", "fault"),
    [
        (0, PASSING, False, ""),
        (run.NOTHING_FOUND, None, False, "no test was found"),
        (run.NOTHING_FOUND, None, True, ""),
        (4, None, False, "pytest ended with status 4 before any test"),
        (3, PASSING, False, "pytest ended with status 3"),
    ],
)
def test_a_run_that_went_wrong_is_no_success(results, status, content, chosen, fault):
    if content:
        results.write_text(content)
    assert run.read(results, status, chosen=chosen).fault == fault


@pytest.mark.parametrize(
    ("arguments", "is_place"),
    [
        ([], False),
        (["-k", "ranking"], False),
        (["-x", "tests/scoring"], True),
        (["tests/tools/test_test.py::test_each_test_is_counted_once"], True),
    ],
)
def test_a_part_looks_only_where_its_tests_are_unless_told_where(arguments, is_place):
    assert run.names_a_place(arguments) is is_place


def test_what_is_required_and_missing_is_a_failure(monkeypatch):
    monkeypatch.setenv("CHARLESTON_REQUIRE", "postgresql, browser")
    assert run.missing_required("", "/usr/bin/chromium") == ["postgresql was required, and not tested"]
    assert run.missing_required("postgresql:///postgres", "/usr/bin/chromium") == []


def test_a_server_asked_for_by_name_is_required(monkeypatch):
    monkeypatch.setenv("CHARLESTON_REQUIRE", "")
    monkeypatch.setenv("TEST_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nowhere")
    url, reason = run.find_postgresql()
    assert (url, reason.split(":")[0]) == ("", "the server that TEST_DATABASE_URL names did not answer")
    assert run.missing_required(url, "") == ["postgresql was required, and not tested"]


@pytest.mark.parametrize(
    ("outcomes", "status", "closing"),
    [
        ({"SQLite": run.Outcome(passed=3)}, 0, ["  SQLite: 3 passed", "3 passed, 0 failed"]),
        ({"SQLite": run.Outcome(3, 1)}, 1, ["  SQLite: 3 passed, 1 FAILED", "3 passed, 1 failed"]),
        (
            {"SQLite": run.Outcome()},
            1,
            ["  SQLite: 0 passed", "  FAILED: no test was run at all", "0 passed, 1 failed"],
        ),
    ],
)
def test_the_last_lines_say_what_was_tested(monkeypatch, capsys, outcomes, status, closing):
    monkeypatch.setattr(run, "find_postgresql", lambda: ("", "no server answered"))
    monkeypatch.setattr(run, "find_chromium", lambda: ("", "no Chromium"))
    monkeypatch.setattr(run, "run", lambda part, arguments: outcomes[part.name])
    monkeypatch.delenv("CHARLESTON_REQUIRE", raising=False)
    assert run.main([]) == status
    lines = capsys.readouterr().out.splitlines()
    not_tested = [
        "  PostgreSQL: NOT TESTED (no server answered)",
        "  browser on SQLite: NOT TESTED (no Chromium)",
        "  browser on PostgreSQL: NOT TESTED (no Chromium)",
    ]
    assert lines[2:] == [closing[0], *not_tested, *closing[1:]]


def test_a_quick_run_is_sqlite_alone_whatever_is_required(monkeypatch, capsys):
    ran = []
    monkeypatch.setattr(run, "run", lambda part, arguments: ran.append((part, arguments)) or run.Outcome(2))
    monkeypatch.setenv("CHARLESTON_REQUIRE", "postgresql,browser")
    assert run.main(["--quick", "-k", "ranking"]) == 0
    [(part, arguments)] = ran
    assert (part.options[-1], part.database_url, part.chromium) == ("not slow", "", "")
    assert arguments == ["-k", "ranking"]
    assert capsys.readouterr().out.splitlines()[2:] == [
        "  SQLite, what is quick: 2 passed",
        "2 passed, 0 failed",
    ]
