"""The command `manage.py hall`: the event on the hall's network.

It serves HTTPS for tablets; `make hall` runs it.
"""

import os
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from referee.management import serving
from referee.tablet import certificate

LOOKED_SECONDS = 0.2


class Command(BaseCommand):
    """Serve the same event twice, plainly and with HTTPS.

    The plain server is for the laptop and the set-up page.
    """

    help = "Serve the event on the hall's network, with HTTPS for the tablets."
    # All checks would load every page first, as the server does right after; CI runs them.
    requires_system_checks = (Tags.translation,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "addresses", nargs="*", help="addresses and names of this machine (default: its own)"
        )
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104
        parser.add_argument("--port", type=int, default=serving.PORT, help="port without https")
        parser.add_argument(
            "--https-port", type=int, default=serving.HTTPS_PORT, help="port for https"
        )

    def handle(
        self, *, addresses: list[str], host: str, port: int, https_port: int, **options: Any
    ) -> None:
        """Prepare everything, make the certificate, and serve until told to stop."""
        serving.check_free(host, port, "hall PORT=8001", "hall --port 8001")
        serving.check_free(host, https_port, "hall HTTPS_PORT=8444", "hall --https-port 8444")
        serving.prepare(self.stdout.write)
        named = addresses or certificate.own_addresses()
        call_command("venue_certificate", *named, stdout=self.stdout)
        tablets = f"https://{named[0]}:{https_port}"
        self.stdout.write(_greeting(named, port, tablets, _organiser()))
        self.stdout.flush()
        serving.start_beside(["finish_startup"])
        hosts = ",".join(dict.fromkeys([*named, "localhost", "127.0.0.1"]))
        sys.exit(
            _serve_both(host, port, https_port, {"ALLOWED_HOSTS": hosts, "TABLET_ORIGIN": tablets})
        )


def _greeting(addresses: list[str], port: int, tablets: str, organiser: str) -> str:
    lines = [
        "",
        _("Treasurer is ready. Open:"),
        f"  http://localhost:{port}/organise/  " + _("where organisers work, on this laptop"),
        f"  http://{addresses[0]}:{port}/  " + _("where everybody in the hall follows"),
        f"  http://{addresses[0]}:{port}/tablet/setup/  " + _("on each tablet, once"),
        f"  {tablets}/tablet/  " + _("the tablets' app"),
        f"  {tablets}/organise/  " + _("where organisers work, on any device set up like a tablet"),
        organiser,
        _("Stop with Ctrl-C."),
        "",
    ]
    return "\n".join(lines)


def _organiser() -> str:
    """Say how to sign in, creating an account on a new laptop."""
    if serving.has_organiser():
        return _("Sign in as before; a forgotten password is set anew there, on this laptop.")
    return _("user %(user)s, password %(password)s (shown only now)") % {
        "user": serving.ORGANISER,
        "password": serving.organiser_password(),
    }


def _serve_both(host: str, port: int, https_port: int, variables: dict[str, str]) -> int:
    """Run two servers on one database until one ends or this process is stopped.

    Return the exit code.
    """
    folder = certificate.folder()
    tls = ("--certificate", f"{folder}/server.crt", "--key", f"{folder}/server.key")
    # Neither stands behind a proxy whose headers could be believed, and browsers must not remember
    # that a name of the hall is for HTTPS only (HSTS): its other port has none.
    clear = {**os.environ, **variables, "HTTPS": "false", "SECURE_COOKIES": "false"}
    servers = [
        _Server(host, port, clear),
        _Server(host, https_port, {**clear, "SECURE_COOKIES": "true"}, tls),
    ]
    told: list[int] = []
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda number, _frame: told.append(number))
    code = None
    while not told and code is None:
        time.sleep(LOOKED_SECONDS)
        code = _first_to_end(servers)
    _stop(servers)
    for server in servers:
        server.process.wait()
    return code or 0


class _Server:
    """One of the two. Killed, it is started again while the other goes on."""

    def __init__(
        self, host: str, port: int, environment: dict[str, str], options: tuple[str, ...] = ()
    ) -> None:
        self._place = (host, port)
        self._environment = environment
        self._options = options
        self.process = self._start_process()

    def poll_exit_code(self) -> int | None:
        """Return the exit code of a server that ended by itself, else None.

        A server that was killed is restarted.
        """
        code = self.process.poll()
        if code is None or code >= 0:
            return code
        # Its worker, which finds itself alone, listens there for a moment still.
        if serving.is_free(*self._place):
            self.process = self._start_process()
        return None

    def _start_process(self) -> subprocess.Popen[bytes]:
        command = [*serving.server(*self._place), *self._options]
        return subprocess.Popen(command, env=self._environment)  # noqa: S603


def _first_to_end(servers: list[_Server]) -> int | None:
    return next((code for server in servers if (code := server.poll_exit_code()) is not None), None)


def _stop(servers: list[_Server]) -> None:
    for server in servers:
        if server.process.poll() is None:
            server.process.terminate()
