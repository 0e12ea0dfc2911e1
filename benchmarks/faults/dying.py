"""The web processes' application, which dies at a named point of a batch when it is told to, and
whose clock can be turned: granian serves `benchmarks.faults.dying:application`.

Nothing of the product knows of it: what it wraps are Django's and psycopg's own functions. Orders
are files in the folder that FAULTS_ORDERS names.
"""

import json
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

import psutil
import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper

from config.wsgi import application as served
from tests.turned_clock import follow

ORDERS = Path(os.environ["FAULTS_ORDERS"])
DIE = "die.json"
WRITES = ("\nWITH moved", "\nUPDATE referee_gamelog", "INSERT INTO referee_loggedevent")
_batch = threading.local()


def reach(point: str) -> None:
    """Die, or kill what the order names, if this is a batch and the point that was ordered."""
    if not getattr(_batch, "is_here", False) or not (ORDERS / DIE).exists():
        return
    with suppress(FileNotFoundError, ValueError):
        order = json.loads((ORDERS / DIE).read_text())
        if order["point"] == point:
            # Of several processes that come here at once, one carries it out.
            (ORDERS / DIE).rename(ORDERS / "done.json")
            _kill(order["trees"])


def _kill(trees: list[int]) -> None:
    """Kill these processes with all below them; without any, this one."""
    found = [psutil.Process(tree) for tree in trees]
    every = [each for tree in found for each in (tree, *tree.children(recursive=True))]
    for process in every:
        if process.pid != os.getpid():
            with suppress(psutil.NoSuchProcess):
                process.kill()
    if not trees or os.getpid() in {process.pid for process in every}:
        os.kill(os.getpid(), signal.SIGKILL)


def _around(
    work: Callable[..., Any], before: str, after: str, concerns: Callable[..., bool]
) -> Callable[..., Any]:
    """Return the function with a point before it and one after it, where it concerns a batch."""

    @wraps(work)
    def reached(*given: Any, **named: Any) -> Any:
        if not concerns(*given):
            return work(*given, **named)
        reach(before)
        done = work(*given, **named)
        reach(after)
        return done

    return reached


def _is_write(_cursor: Any, query: Any = "", *_given: Any) -> bool:
    return isinstance(query, str) and query.startswith(WRITES)


def _is_begin(_database: Any, autocommit: Any) -> bool:
    return not autocommit


def application(environ: dict[str, Any], start_response: Any) -> Any:
    """Answer as the service does, and die on the way if that was ordered."""
    path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
    _batch.is_here = method == "POST" and path.endswith("/events")
    try:
        reach("request-read")
        answer = served(environ, start_response)
        reach("before-answer")
        return answer
    finally:
        _batch.is_here = False


follow(ORDERS)
psycopg.Cursor.execute = _around(  # type: ignore[method-assign]
    psycopg.Cursor.execute, "before-write", "after-write", _is_write
)
BaseDatabaseWrapper._commit = _around(  # type: ignore[attr-defined]
    BaseDatabaseWrapper._commit,  # type: ignore[attr-defined]
    "before-COMMIT",
    "after-COMMIT",
    lambda _database: True,
)
BaseDatabaseWrapper.set_autocommit = _around(  # type: ignore[method-assign]
    BaseDatabaseWrapper.set_autocommit,
    "before-BEGIN",
    "begun",
    lambda *given: _is_begin(*given[:2]),
)
