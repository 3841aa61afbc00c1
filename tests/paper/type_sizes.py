"""The sizes of type in a PDF that this program made, as they are on the page."""

import re
import zlib
from collections import Counter
from collections.abc import Iterator

_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)
_TOKEN = re.compile(rb"\[.*?\]|<[0-9A-Fa-f]*>|\((?:\\.|[^\\)])*\)|[^\s\[\]<>()]+", re.S)
_SIDES = 6


def type_sizes(pdf: bytes) -> Counter[float]:
    """How many pieces of text stand in each size, in points."""
    found: Counter[float] = Counter()
    for stream in _STREAM.findall(pdf):
        try:
            # Without looking at the sum at its end: a return as its last byte is taken for the line's.
            content = zlib.decompressobj().decompress(stream)
        except zlib.error:
            continue
        if b"Tf" in content:
            found.update(_sizes(content))
    return found


def _sizes(content: bytes) -> Iterator[float]:
    """What is drawn in a stream; every change of what a unit is worth counts."""
    scale, kept, size, line = 1.0, [], 0.0, 1.0
    operands: list[bytes] = []
    for token in _TOKEN.findall(content):
        match token:
            case b"q":
                kept.append((scale, size))
            case b"Q":
                scale, size = kept.pop()
            case b"cm":
                scale *= _worth(operands)
            case b"BT":
                line = 1.0
            case b"Tm":
                line = _worth(operands)
            case b"Tf":
                size = float(operands[-1])
            case b"Tj" | b"TJ":
                yield round(scale * line * size, 2)
            case _:
                operands.append(token)
                continue
        operands = []


def _worth(operands: list[bytes]) -> float:
    a, b, c, d = (float(operand) for operand in operands[-_SIDES:-2])
    return abs(a * d - b * c) ** 0.5
