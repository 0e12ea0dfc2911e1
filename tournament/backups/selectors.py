"""The backups of an event, and how the one stands that is being saved."""

from typing import NamedTuple

from django.utils.translation import gettext

from tournament.backups.files import BackedUp, BackupFile, backups_of
from tournament.models import BackupJob


class Backups(NamedTuple):
    """The backups on disk, the running job, and the latest jobs' outcomes.

    `files` has the newest backup first. `failed` is the last job, if it failed; `restored` is
    the last job that put a backup back.
    """

    files: list[BackupFile]
    running: BackupJob | None
    failed: BackupJob | None = None
    restored: BackupJob | None = None

    @property
    def newest(self) -> BackupFile | None:
        """The last that was saved."""
        return self.files[0] if self.files else None

    @property
    def failure(self) -> str:
        """The reason why the last job failed; blank if it did not."""
        return failure_of(self.failed) if self.failed else ""

    @property
    def sentence(self) -> str:
        """The state of the running job, or the outcome of the last one, as a sentence."""
        if self.running is not None:
            return _sentence_of(self.running)
        if self.failed:
            text = (
                gettext("The backup was not put back: %(reason)s.")
                if self.failed.restores
                else gettext("Nothing was saved: %(reason)s.")
            )
            return text % {"reason": self.failure.rstrip(".")}
        if self.restored:
            return gettext("The event is as it was in %(file)s.") % {"file": self.restored.restores}
        return gettext("Saved: %(file)s") % {"file": self.newest.name} if self.newest else ""


def _sentence_of(job: BackupJob) -> str:
    if job.restores:
        return gettext("The backup is being put back: what is entered meanwhile is lost…")
    waits = job.status == BackupJob.Status.QUEUED
    text = gettext("A backup waits for its turn.") if waits else gettext("A backup is being saved…")
    return f"{text} {gettext('You can go on working.')}"


def backups_and_job(event: BackedUp) -> Backups:
    """Return the backups, and the last job until a backup was saved after it."""
    files = backups_of(event)
    job = BackupJob.objects.filter(event=event.pk).order_by("-pk").first()
    if job is None or job.is_open:
        return Backups(files, job)
    if files and _is_since(files[0], job):
        return Backups(files, None)
    if failure_of(job):
        return Backups(files, None, failed=job)
    return Backups(files, None, restored=job if job.restores else None)


def _is_since(file: BackupFile, job: BackupJob) -> bool:
    """Return whether a backup is newer than the job.

    Restoring saves a backup first, so one of that very second does not count as newer.
    """
    over = (job.finished_at or job.created_at).replace(microsecond=0)
    return file.made_at > over if job.restores else file.made_at >= over


def failure_of(job: BackupJob) -> str:
    """Return why the job failed, blank if it did not."""
    if job.is_lost:
        return gettext("The worker that was at it was lost.")
    return job.error if job.status == BackupJob.Status.FAILED else ""


def latest_upload(requested_by: str) -> BackupJob | None:
    """Return the last backup that somebody uploaded."""
    uploads = BackupJob.objects.filter(uploaded=True, requested_by=requested_by)
    return uploads.select_related("event").order_by("-pk").first()


def upload_sentence(job: BackupJob | None) -> str:
    """Return the state or outcome of an upload in words; blank if there is none."""
    if job is None:
        return ""
    if job.is_open:
        return gettext("The event is being put back…")
    if reason := failure_of(job):
        text = gettext("%(file)s was not put back: %(reason)s.")
        return text % {"file": job.restores, "reason": reason.rstrip(".")}
    return gettext("The event is as it was in %(file)s.") % {"file": job.restores}
