"""The work of Celery, where Celery looks for it."""

from referee.archives.services import run_archive_job
from referee.backups.jobs import run_backup_job

__all__ = ["run_archive_job", "run_backup_job"]
