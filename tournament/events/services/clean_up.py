"""Delete what events leave behind and nobody needs any more, and unfinished files."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db.models import Q

from tournament.audit import delete_any
from tournament.backups import files as backup_files
from tournament.backups.archives import archives_folder
from tournament.models import ArchiveJob, BackupJob, DrawJob, Email, Invitation, Mailing

EMAILS_KEPT_FOR = dt.timedelta(days=90)
"""Counted from their event's last day: mail servers answer within days, people within weeks."""
INVITATIONS_KEPT_FOR = dt.timedelta(days=30)
"""Counted from when an invitation can no longer be accepted."""
JOBS_KEPT_FOR = dt.timedelta(days=30)
FILES_KEPT_FOR = dt.timedelta(days=1)
"""The age at which files of a process that died, and uploads that nobody restores, are deleted."""
MAIL_FILES_KEPT_FOR = dt.timedelta(days=30)


def forget_old_emails(*, now: dt.datetime) -> None:
    """Delete e-mails about events that are over, and messages to their players.

    An event counts once `EMAILS_KEPT_FOR` has passed since its last day.
    """
    over = {"event__ends_on__lt": (now - EMAILS_KEPT_FOR).date()}
    delete_any(Email.objects.filter(**over))
    delete_any(Mailing.objects.filter(**over))


def forget_old_invitations(*, now: dt.datetime) -> None:
    """Delete invitations that were accepted or withdrawn, or have expired."""
    end = now - INVITATIONS_KEPT_FOR
    over = Q(accepted_at__lt=end) | Q(withdrawn_at__lt=end) | Q(expires_at__lt=end)
    delete_any(Invitation.objects.filter(over))


def forget_old_jobs(*, now: dt.datetime) -> None:
    """Delete old background jobs that made draws, backups and archives."""
    for model in (DrawJob, BackupJob, ArchiveJob):
        delete_any(model.objects.filter(created_at__lt=now - JOBS_KEPT_FOR))


def forget_unfinished_files(*, now: dt.datetime) -> None:
    """Delete backup files left by dead processes, and uploads that no job restores."""
    open_jobs = BackupJob.objects.filter(uploaded=True, status__in=BackupJob.OPEN)
    waiting = {backup_files.upload_of(job.pk) for job in open_jobs if job.is_open}
    folder = backup_files.uploads()
    files = [*folder.parent.glob("*/*.part"), *folder.glob("*.zip")]
    for file in _older_files(files, now - FILES_KEPT_FOR):
        if file not in waiting:
            file.unlink(missing_ok=True)


def forget_archives(*, now: dt.datetime) -> None:
    """Delete archives of events, and those left unfinished, after a day."""
    for file in _older_files(archives_folder().glob("*.*"), now - FILES_KEPT_FOR):
        file.unlink(missing_ok=True)


def forget_mail_files(*, now: dt.datetime) -> None:
    """Delete e-mails that were written as files and reach nobody."""
    files = Path(settings.EMAIL_FOLDER).glob("*.log")
    for file in _older_files(files, now - MAIL_FILES_KEPT_FOR):
        file.unlink(missing_ok=True)


def _older_files(files: "Iterator[Path] | list[Path]", than: dt.datetime) -> Iterator[Path]:
    for file in files:
        try:
            if file.stat().st_mtime < than.timestamp():
                yield file
        except FileNotFoundError:
            continue
