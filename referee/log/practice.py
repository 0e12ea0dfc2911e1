"""Delete the logs of practice events, which count nowhere."""

from django.db.models import QuerySet

from referee.models import LoggedEvent, SetAside
from tournament.models import Event


def delete_logs(event: Event) -> None:
    """Delete everything logged at the tables of a practice event.

    Other events are left alone.
    """
    practice = {"game__table__round__event": event, "game__table__round__event__practice": True}
    # The log's own manager deletes nothing.
    rows: QuerySet[LoggedEvent] = QuerySet(LoggedEvent)
    rows.filter(**practice).delete()
    SetAside.objects.filter(**practice).delete()
