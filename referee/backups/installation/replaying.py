"""Replay every log of a database by the command `verify`, in a process."""

import os
import subprocess
import sys

from django.conf import settings

from referee.backups.installation.errors import InstallationBackupError

_TAIL = 500


def replay_logs(**environment: str) -> int:
    """Rebuild each game from its log, and return the number of games.

    Raises InstallationBackupError with what does not hold. `environment` is that of the process,
    beside what it inherits.
    """
    return len(run_command("verify", "--all", **environment).splitlines())


def run_command(*words: str, **environment: str) -> str:
    """Run a command of `manage.py` in English, and return what it prints.

    Raises InstallationBackupError with the end of what it says if it fails.
    """
    keys = {"SECRET_KEY": settings.SECRET_KEY, "PUSH_KEY": settings.PUSH_KEY}
    english = {"LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *words]
    done = subprocess.run(  # noqa: S603 - our own program, without a shell
        command,
        env={**os.environ, **english, **keys, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        bad = [line for line in done.stdout.splitlines() if not line.endswith(": ok")][:3]
        said = " ".join([*bad, *done.stderr.split()])
        raise InstallationBackupError(f"{words[0]}: {said[-_TAIL:]}")
    return done.stdout
