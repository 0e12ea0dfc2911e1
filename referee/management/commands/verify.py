"""The command `manage.py verify`: prove that published games are right.

The form is `manage.py verify GAME…|--all|URL|FOLDER`. It proves that the published games
are those that were played.
"""

import time
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from referee.language import language
from referee.live.verification.download import (
    ChangedError,
    DownloadError,
    EventAddress,
    address_of,
    download,
)
from referee.live.verification.folder import Verification, verify_folder
from referee.live.verification.reading import MalformedError
from referee.log.verify import faults_of
from referee.management.verification_report import report
from referee.models import GameLog

DIFFERS, UNREADABLE = 1, 2
ATTEMPTS = 3
MAX_PROCESSES = 256


class Command(BaseCommand):
    """The command that verifies games.

    For this server's games it rebuilds each from its log. For an event at a URL, or in a folder, it
    plays its records again and compares statements, results and standings. Exit code 1 if anything
    differs, 2 if something cannot be read.
    """

    help = (
        "Rebuild games from their logs and compare chain, snapshot and result; or play the records "
        "of an event (its address, or a folder) again and compare statements, results, standings."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what to verify, and the options."""
        parser.add_argument(
            "what",
            nargs="*",
            metavar="GAME|URL|FOLDER",
            help="ids of games here; or the address of an event, or a folder of its records",
        )
        parser.add_argument("--all", action="store_true", help="every game there is here")
        parser.add_argument(
            "--keep", metavar="FOLDER", help="keep what is downloaded, in a new folder"
        )
        parser.add_argument(
            "--processes", type=int, metavar="N", help="so many at once; one a core if not given"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and say what was found."""
        what: list[str] = options["what"]
        processes: int | None = options["processes"]
        if processes is not None and not 1 <= processes <= MAX_PROCESSES:
            raise CommandError(
                _("--%(name)s is from %(least)s to %(most)s.")
                % {"name": "processes", "least": 1, "most": MAX_PROCESSES}
            )
        outside = len(what) == 1 and not options["all"]
        if outside and what[0].startswith(("http://", "https://")):
            self._verify_address(what[0], options["keep"], processes)
        elif outside and Path(what[0]).is_dir():
            self._verify_folder(Path(what[0]), processes)
        else:
            self._verify_games(what, everything=options["all"])

    def _verify_address(self, url: str, keep: str | None, processes: int | None) -> None:
        address = address_of(url)
        if address is None:
            message = _(
                "%(url)s: no event is at this address; it ends with /e/ and the event’s name."
            )
            raise CommandError(message % {"url": url}, returncode=UNREADABLE)
        if keep is None:
            with TemporaryDirectory(prefix="verify-") as folder:
                self._download(address, Path(folder))
                self._verify_folder(Path(folder), processes)
            return
        folder_kept = Path(keep)
        try:
            folder_kept.mkdir(parents=True)
        except OSError as error:
            raise CommandError(f"{keep}: {error.strerror}", returncode=UNREADABLE) from error
        self._download(address, folder_kept)
        self._verify_folder(folder_kept, processes)

    def _download(self, address: EventAddress, folder: Path) -> None:
        """Download the event, and again if the download becomes stale.

        A result confirmed meanwhile makes it stale.
        """
        for _times in range(ATTEMPTS):
            try:
                download(address, folder)
            except ChangedError:
                continue
            except DownloadError as error:
                raise CommandError(
                    f"{error.address}: {error.reason}", returncode=UNREADABLE
                ) from None
            except MalformedError as error:
                raise CommandError(_malformed_text(error), returncode=UNREADABLE) from None
            except OSError as error:
                raise CommandError(f"{folder}: {error}", returncode=UNREADABLE) from None
            return
        message = _("The event changes while it is downloaded: try again later.")
        raise CommandError(message, returncode=UNREADABLE)

    def _verify_folder(self, folder: Path, processes: int | None) -> None:
        started = time.monotonic()
        try:
            found = verify_folder(folder, processes=processes, language=language())
        except MalformedError as error:
            raise CommandError(_malformed_text(error), returncode=UNREADABLE) from None
        except OSError as error:
            raise CommandError(f"{folder}: {error}", returncode=UNREADABLE) from None
        if not found.records and found.rows is None:
            message = _("%(folder)s: neither a snapshot nor records.") % {"folder": folder}
            raise CommandError(message, returncode=UNREADABLE)
        self._write_report(found, time.monotonic() - started)

    def _write_report(self, found: Verification, seconds: float) -> None:
        for line in report(found, seconds):
            self.stdout.write(line)
        if found.differences:
            count = len(found.differences)
            message = ngettext("%(count)s difference.", "%(count)s differences.", count)
            raise CommandError(message % {"count": f"{count:,}"}, returncode=DIFFERS)

    def _verify_games(self, wanted: list[str], *, everything: bool) -> None:
        bad = 0
        for game in self._games(wanted, everything=everything):
            faults = faults_of(game)
            bad += bool(faults)
            self.stdout.write(_line(game, faults))
        if bad:
            message = ngettext(
                "%(count)d of the games does not hold.", "%(count)d of the games do not hold.", bad
            )
            raise CommandError(message % {"count": bad})

    def _games(self, wanted: list[str], *, everything: bool) -> list[GameLog]:
        games = GameLog.objects.select_related("table__round__event").order_by("table")
        if everything == bool(wanted):
            message = _("Name games by their id, an event’s address or folder, or say --all.")
            raise CommandError(message)
        if everything:
            return list(games)
        known = {str(game.pk): game for game in games.filter(pk__in=map(_id, wanted))}
        for name in wanted:
            if name not in known:
                raise CommandError(_("%(name)s: there is no such game.") % {"name": name})
        return [known[name] for name in wanted]


def _malformed_text(error: MalformedError) -> str:
    where = f"{error.where}: " if error.where else ""
    return f"{error.file}: {where}{error.fault}"


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        message = _("%(name)s: a game’s id is a UUID; there is no such folder.") % {"name": text}
        raise CommandError(message) from None


def _line(game: GameLog, faults: list[str]) -> str:
    count = ngettext("%(count)d event", "%(count)d events", game.head_seq)
    verdict = "; ".join(faults) if faults else pgettext("log of a game", "ok")
    return f"{game.pk} {game}: {count % {'count': game.head_seq}}: {verdict}"
