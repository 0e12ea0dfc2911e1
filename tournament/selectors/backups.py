"""The backups of an event, and how the one stands that is being saved."""

from typing import NamedTuple

from django.utils.translation import gettext

from tournament.backup_files import BackedUp, BackupFile, backups_of
from tournament.models import BackupJob


class Backups(NamedTuple):
    """Those there are, the newest first; the one that is being saved, and why the last was not."""

    files: list[BackupFile]
    running: BackupJob | None
    failure: str

    @property
    def newest(self) -> BackupFile | None:
        """The last that was saved."""
        return self.files[0] if self.files else None

    @property
    def sentence(self) -> str:
        """How the one stands that is being saved, or how the last one went."""
        if self.running is not None:
            waits = self.running.status == BackupJob.Status.QUEUED
            text = (
                gettext("A backup waits for its turn.")
                if waits
                else gettext("A backup is being saved…")
            )
            return f"{text} {gettext('You can go on working.')}"
        if self.failure:
            return gettext("Nothing was saved: %(reason)s.") % {"reason": self.failure.rstrip(".")}
        return gettext("Saved: %(file)s") % {"file": self.newest.name} if self.newest else ""


def backups_and_job(event: BackedUp) -> Backups:
    """A failure is told until a backup was saved after it."""
    files = backups_of(event)
    job = BackupJob.objects.filter(event=event.pk).order_by("-pk").first()
    if job is None or job.is_open:
        return Backups(files, job, "")
    saved_since = bool(files) and files[0].made_at >= job.created_at.replace(microsecond=0)
    return Backups(files, None, "" if saved_since else failure_of(job))


def failure_of(job: BackupJob) -> str:
    """Why it was not saved, blank where it was."""
    if job.is_lost:
        return gettext("The worker that saved it was lost.")
    return job.error if job.status == BackupJob.Status.FAILED else ""
