"""Unfinished business of an event, as sentences that lead to the page for it."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple, Protocol

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournament.access import Action, NamedEvent, Person, may
from tournament.common import finals
from tournament.console.crumbs import EventWithRounds
from tournament.console.ways_back import now_address
from tournament.models import Event
from tournament.people.selectors.registrations import undecided_registrations
from tournament.results.services.typings import waits_for_another
from tournament.rounds.next_steps import PAGES, may_take, step_address, waits_for_text
from tournament.rounds.selectors.waiting import CurrentRound, Waiting
from tournament.rounds.states import EndStep, Obstacle, Step, end_step
from tournament.rounds.wording import (
    STEP_LABELS,
    end_of_rounds_text,
    leaver_text,
    next_step_text,
    obstacle_text,
    typed_text,
)
from tournament.webhooks.selectors import stopped_webhooks

RoundTables = tuple[int, tuple[int, ...]]
"""A round's number, and numbers of tables."""


class ToDo(NamedTuple):
    """A sentence about a thing to do, and the page where it is done.

    It is `urgent` where a table waits for somebody.
    """

    text: str
    url: str
    urgent: bool = False


class OpenEvent(EventWithRounds, Protocol):
    """An event that may be closed."""

    @property
    def closed_at(self) -> dt.datetime | None:
        """The moment at which the event was closed."""


def to_do(person: Person, event: OpenEvent, waiting: Waiting) -> list[ToDo]:
    """Return the things that this person can do for the event, the urgent first.

    The event waits for them.
    """
    found = [*_of_tables(person, event, waiting.round), *_of_sheets(person, event, waiting)]
    found += _of_leavers(person, event, waiting)
    if waiting.round:
        # Until time is up somebody watches the clock.
        if may_take(person, waiting.round.step or "call_time", event):
            found += _of_round(person, event, waiting)
        else:
            found += _of_helpers(person, event, waiting.round)
    elif not event.closed_at:
        step = end_step(prizes_given=waiting.prizes_given)
        if may_take(person, step, event):
            page = reverse(PAGES[step], args=[event.slug])
            found.append(ToDo(end_of_rounds_text(step), page))
    return found


def others_step(person: Person, event: OpenEvent, waiting: Waiting) -> str:
    """Return what the event waits for from others, as sentences.

    They are about typed results that somebody else confirms, and the next step. The text is ""
    where the step is this person's or nobody's yet.
    """
    step: Step | EndStep | None = end_step(prizes_given=waiting.prizes_given)
    if waiting.round:
        step = None if waiting.round.missing else waiting.round.step
    waits_for = waits_for_text(person, step, event) if step and not event.closed_at else ""
    return " ".join(filter(None, (_text_of_typed(person, event, waiting), waits_for)))


def _text_of_typed(person: Person, event: EventWithRounds, waiting: Waiting) -> str:
    """Return how many sheets others confirm once all are typed, and which differ.

    It is "" while a result is missing, and for who may confirm every sheet.
    """
    types = may(person, Action.ENTER_RESULTS, event)
    decides = may(person, Action.DECIDE_RESULTS, event)
    if not waiting.round or not waiting.round.all_typed or not types or decides:
        return ""
    sheets = sum(waits_for_another(sheet, person) for sheet in waiting.sheets)
    text = ngettext(
        "All results are typed; %(sheets)d waits for somebody else to confirm it.",
        "All results are typed; %(sheets)d wait for somebody else to confirm them.",
        sheets,
    )
    typed = [text % {"sheets": sheets}] if sheets else []
    differing = [_differing_text(event, waiting, *each) for each in _differing(waiting)]
    return " ".join([*differing, *typed])


def _of_tables(
    person: Person, event: EventWithRounds, current: CurrentRound | None
) -> Iterable[ToDo]:
    if current is None or not may(person, Action.ACT_AS_CHIEF, event):
        return
    room = now_address(event.slug, current.number)
    for code, tables in current.tables.items():
        yield ToDo(obstacle_text(Obstacle(code, tables)), f"{room}#table-{tables[0]}", urgent=True)


def _of_leavers(person: Person, event: EventWithRounds, waiting: Waiting) -> Iterable[ToDo]:
    """Yield the players of a published round who dropped out, to be replaced."""
    if waiting.round and may(person, Action.EDIT_PLAYERS, event):
        page = reverse("tournament:late-arrivals", args=[event.slug])
        for name, table in waiting.leavers:
            yield ToDo(leaver_text(name, table), f"{page}?round={waiting.round.number}")


def _of_helpers(person: Person, event: EventWithRounds, current: CurrentRound) -> Iterable[ToDo]:
    """Yield what helpers do for a round whose next step is somebody else's."""
    if current.number == 1 and current.step == "draw" and may(person, Action.EDIT_PLAYERS, event):
        address = reverse(PAGES["check_in"], args=[event.slug])
        yield ToDo(str(STEP_LABELS["check_in"]), address)
    if may(person, Action.ENTER_RESULTS, event):
        results = reverse("tournament:results", args=[event.slug])
        for obstacle in current.missing:
            if obstacle.code == "not_started":
                yield ToDo(obstacle_text(obstacle), results)


