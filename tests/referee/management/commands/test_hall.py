"""`manage.py hall`: one command serves the event plainly and, for the tablets, with HTTPS."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import psutil
import pytest
from django.core.management import CommandError, call_command

from tests.serving import keep_engine

ROOT = Path(__file__).resolve().parents[4]


def free_ports() -> tuple[str, str]:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("", 0)) as other:
        return str(one.getsockname()[1]), str(other.getsockname()[1])


def body(hall: subprocess.Popen[str], connection: HTTPConnection, path: str) -> str:
    """What the server says, once it does."""
    while hall.poll() is None:
        try:
            connection.request("GET", path)
            return connection.getresponse().read().decode()
        except ConnectionError:
            connection.close()
            time.sleep(0.1)
    raise AssertionError(hall.communicate())


def kill_server(hall: subprocess.Popen[str], port: str) -> None:
    """As the machine would do it; its worker, left alone, ends too."""
    servers = psutil.Process(hall.pid).children()
    killed = next(server for server in servers if port in server.cmdline())
    family = [killed, *killed.children()]
    killed.kill()
    _gone, left = psutil.wait_procs(family, timeout=60)
    assert left == []


@pytest.mark.long
@pytest.mark.services
def test_it_serves_a_plain_and_a_trusted_address_and_starts_a_killed_server_again(tmp_path):
    plain, secure = free_ports()
    keep_engine(tmp_path)
    ours = {"DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS"}
    variables = {key: value for key, value in os.environ.items() if key not in ours}
    command = [sys.executable, "manage.py", "hall", "127.0.0.1", "--host", "127.0.0.1"]
    hall = subprocess.Popen(
        command,
        cwd=ROOT,
        # Static files are compressed when not debugging, which takes most of the rest.
        env={
            **variables,
            "DATA_DIR": str(tmp_path),
            "DEBUG": "true",
            "PORT": plain,
            "HTTPS_PORT": secure,
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        page = body(hall, HTTPConnection("127.0.0.1", int(plain)), "/tablet/setup/")
        assert f"https://127.0.0.1:{secure}/tablet/setup/" in page
        trust = ssl.create_default_context(cafile=tmp_path / "certificates" / "authority.crt")
        trusting = HTTPSConnection("127.0.0.1", int(secure), context=trust)
        assert "<title>" in body(hall, trusting, "/tablet/")
        kill_server(hall, plain)
        assert "<title>" in body(hall, trusting, "/tablet/")
        assert "/tablet/setup/" in body(
            hall, HTTPConnection("127.0.0.1", int(plain)), "/tablet/setup/"
        )
    finally:
        hall.send_signal(signal.SIGTERM)
        printed, _ = hall.communicate(timeout=60)
    assert "password" in printed
    assert f"http://127.0.0.1:{plain}/  " in printed
    for port in (plain, secure):
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", int(port))) != 0


@pytest.mark.parametrize(
    ("option", "instead"),
    [("port", "make hall PORT=8001"), ("https_port", "make hall HTTPS_PORT=8444")],
)
def test_a_taken_port_is_named_with_the_command_that_avoids_it(option, instead):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = dict(zip(("port", "https_port"), map(int, free_ports()), strict=True))
        ports[option] = taken.getsockname()[1]
        with pytest.raises(CommandError, match=instead):
            call_command("hall", "127.0.0.1", host="127.0.0.1", **ports)
