"""Steps shared by the commands that prepare everything and serve."""

import hashlib
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

PORT, HTTPS_PORT = os.environ.get("PORT") or 8000, os.environ.get("HTTPS_PORT") or 8443
"""The usual ports; a variable says another one, to `make` and to an installed program alike."""
ORGANISER = "organiser"
WORTH_A_LINE_SECONDS = 0.5


def check_free(host: str, port: int, make: str, installed: str) -> None:
    """Raise CommandError if the port is not free.

    The error suggests another port: by words after `make`, or after the installed `treasurer`.
    """
    if not is_free(host, port):
        instead = f"make {make}" if settings.IS_CHECKOUT else f"treasurer {installed}"
        message = _("Port %(port)s is taken or not allowed. Choose another: %(command)s")
        raise CommandError(message % {"port": port, "command": instead})


def is_free(host: str, port: int) -> bool:
    """Return whether a server could listen there now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError):
            return False
    return True


def prepare(say: Callable[[str], object]) -> None:
    """Bring the database and the static files up to date, as a first page needs them.

    `say` is given a line for each step that had something to do. Raise CommandError if one fails.
    """
    steps = (
        (_("Database"), _migrate),
        (_("Style sheets, scripts and pictures"), _collect_static),
    )
    for label, step in steps:
        try:
            with timed_step(say, label):
                step()
        except (DatabaseError, OSError) as error:
            raise CommandError(f"{label}: {sentence_of(error)}") from error


def sentence_of(error: Exception) -> str:
    """Return a sentence about a step that failed.

    For a full disk it says what to do; for anything else it is the last line of the error.
    """
    said = str(error).strip() or type(error).__name__
    if re.search("No space left|ENOSPC|disk is full", said):
        return _("the disk is full. Free some space, then start again.")
    return said.splitlines()[-1]


@contextmanager
def timed_step(say: Callable[[str], object], label: str) -> Iterator[None]:
    """Say how long a step took, unless there was nothing to do."""
    began = time.monotonic()
    yield
    seconds = time.monotonic() - began
    if seconds >= WORTH_A_LINE_SECONDS:
        line = _("%(label)s: %(seconds)d s") % {"label": label, "seconds": max(1, round(seconds))}
        say(f"  {line}")


def _migrate() -> None:
    """Migrate, if there is anything to migrate.

    Asking `migrate` itself costs a second.
    """
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0)


def _collect_static() -> None:
    """Gather the static files, unless none changed since the last time.

    They stay uncompressed, for compressing takes longer than all else (`compress_static`).
    """
    root = Path(settings.STATIC_ROOT)
    stamp = root / ".sources"
    digest = _digest_of_static()
    if stamp.exists() and stamp.read_text() == digest:
        return
    # Where the power failed on the way, it may be there and empty: nothing would start any more.
    (root / "staticfiles.json").unlink(missing_ok=True)
    storage: Any = staticfiles_storage
    if _can_compress(storage):
        storage.defer_compression()
    call_command("collectstatic", interactive=False, verbosity=0)
    # The disk has all of it before it has the stamp.
    os.sync()
    stamp.write_text(digest)


def _digest_of_static() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(ignore_patterns=None):
            changed = storage.get_modified_time(path).timestamp()
            digest.update(f"{path} {changed}\n".encode())
    return digest.hexdigest()


def is_static_compressed() -> bool:
    """Return whether the static files have their compressed copies, if any are needed."""
    storage: Any = staticfiles_storage
    return not _can_compress(storage) or storage.is_compressed()


def compress_static() -> None:
    """Make the compressed copies of the static files: half a minute of a core."""
    storage: Any = staticfiles_storage
    storage.compress_collected()


def _can_compress(storage: Any) -> bool:
    """Return whether static files can be compressed; not while developing (DEBUG)."""
    return hasattr(storage, "compress_collected")


def start_beside(arguments: Sequence[str]) -> None:
    """Start a command of `manage.py` that ends with this process.

    It also ends with a server that takes this process's place (`exec`), which holds the other end
    of the command's pipe.
    """
    alive, held = os.pipe()
    os.set_inheritable(held, True)
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    # The shell ends at once: nobody has to wait for the command's end.
    subprocess.run(  # noqa: S603
        ["/bin/sh", "-c", '"$@" &', "sh", *command, "--while-open", str(alive)],
        pass_fds=[alive],
        stdin=subprocess.DEVNULL,
        check=True,
    )
    os.close(alive)


def end_with(pipe: int) -> None:
    """End this process at once when the other end of the pipe is closed.

    Ctrl-C reaches this process and the server together; the closed pipe tells that the server has
    ended.
    """

    def wait() -> None:
        os.read(pipe, 1)
        os._exit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=wait, daemon=True).start()


def has_organiser() -> bool:
    """Return whether somebody with every right can sign in."""
    users = get_user_model()._default_manager
    return users.filter(is_superuser=True, is_active=True).exists()


def organiser_password() -> str:
    """Return a new password for the organiser; the one printed before stops working.

    A process of its own sets it while the server starts: a password takes long to hash.
    """
    password = secrets.token_urlsafe(12)
    _fork(lambda: _set_organiser_password(password))
    return password


def _fork(work: Callable[[], object]) -> None:
    """Do something in a process of its own for which nobody has to wait."""
    connections.close_all()
    if (child := os.fork()) != 0:
        os.waitpid(child, 0)
        return
    try:
        if os.fork() == 0:
            work()
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(0)


def _set_organiser_password(password: str) -> None:
    # Before anything is written: nobody waits for the database meanwhile.
    hashed = make_password(password, hasher=PBKDF2PasswordHasher())
    get_user_model()._default_manager.update_or_create(
        username=ORGANISER,
        defaults={"password": hashed},
        create_defaults={"password": hashed, "is_staff": True, "is_superuser": True},
    )


def server(host: str, port: int) -> list[str]:
    """Return the command of a server: one process for all, restarted if it dies."""
    return [sys.executable, "-m", "config.server", "--host", host, "--port", str(port)]
