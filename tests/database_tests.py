"""Choose the tests that run on PostgreSQL too, by what they ask of the database.

`--each-statement-once SHARE` keeps the tests that say something of the database whatever they
send, those of which no run on SQLite has a record, and of the rest as few as send each recorded
statement once, but none that is `long`; to these it adds a share of what is left.
"""

import heapq
from functools import cache
from math import inf
from pathlib import Path

import pytest

from tests.sent_statements import Recorded, read_record
from tests.shares import SHARES, share_of

COMMITTING = {"transactional_db", "live_server"}
OPTION = "each_statement_once"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption(
        "--each-statement-once",
        type=int,
        choices=range(SHARES),
        metavar="SHARE",
        help="run what sends each statement of the last run on SQLite once, and a share",
    )


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say why so much runs where nothing was recorded."""
    if config.getoption(OPTION) is None or read_record():
        return None
    return "No run on SQLite was recorded: every test runs. `make test-embedded` records one."


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the others; last, so that the choice is among those that other options leave."""
    share = config.getoption(OPTION)
    if share is None:
        return
    recorded = read_record()
    names = {item.nodeid for item in items}
    long = {item.nodeid for item in items if item.get_closest_marker("long")}
    chosen = {item.nodeid for item in items if concerns_database(item)} | names - recorded.keys()
    # A matrix sends in bulk, for minutes, what others send already.
    rest = {name: recorded[name] for name in sorted(names - chosen - long)}
    asked = {key for name in chosen & recorded.keys() for key in recorded[name]["statements"]}
    chosen |= {*asking_once(rest, asked), *(name for name in rest if share_of(name) == share)}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
    items[:] = [item for item in items if item.nodeid in chosen]


def concerns_database(item: pytest.Item) -> bool:
    """Whether a test says something of the database whatever it sends: it has servers of its own,
    it commits, as what is about locks, threads and `on_commit` does, or it asks which one it is."""
    marker = item.get_closest_marker("django_db")
    return (
        item.get_closest_marker("services") is not None
        or not COMMITTING.isdisjoint(getattr(item, "fixturenames", ()))
        or (marker is not None and bool(marker.kwargs.get("transaction")))
        or _asks_for_vendor(item.path)
    )


@cache
def _asks_for_vendor(module: Path) -> bool:
    return "connection.vendor" in module.read_text()


def asking_once(recorded: Recorded, asked: set[str]) -> list[str]:
    """Pick tests that send every recorded statement but those already `asked`: each time the one
    that sends the most new ones a second."""
    asked = set(asked)
    picked = []
    queue = [(-inf, name) for name in recorded]
    heapq.heapify(queue)
    while queue:
        known, name = heapq.heappop(queue)
        new = set(recorded[name]["statements"]) - asked
        worth = -len(new) / (recorded[name]["seconds"] + 0.02)
        if new and worth == known:
            picked.append(name)
            asked |= new
        elif new:
            heapq.heappush(queue, (worth, name))
    return picked
