"""Sessions in the database, whose faults are told as they are (`SESSION_ENGINE`)."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError

from tournament.common.database_faults import database_fault


class SessionStore(db.SessionStore):
    """Django's, which takes whatever keeps it from saving for a session that was deleted."""

    def save(self, must_create: bool = False) -> None:
        """Save; DatabaseError where the database takes no write now, UpdateError without it."""
        try:
            super().save(must_create)
        except UpdateError as error:
            reason = error.__context__
            if isinstance(reason, DatabaseError) and database_fault(reason):
                raise reason from reason.__cause__
            raise
