"""QR codes as small pictures, hundreds of them at once."""

import io
from functools import lru_cache

import segno

MASK = 3  # the same for all: trying the eight of them takes most of the time
DOTS = 2  # of the picture for each module, so that no viewer blurs its edges by more than a quarter


@lru_cache(maxsize=4096)
def code_picture(text: str) -> bytes:
    """The QR code of a text as PNG, black on white, without a margin."""
    picture = io.BytesIO()
    code = segno.make(text, error="m", mask=MASK, micro=False, boost_error=False)
    code.save(picture, kind="png", scale=DOTS, border=0)
    return picture.getvalue()
