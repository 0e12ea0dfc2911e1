"""Accounts of the staff, with the rights a test names."""

from typing import Any

from django.contrib.auth.models import Permission, User
from django.test import Client

from tournament.access import PERMISSIONS, Action

ORGANISER = frozenset(Action) - {Action.ACT_AS_CHIEF, Action.PAIR_TABLETS}


def staff(name: str, *actions: Action, **fields: Any) -> User:
    """Somebody of the staff who may do these actions and nothing else."""
    user = User.objects.create_user(name, is_staff=True, **fields)
    user.user_permissions.set(
        permission(PERMISSIONS[action]) for action in actions if action in PERMISSIONS
    )
    return user


def permission(name: str) -> Permission:
    """A permission by its name, such as `tournament.view_event`."""
    label, _dot, codename = name.partition(".")
    return Permission.objects.get(content_type__app_label=label, codename=codename)


def signed_in(user: User) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(user)
    return client
