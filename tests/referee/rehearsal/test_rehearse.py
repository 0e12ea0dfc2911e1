"""A rehearsal against a server in a process of its own: disturbed lines, and the server killed."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


class Server:
    """Treasurer on a database of its own, started and killed as the machine would do it."""

    def __init__(self, data: Path) -> None:
        inherited = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
        self.environment = {**inherited, "DATA_DIR": str(data)}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )

    def start(self) -> None:
        command = [sys.executable, "-m", "granian", "--interface", "asginl", "--workers", "1"]
        command += ["--port", str(self.port), "--log-level", "critical", "config.asgi:application"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, start_new_session=True
        )
        for _ in range(300):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            try:
                connection.request("GET", "/api/v1/pair")
                connection.getresponse()
            except OSError:
                time.sleep(0.1)
            else:
                return
            finally:
                connection.close()
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """Kill every process of the server at once, without a word."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    assert server.manage("migrate", "-v0").returncode == 0
    server.start()
    yield server
    server.kill()


def test_nothing_is_lost_while_lines_break_and_the_server_is_killed(server: Server) -> None:
    def kill_and_start() -> None:
        time.sleep(3)
        server.kill()
        server.start()

    disturber = threading.Thread(target=kill_and_start)
    disturber.start()
    arguments = ["--tables", "2", "--turns", "60", "--loss", "0.2", "--offline", "0.3"]
    run = server.manage("rehearse", "--url", server.url, *arguments, "--pause", "0.03")
    disturber.join()
    assert run.returncode == 0, run.stdout + run.stderr
    assert "lost 0, doubled 0, diverged 0, stuck 0" in run.stdout
    verified = server.manage("verify", "--all")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_no_server_is_said_in_a_sentence(tmp_path: Path) -> None:
    server = Server(tmp_path)
    run = server.manage("rehearse", "--url", server.url)
    assert run.returncode == 1
    assert "No server answers at" in run.stderr
    assert "Traceback" not in run.stderr
