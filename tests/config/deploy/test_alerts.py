"""Prometheus itself calls somebody for each fault, for nothing else, and within a minute.

Faults are real where a process can be stopped or killed; where something has to wait for long, its
row says that it has. The clock is that of the program's processes alone. The disk is a small one,
where this machine lets us make one.
"""

import datetime as dt
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import psutil
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pyrage import x25519

from tests import turned_clock
from tests.config.deploy import sandbox
from tests.config.deploy.files import FOLDER, dashboard_queries
from tests.e2e.waiting import until
from tests.on_services import kill_postgres, postgres_server, redis
from tests.serving import ROOT, free_port

pytestmark = [pytest.mark.services, pytest.mark.exhaustive, pytest.mark.long]

WITHIN = 60.0
QUIET_SECONDS = 20.0
SMALL_DISK = 1 << 30
COMMAND = """
import sys
from pathlib import Path
from tests import turned_clock
turned_clock.follow(Path(sys.argv.pop(1)))
from config.command_line import main
main()
"""
CONFIGURATION = """
global: {{ scrape_interval: 5s, evaluation_interval: 1s }}
rule_files: ["{rules}"]
scrape_configs:
  - job_name: treasurer
    static_configs: [{{ targets: ["127.0.0.1:{port}"] }}]
"""
BEGIN = """
import datetime as dt
from uuid import uuid4
from django.utils import timezone
from referee.backups.installation.files import backup_folder
from referee.backups.installation.retention import name_at
from referee.models import Call, Device, GameLog
from tests.referee.chief.pages import LINES
from tests.referee.tables import make_table, paired
from tournament.backups.files import folder_of, name_of
from tournament.models import Change, DrawJob, Email, Event, Round, Webhook, WebhookMessage
now = timezone.now()
ago = now - dt.timedelta(hours=1)
"""
EVENT = """
table = make_table(LINES[0], tables=3)
for table in table.round.tables.all():
    paired(table)
GameLog.objects.update(state="playing")
for game in GameLog.objects.all():
    GameLog.objects.filter(pk=game.pk).update(lease_device=game.devices.get())
Device.objects.update(last_seen_at=now + dt.timedelta(hours=1))
folder = folder_of(table.round.event)
folder.mkdir(parents=True)
(folder / name_of(table.round.event, now)).write_bytes(b"")
all_folder = backup_folder()
all_folder.mkdir(parents=True)
(all_folder / name_at(now)).touch()
"""
ROWS = {
    "JobStuck": (
        "DrawJob.objects.create(round=Round.objects.get(), seed='1', requested_by='olga')\n"
        "DrawJob.objects.update(created_at=ago)",
        "DrawJob.objects.all().delete()",
    ),
    "EmailsLate": (
        "Email.objects.create(event=Event.objects.get(), kind='mailing', address='a@b.example',"
        " language='en', created_at=ago, due_at=ago)",
        "Email.objects.all().delete()",
    ),
    "CallUnanswered": (
        "game = GameLog.objects.first()\n"
        "Call.objects.create(id=uuid4(), game=game, device_id=uuid4(), topic='rules',"
        " opened_at=ago)",
        "Call.objects.all().delete()",
    ),
    "TabletsAway": (
        "Device.objects.update(last_seen_at=ago)",
        "Device.objects.update(last_seen_at=now + dt.timedelta(hours=1))",
    ),
    "BackupOld": (
        "next(folder_of(Event.objects.get()).glob('*.zip')).unlink()",
        "(folder_of(Event.objects.get()) / name_of(Event.objects.get(), now)).write_bytes(b'')",
    ),
    "InstallationBackupOld": (
        "file = next(backup_folder().iterdir())\n"
        "file.rename(file.with_name(name_at(now - dt.timedelta(days=2))))",
        "(backup_folder() / name_at(now)).touch()",
    ),
}
"""Faults that a row shows: the alert, what makes them, and what takes them away."""


