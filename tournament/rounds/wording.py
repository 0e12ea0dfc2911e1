"""The states and steps of a round in words, and the sentences of what is missing."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.common import finals
from tournament.rounds.selectors.waiting import CurrentRound
from tournament.rounds.states import EndStep, Obstacle, RedrawReason, State, Step, Undo

MAX_TABLES_NAMED = 12


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
STEP_LABELS: Mapping[Step | EndStep, Any] = {
    "enter_players": _("Enter the players"),
    "check_in": _("Check players in"),
    "record_cut": _("Record the cut to the finals"),
    "draw": _("Draw the round"),
    "redraw": _("Draw the round again"),
    "publish": _("Publish the round"),
    "start": _("Start the clock"),
    "call_time": _("Call time"),
    "confirm": _("Confirm the results"),
    "close": _("Close the round"),
    "prize_giving": _("Prize-giving"),
    "close_event": _("Close the event"),
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
        "The result of table %(tables)s is typed and waits to be confirmed.",
        "The results of tables %(tables)s are typed and wait to be confirmed.",
        "number",
    ),
    "corrected": ngettext_lazy(
        "A corrected result of table %(tables)s is typed: somebody else confirms it.",
        "Corrected results of tables %(tables)s are typed: somebody else confirms them.",
        "number",
    ),
    "differing": ngettext_lazy(
        "The two typings of table %(tables)s differ: one is to be chosen.",
        "The two typings of tables %(tables)s differ: one is to be chosen for each.",
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
        "Table %(tables)s has several results: one is to be chosen.",
        "Tables %(tables)s have several results: one is to be chosen for each.",
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
_REDRAW: Mapping[RedrawReason, Any] = {
    "leavers": _("Round %(number)s: players who dropped out still have seats. Next: %(step)s."),
    "absent": _("Round %(number)s: players who will not play it have seats. Next: %(step)s."),
    "unseated": _("Round %(number)s: some players have no seat. Next: %(step)s."),
    "reseated": _(
        "Round %(number)s: seats of earlier rounds changed after its draw. Next: %(step)s."
    ),
}
_TYPED: Mapping[str, Any] = {
    "by_others": ngettext_lazy(
        "The result of table %(tables)s is typed. Check it against the sheet and confirm it.",
        "The results of tables %(tables)s are typed. Check them against the sheets and confirm"
        " them.",
        "number",
    ),
    "by_reader": ngettext_lazy(
        "You typed the result of table %(tables)s: somebody else has to confirm it.",
        "You typed the results of tables %(tables)s: somebody else has to confirm them.",
        "number",
    ),
    "by_decider": ngettext_lazy(
        "You typed the result of table %(tables)s: let somebody else confirm it, or say why"
        " nobody else can.",
        "You typed the results of tables %(tables)s: let somebody else confirm them, or say why"
        " nobody else can.",
        "number",
    ),
}


def next_step_text(event: finals.WithFinals, current: CurrentRound) -> str:
    """Return a round's state, and its next step or what is missing for it.

    `Round 2: Published. Next: Start the clock.` or `Round 2: Time is up. Table 3 has no result
    yet.` A draw that is to be made again has the reason in place of its state.
    """
    paused = current.paused and current.state is State.RUNNING
    state = pgettext("clock", "Paused") if paused else STATE_LABELS[current.state]
    words = {"number": finals.number_text(event, current.number), "state": state}
    if current.missing or current.step is None:
        sentence = gettext("Round %(number)s: %(state)s.") % words
        return " ".join([sentence, *map(obstacle_text, current.missing[:1])])
    next_step = {**words, "step": STEP_LABELS[current.step]}
    if current.step == "redraw":
        return str(_REDRAW[current.redraw] % next_step)
    return gettext("Round %(number)s: %(state)s. Next: %(step)s.") % next_step


def end_of_rounds_text(step: EndStep) -> str:
    """Return that all rounds are closed, and what comes next."""
    if step == "prize_giving":
        return gettext("All rounds are closed. Next: Prize-giving.")
    return gettext("All rounds are closed. Next: Close the event.")


def obstacle_text(obstacle: Obstacle) -> str:
    """Return the obstacle as a sentence in the reader's language."""
    if not obstacle.tables:
        return str(_OF_ROUND[obstacle.code])
    sentence = _OF_TABLES[obstacle.code]
    return str(sentence % {"number": len(obstacle.tables), "tables": numbers_text(obstacle.tables)})


def typed_text(kind: str, tables: tuple[int, ...]) -> str:
    """Return what a reader does about typed results.

    They were typed `by_others`, `by_reader`, or `by_decider`, who may confirm their own.
    """
    return str(_TYPED[kind] % {"number": len(tables), "tables": numbers_text(tables)})


def leaver_text(name: str, table: int) -> str:
    """Return that a player dropped out and has a seat at a table."""
    sentence = gettext("%(player)s has dropped out and still has a seat at table %(table)d.")
    return sentence % {"player": name, "table": table}


def numbers_text(numbers: tuple[int, ...]) -> str:
    """Return numbers of tables or rounds in words: "3, 5 and 7".

    Of many numbers it has the first ones and "…".
    """
    if len(numbers) > MAX_TABLES_NAMED:
        return ", ".join(map(str, numbers[:MAX_TABLES_NAMED])) + ", …"
    return str(get_text_list([str(number) for number in numbers], gettext("and")))


def table_name(round_number: int, table_number: int) -> str:
    """Return a table with its round, `Round 2, table 5`."""
    numbers = {"round": round_number, "table": table_number}
    return gettext("Round %(round)d, table %(table)d") % numbers
