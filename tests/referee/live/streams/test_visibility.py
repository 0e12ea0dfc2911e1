"""A stream tells no more than the pages show: asked in the same situations, it answers alike."""

from typing import Any

import pytest
from django.utils import timezone

from referee.live.publishing.versions import publish
from tests.referee.live.streams.spectators import Spectators
from tests.tournament.making import BY, entry, finish, table_of
from tests.tournament.test_visibility import NAMES, NOON, SITUATIONS, event, told_by_state
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import update_entry

__all__ = ["event"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_stream_tells_what_the_situation_allows(event: Event, situation: str) -> None:
    fields, wanted = SITUATIONS[situation]
    spectators = Spectators("open")
    before = spectators.join()
    assert told_by_state(spectators.state_of(before)) == SITUATIONS["published"][1]
    update_event(event=event, by=BY, **fields)
    publish(event.pk, now=timezone.now())
    spectators.look()
    for reader in (before, spectators.join()):
        assert told_by_state(spectators.state_of(reader)) == wanted


def test_places_are_revealed_from_the_last_up(event: Event) -> None:
    finish(table_of(event.rounds.get(number=2)), 100, 200, 300, 401)
    shown: dict[str, Any] = {"reason": "Forgotten", "tie_breaks": ["final-cash"], "frozen_at": NOON}
    update_event(event=event, by=BY, **shown)
    update_event(event=event, by=BY, revealed_to=2)
    publish(event.pk, now=timezone.now())
    spectators = Spectators("open")
    told = spectators.state_of(spectators.join())["standings"]
    assert sorted(row["rank"] for row in told["rows"].values()) == [2, 2, 2]
    assert "p04" not in told["rows"]


@pytest.mark.parametrize("display", NAMES)
def test_a_name_is_told_as_its_entry_says(event: Event, display: str) -> None:
    first = entry(event, 1)
    update_entry(entry=first, by=BY, name="Anna-Maria van Dijk")
    update_entry(entry=first, by=BY, club="Chess Club", name_display=display)
    publish(event.pk, now=timezone.now())
    spectators = Spectators("open")
    streamed = spectators.bytes_of(spectators.join()).decode()
    assert ("Dijk" in streamed) == (display == "full")
    assert ("Chess Club" in streamed) == (display != "number")
