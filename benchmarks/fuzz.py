"""Golden games by a finger that bounces, on a tablet that is turned and whose browser is killed:
`python -m benchmarks.fuzz [TAPS]`, until there were so many taps. It goes on where it stopped."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, Page, sync_playwright

from benchmarks.machine import machine
from benchmarks.tablet import ROOT, server
from tests.e2e.app import LANDSCAPE, REACH, TAPPING, lower_die_first, read_record
from tests.e2e.browser import launch_options
from tests.e2e.tablet_screens.fuzzing import Fuzz

TAPS = 10_000
PORT = 8942
TABLE = Path(__file__).with_suffix(".md")
GAMES = sorted((ROOT / "tests" / "golden" / "golden").glob("*.amr.jsonl"))
State = list[dict[str, Any]]
"""What was done to each game so far: `Harm`, and the game's name."""


def state_file() -> Path:
    """Where a run leaves what it has done."""
    return Path(os.environ.get("DATA_DIR", ROOT / "var")) / "fuzz.json"


class Tablet:
    """A browser on a profile that stays."""

    def __init__(self, kind: BrowserType, profile: str) -> None:
        self._kind, self._profile = kind, profile
        self.page = self._start()

    def _start(self) -> Page:
        self._context = self._kind.launch_persistent_context(
            self._profile, **launch_options(), viewport=LANDSCAPE, has_touch=True
        )
        page = self._context.pages[0]
        page.set_default_timeout(120_000)
        page.emulate_media(reduced_motion="reduce")
        page.add_init_script(path=TAPPING)
        page.goto(f"http://localhost:{PORT}/tablet/")
        page.wait_for_selector("#tablet .screen")
        page.evaluate(REACH)
        return page

    def kill(self) -> Page:
        """The browser dies; what it kept is all there is."""
        mark = f"--user-data-dir={self._profile}".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (folder / "cmdline").read_bytes():
                    os.kill(int(folder.name), signal.SIGKILL)
            except OSError:
                continue
        self.page = self._start()
        self.page.wait_for_function("() => window.tablet.state.judge === 'tablet'")
        self.page.wait_for_selector(".game")
        return self.page

    def close(self) -> None:
        """Put it away."""
        self._context.close()


@contextmanager
def tablet(kind: BrowserType) -> Iterator[Tablet]:
    """A new tablet."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        made = Tablet(kind, profile)
        yield made
        made.close()


def run(taps: int) -> State:
    """Game after game until there were so many taps, each with chances of its own."""
    done: State = json.loads(state_file().read_text()) if state_file().exists() else []
    with (
        tempfile.TemporaryDirectory() as folder,
        server(folder, port=PORT),
        sync_playwright() as playwright,
    ):
        while (left := taps - sum(one["taps"] for one in done)) > 0:
            path = GAMES[len(done) % len(GAMES)]
            header, events = read_record(path)
            with tablet(playwright.chromium) as machine_of_one:
                fuzz = Fuzz(machine_of_one.page, machine_of_one.kill, seed=len(done))
                harm = fuzz.play(header, events, most_taps=left)
                wrong = harm.taps < left and fuzz.statement() != statement(path)
            done.append({"game": path.name.split(".")[0], **asdict(harm), "wrong": wrong})
            state_file().parent.mkdir(parents=True, exist_ok=True)
            state_file().write_text(json.dumps(done))
            print(done[-1], flush=True)
    return done


def statement(path: Path) -> Any:
    """What an independent implementation says the game came to."""
    text = path.with_name(path.name.replace(".amr.jsonl", ".statement.json")).read_text()
    return json.loads(text, object_hook=lower_die_first)


def table(done: State) -> str:
    """The committed table."""
    total = {key: sum(one[key] for one in done) for key in ("taps", "bounces", "turned", "killed")}
    unwanted = sum(len(one["unwanted"]) for one in done)
    wrong = sum(one["wrong"] for one in done)
    rows = {
        "taps": total["taps"],
        "of them the second of a double tap, after 20 to 340 ms": total["bounces"],
        "tablet turned": total["turned"],
        "browser killed, and started on what it had kept": total["killed"],
        "golden games begun": len(done),
        "**events recorded that were not meant, or lost**": unwanted,
        "**statements that differ from the golden one**": wrong,
    }
    lines = [f"| {name} | {count:,} |" for name, count in rows.items()]
    return (
        "# A bad day at the table\n\n"
        f"Machine: {machine()}. `make fuzz`\n\n| what | count |\n|---|---:|\n"
        + "\n".join(lines)
        + "\n"
    )


def main() -> None:
    """Run, and write the table."""
    TABLE.write_text(table(run(int(sys.argv[1]) if len(sys.argv) > 1 else TAPS)), "utf-8")


if __name__ == "__main__":
    main()
