"""Record which statements of the product each test sends, on SQLite.

`tests.database_tests` chooses by it what runs on PostgreSQL too.
"""

import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.conf import settings
from django.db.backends.signals import connection_created

ROOT = f"{Path(__file__).resolve().parents[1]}{os.sep}"
PRODUCT = tuple(f"{ROOT}{package}{os.sep}" for package in ("config", "referee", "tournament"))
LISTS = re.compile(r"\(%s(, %s)*\)(, \(%s(, %s)*\))*")
CASES = re.compile(r"(WHEN .*? THEN \S+ )+")
SAVEPOINT = re.compile(r'"s\d+_x\d+"')

Recorded = dict[str, dict[str, Any]]
"""By a test's node id: the keys of the `statements` it sends, and the `seconds` it takes."""


class Recorder:
    """Note what each test sends; a process of xdist hands its notes to the one that began it."""

    def __init__(self) -> None:
        self.recorded: Recorded = {}
        self.sent: set[str] = set()
        connection_created.connect(self._listen)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.sent = set()
        begun = time.perf_counter()
        done = yield
        seconds = round(time.perf_counter() - begun, 3)
        self.recorded[item.nodeid] = {"statements": sorted(self.sent), "seconds": seconds}
        return done

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.recorded |= getattr(node, "workeroutput", {}).get("recorded", {})

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["recorded"] = self.recorded
        elif self.recorded:
            _write(self.recorded)

    def _listen(self, connection: Any, **_signal: Any) -> None:
        if self.note not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.note)

    def note(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        place = _place()
        try:
            done = execute(sql, params, many, context)
        except Exception as error:
            self.sent.add(statement_key(f"{type(error).__name__} {place}", str(sql)))
            raise
        if place:
            self.sent.add(statement_key(place, str(sql)))
        return done


def _place() -> str:
    """The function of the product that asks; nothing if the test asks itself."""
    frame: FrameType | None = sys._getframe(2)
    while frame:
        code = frame.f_code
        if code.co_filename.startswith(PRODUCT):
            return f"{code.co_filename}:{code.co_qualname}"
        frame = frame.f_back
    return ""


@lru_cache(100_000)
def statement_key(place: str, sql: str) -> str:
    """A short name of a statement, whatever its values and however many, sent from there."""
    shape = SAVEPOINT.sub("savepoint", CASES.sub("WHEN … ", LISTS.sub("(…)", sql)))
    return hashlib.blake2b(f"{place}\n{shape}".encode(), digest_size=6).hexdigest()


def _file() -> Path:
    return Path(settings.DATA_DIR) / "test-database" / "sent-statements.json"


def read_record() -> Recorded:
    """What the last runs on SQLite sent; empty before the first."""
    return json.loads(_file().read_text()) if _file().exists() else {}


def _write(recorded: Recorded) -> None:
    """Keep this run's notes, and those of tests that were not in it."""
    part = _file().with_suffix(f".{os.getpid()}")
    part.parent.mkdir(parents=True, exist_ok=True)
    part.write_text(json.dumps(read_record() | recorded))
    part.rename(_file())


def pytest_configure(config: pytest.Config) -> None:
    """Record what is sent to SQLite."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        config.pluginmanager.register(Recorder())
