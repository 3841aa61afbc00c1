"""QR codes as small pictures, hundreds of them at once.

The modules of two codes of one size, mode and mask differ by a pattern that depends only on the bits in which
their texts differ: error correction is linear. So segno makes a few codes, and all codes of a hall are put together
from them.
"""

import struct
import threading
import zlib
from functools import lru_cache

import segno

ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
MASK = 3  # the same for all: trying the eight of them takes most of the time
DOTS = 2  # of the picture for each module, so that no viewer blurs its edges by more than a quarter
FAST = 1  # of zlib's levels; whoever embeds the picture compresses it anew
WINDOW = 9  # the smallest of zlib: making room for a larger one takes longer than compressing a picture
_LINES = bytes.maketrans(b"\x00\x01", b"30")  # a module as a digit of base 4: its two dots, white or black


@lru_cache(maxsize=4096)
def code_picture(text: str) -> bytes:
    """The QR code of a text as PNG, black on white, without a margin."""
    modules, side = modules_of(text)
    lines = modules.to_bytes(side * side, "big").translate(_LINES).decode()
    filled = -(-side // 4)  # bytes of a line
    gap = "0" * (4 * filled - side)
    dots = int(gap.join([*(lines[start : start + side] for start in range(0, side * side, side)), ""]), 4)
    picture = dots.to_bytes(filled * side, "big")
    rows = [(b"\x00" + picture[start : start + filled]) * DOTS for start in range(0, len(picture), filled)]
    size = side * DOTS
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 1, 0, 0, 0, 0)),
            _chunk(b"IDAT", zlib.compress(b"".join(rows), FAST, WINDOW)),
            _chunk(b"IEND", b""),
        )
    )


def modules_of(text: str) -> tuple[int, int]:
    """The modules of a text's code, a byte each and row by row, as one number; and how many stand in a row."""
    if not text.isascii():
        return _made(text, "byte")
    return _family("alphanumeric" if set(text) <= set(ALPHANUMERIC) else "byte", len(text)).modules_of(text)


class CodeFamily:
    """The codes of one mode and length: a first one, and by which modules the others differ from it."""

    def __init__(self, mode: str, length: int) -> None:
        self.mode, self.length = mode, length
        self.first: tuple[int, ...] = ()
        self.modules = 0
        self.side = 0
        self._patterns: dict[tuple[int, int], int] = {}
        self._lock = threading.Lock()

    def modules_of(self, text: str) -> tuple[int, int]:
        units = self.units(text)
        with self._lock:
            if not self.first:
                self.modules, self.side = _made(text, self.mode)
                self.first = units
            modules: int = self.modules
            for place, (unit, first) in enumerate(zip(units, self.first, strict=True)):
                bits, bit = unit ^ first, 1
                while bit <= bits:
                    if bits & bit:
                        modules ^= self._pattern(place, bit)
                    bit <<= 1
            return modules, self.side

    def units(self, text: str) -> tuple[int, ...]:
        """The numbers that a code has of its text: of each byte, or of each pair of signs and the odd last one."""
        if self.mode == "byte":
            return tuple(text.encode())
        signs = [ALPHANUMERIC.index(sign) for sign in text]
        pairs = [45 * signs[place] + signs[place + 1] for place in range(0, len(signs) - 1, 2)]
        return (*pairs, signs[-1]) if len(signs) % 2 else tuple(pairs)

    def _pattern(self, place: int, bit: int) -> int:
        """The modules that change with one bit of the unit at a place."""
        if (place, bit) not in self._patterns:
            flipped = self.first[place] ^ bit
            if flipped < self._units_there_are(place):
                pattern = self.modules ^ self._with(place, flipped)
            else:
                pattern = self._with(place, 0) ^ self._with(place, bit)
            self._patterns[place, bit] = pattern
        return self._patterns[place, bit]

    def _units_there_are(self, place: int) -> int:
        if self.mode == "byte":
            return 256
        return 45 if self.length % 2 and place == self.length // 2 else 45 * 45

    def _with(self, place: int, unit: int) -> int:
        """The modules of the first text with `unit` at `place`."""
        return _made(self._text((*self.first[:place], unit, *self.first[place + 1 :])), self.mode)[0]

    def _text(self, units: tuple[int, ...]) -> str:
        if self.mode == "byte":
            return bytes(units).decode("latin-1")
        pairs = "".join(
            ALPHANUMERIC[unit // 45] + ALPHANUMERIC[unit % 45] for unit in units[: self.length // 2]
        )
        return pairs + (ALPHANUMERIC[units[-1]] if self.length % 2 else "")


@lru_cache(maxsize=64)
def _family(mode: str, length: int) -> CodeFamily:
    return CodeFamily(mode, length)


def _made(text: str, mode: str) -> tuple[int, int]:
    code = segno.make(text, error="m", mask=MASK, mode=mode, micro=False, boost_error=False)
    return int.from_bytes(b"".join(bytes(row) for row in code.matrix), "big"), len(code.matrix)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
