"""Each page of the console, and each that anybody opens, is read in a fixed number of queries, for
1, 3 and 100 of everything."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.accounts import signed_in
from tests.public_addresses import public_pages
from tests.referee.tables import paired
from tests.roles.matrix import MATRIX
from tests.tournament.making import BY, enter, entry, finish, make_event, result_of, seat_round
from tests.tournament.registering import registered
from tournament.access import Action
from tournament.accounts.services.members import invite
from tournament.events.services.announcements import announce
from tournament.models import Event, EventRole, Membership
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.personal_links import report
from tournament.results.services.paper import enter_sheet

pytestmark = pytest.mark.django_db
ROUNDS = {"finished": 1, "waiting": 2, "played": 3}
SIZES = (1, 3, 100)
MAX_INVITED = 90
"""Members and invitations together are bounded."""


def grown(slug: str, many: int) -> Event:
    """An event with so many tables in each of three rounds, and so many of all else."""
    event = make_event(
        slug,
        players=4 * many,
        number_of_rounds=3,
        registration="open",
        starts_on=timezone.localdate(),
        fee=Decimal(12),
        fee_currency="EUR",
    )
    seats = [tuple(range(4 * table + 1, 4 * table + 5)) for table in range(many)]
    for table in seat_round(event, ROUNDS["finished"], *seats).tables.all():
        finish(table, 40, 30, 20, 10)
    for table in seat_round(event, ROUNDS["waiting"], *seats).tables.all():
        enter_sheet(table=table, result=result_of(table, 4, 3, 2, 1), seen="", by=BY)
    for table in seat_round(event, ROUNDS["played"], *seats).tables.all():
        paired(table)
    late = enter(event, {4 * many + at: f"Late {at}" for at in range(1, many + 1)})
    for number, one in enumerate(late):
        person = User.objects.create(username=f"{slug}-{number}")
        Membership.objects.create(event=event, person=person, role=EventRole.REGISTRAR)
        if number < MAX_INVITED:
            invite(event=event, role=EventRole.READER, by=BY)
        announce(event=event, text=f"Lunch {number}", by=BY)
        give_penalty(entry=entry(event, one.seed), given=PenaltyGiven("caution", "Loud"), by=BY)
        registered(event, f"Guest {number} of {slug}")
        report(entry=one, kind="problem", text="Where do I sit?")
    return event


def pages(event: Event) -> Iterator[str]:
    """Those of an event, and of a round in each state."""
    for name, row in MATRIX.items():
        if not isinstance(row.who, Action) or "get" not in row.verbs.split() or row.status:
            continue
        if row.on == "event":
            yield reverse(name, args=[event.slug])
        elif row.on == "round":
            yield from (reverse(name, args=[event.slug, one]) for one in ROUNDS.values())


def cost(client: Client, path: str) -> int:
    """The queries of a page of which nothing is kept in memory. It is asked for as scripts do, for
    once a minute it is written down that somebody is still there; and in another language than
    before, for what is public is kept."""
    client.get(path, headers={"Accept-Language": "fr"})
    cache.clear()
    with CaptureQueriesContext(connection) as found:
        client.get(path, headers={"sec-fetch-mode": "cors", "Accept-Language": "ru"})
    return len(found)


@pytest.mark.exhaustive
def test_each_page_costs_the_same(django_user_model: Any) -> None:
    client = signed_in(django_user_model.objects.create_superuser("olga"))
    costs = dict[str, list[int]]()
    for many in SIZES:
        event = grown(f"open-{many:03}", many)
        for path in pages(event):
            costs.setdefault(path.replace(event.slug, "open"), []).append(cost(client, path))
        for path in public_pages(event.slug):
            costs.setdefault(path.replace(event.slug, "open"), []).append(cost(Client(), path))
    assert len(costs) > 50
    assert {path: found for path, found in costs.items() if len(set(found)) > 1} == {}


def test_the_home_of_an_organiser_costs_the_same(django_user_model: Any) -> None:
    person = django_user_model.objects.create_user("olga")
    client, costs, made = signed_in(person), list[int](), 0
    for many in SIZES:
        for number in range(made, many):
            event = make_event(f"event-{number}", players=4)
            Membership.objects.create(event=event, person=person, role=EventRole.ORGANISER)
        made = many
        costs.append(cost(client, reverse("tournament:organise")))
    assert len(set(costs)) == 1, costs
