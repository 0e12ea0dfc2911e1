"""The geometry of the drawn board: 40 squares clockwise from START.

START is at the bottom right. Lengths are units of the drawing's own box, `SIZE` by `SIZE`;
y grows downwards.
"""

from dataclasses import dataclass

CORNER = 130
CELL = 80
SIZE = 2 * CORNER + 9 * CELL
BAND = 24
STRIP = 28
PRISON = 10


@dataclass(frozen=True)
class Box:
    """A rectangle by its left upper corner, width and height."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        """The middle, as (x, y)."""
        return self.x + self.width // 2, self.y + self.height // 2


def side(square: int) -> str:
    """Return the side of the board of a square 0-39.

    A corner belongs to the side that it begins.
    """
    return ("bottom", "left", "top", "right")[square // 10]


def cell(square: int) -> Box:
    """Return the box of a square 0-39."""
    step = square % 10
    along = 0 if step == 0 else CORNER + (step - 1) * CELL
    length = CORNER if step == 0 else CELL
    far, back = SIZE - CORNER, SIZE - along - length
    return {
        "bottom": Box(back, far, length, CORNER),
        "left": Box(0, back, CORNER, length),
        "top": Box(along, 0, length, CORNER),
        "right": Box(far, along, CORNER, length),
    }[side(square)]


def band(square: int) -> Box:
    """Return the box of the city's colour band, at the inner edge."""
    box = cell(square)
    return {
        "bottom": Box(box.x, box.y, box.width, BAND),
        "left": Box(box.x + box.width - BAND, box.y, BAND, box.height),
        "top": Box(box.x, box.y + box.height - BAND, box.width, BAND),
        "right": Box(box.x, box.y, BAND, box.height),
    }[side(square)]


def strip(square: int) -> Box:
    """Return the box of the owner's mark on a square.

    It is at the outer edge, slightly inside the square.
    """
    box, inset = cell(square), 4
    width, height = box.width - 2 * inset, box.height - 2 * inset
    return {
        "bottom": Box(box.x + inset, box.y + box.height - STRIP - inset, width, STRIP),
        "left": Box(box.x + inset, box.y + inset, STRIP, height),
        "top": Box(box.x + inset, box.y + inset, width, STRIP),
        "right": Box(box.x + box.width - STRIP - inset, box.y + inset, STRIP, height),
    }[side(square)]


def inside(square: int) -> Box:
    """Return the box between band and owner's mark, for the name and pawns."""
    box = cell(square)
    if square % 10 == 0:
        return box
    edge = STRIP + 6
    return {
        "bottom": Box(box.x, box.y + BAND, box.width, box.height - BAND - edge),
        "left": Box(box.x + edge, box.y, box.width - BAND - edge, box.height),
        "top": Box(box.x, box.y + edge, box.width, box.height - BAND - edge),
        "right": Box(box.x + BAND, box.y, box.width - BAND - edge, box.height),
    }[side(square)]


def spots(box: Box, count: int, size: int) -> list[tuple[int, int]]:
    """Return the centres of `count` signs of `size` in a box.

    They stand in rows from the box's lower edge up.
    """
    columns = max(1, box.width // (size + 2))
    centres = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        left = box.x + (box.width - in_row * (size + 2)) // 2 + (size + 2) // 2
        centres.append(
            (left + column * (size + 2), box.y + box.height - size // 2 - 3 - row * (size + 2))
        )
    return centres
