"""The Django app of who plays where and when, and what is published of it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """Events, players, rounds, tables and results."""

    name = "tournament"
    verbose_name = _("Tournament")

    def ready(self) -> None:
        """Listen at the door, and check at each start."""
        from tournament import checks  # noqa: F401 - checks register themselves
        from tournament.accounts.sign_in import receivers  # noqa: F401 - they register themselves
        from tournament.common import clock_jumps, lock_wait

        clock_jumps.listen()
        lock_wait.listen()
