"""The recorded cut that a round of the finals is seated by, and the finals that lack it."""

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


def needs_cut(event: EventWithFinals, number: int) -> bool:
    """Return whether the round's finalists are still to be recorded.

    1 query, none in an event without finals.
    """
    return event.pk in events_without_cut([(event, number)])


def events_without_cut(rounds: Iterable[tuple[EventWithFinals, int]]) -> set[int]:
    """Return the keys of the events whose given round has no finalists yet, though it is a final.

    1 query, none without finals.
    """
    found = ((event.pk, finals.stage_of(event, number)) for event, number in rounds)
    first = {key: stage.first for key, stage in found if stage is not None}
    if not first:
        return set()
    made = set(Cut.objects.filter(event__in=first).values_list("event", "round_number"))
    return {key for key, number in first.items() if (key, number) not in made}
