"""`manage.py demo`: prepare everything, load the sample event, serve it. What `make run` runs."""

import hashlib
import os
import secrets
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

ORGANISER = "organiser"


class Command(BaseCommand):
    """Serve the sample event with nothing set up beforehand."""

    help = "Prepare the database, load the sample event and serve it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        """Run the four steps; a port in use ends it before anything is touched."""
        _check_free(host, port)
        call_command("migrate", verbosity=0)
        _collect_static()
        call_command("load_sample_event", verbosity=0)
        password = _organiser_password()
        self.stdout.write(_greeting(host, port, password))
        self.stdout.flush()
        _serve(host, port)


def _check_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            message = _("Port %(port)s is taken or not allowed. Choose another: make run PORT=8001")
            raise CommandError(message % {"port": port}) from error


def _collect_static() -> None:
    """Gather the static files, unless none changed since the last time."""
    stamp = Path(settings.STATIC_ROOT) / ".sources"
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(ignore_patterns=None):
            changed = storage.get_modified_time(path).timestamp()
            digest.update(f"{path} {changed}\n".encode())
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(digest.hexdigest())


@transaction.atomic
def _organiser_password() -> str:
    """A new password for the demo's organiser; the one printed before stops working."""
    password = secrets.token_urlsafe(12)
    users = get_user_model()._default_manager
    user, _created = users.get_or_create(
        username=ORGANISER, defaults={"is_staff": True, "is_superuser": True}
    )
    user.set_password(password)
    user.save()
    return password


def _greeting(host: str, port: int, password: str) -> str:
    base = f"http://{'localhost' if host in {'127.0.0.1', '0.0.0.0'} else host}:{port}"  # noqa: S104
    return "\n".join(
        [
            "",
            _("Treasurer is ready. Open:"),
            f"  {base}/  " + _("what everybody sees: the Spring Open, its standings and tables"),
            f"  {base}/admin/  " + _("the organisers' side"),
            "     "
            + _("user %(user)s, password %(password)s (new at each start)")
            % {"user": ORGANISER, "password": password},
            _("Stop with Ctrl-C."),
            "",
        ]
    )


def _serve(host: str, port: int) -> None:
    """Become the server: one process for pages, API and tasks."""
    command = [sys.executable, "-m", "granian", "--interface", "asginl", "--workers", "1"]
    command += ["--host", host, "--port", str(port), "--log-level", "warning"]
    command += ["--backpressure", "256", "config.asgi:application"]
    os.execv(command[0], command)  # noqa: S606