class Installation:
    """PostgreSQL, Valkey, a publisher, a site with a certificate, figures and Prometheus."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.database = stack.enter_context(postgres_server())
        cache = stack.enter_context(redis())
        self.valkey = next(
            each for each in psutil.Process().children() if "valkey" in each.name().lower()
        )
        self.site = Site(folder, stack)
        self.environment = {
            **os.environ,
            "DATA_DIR": str(folder / "data"),
            "DATABASE_URL": self.database.get_uri(),
            "REDIS_URL": cache,
            "BACKUP_RECIPIENT": str(x25519.Identity.generate().to_public()),
            "HTTPS": "true",
            "SITE_ORIGIN": f"https://127.0.0.1:{self.site.port}",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        self.ports = {"metrics": free_port(), "prometheus": free_port()}
        self.run("manage", "migrate", "-v0")
        self.shell(EVENT)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        stack.callback(self.kill_all)
        self.start("publish")
        self.start("metrics")
        self._start_prometheus()

    def run(self, *words: str) -> None:
        """Run the program to its end."""
        command = [sys.executable, "-m", "config.command_line", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def shell(self, program: str) -> None:
        """Do this in a process of its own."""
        self.run("manage", "shell", "-v0", "-c", BEGIN + program)

    def start(self, word: str, *room: str) -> None:
        """Start one of the program's processes, in a room if one is given."""
        options = ["--port", str(self.ports["metrics"])] if word == "metrics" else []
        command = [sys.executable, "-c", COMMAND, str(self.folder), word]
        self._open(word, [*room, *command, *options])

    def turn_clock(self, seconds: int) -> None:
        """Let the program's clock be wrong by so much."""
        (self.folder / turned_clock.NAME).write_text(str(seconds))

    def measure_small_disk(self) -> None:
        """Let the figures see the folder of data on a disk of a gibibyte."""
        data = self.folder / "data"
        room = ["bwrap", "--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--die-with-parent"]
        room += ["--size", str(SMALL_DISK), "--tmpfs", str(data)]
        for inside in data.iterdir():
            room += ["--bind", str(inside), str(inside)]
        self.restart("metrics", *room)

    def restart(self, word: str, *room: str) -> None:
        """Kill one of the program's processes and start it, in a room if one is given."""
        self.kill(word)
        self.start(word, *room)

    def _start_prometheus(self) -> None:
        configuration = self.folder / "prometheus.yml"
        rules, port = FOLDER / "alerts.yml", self.ports["metrics"]
        configuration.write_text(CONFIGURATION.format(rules=rules, port=port))
        command = ["prometheus", f"--config.file={configuration}"]
        command += [f"--storage.tsdb.path={self.folder / 'series'}"]
        self._open("prometheus", [*command, f"--web.listen-address=127.0.0.1:{self.port}"])

    @property
    def port(self) -> int:
        """Prometheus' port."""
        return self.ports["prometheus"]

    def _open(self, name: str, command: list[str]) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )

    def kill(self, name: str) -> None:
        """Kill one of the processes, without a word."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def kill_all(self) -> None:
        """Kill what still runs."""
        for name in [*self.processes]:
            self.kill(name)

    def alerts(self) -> set[str] | None:
        """The names of what somebody is called for now; None before Prometheus answers."""
        states = self.alert_states()
        return None if states is None else {name for name, state in states if state == "firing"}

    def alert_states(self) -> set[tuple[str, str]] | None:
        """The names of alerts, `firing` or `pending`; None before Prometheus answers."""
        with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/api/v1/alerts") as answer:
            found = json.loads(answer.read())["data"]["alerts"]
            return {(each["labels"]["alertname"], each["state"]) for each in found}
        return None

    def results(self, query: str) -> list[Any]:
        """What Prometheus answers to a query of the dashboard."""
        address = f"http://127.0.0.1:{self.port}/api/v1/query?{urlencode({'query': query})}"
        with urlopen(address) as answer:
            return list(json.loads(answer.read())["data"]["result"])


class Site:
    """The public address: it shows a certificate that ends in so many days."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._socket = folder, socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.renew(days=90)
        threading.Thread(target=self._serve, daemon=True).start()
        stack.callback(self._socket.close)

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _address = self._socket.accept()
                with suppress(OSError), connection:
                    self.context.wrap_socket(connection, server_side=True).close()

    def renew(self, *, days: int) -> None:
        """Show another certificate from now on."""
        key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
        now = dt.datetime.now(dt.UTC)
        builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        builder = builder.not_valid_before(now - dt.timedelta(days=1))
        signed = builder.not_valid_after(now + dt.timedelta(days=days)).sign(key, hashes.SHA256())
        plain, form = serialization.NoEncryption(), serialization.PrivateFormat.PKCS8
        pair = self._folder / "site.pem"
        pem = serialization.Encoding.PEM
        pair.write_bytes(key.private_bytes(pem, form, plain) + signed.public_bytes(pem))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pair)
        self.context = context


Fault = tuple[set[str], Callable[[], Any], Callable[[], Any]]


def faults(found: Installation) -> list[Fault]:
    """Each fault: who is called for what, how it is made, and how it is taken away."""

    def changes_pile_up() -> None:
        found.kill("publish")
        found.shell("Change.objects.create(event=Event.objects.get())")

    rows: list[Fault] = [
        ({alert}, lambda make=make: found.shell(make), lambda heal=heal: found.shell(heal))  # type: ignore[misc]
        for alert, (make, heal) in ROWS.items()
    ]
    if sandbox.is_possible():
        rows.append(
            ({"DiskNearlyFull"}, found.measure_small_disk, lambda: found.restart("metrics"))
        )
    return [
        *rows,
        (
            {"ClocksApart"},
            lambda: found.turn_clock(300),
            lambda: found.turn_clock(0),
        ),
        (
            {"PublisherSilent", "PublishingLate"},
            changes_pile_up,
            lambda: found.start("publish"),
        ),
        (
            {"RedisDown"},
            lambda: found.valkey.send_signal(signal.SIGSTOP),
            lambda: found.valkey.send_signal(signal.SIGCONT),
        ),
        (
            {"CertificateEnds"},
            lambda: found.site.renew(days=3),
            lambda: found.site.renew(days=90),
        ),
        (
            {"FiguresMissing"},
            lambda: found.kill("metrics"),
            lambda: found.start("metrics"),
        ),
        (
            {"DatabaseDown"},
            lambda: kill_postgres(found.database),
            found.database.ensure_postgres_running,
        ),
    ]


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with ExitStack() as stack:
        yield Installation(tmp_path, stack)


def test_each_fault_calls_somebody_and_nothing_else_does(installation: Installation) -> None:
    until(lambda: installation.alerts() == set(), told=installation.alerts)
    with pytest.raises(AssertionError, match="quiet"):
        until(installation.alerts, QUIET_SECONDS, lambda: "quiet")

    def unanswered() -> list[str]:
        return [query for query in dashboard_queries() if not installation.results(query)]

    until(lambda: not unanswered(), WITHIN, unanswered)
    every = faults(installation)
    Random(4711).shuffle(every)
    for called, make, heal in every:
        make()
        until(
            lambda called=called: installation.alerts() == called,  # type: ignore[misc]
            WITHIN,
            lambda called=called: (called, installation.alerts()),  # type: ignore[misc]
        )
        heal()
        until(lambda: installation.alerts() == set(), told=installation.alerts)
