"""The recorded cut that seats a round of the finals, and finals without it."""

from collections.abc import Iterable
from typing import Protocol

from tournament.common import finals
from tournament.models import Cut, Event


class EventWithFinals(finals.WithFinals, Protocol):
    """An event, as the database or a selector has it, with its key."""

    @property
    def pk(self) -> int:
        """The key of the event."""


def cut_of(event: Event, number: int) -> Cut | None:
    """Return the recorded cut by which a round is seated, None if there is none.

    1 query in an event with finals.
    """
    stage = finals.stage_of(event, number)
    if stage is None:
        return None
    return Cut.objects.filter(event=event, round_number=stage.first).first()


def events_without_cut(rounds: Iterable[tuple[EventWithFinals, int]]) -> set[int]:
    """Return the keys of events with a given final that has no finalists yet.

    The final is the event's given round. 1 query, none without finals.
    """
    found = ((event.pk, finals.stage_of(event, number)) for event, number in rounds)
    first = {key: stage.first for key, stage in found if stage is not None}
    if not first:
        return set()
    made = set(Cut.objects.filter(event__in=first).values_list("event", "round_number"))
    return {key for key, number in first.items() if (key, number) not in made}
