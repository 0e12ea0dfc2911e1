"""A rehearsal of so many tables that anybody may follow: `python -m benchmarks.live.feed …`.

Says the event's address (slug) on standard output, plays once a line comes on standard input, until
another one comes or as many seconds as the first says are over, and prints what happened. `waits`:
of each request with events the moment (monotonic) and the seconds until it was acknowledged.
`events`: of each its table, its place in the table's log and the moment (seconds of the clock) it
was received at. `beats`: how many heartbeats the tablets gave beside, which listen to their
streams; `listened`: for which share of the time these lived.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event, Thread, Timer
from typing import Any

BY = "benchmark"


class OverError(Exception):
    """It is over."""


def main() -> None:
    """Make the event, play it, and print the measurements."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--pause", type=float, default=4.0)
    parser.add_argument("--streams", default="", help="where tablets listen, if elsewhere")
    given = parser.parse_args()
    from referee.rehearsal.event import make_event, open_round
    from tournament.events.services.events import update_event

    event = make_event(edition="us-2011", mode="two-hour", tables=given.tables, by=BY)
    update_event(event=event, by=BY, practice=False, published=True)
    opened = open_round(event=event, number=1, seed=1, by=BY)
    print(event.slug, flush=True)
    codes = [code for _table, code in opened]
    over = Event()
    end = Timer(float(sys.stdin.readline()), over.set)
    end.daemon = True
    end.start()
    Thread(target=_end_when_told, args=(over,), daemon=True).start()
    tablets = [_tablet(given, *each) for each in enumerate(codes, start=1)]
    with ThreadPoolExecutor(len(tablets)) as pool:
        playing = [
            pool.submit(_play, number, tablet, given.pause, over)
            for number, tablet in enumerate(tablets, start=1)
        ]
        for each in playing:
            each.result()
    ears = [tablet.listening for tablet in tablets]
    told = {
        "waits": [
            (each.began, each.ended - each.began)
            for tablet in tablets
            for each in tablet.exchanges
            if each.answered
        ],
        "events": _events(event.pk),
        "beats": sum(ear.beats for ear in ears),
        "listened": sum(ear.seconds for ear in ears) / sum(ear.seconds_in_all for ear in ears),
    }
    print(json.dumps(told), flush=True)


def _tablet(given: Namespace, number: int, code: str) -> Any:
    from referee.rehearsal.http_client import Faults, HttpClient
    from referee.rehearsal.scripts import bots
    from referee.rehearsal.tablet import Tablet

    random = Random(number)
    client = HttpClient(given.url, Faults(), Random(number), streams=given.streams)
    script = bots(random, turns=500)
    return Tablet(client, lambda: code, random, script, pause=given.pause, listens=True)


def _events(event: int) -> list[tuple[str, int, float]]:
    from referee.models import LoggedEvent

    rows = LoggedEvent.objects.filter(game__table__round__event=event).values_list(
        "game__table__round__number", "game__table__number", "seq", "received_at"
    )
    return [(f"{number}/{table}", seq, at.timestamp()) for number, table, seq, at in rows]


def _end_when_told(over: Event) -> None:
    if sys.stdin.readline():
        over.set()


def _play(number: int, tablet: Any, pause: float, over: Event) -> None:
    from django.db import connections

    from referee.rehearsal.retries import StuckError

    time.sleep(pause * tablet.random.random())

    def go_on() -> None:
        if over.is_set():
            raise OverError

    try:
        tablet.run(go_on)
    except OverError:
        pass
    except StuckError as error:
        print(f"table {number}: {error}", file=sys.stderr)
    finally:
        connections.close_all()


if __name__ == "__main__":
    main()
