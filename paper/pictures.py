"""Pictures that people send: read within bounds, and written anew, so that nothing but their pixels is kept."""

import io
import warnings
from dataclasses import dataclass

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from record.refused import refuse

MOST_BYTES = 3_000_000
MOST_PIXELS = 25_000_000
KINDS = ("PNG", "JPEG")
JPEG_QUALITY = 90
_DRAWINGS = (b"<svg", b"<?xml", b"<!doctype svg")


@dataclass(frozen=True)
class Picture:
    """A picture written by this program: `kind` is "png" or "jpeg", the sides are in pixels."""

    content: bytes
    kind: str
    width: int
    height: int

    @property
    def content_type(self) -> str:
        return f"image/{self.kind}"


def rewrite_picture(content: bytes, *, longest_side: int, field: str = "picture") -> Picture:
    """The pixels of a PNG or JPEG, upright, on white where they were clear, and no side longer than `longest_side`.

    Comments, positions, profiles and whatever else lay in the file are gone. The same file gives the same bytes.
    Raises Refused, at `field`, for what is no such picture, is damaged, or is larger than the bounds.
    """
    if len(content) > MOST_BYTES:
        raise refuse("picture-size", _("This picture is too large: 3 MB at most."), field)
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:200].lower().startswith(_DRAWINGS):
        raise refuse(
            "picture-svg",
            _("This is an SVG drawing, which can carry programs. Save it as PNG and send that."),
            field,
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of odd files, which are written anew here anyway
            with Image.open(io.BytesIO(content), formats=KINDS) as image:
                kind = image.format or ""
                if image.width * image.height > MOST_PIXELS:
                    raise Image.DecompressionBombError
                image.draft("RGB", (longest_side, longest_side))  # a large JPEG is read smaller at once
                plain = _plain(ImageOps.exif_transpose(image))
    except Image.DecompressionBombError as error:
        raise refuse(
            "picture-pixels", _("This picture has too many pixels: 25 million at most."), field
        ) from error
    except (OSError, SyntaxError, ValueError) as error:
        raise refuse(
            "picture-unread",
            _("This is not a PNG or JPEG picture, or it is damaged."),
            field,
        ) from error
    plain.thumbnail((longest_side, longest_side), Image.Resampling.LANCZOS)
    plain.info.clear()  # a JPEG's comment would be written again
    buffer = io.BytesIO()
    if kind == "JPEG":
        plain.save(buffer, "JPEG", quality=JPEG_QUALITY)
    else:
        plain.save(buffer, "PNG", optimize=True)
    return Picture(buffer.getvalue(), kind.lower(), plain.width, plain.height)


def _plain(image: Image.Image) -> Image.Image:
    """Eight bits of gray or of red, green and blue, nothing clear."""
    if image.mode.startswith("I;16") or image.mode == "I":
        return image.point(lambda value: value / 257).convert("L")
    if image.mode in ("LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
    if image.mode == "RGBA":
        white = Image.new("RGB", image.size, "white")
        white.paste(image, mask=image.getchannel("A"))
        return white
    return image.convert("L" if image.mode in ("1", "L") else "RGB")
