"""The command `manage.py erase_person PLAYER`: show or erase personal data.

It shows the data stored about a person; `--apply` erases them.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from referee.log.erasing import erase_person
from tournament.common.email_addresses import address_key
from tournament.models import Entry
from tournament.people.services.same_person import linked_entries


class Command(BaseCommand):
    """Replace a player's personal data.

    These are the name, the club, the address, and the free texts that name the player.
    """

    help = "Name what is kept about a player, in all events; --apply replaces it for ever."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the player, and the flag `--apply` that makes it write."""
        parser.add_argument(
            "player", help="an email address, a full name, or the number of a player in an event"
        )
        parser.add_argument("--apply", action="store_true", help="write what the dry run shows")

    def handle(self, *, player: str, apply: bool, **options: Any) -> None:
        """Exit code 1, nothing written, where nobody or several people are meant."""
        try:
            with transaction.atomic():
                entries = _entries(player)
                linked = linked_entries(entries)
                lines = erase_person(entries=entries, by="erase_person")
                transaction.set_rollback(not apply)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        for line in lines:
            self.stdout.write(line)
        for entry in linked:
            if entry not in entries:
                text = _("Linked as the same person's, and left as it is: %(number)s (%(event)s)")
                self.stdout.write(text % {"number": entry.pk, "event": entry.event.slug})
        if apply:
            self.stdout.write(self.style.SUCCESS(_("Erased.")))
        else:
            self.stdout.write(_("Nothing was changed: --apply erases all of this, for ever."))


def _entries(named: str) -> list[Entry]:
    """Return the entries of one person.

    An address finds all its entries; a name or number must find exactly one person.
    """
    entries = Entry.objects.select_related("event").order_by("pk")
    if "@" in named:
        meant = list(entries.filter(email_key=address_key(named)))
    else:
        known = Q(name=named) | (Q(pk=named) if named.isdecimal() else Q())
        meant = list(entries.filter(known))
    if not meant:
        raise CommandError(_("There is no such player."))
    if len(meant) > 1 and "@" not in named and not _is_one_person(meant):
        numbers = ", ".join(f"{entry.pk} ({entry.event.slug})" for entry in meant)
        message = _("Several players have this name: give the number of one. %(numbers)s")
        raise CommandError(message % {"numbers": numbers})
    return meant


def _is_one_person(entries: list[Entry]) -> bool:
    """Return whether the entries are linked or share one address."""
    persons = {entry.person_id or -entry.pk for entry in entries}
    addresses = {entry.email_key or str(entry.pk) for entry in entries}
    return len(persons) == 1 or len(addresses) == 1
