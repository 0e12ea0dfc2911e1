"""The organisers' web admin: thin edges over the services."""

from tournament.admin.accounts import GroupAdmin, UserAdmin
from tournament.admin.audit import AuditEntryAdmin
from tournament.admin.draw_jobs import DrawJobAdmin
from tournament.admin.events import EventAdmin
from tournament.admin.penalties import PenaltyAdmin
from tournament.admin.people import EntryAdmin
from tournament.admin.results import ResultAdmin
from tournament.admin.rounds import RoundAdmin
from tournament.admin.tables import TableAdmin

__all__ = [
    "AuditEntryAdmin",
    "DrawJobAdmin",
    "EntryAdmin",
    "EventAdmin",
    "GroupAdmin",
    "PenaltyAdmin",
    "ResultAdmin",
    "RoundAdmin",
    "TableAdmin",
    "UserAdmin",
]
