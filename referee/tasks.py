"""The work of Celery, where Celery looks for it."""

from referee.backups.jobs import run_backup_job

__all__ = ["run_backup_job"]
