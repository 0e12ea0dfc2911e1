"""`manage.py venue_certificate`: HTTPS for tablets on the hall's own network."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.tablet import certificate


class Command(BaseCommand):
    """Make the event's authority (once) and a server certificate (each time)."""

    help = "Make the event's own certificate authority and a certificate for this machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "addresses", nargs="*", help="addresses and names of this machine (default: its own)"
        )
        parser.add_argument("--event", default="Treasurer", help="name shown on the tablets")
        parser.add_argument(
            "--new-authority",
            action="store_true",
            help="replace the authority: every tablet installs the new one",
        )

    def handle(self, *, addresses: list[str], **options: Any) -> None:
        """Write the certificate's files and say what comes next.

        A wrong address ends the command before anything is written.
        """
        named = addresses or certificate.own_addresses()
        now = timezone.now()
        authority = None if options["new_authority"] else certificate.read_pair("authority")
        fresh = authority or certificate.make_authority(options["event"], now)
        try:
            server = certificate.make_server(fresh, named, now)
        except certificate.AddressError as error:
            message = _(
                "%(address)s is not an address of a private network, nor a name in .local: name "
                "another one after the command."
            )
            raise CommandError(message % {"address": error}) from error
        if authority is None:
            certificate.write(fresh, "authority")
        certificate.write(server, "server")
        self.stdout.write(_("The authority's fingerprint, to compare on a tablet:"))
        self.stdout.write(f"  {certificate.fingerprint(fresh.certificate)}")
