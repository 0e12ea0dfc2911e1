"""The sending of one e-mail through Django's backend.

The answer says whether the e-mail is to be retried.
"""

from dataclasses import dataclass
from email.utils import parseaddr
from enum import Enum
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
)
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage

from tournament.emails.wording import EmailText
from tournament.models import Email

PERMANENT = 500
"""SMTP reply codes from here on are permanent failures."""


class Outcome(Enum):
    """The outcome of an attempt to send an e-mail.

    After `SERVER_AWAY`, no other e-mail would get through either.
    """

    SENT = "sent"
    REFUSED = "refused"
    FAILED = "failed"
    LATER = "later"
    SERVER_AWAY = "server away"


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome, and what the mail server said in one line."""

    outcome: Outcome
    text: str = ""


def message_of(email: Email, text: EmailText) -> EmailMessage:
    """Build an e-mail's message.

    Its Message-ID is the same at every attempt. So mail programs show it once, even if an answer
    was lost and it is sent again.
    """
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    headers = {"Message-ID": f"<{email.key}@{domain}>", "Auto-Submitted": "auto-generated"}
    if text.stop:
        headers["List-Unsubscribe"] = f"<{text.stop}>"
    if text.stop and text.one_click and urlsplit(text.stop).scheme == "https":
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return EmailMessage(text.subject, text.body, to=[email.address], headers=headers)


def send(message: EmailMessage, connection: Any) -> Answer:
    """Send the message by an open connection."""
    try:
        connection.send_messages([message])
    except SMTPRecipientsRefused as error:
        code, said = next(iter(error.recipients.values()))
        outcome = Outcome.REFUSED if code >= PERMANENT else Outcome.LATER
        return Answer(outcome, _line(code, said))
    except SMTPDataError as error:
        outcome = Outcome.FAILED if error.smtp_code >= PERMANENT else Outcome.LATER
        return Answer(outcome, _line(error.smtp_code, error.smtp_error))
    except SMTPResponseException as error:
        return Answer(Outcome.SERVER_AWAY, _line(error.smtp_code, error.smtp_error))
    except (SMTPException, OSError) as error:
        return Answer(Outcome.SERVER_AWAY, _line(0, str(error)))
    return Answer(Outcome.SENT)


def _line(code: int, said: bytes | str) -> str:
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    shown = "".join(one if one.isprintable() else " " for one in text)
    return f"{code} {shown}".removeprefix("0 ").strip()
