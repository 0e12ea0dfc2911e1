"""The pages of the organisers' console, as the role matrix knows them, for tests that open each."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext

from tests.roles.matrix import MATRIX, SIGNED_IN
from tests.roles.world import world
from tests.tournament.making import BY, entry, finish, make_event, result_of, seat_round, table_of
from tournament.access import Action
from tournament.events.settings.steps import BY_CODE
from tournament.models import Event
from tournament.results.services.paper import enter_sheet
from tournament.standings.services.reveal import freeze_results, reveal_places


def event_of_each_state() -> Event:
    """Three tables that were published: one with a result, one whose sheet waits, one that plays;
    standings are being revealed."""
    event = make_event(players=12, table_sizes=[4], fee=Decimal(12), fee_currency="EUR")
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    finish(table_of(round_, 1), 40, 30, 20, 10)
    waits = table_of(round_, 2)
    enter_sheet(table=waits, result=result_of(waits, 4, 3, 2, 1), seen="", by=BY)
    event = freeze_results(event=event, by=BY)
    return reveal_places(event=event, up_to=4, seen=None, by=BY)


def console_paths(event: Event) -> Iterator[str]:
    """Every page of the matrix that is opened by an action, or by being signed in, and shown for
    one of these objects."""
    named: dict[str, dict[str, Any]] = {
        "": {},
        "event": {"slug": event.slug},
        "round": {"slug": event.slug, "number": 1},
        "sheet": {"slug": event.slug, "number": 1, "table": 2},
        "entry": {"slug": event.slug, "key": entry(event, 1).pk},
        "table": {"table": table_of(event.rounds.get()).pk},
    }
    steps = [{"slug": event.slug, "code": code} for code in BY_CODE]
    # What only a game that was logged on a tablet has.
    logged = world("logged", public=True).objects
    named |= {on: logged[on] for on in ("game", "logged", "conflict", "set_aside")}
    for name, row in MATRIX.items():
        of_staff = isinstance(row.who, Action) or row.who == SIGNED_IN
        if not of_staff or "get" not in row.verbs.split() or row.status:
            continue
        found = steps if row.on == "step" else [named[row.on]] if row.on in named else []
        yield from (reverse(name, kwargs=each) for each in found)


def console_pages(context: BrowserContext, event: Event) -> Iterator[str]:
    """Those that whoever is signed in there is shown."""
    client = Client()
    client.cookies.load({c["name"]: c["value"] for c in context.cookies()})
    for path in console_paths(event):
        answer = client.get(path)
        if answer.status_code == 200 and "text/html" in answer.get("Content-Type", ""):
            yield path
