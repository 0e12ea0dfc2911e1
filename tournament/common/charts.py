"""Charts as SVG: lines over moments, rounds or turns, and a bar beside a figure.

Pure functions from figures to a drawing. Lines differ by their dashes and by the label at their
end, so that colour is never the only sign. A page has the same figures as a table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils.safestring import SafeString, mark_safe

WIDTH, PLOT_HEIGHT = 720, 258
LEFT, RIGHT, TOP = 56, 40, 14
SCALE_LINE = 20
"""Height of one line of words below the plot."""
NOTE_LINE = 17
NOTE_LINES = 4
"""The most lines of notes above the plot."""
CHARACTER = 6.6
"""The width of a note's character; a note whose place is taken is left to the table."""
STEPS = (1, 2, 3, 4, 5, 6, 8)
LABEL, NAME = 20, 15
"""Heights of a line's label, and of one with more room, which is a name: labels that would touch
are stacked, and a name is joined to its line."""
JOINED = 16
"""How far a name stands from the end of its line."""
BAR_WIDTH, BAR_HEIGHT = 80, 10


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its values by column, None where it has none; `label` stands at its end.

    `mark` are its classes in the style sheet, for colour and dashes.
    """

    label: str
    mark: str
    values: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Scale:
    """Words below the plot: `name` before them, then each at its column."""

    name: str
    words: Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Note:
    """A moment of a chart, marked by an upright line.

    `column` is its place, `kind` a class, and `text` says what happened. A note without `text`
    is only a line. The smallest `rank` gets its place first.
    """

    column: int
    kind: str
    text: str = ""
    rank: int = 0


@dataclass(frozen=True)
class Chart:
    """A chart of lines.

    `name` makes the ids of its title and description unique on a page. `now` is the column
    shown; `right` is the room for labels. In a chart of `places` the first place is at the top,
    and each value has a dot. The axis begins at `least`.
    """

    name: str
    title: str
    description: str
    lines: Sequence[Line]
    scales: Sequence[Scale] = ()
    notes: Sequence[Note] = ()
    now: int | None = None
    places: bool = False
    right: int = RIGHT
    least: int = 0

    @cached_property
    def last(self) -> int:
        """The last column."""
        return max((len(line.values) - 1 for line in self.lines), default=0)

    @cached_property
    def most(self) -> int:
        """The value at the other end of the axis than `least`, or than the first place."""
        most = max((v for line in self.lines for v in line.values if v is not None), default=0)
        return max(most, 2) if self.places else self.least + round_up(most - self.least)


def draw_lines(chart: Chart) -> SafeString:
    """Return the chart as an `<svg>` element with an accessible name and description."""
    notes = list(_places_of_notes(chart))
    top = TOP + NOTE_LINE * (1 + max((line for _, line, _, _ in notes), default=-1))
    bottom = top + PLOT_HEIGHT
    plot = _Plot(chart, top, bottom)
    svg = _frame(chart, plot)
    _grid(svg, plot)
    for note in chart.notes:
        x = plot.x(note.column)
        line = add_line(svg, x, top, x, bottom, f"chart-mark {note.kind}")
        if note.text:
            SubElement(line, "title").text = note.text
    for note, line_number, x, anchor in notes:
        at = {"x": str(x), "y": str(TOP + NOTE_LINE * line_number + 6), "text-anchor": anchor}
        SubElement(svg, "text", {**at, "class": f"chart-note {note.kind}"}).text = note.text
    for each in chart.lines:
        _curve(svg, each, plot)
    _labels(svg, plot)
    if chart.now is not None:
        x = plot.x(chart.now)
        add_line(svg, x, top, x, bottom, "chart-now")
    return markup_of(svg)


def draw_bar(value: int, most: int, mark: str) -> SafeString:
    """Return a bar to the right of the middle, to the left if `value` is negative.

    It stands beside its figure, and is hidden from screen readers.
    """
    middle = BAR_WIDTH // 2
    length = round(middle * min(abs(value), most) / max(most, 1), 1)
    size = {"width": str(BAR_WIDTH), "height": str(BAR_HEIGHT)}
    svg = Element("svg", {**size, "class": "chart-bar", "aria-hidden": "true"})
    side = {"x": str(middle if value >= 0 else middle - length), "width": str(length)}
    bar = {**side, "y": "1", "height": str(BAR_HEIGHT - 2), "class": f"chart-bar-length {mark}"}
    SubElement(svg, "rect", bar)
    add_line(svg, middle, 0, middle, BAR_HEIGHT, "chart-bar-middle")
    return markup_of(svg)


def round_up(most: int) -> int:
    """Return the smallest round figure from 100 on that lies above every line."""
    unit = 100
    while True:
        for step in STEPS:
            if step * unit >= most:
                return step * unit
        unit *= 10


@dataclass(frozen=True, slots=True)
class _Plot:
    """The place of the chart's values."""

    chart: Chart
    top: int
    bottom: int

    def x(self, column: int) -> float:
        """Return the distance of a column from the left."""
        return _x(column, self.chart)

    def y(self, value: int) -> float:
        """Return the distance of a value from the top."""
        height, least, most = self.bottom - self.top, self.chart.least, self.chart.most
        if self.chart.places:
            return round(self.top + 8 + (height - 16) * (value - 1) / (most - 1), 1)
        return round(self.bottom - height * (value - least) / (most - least), 1)


