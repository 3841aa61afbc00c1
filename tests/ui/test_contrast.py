"""The colours of static/css/tokens.css and paper.css: WCAG 2.2 relative luminance, text 7:1, edges and marks 3:1."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).resolve().parents[2] / "static" / "css"
SURFACES = ("page", "tile", "sunk")
HUES = ("jade", "vermilion", "gold", "blue", "plum")

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


def palette(sheet: str, scheme: str) -> dict[str, str]:
    """Each colour of a sheet by its name, as the scheme has it; `light-dark()` holds both where they differ."""
    css = (STYLES / sheet).read_text()
    pairs = re.findall(rf"--([a-z0-9-]+): (?:light-dark\(({HEX}), ({HEX})\)|({HEX}));", css)
    assert len(pairs) == len({name for name, *_colours in pairs})
    return {name: same or {"light": light, "dark": dark}[scheme] for name, light, dark, same in pairs}


LIGHT = palette("tokens.css", "light")
DARK = palette("tokens.css", "dark")
PAPER = palette("paper.css", "light")
SCHEMES = {"light": LIGHT, "dark": DARK, "print": LIGHT | PAPER}


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


def test_print_is_black_on_white() -> None:
    assert set(PAPER.values()) == {"#000000", "#ffffff", "#8a8a8a"}


def test_everything_with_two_colours_has_one_on_paper() -> None:
    """What is not printed: the colour under the pointer, and the ring of what has the focus."""
    two = {name for name in LIGHT if LIGHT[name] != DARK[name]}
    assert two - set(PAPER) == {"primary-hover", "focus"}
