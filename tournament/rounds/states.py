"""The states of a round, the step after each, and the obstacles to it. Pure.

Publishing, confirming and closing a round are decisions and stored; the rest follows from
its seats, its clock and its tables. A step that is not possible yet is refused with
obstacles: codes with the numbers of their tables, which the pages turn into sentences and
links.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple

from tournament.common import hall_clock


class State(StrEnum):
    """The states of a round, in order."""

    DRAFT = "draft"
    DRAWN = "drawn"
    PUBLISHED = "published"
    RUNNING = "running"
    TIME = "time"
    RESULTS_IN = "results_in"
    CONFIRMED = "confirmed"
    CLOSED = "closed"


BeforeDraw = Literal["enter_players", "check_in", "record_cut"]
Step = BeforeDraw | Literal["draw", "redraw", "publish", "start", "call_time", "confirm", "close"]
RedrawReason = Literal["leavers", "absent", "unseated", "reseated"]
"""Why a draw is made again before it is published.

It seats players who dropped out or will not play, lacks others, or seats of earlier rounds were
changed since.
"""
EndStep = Literal["prize_giving", "close_event"]
"""The step that comes once all rounds are closed."""
Undo = Literal["unpublish", "take_back_start", "resume", "unconfirm", "reopen"]

NEXT_STEP: Mapping[State, Step] = {
    State.DRAFT: "draw",
    State.DRAWN: "publish",
    State.PUBLISHED: "start",
    State.RUNNING: "call_time",
    State.TIME: "confirm",
    State.RESULTS_IN: "confirm",
    State.CONFIRMED: "close",
}
TABLE_OBSTACLES = (
    "differing",
    "not_started",
    "typed",
    "corrected",
    "playing",
    "unconfirmed",
    "disputed",
    "several_results",
    "set_aside",
    "called",
)
"""Obstacles at a table, in their order on the pages.

