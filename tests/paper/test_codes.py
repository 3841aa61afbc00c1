"""The small pictures of codes: the same modules as segno's own, and cameras read them."""

from __future__ import annotations

import io
import random

import pytest
import segno
import zxingcpp
from PIL import Image

from paper.codes import ALPHANUMERIC, CodeFamily, code_picture, modules_of


def by_segno(text: str, mode: str) -> list[int]:
    code = segno.make(text, error="m", mask=3, mode=mode, micro=False, boost_error=False)
    return [module for row in code.matrix for module in row]


@pytest.mark.parametrize(
    ("mode", "signs"),
    [("alphanumeric", ALPHANUMERIC), ("byte", "".join(map(chr, range(32, 127))))],
)
@pytest.mark.parametrize("length", [1, 2, 11, 38, 39])
def test_codes_that_are_put_together_are_those_that_segno_makes(mode: str, signs: str, length: int) -> None:
    chance = random.Random(length)
    family = CodeFamily(mode, length)
    for _text in range(6):
        text = "".join(chance.choices(signs, k=length))
        modules, side = family.modules_of(text)
        assert list(modules.to_bytes(side * side, "big")) == by_segno(text, mode)


@pytest.mark.parametrize(
    "text",
    [
        "C/1-2-3-A-1",
        "HTTP://192.168.1.20:8000/C/12-3-125-X-2",
        "https://club.example/t/spring/?me=7",
        "Ωmega",
    ],
)
def test_a_camera_reads_the_picture(text: str) -> None:
    with Image.open(io.BytesIO(code_picture(text))) as image:
        framed = Image.new("L", (image.width + 64, image.height + 64), 255)
        framed.paste(image.convert("L"), (32, 32))
        assert (image.width, image.mode) == (modules_of(text)[1] * 2, "1")
    assert [code.text for code in zxingcpp.read_barcodes(framed)] == [text]
