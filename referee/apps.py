"""The Django app of what happened on one board."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RefereeConfig(AppConfig):
    """Game records and the pages of one table."""

    name = "referee"
    verbose_name = _("Referee")

    def ready(self) -> None:
        """The tournament hears of the tables' logs and pauses, of what waits there, and of how
        records of positions from paper are kept."""
        from referee.log.overview import pauses_of_round, table_log, with_tablets
        from referee.log.practice import drop_logs
        from referee.log.table_needs import needs_of_rounds
        from referee.records.paper import keep_position
        from tournament.final_positions import set_position_keeper
        from tournament.table_logs import (
            set_log_dropper,
            set_log_lookup,
            set_needs_lookup,
            set_pause_lookup,
            set_tablets_lookup,
        )

        set_log_lookup(table_log)
        set_log_dropper(drop_logs)
        set_pause_lookup(pauses_of_round)
        set_needs_lookup(needs_of_rounds)
        set_tablets_lookup(with_tablets)
        set_position_keeper(keep_position)
