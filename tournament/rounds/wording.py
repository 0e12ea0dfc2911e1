"""The states and steps of a round in words, and the sentences of what is missing."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.common import finals
from tournament.rounds.selectors.waiting import CurrentRound
from tournament.rounds.states import Obstacle, State, Step, Undo

MAX_TABLES_NAMED = 12


class Revealing(Protocol):
    """An event whose places may be revealed one by one."""

    @property
    def frozen_at(self) -> dt.datetime | None:
        """Since when later results are hidden."""

    @property
    def revealed_to(self) -> int | None:
        """The best place that is shown."""


STATE_LABELS: Mapping[State, Any] = {
    State.DRAFT: pgettext_lazy("state of a round", "Not drawn"),
    State.DRAWN: pgettext_lazy("state of a round", "Drawn"),
    State.PUBLISHED: pgettext_lazy("state of a round", "Published"),
    State.RUNNING: pgettext_lazy("state of a round", "Running"),
    State.TIME: pgettext_lazy("state of a round", "Time is up"),
    State.RESULTS_IN: pgettext_lazy("state of a round", "Results are in"),
    State.CONFIRMED: pgettext_lazy("state of a round", "Confirmed"),
    State.CLOSED: pgettext_lazy("state of a round", "Closed"),
}
STEP_LABELS: Mapping[Step, Any] = {
    "record_cut": _("Record the cut to the finals"),
    "draw": _("Draw the round"),
    "publish": _("Publish the round"),
    "start": _("Start the clock"),
    "call_time": _("Call time"),
    "confirm": _("Confirm the results"),
    "close": _("Close the round"),
}
UNDO_LABELS: Mapping[Undo, Any] = {
    "unpublish": _("Hide the round again"),
    "take_back_start": _("Take the start of the clock back"),
    "resume": _("Let the clock run on"),
    "unconfirm": _("Take the confirmation back"),
    "reopen": _("Reopen the round"),
}
DONE: Mapping[str, Any] = {
    "publish": _("The round is published: everybody sees its tables."),
    "publish_hidden": _("The round is published, but nobody sees it before the event is."),
    "start": _("The clock runs."),
    "pause": _("The clock is paused."),
    "call_time": _("Time is called in the hall."),
    "confirm": _("The results are confirmed."),
    "close": _("The round is closed: seats and results stay as they are."),
    "unpublish": _("The round is hidden from the public again."),
    "take_back_start": _("The clock waits again, as if it had not been started."),
    "resume": _("The clock runs on."),
    "unconfirm": _("The results are not confirmed any more."),
    "reopen": _("The round is open again."),
    "clear": _("Nobody is seated in the round any more."),
}
_OF_ROUND: Mapping[str, Any] = {
    "published": _("The round is published: take that back before you draw again."),
    "no_seats": _("Nobody is seated in this round: draw it first."),
    "unpublished": _("The round is not published yet: publish it first."),
    "closed": _("The round is closed: reopen it first."),
    "clock_stands": _("The clock is not running, so there is nothing to end."),
    "clock_started": _("The clock was started: take that back first."),
    "not_started_clock": _("The clock has not been started."),
    "ran_too_long": _("The clock has run for more than ten minutes: pause it instead."),
    "clock_runs": _("The clock is running already."),
    "not_confirmed": _("The results are not confirmed yet."),
}
_OF_TABLES: Mapping[str, Any] = {
    "not_started": ngettext_lazy(
        "Table %(tables)s has no result yet.", "Tables %(tables)s have no result yet.", "number"
    ),
    "typed": ngettext_lazy(
        "The result of table %(tables)s is typed: somebody else confirms it.",
        "The results of tables %(tables)s are typed: somebody else confirms them.",
        "number",
    ),
    "differing": ngettext_lazy(
        "The two typings of table %(tables)s differ: choose one.",
        "The two typings of tables %(tables)s differ: choose one for each.",
        "number",
    ),
    "playing": ngettext_lazy(
        "Table %(tables)s is still playing.", "Tables %(tables)s are still playing.", "number"
    ),
    "unconfirmed": ngettext_lazy(
        "Table %(tables)s is not confirmed.", "Tables %(tables)s are not confirmed.", "number"
    ),
    "disputed": ngettext_lazy(
        "Table %(tables)s disputes its result.",
        "Tables %(tables)s dispute their results.",
        "number",
    ),
    "several_results": ngettext_lazy(
        "Table %(tables)s has several results: choose one.",
        "Tables %(tables)s have several results: choose one for each.",
        "number",
    ),
    "set_aside": ngettext_lazy(
        "Events of table %(tables)s were set aside: decide about them.",
        "Events of tables %(tables)s were set aside: decide about them.",
        "number",
    ),
    "called": ngettext_lazy(
        "Table %(tables)s called the judge: answer the call.",
        "Tables %(tables)s called the judge: answer the calls.",
        "number",
    ),
    "has_result": ngettext_lazy(
        "Table %(tables)s has a result.", "Tables %(tables)s have results.", "number"
    ),
    "has_log": ngettext_lazy(
        "Table %(tables)s has begun to log its game.",
        "Tables %(tables)s have begun to log their games.",
        "number",
    ),
    "has_paused": ngettext_lazy(
        "Table %(tables)s paused since the clock was started.",
        "Tables %(tables)s paused since the clock was started.",
        "number",
    ),
}


def next_step_text(event: finals.WithFinals, current: CurrentRound) -> str:
    """Return a round's state, and its next step or what is missing for it.

    `Round 2: Published. Next: Start the clock.` or `Round 2: Time is up. Table 3 has no result
    yet.`
    """
    paused = current.paused and current.state is State.RUNNING
    state = pgettext("clock", "Paused") if paused else STATE_LABELS[current.state]
    words = {"number": finals.number_text(event, current.number), "state": state}
    if current.missing or current.step is None:
        sentence = gettext("Round %(number)s: %(state)s.") % words
        return " ".join([sentence, *map(obstacle_text, current.missing[:1])])
    next_step = {**words, "step": STEP_LABELS[current.step]}
    return gettext("Round %(number)s: %(state)s. Next: %(step)s.") % next_step


def end_of_rounds_text(event: Revealing) -> tuple[str, str]:
    """Return what comes once all rounds are closed, and the name of its page."""
    if event.frozen_at is not None and event.revealed_to != 1:
        return gettext("All rounds are closed. Next: Prize-giving."), "tournament:reveal"
    return gettext("All rounds are closed. Next: Close the event."), "tournament:closing"


def obstacle_text(obstacle: Obstacle) -> str:
    """Return the obstacle as a sentence in the reader's language."""
    if not obstacle.tables:
        return str(_OF_ROUND[obstacle.code])
    sentence = _OF_TABLES[obstacle.code]
    return str(sentence % {"number": len(obstacle.tables), "tables": numbers_text(obstacle.tables)})


def numbers_text(numbers: tuple[int, ...]) -> str:
    """Return numbers of tables or rounds in words: "3, 5 and 7"; of many the first ones and "…"."""
    if len(numbers) > MAX_TABLES_NAMED:
        return ", ".join(map(str, numbers[:MAX_TABLES_NAMED])) + ", …"
    return str(get_text_list([str(number) for number in numbers], gettext("and")))
