"""The effects of closing an event, and the obstacles to it."""

from dataclasses import dataclass

from tournament.models import Event, Round
from tournament.rounds.selectors.progress import progress_of_rounds
from tournament.rounds.states import Obstacle, obstacles


@dataclass(frozen=True, slots=True)
class Closing:
    """The rounds of an event by what closing it means for them.

    `complete` ones are confirmed and closed, those in `running` with a clock to be ended; each of
    the `hindered` has obstacles. The numbers in `unpublished` stay as they are. Without a `played`
    round there is nothing to close; `reveals` says that places are still hidden from the public.
    """

    complete: tuple[Round, ...]
    running: tuple[int, ...]
    hindered: tuple[tuple[Round, tuple[Obstacle, ...]], ...]
    unpublished: tuple[int, ...]
    played: bool
    reveals: bool

    @property
    def is_possible(self) -> bool:
        """Whether the event can be closed now."""
        return self.played and not self.hindered


def closing_of(event: Event) -> Closing:
    """Return the effects of closing the event (some 8 queries)."""
    made = list(event.rounds.select_related("event").defer("certificate").order_by("number"))
    public = [item for item in made if item.status in Round.PUBLIC]
    still_open = [item for item in public if item.closed_at is None]
    progress = progress_of_rounds(still_open)
    missing = {
        # Confirming is a part of closing the event.
        item.pk: tuple(
            each for each in obstacles("close", progress[item.pk]) if each.code != "not_confirmed"
        )
        for item in still_open
    }
    complete = tuple(item for item in still_open if not missing[item.pk])
    published = {item.number for item in public}
    return Closing(
        complete=complete,
        running=tuple(
            item.number for item in complete if progress[item.pk].clock not in ("waiting", "ended")
        ),
        hindered=tuple((item, missing[item.pk]) for item in still_open if missing[item.pk]),
        unpublished=tuple(
            number for number in range(1, event.number_of_rounds + 1) if number not in published
        ),
        played=bool(public),
        reveals=event.frozen_at is not None and event.revealed_to != 1,
    )
