"""The engine in the browser and the engine on the server judge alike, to the byte."""

import hashlib
import json
import random
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from referee.tablet.bridge import Bridge
from tests.e2e.proxy import Proxy
from tests.e2e.tablet.conftest import asked_by, source_of
from tests.referee.engine.playouts import any_events, legal_event, random_game

GAMES = Path(__file__).resolve().parents[2] / "golden"
# How many games are made from a seed.
GENERATED = [(50, 20261121), (950, 20261123)]
EVENTS = 30
AT_ONCE = 100
_START = """async () => {
  const worker = new Worker("/tablet/worker.js", { type: "module" });
  const waiting = new Map();
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve();
      else if (data.id === undefined) reject(new Error(data.failure));
      else waiting.get(data.id)(data.failure ? "fault" : data.value);
    };
    worker.postMessage({ release: null, address: "/tablet/release.json" });
  });
  let asked = 0;
  window.ask = (method, question) => new Promise((resolve) => {
    waiting.set((asked += 1), resolve);
    worker.postMessage({ id: asked, method, question });
  });
}"""
_JUDGE = """(tables) => { window.digests = (async () => {
  const digests = [];
  for (const opened of tables) {
    const answer = await window.ask("open", opened);
    const started = answer !== "fault" && JSON.parse(answer).view !== null;
    const text = answer + (started ? await window.ask("statement", "{}") : "");
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    const digits = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0"));
    digests.push(digits.join(""));
  }
  return digests;
})(); }"""
_JUDGED = "() => window.digests"


@pytest.fixture(scope="module")
def page(device: BrowserContext) -> Iterator[Page]:
    """A page for the tests of the file."""
    page = device.new_page()
    page.set_default_timeout(120_000)
    yield page
    page.close()


@pytest.fixture
def worker(page: Page, network: Proxy) -> Page:
    """A page with the tablet's worker, started from the snapshot, ready."""
    if not page.evaluate("() => 'ask' in window"):
        asked = asked_by(page)
        page.goto(f"{network.url}/tablet/setup/")
        page.evaluate(_START)
        page.evaluate("source => { window.source = source; }", source_of(asked))
    assert page.evaluate("() => window.source") == "memory"
    return page


def opened(header: dict[str, Any], events: list[dict[str, Any]], language: str) -> dict[str, Any]:
    """A table whose log is this record, legal or not."""
    rows = [{"type": "start", "header": header}, *events]
    return {
        "header": header,
        "roles": "drawn",
        "seats": [],
        "steps": [],
        "language": language,
        "log": [{"n": n, "at": None, "event": event} for n, event in enumerate(rows, 1)],
    }


def on_the_server(table: str) -> str:
    """The digest of this process's answers; a header no server would send is a fault to both."""
    bridge = Bridge()
    try:
        text = bridge.answer("open", table)
    except (KeyError, TypeError, ValueError, AttributeError):
        text = "fault"
    if text != "fault" and json.loads(text)["view"] is not None:
        text += bridge.answer("statement", "{}")
    return hashlib.sha256(text.encode()).hexdigest()


def agree(worker: Page, tables: Iterable[dict[str, Any]]) -> int:
    """Both engines say the same of every table: view, ledger, refusals, statement. Returns how many
    there were; the browser judges some while this process makes the next."""
    tables, count = iter(tables), 0
    expected: list[str] = []
    worker.evaluate(_JUDGE, [])
    while some := [json.dumps(table) for table in islice(tables, AT_ONCE)]:
        assert worker.evaluate(_JUDGED) == expected
        worker.evaluate(_JUDGE, some)
        expected = [on_the_server(table) for table in some]
        count += len(some)
    assert worker.evaluate(_JUDGED) == expected
    return count


def parsed(path: Path) -> list[dict[str, Any]] | None:
    """The lines of a record; None for one whose bytes no tablet could hold."""
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
    except ValueError:
        return None
    return lines if all(isinstance(line, dict) and "type" in line for line in lines[1:]) else None


def test_golden_and_refused_records(worker):
    records = [parsed(path) for path in sorted(GAMES.glob("*/*.amr.jsonl"))]
    tables = [
        opened(lines[0], lines[1:], language)
        for number, lines in enumerate(filter(None, records))
        for language in ("en", "fr", "ru")
        if number % 3 == 0 or language == "en"
    ]
    assert agree(worker, tables) > 100


def generated(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Tables of random games, with what is not legal here and there."""
    rng = random.Random(seed)
    for number in range(count):
        game = random_game(rng)
        events: list[dict[str, Any]] = []
        while len(events) < EVENTS and (event := legal_event(rng, game)):
            for one in [*any_events(rng, game, rng.choice((0, 0, 1))), event]:
                game.play(one)
                events.append(one)
        yield opened(game.header, events, ("en", "fr", "ru")[number % 3])


@pytest.mark.parametrize(("count", "seed"), GENERATED)
def test_generated_records(worker, count, seed):
    assert agree(worker, generated(count, seed)) == count
