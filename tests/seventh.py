"""Pick a seventh of the tests: `pytest -m exhaustive --seventh 3`.

`.ci/run` runs one seventh of what only `make test-all` runs; the commit's hash picks it, so that
every seventh gets its turn. `python -m tests.seventh` prints the commit's.
"""

import subprocess
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

SEVENTHS = 7


def seventh_of(name: str) -> int:
    """Return the seventh, 0 to 6, of a test's node id: the same in every process."""
    return zlib.crc32(name.encode()) % SEVENTHS


def seventh_of_commit(commit: str) -> int:
    """Return the seventh, 0 to 6, that a commit's hexadecimal hash picks."""
    return int(commit, 16) % SEVENTHS


def sampled(cases: Iterable[Any], every: int = SEVENTHS) -> list[Any]:
    """Return the cases as parameters, of which `make test` asks the first of every `every`.

    The others are exhaustive. A tuple is several values.
    """

    def param(number: int, case: Any) -> Any:
        marks = pytest.mark.exhaustive if number % every else ()
        return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=marks)

    return [param(number, case) for number, case in enumerate(cases)]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--seventh`."""
    parser.addoption("--seventh", type=int, choices=range(SEVENTHS), help="run this seventh only")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the other sevenths; first, because xdist adds groups to the node ids."""
    wanted = config.getoption("seventh")
    if wanted is not None:
        others = [item for item in items if seventh_of(item.nodeid) != wanted]
        items[:] = [item for item in items if seventh_of(item.nodeid) == wanted]
        config.hook.pytest_deselected(items=others)


def head() -> str:
    """Return the hash of the commit that is checked out; 0 where there is no repository."""
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or "0"


if __name__ == "__main__":
    print(seventh_of_commit(head()))  # noqa: T201
