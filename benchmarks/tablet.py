"""The tablet in Chromium with a CPU four times slower: starts, and taps judged and recorded."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from runpy import run_path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright, Request, sync_playwright

from benchmarks import tablet_plans
from tests.e2e.browser import launch_options

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_name("tablet.md")
GAME = next((ROOT / "tests" / "golden" / "golden").glob("02_*.amr.jsonl"))
PORT = 8941
SLOWER = 4
SLICE_S = 0.004
PATIENCE_S = 120
STARTS = 3
_READY = """async () => {
  const { openTablet } = await import("/static/tablet/runtime/tablet.js");
  const tablet = await openTablet();
  return new Promise((resolve) => tablet.onChange((state) => {
    if (state.judge === "tablet" && state.phase === "open") resolve(performance.now());
  }));
}"""
_READY_WORKER = "async () => (await navigator.serviceWorker.ready).active.state"
_PLAY = """async (events) => {
  const { openTablet } = await import("/static/tablet/runtime/tablet.js");
  const tablet = await openTablet();
  const { engine } = tablet.table;
  const [judged, recorded] = [[], []];
  const ask = engine.ask.bind(engine);
  engine.ask = async (...asked) => {
    const from = performance.now();
    const answer = await ask(...asked);
    judged.push(performance.now() - from);
    return answer;
  };
  await tablet.start();
  for (const event of events) {
    const from = performance.now();
    const made = await tablet.record(event);
    if (!made.recorded) throw new Error(JSON.stringify(made.refusals));
    recorded.push(performance.now() - from);
  }
  return { judged, recorded };
}"""


def kept(checkout: Path) -> str:
    """Return the script that waits until a checkout's tablet can start without a network.

    It belongs to the checkout's own tests, because where the tablet says so changes from commit to
    commit. A checkout whose tests have none is ready with its service worker.
    """
    app = checkout / "tests" / "e2e" / "app.py"
    return str(run_path(str(app))["KEPT"]) if app.exists() else _READY_WORKER


def evaluate(page: Page, script: str, argument: object = None) -> Any:
    """Return what Playwright's `evaluate` gives, which alone would wait for ever.

    Raise TimeoutError with what the page shows.
    """
    race = f"""async (given) => Promise.race([
      (async () => ({{ found: await ({script})(given) }}))(),
      new Promise((late) => setTimeout(late, {PATIENCE_S * 1000}, {{ late: true }})),
    ])"""
    answer = page.evaluate(race, argument)
    if "late" in answer:
        shown = " ".join(page.inner_text("body").split())[:300]
        raise TimeoutError(f"{page.url}, {PATIENCE_S} s: {script[:200]} … The page: {shown}")
    return answer.get("found")


@contextmanager
def server(
    folder: str, checkout: Path = ROOT, port: int = PORT
) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the app of a checkout from a data folder of its own."""
    environment = {**os.environ, "DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}
    manage = [sys.executable, str(checkout / "manage.py")]
    for step in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"], ["tablet_snapshot"]):
        subprocess.run([*manage, *step], env=environment, cwd=checkout, check=True)
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "config.wsgi:application"], env=environment, cwd=checkout, start_new_session=True
    )
    try:
        _wait_for(f"http://localhost:{port}/tablet/release.json", process)
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server answers; raise RuntimeError once it has ended or is too late."""
    end = time.monotonic() + PATIENCE_S
    while True:
        with suppress(OSError), urllib.request.urlopen(address, timeout=10):  # noqa: S310
            return
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"No server answers at {address}.")
        time.sleep(0.2)


class Brake:
    """Stops the browser's processes three quarters of the time: a CPU four times slower."""

    def __init__(self, profile: str) -> None:
        self._mark = f"--user-data-dir={profile}".encode()
        self._root = self._find_root()
        self._on = True
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _find_root(self) -> int:
        """Return the oldest process of the profile: the others are its children."""
        found = [int(p.name) for p in Path("/proc").glob("[0-9]*") if self._mark in _command(p)]
        return min(found)

    def family(self) -> list[int]:
        """Return the browser's processes now."""
        return _family(self._root)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._on = False
        self._thread.join()

    def _run(self) -> None:
        turns = 0
        while self._on:
            if turns % 50 == 0:
                family = self.family()
            turns += 1
            _signal(family, signal.SIGSTOP)
            time.sleep(SLICE_S * (SLOWER - 1))
            _signal(family, signal.SIGCONT)
            time.sleep(SLICE_S)


