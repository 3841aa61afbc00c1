"""The shipped fonts: their size together, their record, and every sign that the interface writes."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"
FILES = sorted(FONTS.glob("*.woff2"))


def test_together_under_sixty_kilobytes() -> None:
    assert len(FILES) == 6
    assert sum(path.stat().st_size for path in FILES) < 60_000


def test_the_record_names_every_file_with_its_sum() -> None:
    recorded = dict(re.findall(r"([0-9a-f]{64})  (\S+\.woff2)", (FONTS / "README.md").read_text()))
    assert recorded == {hashlib.sha256(path.read_bytes()).hexdigest(): path.name for path in FILES}


def test_names_and_signs_are_covered() -> None:
    signs = set("Zoë Núñez O’Hara Łukasz Şahin Őry Țepeș ¿Qué? “–—…−·›✓✕‖→←↑↓0123456789½×")
    for family in ("atkinson", "fraunces"):
        covered: set[int] = set()
        for path in (*FONTS.glob(f"{family}-*.woff2"), FONTS / "charleston-marks.woff2"):
            covered |= set(TTFont(path).getBestCmap())
        assert {sign for sign in signs if ord(sign) not in covered} == set()


def test_titles_write_vietnamese_names_whole() -> None:
    covered: set[int] = set()
    for path in FONTS.glob("fraunces-*.woff2"):
        covered |= set(TTFont(path).getBestCmap())
    assert {sign for sign in "Nguyễn Thị Hương Đặng Ỷ Ữu" if ord(sign) not in covered} == set()


def test_figures_can_stand_in_columns() -> None:
    for name in ("atkinson-latin.woff2", "fraunces-latin.woff2"):
        features = {
            record.FeatureTag for record in TTFont(FONTS / name)["GSUB"].table.FeatureList.FeatureRecord
        }
        assert "tnum" in features
