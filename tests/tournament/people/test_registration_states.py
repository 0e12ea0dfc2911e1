"""When a page to register takes registrations. Pure."""

import datetime as dt
from dataclasses import dataclass

import pytest

from tournament.people.registration_states import Places, state_of

NOW = dt.datetime(2026, 5, 1, 12, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)


@dataclass
class Settings:
    published: bool = True
    practice: bool = False
    called_off: str = ""
    closed_at: dt.datetime | None = None
    registration: str = "open"
    registration_until: dt.datetime | None = None
    registration_limit: int | None = None
    has_waiting_list: bool = True


@pytest.mark.parametrize(
    ("changed", "places", "state"),
    [
        ({}, Places(5000, 0), "open"),
        ({"published": False}, Places(0, 0), "off"),
        ({"registration": "off"}, Places(0, 0), "off"),
        ({"registration": "closed"}, Places(0, 0), "closed"),
        ({"called_off": "cancelled"}, Places(0, 0), "closed"),
        ({"closed_at": NOW}, Places(0, 0), "closed"),
        ({"registration_until": NOW}, Places(0, 0), "over"),
        ({"registration_until": NOW + SECOND}, Places(0, 0), "open"),
        ({"registration_limit": 4}, Places(3, 0), "open"),
        ({"registration_limit": 4}, Places(4, 0), "waiting"),
        # A place that is free for a moment is that of who waits.
        ({"registration_limit": 4}, Places(3, 1), "waiting"),
        ({"registration_limit": 4, "has_waiting_list": False}, Places(4, 0), "full"),
    ],
)
def test_state(changed, places, state):
    assert state_of(Settings(**changed), places, now=NOW) == state
