"""A document that can be printed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.functional import Promise

from tournament.access import Action
from tournament.common.days_wording import days_text
from tournament.console.crumbs import round_label
from tournament.models import Event, Round


@dataclass(frozen=True)
class Order:
    """An order to print: the event, the round if it is of one, and the addresses.

    `address` makes a path of this server absolute, as the hall reaches it.
    """

    event: Event
    address: Callable[[str], str]
    round: Round | None = None

    @cached_property
    def event_line(self) -> str:
        """The event's name and days."""
        days = days_text(self.event.starts_on, self.event.ends_on)
        return f"{self.event.name} · {days}"

    @cached_property
    def round_title(self) -> str:
        """The round as its page is called; blank for a document of the event."""
        return round_label(self.event, self.round.number) if self.round else ""

    def heading(self, title: Promise | str) -> dict[str, str]:
        """Return the values for every template: title, heading and the event's line."""
        heading = f"{title} · {self.round_title}" if self.round else str(title)
        return {
            "title": f"{heading} · {self.event.name}",
            "heading": heading,
            "event": self.event_line,
        }


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its name, title and use, and the function giving its data.

    The name stands in addresses. `right` is that of the page which shows the same. A document
    of a round that is not published takes the right to see its draw, too. `template` is its
    name unless given.
    """

    name: str
    title: Promise
    use: Promise
    right: Action
    data: Callable[[Order], Mapping[str, Any]]
    of_round: bool = False
    template: str = ""
