"""What the links in e-mails about accounts carry: signed, good for an hour, stored nowhere."""

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

_SALT = "tournament.account_tokens"


def new_password_token(person: User) -> tuple[str, str]:
    """Whose account, and Django's token for it, which ends with the password or a sign-in."""
    key = urlsafe_base64_encode(force_bytes(person.pk))
    return key, default_token_generator.make_token(person)


def address_token(person: User, address: str) -> str:
    """That the account's address becomes this one, as long as it is still the one it is now."""
    return signing.dumps([person.pk, person.email, address], salt=_SALT, compress=True)


def address_in(token: str, person: User) -> str | None:
    """The address that a token gives this person's account; None where it gives none."""
    try:
        key, before, address = signing.loads(
            token, salt=_SALT, max_age=settings.PASSWORD_RESET_TIMEOUT
        )
    except signing.BadSignature:
        return None
    return str(address) if (key, before) == (person.pk, person.email) else None
