"""Tables whose tablet is the app itself, in Chromium, beside the simulated ones.

Its runtime, service worker, storage and engine are the real ones; a bot taps. What leaves the page
and reaches it is told by `telling.js`, and goes into histories like those of the other tablets.
"""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from benchmarks.faults.hall import Hall, Job
from benchmarks.faults.history import History, decision_of, question_of
from benchmarks.faults.history_check.hashing import event_digest
from benchmarks.faults.plan import Plan
from referee.engine import Game
from referee.rehearsal.judging import Account
from referee.rehearsal.tablet import Exchange
from tests.e2e.app import LANDSCAPE, REACH
from tests.e2e.browser import launch_options

TELLING = Path(__file__).with_name("telling.js")
PATIENCE = 300.0
"""Seconds in which the app opens, and in which at the end everything is with the server: servers
are killed meanwhile, and the machine may do much else."""
LOADED_WITHIN = 10.0
"""Seconds until a page that does not load is loaded again."""
LOOKED = 0.1
PAIRED_AGAIN = 2.0
"""Seconds until a referee tries a code again: the address has only so many attempts a minute."""
RELOADED_EVERY = 150
EARLIER = 0.02
"""A page's clock is that of the machine, but for some milliseconds: what a page did is written as a
moment earlier than it was, what it was told as when it is written, which no check takes amiss."""
_RECORD = """async (event) => {
  const { recorded, refusals, problem } = await window.tablet.record(event);
  return recorded ? null : JSON.stringify({ event, refusals, problem });
}"""
_START = """async (header) => {
  const { tablet } = window;
  const start = header ? tablet.record({ type: "start", header }) : tablet.start();
  const { recorded, refusals, problem } = await start;
  return recorded ? null : JSON.stringify({ refusals, problem });
}"""
_STATE = """() => {
  const { phase, judge, engineError, offlineReady } = window.tablet.state;
  return { phase, judge, engineError, offlineReady };
}"""
_LEFT = """(since) => {
  const { outbox, sync } = window.tablet.table;
  if (sync.ackedAt === null || sync.ackedAt < since) return "no heartbeat";
  return outbox.waiting.length + outbox.notHandedOver.length;
}"""
_PAIR = """async (code) => {
  const paired = await window.tablet.pair({ code });
  return paired.ok ? "paired" : paired.problem.code;
}"""
_IS_PAIRED = "() => Boolean(window.tablet.table.outbox.record.token)"
_TAKE_OVER = "() => window.tablet.takeOver()"
_IS_SET_ASIDE = """() =>
  window.tablet.table.outbox.entries.some(({ state }) => state === "set_aside")"""
_LOOK = "() => { window.turned = 0; window.tablet.table.sync.lookAgain(); return Date.now(); }"
_KEPT = """() => {
  const { entries, record } = window.tablet.table.outbox;
  const kept = entries.map(({ event_id, state, seq, hash, handed }) =>
    ({ event_id, state, seq, hash, handed }));
  return { entries: kept, head: record.head };
}"""


class GaveUpError(Exception):
    """The table cannot be played on; the message says why."""


