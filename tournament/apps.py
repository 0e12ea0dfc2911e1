"""The Django app of who plays where and when, and what is published of it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """Events, players, rounds, tables and results."""

    name = "tournament"
    verbose_name = _("Tournament")

    def ready(self) -> None:
        """Listen at the door, and check at each start."""
        from tournament import checks, lock_wait  # noqa: F401 - checks register themselves
        from tournament.sign_in import receivers  # noqa: F401 - they register themselves

        lock_wait.listen()
