"""Pick a share of the tests: `pytest -m exhaustive --share 3`.

`.ci/run` runs one share of what only `make test-all` runs; the commit's hash picks it, so that
every share gets its turn. `python -m tests.shares` prints the commit's.
"""

import subprocess
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

SHARES = 14
SAMPLED = 7
"""Of so many cases of a matrix `make test` asks one."""


def share_of(name: str) -> int:
    """Return the share, from 0, of a test's node id: the same in every process."""
    return zlib.crc32(name.encode()) % SHARES


def share_of_commit(commit: str) -> int:
    """Return the share, from 0, that a commit's hexadecimal hash picks."""
    return int(commit, 16) % SHARES


def sampled(cases: Iterable[Any], every: int = SAMPLED) -> list[Any]:
    """Return the cases as parameters, of which `make test` asks the first of every `every`.

    The others are exhaustive. A tuple is several values.
    """

    def param(number: int, case: Any) -> Any:
        marks = pytest.mark.exhaustive if number % every else ()
        return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=marks)

    return [param(number, case) for number, case in enumerate(cases)]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--share`."""
    parser.addoption("--share", type=int, choices=range(SHARES), help="run this share only")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the other shares; first, because xdist adds groups to the node ids."""
    wanted = config.getoption("share")
    if wanted is not None:
        others = [item for item in items if share_of(item.nodeid) != wanted]
        items[:] = [item for item in items if share_of(item.nodeid) == wanted]
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
    print(share_of_commit(head()))  # noqa: T201
