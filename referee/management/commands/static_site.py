"""`manage.py static_site EVENT TARGET`: the public pages of an event as files.

The target is a folder that is not there yet, or the name of a zip.
"""

import shutil
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from referee.static_site.copying import write_site
from referee.static_site.targets import FolderTarget, ZipTarget
from tournament.management.lookups import find_event
from tournament.models import Event


class Command(BaseCommand):
    """Copy an event's public pages into a folder or a zip."""

    help = "Copy an event's public pages into a folder, or a zip, that needs no server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's address (slug)")
        parser.add_argument("target", metavar="TARGET", help="a new folder, or a file named *.zip")
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            default=settings.LANGUAGE_CODE,
            help="language of the pages (%(default)s by default)",
        )

    def handle(self, *, event: str, target: str, language: str, **options: Any) -> None:
        """Exit code 1, with nothing at the target, if it cannot be copied."""
        found = find_event(event)
        path = Path(target)
        if path.exists():
            raise CommandError(_("%(path)s is there already.") % {"path": path})
        if not path.parent.is_dir():
            raise CommandError(_("There is no folder %(path)s.") % {"path": path.parent})
        try:
            with override(language):
                files = self._write(found, path)
        except ValidationError as error:
            raise CommandError("\n".join(error.messages)) from error
        self.stdout.write(_("%(path)s: %(files)d files") % {"path": path, "files": files})

    def _write(self, event: Event, path: Path) -> int:
        """Write beside the target, which appears only once it is whole."""
        part = Path(tempfile.mkdtemp(prefix=f".{path.name}-", dir=path.parent))
        try:
            written = part / path.name
            files = (
                self._zip(event, written) if path.suffix == ".zip" else self._folder(event, written)
            )
            written.rename(path)
        finally:
            shutil.rmtree(part)
        return files

    def _folder(self, event: Event, folder: Path) -> int:
        folder.mkdir()
        return write_site(FolderTarget(folder), event, self._report)

    def _zip(self, event: Event, file: Path) -> int:
        with ZipFile(file, "w") as archive:
            return write_site(ZipTarget(archive, event.slug, timezone.now()), event, self._report)

    def _report(self, done: int, known: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{done} / {known}", ending="")
