"""A person's archive of an event: how far it is, and whether it can be downloaded."""

import datetime as dt
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext

from tournament.backups.archives import archive_file
from tournament.models import ArchiveJob, Event

SITE = "site"
"""The only part of a job that copies the public pages."""
KEPT_FOR = dt.timedelta(days=1)


class Archive(NamedTuple):
    """The person's latest job, and the size of its file in bytes; None without one."""

    job: ArchiveJob | None
    size: int | None
    is_site: bool = False

    @property
    def is_running(self) -> bool:
        """Return whether it waits or is being made."""
        return self.job is not None and self.job.is_open

    @property
    def is_ready(self) -> bool:
        """Return whether it can be downloaded."""
        return self.job is not None and self.job.status == "finished" and self.size is not None

    @property
    def failure(self) -> str:
        """Return why it was not made, blank if nothing failed."""
        if self.job is None:
            return ""
        if self.job.is_lost:
            return gettext("The worker that was at it was lost.")
        return self.job.error if self.job.status == ArchiveJob.Status.FAILED else ""

    @property
    def expires_at(self) -> dt.datetime | None:
        """Return when its file is deleted."""
        made = self.job.finished_at if self.job else None
        return made + KEPT_FOR if made else None

    @property
    def sentence(self) -> str:
        """The state of the archive as a sentence, blank while there is none."""
        if self.is_running:
            return self._text(
                gettext("The archive is being made… You can go on working."),
                gettext("The pages are being copied… You can go on working."),
            )
        if reason := self.failure:
            text = self._text(
                gettext("The archive was not made: %(reason)s."),
                gettext("The pages were not copied: %(reason)s."),
            )
            return text % {"reason": reason.rstrip(".")}
        ready = self._text(gettext("The archive is ready."), gettext("The copy is ready."))
        return ready if self.is_ready else ""

    def _text(self, of_archive: str, of_site: str) -> str:
        return of_site if self.is_site else of_archive


def jobs_of(person: User, event: Event, *, site: bool) -> QuerySet[ArchiveJob]:
    """Return a person's jobs that copy the public pages, or that make archives."""
    jobs = ArchiveJob.objects.filter(event=event, person=person)
    return jobs.filter(parts=[SITE]) if site else jobs.exclude(parts=[SITE])


def archive_for(person: User, event: Event, *, site: bool = False) -> Archive:
    """Return a person's latest archive of an event, or copy of its pages (1 query)."""
    job = jobs_of(person, event, site=site).order_by("-pk").first()
    try:
        size = archive_file(job.pk).stat().st_size if job else None
    except OSError:
        size = None
    return Archive(job, size, site)
