"""Makes the files of paper/fonts/ from published packages (see paper/fonts/README.md).

FOLDER/latin, FOLDER/titles: `npm pack` of @fontsource/atkinson-hyperlegible-next and @fontsource/fraunces, unpacked.
FOLDER/noto: `dpkg -x` of Debian's fonts-noto-core and fonts-noto-cjk. Then: python tools/paper_fonts.py FOLDER
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).resolve().parent.parent / "paper" / "fonts"
NOTO = "noto/usr/share/fonts/{}/noto/{}"
CHINESE_SIMPLIFIED = 2  # the face in Debian's collection
EUROPEAN = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x530),
    *range(0x1E00, 0x2000),
    *range(0x2010, 0x2070),
    *range(0x20A0, 0x20C0),
    0x2116,
    *range(0x2190, 0x2194),
    0x2212,
]


def in_codec(codec: str, leads: range, trails: range) -> set[int]:
    """The characters that two bytes of an encoding stand for."""
    characters: set[int] = set()
    for lead in leads:
        for trail in trails:
            try:
                text = bytes([lead, trail]).decode(codec)
            except UnicodeDecodeError:
                continue
            characters.update(map(ord, text))
    return characters


def east_asian() -> list[int]:
    """What names are written in: the national sets of mainland China, Taiwan (first level), Japan and Korea."""
    return sorted(
        in_codec("gb2312", range(0xB0, 0xF8), range(0xA1, 0xFF))
        | in_codec("big5", range(0xA4, 0xC7), range(0x40, 0xFF))
        | in_codec("euc_jp", range(0xB0, 0xD0), range(0xA1, 0xFF))
        | in_codec("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF))
        | set(range(0x3000, 0x3100))
        | set(range(0xFF00, 0xFFF0))
        | set(map(ord, "々〆ヶ髙﨑塚德瀨朗凜"))
    )


def subset(font: TTFont, characters: list[int]) -> TTFont:
    options = Options()
    options.layout_features = [
        "ccmp",
        "locl",
        "tnum",
        "kern",
        "mark",
        "mkmk",
        "init",
        "medi",
        "fina",
        "isol",
        "rlig",
        "liga",
        "calt",
    ]
    options.hinting = False
    options.desubroutinize = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    return font


def merged(parts: list[Path]) -> TTFont:
    with tempfile.TemporaryDirectory() as folder:
        plain = []
        for number, part in enumerate(parts):
            font = TTFont(part)
            font.flavor = None
            plain.append(f"{folder}/{number}.ttf")
            font.save(plain[-1])
        return Merger().merge(plain)


def write(font: TTFont, name: str) -> None:
    font.flavor = None
    font["head"].modified = font["head"].created  # the same bytes whenever it is made
    font.recalcTimestamp = False
    font.save(OUT / name)
    data = (OUT / name).read_bytes()
    print(f"    {hashlib.sha256(data).hexdigest()}  {name}  {len(data)}")


def main(folder: Path) -> None:
    for weight, name in ((400, "Regular"), (700, "Bold")):
        parts = [
            folder / f"latin/package/files/atkinson-hyperlegible-next-{part}-{weight}-normal.woff2"
            for part in ("latin", "latin-ext")
        ]
        write(merged(parts), f"AtkinsonHyperlegibleNext-{name}.ttf")
        for script, characters in (("", EUROPEAN), ("Hebrew", None), ("Arabic", None)):
            font = TTFont(folder / NOTO.format("truetype", f"NotoSans{script}-{name}.ttf"))
            write(subset(font, characters or sorted(font.getBestCmap())), f"NotoSans{script}-{name}.ttf")
    parts = [
        folder / f"titles/package/files/fraunces-{part}-600-normal.woff2" for part in ("latin", "latin-ext")
    ]
    write(merged(parts), "Fraunces-SemiBold.ttf")
    chinese = TTFont(
        folder / NOTO.format("opentype", "NotoSansCJK-Regular.ttc"), fontNumber=CHINESE_SIMPLIFIED
    )
    write(subset(chinese, east_asian()), "NotoSansCJKsc-Regular.otf")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
