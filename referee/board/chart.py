"""A chart of what each player would have ended with if time had been called, as SVG.

A pure function from frames to a drawing. The page has the same figures as a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils.safestring import SafeString, mark_safe

from referee.records.frames import Frame

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 56, 40, 14, 28
STEPS = (1, 2, 3, 4, 5, 6, 8)
LABEL = 20
"""Height of a seat's number: where two curves end together, the numbers are stacked."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's expected final cash by frame; None where the player is out."""

    seat: int
    role: str
    values: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment marked on the chart: its frame and its kind."""

    frame: int
    kind: str


def curves_of(frames: Sequence[Frame]) -> list[Curve]:
    """Return the players' curves in order of play."""
    return [
        Curve(
            told["seat"],
            told["role"],
            [frame.board["players"][code].get("expected") for frame in frames],
        )
        for code, told in frames[0].board["players"].items()
    ]


def draw_chart(
    curves: Sequence[Curve], marks: Sequence[Mark], at: int, title: str, description: str
) -> SafeString:
    """Return the chart as an `<svg>` element; `at` is the frame shown."""
    svg = Element(
        "svg",
        {
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "class": "chart-drawing",
            "role": "img",
            "aria-labelledby": "chart-title chart-description",
            "data-frames": str(_last_turn(curves)),
            "data-left": str(LEFT),
            "data-right": str(WIDTH - RIGHT),
        },
    )
    SubElement(svg, "title", {"id": "chart-title"}).text = title
    SubElement(svg, "desc", {"id": "chart-description"}).text = description
    most = max((v for curve in curves for v in curve.values if v is not None), default=0)
    top = _round_up(most)
    _grid(svg, top)
    for mark in marks:
        x = _x(mark.frame, _last_turn(curves))
        _line(svg, x, TOP, x, HEIGHT - BOTTOM, f"chart-mark {mark.kind}")
    for curve in curves:
        _curve(svg, curve, top, _last_turn(curves))
    _seats(svg, curves, top)
    x = _x(at, _last_turn(curves))
    _line(svg, x, TOP, x, HEIGHT - BOTTOM, "chart-now")
    # The tree escapes every text it is given.
    return mark_safe(tostring(svg, encoding="unicode"))  # noqa: S308


def _last_turn(curves: Sequence[Curve]) -> int:
    return max((len(curve.values) - 1 for curve in curves), default=0)


def _round_up(most: int) -> int:
    """Return the smallest round figure from 100 on that lies above every curve."""
    unit = 100
    while True:
        for step in STEPS:
            if step * unit >= most:
                return step * unit
        unit *= 10


def _x(frame: int, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * frame / max(last, 1), 1)


def _y(value: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top, 1)


def _grid(svg: Element, top: int) -> None:
    for quarter in range(5):
        value = top * quarter // 4
        y = _y(value, top)
        _line(svg, LEFT, y, WIDTH - RIGHT, y, "chart-grid")
        text = {"x": str(LEFT - 8), "y": str(y + 4), "class": "chart-figure"}
        SubElement(svg, "text", text).text = str(value)


def _curve(svg: Element, curve: Curve, top: int, last: int) -> None:
    points = [
        (_x(frame, last), _y(value, top))
        for frame, value in enumerate(curve.values)
        if value is not None
    ]
    if not points:
        return
    path = "M" + "L".join(f"{x} {y}" for x, y in _corners(points))
    mark = f"chart-curve {curve.role} seat-{curve.seat}"
    SubElement(svg, "path", {"d": path, "class": mark})


def _seats(svg: Element, curves: Sequence[Curve], top: int) -> None:
    """Draw each curve's seat beside its last point, from the top down."""
    ends = []
    for curve in curves:
        known = [(frame, value) for frame, value in enumerate(curve.values) if value is not None]
        if known:
            frame, value = known[-1]
            ends.append((_y(value, top), _x(frame, _last_turn(curves)), curve))
    lowest = 0.0
    for y, x, curve in sorted(ends, key=lambda end: end[:2]):
        lowest = max(y + 5, lowest + LABEL)
        place = {"x": str(x + 8), "y": str(lowest)}
        mark = f"chart-seat {curve.role}"
        SubElement(svg, "text", {**place, "class": mark}).text = str(curve.seat)


def _corners(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points without those inside a level stretch."""
    kept = list(points[:1])
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if not before[1] == here[1] == after[1]:
            kept.append(here)
    return [*kept, *points[1:][-1:]]


def _line(svg: Element, x1: float, y1: float, x2: float, y2: float, mark: str) -> None:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    attributes = {name: str(value) for name, value in ends.items()}
    SubElement(svg, "line", {**attributes, "class": mark})
