"""The state of an event's registration at a moment, and its places. Pure."""

import datetime as dt
from dataclasses import dataclass
from typing import Literal, Protocol

State = Literal["off", "closed", "over", "full", "waiting", "open"]
"""`off`: there is no page; `closed`: by the organiser, or as the event is called off or closed;
`over`: the deadline has passed; `full`: no places and no waiting list; `waiting`: new players join
the waiting list; `open`."""


class RegistersPlayers(Protocol):
    """An event's settings of its registration."""

    published: bool
    practice: bool
    called_off: str
    closed_at: dt.datetime | None
    registration: str
    registration_until: dt.datetime | None
    registration_limit: int | None
    has_waiting_list: bool


@dataclass(frozen=True, slots=True)
class Places:
    """The number of players of an event, and of confirmed registrations that wait."""

    taken: int
    waiting: int

    def are_free(self, limit: int | None) -> bool:
        """Return whether there is a place for the first who waits."""
        return limit is None or self.taken < limit

    def are_free_at_once(self, limit: int | None) -> bool:
        """Return whether somebody new gets a place at once.

        Nobody overtakes those who wait.
        """
        return self.are_free(limit) and not self.waiting


def state_of(event: RegistersPlayers, places: Places, *, now: dt.datetime) -> State:
    """Return the state that is told to somebody who opens the page now."""
    if not event.published or event.practice or event.registration == "off":
        return "off"
    if event.registration == "closed" or event.called_off or event.closed_at:
        return "closed"
    if event.registration_until is not None and now >= event.registration_until:
        return "over"
    if places.are_free_at_once(event.registration_limit):
        return "open"
    return "waiting" if event.has_waiting_list else "full"
