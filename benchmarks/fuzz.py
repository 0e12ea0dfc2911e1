"""Golden games by a finger that bounces, on tablets that are turned and whose browsers are killed:
`python -m benchmarks.fuzz [TAPS]`, until there were so many taps. It goes on where it stopped."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.machine import machine
from benchmarks.tablet import ROOT, server
from tests.e2e.app import read_record, read_statement
from tests.e2e.own_tablet import OwnTablet
from tests.e2e.tablet_screens.fuzzing import Fuzz

TAPS = 10_000
TABLETS = 2
"""The number of games played at a time."""
PORT = 8942
TABLE = Path(__file__).with_suffix(".md")
GAMES = sorted((ROOT / "tests" / "golden" / "golden").glob("*.amr.jsonl"))
Played = dict[str, Any]
"""One game's `Harm`, name and number, and whether its statement was wrong."""


def state_file() -> Path:
    """Return the file to which a run writes its results."""
    return Path(os.environ.get("DATA_DIR", ROOT / "var")) / "fuzz.json"


def play(number: int) -> Played:
    """Play one game to its end on a new tablet, with chances of its own."""
    path = GAMES[number % len(GAMES)]
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
    ):
        tablet = OwnTablet(playwright.chromium, f"http://localhost:{PORT}", Path(profile))
        tablet.open()
        fuzz = Fuzz(tablet, seed=number)
        harm = fuzz.play(*read_record(path))
        wrong = fuzz.statement() != read_statement(path)
        tablet.close()
    return {"number": number, "game": path.name.split(".")[0], **asdict(harm), "wrong": wrong}


def run(taps: int) -> list[Played]:
    """Play game after game to its end until there were so many taps."""
    done: list[Played] = json.loads(state_file().read_text()) if state_file().exists() else []
    played = {one["number"] for one in done}
    numbers = (number for number in count() if number not in played)
    under_way: set[Future[Played]] = set()
    with (
        tempfile.TemporaryDirectory() as folder,
        server(folder, port=PORT),
        ProcessPoolExecutor(TABLETS, get_context("spawn")) as tablets,
    ):
        while True:
            while len(under_way) < TABLETS and sum(one["taps"] for one in done) < taps:
                under_way.add(tablets.submit(play, next(numbers)))
            if not under_way:
                return done
            ended, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            done += [one.result() for one in ended]
            state_file().parent.mkdir(parents=True, exist_ok=True)
            state_file().write_text(json.dumps(done))
            for one in ended:
                print(one.result(), flush=True)


def table(done: list[Played]) -> str:
    """Return the played games as the Markdown table kept in the repository."""
    total = {key: sum(one[key] for one in done) for key in ("taps", "bounces", "turned", "killed")}
    unwanted = sum(len(one["unwanted"]) for one in done)
    wrong = sum(one["wrong"] for one in done)
    rows = {
        "taps": total["taps"],
        "of them the second of a double tap, after 20 to 340 ms": total["bounces"],
        "tablet turned": total["turned"],
        "browser killed, and started on what it had kept": total["killed"],
        "golden games played to their end": len(done),
        "**events recorded that were not meant, or lost**": unwanted,
        "**statements that differ from the golden one**": wrong,
    }
    lines = [f"| {name} | {number:,} |" for name, number in rows.items()]
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
