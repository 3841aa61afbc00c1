import io
import json
import os
import resource
import runpy
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rules.cli
from rules.commands.forms import NOT_JSON
from rules.commands.json_lines import NotJsonError, encode, read_json, run
from rules.commands.score import answer_line
from rules.systems.registry import describe

ROOT = Path(__file__).resolve().parents[2]
WALL = {"system": "sanctioned", "outcome": "wall"}
WALL_POINTS = {"A": 10, "B": 10, "C": 10, "D": 10}


class Console:
    """Standard input and output with their byte streams, as the commands use them."""

    def __init__(self, text=b""):
        self.buffer = io.BytesIO(text)

    def lines(self):
        return [json.loads(line) for line in self.buffer.getvalue().splitlines()]


@pytest.fixture
def command(monkeypatch):
    def execute(*arguments, text=b""):
        source, sink = Console(text), Console()
        monkeypatch.setattr(sys, "stdin", source)
        monkeypatch.setattr(sys, "stdout", sink)
        return rules.cli.main(arguments), sink.lines()

    return execute


def test_score_answers_every_line_in_order_and_skips_blank_ones(command):
    win = WALL | {"outcome": "win", "winner": "A", "value": 25, "thrower": "B"}
    text = f"\n{json.dumps(WALL)}\r\n   \n\t\n{json.dumps(win)}\n{json.dumps(WALL)}".encode()
    status, answers = command("score", text=text)
    assert status == 0
    assert [answer["points"] for answer in answers] == [
        WALL_POINTS,
        {"A": 25, "B": -10, "C": 0, "D": 0},
        WALL_POINTS,
    ]


def test_the_answer_of_the_interface_to_the_letter(command):
    game = {
        "system": "sanctioned",
        "seats": ["A", "B", "C", "D"],
        "outcome": "win",
        "winner": "A",
        "value": 25,
        "hand_class": "exposed",
        "jokerless": True,
        "self_picked": False,
        "thrower": "B",
        "exposures": 2,
        "dead": [],
        "dead_after_throw": [],
        "infractions": [{"seat": "D", "kind": "blind-pass-look"}],
    }
    status, [answer] = command("score", text=json.dumps(game).encode())
    assert status == 0
    assert list(answer) == ["points", "status", "warnings", "lines"]
    assert answer == {
        "points": {"A": 45, "B": -20, "C": 0, "D": -10},
        "status": "scored",
        "warnings": [],
        "lines": [
            {"seat": "A", "points": 25, "code": "hand", "clause": "10", "message": "25 for the hand"},
            {
                "seat": "A",
                "points": 20,
                "code": "jokerless",
                "clause": "10b",
                "message": "20 for having no jokers",
            },
            {
                "seat": "B",
                "points": -20,
                "code": "thrower-2-exposures",
                "clause": "10f",
                "message": "-20 for throwing the winning tile to a hand with two exposures",
            },
            {
                "seat": "D",
                "points": -10,
                "code": "blind-pass-look",
                "clause": "7",
                "message": "-10 for looking at a blind pass",
            },
        ],
    }


def test_a_line_that_is_not_json_is_answered_and_the_rest_go_on(command):
    text = b'{"system"\n' + json.dumps(WALL).encode() + b"\nNaN\n\xff\xfe\n[}\n"
    status, answers = command("score", text=text)
    assert status == 2
    not_json = {"errors": [{"code": "not-json", "field": "", "message": "This line is not JSON."}]}
    assert [answer.get("points", answer) for answer in answers] == [
        not_json,
        WALL_POINTS,
        not_json,
        not_json,
        not_json,
    ]


def test_a_refused_game_is_an_answer(command):
    status, [answer] = command("score", text=b'{"system": "sanctioned", "outcome": "wall", "winner": "A"}')
    assert status == 0
    assert answer == {
        "errors": [
            {
                "code": "not-for-outcome",
                "field": "winner",
                "message": "Nobody won this game, so it has no winner.",
            }
        ]
    }


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (
            b'{"system": "sanctioned", "outcome": "win", "winner": "A", "thrower": "B", "value": 1e999}',
            "value",
        ),
        (
            b'{"system": "sanctioned", "outcome": "win", "winner": "A", "thrower": "B", "value": 25.0}',
            "value",
        ),
        (
            b'{"system": "sanctioned", "outcome": "win", "winner": "A", "thrower": "B", "value": %s}'
            % (b"5" * 5000),
            "value",
        ),
        (b'{"system": "sanctioned", "outcome": "wall", "\\ud800": 1}', "\\ud800"),
        (b'{"system": "sanctioned", "outcome": "wall", "dead": [[[[[[1]]]]]]}', "dead.0"),
        (b'{"system": "sanctioned", "outcome": "wall", "profile": {"\\ud800": 1}}', "profile.\\ud800"),
        (b'{"system": "sanctioned", "outcome": "wall", "profile": {"wall": 1e999}}', "profile.wall"),
        (b'{"system": "sanctioned", "outcome": "wall", "profile": 5}', "profile"),
        (b'{"system": "\\udfff", "outcome": "wall"}', "system"),
        (b"[]", ""),
        (b"null", ""),
        (b"1e999", ""),
    ],
)
def test_json_that_no_game_is_made_of_is_refused_and_not_called_unreadable(command, line, field):
    status, [answer] = command("score", text=line)
    assert status == 0
    assert [error["field"] for error in answer["errors"]] in ([field], ["outcome", field])


