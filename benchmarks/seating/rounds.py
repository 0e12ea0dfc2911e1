"""Planted events drawn round by round and all at once, now and by a former version."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.tournament.seating.planted import Event, planted

ROOT = Path(__file__).parents[2]
FORMER_SEEDS = 3
CODES = ("rematches", "clubs", "roles")

Found = tuple[int, ...]


@dataclass(frozen=True)
class Run:
    """What a seed left of CODES after each draw, and the seconds of the longest draw."""

    found: tuple[Found, ...]
    seconds: float


def drawn(problem: dict[str, Any], tree: Path) -> dict[str, Any]:
    """Return the answer of a source tree's command, in a process of its own."""
    command = [sys.executable, "-m", "tournament.seating", "-"]
    text = json.dumps(problem)
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=tree, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def at_once(event: Event, seed: int, seconds: float, tree: Path) -> Run:
    """Draw all rounds at once."""
    answer = drawn({**event.problem(seed), "time_limit": seconds}, tree)
    return Run((_found(answer),), answer["certificate"]["seconds"])


def one_by_one(event: Event, seed: int, seconds: float, tree: Path) -> Run:
    """Draw each round once the one before is played, with a seed of its own."""
    history: list[Any] = []
    found, longest = [], 0.0
    for number in range(1, event.rounds + 1):
        round_ = {"rounds": 1, "seed": 1_000 * seed + number, "history": history}
        planned = {"planned_rounds": event.rounds, "time_limit": seconds}
        answer = drawn({**event.problem(seed), **round_, **planned}, tree)
        history += answer["rounds"]
        found.append(_found(answer))
        longest = max(longest, answer["certificate"]["seconds"])
    return Run(tuple(found), longest)


def _found(answer: dict[str, Any]) -> Found:
    violations = answer["certificate"]["violations"]
    return tuple(violations[code] for code in CODES)


def table(
    seconds: float, former: Path | None, events: Sequence[Event], former_seeds: int = FORMER_SEEDS
) -> Iterator[str]:
    """Yield a line an event and way of drawing: the worst of the seeds, now and formerly."""
    yield "| event | drawn | worst, round by round | perfect | s | formerly | perfect | s |"
    yield "|---|---|---|---|---|---|---|---|"
    for event in events:
        planted(event)
        for way, run in (("at once", at_once), ("one by one", one_by_one)):
            cells = [event.name, way]
            for tree in (ROOT, former):
                seeds = event.seeds if tree == ROOT else min(event.seeds, former_seeds)
                runs = [run(event, seed, seconds, tree) for seed in range(1, seeds + 1) if tree]
                cells += _cells(runs)
            yield "| " + " | ".join(cells) + " |"


def _cells(runs: list[Run]) -> list[str]:
    if not runs:
        return ["", "", ""]
    worst = [
        "/".join(str(max(found)) for found in zip(*after, strict=True))
        for after in zip(*(run.found for run in runs), strict=True)
    ]
    perfect = sum(not any(map(any, run.found)) for run in runs)
    return [" ".join(worst), f"{perfect} of {len(runs)}", f"{max(r.seconds for r in runs):.1f}"]
