"""A printed page as a phone's camera sees it, and where the codes on it say that a card's millimetres lie."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Sequence

import zxingcpp
from PIL import Image, ImageChops, ImageFilter

from paper.cards.geometry import Geometry

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
    """For each card in a picture, by its code, the projection from its millimetres to the picture."""
    corners: dict[str, list[list[Point]]] = defaultdict(list)
    for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode):
        place = code.position
        outline = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
        corners[code.text].append([(point.x, point.y) for point in outline])
    maps = {}
    for text, codes in corners.items():
        if len(codes) != 4:
            continue
        upper = sorted(sorted(codes, key=lambda code: code[0][1])[:2], key=lambda code: code[0][0])
        lower = sorted(sorted(codes, key=lambda code: code[0][1])[2:], key=lambda code: -code[0][0])
        pairs = []
        for (x, y), code_corners in zip(geometry.codes, [*upper, *lower], strict=True):
            side = geometry.code_side
            own = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
            pairs += list(zip(own, code_corners, strict=True))
        maps[text] = fitted(pairs)
    return maps
