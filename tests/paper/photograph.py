"""A printed page as a phone's camera sees it, and where the codes on it say that a card's millimetres lie."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import partial

import zxingcpp
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from paper.cards.geometry import CODE, MARK, Geometry

Point = tuple[float, float]
Map = tuple[float, ...]
"""The eight numbers of a projection: x' = (ax + by + c) / (gx + hy + 1), y' = (dx + ey + f) / (gx + hy + 1)."""


def fitted(pairs: Sequence[tuple[Point, Point]]) -> Map:
    """The projection that leads best, by least squares, from the first point of each pair to the second."""
    rows = []
    for (x, y), (u, v) in pairs:
        rows.append(([x, y, 1, 0, 0, 0, -u * x, -u * y], u))
        rows.append(([0, 0, 0, x, y, 1, -v * x, -v * y], v))
    matrix = [
        [sum(row[i] * row[j] for row, _value in rows) for j in range(8)]
        + [sum(row[i] * value for row, value in rows)]
        for i in range(8)
    ]
    for column in range(8):
        pivot = max(range(column, 8), key=lambda row: abs(matrix[row][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        for row in range(8):
            if row != column:
                factor = matrix[row][column] / matrix[column][column]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column], strict=True)]
    return tuple(matrix[row][8] / matrix[row][row] for row in range(8))


def led(by: Map, point: Point) -> Point:
    x, y = point
    a, b, c, d, e, f, g, h = by
    below = g * x + h * y + 1
    return (a * x + b * y + c) / below, (d * x + e * y + f) / below


def photographed(
    page: Image.Image, corners: Sequence[Point], size: tuple[int, int], blur: float
) -> Image.Image:
    """The page seen askew: its corners (upper left first, clockwise) come to lie at `corners`; blurred, in shadow."""
    width, height = page.size
    own = [(0, 0), (width, 0), (width, height), (0, height)]
    back = fitted(list(zip(corners, own, strict=True)))
    picture = page.convert("L").transform(
        size, Image.Transform.PERSPECTIVE, back, Image.Resampling.BICUBIC, fillcolor=120
    )
    shadow = Image.linear_gradient("L").resize(size).point(lambda light: 110 + light // 2)
    picture = ImageChops.multiply(
        picture.filter(ImageFilter.GaussianBlur(blur)), shadow.rotate(30, fillcolor=170)
    )
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=80)
    return Image.open(file)


def cards_found(picture: Image.Image, geometry: Geometry) -> dict[str, Map]:
    """For each card in a picture, by its code, the projection from its millimetres to the picture.

    The code says roughly where the marks in the other corners lie; each that is found says it better.
    """
    x, y = geometry.code
    own = [(x, y), (x + CODE, y), (x + CODE, y + CODE), (x, y + CODE)]
    maps = {}
    for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode):
        place = code.position
        outline = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
        corners = [(float(point.x), float(point.y)) for point in outline]
        pairs = list(zip(own, corners, strict=True))
        for dots, (left, top) in enumerate(geometry.marks, 1):
            middle = (left + MARK / 2, top + MARK / 2)
            lead = partial(led, fitted(pairs)) if dots > 2 else partial(beside, corners, (x, y))
            (to_x, to_y), (next_x, next_y) = lead(middle), lead((middle[0] + 1, middle[1]))
            millimetre = ((next_x - to_x) ** 2 + (next_y - to_y) ** 2) ** 0.5
            pairs.append((middle, nearest_mark(picture, (to_x, to_y), millimetre, dots)))
        maps[code.text] = fitted(pairs)
    return maps


def beside(corners: Sequence[Point], code: Point, point: Point) -> Point:
    """Where a point lies as if the card were seen straight from above, by the sides of its code."""
    (x, y), (right_x, right_y), _across, (down_x, down_y) = corners
    to_right, down = (point[0] - code[0]) / CODE, (point[1] - code[1]) / CODE
    return (
        x + to_right * (right_x - x) + down * (down_x - x),
        y + to_right * (right_y - y) + down * (down_y - y),
    )


def nearest_mark(picture: Image.Image, near: Point, millimetre: float, dots: int) -> Point:
    """The middle of the black square with so many white dots that lies nearest, 25 mm off at the most."""
    for reach in (6, 12, 25):  # most lie where they are looked for
        marks = sorted(marks_within(picture, near, round(reach * millimetre), millimetre, dots))
        # Of those in the corners of a window another one beyond its sides may lie nearer.
        if marks and (marks[0][0] <= reach * millimetre or reach == 25):
            return marks[0][1]
    raise AssertionError(f"no mark with {dots} dots near {near}")


def marks_within(
    picture: Image.Image, near: Point, reach: int, millimetre: float, dots: int
) -> Iterator[tuple[float, Point]]:
    """How far from a point, and where, each such square lies in a square window around it."""
    left, top = round(near[0]) - reach, round(near[1]) - reach
    window = picture.crop((left, top, left + 2 * reach, top + 2 * reach)).convert("L")
    dark = window.point(lambda light: 255 if light < 75 else 0)
    for blob, (x0, y0, x1, y1) in blobs(dark):
        area = blob.histogram()[255] / millimetre**2
        if not 0.55 * MARK**2 < area < 1.2 * MARK**2 or max(x1 - x0, y1 - y0) > 1.7 * MARK * millimetre:
            continue
        inside = blob.crop((x0, y0, x1, y1)).point(lambda light: 255 - light)
        holes = [
            hole
            for hole, box in blobs(inside)
            if min(box[:2]) > 0
            and box[2] < x1 - x0
            and box[3] < y1 - y0
            and hole.histogram()[255] > millimetre**2 / 2
        ]
        middle = left + (x0 + x1 - 1) / 2, top + (y0 + y1 - 1) / 2
        if len(holes) == dots:
            yield ((middle[0] - near[0]) ** 2 + (middle[1] - near[1]) ** 2) ** 0.5, middle


def blobs(picture: Image.Image) -> Iterator[tuple[Image.Image, tuple[int, int, int, int]]]:
    """Each white thing in a picture of black and white alone, and its box."""
    left = picture.copy()
    while box := left.getbbox():
        row = left.crop((0, box[1], left.width, box[1] + 1)).getbbox()
        assert row
        rest = left.copy()
        ImageDraw.floodfill(rest, (row[0], box[1]), 0)
        only = ImageChops.difference(left, rest)
        bounds = only.getbbox()
        assert bounds
        yield only, bounds
        left = rest
