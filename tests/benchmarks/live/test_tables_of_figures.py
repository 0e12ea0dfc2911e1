"""Each row has as many cells as its table has columns."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from benchmarks.live import first_page, hub, pages, publishing, streams
from benchmarks.live import tables_of_figures as figures
from benchmarks.live.requests import Answered

ANSWERED = Answered(count=10, seconds=1.0, own_cpu=0.1, p50=1.0, p99=2.0)
STREAMED = streams.Streamed(
    carrier="embedded",
    streams=10,
    events=20,
    delays=(0.3, 0.7),
    alone=(5.0, 9.0),
    followed=(6.0, 10.0),
    memory=20_000.0,
    cores={"readers": 0.1},
    gaps=0,
    doubled=0,
    wholes=0,
    behind=0,
    back_after=float("nan"),
)
MEASURED: dict[str, tuple[ModuleType, list[Any]]] = {
    "pages": (
        pages,
        [
            pages.Row("page", had, by, 24, 6_000, 1, ANSWERED, 0.5)
            for had, by in ((True, pages.OURS), (False, pages.BARE))
        ],
    ),
    "first_page": (first_page, [first_page.FirstPage(24, 20.0, 30.0, 40.0, 0.1)]),
    "hub": (
        hub,
        [
            hub.Served(250, 254, streams, 31.0, 0.1, 0.2, 0.1, (0.4, 0.8), (0.1, 0.3))
            for streams in (0, 1_000)
        ],
    ),
    "publishing": (
        publishing,
        [publishing.Published(250, 8.0, 31.0, 1.9, 0.2, 0.1, 0.1, 900_000, 13_000, 2 << 27)],
    ),
}


def of_columns(text: str) -> set[int]:
    """How many cells the lines of a table have."""
    return {line.count("|") for line in text.splitlines() if line.startswith("|")}


@pytest.mark.parametrize("name", MEASURED)
def test_rows_fit_their_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    part, rows = MEASURED[name]
    monkeypatch.setattr(part, "measure", lambda *_services: rows)
    render: Callable[[str, str], str] = getattr(figures, name)
    text = render("", "")
    assert len(of_columns(text)) == 1
    assert len([line for line in text.splitlines() if line.startswith("|")]) == 2 + len(rows)


def test_streams_fit_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "by_embedded", lambda *_services: STREAMED)
    text = figures.embedded("", "")
    assert len(of_columns(text)) == 1
    assert "| embedded | 10 | 20 | 0.30, 0.70 | 5.0, 9.0 | 6.0, 10.0 | 20.0 |" in text
    assert "| – |" in text
    assert "- embedded: readers 0.10" in text
