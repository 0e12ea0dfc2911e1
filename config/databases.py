"""Database options that put an acknowledged write on the disk."""

from pathlib import Path
from typing import Any

from config.private_files import private_database

SQLITE_OPTIONS = {
    # A transaction that will write takes the lock at once: no deadlock between two readers
    # that both want to write.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL;"
        "PRAGMA synchronous=FULL;"
        "PRAGMA foreign_keys=ON;"
        "PRAGMA cache_size=-16000;"
    ),
}
POSTGRES_OPTIONS = {
    # A prepared statement is planned once a connection; left alone, PostgreSQL plans the first five
    # runs each by itself, and it is the runs on new connections that tablets wait for.
    # And it gives the locks of a machine back that is gone without a word.
    "options": (
        "-c synchronous_commit=on -c plan_cache_mode=force_generic_plan"
        " -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"
    ),
    "connect_timeout": 5,
    # A database may be gone without a word, too: Linux would wait for a quarter of an hour.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
    # Statements of `referee.log.prepared_statements` are prepared at once, Django's own never.
    "prepare_threshold": 0,
}


def durable_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """Return Django's database settings so that every committed write is kept.

    The file of a SQLite database is made, or closed, for its owner only.
    """
    if settings["ENGINE"].endswith("sqlite3"):
        if settings["NAME"] != ":memory:":
            private_database(Path(settings["NAME"]))
        options = dict(SQLITE_OPTIONS)
    else:
        options = {**POSTGRES_OPTIONS, **settings.get("OPTIONS", {})}
    return {
        **settings,
        "OPTIONS": options,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
    }
