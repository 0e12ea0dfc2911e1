"""Events of a batch that were seen before, in the log or among those set aside."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self
from uuid import UUID

from referee.log.verdicts import DUPLICATE, Verdict, verdict_of
from referee.log.wire import WireEvent
from referee.models import LoggedEvent, SetAsideEvent


class EventChangedError(Exception):
    """An event id that was seen before came with another body, or for another table."""

    def __init__(self, event_id: UUID) -> None:
        super().__init__(str(event_id))
        self.event_id = event_id


@dataclass(frozen=True, slots=True)
class KnownEvents:
    """The known events of a batch: answers given before, and changed ids.

    `answers` are the answers given before to events of this batch. `changed` are the ids known
    with another body.
    """

    answers: dict[UUID, Verdict] = field(default_factory=dict)
    changed: set[UUID] = field(default_factory=set)

    @classmethod
    def lookup(cls, game: UUID, events: Sequence[WireEvent]) -> Self:
        """Look the events up in the log and among those set aside (2 queries)."""
        known = cls()
        bodies = {event.event_id: (game, event.body_hash) for event in events}
        aside = SetAsideEvent.objects.filter(event_id__in=bodies).values_list(
            "event_id", "entry__game_id", "body_hash", "verdict"
        )
        for event_id, owner, body, verdict in aside:
            same = (owner, body) == bodies[event_id]
            known.add(same, verdict_of(event_id, json.loads(verdict)))
        logged = LoggedEvent.objects.filter(event_id__in=bodies).values_list(
            "event_id", "game_id", "body_hash", "seq", "hash", "consequences"
        )
        for event_id, owner, body, seq, row_hash, consequences in logged:
            same = (owner, body) == bodies[event_id]
            known.add(same, Verdict(event_id, DUPLICATE, seq, row_hash, consequences))
        return known

    def add(self, same: bool, answer: Verdict) -> None:
        """Add an event that was seen with the `same` body, or with another."""
        if same:
            self.answers[answer.event_id] = answer
        else:
            self.changed.add(answer.event_id)

    def refuse_changed(self) -> None:
        """Raise EventChangedError if an id is known with another body only."""
        for event_id in self.changed - self.answers.keys():
            raise EventChangedError(event_id)
