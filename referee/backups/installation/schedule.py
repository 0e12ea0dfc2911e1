"""Back up the installation each night, in a thread beside the mailer.

The thread starts the command in a process of its own, which runs with the lowest priority and is
alone with its memory. Of several machines or workers that share the data folder, one does it.
"""

import logging
import threading

from django.conf import settings
from django.utils import timezone

from referee.backups.installation.errors import InstallationBackupError
from referee.backups.installation.files import newest_backup
from referee.backups.installation.replaying import run_command
from referee.backups.installation.retention import is_due

EVERY_SECONDS = 60.0
AGAIN_SECONDS = 3600.0
"""The wait after a failed backup: the disk may be full of it."""

logger = logging.getLogger(__name__)


def run(stop: threading.Event) -> None:
    """Back up whenever it is due, until `stop` is set; never without a recipient."""
    if not settings.BACKUP_RECIPIENT:
        return
    wait = EVERY_SECONDS
    while not stop.wait(wait):
        wait = EVERY_SECONDS if back_up_if_due() else AGAIN_SECONDS


def back_up_if_due() -> bool:
    """Back up if it is time; return False if it failed, with the reason logged."""
    try:
        if is_due(newest_backup(), now=timezone.localtime()):
            run_command("back_up_installation", "--scheduled")
    except (InstallationBackupError, OSError) as error:
        logger.error("The installation was not backed up as it should be: %s", error)
        return False
    return True
