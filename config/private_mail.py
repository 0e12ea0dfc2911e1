"""E-mails as files, where there is no mail server.

They are for the eyes of the account that runs Treasurer.
"""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail.backends import filebased

from config.private_files import private_folder


class EmailBackend(filebased.EmailBackend):
    """Django's, with files 0600 in a folder 0700: links in e-mails are keys."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        private_folder(Path(str(settings.EMAIL_FILE_PATH)))

    def open(self) -> bool:
        """Open the file, unless it is open."""
        if self.stream is not None:
            return False
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self.stream = os.fdopen(os.open(self._get_filename(), flags, 0o600), "ab")
        return True
