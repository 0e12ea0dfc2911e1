"""One look at the database for all listeners.

They are tablets by token and staff pages by session.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from referee.live.streams.audit_watch import AuditWatch, Written
from referee.live.streams.staff import EventState, admitted_event, event_states
from referee.live.streams.tablets import TabletState, tablet_states

Door = tuple[str, str]
"""(session, address of the event that it wants to listen to)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to read token hashes, keys of events, and doors.

    A door is a session and an event address.
    """

    tokens: Collection[str] = ()
    events: Collection[int] = ()
    doors: Collection[Door] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """The answer to a request to read.

    For each of the `doors` it has the event's key, or the status that refuses it.
    """

    written: Written = field(default_factory=Written)
    tablets: Mapping[str, TabletState] = field(default_factory=dict)
    events: Mapping[int, EventState] = field(default_factory=dict)
    doors: Mapping[Door, HTTPStatus | int] = field(default_factory=dict)


class PrivateReading:
    """Reads for all listeners, and remembers which audit rows were seen."""

    def __init__(self) -> None:
        self._audit = AuditWatch()

    def look(self, asked: Asked) -> Seen:
        """Read what all listeners wait for.

        The audit rows are read first: a listener that hears of one then finds the change itself.
        """
        written = self._audit.look()
        doors = {door: admitted_event(*door) for door in asked.doors}
        entered = {key for key in doors.values() if not isinstance(key, HTTPStatus)}
        return Seen(
            written,
            tablet_states(asked.tokens),
            event_states({*asked.events, *entered}),
            doors,
        )
