"""The picture of an event that other sites show beside a link to it: its name and who leads.

Drawn with the pages' own serif. A text in letters that it lacks is for whoever has the picture made
to replace (`can_write`): boxes would say less than a number.
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
"""More of a text is not even measured: it does not fit."""
MAX_PICTURES = 24
WAIT_SECONDS = 5.0
PAPER, INK, QUIET, ACCENT, RULE = "#f6f7f4", "#1a1f1c", "#4c554f", "#9c1f33", "#d9ddd4"
_FONTS = Path(__file__).parents[1] / "static" / "tournament" / "fonts"
_SUBSETS = ("latin", "latin-ext", "cyrillic")
_NO_LETTER = "\uffff"
_TITLE, _LINE, _SMALL = 64, 46, 32
_PLACE_WIDTH = 76


@dataclass(frozen=True, slots=True)
class Leader:
    """A row of the standings, as it is written."""

    place: str
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The picture's texts; `note` stands in if there are no leaders to name."""

    name: str
    days: str
    heading: str
    leaders: tuple[Leader, ...]
    note: str


_pictures: LRUCache[Preview, bytes] = LRUCache(MAX_PICTURES)
_drawing = Lock()


def picture_of(preview: Preview) -> bytes | None:
    """Return the picture as PNG, drawn once for what it says (20 ms, then 0).

    A process draws one at a time, so that it never takes more than one thread from the tablets.
    None where others are drawn for so long that this one has to be asked for again.
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
    """Return whether the fonts have all letters of a text."""
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
    name = _truncate_text(leader.name, _LINE, right - MARGIN - _PLACE_WIDTH - 40)
    _write(draw, (MARGIN, baseline), leader.place, _LINE, ACCENT)
    _write(draw, (MARGIN + _PLACE_WIDTH, baseline), name, _LINE, INK)
    _write(draw, (right, baseline), leader.points, _LINE, INK)


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[float, int], text: str, size: int, fill: str
) -> None:
    """Write a text on its baseline, each letter in the font that has it."""
    left, baseline = at
    for subset, run in _runs(text):
        font = _font(subset, size)
        draw.text((left, baseline), run, font=font, fill=fill, anchor="ls")
        left += font.getlength(run)


def _length(text: str, size: int) -> float:
    return sum(_font(subset, size).getlength(run) for subset, run in _runs(text))


def _runs(text: str) -> list[tuple[str, str]]:
    """Return the text's parts, each with the font that it is written in."""
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
    path = _FONTS / f"source-serif-4-{subset}-600-normal.woff2"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _subset(letter: str) -> str:
    """Return the font that has a letter, "" where none has."""
    return next((subset for subset in _SUBSETS if _has_letter(subset, letter)), "")


def _has_letter(subset: str, letter: str) -> bool:
    font = _font(subset, _SMALL)
    return bytes(font.getmask(letter)) != bytes(font.getmask(_NO_LETTER))
