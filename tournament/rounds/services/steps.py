"""The decisions about a round.

They are confirming and closing it, and every step of its page. A step is refused if it was
chosen when the round was in another state.
"""

import datetime as dt
from collections.abc import Callable, Mapping

from django.db import transaction
from django.utils import timezone

from tournament import audit
from tournament.audit import Actor
from tournament.common import hall_clock
from tournament.events.idle import refuse_closed_event
from tournament.models import Round
from tournament.rounds.selectors.clock import clock_of_round
from tournament.rounds.services.clock import step_clock, take_back_start
from tournament.rounds.services.guards import refuse_changed, refuse_obstacles
from tournament.rounds.services.rounds import (
    clear_seats,
    lock_round,
    publish_round,
    unpublish_round,
)
from tournament.rounds.states import Step, Undo


@transaction.atomic
def confirm_round(*, round_: Round, by: Actor) -> Round:
    """Confirm the results of all tables, which ends the clock.

    Nothing happens the second time. Raise ValidationError naming the tables that have no
    result, or several.
    """
    return _decide("confirm", "confirmed", round_, by)


@transaction.atomic
def close_round(*, round_: Round, by: Actor) -> Round:
    """Close a confirmed round: only the chief referee's corrections still change it.

    Raise ValidationError naming what still waits for somebody.
    """
    return _decide("close", "closed", round_, by)


@transaction.atomic
def take_back_confirmation(*, round_: Round, by: Actor) -> Round:
    """Take back the confirmation of the results.

    Raise ValidationError if the round is closed.
    """
    event, round_ = lock_round(round_)
    refuse_obstacles("unconfirm", round_)
    changes = {"confirmed_at": None, "confirmed_by": ""}
    return audit.update(round_, changes, by=by, event=event, action="unconfirm")


@transaction.atomic
def reopen_round(*, round_: Round, by: Actor) -> Round:
    """Open a closed round again; its results stay confirmed while every table has one.

    Raise ValidationError if the event is closed.
    """
    event, round_ = lock_round(round_)
    refuse_closed_event(event)
    changes = {"closed_at": None, "closed_by": ""}
    return audit.update(round_, changes, by=by, event=event, action="reopen")


@transaction.atomic
def take_step(*, round_: Round, step: str, seen: str, by: Actor, reason: str = "") -> None:
    """Take a step of the round's page, or take one back.

    `seen` is the round's state when its button was shown (`selectors.changes.seen_of`); the clock's
    ledger keeps the `reason` of a step.

    Raise ValidationError, changing nothing: with the code `changed` if somebody else acted on the
    round meanwhile, saying who, what and when; else with the step's obstacles.
    """
    _event, round_ = lock_round(round_)
    refuse_changed(round_, seen)
    if step in GUARDED:
        refuse_obstacles(GUARDED[step], round_)
    if step in CLOCK_STEPS:
        step_clock(round_=round_, step=CLOCK_STEPS[step], by=by, reason=reason)
    else:
        STEPS[step](round_, by)


def _decide(step: str, name: str, round_: Round, by: Actor) -> Round:
    event, round_ = lock_round(round_)
    if getattr(round_, f"{name}_at") is not None:
        return round_
    refuse_obstacles(step, round_)  # type: ignore[arg-type]
    if hall_clock.can_step(clock_of_round(round_).clock.state, "end"):
        step_clock(round_=round_, step="end", by=by)
    now: dt.datetime = timezone.now()
    changes = {f"{name}_at": now, f"{name}_by": audit.name_of(by)}
    return audit.update(round_, changes, by=by, event=event, action=step)


# The other services ask for their own obstacles.
GUARDED: Mapping[str, Step | Undo] = {
    "call_time": "call_time",
    "resume": "resume",
    "unpublish": "unpublish",
}
CLOCK_STEPS: Mapping[str, hall_clock.Step] = {
    "start": "start",
    "pause": "pause",
    "resume": "resume",
    "call_time": "end",
}
STEPS: Mapping[str, Callable[[Round, Actor], object]] = {
    "publish": lambda round_, by: publish_round(round=round_, by=by),
    "unpublish": lambda round_, by: unpublish_round(round=round_, by=by),
    "clear": lambda round_, by: clear_seats(round=round_, by=by),
    "take_back_start": lambda round_, by: take_back_start(round_=round_, by=by),
    "confirm": lambda round_, by: confirm_round(round_=round_, by=by),
    "unconfirm": lambda round_, by: take_back_confirmation(round_=round_, by=by),
    "close": lambda round_, by: close_round(round_=round_, by=by),
    "reopen": lambda round_, by: reopen_round(round_=round_, by=by),
}
