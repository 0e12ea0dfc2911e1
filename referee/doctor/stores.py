"""Checks of the services that keep and pass on the data.

They are the database, its migrations, the publisher, Redis and the workers.
"""

from collections.abc import Iterator
from typing import Any

import redis
from celery import current_app
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.doctor.findings import Finding, critical, fine, warning
from referee.live.publishing.publisher import is_silent
from tournament.common import commands
from tournament.models import PublisherLease

VERSIONS = {
    "sqlite": ("SELECT sqlite_version()", "PRAGMA"),
    "postgresql": ("SHOW server_version", "SHOW"),
}
"""The statement that asks for the version, and the word that asks for a setting."""
DURABLE: dict[str, dict[str, tuple[str, ...]]] = {
    "sqlite": {"synchronous": ("2", "3")},
    "postgresql": {
        "fsync": ("on",),
        "full_page_writes": ("on",),
        "synchronous_commit": ("on", "local", "remote_write", "remote_apply"),
    },
}
"""Settings without which an acknowledged event can be lost, with the values that keep it."""
ANSWER_SECONDS = 2
LIMITS: dict[str, Any] = {
    "socket_timeout": ANSWER_SECONDS,
    "socket_connect_timeout": ANSWER_SECONDS,
}
OWN_APPS = ("tournament", "referee")


def check_connection() -> Iterator[Finding]:
    """Look whether the database answers."""
    try:
        connection.ensure_connection()
    except (DatabaseError, InterfaceError) as error:
        yield critical(
            _("The database does not answer: %(error)s.") % {"error": str(error).strip()},
            _("Start it, or correct DATABASE_URL."),
        )


def check_database() -> Iterator[Finding]:
    """Look at the database's version, and whether what it acknowledged is on the disk."""
    version, ask = VERSIONS[connection.vendor]
    wanted = DURABLE[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(version)
        facts = {"version": f"{connection.display_name} {cursor.fetchone()[0]}"}
        found = {}
        for name in wanted:
            cursor.execute(f"{ask} {name}")
            found[name] = str(cursor.fetchone()[0])
    wrong = [name for name, value in found.items() if value not in wanted[name]]
    if wrong:
        facts["found"] = ", ".join(f"{name} = {found[name]}" for name in wrong)
        facts["wanted"] = ", ".join(f"{name} = {wanted[name][0]}" for name in wrong)
        yield critical(
            _("%(version)s can lose events that it acknowledged: %(found)s.") % facts,
            _("Set %(wanted)s in the database.") % facts,
        )
    else:
        yield fine(_("%(version)s keeps what it acknowledged.") % facts)


def check_migrations() -> Iterator[Finding]:
    """Look whether the database has the tables of this version."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    plan = executor.migration_plan(loader.graph.leaf_nodes())
    known = loader.disk_migrations or {}
    unknown = [key for key in loader.applied_migrations if key[0] in OWN_APPS and key not in known]
    if unknown:
        yield critical(
            _("The database is of a newer version than this program."),
            _("Install that version, or restore a backup from before."),
        )
    elif plan:
        text = ngettext(
            "%(count)d migration is not applied.",
            "%(count)d migrations are not applied.",
            len(plan),
        )
        advice = _("Save a backup, then run: %(command)s") % {
            "command": commands.manage_command("migrate")
        }
        yield critical(text % {"count": len(plan)}, advice)
    else:
        yield fine(_("The database has the tables of this version."))


def check_publisher() -> Iterator[Finding]:
    """Look whether a publisher is there, which a server or a worker runs."""
    lease = PublisherLease.objects.first()
    if lease is not None and not is_silent(lease.beat, now=timezone.now()):
        yield fine(_("A publisher is at work."))
    else:
        yield warning(
            _("No publisher is at work: no server runs, or its pages are two seconds behind."),
            _("Start the server, or with Redis the Celery worker."),
        )


def ping_redis(**options: Any) -> None:
    """Ping Redis; raise RedisError, or ValueError for a wrong address."""
    with redis.Redis.from_url(settings.REDIS_URL, **LIMITS, **options) as client:
        client.ping()


def check_redis() -> Iterator[Finding]:
    """Check whether Redis answers, and a worker behind it.

    REDIS_URL is not shown, because it may hold a password.
    """
    if not settings.REDIS_URL:
        yield fine(_("No Redis is set: tasks run in the server itself."))
        return
    try:
        ping_redis()
    except redis.AuthenticationError:
        yield critical(_("Redis refuses the password."), _("Correct REDIS_URL."))
    except ValueError:
        yield critical(
            _("REDIS_URL cannot be read."),
            _("Write redis://host:6379/0, with / and @ in a password encoded."),
        )
    except redis.RedisError as error:
        yield critical(
            _("Redis does not answer: %(error)s.") % {"error": error},
            _("Start Redis or Valkey, or correct REDIS_URL."),
        )
    else:
        yield fine(_("Redis answers."))
        yield from _check_worker()


def _check_worker() -> Iterator[Finding]:
    try:
        with current_app.connection_for_write(transport_options=LIMITS) as own:
            answers = current_app.control.ping(timeout=ANSWER_SECONDS, connection=own)
    except Exception as error:  # Of kombu, Redis or the network.
        yield critical(
            _("Redis answers, but takes no tasks: %(error)s.") % {"error": type(error).__name__},
            _("Read its log: a full disk, a read-only replica, or missing rights."),
        )
        return
    if answers:
        yield fine(_("A Celery worker answers."))
    else:
        yield critical(
            _("No Celery worker answers: draws, e-mails and archives wait."),
            _("Start one: %(command)s")
            % {"command": commands.treasurer_command("worker --concurrency 2")},
        )
