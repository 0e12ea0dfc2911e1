"""The steps of a round for one reader: what leads on, what takes back, and what is missing."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from tournament.access import Action, may
from tournament.console.staff import StaffRequest
from tournament.events.selectors.events import EventDetail
from tournament.models import Round
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.selectors.cuts import needs_cut
from tournament.rounds.selectors.progress import corrected_since_closed
from tournament.rounds.states import (
    RoundProgress,
    State,
    Step,
    Undo,
    next_step,
    obstacles,
    state_of,
    undo_of,
)
from tournament.rounds.views.refusals import refusals_of
from tournament.rounds.wording import STATE_LABELS, STEP_LABELS, UNDO_LABELS

PUBLISHING = ("publish", "unpublish")
TIMING = ("start", "pause", "resume", "call_time", "take_back_start")
RESULTS = ("confirm", "unconfirm", "close", "reopen")
ADDRESSES = {
    **dict.fromkeys(PUBLISHING, ("round-publishing", Action.PUBLISH)),
    **dict.fromkeys(TIMING, ("round-timing", Action.MOVE_CLOCK)),
    **dict.fromkeys(RESULTS, ("round-results", Action.DECIDE_RESULTS)),
}


class StepButton(NamedTuple):
    """A step that the reader may take: its value, label and where its form goes."""

    step: str
    label: str
    url: str


class StateMark(NamedTuple):
    """One state on the way of a round: gone through, the present one, or still to come."""

    label: str
    done: bool
    present: bool


def round_context(
    request: StaffRequest,
    event: EventDetail,
    number: int,
    found: Round | None,
    progress: RoundProgress,
    leavers: Sequence[tuple[str, int]],
    checked_in: tuple[int, int] | None,
) -> dict[str, Any]:
    """Return what the steps of a round are shown with; it need not have been made (`found`).

    `leavers` are its `seated_leavers`, `checked_in` is its `count_present_before_draw`.
    """
    # A game that has begun is left at the table, by its rules.
    leavers = [each for each in leavers if each[1] not in progress.tables_with_log]
    return {
        "number": number,
        "round": found,
        "state": STATE_LABELS[state_of(progress)],
        "states": _states(progress),
        "following": number + 1,
        "checked_in": checked_in if may(request.user, Action.SEE_PLAYERS, event) else None,
        **_steps(request, event, number, progress),
        **(_of_round(request, found, progress) if found else {}),
        "redraw": bool(leavers) and not progress.published,
        "leavers": leavers if progress.published and not progress.closed else (),
    }


def _states(progress: RoundProgress) -> list[StateMark]:
    present = list(State).index(state_of(progress))
    # “Not drawn” is a state, and nothing that is done.
    shown = [(n, state) for n, state in enumerate(State) if n or present == 0]
    return [StateMark(str(STATE_LABELS[state]), n < present, n == present) for n, state in shown]


def _steps(
    request: StaffRequest, event: EventDetail, number: int, progress: RoundProgress
) -> dict[str, Any]:
    """Return the steps: the one that leads on, the one that takes back, the others."""
    if event.closed_at is not None:
        # Every step would be refused: the event is reopened first.
        return {"next": None, "ahead": None, "others": [], "undo": None}
    ahead: Step | Undo | None = next_step(progress, needs_cut=needs_cut(event, number))
    if progress.clock == "paused" and ahead == "call_time" and progress.remaining > 0:
        ahead = "resume"
    back = undo_of(progress)
    others: list[Step | Undo | str] = []
    if not progress.closed and progress.published:
        others = {"waiting": ["start"], "running": ["pause", "call_time"],
                  "paused": ["resume", "call_time"], "ended": []}[progress.clock]  # fmt: skip
    undoes = back is not None and not obstacles(back, progress)
    named = [step for step in others if step != ahead]
    return {
        "next": _button(request, event, number, ahead) if ahead else None,
        "stands_out": _stands_out(ahead, progress),
        "ahead": ahead,
        "others": [button for step in named if (button := _button(request, event, number, step))],
        "undo": _button(request, event, number, back) if back and undoes else None,
    }


def _stands_out(ahead: Step | Undo | None, progress: RoundProgress) -> bool:
    """Return whether the step is to be pressed: not while time is left, or something is missing."""
    if ahead == "call_time":
        return progress.remaining <= 0
    return ahead not in ("confirm", "close") or not obstacles(ahead, progress)


def _button(request: StaffRequest, event: EventDetail, number: int, step: str) -> StepButton | None:
    """Return the button of a step.

    None for who may not take the step, and for the draw, which has a page of its own.
    """
    labels: dict[str, Any] = {
        **dict(STEP_LABELS.items()),
        **dict(UNDO_LABELS.items()),
        "pause": gettext("Pause the clock"),
    }
    if step not in ADDRESSES:
        return None
    name, action = ADDRESSES[step]
    if not may(request.user, action, event):
        return None
    url = reverse(f"tournament:{name}", args=[event.slug, number])
    return StepButton(step, str(labels[step]), url)


def _of_round(request: HttpRequest, found: Round, progress: RoundProgress) -> dict[str, Any]:
    state = state_of(progress)
    missing_for: Step = "close" if state in (State.RESULTS_IN, State.CONFIRMED) else "confirm"
    waits = state not in (State.DRAFT, State.DRAWN, State.CLOSED)
    open_now = [
        obstacle
        for obstacle in (obstacles(missing_for, progress) if waits else ())
        if obstacle.code != "not_confirmed"
    ]
    return {
        "seen": seen_of(found),
        "missing": refusals_of(request, found, open_now),
        "missing_for": missing_for,
        "corrected": corrected_since_closed(found),
        "tables": found.tables.count(),
        "public": progress.published,
    }
