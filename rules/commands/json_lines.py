"""JSON lines in and out in constant memory, for every command."""

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NoReturn

import msgspec

_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_CHUNK = 1 << 16
_DIGITS = 1000
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""What some editors and spreadsheets write in front of a file."""


class NotJsonError(ValueError):
    """The line is not JSON, or nested too deeply for any command."""


def read_json(line: bytes) -> Any:
    """The value of a line of JSON. Raises NotJsonError.

    The standard library reads what msgspec rejects although it is JSON: integers beyond 64 bits come back as floats,
    and lone surrogates stay in their text.
    """
    try:
        return msgspec.json.decode(line)
    except _UNREADABLE:
        pass
    import json  # seldom needed, and slow to start

    try:
        return json.loads(line.decode(), parse_int=_whole_number, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise NotJsonError from error


def _whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) < _DIGITS else float("inf")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def encode(answer: object) -> bytes:
    """One line of JSON without its line end. Lone surrogates are escaped."""
    try:
        return msgspec.json.encode(answer)
    except UnicodeEncodeError:
        import json  # seldom needed, and slow to start

        return json.dumps(msgspec.to_builtins(answer)).encode()


def run(answer_line: Callable[[bytes], bytes], not_json: bytes, source: BinaryIO, sink: BinaryIO) -> int:
    """Answers every line that is not blank, in order, as soon as it is complete. Returns the exit status.

    0 when every line was JSON, 2 when some line was not (``answer_line`` raised NotJsonError). Such a line is
    answered with ``not_json`` and the following lines are processed.
    """
    status = 0
    for lines in _available_lines(source):
        answers = []
        for line in lines:
            if not line or line.isspace():
                continue
            try:
                answers.append(answer_line(line))
            except NotJsonError:
                answers.append(not_json)
                status = 2
        if answers:
            sink.write(b"\n".join(answers) + b"\n")
            sink.flush()
    return status


def _available_lines(source: BinaryIO) -> Iterator[list[bytes]]:
    """Yields all complete lines available without waiting; at the end of the input also a last line without line end.

    Drops a byte order mark at the start.
    """
    read_piece: Callable[[int], bytes] = getattr(source, "read1", source.read)
    begun: list[bytes] = []
    mark = _BYTE_ORDER_MARK
    while chunk := read_piece(_CHUNK):
        *lines, unfinished = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join((*begun, lines[0])).removeprefix(mark)
            begun, mark = [], b""
            yield lines
        begun.append(unfinished)
    yield [b"".join(begun).removeprefix(mark)]
