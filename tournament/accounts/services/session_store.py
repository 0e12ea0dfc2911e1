"""Database sessions that report database faults as such (`SESSION_ENGINE`)."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError

from tournament.common.database_faults import database_fault


class SessionStore(db.SessionStore):
    """Django's session store, with failures to save told apart.

    Django's own mistakes every failure to save for a deleted session.
    """

    def save(self, must_create: bool = False) -> None:
        """Save the session.

        Raises DatabaseError if the database accepts no writes now, UpdateError if the session was
        deleted.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            reason = error.__context__
            if isinstance(reason, DatabaseError) and database_fault(reason):
                raise reason from reason.__cause__
            raise
