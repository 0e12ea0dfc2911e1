"""How far the control room is behind while 120 players play and an organiser works.

The embedded server, as on a laptop in a hall; 30 tables driven by `manage.py rehearse`, each with a
pause of 1.5 s between two events, which people at tables do not reach; an organiser who opens one
page of the console after another; and the control room, open in Chromium on the same machine, by
its stream and, once more, where streams are blocked and it asks by itself. Behind is the time from
an event's receipt until the page shows it, or a later one of its table. Written by
`python -m benchmarks control_room`.
"""

import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Event, Thread
from typing import Any

from benchmarks.machine import machine

TABLES = 30
TURNS = 8
PAUSE = 1.5
AFTERWARDS = 5
SLUG = "rehearsal-1"
TABLE = Path(__file__).with_suffix(".md")
# Each time the page shows other events than before: when, and the last event of each table.
WATCH = """() => {
  globalThis.shown = [];
  let before = "";
  const look = () => {
    const times = [...document.querySelectorAll("#live [id^=table-] .control-event time")];
    const rows = times.map((time) => [+time.closest("[id^=table-]").id.slice(6), time.dateTime]);
    if (JSON.stringify(rows) === before) return;
    before = JSON.stringify(rows);
    shown.push([Date.now() / 1000, rows]);
  };
  look();
  new MutationObserver(look).observe(
    document.getElementById("live"), { childList: true, subtree: true });
}"""
CARRIERS = {"stream": "", "asking": "**/live"}
"""Ways in which the page hears of events, and the addresses blocked for each."""
WORK = (
    "",
    "r/1/",
    "players/",
    "check-in/",
    "results/",
    "settings/",
    "now/",
    "announcements/",
)
HEAD = f"""# The control room while {4 * TABLES} players play

Machine: {{machine}}; load {{load:.1f}} before.

{__doc__}
| by | events | a second | behind p50 s | p99 s | changes | pages of the organiser | p99 ms |
|---|---:|---:|---:|---:|---:|---:|---:|
"""


def main() -> None:
    """Measure each carrier in a process with a database of its own, print and keep the table."""
    text = HEAD.format(machine=machine(), load=os.getloadavg()[0])
    for carrier in CARRIERS:
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}
            command = [sys.executable, "-m", "benchmarks.control_room", folder, carrier]
            run = subprocess.run(
                command, env=environment, check=True, stdout=subprocess.PIPE, text=True
            )
            text += run.stdout.splitlines()[-1] + "\n"
    TABLE.write_text(text)
    sys.stdout.write(text)


@dataclass
class Seen:
    """By table the receipt of the last event that the page showed, and since when."""

    shown: dict[int, list[tuple[float, float]]] = field(default_factory=dict)
    changes: int = 0
    pages: list[float] = field(default_factory=list)

    def take(self, rows: Iterable[tuple[int, str]], at: float) -> None:
        """Note the last event of each table, as the page shows it from then on."""
        self.changes += 1
        for number, moment in rows:
            received = datetime.fromisoformat(moment).timestamp()
            self.shown.setdefault(number, []).append((received, at))

    def behind(self, table: int, received: float) -> float:
        """Return the seconds until an event, or a later one of its table, was shown."""
        later = (at for moment, at in self.shown.get(table, ()) if moment >= received)
        return min(later, default=float("inf")) - received