@dataclass
class PageTablet:
    """One tablet in a page of its own, told of as `who`; what the run asks a simulated one for."""

    history: History
    who: str
    job: Job
    page: Page | None = None
    game: str = ""
    problem: str = ""
    exchanges: list[Exchange] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=lambda: {"entries": [], "head": None})
    header: Any = None
    statement: Any = None
    _loads: int = 0
    _asked: int = 0
    _open: dict[tuple[int, int], tuple[int, dict[str, Any], float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.outbox = SimpleNamespace(places={}, handed_over=frozenset())
        self.retrying = SimpleNamespace(put_off={})
        self.client = SimpleNamespace(lost=0)

    def loaded(self) -> None:
        """The page was loaded anew, and counts its requests from one again."""
        self._loads += 1

    def take(self, line: dict[str, Any]) -> None:
        """Write what the page tells into the history."""
        moment = line.pop("t") - _clock_difference() - EARLIER
        match line.pop("do"):
            case "record":
                self._recorded(moment, line)
            case "ask":
                self._ask(moment, line)
            case "answer":
                self._answer(line)
            case "lost":
                number, _question, _began = self._open.pop((self._loads, line["n"]))
                self.client.lost += 1
                self.history.write("lost", who=self.who, n=number)
                self._exchanged(_question, _began, answered=False)

    def account(self) -> Account:
        """Return the tablet's own account of its events, from its storage."""
        entries = self.kept["entries"]
        confirmed = [each for each in entries if each["state"] == "confirmed"]
        aside = [each for each in entries if each["state"] == "set_aside" and each["handed"]]
        head = self.kept["head"]
        return Account(
            recorded=tuple(each["event_id"] for each in entries),
            places={each["event_id"]: (each["seq"], each["hash"]) for each in confirmed},
            handed_over=frozenset(each["event_id"] for each in aside),
            head=(head["seq"], head["hash"]) if head else (0, ""),
            problem=self.problem,
        )

    def _recorded(self, moment: float, line: dict[str, Any]) -> None:
        self.game = line["game"]
        if line["event"]["type"] == "start":
            self.header = line["event"]["header"]
        what = event_digest(line["at"], line.pop("event"))
        self.history.write(
            "record",
            t=moment,
            who=self.who,
            game=self.game,
            event_id=line["event_id"],
            salt=line["salt"],
            what=what,
        )

    def _ask(self, moment: float, line: dict[str, Any]) -> None:
        self._asked += 1
        question = question_of(line["path"], json.loads(line["body"] or "null"))
        self._open[self._loads, line["n"]] = self._asked, question, time.monotonic()
        told = {"who": self.who, "n": self._asked, "resends": True}
        self.history.write("ask", t=moment, **told, **question)

    def _answer(self, line: dict[str, Any]) -> None:
        number, question, began = self._open.pop((self._loads, line["n"]))
        status = line["status"]
        decided = decision_of(json.loads(line["body"])) if status in {200, 201} else {}
        self.history.write("answer", who=self.who, n=number, status=status, **decided)
        self._exchanged(question, began, answered=status == 200)
        for event_id, verdict, seq, row_hash, _aside in decided.get("results", ()):
            if verdict in {"accepted", "duplicate"}:
                self.outbox.places[event_id] = (seq, row_hash)

    def _exchanged(self, question: dict[str, Any], began: float, *, answered: bool) -> None:
        if question["kind"] == "append":
            count = len(question["events"])
            self.exchanges.append(Exchange(began, time.monotonic(), count, answered))


class Pages:
    """The tables of one browser, in the place of a seat: each page has its port of the network and
    its history, and plays one game after another; `tablets` are all that were used."""

    is_the_app = True

    def __init__(self, hall: Hall, ports: list[int], plan: Plan, told: list[History]) -> None:
        self._hall, self._ports, self._told = hall, ports, told
        self._random = Random(f"{plan.seed}/pages")
        self._played, self._calm, self._settled = (threading.Event() for _event in range(3))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._staff = ThreadPoolExecutor(1)
        self._fault: Exception | None = None
        self.tablets: list[PageTablet] = []
        self.replaced = 0
        self.turned = 0.0

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def is_alive(self) -> bool:
        """Return whether games are played."""
        return not self._played.is_set()

    def join(self) -> None:
        """Wait until enough was recorded in the hall."""
        self._played.wait()

    def reconcile(self) -> None:
        """Let every page bring what the server lacks, now that nothing fails any more."""
        self._calm.set()
        self._settled.wait()
        if self._fault is not None:
            raise self._fault

    def _run(self) -> None:
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(**launch_options())
                playing = [
                    self._play_all(browser.new_context, number)
                    for number in range(len(self._ports))
                ]
                while playing:
                    playing = [each for each in playing if next(each, "over") != "over"]
                self._played.set()
                self._settle()
                browser.close()
        except Exception as error:
            self._fault = error
        finally:
            self._played.set()
            self._settled.set()

    def _play_all(self, new_context: Any, number: int) -> Iterator[None]:
        """Play at one table after another; yield after each event."""
        while (given := self._hall.next()) is not None:
            tablet = PageTablet(self._told[number], f"page-{number}/{len(self.tablets)}", given[0])
            self.tablets.append(tablet)
            try:
                page = self._opened(new_context(viewport=LANDSCAPE), tablet, number)
                yield from self._play(tablet, page, given[1])
            except (GaveUpError, PlaywrightError, TimeoutError) as error:
                tablet.problem = f"{type(error).__name__} {error}"
            tablet.statement = {}

    def _opened(self, context: BrowserContext, tablet: PageTablet, number: int) -> Page:
        context.expose_function("tell", lambda text: tablet.take(json.loads(text)))
        context.add_init_script(path=TELLING)
        page = tablet.page = context.new_page()
        page.set_default_timeout(LOADED_WITHIN * 1000)
        self._load(page, f"http://127.0.0.1:{self._ports[number]}/tablet/")
        return page

    def _load(self, page: Page, address: str = "") -> None:
        """Open the app, again where the network lost a part of it."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                page.goto(address) if address else page.reload()
                page.wait_for_selector("#tablet .screen")
                page.evaluate(REACH)
                page.evaluate("() => window.tellOfEvents()")
            except PlaywrightError:
                if time.monotonic() > until:
                    raise
                page.wait_for_timeout(LOOKED * 1000)
            else:
                return

    def _play(self, tablet: PageTablet, page: Page, turns: int) -> Iterator[None]:
        job = tablet.job
        self._pair(page, job)
        for _tick in self._wait(page, lambda state: state["judge"] == "tablet"):
            yield
        until = time.monotonic() + PATIENCE
        while refused := page.evaluate(_START, job.header):
            if time.monotonic() > until:
                raise GaveUpError(f"the game does not start: {refused}")
            page.wait_for_timeout(LOOKED * 1000)
            yield
        self._hall.count()
        game = Game.open(tablet.header)
        events = job.script(Random(self._random.random()), turns)(game, 0)
        for number, event in enumerate(events, start=1):
            page.evaluate("(turned) => { window.turned = turned; }", self.turned * 1000)
            if refused := _record(page, event):
                if page.evaluate(_IS_SET_ASIDE):
                    # After a restore its own events went to the chief, and the app shows the
                    # server's game: a referee sets that right by the board, which a bot has not.
                    return
                raise GaveUpError(refused)
            self._hall.count()
            self._pair_again(page, job)
            if number % RELOADED_EVERY == 0 and page.evaluate(_STATE)["offlineReady"]:
                tablet.loaded()
                self._load(page)
                yield from self._wait(page, lambda state: state["judge"] == "tablet")
            yield
        if (result := game.result()) is not None:
            players = [seat.player_id for seat in result.seats if not seat.out]
            page.evaluate("(players) => window.tablet.confirm({ players })", players)

    def _pair_again(self, page: Page, job: Job) -> None:
        """Pair a tablet that a restored server does not know, as its referee would."""
        if not page.evaluate(_IS_PAIRED):
            self._pair(page, job)

    def _pair(self, page: Page, job: Job) -> None:
        code, until = self._code(job), time.monotonic() + PATIENCE
        while (said := page.evaluate(_PAIR, code)) != "paired":
            if time.monotonic() > until:
                raise GaveUpError(f"the tablet cannot be paired: {said}")
            if said == "expired":
                # Made while the server's clock was wrong. The app says: ask for a new one.
                code = self._code(job)
            page.wait_for_timeout(PAIRED_AGAIN * 1000)

    def _code(self, job: Job) -> str:
        # Not from here: where Playwright waits, Django takes it for the thread of a loop.
        return str(self._staff.submit(self._hall.code, job.table).result())

    def _wait(self, page: Page, holds: Any) -> Iterator[None]:
        """Yield until the state of an open table is such."""
        until = time.monotonic() + PATIENCE
        while (state := page.evaluate(_STATE))["phase"] != "open" or not holds(state):
            if time.monotonic() > until:
                raise GaveUpError(f"the tablet is not ready: {state}")
            page.wait_for_timeout(LOOKED * 1000)
            yield

    def _settle(self) -> None:
        """Wait until the server has all there is, and read what each tablet has stored."""
        pages = [(each, each.page) for each in self.tablets if each.page is not None]
        # What pages tell is heard while somebody waits for them.
        while pages and not self._calm.is_set():
            pages[0][1].wait_for_timeout(LOOKED * 1000)
        for tablet, page in pages:
            try:
                self._pair_again(page, tablet.job)
                _bring_all(page)
                tablet.kept = page.evaluate(_KEPT)
                tablet.outbox.handed_over = tablet.account().handed_over
            except (GaveUpError, PlaywrightError) as error:
                tablet.problem = tablet.problem or f"{type(error).__name__} {error}"


def _record(page: Page, event: dict[str, Any]) -> str | None:
    """Record an event, and return why it is refused. Where another tablet writes, take over: a
    restored server may know this one by what it was before it was paired anew."""
    until = time.monotonic() + PATIENCE
    while refused := page.evaluate(_RECORD, event):
        problem = json.loads(refused)["problem"]
        if not problem or problem["code"] != "not-writer" or time.monotonic() > until:
            return str(refused)
        page.evaluate(_TAKE_OVER)
        page.wait_for_timeout(LOOKED * 1000)
    return None


def _bring_all(page: Page) -> None:
    """Wait until the server has all there is, and the tablet knows what the server has."""
    since, until = page.evaluate(_LOOK), time.monotonic() + PATIENCE
    while (left := page.evaluate(_LEFT, since)) != 0:
        if time.monotonic() > until:
            raise GaveUpError(f"left on the tablet: {left}")
        page.wait_for_timeout(LOOKED * 1000)


def _clock_difference() -> float:
    """Return what the clock that all histories share is behind the machine's, in seconds."""
    return time.clock_gettime(time.CLOCK_REALTIME) - time.monotonic()
