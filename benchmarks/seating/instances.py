"""The instances of the benchmark, and what the best open peer reaches on them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Instance:
    """Players, table size and rounds, all drawn at once; and the peer's figures."""

    players: int
    size: int
    rounds: int
    target: int
    peer: str

    @property
    def name(self) -> str:
        """As in the table of results."""
        return f"{self.players},{self.size},{self.rounds}"

    def problem(self, seed: int) -> dict[str, Any]:
        """Return the problem as the command line takes it."""
        players = [f"p{number}" for number in range(1, self.players + 1)]
        return {"players": players, "rounds": self.rounds, "sizes": [self.size], "seed": seed}


INSTANCES = (
    Instance(16, 4, 5, 0, "8"),
    Instance(20, 4, 5, 0, "3"),
    Instance(24, 6, 4, 48, "48"),
    Instance(24, 4, 7, 0, "16"),
    Instance(30, 5, 6, 0, "15"),
    Instance(32, 4, 10, 12, "30"),
    Instance(36, 6, 3, 0, "0"),
    Instance(48, 6, 6, 0, "15"),
    Instance(64, 4, 8, 0, "0"),
    Instance(100, 5, 6, 0, "0 in 4.7 s"),
    Instance(120, 6, 5, 0, "0 in 13 s"),
    Instance(300, 6, 5, 0, "0 in 169 s, 5.4 GB"),
    Instance(1000, 4, 5, 0, "out of memory"),
)


@dataclass(frozen=True)
class Measured:
    """One run of the command: CPU seconds of the whole process, memory in MB."""

    certificate: dict[str, Any]
    cpu: float
    megabytes: float


def measured(instance: Instance, seed: int) -> Measured:
    """Run the command on an instance in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        problem, answer = Path(folder, "problem.json"), Path(folder, "answer.json")
        problem.write_text(json.dumps(instance.problem(seed)))
        with answer.open("w") as out:
            command = [sys.executable, "-m", "tournament.seating", str(problem)]
            process = subprocess.Popen(command, stdout=out, cwd=ROOT)
            _, status, used = os.wait4(process.pid, 0)
        assert status == 0, f"{instance.name} failed"
        certificate = json.loads(answer.read_text())["certificate"]
    return Measured(certificate, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def table(seeds: int) -> Iterator[str]:
    """Yield the table of results, a line an instance, over so many seeds."""
    yield "| instance | bound | target | ours, worst | roles | peer | CPU s | MB |"
    yield "|---|---|---|---|---|---|---|---|"
    for instance in INSTANCES:
        runs = [measured(instance, seed) for seed in range(1, seeds + 1)]
        violations = [run.certificate["violations"] for run in runs]
        worst = max(found["rematches"] for found in violations)
        bound = min(run.certificate["bounds"].get("rematches", 0) for run in runs)
        roles = max(found["roles"] for found in violations)
        cpu = max(run.cpu for run in runs)
        memory = max(run.megabytes for run in runs)
        yield (
            f"| {instance.name} | {bound} | {instance.target} | {worst} | {roles}"
            f" | {instance.peer} | {cpu:.2f} | {memory:.0f} |"
        )
