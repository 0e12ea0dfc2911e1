"""The tables of a soak: `python -m benchmarks.soak.tables HTTPS_PORT`, beside a hall.

Makes an event and prints its address and somebody's session. Plays `QUICK` rounds at full speed,
then one round after another at the pace of real tables, each with new games, until standard input
ends. Tablets use the hall's port for HTTPS.
"""

import asyncio
import json
import os
import ssl
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any

BY = "soak"
TABLES = 40
PAUSE = 8.0
TURNS = 80
"""Throws of a game, of about two events each: twenty minutes."""
QUICK = 10
"""Rounds in the first minutes: until a process keeps as many games as it can, it grows."""
READ_BYTES = 1 << 16
NICE = 10


def main() -> None:
    """Make the event, and play it until told to stop."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings

    os.nice(NICE)
    authority = f"{settings.DATA_DIR}/certificates/authority.crt"
    url = f"http://127.0.0.1:{by_tls(int(sys.argv[1]), authority)}"
    event = _event()
    print(json.dumps({"slug": event.slug, "cookies": _session()}), flush=True)
    threading.Thread(target=_end_when_told, daemon=True).start()
    for number in range(1, event.number_of_rounds + 1):
        play_round(event, number, url, pause=PAUSE if number > QUICK else 0.0)


def play_round(event: Any, number: int, url: str, pause: float) -> None:
    """Draw, publish, play and confirm a round, and open the next one."""
    from referee.rehearsal.event import open_round
    from tournament.models import Round
    from tournament.rounds.services.clock import step_clock
    from tournament.rounds.services.steps import confirm_round

    opened = open_round(event=event, number=number, seed=number, by=BY)
    round_ = Round.objects.get(event=event, number=number)
    step_clock(round_=round_, step="start", by=BY)
    with ThreadPoolExecutor(TABLES) as pool:
        for played in [pool.submit(_play, url, code, pause) for _table, code in opened]:
            played.result()
    confirm_round(round_=Round.objects.get(pk=round_.pk), by=BY)


def by_tls(port: int, authority: str) -> int:
    """Return a port whose connections are carried on to `port` by TLS, as those of tablets are."""
    context = ssl.create_default_context(cafile=authority)
    found: list[int] = []
    ready = threading.Event()

    async def carry(here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            there, on = await asyncio.open_connection("127.0.0.1", port, ssl=context)
        except OSError:
            back.close()
            return
        copying = [asyncio.create_task(_copy(*each)) for each in ((here, on), (there, back))]
        # Who ends one way has ended the other.
        await asyncio.wait(copying, return_when=asyncio.FIRST_COMPLETED)
        for end in (on, back):
            end.transport.abort()

    async def serve() -> None:
        listener = await asyncio.start_server(carry, "127.0.0.1", 0)
        found.append(listener.sockets[0].getsockname()[1])
        ready.set()
        await listener.serve_forever()

    threading.Thread(target=lambda: asyncio.run(serve()), daemon=True).start()
    ready.wait()
    return found[0]


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(READ_BYTES):
            target.write(data)
            await target.drain()


def _event() -> Any:
    from referee.rehearsal.event import make_event
    from tournament.events.services.events import update_event

    event = make_event(edition="us-2011", mode="two-hour", tables=TABLES, by=BY)
    return update_event(event=event, by=BY, practice=False, published=True, number_of_rounds=50)


def _session() -> str:
    from tests.accounts import signed_in, staff
    from tournament.access import Action

    client = signed_in(staff("soak", *Action))
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


def _play(url: str, code: str, pause: float) -> None:
    from django.db import connections

    from referee.rehearsal.http_client import Faults, HttpClient
    from referee.rehearsal.scripts import bots
    from referee.rehearsal.tablet import Tablet

    random = Random()
    # Tables do not play in step.
    time.sleep(pause * random.random())
    client = HttpClient(url, Faults(), random)
    try:
        Tablet(
            client,
            lambda: code,
            random,
            bots(random, turns=TURNS),
            pause=pause,
            first_wait=0.5,
            listens=True,
        ).run(lambda: None)
    finally:
        connections.close_all()


def _end_when_told() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
