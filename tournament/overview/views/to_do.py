"""Unfinished business of an event, as sentences that lead to the page for it."""

import datetime as dt
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournament.access import Action, NamedEvent, Person, may
from tournament.console.crumbs import EventWithRounds
from tournament.console.ways_back import now_address
from tournament.models import Event
from tournament.people.selectors.registrations import undecided_registrations
from tournament.rounds.selectors.waiting import CurrentRound, Waiting
from tournament.rounds.states import Obstacle
from tournament.rounds.wording import (
    Revealing,
    end_of_rounds_text,
    next_step_text,
    obstacle_text,
)
from tournament.webhooks.selectors import stopped_webhooks


class ToDo(NamedTuple):
    """A sentence and the page where it is done; `urgent` where a table waits for somebody."""

    text: str
    url: str
    urgent: bool = False


class OpenEvent(EventWithRounds, Revealing, Protocol):
    """An event that may be closed."""

    @property
    def closed_at(self) -> dt.datetime | None:
        """When it was closed."""


def to_do(person: Person, event: OpenEvent, waiting: Waiting) -> list[ToDo]:
    """Return what this person can do about what the event waits for, the urgent first."""
    found = [*_of_tables(person, event, waiting.round), *_of_sheets(person, event, waiting.sheets)]
    if waiting.no_players:
        if may(person, Action.EDIT_PLAYERS, event):
            players = reverse("tournament:organise-players", args=[event.slug])
            found.append(ToDo(gettext("No players are entered yet."), players))
    elif waiting.round and may(person, Action.SEE_DRAW, event):
        found.append(_of_round(event, waiting.round))
    elif not waiting.round and not event.closed_at and may(person, Action.PUBLISH, event):
        text, page = end_of_rounds_text(event)
        found.append(ToDo(text, reverse(page, args=[event.slug])))
    return found


def _of_tables(
    person: Person, event: EventWithRounds, current: CurrentRound | None
) -> Iterable[ToDo]:
    if current is None or not may(person, Action.ACT_AS_CHIEF, event):
        return
    room = now_address(event.slug, current.number)
    for code, tables in current.tables.items():
        yield ToDo(obstacle_text(Obstacle(code, tables)), f"{room}#table-{tables[0]}", urgent=True)


def _of_sheets(person: Person, event: EventWithRounds, sheets: int) -> Iterable[ToDo]:
    if sheets and may(person, Action.ENTER_RESULTS, event):
        text = ngettext(
            "%(sheets)d result from paper waits to be confirmed.",
            "%(sheets)d results from paper wait to be confirmed.",
            sheets,
        )
        yield ToDo(text % {"sheets": sheets}, reverse("tournament:results", args=[event.slug]))


def to_do_of_registrations(person: Person, event: Event) -> list[ToDo]:
    """Return how many registrations wait for somebody like this person (at most 3 queries)."""
    waiting = undecided_registrations(event) if may(person, Action.EDIT_PLAYERS, event) else 0
    if not waiting:
        return []
    text = ngettext("%(number)d registration waits.", "%(number)d registrations wait.", waiting)
    return [
        ToDo(text % {"number": waiting}, reverse("tournament:registrations", args=[event.slug]))
    ]


def to_do_of_webhooks(person: Person, event: NamedEvent, key: int) -> list[ToDo]:
    """Return which addresses are off although nobody switched them off (1 query at most).

    `key` is that of the event.
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


def _of_round(event: EventWithRounds, current: CurrentRound) -> ToDo:
    text = next_step_text(event, current)
    return ToDo(text, now_address(event.slug, current.number))
