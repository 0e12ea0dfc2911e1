"""The charts of one game: each player's worth and cash over its moments."""

import datetime as dt
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from referee.board.chapter_wording import ShownChapter
from referee.language import headline_text
from referee.records.chapters import END, LEAD, RETENTION
from referee.records.frames import Frame, Frames
from referee.records.turns import BANKRUPTCY, MONOPOLY, TIME, turns_of
from tournament.common.charts import Chart, Line, Note, Scale, draw_lines

TURN_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200)
MOST_WORDS = 8
RANKS = {kind: rank for rank, kind in enumerate((TIME, RETENTION, BANKRUPTCY, MONOPOLY, LEAD, END))}
"""The notes that get a place on the chart first; other kinds are only lines."""
WORTH, CASH = "worth", "cash"


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A chart's figures after a turn.

    They are the turn's frame, its number and title, and each player's amount.
    """

    frame: int
    number: int | None
    title: str
    amounts: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class GameChart:
    """A chart as its page shows it.

    `rows` are its figures, empty where they are linked to.
    """

    name: str
    title: str
    about: str
    drawing: SafeString
    rows: Sequence[FigureRow]


def game_charts(
    frames: Frames, chapters: Sequence[ShownChapter], at: int, *, figures: bool
) -> list[GameChart]:
    """Return the charts of frame `at`: no worth where the frames have no estimates."""
    told = {
        WORTH: (
            gettext("Expected final cash"),
            gettext(
                "What each player would have ended with if time had been called at that moment."
            ),
        ),
        CASH: (gettext("Cash"), gettext("What each player had in hand.")),
    }
    kinds = [WORTH, CASH] if has_estimates(frames) else [CASH]
    scales = _scales(frames)
    return [
        _chart(frames, chapters, at, kind, *told[kind], scales=scales, figures=figures)
        for kind in kinds
    ]


def has_estimates(frames: Frames) -> bool:
    """Return whether the frames estimate each player's final cash."""
    return any("expected" in one for one in frames.frames[0].board["players"].values())


def turn_numbers(frames: Frames) -> tuple[list[int], list[int]]:
    """Return the first frames of the turns in force, in order, and the turns' numbers."""
    turns = [turn for turn in turns_of(frames.game.entries) if turn.number]
    starts = [frames.by_line[turn.first.line] for turn in turns]
    return starts, [turn.number for turn in turns if turn.number]


def turn_at(turns: tuple[list[int], list[int]], frame: int) -> int | None:
    """Return the number of the turn that a frame belongs to, None before the first."""
    starts, numbers = turns
    found = bisect_right(starts, frame)
    return numbers[found - 1] if found else None


def _chart(
    frames: Frames,
    chapters: Sequence[ShownChapter],
    at: int,
    kind: str,
    title: str,
    about: str,
    *,
    scales: Sequence[Scale],
    figures: bool,
) -> GameChart:
    chart = Chart(
        name=f"chart-{kind}",
        title=title,
        description=about,
        lines=_lines(frames, kind),
        scales=scales,
        notes=[_note(chapter, kind) for chapter in chapters],
        now=at,
    )
    rows = _rows(frames, kind) if figures else []
    return GameChart(kind, title, about, draw_lines(chart), rows)


def _lines(frames: Frames, kind: str) -> list[Line]:
    """Return the players' lines in order of play."""
    return [
        Line(
            str(told["seat"]),
            f"{told['role']} seat-{told['seat']}",
            [_amount(frame.board["players"][code], kind) for frame in frames.frames],
        )
        for code, told in frames.frames[0].board["players"].items()
    ]


def _amount(player: Mapping[str, int], kind: str) -> int | None:
    if kind == WORTH:
        return player.get("expected")
    return None if player["out"] else player["cash"]


def _note(chapter: ShownChapter, kind: str) -> Note:
    rank = None if (kind, chapter.kind) == (CASH, LEAD) else RANKS.get(chapter.kind)
    text = "" if rank is None else chapter.note
    return Note(chapter.frame, chapter.kind, text, rank or 0)


def _scales(frames: Frames) -> list[Scale]:
    """Return the scales of a chart: the turns and the clock.

    Turns stand below the plot. The clock shows hours and minutes since the first event.
    """
    starts, numbers = turn_numbers(frames)
    step = next(s for s in TURN_STEPS if len(numbers) <= s * MOST_WORDS or s == TURN_STEPS[-1])
    turns = [
        (frame, number)
        for frame, number in zip(starts, numbers, strict=True)
        if number % step == 0 or number == 1
    ]
    words = [(frame, str(number)) for frame, number in turns if number == 1 or number >= step]
    scales = [Scale(pgettext("chart", "Turn"), words)]
    times = _times(frames)
    if any(times):
        last = len(frames.frames) - 1
        columns = [frame for frame, _number in turns]
        far = [c for c in (last,) if not columns or c - columns[-1] > last / (2 * MOST_WORDS)]
        clock = [(c, _hours(times[c])) for c in (*columns, *far)]
        scales.append(Scale(pgettext("chart", "Clock"), clock))
    return scales


def _times(frames: Frames) -> list[dt.timedelta]:
    """Return for each frame the time since the first event.

    A frame without a time repeats that of the frame before it. The time is 0 where the record
    has none.
    """
    first: dt.datetime | None = None
    passed, times = dt.timedelta(), []
    for frame in frames.frames:
        at = frame.entry.at if frame.entry else None
        if at is not None:
            first = first or at
            passed = max(passed, at - first)
        times.append(passed)
    return times


def _hours(passed: dt.timedelta) -> str:
    minutes = int(passed.total_seconds()) // 60
    return f"{minutes // 60}:{minutes % 60:02}"


def _rows(frames: Frames, kind: str) -> list[FigureRow]:
    """Return a row of figures for each turn in force, as it stood at the turn's end."""
    rows = []
    for turn in turns_of(frames.game.entries):
        if turn.first.undone:
            continue
        frame = _last_frame(frames, turn.entries[-1].line)
        amounts = [_amount(one, kind) for one in frame.board["players"].values()]
        event = turn.first.event
        title = headline_text(event, frames.game.names, frames.game.state.edition)
        rows.append(FigureRow(frame.number, turn.number, title, amounts))
    return rows


def _last_frame(frames: Frames, line: int) -> Frame:
    """Return the last frame of an event, after its deeds of the circuit."""
    number = frames.by_line[line]
    while number + 1 < len(frames.frames):
        entry = frames.frames[number + 1].entry
        if entry is None or entry.line != line:
            break
        number += 1
    return frames.frames[number]
