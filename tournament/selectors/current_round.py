"""The round that is meant where a page is about the whole event."""

from tournament.models import Round


def current_round(event: int) -> int:
    """Return the number of the first round of an event (its key) that is not closed, else of the
    last; 0 where there is none yet (1 query)."""
    rounds = Round.objects.filter(event=event).order_by("number")
    known = list(rounds.values_list("number", "closed_at"))
    open_ones = (number for number, closed_at in known if closed_at is None)
    return next(open_ones, known[-1][0] if known else 0)
