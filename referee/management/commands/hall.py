"""`manage.py hall`: the event on the hall's network, with HTTPS for tablets; for `make hall`."""

import os
import signal
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from referee.management import serving
from referee.tablet import certificate


class Command(BaseCommand):
    """Serve the same event twice: plainly for the laptop and the set-up page, and with HTTPS."""

    help = "Serve the event on the hall's network, with HTTPS for the tablets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "addresses", nargs="*", help="addresses and names of this machine (default: its own)"
        )
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000, help="port without https")
        parser.add_argument("--https-port", type=int, default=8443, help="port for https")

    def handle(
        self, *, addresses: list[str], host: str, port: int, https_port: int, **options: Any
    ) -> None:
        """Prepare everything, make the certificate, and serve until one of the two ends."""
        serving.check_free(host, port, "make hall PORT=8001")
        serving.check_free(host, https_port, "make hall HTTPS_PORT=8444")
        serving.prepare()
        named = addresses or certificate.own_addresses()
        call_command("venue_certificate", *named, stdout=self.stdout)
        tablets = f"https://{named[0]}:{https_port}"
        self.stdout.write(_greeting(named, port, tablets, _organiser()))
        self.stdout.flush()
        hosts = ",".join(dict.fromkeys([*named, "localhost", "127.0.0.1"]))
        sys.exit(
            _serve_both(host, port, https_port, {"ALLOWED_HOSTS": hosts, "TABLET_ORIGIN": tablets})
        )


def _greeting(addresses: list[str], port: int, tablets: str, organiser: str) -> str:
    lines = [
        "",
        _("Treasurer is ready. Open:"),
        f"  http://localhost:{port}/admin/  " + _("the organisers' side, on this laptop"),
        f"  http://{addresses[0]}:{port}/tablet/setup/  " + _("on each tablet, once"),
        f"  {tablets}/tablet/  " + _("the tablets' app"),
        f"  {tablets}/admin/  " + _("the organisers' side, on any device set up like a tablet"),
        organiser,
        _("Stop with Ctrl-C."),
        "",
    ]
    return "\n".join(lines)


def _organiser() -> str:
    """How to log in: nobody may yet on a new laptop, so one account is made."""
    if serving.has_organiser():
        return _("Sign in as before; a forgotten password is set anew there, on this laptop.")
    return _("user %(user)s, password %(password)s (shown only now)") % {
        "user": serving.ORGANISER,
        "password": serving.organiser_password(),
    }


def _serve_both(host: str, port: int, https_port: int, variables: dict[str, str]) -> int:
    """Two servers on one database; when one ends the other is stopped. Its exit code."""
    folder = certificate.folder()
    tls = ["--certificate", f"{folder}/server.crt", "--key", f"{folder}/server.key"]
    # Neither stands behind a proxy whose headers could be believed, and browsers must not remember
    # that a name of the hall is for HTTPS only (HSTS): its other port has none.
    clear = {**os.environ, **variables, "HTTPS": "false", "SECURE_COOKIES": "false"}
    servers = [
        subprocess.Popen(serving.server(host, port), env=clear),  # noqa: S603
        subprocess.Popen(  # noqa: S603
            [*serving.server(host, https_port), *tls], env={**clear, "SECURE_COOKIES": "true"}
        ),
    ]
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda *_: _stop(servers))
    _pid, status = os.wait()
    _stop(servers)
    for server in servers:
        server.wait()
    return os.waitstatus_to_exitcode(status)


def _stop(servers: list[subprocess.Popen[bytes]]) -> None:
    for server in servers:
        if server.poll() is None:
            server.terminate()