def _of_sheets(person: Person, event: EventWithRounds, waiting: Waiting) -> Iterable[ToDo]:
    """Yield the things to do for the paper sheets that wait for this person.

    Typings that differ are chosen by who decides, whose own sheets wait for somebody else. Of the
    others it has the number that the person may confirm.
    """
    if not may(person, Action.ENTER_RESULTS, event):
        return
    if may(person, Action.DECIDE_RESULTS, event):
        for number, tables in _differing(waiting):
            text = _differing_text(event, waiting, number, tables)
            yield ToDo(text, _sheet_address(event, number, tables), urgent=True)
        for number, tables in _own(person, waiting):
            text = _in_round(event, waiting, number, typed_text("by_decider", tables))
            yield ToDo(text, _sheet_address(event, number, tables))
    sheets = sum(
        not each.second_by and not waits_for_another(each, person) for each in waiting.sheets
    )
    if sheets:
        text = ngettext(
            "%(sheets)d result from paper waits to be confirmed.",
            "%(sheets)d results from paper wait to be confirmed.",
            sheets,
        )
        yield ToDo(text % {"sheets": sheets}, reverse("tournament:results", args=[event.slug]))


def _own(person: Person, waiting: Waiting) -> list[RoundTables]:
    return _places(sheet for sheet in waiting.sheets if waits_for_another(sheet, person))


def _differing(waiting: Waiting) -> list[RoundTables]:
    return _places(sheet for sheet in waiting.sheets if sheet.second_by)


def _places(sheets: Iterable[Any]) -> list[RoundTables]:
    """Return each round's number, with those of its tables."""
    found: dict[int, list[int]] = defaultdict(list)
    for sheet in sheets:
        found[sheet.of_round].append(sheet.of_table)
    return [(number, tuple(tables)) for number, tables in found.items()]


def _differing_text(
    event: EventWithRounds, waiting: Waiting, number: int, tables: tuple[int, ...]
) -> str:
    return _in_round(event, waiting, number, obstacle_text(Obstacle("differing", tables)))


def _in_round(event: EventWithRounds, waiting: Waiting, number: int, sentence: str) -> str:
    """Return the sentence, with its round's number unless it is the current one."""
    if waiting.round and waiting.round.number == number:
        return sentence
    words = {"number": finals.number_text(event, number), "sentence": sentence}
    return gettext("Round %(number)s: %(sentence)s") % words


def _sheet_address(event: EventWithRounds, number: int, tables: tuple[int, ...]) -> str:
    """Return the address of the first table's sheet."""
    return reverse("chief:position", args=[event.slug, number, tables[0]])


def to_do_of_registrations(person: Person, event: Event) -> list[ToDo]:
    """Return a to-do with the number of registrations that wait for the person.

    They wait for somebody who may edit the players, like this person. At most 3 queries.
    """
    waiting = undecided_registrations(event) if may(person, Action.EDIT_PLAYERS, event) else 0
    if not waiting:
        return []
    text = ngettext("%(number)d registration waits.", "%(number)d registrations wait.", waiting)
    return [
        ToDo(text % {"number": waiting}, reverse("tournament:registrations", args=[event.slug]))
    ]


def to_do_of_webhooks(person: Person, event: NamedEvent, key: int) -> list[ToDo]:
    """Return a to-do for each address that is off though nobody switched it off.

    1 query at most. `key` is that of the event.
    """
    if not may(person, Action.EDIT_EVENT, event):
        return []
    text = gettext("Nothing is sent to %(host)s any more: %(why)s.")
    return [
        ToDo(
            text % {"host": each.host, "why": each.get_off_display()},
            reverse("tournament:webhook", args=[event.slug, each.pk]),
        )
        for each in stopped_webhooks(key)
    ]


def _of_round(person: Person, event: EventWithRounds, waiting: Waiting) -> Iterable[ToDo]:
    """Yield the step of the current round, or what is missing for it.

    Nothing while its clock runs, or where `_of_sheets` names all that is missing.
    """
    current = waiting.round
    if current is None or (current.step is None and not current.paused):
        return
    named = {*_differing(waiting), *_own(person, waiting)}
    tables = {table for number, of in named if number == current.number for table in of}
    missing = tuple(left for each in current.missing for left in _without(each, tables))
    if missing or not current.missing:
        text = next_step_text(event, current._replace(missing=missing))
        yield ToDo(text, step_address(person, current.step, event, current.number))


def _without(obstacle: Obstacle, tables: Collection[int]) -> Iterable[Obstacle]:
    """Yield the obstacle at other tables, if there is one."""
    left = tuple(table for table in obstacle.tables if table not in tables)
    if left or not obstacle.tables:
        yield Obstacle(obstacle.code, left)
