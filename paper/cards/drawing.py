"""The boxes of a card as one SVG in millimetres: little is placed, since every card draws all of it."""

from collections.abc import Iterator
from functools import lru_cache

from paper.cards.geometry import MARK, TILE_EDGE, Box, Geometry, Pen, Tile

GRAYS = {"ink": "#141414", "box": "#949494", "line": "#b8b8b8", "edge": "#737373", "tint": "#f0f0f0"}
DOTS = (((0.5, 0.5),), ((0.28, 0.28), (0.72, 0.72)), ((0.5, 0.25), (0.25, 0.72), (0.75, 0.72)))
# Digits in single strokes, of a height of one and 0.6 wide.
STROKES = {
    "0": "M.3 0C.06 0 .06 1 .3 1 .54 1 .54 0 .3 0",
    "1": "M.16 .2L.34 0V1",
    "2": "M.08 .25C.12 -.1 .52 -.1 .5 .28 .46 .55 .16 .72 .06 1H.55",
    "3": "M.1 .1C.26 -.08 .52 .02 .46 .27 .42 .45 .3 .46 .22 .46 .38 .46 .56 .55 .51 .8 .46 1.06 .16 1.04 .06 .88",
    "4": "M.42 1V0L.05 .68H.56",
    "5": "M.5 0H.16L.12 .42C.32 .28 .54 .38 .51 .7 .48 1.04 .2 1.06 .08 .9",
    "6": "M.46 .02C.2 .16 .08 .5 .1 .72 .12 1.08 .5 1.08 .52 .72 .5 .42 .18 .42 .11 .68",
    "7": "M.06 0H.54L.24 1",
    "8": "M.3 .45C.08 .38 .08 0 .3 0 .52 0 .52 .38 .3 .45 .04 .55 .04 1 .3 1 .56 1 .56 .55 .3 .45",
    "9": "M.5 .3C.48 .62 .12 .62 .1 .3 .12 -.08 .5 -.08 .51 .28 .52 .6 .46 .9 .3 1",
    "-": "M-.3 .54C-.1 .48 .1 .52 .3 .47",
    "o": "M.5 -.02C.1 .02 -.12 .5 .06 .82 .3 1.2 .9 1.1 .98 .62 1.04 .2 .74 -.1 .36 .04",
}
ADVANCE = 0.8
EDGE = 1  # millimetres around the card, so that no line at its edge is cut in half


def by_hand(
    number: str, right: float, y: float, height: float, slot: float, *, struck: bool = False
) -> list[Pen]:
    """A number in pen, its last digit in the middle of the slot that ends at `right`."""
    return [
        Pen(digit, right - (place + 0.5) * slot - 0.3 * height, y, height, struck)
        for place, digit in enumerate(reversed(number))
    ]


@lru_cache(maxsize=128)
def drawn(geometry: Geometry) -> bytes:
    parts = [
        *(_filled(f"M{x:.5g} {y:.5g}h{w:.5g}v{h:.5g}h{-w:.5g}z", "tint") for x, y, w, h in geometry.tints),
        f'<path fill="#fff" stroke="{GRAYS["box"]}" stroke-width="0.32" d="{"".join(map(_outline, geometry.boxes))}"/>',
        _stroked("".join(_ticks(box) for box in geometry.boxes), "box", 0.2),
    ]
    for line in geometry.lines:
        path = f"M{line.x:.5g} {line.y:.5g}L{line.to_x:.5g} {line.to_y:.5g}"
        parts.append(_stroked(path, "ink" if line.width > 0.2 else "line", line.width))
    parts += map(_tile, geometry.tiles)
    parts += map(_pen, geometry.pens)
    for (x, y), dots in zip(geometry.marks, DOTS, strict=False):
        parts.append(_filled(f"M{x:.5g} {y:.5g}h{MARK}v{MARK}h{-MARK}z", "ink"))
        parts += [
            f'<circle cx="{x + MARK * dot:.5g}" cy="{y + MARK * down:.5g}" r="0.875" fill="#fff"/>'
            for dot, down in dots
        ]
    wide, high = geometry.width + 2 * EDGE, geometry.height + 2 * EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-EDGE} {-EDGE} {wide:.6g} {high:.6g}"'
        f' width="{wide:.6g}mm" height="{high:.6g}mm" fill="none">{"".join(parts)}</svg>'
    ).encode()


