"""The step before a round can be drawn.

It is to enter players, check them in, or record a cut.
"""

from collections.abc import Iterable

from django.db.models import Count, Q

from tournament.common import finals
from tournament.models import Entry, Event, Round
from tournament.rounds.selectors.cuts import EventWithFinals, events_without_cut
from tournament.rounds.states import BeforeDraw


def undrawn_step(event: EventWithFinals, number: int, found: Round | None) -> BeforeDraw | None:
    """Return the step before the draw of a round (1 query).

    None if the round can be drawn or was drawn. `found` is the round if it was made.
    """
    if found is not None and found.status != Round.Status.DRAFT:
        return None
    return steps_before_draw([(event, number)]).get(event.pk)


def steps_before_draw(rounds: Iterable[tuple[EventWithFinals, int]]) -> dict[int, BeforeDraw]:
    """Return the step before the draw of each event's round, by event key.

    1 query, 1 more for finals, none without rounds. Events whose round can be drawn are left
    out.
    """
    asked = list(rounds)
    found: dict[int, BeforeDraw] = dict.fromkeys(events_without_cut(asked), "record_cut")
    open_to_all = [event.pk for event, number in asked if not finals.stage_of(event, number)]
    return found | _too_few(open_to_all)


def _too_few(events: list[int]) -> dict[int, BeforeDraw]:
    """Return the step that brings players to each event that has too few.

    These events (by key) cannot fill a single table.
    """
    if not events:
        return {}
    active = Q(entries__status=Entry.Status.ACTIVE)
    here = active & Q(entries__checked_in_at__isnull=False)
    counted = Event.objects.filter(pk__in=events).annotate(
        entered=Count("entries", filter=active), here=Count("entries", filter=here)
    )
    found: dict[int, BeforeDraw] = {}
    for key, sizes, by_check_in, entered, present in counted.values_list(
        "pk", "table_sizes", "leaves_out_absent", "entered", "here"
    ):
        least = min(sizes, default=1)
        if entered < least:
            found[key] = "enter_players"
        elif by_check_in and present < least:
            found[key] = "check_in"
    return found
