"""Records played again, on all cores.

It does without Django, so that a process of its own starts soon.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.engine import MAX_RECORD_BYTES, replay_lines

FEW = 8
"""The most records to play in this process: starting others would take longer."""
CHUNKS = 8
"""Portions per process: some records take longer than others."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A recomputed record.

    `refusal` is "" or says in which line it cannot be played (`line N: …`): then there is no
    statement.
    """

    events: int
    digest: str
    refusal: str
    header: dict[str, Any]
    statement: dict[str, Any] | None


def recompute(content: bytes, language: str = "en") -> Recomputed:
    """Play a record from its bytes, each event judged."""
    replay = replay_lines(content)
    game = replay.game
    return Recomputed(
        events=len(game.events) if game else 0,
        digest=sha256(content).hexdigest(),
        refusal=replay.describe(language),
        header=_public_header(game.header) if game else {},
        statement=game.statement() if game and replay.refusal is None else None,
    )


def recompute_files(
    files: Sequence[Path], *, processes: int | None = None, language: str = "en"
) -> Iterator[Recomputed]:
    """Yield what the records in files come to, in order.

    `processes` run at once (None: one a core). Raise OSError for a file that cannot be read.
    """
    workers = min(processes or os.cpu_count() or 1, max(1, len(files) // FEW))
    jobs = [(str(file), language) for file in files]
    if workers == 1:
        yield from map(_recompute_file, jobs)
        return
    with ProcessPoolExecutor(workers, initializer=_collect_rarely) as pool:
        portion = max(1, len(jobs) // (workers * CHUNKS))
        yield from pool.map(_recompute_file, jobs, chunksize=portion)


HEADER = ("round", "table", "edition", "mode", "rulings")


def _public_header(header: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a header that are compared.

    Thousands of whole headers would fill the memory.
    """
    return {name: header[name] for name in HEADER if name in header}


def _collect_rarely() -> None:
    """Let the garbage collector run rarely.

    A replayed game is freed with its last reference; the collector would look again and again at
    what stays.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _recompute_file(job: tuple[str, str]) -> Recomputed:
    """Replay a file's record; of a giant file, read just enough to refuse it."""
    name, language = job
    with open(name, "rb") as source:
        content = source.read(MAX_RECORD_BYTES + 1)
    return recompute(content, language)
