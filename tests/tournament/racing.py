"""Several people act at the same moment, each on a database connection of their own."""

import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import connection, connections


def race(*acts: Callable[[], object]) -> list[object]:
    """Run all acts at once, each in a thread of its own; what each returned or raised."""
    outcomes: list[object] = [None] * len(acts)
    start = threading.Barrier(len(acts))

    def run(number: int, act: Callable[[], object], file: str) -> None:
        if file:
            own = connection.copy()
            own.settings_dict["NAME"] = file
            connections["default"] = own
        try:
            start.wait()
            outcomes[number] = act()
        except Exception as error:
            outcomes[number] = error
        finally:
            connections["default"].close()

    with _on_disk() as file:
        threads = [
            threading.Thread(target=run, args=(number, act, file))
            for number, act in enumerate(acts)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return outcomes


@contextmanager
def _on_disk() -> Iterator[str]:
    """The name of a file with the database of the test while it lives in memory, where
    connections do not wait for one another as they do on disk; blank for a server's."""
    own: Any = connection  # SQLite's knows where it lies
    if own.vendor != "sqlite" or not own.is_in_memory_db():
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="race-") as folder:
        file = str(Path(folder) / "race.sqlite3")
        connection.ensure_connection()
        with closing(sqlite3.connect(file)) as disk:
            connection.connection.backup(disk)
        yield file
        with closing(sqlite3.connect(file)) as disk:
            disk.backup(connection.connection)
