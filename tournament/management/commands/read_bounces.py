"""`manage.py read_bounces [MAILBOX]`: mark the addresses whose e-mails came back."""

import mailbox as mailboxes
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from email import message_from_binary_file
from email.message import Message
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.emails.bounces import bounce_in
from tournament.models import Email
from tournament.outbox.services import mark_returned

BY = "manage.py read_bounces"
FIRST_OF_MBOX = b"From "


class Command(BaseCommand):
    """Read what mail servers sent back."""

    help = "Mark the addresses whose e-mails came back: from a mailbox file or a message."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "mailbox", nargs="?", help="an mbox file or one message; standard input without it"
        )

    def handle(self, *, mailbox: str | None, **options: Any) -> None:
        """Mark them, and say how many that were; those known already do not count."""
        try:
            count = sum(_is_new(message) for message in _read_mailbox(mailbox))
        except OSError as error:
            raise CommandError(_("The mailbox cannot be read: %s") % error) from error
        text = ngettext(
            "%(count)d e-mail came back: its address is marked.",
            "%(count)d e-mails came back: their addresses are marked.",
            count,
        )
        self.stdout.write(text % {"count": count})


def _is_new(message: Message) -> bool:
    bounce = bounce_in(message)
    email = Email.objects.filter(key=bounce.key).first() if bounce else None
    if bounce is None or email is None:
        return False
    try:
        return mark_returned(email=email, answer=bounce.answer, by=BY)
    except ValidationError:
        return False  # it is being sent again, to an address that was corrected


def _read_mailbox(name: str | None) -> Iterator[Message]:
    if name is not None:
        yield from _messages(Path(name))
        return
    with NamedTemporaryFile() as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        copy.flush()
        yield from _messages(Path(copy.name))


def _messages(path: Path) -> Iterator[Message]:
    with path.open("rb") as file:
        if file.read(len(FIRST_OF_MBOX)) != FIRST_OF_MBOX:
            file.seek(0)
            yield message_from_binary_file(file)
            return
    yield from mailboxes.mbox(path, create=False)
