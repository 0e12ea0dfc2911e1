"""Log lines about sign-ins: successes, failures, locks."""

import logging
from typing import Any

from axes.signals import user_locked_out
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from tournament.accounts.services.sign_in import forget_old_failures
from tournament.accounts.sign_in.address import client_address
from tournament.accounts.sign_in.sessions import begin_session

logger = logging.getLogger(__name__)
MAX_SHOWN = 80


def escape_unprintable(text: object) -> str:
    """Return a typed account fit for one line of the log.

    It is cut, and every character that is not to be seen (line breaks, terminal codes, reversals
    of direction) is escaped.
    """
    cut = str(text)[:MAX_SHOWN]
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in cut
    )


@receiver(user_logged_in)
def log_sign_in(request: HttpRequest, user: User, **_more: Any) -> None:
    """Begin the session's lifetime and log the sign-in."""
    begin_session(request, user)
    logger.info(
        "Signed in: %s, from %s", escape_unprintable(user.get_username()), client_address(request)
    )


@receiver(user_login_failed)
def log_failed_sign_in(
    credentials: dict[str, Any], request: HttpRequest | None = None, **_more: Any
) -> None:
    """Log a wrong password, or one for a locked account.

    The password is never looked at.
    """
    address = client_address(request) if request else "a command"
    logger.warning(
        "Sign-in failed: %s, from %s", escape_unprintable(credentials.get("username")), address
    )
    forget_old_failures(now=timezone.now())


@receiver(user_locked_out)
def log_lock(username: str, ip_address: str, **_more: Any) -> None:
    """Log that an account is locked for an address."""
    logger.warning("Sign-in locked: %s, from %s", escape_unprintable(username), ip_address)