Its result from paper was typed twice differently, the game was not begun, its result from paper
waits to be confirmed, as a correction or not, it is being played, is over without everybody's word,
or is disputed; there are several results, events set aside, or an open call.
"""
MAX_SECONDS_TAKEN_BACK = 600
"""A clock that has run longer than this was not started by mistake."""
HOLDS_BACK_CONFIRMING = (
    "differing",
    "not_started",
    "typed",
    "corrected",
    "playing",
    "unconfirmed",
    "disputed",
    "several_results",
)
OF_CORRECTIONS = ("corrected", "differing")
"""Obstacles that a correction brings to a confirmed round, whose tables all have results."""


class Obstacle(NamedTuple):
    """A reason why a step is not possible: a code, and its tables.

    Without tables, it is about the round itself.
    """

    code: str
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """The facts that decide the state of a round.

    `remaining` and `elapsed` are seconds of the clock: left for the table that has most, and gone
    by in the hall. `open_tables` has the numbers of tables by what is missing there
    (`TABLE_OBSTACLES`); `tables_paused` are those whose own clock is stopped. `seats_leavers` says
    that players who dropped out have seats.
    """

    seated: bool = False
    seats_leavers: bool = False
    published: bool = False
    clock: hall_clock.State = "waiting"
    remaining: int = 0
    elapsed: int = 0
    open_tables: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    tables_with_result: tuple[int, ...] = ()
    tables_with_log: tuple[int, ...] = ()
    tables_paused: tuple[int, ...] = ()
    confirmed: bool = False
    closed: bool = False


def state_of(progress: RoundProgress) -> State:
    """Return the state of the round."""
    if progress.closed:
        return State.CLOSED
    if not progress.published:
        return State.DRAWN if progress.seated else State.DRAFT
    held_back = _table_obstacles(progress, HOLDS_BACK_CONFIRMING)
    if progress.confirmed and all(each.code in OF_CORRECTIONS for each in held_back):
        return State.CONFIRMED
    if not held_back:
        return State.RESULTS_IN
    if progress.clock == "waiting":
        return State.PUBLISHED
    over = progress.clock == "ended" or progress.remaining <= 0
    return State.TIME if over else State.RUNNING


def next_step(
    progress: RoundProgress,
    *,
    before_draw: BeforeDraw | None = None,
    redraw: RedrawReason | None = None,
) -> Step | None:
    """Return the one step that comes next, None once the round is closed.

    A draw that seats players who dropped out is made again before it is published, and one with
    another reason (`redraw`). A clock whose time is up is ended first, so that the hall is told.
    `before_draw` is what has to be done before the round can be drawn.
    """
    state = state_of(progress)
    if state is State.DRAFT and before_draw:
        return before_draw
    if state is State.DRAWN and (progress.seats_leavers or redraw):
        return "redraw"
    if state is State.TIME and progress.clock != "ended":
        return "call_time"
    return NEXT_STEP.get(state)


def end_step(*, prizes_given: bool) -> EndStep:
    """Return the step that comes once all rounds are closed.

    Prizes are given before the event is over.
    """
    return "close_event" if prizes_given else "prize_giving"


def undo_of(progress: RoundProgress) -> Undo | None:
    """Return the step that undoes the last one, or None if it cannot be undone.

    While a correction waits, the confirmation stays: the correction is decided first.
    """
    if progress.closed:
        return "reopen"
    if progress.confirmed:
        return None if _table_obstacles(progress, OF_CORRECTIONS) else "unconfirm"
    if progress.clock == "ended":
        return "resume"
    if progress.clock != "waiting":
        return "take_back_start"
    return "unpublish" if progress.published else None


def obstacles(step: Step | Undo, progress: RoundProgress) -> tuple[Obstacle, ...]:
    """Return the obstacles to a step, or to undoing one.

    They are things that the step lacks, or things that depend on the step that it undoes. Empty
    if the step is possible.
    """
    return _OBSTACLES[step](progress)


def _table_obstacles(progress: RoundProgress, codes: tuple[str, ...]) -> tuple[Obstacle, ...]:
    found = ((code, progress.open_tables.get(code, ())) for code in codes)
    return tuple(Obstacle(code, tables) for code, tables in found if tables)


def _obstacles_where(*conditions: tuple[bool, Obstacle]) -> tuple[Obstacle, ...]:
    return tuple(obstacle for holds, obstacle in conditions if holds)


def _for_drawing(progress: RoundProgress) -> tuple[Obstacle, ...]:
    return _obstacles_where((progress.published, Obstacle("published")))


def _for_publishing(progress: RoundProgress) -> tuple[Obstacle, ...]:
    return _obstacles_where((not progress.seated, Obstacle("no_seats")))


def _for_starting(progress: RoundProgress) -> tuple[Obstacle, ...]:
    return _obstacles_where(
        (not progress.published, Obstacle("unpublished")), (progress.closed, Obstacle("closed"))
    )


def _for_calling_time(progress: RoundProgress) -> tuple[Obstacle, ...]:
    return _obstacles_where((progress.clock in ("waiting", "ended"), Obstacle("clock_stands")))


def _for_confirming(progress: RoundProgress) -> tuple[Obstacle, ...]:
    unpublished = _obstacles_where((not progress.published, Obstacle("unpublished")))
    return unpublished or _table_obstacles(progress, HOLDS_BACK_CONFIRMING)


def _for_closing(progress: RoundProgress) -> tuple[Obstacle, ...]:
    unconfirmed = _obstacles_where((not progress.confirmed, Obstacle("not_confirmed")))
    return (*unconfirmed, *_table_obstacles(progress, TABLE_OBSTACLES))


def _for_unpublishing(progress: RoundProgress) -> tuple[Obstacle, ...]:
    with_result, with_log = progress.tables_with_result, progress.tables_with_log
    return _obstacles_where(
        (progress.clock != "waiting", Obstacle("clock_started")),
        (bool(with_result), Obstacle("has_result", with_result)),
        (bool(with_log) and not with_result, Obstacle("has_log", with_log)),
    )


def _for_taking_back_the_start(progress: RoundProgress) -> tuple[Obstacle, ...]:
    with_result, paused = progress.tables_with_result, progress.tables_paused
    return _obstacles_where(
        (progress.clock == "waiting", Obstacle("not_started_clock")),
        (bool(with_result), Obstacle("has_result", with_result)),
        (bool(paused), Obstacle("has_paused", paused)),
        (progress.elapsed > MAX_SECONDS_TAKEN_BACK, Obstacle("ran_too_long")),
    )


def _for_resuming(progress: RoundProgress) -> tuple[Obstacle, ...]:
    return _obstacles_where(
        (progress.closed, Obstacle("closed")),
        (progress.clock not in ("paused", "ended"), Obstacle("clock_runs")),
    )


def _for_unconfirming(progress: RoundProgress) -> tuple[Obstacle, ...]:
    return _obstacles_where((progress.closed, Obstacle("closed")))


def _for_reopening(_progress: RoundProgress) -> tuple[Obstacle, ...]:
    return ()


_OBSTACLES = {
    "draw": _for_drawing,
    "redraw": _for_drawing,
    "publish": _for_publishing,
    "start": _for_starting,
    "call_time": _for_calling_time,
    "confirm": _for_confirming,
    "close": _for_closing,
    "unpublish": _for_unpublishing,
    "take_back_start": _for_taking_back_the_start,
    "resume": _for_resuming,
    "unconfirm": _for_unconfirming,
    "reopen": _for_reopening,
}
