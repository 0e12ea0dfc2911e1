"""The round that is meant where a page is about the whole event."""

from tournament.models import Round


def current_round(event: int) -> int:
    """Return the number of the event's current round (1 query); `event` is a key.

    That is the round being played, else the last public one until it is closed, else the next; 0 if
    there is none yet.
    """
    rounds = Round.objects.filter(event=event).only("number", "status", "closed_at")
    known = list(rounds.order_by("number"))
    public = [one for one in known if one.status in Round.PUBLIC]
    played = [one for one in public if one.status != Round.Status.FINISHED]
    to_close = [one for one in public[-1:] if one.closed_at is None]
    coming = [one for one in known if one not in public]
    meant = [*played[:1], *to_close, *coming[:1], *known[-1:]]
    return meant[0].number if meant else 0
