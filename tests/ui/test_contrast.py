"""The colours of static/css/tokens.css: WCAG 2.2 relative luminance, text 7:1, edges and marks 3:1."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css").read_text()
SURFACES = ("page", "tile", "sunk")
HUES = ("jade", "vermilion", "gold", "blue")

TEXT_PAIRS = (
    [(ink, surface) for ink in ("ink", "ink-quiet", *HUES) for surface in SURFACES]
    + [(hue, f"{hue}-face") for hue in HUES]
    + [("ink", f"{hue}-face") for hue in HUES]
    + [(f"seat-{letter}", "bone") for letter in "abcd"]
    + [("on-primary", "primary"), ("on-primary", "primary-hover")]
)
EDGE_PAIRS = (
    [("edge", surface) for surface in SURFACES]
    + [("focus", surface) for surface in SURFACES]
    + [("primary", surface) for surface in SURFACES]
    + [(f"{hue}-back", surface) for hue in HUES for surface in ("page", "tile")]
    + [(f"seat-{letter}-back", surface) for letter in "abcd" for surface in ("bone", "page", "tile")]
)


HEX = "#[0-9a-f]{6}"
# `--name: var(--paper-ink, light-dark(#000000, #ffffff));`, or one colour for both schemes.
TOKEN = rf"--([a-z0-9-]+): (?:var\(--paper-([a-z]+), )?(?:light-dark\(({HEX}), ({HEX})\)|({HEX}))\)?;"
PAPER = dict(re.findall(rf"--paper-([a-z]+): ({HEX});", TOKENS))
FOUND = [token for token in re.findall(TOKEN, TOKENS) if not token[0].startswith("paper-")]

LIGHT = {name: light or same for name, _paper, light, _dark, same in FOUND}
DARK = {name: dark or same for name, _paper, _light, dark, same in FOUND}
PRINT = {name: PAPER.get(paper, light or same) for name, paper, light, _dark, same in FOUND}
SCHEMES = {"light": LIGHT, "dark": DARK, "print": PRINT}


def luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_itself() -> None:
    assert round(contrast("#000000", "#ffffff"), 2) == 21.0
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_reaches_seven_to_one(scheme: str) -> None:
    colours = SCHEMES[scheme]
    low = {pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in TEXT_PAIRS}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 7} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_edges_and_marks_reach_three_to_one(scheme: str) -> None:
    colours = SCHEMES[scheme]
    low = {pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in EDGE_PAIRS}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 3} == {}


def test_every_token_is_read_once() -> None:
    assert len(FOUND) == len(LIGHT) == len(re.findall(rf"--(?!paper-)[a-z0-9-]+: .*{HEX}", TOKENS))


def test_print_is_black_on_white() -> None:
    assert PAPER == {"ink": "#000000", "face": "#ffffff", "line": "#8a8a8a"}


def test_every_color_has_one_on_paper() -> None:
    """What is not printed: the colour under the pointer, and the ring of what has the focus."""
    assert {name for name, paper, *_rest in FOUND if not paper} == {"primary-hover", "focus"}
