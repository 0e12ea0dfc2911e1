"""nginx as a baseline for files, and with nchan as the carrier of streams, configured as
`config/deploy/` has it."""

import getpass
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.live.processes import free_port, kill_group, server, wait_for

MODULE = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
DEPLOY = Path(__file__).parents[2] / "config" / "deploy"
PUBLISHER = "127.0.0.1:8090"
"""The address at which the documented configuration accepts messages to stream."""
FILES = """
user {user}; daemon off; worker_processes 1;
pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 20000; }}
http {{ access_log off; keepalive_requests 10000000; root {folder};
server {{ listen 127.0.0.1:{port}; {location} }} }}
"""
STREAMS = """
load_module {module};
user {user}; daemon off; worker_processes 1; worker_rlimit_nofile 20000;
pid {folder}/nchan.pid; error_log {folder}/nchan.log;
events {{ worker_connections 19000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/publisher.conf;
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        include {deploy}/nginx-nchan-location.conf;
    }}
}}
"""


@contextmanager
def files(folder: str, location: str) -> Iterator[tuple[int, int]]:
    """Run an nginx with one worker, and yield its process and its port."""
    port = free_port()
    written = Path(folder, "nginx.conf")
    values = {"user": getpass.getuser(), "folder": folder, "port": port, "location": location}
    written.write_text(FILES.format(**values))
    with server(["nginx", "-c", str(written)], port, {}) as process:
        yield process, port


class Nchan:
    """nginx with nchan, one worker: streams at `port`, fed at `publisher`."""

    def __init__(self, folder: Path) -> None:
        self.port, fed = free_port(), free_port()
        self.publisher = f"http://127.0.0.1:{fed}/publish"
        documented = (DEPLOY / "nginx-nchan.conf").read_text(encoding="utf-8")
        here = documented.replace(PUBLISHER, f"127.0.0.1:{fed}")
        (folder / "publisher.conf").write_text(here, encoding="utf-8")
        self._main = folder / "nchan.conf"
        values = {"user": getpass.getuser(), "folder": folder, "port": self.port}
        text = STREAMS.format(**values, module=MODULE, deploy=DEPLOY)
        self._main.write_text(text, encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> int:
        """Its first process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Serve; returns once it answers."""
        command = ["nginx", "-c", str(self._main)]
        self._process = subprocess.Popen(command, start_new_session=True)
        wait_for(self.port)

    def kill(self) -> None:
        """Kill all of it at once."""
        if self._process is not None:
            kill_group(self._process)

    def restart(self) -> None:
        """Kill it and start it again, as systemd does."""
        self.kill()
        self.start()


@contextmanager
def nchan(folder: Path) -> Iterator[Nchan]:
    """Run an nginx with nchan."""
    if not MODULE.exists():
        raise FileNotFoundError(f"{MODULE}: install libnginx-mod-nchan")
    nginx = Nchan(folder)
    try:
        nginx.start()
        yield nginx
    finally:
        nginx.kill()
