"""The servers of the tablets, and what is done to them: processes killed, a backup put back."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.faults.platform import Platform, platform
from tests.serving import Server

DOWN_FOR = (0.0, 1.0)


class Venue:
    """One process on SQLite, as on a laptop in the hall."""

    name = "SQLite, 1 process"

    def __init__(self, server: Server, file: Path) -> None:
        self.server, self._file = server, file
        self.port = server.port
        self._backup = file.with_suffix(".backup")

    @property
    def strikes(self) -> Mapping[str, Callable[[Random], None]]:
        """What can be done to it; each leaves it running again."""
        return {"web": self._web, "backup": self._save, "restore": self._restore}

    def start(self) -> None:
        """Start the server."""
        self.server.start()

    def power_cut(self) -> None:
        """Kill everything."""
        self.server.kill()

    def _web(self, random: Random) -> None:
        self.server.kill()
        time.sleep(random.uniform(*DOWN_FOR))
        self.server.start()

    def _save(self, _random: Random) -> None:
        _copy(self._file, self._backup)

    def _restore(self, _random: Random) -> None:
        """Replace the server's disk, and restore the last backup."""
        self.server.kill()
        for ending in ("", "-wal", "-shm"):
            Path(f"{self._file}{ending}").unlink(missing_ok=True)
        _copy(self._backup, self._file)
        self.server.start()


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)


Site = Platform | Venue


@contextmanager
def venue() -> Iterator[Venue]:
    """Yield a laptop whose server is not started yet."""
    with TemporaryDirectory(prefix="faults-") as folder:
        server = Server(Path(folder))
        try:
            yield Venue(server, Path(folder) / "treasurer.sqlite3")
        finally:
            server.kill()


SITES: dict[str, Callable[[], AbstractContextManager[Site]]] = {
    "platform": platform,
    "venue": venue,
}
