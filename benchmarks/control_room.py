"""How far the control room is behind while 120 players play and an organiser works.

The embedded server, as on a laptop in a hall; 30 tables driven by `manage.py rehearse`, each with a
pause of 1.5 s between two events, which people at tables do not reach; an organiser who opens one
page of the console after another; and the control room's part, asked for as its script asks for it
while tables go on (`POLL_MS` of `live.js`). Behind is the time from an event's receipt until the
answer that shows it, or a later one of its table, has come. Written by
`python -m benchmarks control_room`.
"""

import http.client
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Event, Thread
from typing import Any

from benchmarks.machine import machine

TABLES = 30
TURNS = 12
PAUSE = 1.5
SLUG = "rehearsal-1"
TABLE = Path(__file__).with_suffix(".md")
SCRIPT = Path(__file__).parents[1] / "tournament/static/tournament/js/live.js"
ROW = re.compile(r'id="table-(\d+)"(.*?)</li>', re.DOTALL)
AT = re.compile(r'control__event".*?datetime="([^"]+)"', re.DOTALL)
WORK = (
    "",
    "r/1/",
    "players/",
    "check-in/",
    "results/",
    "settings/",
    "r/1/clock/",
    "announcements/",
)
HEAD = f"""# The control room while {4 * TABLES} players play

Machine: {{machine}}; load {{load:.1f}} before.

{__doc__}
| events | events a second | behind p50 s | p99 s | answers | pages of the organiser | p99 ms |
|---:|---:|---:|---:|---:|---:|---:|
"""


def main() -> None:
    """Measure in a process with a database of its own, print and keep the table."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}
        command = [sys.executable, "-m", "benchmarks.control_room", folder]
        subprocess.run(command, env=environment, check=True)


@dataclass
class Seen:
    """By table, the receipt of the last event that an answer showed, and when it came."""

    shown: dict[int, list[tuple[float, float]]] = field(default_factory=dict)
    answers: int = 0
    pages: list[float] = field(default_factory=list)

    def take(self, page: str, at: float) -> None:
        """What an answer shows."""
        self.answers += 1
        for number, row in ROW.findall(page):
            if found := AT.search(row):
                moment = datetime.fromisoformat(found[1]).timestamp()
                self.shown.setdefault(int(number), []).append((moment, at))

    def behind(self, table: int, received: float) -> float:
        """Seconds until an event, or a later one of its table, was shown."""
        later = (at for moment, at in self.shown.get(table, ()) if moment >= received)
        return min(later, default=float("inf")) - received


class Organiser:
    """A browser that is signed in, without its scripts."""

    def __init__(self, port: int, cookie: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._headers = {"Cookie": cookie, "Host": f"localhost:{port}"}

    def get(self, path: str, etag: str = "") -> tuple[int, str, str]:
        """Status, text and ETag of a page."""
        headers = {**self._headers, **({"If-None-Match": etag} if etag else {})}
        self._connection.request("GET", path, headers=headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers.get("ETag", "")


def follow(organiser: Organiser, seen: Seen, over: Event) -> None:
    """Ask for the control room's part at the pace of its script, once more at the end."""
    found = re.search(r"POLL_MS = (\d+)", SCRIPT.read_text())
    assert found is not None
    pace, etag, last = int(found[1]) / 1000, "", False
    while not last:
        last = over.is_set()
        began = time.monotonic()
        status, page, tag = organiser.get(f"/organise/{SLUG}/control/?part=live", etag)
        if status == 200:
            etag = tag
            seen.take(page, time.time())
        time.sleep(max(0.0, began + pace - time.monotonic()))


def work(organiser: Organiser, seen: Seen, over: Event) -> None:
    """Open one page of the console after another."""
    while not over.is_set():
        for path in WORK:
            began = time.perf_counter()
            status, _page, _tag = organiser.get(f"/organise/{SLUG}/{path}")
            assert status == 200, path
            seen.pages.append(time.perf_counter() - began)
            over.wait(0.5)


@contextmanager
def beside(*acts: Any) -> Iterator[None]:
    """Run acts beside what is done within; each is told when it is over, and waited for."""
    over = Event()
    threads = [Thread(target=lambda act=act: act(over)) for act in acts]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def logged() -> list[tuple[int, float]]:
    """The table and the receipt of every event."""
    from referee.models import LoggedEvent

    rows = LoggedEvent.objects.values_list("game__table__number", "received_at")
    return [(table, at.timestamp()) for table, at in rows]


def played(folder: str, tables: int = TABLES, turns: int = TURNS, pause: float = PAUSE) -> Seen:
    """A round of so many tables, played by `rehearse`, with what was seen of it meanwhile."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tests.serving import Server
    from tournament.models import Event as Tournament

    client = Client()
    client.force_login(User.objects.create_superuser("ada"))
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    server, seen = Server(Path(folder)), Seen()
    server.start()
    command = ["rehearse", "--url", server.url, "--tables", str(tables), "--turns", str(turns)]
    command += ["--pause", str(pause)]
    try:
        with subprocess.Popen(
            [sys.executable, "manage.py", *command],
            cwd=Path(__file__).parents[1],
            env=server.environment,
            stdout=subprocess.DEVNULL,
        ) as rehearsal:
            while not Tournament.objects.filter(slug=SLUG, rounds__status="published").exists():
                assert rehearsal.poll() is None, "the rehearsal did not begin"
                time.sleep(0.1)
            with beside(
                lambda over: follow(Organiser(server.port, cookie), seen, over),
                lambda over: work(Organiser(server.port, cookie), seen, over),
            ):
                assert rehearsal.wait() == 0, "the rehearsal went wrong"
    finally:
        server.kill()
    return seen


def prepare() -> None:
    """The database of this process, empty and migrated."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def measure(folder: str) -> None:
    """Play, look at what was seen, write the table."""
    load = os.getloadavg()[0]
    prepare()
    seen, events = played(folder), logged()
    times = [at for _table, at in events]
    behind = sorted(seen.behind(table, at) for table, at in events)
    pages = sorted(seen.pages)
    row = (
        f"| {len(events):,} | {len(events) / (max(times) - min(times)):.0f} "
        f"| {behind[len(behind) // 2]:.2f} | {behind[int(len(behind) * 0.99)]:.2f} "
        f"| {seen.answers} | {len(pages)} | {pages[int(len(pages) * 0.99)] * 1000:.0f} |\n"
    )
    text = HEAD.format(machine=machine(), load=load) + row
    TABLE.write_text(text)
    sys.stdout.write(text)


def catch_up(folder: str, tables: int) -> None:
    """Play a little, and say how many events of how many the control room never showed."""
    prepare()
    seen, events = played(folder, tables=tables, turns=3, pause=0.1), logged()
    never = [1 for table, at in events if seen.behind(table, at) == float("inf")]
    sys.stdout.write(f"{len(never)} of {len(events)}\n")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        catch_up(sys.argv[1], int(sys.argv[2]))
    else:
        measure(sys.argv[1])
