"""The tablet's ledger drawn in Chromium at the end of a whole game, by full and by slow processors.

From the tap to the frame in which the newest entries stand, with style, layout and paint. The
baseline, in the same pages and turns, is a bare list of all entries: their words as text, no
buttons, no figures of their own. Both wait for a frame, 17 ms at most where nothing else is done.
"""

import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from benchmarks.machine import machine
from benchmarks.tablet import PORT, evaluate, percentile, server
from tests.e2e.app import LANDSCAPE, REACH, TAPPING, read_record
from tests.e2e.browser import launch_options

GAME = next(Path(__file__).resolve().parents[1].glob("tests/golden/golden/02_us-2011_*.amr.jsonl"))
TABLE = Path(__file__).with_suffix(".md")
TURNS = 30
SLOWER = (1, 4)
"""How many times slower the page's processor is made."""
BAR_MS = 100
_WRITE = """async (events) => {
  const { recorded, refusals, problem } = await window.tablet.write(events);
  if (!recorded) throw new Error(JSON.stringify([refusals, problem]));
}"""
_MEASURE = """async (turns) => {
  const painted = () => new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(0);
    });
  });
  const seen = async (wanted) => {
    while (Boolean(document.querySelector("ol.ledger li")) !== wanted) await painted();
  };
  const texts = window.tablet.state.view.ledger.map((each) => JSON.stringify(each));
  const bare = async () => {
    const list = document.createElement("ol");
    list.append(...texts.map((text) => {
      const item = document.createElement("li");
      item.textContent = text.slice(0, 80);
      return item;
    }));
    document.body.prepend(list);
    await painted();
    return list;
  };
  const found = { ledger: [], bare: [], drawn: 0, entries: texts.length };
  for (let turn = 0; turn < turns; turn += 1) {
    await painted();
    let from = performance.now();
    document.querySelector('[data-tap="ledger"]').click();
    await seen(true);
    await painted();
    found.ledger.push(performance.now() - from);
    found.drawn = document.querySelectorAll("ol.ledger > li").length;
    document.querySelector('[data-tap="back"]').click();
    await seen(false);
    await painted();
    from = performance.now();
    const list = await bare();
    found.bare.push(performance.now() - from);
    list.remove();
  }
  return found;
}"""


def main() -> None:
    """Measure, print and keep the table."""
    with tempfile.TemporaryDirectory() as folder:
        found = measure(folder, TURNS)
    table = render(found)
    TABLE.write_text(table)
    sys.stdout.write(table)


def measure(folder: str, turns: int) -> dict[int, dict[str, Any]]:
    """Return the milliseconds of each turn by how much slower the processor is made."""
    with sync_playwright() as playwright, server(folder):
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_context(viewport=LANDSCAPE, locale="en-GB").new_page()
        page.emulate_media(reduced_motion="reduce")
        # The app ignores a second tap that comes at once.
        page.add_init_script(path=TAPPING)
        _play_the_game(page)
        control = page.context.new_cdp_session(page)
        found = {}
        for slower in SLOWER:
            control.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            found[slower] = dict(evaluate(page, _MEASURE, turns))
        browser.close()
    return found


def _play_the_game(page: Page) -> None:
    """Open a practice table and go on to the end of the golden game."""
    page.set_default_timeout(120_000)
    header, events = read_record(GAME)
    page.goto(f"http://localhost:{PORT}/tablet/")
    page.wait_for_selector("#tablet .screen")
    page.evaluate(REACH)
    page.evaluate("header => window.tablet.practise(header)", header)
    page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
    page.locator('[data-tap="start"]').click()
    page.locator(".game").wait_for()
    page.evaluate(_WRITE, list(events))


def render(found: Mapping[int, Mapping[str, Any]]) -> str:
    """Return the results as the Markdown table kept in the repository."""
    rows = "\n".join(_row(slower, each) for slower, each in found.items())
    some = next(iter(found.values()))
    return f"""# The tablet's ledger, drawn

{__doc__}
{some["entries"]} entries; a tap draws the newest {some["drawn"]}. {TURNS} turns. The bar is
{BAR_MS} ms at full speed.

| processor | ledger, median ms | p95 | bare list, median ms | p95 |
|---|---:|---:|---:|---:|
{rows}

{machine()}. Made by `python -m benchmarks ledger`.
"""


def _row(slower: int, found: Mapping[str, Sequence[float]]) -> str:
    speed = "full speed" if slower == 1 else f"{slower} times slower"
    figures = [
        f"{figure:.1f}"
        for times in (found["ledger"], found["bare"])
        for figure in (statistics.median(times), percentile(list(times), 0.95))
    ]
    return f"| {speed} | {' | '.join(figures)} |"


if __name__ == "__main__":
    main()
