"""`make run` and `make hall` under the attacks of `attack.py`, by name."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from tests.security import attack
from tests.security.attack import Door
from tests.serving import ROOT, free_port, keep_engine

pytestmark = pytest.mark.services

STARTS_WITHIN = 240.0
MAX_MEMORY = 600 * 1024 * 1024
HALL_NAME = "hall.local"


def network_address() -> str | None:
    """An address of this machine that a network carries; None where it has no network."""
    found = (one.address for ones in psutil.net_if_addrs().values() for one in ones)
    usable = (one for one in found if "." in one and not one.startswith(("127.", "169.254.")))
    return next(usable, None)


NETWORK = network_address()
DOORS = {
    "run": attack.EVERY,
    "hall": attack.EVERY,
    "hall-https": {**attack.EVERY, **attack.ENCRYPTED},
}
# A machine without any network has nobody on it to attack from.
OVER_NETWORK = {"hall-network": attack.IN_CLEAR} if NETWORK else {}


@dataclass
class Watch:
    """What processes have open in a folder, and their memory, looked at all the time."""

    folder: Path
    processes: list[psutil.Process]
    spooled: set[str] = field(default_factory=set)
    most_memory: int = 0
    _over: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Until it is over; a process that ends meanwhile is none of ours any more."""
        while not self._over.wait(0.05):
            for process in self.processes:
                with suppress(psutil.Error, OSError):
                    self._look_at(process)

    def _look_at(self, process: psutil.Process) -> None:
        self.most_memory = max(self.most_memory, process.memory_info().rss)
        for number in Path(f"/proc/{process.pid}/fd").iterdir():
            with suppress(OSError):
                # Files without a name show where they were made.
                name = os.readlink(number)
                if name.startswith(str(self.folder)):
                    self.spooled.add(name)

    def check(self) -> None:
        """Nothing was written for later, and no body was kept in memory."""
        assert self.spooled == set()
        assert self.most_memory < MAX_MEMORY

    def end(self) -> None:
        """Look no more."""
        self._over.set()


@dataclass
class Site:
    """Both commands, running, and how the attacks on them ended."""

    data: Path
    watch: Watch
    outcomes: dict[tuple[str, str], Future[None]]
    zombies: list[psutil.Process]


def start(data: Path, temporary: Path, *command: str) -> subprocess.Popen[bytes]:
    """One of the commands, as a person starts it."""
    ours = {"DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "DEBUG", "HTTPS"}
    variables = {key: value for key, value in os.environ.items() if key not in ours}
    return subprocess.Popen(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**variables, "DATA_DIR": str(data), "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_for(door: Door, process: subprocess.Popen[bytes]) -> None:
    """Until the server answers."""
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end:
        assert process.poll() is None, "the server ended"
        with suppress(OSError):
            if attack.status(door.ask("GET", "/")) == 200:
                return
        time.sleep(0.2)
    raise AssertionError("the server does not answer")


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Both commands on one data folder, attacked door by door."""
    data, temporary = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("temporary")
    data.chmod(0o755)
    keep_engine(data)
    run, hall, https = free_port(), free_port(), free_port()
    commands = [
        ("demo", "--no-bots", "--port", str(run)),
        ("hall", HALL_NAME, "localhost", "--port", str(hall), "--https-port", str(https)),
    ]
    doors = {
        "run": Door("127.0.0.1", run),
        "hall": Door("127.0.0.1", hall),
        "hall-https": Door("127.0.0.1", https, tls=True),
        "hall-network": Door(NETWORK or "", hall, name=HALL_NAME),
    }
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for command, door in zip(commands, ("run", "hall-https"), strict=True):
            processes.append(start(data, temporary, *command))
            wait_for(doors[door], processes[-1])
        wait_for(doors["hall"], processes[-1])
        parents = [psutil.Process(one.pid) for one in processes]
        workers = [child for one in parents for child in one.children(recursive=True)]
        zombies = [child for child in workers if child.status() == psutil.STATUS_ZOMBIE]
        watch = Watch(temporary, workers)
        watching = threading.Thread(target=watch.run)
        watching.start()
        outcomes: dict[tuple[str, str], Future[None]] = {}
        for at, attacks in {**DOORS, **OVER_NETWORK}.items():
            with ThreadPoolExecutor(len(attacks)) as pool:
                begun = attack.begin(doors[at], attacks, pool)
            outcomes |= {(at, name): outcome for name, outcome in begun.items()}
        watch.end()
        watching.join()
        yield Site(data, watch, outcomes, zombies)
    finally:
        for process in processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_no_attack_succeeds_and_what_is_kept_stays_private(
    site: Site, subtests: pytest.Subtests
) -> None:
    """One test, so that one process starts the servers; each attack in it has its name."""
    for (door, name), outcome in site.outcomes.items():
        with subtests.test(f"{door}: {name.replace('_', ' ')}"):
            outcome.result()
    with subtests.test("no refused body touched the disk or filled the memory"):
        assert site.watch.most_memory
        site.watch.check()
    with subtests.test("no server keeps the zombie of a process that it was before"):
        assert site.zombies == []
    with subtests.test("database, keys and folders are for their owner only"):
        private = [f"treasurer.sqlite3{ending}" for ending in ("", "-wal", "-shm")]
        private += ["secret-key", "certificates/authority.key", "certificates/server.key"]
        assert {name: mode(site.data / name) for name in private} == dict.fromkeys(private, 0o600)
        assert mode(site.data) == mode(site.data / "certificates") == 0o700


def mode(path: Path) -> int:
    """Who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)
