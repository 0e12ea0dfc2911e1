"""Pages of the organiser's console for an event of 500 players: CPU of the process that answers,
the embedded database's work included, as it is in that process.

Nobody plays at a tablet. `large` has two rounds with results and a third that is published; `final`
has three with results and a final that is published. Each is to have 16 finalists, and 40 results
of the second round were corrected and have another correction collected. Each page is asked for
several times by one organiser, and the least is what it costs. Written by
`python -m benchmarks console`.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.machine import machine

PLAYERS = 500
TURNS = 5
FINALISTS = 16
CORRECTED = 40
ROUNDS = {"large": 3, "final": 4}
"""Events by their addresses, and the round of each that is played."""
TABLE = Path(__file__).with_suffix(".md")
HEAD = f"""# The console of an event of {PLAYERS} players

Machine: {{machine}}; load {{load:.1f}} before.

{__doc__}
| page | CPU ms | kB |
|---|---:|---:|
"""


def main() -> None:
    """Measure in a process with a database of its own, print and keep the table."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}
        subprocess.run([sys.executable, "-m", "benchmarks.console"], env=environment, check=True)


def addresses(slug: str, number: int) -> Iterator[str]:
    """Yield the path of every page of the console, from the table of addresses.

    These are an organiser's pages of the event, of the round and of its first table.
    """
    from django.urls import URLPattern, get_resolver, reverse

    places: dict[str, Any] = {"slug": slug, "number": number, "table": 1, "code": "tables"}

    def walk(patterns: list[Any], space: str) -> Iterator[str]:
        for pattern in patterns:
            if not isinstance(pattern, URLPattern):
                named = f"{space}{pattern.namespace}:" if pattern.namespace else space
                yield from walk(pattern.url_patterns, named)
            elif pattern.name and "slug" in pattern.pattern.converters:
                wanted = pattern.pattern.converters.keys()
                if wanted <= places.keys():
                    yield reverse(
                        space + pattern.name, kwargs={name: places[name] for name in wanted}
                    )

    found = dict.fromkeys(walk(get_resolver().url_patterns, ""))
    return (path for path in found if path.startswith("/organise/"))


def cost(ask: Callable[[], object]) -> float:
    """Return milliseconds of CPU, the least of several turns."""
    spent = []
    for _turn in range(TURNS):
        start = time.process_time()
        ask()
        spent.append(time.process_time() - start)
    return min(spent) * 1000


def measured(client: Any) -> Iterator[tuple[str, float, int]]:
    """Yield address, milliseconds of CPU and bytes of each page that answers."""
    for path in [path for event in ROUNDS.items() for path in addresses(*event)]:
        answer = client.get(path)
        if answer.status_code == 200 and not answer.streaming:
            took = cost(lambda path=path: client.get(path))  # type: ignore[misc]
            yield path, took, len(answer.content)


def make_events() -> None:
    """Make the events of `ROUNDS`."""
    from benchmarks.live import events
    from tournament.models import Round

    for slug in ROUNDS:
        last = events.make(slug, PLAYERS, playing=slug == "large", finalists=FINALISTS)
        if slug == "final":
            events.begin_final(last)
        second = Round.objects.select_related("event").get(event__slug=slug, number=2)
        events.correct(second, range(1, CORRECTED + 1))


def measure() -> None:
    """Make the event, ask for its pages, write the table."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    load = os.getloadavg()[0]
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.contrib.auth.models import User
    from django.test import Client

    make_events()
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_superuser("ada"))
    rows = sorted(measured(client), key=lambda row: -row[1])
    lines = [f"| `{path}` | {took:.0f} | {size / 1000:.0f} |" for path, took, size in rows]
    text = HEAD.format(machine=machine(), load=load) + "\n".join(lines) + "\n"
    TABLE.write_text(text)
    sys.stdout.write(text)


if __name__ == "__main__":
    measure()
