"""The steps of a round for one reader.

There is the step that leads on and the one that takes back. What is missing is shown, too.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from tournament.access import Action, may
from tournament.common import finals
from tournament.console.staff import StaffRequest
from tournament.console.ways_back import now_address
from tournament.draws.outdated import SeatChanges, named_unseated
from tournament.events.selectors.current_round import made_rounds, next_number
from tournament.events.selectors.events import EventDetail
from tournament.models import Round
from tournament.rounds.next_steps import PAGES, may_take, waits_for_text
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.selectors.prizes_given import are_prizes_given
from tournament.rounds.selectors.progress import corrected_since_closed
from tournament.rounds.states import (
    BeforeDraw,
    EndStep,
    RoundProgress,
    State,
    Step,
    Undo,
    end_step,
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


_RESULTS_TO_COME = (State.DRAWN, State.PUBLISHED, State.RUNNING, State.TIME)
SHOWN = ("next", "link", "waits_for", "others", "undo")
"""The parts of the steps that are shown."""


class StepButton(NamedTuple):
    """A step that the reader may take: its value, label and where its form goes."""

    step: str
    label: str
    url: str


class StepLink(NamedTuple):
    """A page that the reader opens to take the next step."""

    label: str
    url: str


class StateMark(NamedTuple):
    """One state on the way of a round.

    It is gone through (`done`), the present one (`present`), or still to come.
    """

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
    before_draw: BeforeDraw | None,
    changes: SeatChanges,
) -> dict[str, Any]:
    """Return the context in which the steps of a round are shown.

    The round need not have been made (`found`).

    `leavers` are its `seated_leavers`, `checked_in` is its `count_present_before_draw`,
    `before_draw` its `undrawn_step`, `changes` its `changes_since_draw`.
    """
    ahead = next_number(made_rounds(event.pk), event.number_of_rounds) if progress.closed else 0
    due = _due(event, progress, before_draw, changes, ahead)
    steps = _steps(request, event, number, progress, due, ahead)
    sees_players = may(request.user, Action.SEE_PLAYERS, event)
    is_to_draw = steps["ahead"] in ("enter_players", "draw")
    shows_check_in = bool(is_to_draw and sees_players and checked_in and checked_in[1])
    # A game that has begun is left at the table, by its rules.
    leavers = [each for each in leavers if each[1] not in progress.tables_with_log]
    return {
        "number": number,
        "round": found,
        "state": STATE_LABELS[state_of(progress)],
        "states": _states(progress),
        "checked_in": checked_in,
        "shows_check_in": shows_check_in,
        "shows_steps": shows_check_in or any(map(steps.get, SHOWN)) or event.closed_at is not None,
        **steps,
        **(_of_round(request, found, progress) if found else {}),
        "redraws": {number: changes.reason},
        **(_of_redraw(progress, changes) if steps["ahead"] == "redraw" else {}),
        "leavers": leavers if progress.published and not progress.closed else (),
        "freezes_in_time": number == event.number_of_rounds
        and state_of(progress) in _RESULTS_TO_COME,
    }


def _states(progress: RoundProgress) -> list[StateMark]:
    present = list(State).index(state_of(progress))
    # “Not drawn” is a state, and nothing that is done.
    shown = [(n, state) for n, state in enumerate(State) if n or present == 0]
    return [StateMark(str(STATE_LABELS[state]), n < present, n == present) for n, state in shown]


def _steps(
    request: StaffRequest,
    event: EventDetail,
    number: int,
    progress: RoundProgress,
    due: Step | EndStep | None,
    round_ahead: int,
) -> dict[str, Any]:
    """Return the steps: the one that leads on, the one that takes back, the others."""
    if event.closed_at is not None:
        # Every step would be refused: the event is reopened first.
        return {"next": None, "ahead": None, "others": [], "undo": None}
    resumes = progress.clock == "paused" and due == "call_time" and progress.remaining > 0
    ahead: Step | EndStep | Undo | None = "resume" if resumes else due
    back = undo_of(progress)
    undoes = back is not None and not obstacles(back, progress)
    named = [step for step in _clock_steps(progress) if step != ahead]
    button = _button(request, event, number, ahead) if ahead else None
    link = _link(request, event, number, due, round_ahead)
    stands_out = _stands_out(ahead, progress)
    return {
        "next": button,
        "link": link,
        "publish_anyway": _button(request, event, number, "publish") if due == "redraw" else None,
        "waits_for": waits_for_text(request.user, due, event) if due and stands_out else "",
        "stands_out": stands_out,
        "is_held_back": ahead in ("confirm", "close") and not stands_out,
        "is_own_step": link is not None or (button is not None and stands_out),
        "ahead": ahead,
        "others": [button for step in named if (button := _button(request, event, number, step))],
        "undo": _button(request, event, number, back) if back and undoes else None,
    }


def _clock_steps(progress: RoundProgress) -> list[str]:
    """Return all steps of the hall's clock that are possible now."""
    if progress.closed or progress.confirmed or not progress.published:
        return []
    steps = {"waiting": ["start"], "running": ["pause", "call_time"],
             "paused": ["resume", "call_time"], "ended": []}  # fmt: skip
    return steps[progress.clock]


def _of_redraw(progress: RoundProgress, changes: SeatChanges) -> dict[str, Any]:
    """Return the context that says why the round is to be drawn again."""
    leavers = [gettext("Players who dropped out still sit in this round.")]
    texts = [*(leavers if progress.seats_leavers else ()), *changes.texts]
    return {"redraw": texts, "unseated": named_unseated(changes.unseated)}


def _due(
    event: EventDetail,
    progress: RoundProgress,
    before_draw: BeforeDraw | None,
    changes: SeatChanges,
    round_ahead: int,
) -> Step | EndStep | None:
    """Return the step that is due, the event's once all rounds are closed.

    None before another round (`round_ahead`).
    """
    due = next_step(progress, before_draw=before_draw, redraw=changes.reason)
    if due is None and not round_ahead:
        return end_step(prizes_given=are_prizes_given(event))
    return due


def _link(
    request: StaffRequest,
    event: EventDetail,
    number: int,
    due: Step | EndStep | None,
    round_ahead: int,
) -> StepLink | None:
    """Return the link to the page of the step that is due.

    None if the step has no page of its own, or if the person may not take it. After a round
    that is closed, the link leads to the one to work on next (`round_ahead`).
    """
    if due is None:
        text = gettext("Round %(number)s") % {"number": finals.number_text(event, round_ahead)}
        return StepLink(text, now_address(event.slug, round_ahead))
    if not may_take(request.user, due, event):
        return None
    if due in ("draw", "redraw"):
        url = reverse("tournament:organise-draw", args=[event.slug, number])
    elif due in PAGES:
        url = reverse(PAGES[due], args=[event.slug])
    else:
        return None
    return StepLink(str(STEP_LABELS[due]), url)


def _stands_out(ahead: Step | EndStep | Undo | None, progress: RoundProgress) -> bool:
    """Return whether the step is to be pressed now.

    It is not to be pressed while time is left or something is missing.
    """
    if ahead == "call_time":
        return progress.remaining <= 0
    if ahead == "confirm" or ahead == "close":
        return not obstacles(ahead, progress)
    return True


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
