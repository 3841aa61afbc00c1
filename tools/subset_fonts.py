"""Makes the files of static/fonts/ from the two published packages (see static/fonts/README.md).

npm pack @fontsource-variable/atkinson-hyperlegible-next@5.3.0 @fontsource-variable/fraunces@5.3.0
tar xzf each into FOLDER/atkinson and FOLDER/fraunces, then: python tools/subset_fonts.py FOLDER
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

OUT = Path(__file__).resolve().parent.parent / "static" / "fonts"
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, 0x2009]
PUNCTUATION = [*range(0x2010, 0x2016), *range(0x2018, 0x201F), 0x2022, 0x2026, 0x2039, 0x203A, 0x20AC, 0x2212]
EXTENDED = [*range(0x100, 0x180), 0x218, 0x219, 0x21A, 0x21B, 0x1E9E]
VIETNAMESE = [0x1A0, 0x1A1, 0x1AF, 0x1B0, *range(0x1EA0, 0x1EFA)]
DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
# Each mark is straight strokes on a 1000-unit square: a list of filled outlines (x, y), drawn for Charleston.
MARKS: dict[int, list[list[tuple[int, int]]]] = {
    0x2713: [[(60, 330), (150, 420), (290, 280), (650, 640), (740, 550), (290, 100)]],
    0x2715: [
        [(130, 550), (210, 630), (710, 130), (630, 50)],
        [(630, 630), (710, 550), (210, 50), (130, 130)],
    ],
    0x2016: [
        [(190, -20), (190, 700), (310, 700), (310, -20)],
        [(490, -20), (490, 700), (610, 700), (610, -20)],
    ],
    0x2192: [
        [
            (60, 290),
            (60, 400),
            (540, 400),
            (380, 560),
            (460, 640),
            (755, 345),
            (460, 50),
            (380, 130),
            (540, 290),
        ]
    ],
    0x2190: [
        [
            (740, 290),
            (740, 400),
            (260, 400),
            (420, 560),
            (340, 640),
            (45, 345),
            (340, 50),
            (420, 130),
            (260, 290),
        ]
    ],
    0x2191: [
        [
            (345, -10),
            (455, -10),
            (455, 470),
            (615, 310),
            (695, 390),
            (400, 685),
            (105, 390),
            (185, 310),
            (345, 470),
        ]
    ],
    0x2193: [
        [
            (345, 700),
            (455, 700),
            (455, 220),
            (615, 380),
            (695, 300),
            (400, 5),
            (105, 300),
            (185, 380),
            (345, 220),
        ]
    ],
}


def subset(font: TTFont, characters: list[int]) -> None:
    """Keep only these characters, with tabular figures and the font's own shaping; drop hinting and spare names."""
    options = Options()
    options.layout_features = ["ccmp", "locl", "tnum", "kern", "mark", "mkmk", "rvrn"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def add_tabular_digits(font: TTFont) -> None:
    """Gives a static font the `tnum` feature that its package lacks, so that a running clock does not jitter.

    All digits get the width of the eight and are centered in it; the width of the zero would leave gaps.
    """
    width = font["hmtx"]["eight"][0]
    for name in DIGITS:
        glyph = font["glyf"][name]
        bearing = (width - (glyph.xMax - glyph.xMin)) // 2
        pen = TTGlyphPen(None)
        glyph.draw(pen, font["glyf"], bearing - glyph.xMin)
        copy = f"{name}.tnum"
        font["glyf"][copy] = pen.glyph()
        font["hmtx"][copy] = (width, bearing)
    font.setGlyphOrder(font["glyf"].glyphOrder)
    swaps = "".join(f"sub {name} by {name}.tnum;" for name in DIGITS)
    addOpenTypeFeaturesFromString(font, f"feature tnum {{ {swaps} }} tnum;")


def marks() -> TTFont:
    """A font of the few signs that mark states; system fonts may lack some of them."""
    names = {code: f"uni{code:04X}" for code in MARKS}
    glyphs: dict[str, Any] = {".notdef": TTGlyphPen(None).glyph()}
    for code, outlines in MARKS.items():
        pen = TTGlyphPen(None)
        for outline in outlines:
            pen.moveTo(outline[0])
            for point in outline[1:]:
                pen.lineTo(point)
            pen.closePath()
        glyphs[names[code]] = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(names)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(
        {name: (800, glyph.xMin if glyph.numberOfContours else 0) for name, glyph in glyphs.items()}
    )
    builder.setupHorizontalHeader(ascent=984, descent=-316)
    builder.setupNameTable({"familyName": "Charleston Marks", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=984, sTypoDescender=-316, usWinAscent=984, usWinDescent=316)
    builder.setupPost()
    return builder.font


def write(font: TTFont, name: str) -> None:
    font.flavor = "woff2"
    path = OUT / name
    font.save(path)
    data = path.read_bytes()
    print(f"{name} {len(data)} {hashlib.sha256(data).hexdigest()}")


def main(folder: Path) -> None:
    parts = (("latin", LATIN + PUNCTUATION), ("latin-ext", EXTENDED), ("vietnamese", VIETNAMESE))
    for part, characters in parts:
        # Atkinson Hyperlegible Next has no Vietnamese; the sans serif that stands in for it fits.
        if part != "vietnamese":
            text = TTFont(
                folder / f"atkinson/package/files/atkinson-hyperlegible-next-{part}-wght-normal.woff2"
            )
            subset(text, characters)
            text = instantiateVariableFont(text, {"wght": (400, 700)})
            write(text, f"atkinson-{part}.woff2")
        title = TTFont(folder / f"fraunces/package/files/fraunces-{part}-opsz-normal.woff2")
        subset(title, characters)
        title = instantiateVariableFont(title, {"opsz": 36, "wght": 620})
        if part == "latin":
            add_tabular_digits(title)
        write(title, f"fraunces-{part}.woff2")
    write(marks(), "charleston-marks.woff2")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
