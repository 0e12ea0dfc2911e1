"""The Django app of what happened on one board."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RefereeConfig(AppConfig):
    """Game records and the pages of one table."""

    name = "referee"
    verbose_name = _("Referee")