class Organiser:
    """A browser that is signed in, without its scripts."""

    def __init__(self, port: int, cookie: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._headers = {"Cookie": cookie, "Host": f"localhost:{port}"}

    def get(self, path: str) -> int:
        """Return the status of a page, once all of it has arrived."""
        self._connection.request("GET", path, headers=self._headers)
        answer = self._connection.getresponse()
        answer.read()
        return answer.status


def follow(url: str, cookies: dict[str, str], blocked: str, seen: Seen, over: Event) -> None:
    """Have the control room open in Chromium, until a while after the last event."""
    from playwright.sync_api import sync_playwright

    from tests.e2e.browser import launch_options

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        context = browser.new_context()
        context.add_cookies(
            [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
        )
        if blocked:
            context.route(blocked, lambda route: route.abort())
        page = context.new_page()
        page.goto(f"{url}/organise/{SLUG}/now/")
        page.evaluate(WATCH)
        while not over.is_set():
            page.wait_for_timeout(500)
        page.wait_for_timeout(AFTERWARDS * 1000)
        for at, rows in page.evaluate("shown"):
            seen.take(rows, at)
        browser.close()


def work(organiser: Organiser, seen: Seen, over: Event) -> None:
    """Open one page of the console after another."""
    while not over.is_set():
        for path in WORK:
            began = time.perf_counter()
            assert organiser.get(f"/organise/{SLUG}/{path}") == 200, path
            seen.pages.append(time.perf_counter() - began)
            over.wait(0.5)


@contextmanager
def beside(*acts: Any) -> Iterator[None]:
    """Run acts beside the work within; each is told when it is over, and waited for."""
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
    """Return the table and the receipt of every event, in milliseconds as the page has it."""
    from referee.models import LoggedEvent

    rows = LoggedEvent.objects.values_list("game__table__number", "received_at")
    shown = ((table, at.isoformat(timespec="milliseconds")) for table, at in rows)
    return [(table, datetime.fromisoformat(at).timestamp()) for table, at in shown]


def played(
    folder: str,
    blocked: str = "",
    *,
    tables: int = TABLES,
    turns: int = TURNS,
    pause: float = PAUSE,
) -> Seen:
    """Play a round of so many tables with `rehearse`, and return what was seen meanwhile."""
    from tests.serving import Server

    cookies = signed_in()
    header = "; ".join(f"{name}={value}" for name, value in cookies.items())
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
            await_round(rehearsal)
            with beside(
                lambda over: follow(server.url, cookies, blocked, seen, over),
                lambda over: work(Organiser(server.port, header), seen, over),
            ):
                assert rehearsal.wait() == 0, "the rehearsal went wrong"
    finally:
        server.kill()
    return seen


def signed_in() -> dict[str, str]:
    """Return the cookies of somebody who may do everything."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.create_superuser("ada"))
    return {name: morsel.value for name, morsel in client.cookies.items()}


def await_round(rehearsal: subprocess.Popen[bytes]) -> None:
    """Wait until the round is published."""
    from tournament.models import Event as Tournament

    while not Tournament.objects.filter(slug=SLUG, rounds__status="published").exists():
        assert rehearsal.poll() is None, "the rehearsal did not begin"
        time.sleep(0.1)


def prepare() -> None:
    """Migrate the empty database of this process."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def measure(folder: str, carrier: str) -> None:
    """Play, look at what was seen, print a row of the table."""
    prepare()
    seen, events = played(folder, CARRIERS[carrier]), logged()
    times = [at for _table, at in events]
    behind = sorted(seen.behind(table, at) for table, at in events)
    pages = sorted(seen.pages)
    sys.stdout.write(
        f"| {carrier} | {len(events):,} | {len(events) / (max(times) - min(times)):.0f} "
        f"| {behind[len(behind) // 2]:.2f} | {behind[int(len(behind) * 0.99)]:.2f} "
        f"| {seen.changes} | {len(pages)} | {pages[int(len(pages) * 0.99)] * 1000:.0f} |\n"
    )


def catch_up(folder: str, tables: int) -> None:
    """Play a little, and say how many events of how many the control room never showed."""
    prepare()
    seen, events = played(folder, tables=tables, turns=3, pause=0.1), logged()
    never = [1 for table, at in events if seen.behind(table, at) == float("inf")]
    sys.stdout.write(f"{len(never)} of {len(events)}\n")


if __name__ == "__main__":
    if sys.argv[2] in CARRIERS:
        measure(sys.argv[1], sys.argv[2])
    else:
        catch_up(sys.argv[1], int(sys.argv[2]))
