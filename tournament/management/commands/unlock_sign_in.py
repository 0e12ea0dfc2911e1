"""`manage.py unlock_sign_in USER`: open the locks that wrong passwords closed."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.accounts.services.sign_in import unlock_sign_in


class Command(BaseCommand):
    """Let an account sign in again, from everywhere."""

    help = "Let an account sign in again that wrong passwords locked."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="the name of the account")

    def handle(self, *, user: str, **options: Any) -> None:
        """Open the locks, and say of how many addresses."""
        try:
            count = unlock_sign_in(username=user, by="manage.py unlock_sign_in")
        except User.DoesNotExist:
            raise CommandError(_("There is no account %(user)s.") % {"user": user}) from None
        text = ngettext(
            "%(user)s can sign in again: wrong passwords of %(count)d address are forgotten.",
            "%(user)s can sign in again: wrong passwords of %(count)d addresses are forgotten.",
            count,
        )
        self.stdout.write(text % {"user": user, "count": count})
