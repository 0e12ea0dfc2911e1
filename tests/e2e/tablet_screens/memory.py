"""What a tablet's page and its engine hold in memory, garbage left out; by Chromium's debugger."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, CDPSession, Page, Route

from tests.e2e.app import Header
from tests.e2e.waiting import until_drawn, until_heard

_WATCHER = "/static/tablet/memory-watch.js"
_WORKER = f'import "{_WATCHER}"; import "/static/tablet/runtime/worker.js";'
# CPython's memory is what it is given, or what it has.
_WATCH = """
const real = WebAssembly.instantiateStreaming.bind(WebAssembly);
WebAssembly.instantiateStreaming = async (source, imports) => {
  const made = await real(source, imports);
  const all = [made.instance.exports, ...Object.values(imports)].flatMap(Object.values);
  const memory = all.find((each) => each instanceof WebAssembly.Memory);
  if (memory) self.engineMemory = memory;
  return made;
};
"""
OPEN = """async (header) => {
  await window.tablet.practise(header);
  const screen = () => document.querySelector('.game, [data-tap="start"], [data-tap="die-1-1"]');
  while (window.tablet.state.judge !== "tablet" || !screen())
    await new Promise((next) => setTimeout(next, 20));
  if (window.tablet.state.view === null) await window.tablet.start();
}"""
# A minute passes from each event to the next.
_ADVANCE = """(minutes) => {
  window.realNow ??= Date.now.bind(Date);
  window.minutes = (window.minutes ?? 0) + minutes;
  Date.now = () => window.realNow() + window.minutes * 60_000;
}"""


class Held(NamedTuple):
    """Bytes of the page's heap but for compiled code, of that code (which the browser makes of what
    runs often, and forgets again), of the worker's heap and of the engine's WebAssembly memory; and
    counts of nodes and listeners, those of nodes outside the page among them."""

    page: int
    code: int
    worker: int
    engine: int
    nodes: int
    listeners: int


def watched(context: BrowserContext) -> BrowserContext:
    """The context, made without service workers, whose tablet lets its engine's memory be seen."""

    def answer(route: Route, body: str) -> None:
        route.fulfill(body=body, content_type="text/javascript")

    context.route("**/tablet/worker.js", lambda route: answer(route, _WORKER))
    context.route(f"**{_WATCHER}", lambda route: answer(route, _WATCH))
    return context


def open_game(page: Page, header: Header) -> None:
    """A practice table on the page. No handle of an element is kept: it would hold on to the whole
    screen."""
    page.evaluate(OPEN, header)
    page.locator(".game").wait_for()


def advance(page: Page, minutes: int) -> None:
    """Let the clock of the page go on."""
    page.evaluate(_ADVANCE, minutes)


class Memory:
    """A debugger on a page of a `watched` context, with one worker."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._workers: list[str] = []
        self._answers: dict[int, Any] = {}
        self._last = 0
        self._session.on("Target.attachedToTarget", self._attached)
        self._session.on("Target.detachedFromTarget", self._detached)
        self._session.on("Target.receivedMessageFromTarget", self._answered)
        how = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        self._session.send("Target.setAutoAttach", how)

    def _attached(self, event: dict[str, Any]) -> None:
        if event["targetInfo"]["type"] == "worker":
            self._workers.append(event["sessionId"])

    def _detached(self, event: dict[str, Any]) -> None:
        if event["sessionId"] in self._workers:
            self._workers.remove(event["sessionId"])

    def _answered(self, event: dict[str, Any]) -> None:
        answer = json.loads(event["message"])
        if "id" in answer:
            self._answers[answer["id"]] = answer["result"]

    def _ask_worker(self, method: str, **params: Any) -> Any:
        (worker,) = self._workers
        self._last += 1
        message = json.dumps({"id": self._last, "method": method, "params": params})
        self._session.send("Target.sendMessageToTarget", {"sessionId": worker, "message": message})
        until_heard(self._page, lambda: self._last in self._answers)
        return self._answers.pop(self._last)

    def held(self) -> Held:
        """What is held now."""
        for _ in range(3):  # what only weakly held objects held goes with the second and third
            self._session.send("HeapProfiler.collectGarbage")
            self._ask_worker("HeapProfiler.collectGarbage")
            until_drawn(self._page)
        counts = self._session.send("Memory.getDOMCounters")
        engine = self._ask_worker(
            "Runtime.evaluate", expression="self.engineMemory.buffer.byteLength"
        )
        code, everything = self._sizes()
        return Held(
            page=everything - code,
            code=code,
            worker=int(self._ask_worker("Runtime.getHeapUsage")["usedSize"]),
            engine=int(engine["result"]["value"]),
            nodes=counts["nodes"],
            listeners=counts["jsEventListeners"],
        )

    def _sizes(self) -> tuple[int, int]:
        """Bytes of the compiled code on the page's heap, and of all that is there."""
        chunks: list[str] = []

        def keep(event: dict[str, Any]) -> None:
            chunks.append(event["chunk"])

        self._session.on("HeapProfiler.addHeapSnapshotChunk", keep)
        self._session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        self._session.remove_listener("HeapProfiler.addHeapSnapshotChunk", keep)
        heap = json.loads("".join(chunks))
        meta = heap["snapshot"]["meta"]
        width = len(meta["node_fields"])
        kinds = heap["nodes"][meta["node_fields"].index("type") :: width]
        sizes = heap["nodes"][meta["node_fields"].index("self_size") :: width]
        is_code = meta["node_types"][0].index("code")
        code = sum(size for kind, size in zip(kinds, sizes, strict=True) if kind == is_code)
        return code, sum(sizes)
