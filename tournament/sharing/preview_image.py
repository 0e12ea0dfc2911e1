"""The preview picture of an event, which other sites show beside a link.

It has the event's name and leaders. It is drawn with the pages' own serif font. The caller
must replace texts with letters that the font lacks (`can_write`), because boxes would say
less than a number.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from threading import Lock

from cachetools import LRUCache
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
MARGIN = 72
MAX_LETTERS = 90
"""Only so many letters of a text are measured: more never fit."""
MAX_NAMES = 8
"""Of one place only so many names are measured."""
MAX_PICTURES = 24
WAIT_SECONDS = 5.0
PAPER, INK, QUIET, ACCENT, RULE = "#f6f7f4", "#1a1f1c", "#4c554f", "#9c1f33", "#d9ddd4"
_FONTS = Path(__file__).parents[1] / "static" / "tournament" / "fonts"
_SUBSETS = ("latin", "latin-ext", "cyrillic")
_NO_LETTER = "\uffff"
_TITLE, _LINE, _CLOSE, _SMALL = 64, 46, 38, 32
"""Sizes of letters; a long name is written in `_CLOSE`."""
_PLACE_WIDTH = 76


@dataclass(frozen=True, slots=True)
class Leader:
    """A place of the standings with all who share it, as texts to draw."""

    place: str
    names: tuple[str, ...]
    points: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The picture's texts; `note` is shown if there are no leaders."""

    name: str
    days: str
    heading: str
    leaders: tuple[Leader, ...]
    note: str


_pictures: LRUCache[Preview, bytes] = LRUCache(MAX_PICTURES)
_drawing = Lock()


def picture_of(preview: Preview) -> bytes | None:
    """Return the picture as PNG, drawn once and cached by its content (20 ms, then 0).

    A process draws one at a time, so that drawing takes at most one thread from the tablets. None
    if others take so long that the request must be repeated.
    """
    if not _drawing.acquire(timeout=WAIT_SECONDS):
        return None
    try:
        found = _pictures.get(preview)
        if found is None:
            found = _pictures[preview] = _draw(preview)
        return found
    finally:
        _drawing.release()


def can_write(text: str) -> bool:
    """Return whether the fonts have every letter of a text."""
    return all(_subset(letter) for letter in set(text[:MAX_LETTERS]))


def _draw(preview: Preview) -> bytes:
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 20, HEIGHT), fill=ACCENT)
    bottom = 60
    for line in _wrap_text(preview.name, _TITLE, WIDTH - 2 * MARGIN, most=2):
        bottom += 74
        _write(draw, (MARGIN, bottom), line, _TITLE, INK)
    _write(draw, (MARGIN, bottom + 50), preview.days, _SMALL, QUIET)
    draw.line((MARGIN, bottom + 82, WIDTH - MARGIN, bottom + 82), fill=RULE, width=3)
    _write(draw, (MARGIN, bottom + 134), preview.heading, _SMALL, ACCENT)
    for row, leader in enumerate(preview.leaders):
        _write_leader(draw, bottom + 200 + row * 68, leader)
    if not preview.leaders:
        _write(draw, (MARGIN, bottom + 204), preview.note, _LINE, INK)
    brand = WIDTH - MARGIN - _length("Treasurer", _SMALL)
    _write(draw, (brand, bottom + 134), "Treasurer", _SMALL, QUIET)
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _write_leader(draw: ImageDraw.ImageDraw, baseline: int, leader: Leader) -> None:
    right = WIDTH - MARGIN - _length(leader.points, _LINE)
    names, size = _fit_names(leader.names, right - MARGIN - _PLACE_WIDTH - 40)
    _write(draw, (MARGIN, baseline), leader.place, _LINE, ACCENT)
    _write(draw, (MARGIN + _PLACE_WIDTH, baseline), names, size, INK)
    _write(draw, (right, baseline), leader.points, _LINE, INK)


def _fit_names(names: tuple[str, ...], width: float) -> tuple[str, int]:
    """Return the names as one text, and the size in which it fits into `width`.

    Names that have no room are counted: `Ann, Ben +2`.
    """
    for count in range(min(len(names), MAX_NAMES), 0, -1):
        text = ", ".join(names[:count]) + _more(len(names) - count)
        for size in (_LINE, _CLOSE):
            if len(text) <= MAX_LETTERS and _length(text, size) <= width:
                return text, size
    more = _more(len(names) - 1)
    return _truncate_text(names[0], _CLOSE, width - _length(more, _CLOSE)) + more, _CLOSE


def _more(count: int) -> str:
    return f" +{count}" if count else ""


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[float, int], text: str, size: int, fill: str
) -> None:
    """Write a text on its baseline, each letter in a font that has it."""
    left, baseline = at
    for subset, run in _runs(text):
        font = _font(subset, size)
        draw.text((left, baseline), run, font=font, fill=fill, anchor="ls")
        left += font.getlength(run)


def _length(text: str, size: int) -> float:
    return sum(_font(subset, size).getlength(run) for subset, run in _runs(text))


def _runs(text: str) -> list[tuple[str, str]]:
    """Return the parts of the text, each with its font."""
    parts = groupby(text[:MAX_LETTERS], key=_subset)
    return [(subset or _SUBSETS[0], "".join(letters)) for subset, letters in parts]


def _wrap_text(text: str, size: int, width: float, most: int) -> list[str]:
    """Break the text into at most `most` lines, the last one truncated."""
    lines: list[str] = []
    words = text[:MAX_LETTERS].split()
    while words and len(lines) < most - 1:
        count = len(words)
        while count > 1 and _length(" ".join(words[:count]), size) > width:
            count -= 1
        lines.append(_truncate_text(" ".join(words[:count]), size, width))
        words = words[count:]
    return [*lines, _truncate_text(" ".join(words), size, width)] if words else lines


def _truncate_text(text: str, size: int, width: float) -> str:
    """Return the text, truncated with an ellipsis if it is wider than `width`."""
    text = text[:MAX_LETTERS]
    if _length(text, size) <= width:
        return text
    while text and _length(text + "…", size) > width:
        text = text[:-1].rstrip()
    return text + "…"


@cache
def _font(subset: str, size: int) -> ImageFont.FreeTypeFont:
    path = _FONTS / f"page-serif-{subset}.woff2"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _subset(letter: str) -> str:
    """Return the font that has a letter, or "" if none does."""
    return next((subset for subset in _SUBSETS if _has_letter(subset, letter)), "")


def _has_letter(subset: str, letter: str) -> bool:
    font = _font(subset, _SMALL)
    return bytes(font.getmask(letter)) != bytes(font.getmask(_NO_LETTER))