def _filled(path: str, gray: str) -> str:
    return f'<path fill="{GRAYS[gray]}" d="{path}"/>'


def _stroked(path: str, gray: str, width: float) -> str:
    return f'<path stroke="{GRAYS[gray]}" stroke-width="{width}" d="{path}"/>' if path else ""


def _outline(box: Box) -> str:
    x, y, w, h = box.x, box.y, box.width, box.height
    if box.shape == "circle":
        r = f"{w / 2:.5g} {w / 2:.5g} 0 1 0"
        return f"M{x:.5g} {y + h / 2:.5g}a{r} {w:.5g} 0a{r} {-w:.5g} 0z"
    return f"M{x:.5g} {y:.5g}h{w:.5g}v{h:.5g}h{-w:.5g}z" if box.shape == "box" else ""


def _ticks(box: Box) -> str:
    pitch = box.width / box.digits if box.digits else 0
    return "".join(
        f"M{box.x + place * pitch:.5g} {box.y + box.height:.5g}v-1.6" for place in range(1, box.digits)
    )


def _tile(tile: Tile) -> str:
    letter, x, y, w, h = tile
    corner, edge = 0.14 * w, TILE_EDGE * w
    rounded = f'rx="{corner:.4g}" width="{w:.5g}" height="{h:.5g}"'
    return (
        f'<rect x="{x:.5g}" y="{y + edge:.5g}" {rounded} fill="{GRAYS["edge"]}"/>'
        f'<rect x="{x:.5g}" y="{y:.5g}" {rounded} fill="#fff" stroke="{GRAYS["ink"]}" stroke-width="0.22"/>'
        + "".join(_shape(letter, *shape_place(tile)))
    )


def shape_place(tile: Tile) -> tuple[float, float, float]:
    """Where the shape of a tile's letter begins, and its side: below the letter, or beside it on a broad tile."""
    _letter, x, y, w, h = tile
    if h > w:
        side = 0.31 * w
        return x + (w - side) / 2, y + 0.62 * h, side
    side = 0.44 * h
    return x + w - side - 0.14 * w, y + (h - side) / 2, side


def _shape(letter: str, x: float, y: float, side: float) -> Iterator[str]:
    half = side / 2
    if letter == "A":
        yield f'<circle cx="{x + half:.5g}" cy="{y + half:.5g}" r="{half:.5g}" fill="{GRAYS["ink"]}"/>'
    for left in (0, 0.62) if letter == "B" else ():
        yield _filled(
            f"M{x + left * side:.5g} {y:.5g}h{0.38 * side:.5g}v{side:.5g}h{-0.38 * side:.5g}z", "ink"
        )
    if letter == "C":
        yield _filled(f"M{x + half:.5g} {y:.5g}l{half:.5g} {side:.5g}h{-side:.5g}z", "ink")
    if letter == "D":
        yield _filled(
            f"M{x + half:.5g} {y:.5g}l{half:.5g} {half:.5g}l{-half:.5g} {half:.5g}l{-half:.5g} {-half:.5g}z",
            "ink",
        )


def _pen(pen: Pen) -> str:
    text, x, y, height, struck = pen
    strokes = "".join(
        f'<path transform="translate({place * ADVANCE:.4g} 0)" d="{STROKES[sign]}"/>'
        for place, sign in enumerate(text)
        if sign in STROKES
    )
    if struck:
        strokes += '<path d="M.02 1.02L.6 -.02"/>'
    return (
        f'<g transform="translate({x:.5g} {y:.5g}) scale({height:.4g})" stroke="{GRAYS["ink"]}"'
        f' stroke-width="{0.38 / height:.4g}" stroke-linecap="round">{strokes}</g>'
    )
