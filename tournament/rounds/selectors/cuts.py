"""The recorded cut that a round of the finals is seated by."""

from tournament.common import finals
from tournament.models import Cut, Event


def cut_of(event: Event, number: int) -> Cut | None:
    """Return the recorded cut by which a round is seated, None if there is none.

    1 query in an event with finals.
    """
    stage = finals.stage_of(event, number)
    if stage is None:
        return None
    return Cut.objects.filter(event=event, round_number=stage.first).first()
