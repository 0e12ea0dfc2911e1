"""The board of one table as SVG, drawn by a pure function.

The function turns the things that lie on the board into a drawing.

Colours come from the style sheet's classes. A deed's owner, its buildings and its mortgage
also show as shapes and numbers, so that colour is never the only sign.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement

from django.utils.safestring import SafeString

from referee.board import geometry
from referee.board.deeds import Holding
from referee.board.geometry import Box
from tournament.common.charts import markup_of

PAWN = 26
PATTERNS = {
    2: "M-2 2l4-4M0 8l8-8M6 10l4-4",
    3: "M2.5 4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z",
    4: "M0 4h8",
    5: "M-2 6l4 4M0 0l8 8M6-2l4 4",
    6: "M0 4h8M4 0v8",
}
"""Patterns over an owner's marks, by seat, in a tile of 8 by 8.

They tell apart two players of the same role, who share a colour. The first seat's marks are plain.
"""
NAME_LINE = 13
PRISON_NAME = 20
"""The longest line below the prison, in characters; there is room for three lines."""
JAIL = Box(36, geometry.SIZE - geometry.CORNER + 4, 90, 78)
VISITORS = Box(4, geometry.SIZE - geometry.CORNER + 4, 30, 82)


@dataclass(frozen=True)
class Square:
    """A square 0-39. `city` counts the board's cities from 1; None without a city."""

    number: int
    kind: str
    name: str
    city: int | None = None
    price: int | None = None


@dataclass(frozen=True)
class Pawn:
    """A pawn in play: its player's seat (order of play, from 1) and role."""

    seat: int
    role: str
    square: int
    confined: bool = False


@dataclass(frozen=True)
class Board:
    """The board's content: the squares 0-39 in order, owned deeds by square, pawns."""

    squares: Sequence[Square]
    holdings: Mapping[int, Holding]
    pawns: Sequence[Pawn]


def draw(board: Board, title: str, description: str, *, live: bool = False) -> SafeString:
    """Return the board as an `<svg>` element with an accessible name and description.

    A `live` one carries the positions that the script moving its pieces needs (`running_board.js`).
    """
    size = geometry.SIZE
    svg = Element(
        "svg",
        {
            "viewBox": f"-2 -2 {size + 4} {size + 4}",
            "class": "board-drawing",
            "role": "img",
            "aria-labelledby": "board-title board-description",
        },
    )
    SubElement(svg, "title", {"id": "board-title"}).text = title
    SubElement(svg, "desc", {"id": "board-description"}).text = description
    _patterns(svg)
    for square in board.squares:
        group = _square(svg, square, board.holdings.get(square.number))
        if live:
            _say_where(group, square)
    _jail(svg)
    pawns = SubElement(svg, "g", {"class": "board-pawns"})
    for square in board.squares:
        _pawns(pawns, square.number, [p for p in board.pawns if p.square == square.number])
    _box(svg, Box(0, 0, size, size), "board-frame")
    return markup_of(svg)


def _patterns(svg: Element) -> None:
    tile = {"width": "8", "height": "8", "patternUnits": "userSpaceOnUse"}
    definitions = SubElement(svg, "defs")
    for seat, path in PATTERNS.items():
        pattern = SubElement(definitions, "pattern", {"id": f"owner-{seat}", **tile})
        SubElement(pattern, "path", {"d": path, "class": "board-pattern"})


def _say_where(group: Element, square: Square) -> None:
    """Add data attributes with boxes to the group of a square.

    They are the boxes of the square's pawns, owner's mark and buildings. The script that moves
    the pieces reads them.
    """
    group.set("data-square", str(square.number))
    group.set("data-lane", _sides(_lane(square.number)))
    if square.number == geometry.PRISON:
        group.set("data-jail", _sides(JAIL))
    if square.price is not None:
        group.set("data-price", str(square.price))
        group.set("data-strip", _sides(geometry.strip(square.number)))
        group.set("data-band", _sides(geometry.band(square.number)))


def _sides(box: Box) -> str:
    return f"{box.x} {box.y} {box.width} {box.height}"


def _lane(number: int) -> Box:
    """Return the box for pawns on a square that are not confined there."""
    return VISITORS if number == geometry.PRISON else geometry.inside(number)


def _square(svg: Element, square: Square, holding: Holding | None) -> Element:
    group = SubElement(svg, "g", {"class": f"board-square {square.kind}"})
    _box(group, geometry.cell(square.number), "board-cell")
    if square.city is not None:
        _box(group, geometry.band(square.number), f"board-city city-{square.city}")
    _name(group, square)
    if square.kind == "role_card":
        _role_card(group, geometry.strip(square.number))
    if holding is not None:
        _holding(SubElement(group, "g", {"class": "board-holding"}), square.number, holding)
    elif square.price is not None:
        x, y = geometry.strip(square.number).centre
        _text(group, x, y + 5, str(square.price), "board-price")
    return group


