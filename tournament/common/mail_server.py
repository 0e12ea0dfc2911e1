"""Whether e-mails leave this installation, and where they stay if they do not."""

from typing import TypedDict

from django.conf import settings

UNDELIVERED = ("console", "dummy", "filebased")
"""Django's backends that deliver nothing, by their module."""


class NoMailServer(TypedDict):
    """The context of the notice that e-mails reach nobody.

    `email_folder` is "" where no folder keeps them.
    """

    no_mail_server: bool
    email_folder: str


def delivers_emails() -> bool:
    """Return whether e-mails reach anybody: they do not as files or in the terminal."""
    backend = settings.EMAIL_BACKEND.split(".")
    return not settings.EMAIL_FILE_PATH and not set(UNDELIVERED) & set(backend)


def no_mail_server() -> NoMailServer:
    """Return the context of `console/partials/no_mail_server.html`."""
    return {
        "no_mail_server": not delivers_emails(),
        "email_folder": str(settings.EMAIL_FILE_PATH or ""),
    }