def test_the_last_of_two_equal_keys_counts(command):
    _, [answer] = command("score", text=b'{"system": "sanctioned", "outcome": "draw", "outcome": "wall"}')
    assert answer["points"] == WALL_POINTS


@pytest.mark.parametrize("line", [b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 50_000])
def test_nesting_without_end_is_not_json_that_can_be_read(command, line):
    assert command("score", text=line)[0] == 2
    assert command("pot", text=line)[0] == 2


def test_pot_and_prizes_answer_lines(command):
    pot = b'{"stake_cents": 25, "totals": {"A": 3, "B": 1}}\n\n{}\n'
    status, answers = command("pot", text=pot)
    assert status == 0
    assert answers[0] == {
        "pot_cents": 50,
        "paid_cents": {"A": 50, "B": 0},
        "rounded_cents": {"A": 50, "B": 25},
    }
    assert [error["code"] for error in answers[1]["errors"]] == ["missing", "missing"]
    prizes = b'{"totals": {"7": 1}, "prizes_cents": [5, 6]}'
    assert command("prizes", text=prizes) == (
        0,
        [{"places": [{"entry": "7", "rank": 1, "tied": False, "prize_cents": 5}], "unawarded_cents": 6}],
    )


def test_profile_prints_one_object(command):
    assert command("profile", "sanctioned") == (0, [describe("sanctioned")])
    assert command("profile", "card-game", "--desk") == (0, [describe("card-game", desk=True)])
    status, [answer] = command("profile", "riichi")
    assert status == 2
    assert [(error["code"], error["field"]) for error in answer["errors"]] == [("unknown-system", "system")]


@pytest.mark.parametrize(
    "arguments", [(), ("guess",), ("score", "now"), ("profile",), ("profile", "mahj-x", "--all")]
)
def test_a_command_there_is_none_of_gets_the_usage(capsys, arguments):
    assert rules.cli.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("usage: python -m rules")


@pytest.mark.parametrize("arguments", [("--help",), ("-h",), ("score", "--help"), ("move", "--help")])
def test_help_prints_the_usage(capsys, arguments):
    assert rules.cli.main(arguments) == 0
    assert capsys.readouterr().out.startswith("usage: python -m rules")


def test_move_has_its_own_door(capsys):
    assert rules.cli.main(["move", "--tables", "4", "--rounds", "2", "--movement", "sanctioned"]) == 0
    assert json.loads(capsys.readouterr().out)["tables"] == 4


