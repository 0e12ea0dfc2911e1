"""Tokens of links in e-mails about accounts.

They are signed, good for an hour, and stored nowhere.
"""

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django.utils.encoding import force_bytes
from django.utils.http import base36_to_int, urlsafe_base64_encode

_SALT = "tournament.outbox.account_tokens"


class PasswordTokens(PasswordResetTokenGenerator):
    """Django's tokens, which end with the password, a sign-in, or time.

    They also end if they are from the future: the clock was set back since, and they would stay
    valid until it catches up.
    """

    def check_token(self, user: User | None, token: str | None) -> bool:
        """Return whether the token opens this account now."""
        if not token or not super().check_token(user, token):
            return False
        made_at = base36_to_int(token.partition("-")[0])
        latest = self._num_seconds(self._now()) + settings.PASSWORD_RESET_TIMEOUT
        return bool(made_at <= latest)


password_tokens = PasswordTokens()


def new_password_token(person: User) -> tuple[str, str]:
    """Return the key of an account as a link has it, and a token for it."""
    key = urlsafe_base64_encode(force_bytes(person.pk))
    return key, password_tokens.make_token(person)


def address_token(person: User, address: str) -> str:
    """Return a token that may change the account's address to this one.

    It is valid as long as the account still has its present address.
    """
    return signing.dumps([person.pk, person.email, address], salt=_SALT, compress=True)


def address_in(token: str, person: User) -> str | None:
    """Return the address that a token gives this person's account.

    None if it gives none.
    """
    try:
        key, before, address = signing.loads(
            token, salt=_SALT, max_age=settings.PASSWORD_RESET_TIMEOUT
        )
    except signing.BadSignature:
        return None
    return str(address) if (key, before) == (person.pk, person.email) else None
