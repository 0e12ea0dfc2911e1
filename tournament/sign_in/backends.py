"""Whose password is right, and may sign in."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest


class StaffBackend(ModelBackend):
    """Lets the staff in, for there is nothing to sign in to for others. Their right password is
    refused as any wrong one is, and counted: otherwise the limits would tell it was right."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: Any,
    ) -> User | None:
        """The user, or None."""
        user = super().authenticate(request, username=username, password=password, **more)
        return user if user is not None and user.is_staff else None
