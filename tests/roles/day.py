"""An event whose rounds are each in another state: what is pressed in the course of a day."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from tests.roles.matrix import MATRIX
from tests.tournament.making import BY, entry, finish, make_event, result_of, seat_round, table_of
from tournament.access import Action
from tournament.models import Event, Round
from tournament.results.services.paper import enter_sheet
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.services.rounds import ensure_round
from tournament.rounds.services.steps import take_step
from tournament.rounds.states import State
from tournament.standings.services.reveal import freeze_results, reveal_places

STEPS = {
    State.CLOSED: ("publish", "start", "confirm", "close"),
    State.CONFIRMED: ("publish", "start", "confirm"),
    State.RESULTS_IN: ("publish", "start"),
    State.TIME: ("publish", "start", "call_time"),
    State.RUNNING: ("publish", "start"),
    State.PUBLISHED: ("publish",),
    State.DRAWN: (),
}
"""The way of each round to its state, first round first; the draft has no seats."""
WITH_RESULTS = (State.CLOSED, State.CONFIRMED, State.RESULTS_IN)


def day() -> Event:
    """Of eight rounds the first is closed and the last not drawn yet; a sheet waits, one place of
    the frozen standings is revealed."""
    event = make_event(
        players=5, table_sizes=[4, 5], number_of_rounds=len(State), starts_on=timezone.localdate()
    )
    for number, (state, steps) in enumerate(STEPS.items(), 1):
        round_ = seat_round(event, number, (1, 2, 3, 4), publish=False)
        for step in steps:
            if step == "confirm" or (state in WITH_RESULTS and step == steps[-1] == "start"):
                finish(table_of(round_), 40, 30, 20, 10)
            fresh = Round.objects.select_related("event").get(pk=round_.pk)
            take_step(round_=fresh, step=step, seen=seen_of(fresh), by=BY)
    ensure_round(event=event, number=len(State), by=BY)
    waits = table_of(event.rounds.get(number=1 + list(STEPS).index(State.TIME)))
    enter_sheet(table=waits, result=result_of(waits, 4, 3, 2, 1), seen="", by=BY)
    return reveal_places(event=freeze_results(event=event, by=BY), up_to=4, seen=None, by=BY)


def pages_of_day(event: Event) -> dict[str, list[str]]:
    """Those of the console, of each round, by the names of their addresses."""
    rounds = range(1, len(State) + 1)
    named: dict[str, list[dict[str, Any]]] = {
        "event": [{"slug": event.slug}],
        "entry": [{"slug": event.slug, "key": entry(event, seed).pk} for seed in (1, 5)],
        "round": [{"slug": event.slug, "number": number} for number in rounds],
        "sheet": [{"slug": event.slug, "number": number, "table": 1} for number in rounds[:-1]],
    }
    return {
        name: [reverse(name, kwargs=each) for each in named.get(row.on, [])]
        for name, row in MATRIX.items()
        if isinstance(row.who, Action) and "get" in row.verbs.split() and not row.status
    }
