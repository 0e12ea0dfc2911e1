"""What the commands share that prepare everything and serve."""

import hashlib
import secrets
import socket
import sys
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.utils.translation import gettext as _

ORGANISER = "organiser"


def check_free(host: str, port: int, instead: str) -> None:
    """CommandError when nothing can listen there; `instead` is a command that avoids the port."""
    if not is_free(host, port):
        message = _("Port %(port)s is taken or not allowed. Choose another: %(command)s")
        raise CommandError(message % {"port": port, "command": instead})


def is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError):
            return False
    return True


def prepare() -> None:
    """Bring the database, the static files and what tablets start from up to date."""
    call_command("migrate", verbosity=0)
    _collect_static()
    call_command("tablet_snapshot")


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


def has_organiser() -> bool:
    """Whether somebody can log in who may do everything."""
    users = get_user_model()._default_manager
    return users.filter(is_superuser=True, is_active=True).exists()


@transaction.atomic
def organiser_password() -> str:
    """A new password for the organiser; the one printed before stops working."""
    password = secrets.token_urlsafe(12)
    users = get_user_model()._default_manager
    user, _created = users.get_or_create(
        username=ORGANISER, defaults={"is_staff": True, "is_superuser": True}
    )
    user.set_password(password)
    user.save()
    return password


def server(host: str, port: int) -> list[str]:
    """The command of a server: one process for pages, API and tasks, another when it dies."""
    return [sys.executable, "-m", "config.server", "--host", host, "--port", str(port)]