def _x(column: int, chart: Chart) -> float:
    return round(LEFT + (WIDTH - LEFT - chart.right) * column / max(chart.last, 1), 1)


def _frame(chart: Chart, plot: _Plot) -> Element:
    height = plot.bottom + 10 + SCALE_LINE * len(chart.scales)
    sides = {"left": LEFT, "right": WIDTH - chart.right, "top": plot.top, "bottom": plot.bottom}
    name = chart.name
    svg = Element(
        "svg",
        {
            "viewBox": f"0 0 {WIDTH} {height}",
            "class": "chart-drawing",
            "role": "img",
            "aria-labelledby": f"{name}-title {name}-description",
            **{f"data-{side}": str(at) for side, at in sides.items()},
        },
    )
    SubElement(svg, "title", {"id": f"{name}-title"}).text = chart.title
    SubElement(svg, "desc", {"id": f"{name}-description"}).text = chart.description
    return svg


def _grid(svg: Element, plot: _Plot) -> None:
    for value in _grid_values(plot.chart):
        y = plot.y(value)
        add_line(svg, LEFT, y, WIDTH - plot.chart.right, y, "chart-grid")
        _text(svg, LEFT - 8, y + 4, str(value), "chart-figure")
    for number, scale in enumerate(plot.chart.scales, start=1):
        y = plot.bottom + SCALE_LINE * number
        _text(svg, LEFT - 8, y, scale.name, "chart-figure chart-scale-name")
        for column, word in scale.words:
            first = " first" if plot.x(column) - LEFT < CHARACTER * len(word) / 2 else ""
            _text(svg, plot.x(column), y, word, f"chart-figure chart-scale{first}")


def _grid_values(chart: Chart) -> Sequence[int]:
    most = chart.most
    if not chart.places:
        return [chart.least + (most - chart.least) * quarter // 4 for quarter in range(5)]
    return range(1, most + 1, max(1, -(-most // 10)))


def _places_of_notes(chart: Chart) -> Iterator[tuple[Note, int, float, str]]:
    """Yield each note that fits, with its row (from 0), x and text anchor.

    Notes of lower rank number are placed first; notes without room are left out.
    """
    taken: list[list[tuple[float, float]]] = [[] for _ in range(NOTE_LINES)]
    for note in sorted(chart.notes, key=lambda note: (note.rank, note.column)):
        if not note.text:
            continue
        x, width = _x(note.column, chart), len(note.text) * CHARACTER
        anchor = "start" if x + width <= WIDTH else "end"
        begin = x if anchor == "start" else x - width
        for number, line in enumerate(taken):
            if begin >= 0 and all(begin > e + 8 or begin + width < b - 8 for b, e in line):
                line.append((begin, begin + width))
                yield note, number, x, anchor
                break


def _curve(svg: Element, line: Line, plot: _Plot) -> None:
    points = [
        (plot.x(column), plot.y(value))
        for column, value in enumerate(line.values)
        if value is not None
    ]
    if not points:
        return
    path = "M" + "L".join(f"{x} {y}" for x, y in _corners(points))
    SubElement(svg, "path", {"d": path, "class": f"chart-curve {line.mark}"})
    for x, y in points if plot.chart.places else ():
        dot = {"cx": str(x), "cy": str(y), "r": "4"}
        SubElement(svg, "circle", {**dot, "class": f"chart-dot {line.mark}"})


def _labels(svg: Element, plot: _Plot) -> None:
    """Draw each line's label beside its last point; those that would touch move apart."""
    ends = []
    for line in plot.chart.lines:
        known = [(column, value) for column, value in enumerate(line.values) if value is not None]
        if known:
            column, value = known[-1]
            ends.append((plot.y(value), plot.x(column), line))
    ends.sort(key=lambda end: end[:2])
    named = plot.chart.right > RIGHT
    heights = _apart([y for y, _x, _line in ends], plot.bottom, NAME if named else LABEL)
    for height, (y, x, line) in zip(heights, ends, strict=True):
        if named:
            add_line(svg, x + 6, y, x + 5 + JOINED, height - 5, "chart-link")
        _text(svg, x + 8 + named * JOINED, height, line.label, f"chart-seat {line.mark}")


def _apart(heights: Sequence[float], bottom: float, room: int) -> list[float]:
    """Move labels apart until none touches another.

    They move down from the one above, then up from the bottom.
    """
    found: list[float] = []
    for height in heights:
        found.append(max(height + 5, found[-1] + room if found else 0))
    lowest = bottom + 5
    for index in reversed(range(len(found))):
        found[index] = lowest = min(found[index], lowest)
        lowest -= room
    return found


def _corners(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points without those inside a level stretch."""
    kept = list(points[:1])
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if not before[1] == here[1] == after[1]:
            kept.append(here)
    return [*kept, *points[1:][-1:]]


def add_line(svg: Element, x1: float, y1: float, x2: float, y2: float, mark: str) -> Element:
    """Add a line from one point to another; `mark` is its class."""
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    attributes = {name: str(value) for name, value in ends.items()}
    return SubElement(svg, "line", {**attributes, "class": mark})


def _text(svg: Element, x: float, y: float, text: str, mark: str) -> None:
    SubElement(svg, "text", {"x": str(x), "y": str(y), "class": mark}).text = text


def markup_of(svg: Element) -> SafeString:
    """Return a drawing as markup for a page."""
    # The tree escapes every text it is given.
    return mark_safe(tostring(svg, encoding="unicode"))  # noqa: S308
