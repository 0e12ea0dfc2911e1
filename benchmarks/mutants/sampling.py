"""The choice of mutants: as many of each area, drawn by a seed from the lines tests reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.mutants.faults import list_faults

SEED = 25
WORDING = ("wording.py", "texts.py", "words.py")
"""Files that only say something."""
CONSOLE = "staff_may"
"""The decorator that opens a page of the console."""
Tests = Callable[[str, range], dict[str, float]]
Mutant = dict[str, Any]


def _python(*folders: str) -> list[Path]:
    found = sorted(path for folder in folders for path in Path(folder).rglob("*.py"))
    return [
        path for path in found if "migrations" not in path.parts and not path.name.endswith(WORDING)
    ]


def _is_page(path: Path) -> bool:
    return "views" in (*path.parts, path.stem)


def _is_console(path: Path) -> bool:
    return _is_page(path) and CONSOLE in path.read_text("utf-8")


def areas() -> dict[str, list[Path]]:
    """Return the files of each area."""
    tournament = [path for path in _python("tournament") if not _is_page(path)]
    return {
        "tournament": tournament,
        "referee/log": _python("referee/log"),
        "interfaces": _python("referee/tablet/api", "referee/live/api"),
        "console views": [*filter(_is_console, _python("tournament", "referee/chief"))],
    }


def lines_of(mutant: Mutant) -> range:
    """Return the lines of which a test reaches one."""
    return range(mutant["first"], mutant["last"] + 1)


def draw(files: list[Path], rng: Random) -> Iterator[Mutant]:
    """Yield one fault a line, the lines in a drawn order."""
    by_line: dict[tuple[str, int], list[Mutant]] = {}
    for path in files:
        for fault in list_faults(path.read_text("utf-8")):
            by_line.setdefault((str(path), fault.first), []).append(
                {"path": str(path), **asdict(fault)}
            )
    lines = sorted(by_line)
    rng.shuffle(lines)
    for line in lines:
        yield rng.choice(by_line[line])


def sample(count: int, seed: int, tests: Tests) -> list[Mutant]:
    """Draw so many mutants of every area, from lines that a test reaches."""
    drawn: list[Mutant] = []
    for area, files in areas().items():
        of_area: list[Mutant] = []
        for mutant in draw(files, Random(f"{seed} {area}")):
            if len(of_area) == count:
                break
            if tests(mutant["path"], lines_of(mutant)):
                of_area.append({"area": area, **mutant})
        drawn += of_area
    return drawn
