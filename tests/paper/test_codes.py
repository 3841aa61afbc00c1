"""The small pictures of codes: cameras read them."""

from __future__ import annotations

import io

import pytest
import zxingcpp
from PIL import Image

from paper.codes import code_picture


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
        assert image.mode == "1"
    assert [code.text for code in zxingcpp.read_barcodes(framed)] == [text]
