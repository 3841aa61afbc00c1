"""Pictures that people send: what is kept of them, and what is refused."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from paper import pictures
from paper.pictures import rewrite_picture
from record.refused import Refused


def file(kind: str = "PNG", mode: str = "RGB", size: tuple[int, int] = (6, 4), **options: Any) -> bytes:
    content = io.BytesIO()
    color = options.pop("color", None)
    Image.new(mode, size, color if color is not None else 0).save(content, kind, **options)
    return content.getvalue()


def claiming(width: int, height: int) -> bytes:
    """A small PNG whose head says another size."""
    content = file("PNG", mode="1")
    head = b"IHDR" + struct.pack(">II", width, height) + content[24:29]
    return content[:12] + head + struct.pack(">I", zlib.crc32(head)) + content[33:]


def code_of(content: bytes) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        rewrite_picture(content, longest_side=100, field="logo")
    fault = refused.value.faults[0]
    return fault.code, fault.field


def test_only_the_pixels_are_kept() -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "taken at home")
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    for content in (file(pnginfo=notes), file("JPEG", exif=exif)):
        assert b"taken at home" in content
        assert b"taken at home" not in rewrite_picture(content, longest_side=100).content


@pytest.mark.parametrize(
    ("kind", "mode", "color", "pixel"),
    [
        ("PNG", "RGBA", (200, 0, 0, 0), (255, 255, 255)),
        ("PNG", "RGBA", (200, 0, 0, 255), (200, 0, 0)),
        ("PNG", "LA", (0, 0), (255, 255, 255)),
        ("PNG", "L", 90, 90),
        ("PNG", "1", 1, 255),
        ("PNG", "I;16", 65535, 255),
        ("PNG", "P", 0, (0, 0, 0)),
        ("JPEG", "CMYK", (0, 0, 0, 0), (255, 255, 255)),
    ],
)
def test_every_kind_of_pixel_is_written_plainly(kind: str, mode: str, color: Any, pixel: Any) -> None:
    picture = rewrite_picture(file(kind, mode, color=color), longest_side=100)
    with Image.open(io.BytesIO(picture.content)) as image:
        assert (picture.kind, picture.width, picture.height, image.getpixel((0, 0))) == (
            kind.lower(),
            6,
            4,
            pixel,
        )


def test_a_picture_taken_sideways_stands_upright_and_a_large_one_is_made_smaller() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = rewrite_picture(file("JPEG", size=(400, 200), exif=exif), longest_side=100)
    assert (picture.width, picture.height) == (50, 100)


def test_the_same_file_gives_the_same_bytes_and_what_was_written_can_be_read_again() -> None:
    for kind in ("PNG", "JPEG"):
        picture = rewrite_picture(file(kind), longest_side=100)
        assert picture == rewrite_picture(file(kind), longest_side=100)
        assert rewrite_picture(picture.content, longest_side=100).kind == picture.kind


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "picture-svg"),
        (b'\xef\xbb\xbf\n<?xml version="1.0"?><svg/>', "picture-svg"),
        (b"", "picture-unread"),
        (b"%PDF-1.7", "picture-unread"),
        (file("GIF"), "picture-unread"),
        (file("PNG", size=(300, 300))[:150], "picture-unread"),
        (file("JPEG", size=(300, 300))[:300], "picture-unread"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "picture-unread"),
        (bytes(pictures.MOST_BYTES + 1), "picture-size"),
        (claiming(8000, 5001), "picture-pixels"),
        (claiming(20000, 10000), "picture-pixels"),
    ],
)
def test_what_is_no_picture_is_refused(content: bytes, code: str) -> None:
    assert code_of(content) == (code, "logo")
