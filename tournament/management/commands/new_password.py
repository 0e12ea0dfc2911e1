"""`manage.py new_password USER`: let somebody in again who forgot the password."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournament.accounts.services.passwords import random_password, recover_account

BY = "manage.py new_password"


class Command(BaseCommand):
    """Give an account a random password, shown once, and open its locks."""

    help = "Give an account a new password, and open its locks; its sessions end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="the name of the account")
        parser.add_argument(
            "--without-second-step",
            metavar="REASON",
            default="",
            help="take away its app, passkeys and recovery codes, too, for this reason",
        )

    def handle(self, *, user: str, without_second_step: str, **options: Any) -> None:
        """Set a new password for the user, and print it."""
        person = User.objects.filter(username=user).first()
        if person is None:
            raise CommandError(_("There is no account %(user)s.") % {"user": user})
        password = random_password()
        recover_account(person=person, password=password, without=without_second_step, by=BY)
        text = _("user %(user)s, password %(password)s (shown only now)")
        self.stdout.write(text % {"user": user, "password": password})
