"""A reader of the public interface beside the tablets: what it is shown goes into its history.

One of the bots' events tells its boards late, one is frozen from the beginning. Whether anything
was shown that was not to be seen is for `history_check.showing`.
"""

import http.client
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path

from benchmarks.faults.history import History

DELAYED, FROZEN = "bots-1", "bots-2"
DELAY = 5
PAUSE = 0.05
TIMEOUT = 2.0
EVENT_ID = re.compile(r'"id": ?"([0-9a-f]{8}-[0-9a-f-]{27})"')
PUBLIC = "/api/v1/public/events"


def publish(folder: Path) -> dict[str, int]:
    """Publish both events, write down what may be seen, and return their numbers of tables."""
    from django.utils import timezone

    from tournament.models import Event, Table

    events = Event.objects.filter(slug__in=(DELAYED, FROZEN))
    events.update(published=True)
    events.filter(slug=DELAYED).update(board_delay=DELAY)
    events.filter(slug=FROZEN).update(frozen_at=timezone.now())
    with History(folder, "may") as told:
        told.write("may", event=DELAYED, delay=DELAY, frozen=False)
        told.write("may", event=FROZEN, delay=0, frozen=True)
    tables = Table.objects.filter
    return {slug: tables(round__event__slug=slug).count() for slug in (DELAYED, FROZEN)}


@contextmanager
def reading(folder: Path, port: int, tables: dict[str, int]) -> Iterator[None]:
    """Read meanwhile, one public page after another."""
    stop = threading.Event()
    with History(folder, "reader") as history:
        given = (stop, history, port, tables)
        thread = threading.Thread(target=_read, args=given, daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()


def _read(stop: threading.Event, history: History, port: int, tables: dict[str, int]) -> None:
    places = [(slug, number + 1) for slug, most in tables.items() for number in range(most)]
    for slug, table in cycle(places):
        if stop.wait(PAUSE):
            return
        asked = time.monotonic()
        text = _get(port, f"{PUBLIC}/{slug}/rounds/1/tables/{table}/record-so-far")
        if text is not None:
            ids = EVENT_ID.findall(text)
            history.write("shown", event=slug, asked=asked, table=table, ids=ids)
        if slug == FROZEN and (text := _get(port, f"{PUBLIC}/{slug}/results")) is not None:
            shown = [item["table"] for item in json.loads(text)["items"]]
            history.write("shown", event=slug, asked=asked, tables=shown)


def _get(port: int, path: str) -> str | None:
    """Return what is public there, None where nothing is or nothing answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return text if answer.status == 200 else None
    connection.close()
    return None
