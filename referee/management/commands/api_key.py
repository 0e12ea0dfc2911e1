"""The command `manage.py api_key`: keys of the public interface.

The full form is `manage.py api_key issue LABEL|list|revoke NUMBER`.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from referee.devices.api_keys import issue_key, revoke_key
from referee.models import ApiKey

BY = "manage.py api_key"


class Command(BaseCommand):
    """Issues, lists and revokes keys."""

    help = "Keys of the public interface: who sends one has a limit of requests of its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the subcommands issue, list and revoke."""
        actions = parser.add_subparsers(dest="action", required=True)
        issue = actions.add_parser("issue", help="a new key, printed this once")
        issue.add_argument("label", help="whose it is")
        actions.add_parser("list", help="all keys, revoked ones too")
        revoke = actions.add_parser("revoke", help="end a key")
        revoke.add_argument("number", type=int, help="its number in the list")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it."""
        try:
            if options["action"] == "issue":
                found, key = issue_key(label=options["label"], by=BY)
                self.stdout.write(f"{found.pk}  {found.label}\n{key}")
            elif options["action"] == "revoke":
                found = revoke_key(number=options["number"], by=BY)
                said = pgettext("key", "revoked")
                self.stdout.write(f"{found.pk}  {found.label}: {said}")
            else:
                for found in ApiKey.objects.all():
                    self.stdout.write(_line(found))
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error


def _line(key: ApiKey) -> str:
    since = _("since %(day)s") % {"day": f"{key.created_at:%Y-%m-%d}"}
    if key.revoked_at:
        state = pgettext("key", "revoked %(day)s") % {"day": f"{key.revoked_at:%Y-%m-%d}"}
    else:
        state = pgettext("key", "in force")
    return f"{key.pk}  {key.label}  {since}, {state}"