def test_the_module_runs_as_a_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["rules", "--help"])
    monkeypatch.delitem(sys.modules, "rules.__main__", raising=False)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("rules", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: python -m rules")


@pytest.mark.parametrize(("problem", "status"), [(BrokenPipeError, 1), (KeyboardInterrupt, 130)])
def test_a_reader_that_goes_away_or_an_interrupt_ends_it_quietly(monkeypatch, problem, status):
    def fail(_arguments):
        raise problem

    monkeypatch.setattr(rules.cli, "main", fail)
    monkeypatch.setattr(sys, "stdout", None)
    assert rules.cli.start() == status


def program(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "rules", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.slow
def test_a_line_is_answered_before_the_next_is_asked():
    with program("score") as process:
        for _ in range(2):
            process.stdin.write(json.dumps(WALL).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["points"] == WALL_POINTS
        process.stdin.write(b"{\n")
        process.stdin.close()
        assert json.loads(process.stdout.readline())["errors"][0]["code"] == "not-json"
        assert process.wait() == 2
        assert process.stderr.read() == b""


@pytest.mark.slow
def test_nothing_heavy_is_imported_to_score():
    code = "import sys, rules.__main__, rules.commands.score; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    heavy = {
        "django",
        "asyncio",
        "argparse",
        "json",
        "rules.check",
        "rules.seating",
        "rules.pot",
        "rules.awards",
    }
    assert heavy & set(loaded.stdout.split()) == set()


class Endless(io.RawIOBase):
    """A million lines that never stand in memory together."""

    def __init__(self, line, number):
        self.block, self.left = line * 1000, number // 1000

    def readable(self):
        return True

    def read1(self, _size):
        self.left -= 1
        return self.block if self.left >= 0 else b""


class Counting(io.RawIOBase):
    lines = 0

    def writable(self):
        return True

    def write(self, data):
        self.lines += bytes(data).count(b"\n")
        return len(data)


@pytest.mark.slow
def test_lines_stream_in_constant_memory():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sink = Counting()
    assert run(lambda line: line * 4, NOT_JSON, Endless(b"x" * 99 + b"\n", 1_000_000), sink) == 0
    assert sink.lines == 1_000_000
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 20_000, f"{grown} kB more for 100 MB of lines"


def test_lines_may_arrive_in_pieces_of_any_size():
    content = b"\n".join([json.dumps(WALL).encode()] * 3) + b"\n" + b"{" + b"\n" * 3

    class Pieces(io.RawIOBase):
        place = 0

        def read1(self, _size):
            self.place += 7
            return content[self.place - 7 : self.place]

    sink, complete = io.BytesIO(), io.BytesIO()
    assert (
        run(answer_line, NOT_JSON, Pieces(), sink)
        == run(answer_line, NOT_JSON, io.BytesIO(content), complete)
        == 2
    )
    assert sink.getvalue() == complete.getvalue()
    assert sink.getvalue().count(b"\n") == 4


def test_a_line_longer_than_any_chunk_is_one_line():
    long = b'{"system": "sanctioned", "outcome": "wall", "dead": [' + b'"A",' * 100_000 + b'"B"]}'
    sink = io.BytesIO()
    assert run(answer_line, NOT_JSON, io.BytesIO(long + b"\n" + json.dumps(WALL).encode()), sink) == 0
    first, second = sink.getvalue().splitlines()
    assert [error["code"] for error in json.loads(first)["errors"]] == ["dead-twice"]
    assert json.loads(second)["points"] == WALL_POINTS


@pytest.mark.slow
@pytest.mark.parametrize(
    "game_with",
    [
        lambda names: {"system": "sanctioned", "outcome": "wall", "dead": names, "dead_after_throw": names},
        lambda names: {"system": "club-day", "outcome": "wall", "error": {"caller": "A", "exposed": names}},
        lambda names: {
            "system": "mahj-x",
            "outcome": "wall",
            "infractions": [{"seat": name, "kind": "bow"} for name in names],
        },
        lambda names: {
            "system": "card-game",
            "outcome": "wall",
            "challenges": [{"by": name, "of": name} for name in names],
        },
        lambda names: {
            "system": "sixteen-hands",
            "outcome": "played",
            "fishing": [{"seat": name, "hand": 1} for name in names],
            "wrong_count": names,
            "bouquet": names,
        },
    ],
)
def test_endless_lists_are_refused_without_taking_forever(game_with):
    """Ten times as many names take about ten times as long, not a hundred times."""

    def seconds(count):
        line = json.dumps(game_with([f"seat {number}" for number in range(count)])).encode()
        begun = time.process_time()
        assert len(json.loads(answer_line(line))["errors"]) >= count
        return time.process_time() - begun

    seconds(100)  # what the first line alone needs
    assert seconds(20_000) < 40 * seconds(2_000)


def test_a_stream_without_partial_reads_will_do():
    with open(os.devnull, "rb", buffering=0) as nothing:
        assert run(answer_line, NOT_JSON, nothing, io.BytesIO()) == 0


def test_reading_one_line():
    assert read_json(b' {"a": [1, 2.5, true, null, "\\u00e9"]} ') == {"a": [1, 2.5, True, None, "é"]}
    assert read_json(b"1" * 999) == int("1" * 999)
    assert read_json(b"1" * 5000) == float("inf")
    for line in (b"", b"{", b"NaN", b"-Infinity", b"'a'", b'"\xff"', b"1 2"):
        with pytest.raises(NotJsonError):
            read_json(line)
    assert encode({"a": 2**80}) == b'{"a":%d}' % 2**80


def test_half_a_surrogate_pair_goes_out_as_it_came_in(command):
    pot = b'{"stake_cents": 25, "totals": {"\\ud800": 3}}'
    _, [answer] = command("pot", text=pot)
    assert answer["paid_cents"] == {"\ud800": 25}


@pytest.mark.parametrize("name", ["score", "check", "pot", "prizes"])
@pytest.mark.parametrize("separated", [b"", b"\n"])
def test_a_byte_order_mark_in_front_is_no_part_of_the_first_line(command, name, separated):
    mark = b"\xef\xbb\xbf"
    line = {
        "score": {"system": "sanctioned", "outcome": "wall"},
        "check": {"system": "sanctioned", "points": WALL_POINTS},
        "pot": {"stake_cents": 25, "totals": {"A": 3}},
        "prizes": {"totals": {"1": 3}, "prizes_cents": [5]},
    }[name]
    text = json.dumps(line).encode()
    status, [first, second] = command(name, text=mark + separated + text + b"\n" + text)
    assert (status, first) == (0, second)
    assert "errors" not in first
    assert command(name, text=mark + text)[1] == [first]
    assert command(name, text=text + b"\n" + mark + text)[0] == 2


def test_the_faults_of_an_evening_are_named_by_their_fields(command):
    _status, answers = command("evening", text=b'{"players": ["a", 3], "seat": 1}\n{"seed": "x"}')
    fields = [[(fault["code"], fault["field"]) for fault in answer["errors"]] for answer in answers]
    assert fields == [
        [("wrong-type", "players.1"), ("unknown-field", "seat")],
        [("missing", "players"), ("wrong-type", "seed")],
    ]