def _name(group: Element, square: Square) -> None:
    box = geometry.inside(square.number)
    lines = wrap(square.name, 10 if box.width < 90 else 13, break_long_words=False)[:4]
    corner = square.number % 10 == 0
    top = box.y + (box.height - len(lines) * NAME_LINE) // 2 if corner else box.y + 3
    if square.number == geometry.PRISON:
        lines = wrap(square.name, PRISON_NAME)
        top = box.y + box.height - len(lines) * NAME_LINE - 4
    for index, line in enumerate(lines):
        x = box.centre[0]
        _text(group, x, top + (index + 1) * NAME_LINE - 2, line, "board-name")


def _role_card(group: Element, box: Box) -> None:
    """Draw the square of both roles: their two shapes.

    The shapes stand side by side, or one above the other.
    """
    x, y = box.centre
    across, down = (0, 11) if box.height > box.width else (11, 0)
    _box(group, Box(x - across - 8, y - down - 8, 16, 16), "board-competitor", 8)
    _box(group, Box(x + across - 8, y + down - 8, 16, 16), "board-monopolist")


def _holding(group: Element, number: int, holding: Holding) -> None:
    box = geometry.strip(number)
    state = f"{holding.role} mortgaged" if holding.mortgaged else holding.role
    rounding = min(box.width, box.height) // 2 if holding.role == "competitor" else 0
    _box(group, box, f"board-owner {state}", rounding)
    if holding.mortgaged:
        _strike(group, box)
    elif holding.seat in PATTERNS:
        covered = _box(group, box, "board-covered", rounding)
        covered.set("fill", f"url(#owner-{holding.seat})")
    x, y = box.centre
    _text(group, x, y + 7, str(holding.seat), f"board-owner-number {state} board-number")
    if holding.big:
        _big_building(group, geometry.band(number))
    else:
        _houses(group, geometry.band(number), holding.steps)


def _strike(group: Element, box: Box) -> None:
    """Strike a mortgaged deed's mark through from corner to corner."""
    ends = {"x1": box.x + 7, "y1": box.y + box.height - 7, "x2": box.x + box.width - 7}
    ends["y2"] = box.y + 7
    line = {key: str(value) for key, value in ends.items()}
    SubElement(group, "line", {**line, "class": "board-mortgage"})


def _houses(group: Element, box: Box, count: int) -> None:
    upright = box.height > box.width
    for index in range(count):
        along = 10 + index * 17
        x = box.x + 5 if upright else box.x + along - 4
        y = box.y + along - 4 if upright else box.y + 5
        roof = f"M{x} {y + 6}l7-6 7 6v8h-14z"
        SubElement(group, "path", {"d": roof, "class": "board-house"})


def _big_building(group: Element, box: Box) -> None:
    x, y = box.centre
    tower = f"M{x - 16} {y + 9}v-18h10v5h12v-5h10v18z"
    if box.height > box.width:
        tower = f"M{x - 9} {y + 16}v-32h7v6h4v-6h7v32z"
    SubElement(group, "path", {"d": tower, "class": "board-hotel"})


def _jail(svg: Element) -> None:
    group = SubElement(svg, "g", {"class": "board-jail"})
    _box(group, JAIL, "board-jail-wall")
    for x in range(JAIL.x + 14, JAIL.x + JAIL.width, 14):
        bar = {"x1": str(x), "x2": str(x), "y1": str(JAIL.y), "y2": str(JAIL.y + JAIL.height)}
        SubElement(group, "line", {**bar, "class": "board-jail-bar"})


def _pawns(svg: Element, number: int, pawns: Sequence[Pawn]) -> None:
    free = [pawn for pawn in pawns if not pawn.confined]
    held = [pawn for pawn in pawns if pawn.confined]
    for group, box in ((free, _lane(number)), (held, JAIL)):
        for pawn, (x, y) in zip(group, geometry.spots(box, len(group), PAWN), strict=True):
            _pawn(svg, pawn, x, y)


def _pawn(svg: Element, pawn: Pawn, x: int, y: int) -> None:
    """Draw a pawn around its own origin, so that the script moves it as one piece."""
    place = {
        "class": "board-piece",
        "data-seat": str(pawn.seat),
        "transform": f"translate({x} {y})",
    }
    piece = SubElement(svg, "g", place)
    mark, half = f"board-pawn {pawn.role}", PAWN // 2
    rounding = half if pawn.role == "competitor" else 0
    _box(piece, Box(-half, -half, PAWN, PAWN), mark, rounding)
    _text(piece, 0, 6, str(pawn.seat), "board-number")


def _box(parent: Element, box: Box, mark: str, rounding: int = 0) -> Element:
    sides = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    attributes = {key: str(value) for key, value in sides.items()}
    if rounding:
        attributes["rx"] = str(rounding)
    return SubElement(parent, "rect", {**attributes, "class": mark})


def _text(parent: Element, x: int, y: int, text: str, mark: str) -> None:
    SubElement(parent, "text", {"x": str(x), "y": str(y), "class": mark}).text = text
