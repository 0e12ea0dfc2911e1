"""What systemd's units start, started: it serves, and ends when it is told to."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.config.deploy.files import settings_file, unit_commands
from tests.e2e.waiting import until
from tests.migrated import new_postgres
from tests.on_services import redis
from tests.serving import ROOT, free_port

pytestmark = [pytest.mark.services, pytest.mark.long]

NAME = "play.example.org"
PROGRAMS = {
    "/opt/treasurer/bin/granian": [sys.executable, "-m", "granian"],
    "/opt/treasurer/bin/treasurer": [sys.executable, "-m", "config.command_line"],
}
STOP_SECONDS = 30
"""`TimeoutStopSec` of the units: whoever has not ended by then is killed."""


class Deployed(NamedTuple):
    """The running processes by their units' names, their ports, and the folder of their logs."""

    processes: dict[str, subprocess.Popen[bytes]]
    ports: dict[str, int]
    logs: Path

    def ask(self, unit: str, path: str, **headers: str) -> tuple[int, bytes] | None:
        """The status and the body that a process answers with, None if it does not."""
        connection = HTTPConnection("127.0.0.1", self.ports[unit], timeout=5)
        with suppress(OSError, HTTPException):
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        return None

    def is_ready(self) -> bool:
        """Whether pages are served, and the worker publishes."""
        answer = self.ask("web", "/readyz")
        return answer is not None and json.loads(answer[1])["checks"].get("publisher") == "fine"


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    folder = tmp_path_factory.mktemp("deployed")
    ports = {unit: free_port() for unit in ("web", "streams", "metrics")}
    commands = unit_commands()
    with ExitStack() as stack:
        here = {
            "DATA_DIR": str(folder),
            "DATABASE_URL": new_postgres("deployed"),
            "REDIS_URL": stack.enter_context(redis()),
        }
        options: dict[str, Any] = {"cwd": ROOT, "env": {**os.environ, **settings_file(), **here}}
        for command in commands.pop("prepare"):
            subprocess.run(words_here(command), check=True, capture_output=True, **options)
        processes = {}
        for unit, (command,) in commands.items():
            log = stack.enter_context((folder / f"{unit}.log").open("wb"))
            words = words_here(command, ports.get(unit))
            processes[unit] = subprocess.Popen(
                words, stdout=log, stderr=log, start_new_session=True, **options
            )
            stack.callback(kill, processes[unit])
        yield Deployed(processes, ports, folder)


def words_here(command: list[str], port: int | None = None) -> list[str]:
    """A unit's command with this environment's programs, and another port."""
    program, *words = command
    if port is not None:
        words[words.index("--port") + 1] = str(port)
    return [*PROGRAMS[program], *words]


def kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def test_they_serve_publish_and_log_until_they_are_told_to_end(deployed: Deployed) -> None:
    until(deployed.is_ready)
    by_proxy = {"Host": NAME, "X-Forwarded-Proto": "https"}
    page = deployed.ask("web", "/", **by_proxy)
    assert page is not None
    assert page[0] == 200
    until(lambda: deployed.ask("streams", "/healthz") == (200, b"alive\n"))
    figures = until(lambda: deployed.ask("metrics", "/metrics"))
    assert b"treasurer_redis_up 1.0" in figures[1]
    deployed.ask("web", "/e/nowhere/", **by_proxy)
    lines = (deployed.logs / "web.log").read_text("utf-8").splitlines()
    logged = [json.loads(line) for line in lines if line.startswith("{")]
    assert [line["event"] for line in logged if "event" in line] == ["nowhere"]
    for process in deployed.processes.values():
        process.terminate()
    ended = {unit: each.wait(STOP_SECONDS) for unit, each in deployed.processes.items()}
    assert ended == {"web": 0, "streams": 0, "worker": 0, "metrics": 0}
