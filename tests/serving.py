"""The service in processes of its own, started, and killed as the machine would do it."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
from django.conf import settings

from referee.management.serving import server
from tests.migrated import copy_migrated

ROOT = Path(__file__).resolve().parents[1]
WITHIN = 60.0


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


WEB = "config.wsgi:application"


def _platform(workers: int, port: int, application: str) -> list[str]:
    """As `config/deploy/` has it."""
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", str(workers)]
    command += ["--respawn-failed-workers", "--respawn-interval", "0.2", "--log-level", "warning"]
    return [*command, "--port", str(port), application]


def _streams(port: int) -> list[str]:
    """The platform's process for streams, as `config/deploy/` has it."""
    command = [sys.executable, "-m", "granian", "--interface", "asginl", "--workers", "1"]
    command += ["--backpressure", "16000", "--respawn-failed-workers", "--respawn-interval", "0.2"]
    command += ["--log-level", "warning", "--port", str(port)]
    return [*command, "config.asgi_streams:application"]


def keep_engine(data: Path) -> None:
    """Give a data folder the tests' snapshot of the tablets' engine: making one takes most of a
    cold start."""
    kept = Path(settings.DATA_DIR) / "tablet"
    kept.mkdir(parents=True, exist_ok=True)
    (data / "tablet").symlink_to(kept)


class Server:
    """Treasurer on the data in folder `data`: on SQLite as one process for all, as a venue's laptop
    runs it, or with `workers` beside the database and cache that are named, as a platform does; its
    process for `streams` is a server of its own."""

    def __init__(
        self,
        data: Path,
        *,
        database: str = "",
        cache: str = "",
        workers: int = 0,
        streams: bool = False,
        application: str = WEB,
    ) -> None:
        inherited = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
        named = {"DATA_DIR": str(data), "DATABASE_URL": database, "REDIS_URL": cache}
        self.environment = {**inherited, **named}
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._command = server("127.0.0.1", self.port)
        if workers or streams:
            web = _platform(workers, self.port, application)
            self._command = _streams(self.port) if streams else web

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """One command of `manage.py` on the same data."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )

    def migrate(self) -> None:
        """Make its tables; a file is the copy of one that was migrated before."""
        if not self.environment["DATABASE_URL"]:
            copy_migrated(Path(self.environment["DATA_DIR"]) / "treasurer.sqlite3")
        else:
            assert self.manage("migrate", "-v0").returncode == 0

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self.environment,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + WITHIN
        while time.monotonic() < until:
            if self.answers():
                return
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """Kill every process of the server at once, without a word."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            # Its number may be another process's from now on.
            self.process = None

    def kill_worker(self, number: int) -> None:
        """Kill one of the processes that answer requests; the server starts another."""
        if self.process is not None:
            workers = psutil.Process(self.process.pid).children()
            if workers:
                workers[number % len(workers)].kill()

    def answers(self, within: float = 5) -> bool:
        """Whether it does at this moment, or in so many seconds if the connection has to wait."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=within)
        try:
            connection.request("GET", "/api/v1/pair")
            connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return True
