"""The right and the page of each next step.

They are one answer for every page that names the step.
"""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.access import Action, EventLike, Person, may
from tournament.console.ways_back import now_address
from tournament.rounds.states import EndStep, Step
from tournament.rounds.wording import STEP_LABELS

RIGHTS: Mapping[Step | EndStep, Action] = {
    "enter_players": Action.EDIT_PLAYERS,
    "check_in": Action.EDIT_PLAYERS,
    "record_cut": Action.DRAW,
    "draw": Action.DRAW,
    "redraw": Action.DRAW,
    "publish": Action.PUBLISH,
    "start": Action.MOVE_CLOCK,
    "call_time": Action.MOVE_CLOCK,
    "confirm": Action.DECIDE_RESULTS,
    "close": Action.DECIDE_RESULTS,
    "prize_giving": Action.PUBLISH,
    "close_event": Action.PUBLISH,
}
PAGES: Mapping[Step | EndStep, str] = {
    "enter_players": "tournament:organise-players",
    "check_in": "tournament:check-in",
    "record_cut": "tournament:finals",
    "prize_giving": "tournament:reveal",
    "close_event": "tournament:closing",
}
"""The page of a step of the whole event; the steps of a round stand on the page Now."""
_OF_CHIEFS = (Action.MOVE_CLOCK, Action.DECIDE_RESULTS)
_FOR_CHIEF: Any = _("Waiting for the chief referee: %(step)s.")
_FOR_ORGANISER: Any = _("Waiting for an organiser: %(step)s.")


def may_take(person: Person, step: Step | EndStep, event: EventLike) -> bool:
    """Return whether the person may take the step."""
    return may(person, RIGHTS[step], event)


def waits_for_text(person: Person, step: Step | EndStep, event: EventLike) -> str:
    """Return for whom a step waits that the person may not take; "" for one they may."""
    if may_take(person, step, event):
        return ""
    text = _FOR_CHIEF if RIGHTS[step] in _OF_CHIEFS else _FOR_ORGANISER
    return str(text % {"step": STEP_LABELS[step]})


def step_address(person: Person, step: Step | None, event: EventLike, number: int) -> str:
    """Return where the round's step is taken, or its page Now for who may not take it."""
    if step is not None and step in PAGES and may_take(person, step, event):
        return reverse(PAGES[step], args=[event.slug])
    return now_address(event.slug, number)