def _command(folder: Path) -> bytes:
    with suppress(OSError):
        return (folder / "cmdline").read_bytes()
    return b""


def _family(root: int) -> list[int]:
    """Return a process and all its descendants."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            parents[int(folder.name)] = int(
                (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
            )
    family = [root]
    for process in family:
        family += [child for child, parent in parents.items() if parent == process]
    return family


def _signal(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def percentile(values: list[float], share: float) -> float:
    """Return the value below which that share lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(folder: str, checkout: Path, port: int) -> dict[str, Any]:
    """Return seconds of starts, milliseconds of taps, requests and bytes of a first start."""
    events = [json.loads(line) for line in GAME.read_text("utf-8").splitlines()]
    first: list[float] = []
    later: list[float] = []
    with sync_playwright() as playwright, server(folder, checkout, port) as process:
        asked = _asked(playwright, port, kept(checkout))
        for number in range(STARTS):
            profile = f"{folder}/profile-{number}"
            context = playwright.chromium.launch_persistent_context(profile, **launch_options())
            page = context.new_page()
            page.set_default_timeout(PATIENCE_S * 1000)
            with Brake(profile):
                first.append(start(page, f"http://localhost:{port}/tablet/#practice=us-2011"))
            evaluate(page, kept(checkout))
            time.sleep(3)
            if number < STARTS - 1:
                _measure_offline(context, profile, process, port, later)
                context.close()
        taps = _taps(page, profile, events)
        plans = _plans(page, profile) if tablet_plans.shows_plans(checkout) else []
        context.close()
    return {"first": first, "later": later, "plans": plans, **asked, **taps}


def _asked(playwright: Playwright, port: int, kept_there: str) -> dict[str, int]:
    """Count what goes over the network until a later start needs nothing more.

    What is cached for the unforeseen only is counted, but not weighed.
    """
    browser = playwright.chromium.launch(**launch_options())
    context = browser.new_context()
    asked: list[Request] = []
    context.on("requestfinished", lambda request: asked.append(request))
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    start(page, f"http://localhost:{port}/tablet/#practice=us-2011")
    evaluate(page, kept_there)
    time.sleep(3)
    over = [one for one in asked if not (got := one.response()) or not got.from_service_worker]
    sizes = {one.url: one.sizes()["responseBodySize"] for one in over}
    browser.close()
    weighed = sum(size for url, size in sizes.items() if not url.endswith(".zip"))
    return {"requests": len(over), "bytes": weighed}


def start(page: Page, address: str) -> float:
    """Open the tablet; the seconds until its own engine answers."""
    page.goto(address)
    # Modules asked for before the page has begun are fetched one by one, a second time.
    page.wait_for_selector("#tablet .screen")
    return float(evaluate(page, _READY)) / 1000


def _measure_offline(
    context: BrowserContext,
    profile: str,
    process: subprocess.Popen[bytes],
    port: int,
    later: list[float],
) -> None:
    """Measure a cold start of the page while the server does not answer."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    context.pages[0].close()
    for old in context.pages:
        if old is not page:
            old.close()
    _signal(_family(process.pid), signal.SIGSTOP)
    try:
        with Brake(profile):
            later.append(start(page, f"http://localhost:{port}/tablet/"))
    finally:
        _signal(_family(process.pid), signal.SIGCONT)


def _taps(page: Page, profile: str, events: list[dict[str, Any]]) -> dict[str, Any]:
    header, *played = events
    evaluate(
        page,
        "async (header) => (await (await import('/static/tablet/runtime/tablet.js')).openTablet())"
        ".practise(header)",
        header,
    )
    evaluate(page, _READY)
    with Brake(profile):
        return dict(evaluate(page, _PLAY, played))


def _plans(page: Page, profile: str) -> list[float]:
    with Brake(profile):
        return tablet_plans.ask(page)
