"""The backend that checks passwords and who may sign in."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest

from tournament.access import Action, may

BACKEND = "tournament.accounts.sign_in.backends.MembersBackend"
"""The backend for users who signed in without a password."""


class MembersBackend(ModelBackend):
    """A backend for the platform's people and members of events only.

    The right password of anybody else is refused and counted as a wrong one is: otherwise the
    limits would reveal that it was right.
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: Any,
    ) -> User | None:
        """Return the user if they may organise, else None."""
        user = super().authenticate(request, username=username, password=password, **more)
        return user if user is not None and may(user, Action.ORGANISE, None) else None
