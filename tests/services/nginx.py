"""nginx on a port of its own, without rights, configured by parts of what `config/deploy/` has."""

import re
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tests.serving import free_port

WITHIN = 20.0
REDIS = "redis://127.0.0.1:6379"
MAIN = """
{before}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 2;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {sites}
}}
"""


def over_redis(text: str, address: str) -> str:
    """Return nchan's configuration with its channels in a Redis: its lines for that taken in."""
    taken_in = re.sub(r"# (upstream streams_redis|nchan_redis_pass)", r"\1", text)
    return taken_in.replace(REDIS, address)


class Nginx:
    """`sites` are the servers within its `http`, one of which listens at {port}; `before` stands
    before everything."""

    def __init__(self, folder: Path, sites: str, *, before: str = "") -> None:
        self.port = free_port()
        self._folder = folder
        self._main = folder / "nginx.conf"
        inside = sites.replace("{port}", str(self.port))
        text = MAIN.format(before=before, folder=folder, sites=inside)
        self._main.write_text(text, encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve; returns once it answers."""
        command = ["nginx", "-p", str(self._folder), "-c", str(self._main)]
        self._process = subprocess.Popen(command)
        end = time.monotonic() + WITHIN
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            assert self._process.poll() is None, (self._folder / "error.log").read_text()
            time.sleep(0.05)
        raise AssertionError("nginx does not answer")

    def stop(self) -> None:
        """All of it, at once."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None
