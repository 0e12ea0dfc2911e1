"""The servers of the tablets, and what is done to them: processes killed, a backup put back."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from django.db import connections

from benchmarks.faults.database import SLOW_FOR, STALLED_FOR
from benchmarks.faults.disk import Disk
from benchmarks.faults.platform import Platform, platform
from benchmarks.faults.processes import standing_still
from tests.serving import Server

DOWN_FOR = (0.0, 1.0)


class Venue:
    """One process on SQLite, as on a laptop in the hall; `disk` is the laptop's."""

    name = "SQLite, 1 process"

    def __init__(self, server: Server, file: Path, disk: Disk | None) -> None:
        self.server, self._file, self._disk = server, file, disk
        self.port = server.port
        self._backup = file.with_suffix(".backup")

    @property
    def strikes(self) -> Mapping[str, Callable[[Random], None]]:
        """The strikes against it; each leaves it running again."""
        always = {"web": self._web, "backup": self._save, "restore": self._restore}
        if self._disk is None:
            return always
        slow = {"slow-disk": self._slow_disk} if self._disk.can_be_slow else {}
        return {
            **always,
            **slow,
            "full-disk": self._full_disk,
            "read-only-disk": self._read_only_disk,
            "power-cut": self._power_cut,
        }

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

    def _full_disk(self, random: Random) -> None:
        """Fill the disk; nobody starts anything again."""
        assert self._disk is not None
        with self._disk.filled():
            time.sleep(random.uniform(*STALLED_FOR))

    def _slow_disk(self, random: Random) -> None:
        """Let the disk write slowly for some seconds."""
        assert self._disk is not None
        with self._disk.slowed():
            time.sleep(random.uniform(*SLOW_FOR))

    def _read_only_disk(self, random: Random) -> None:
        """Let the disk take no writes, as after an error, until the laptop is started again."""
        assert self._disk is not None
        process = self.server.process
        with standing_still(process.pid if process else None):
            self._disk.make_read_only()
        time.sleep(random.uniform(*STALLED_FOR))
        self._restart_laptop()

    def _power_cut(self, _random: Random) -> None:
        """Cut the power: what was not on the disk is lost."""
        assert self._disk is not None
        self._disk.cut()
        self._restart_laptop()

    def _restart_laptop(self) -> None:
        assert self._disk is not None
        self.server.kill()
        # The staff's connections are of this process.
        connections.close_all()
        self._disk.mount_again()
        self.server.start()


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)


Site = Platform | Venue


@contextmanager
def venue() -> Iterator[Venue]:
    """Yield a laptop whose server is not started yet."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="faults-")))
        disk = stack.enter_context(Disk.mounted())
        data = disk.folder if disk else folder
        server = Server(data)
        stack.callback(server.kill)
        yield Venue(server, data / "treasurer.sqlite3", disk)


SITES: dict[str, Callable[[], AbstractContextManager[Site]]] = {
    "platform": platform,
    "venue": venue,
}
