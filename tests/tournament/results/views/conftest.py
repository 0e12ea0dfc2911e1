"""Two tables that play on paper, and two of the staff who type their sheets."""

import pytest
from django.test import Client

from tests.tournament.making import make_event, seat_round
from tests.tournament.results.views.sheets import member
from tournament.models import Event


@pytest.fixture
def event() -> Event:
    """Two tables of three in a published round."""
    event = make_event(players=6, table_sizes=[3])
    seat_round(event, 1, (1, 2, 3), (4, 5, 6))
    return event


@pytest.fixture
def olga(event: Event) -> Client:
    return member(event, "olga")


@pytest.fixture
def otto(event: Event) -> Client:
    return member(event, "otto")
