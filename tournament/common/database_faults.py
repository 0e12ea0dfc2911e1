"""Reasons why a database accepts no writes right now.

They are told apart by the codes of the database's driver.
"""

import errno
from enum import Enum

from django.db import DatabaseError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class DatabaseFault(Enum):
    """A fault that keeps every write from being saved, though reads may work.

    Its value is a code.
    """

    BUSY = "busy"
    DISK_FULL = "disk-full"
    READ_ONLY = "read-only"

    @property
    def title(self) -> Promise:
        """The name of the fault."""
        return _TEXTS[self][0]

    @property
    def detail(self) -> Promise:
        """The outcome of the request, and the way out of it."""
        return _TEXTS[self][1]

    @property
    def retry_after(self) -> int:
        """Seconds to wait before a retry: 1 for a busy database, otherwise 5.

        The other faults do not pass by themselves: people must free disk space or unlock the
        database. Once they did, tablets have sent what they kept within 10 seconds.
        """
        return 1 if self is DatabaseFault.BUSY else 5


_TEXTS = {
    DatabaseFault.BUSY: (
        _("The database is busy"),
        _("Nothing was saved. Try again in a moment."),
    ),
    DatabaseFault.DISK_FULL: (
        _("The server’s disk is full"),
        _("Nothing was saved. Ask whoever runs the server to free some space, then try again."),
    ),
    DatabaseFault.READ_ONLY: (
        _("The database cannot be written"),
        _(
            "Nothing was saved. Ask whoever runs the server to make the database writable,"
            " then try again."
        ),
    ),
}
# Primary result codes: SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_FULL.
_OF_SQLITE = {
    5: DatabaseFault.BUSY,
    6: DatabaseFault.BUSY,
    8: DatabaseFault.READ_ONLY,
    13: DatabaseFault.DISK_FULL,
}
_OF_POSTGRES = {
    "40P01": DatabaseFault.BUSY,  # deadlock_detected
    "53300": DatabaseFault.BUSY,  # too_many_connections
    "55P03": DatabaseFault.BUSY,  # lock_not_available
    "57014": DatabaseFault.BUSY,  # query_canceled, by a timeout
    "53100": DatabaseFault.DISK_FULL,
    "25006": DatabaseFault.READ_ONLY,
    "42501": DatabaseFault.READ_ONLY,  # insufficient_privilege: so it calls EROFS, too
}
_OF_FILES = {
    errno.ENOSPC: DatabaseFault.DISK_FULL,
    errno.EDQUOT: DatabaseFault.DISK_FULL,
    errno.EROFS: DatabaseFault.READ_ONLY,
}


def database_fault(error: BaseException | None) -> DatabaseFault | None:
    """Return the fault that an error means; None for any other error, such as a bug.

    A backup or an e-mail that finds no room on the disk counts as well.
    """
    if isinstance(error, OSError):
        return _OF_FILES.get(error.errno or 0)
    driver = error.__cause__ if isinstance(error, DatabaseError) else None
    if (code := getattr(driver, "sqlite_errorcode", None)) is not None:
        return _OF_SQLITE.get(code & 0xFF)
    return _OF_POSTGRES.get(getattr(driver, "sqlstate", None) or "")
