"""The tables of a tournament's database: one module a concept."""

from tournament.models.accounts import AccountSession, AuthenticatorApp, Passkey, RecoveryCode
from tournament.models.announcements import Announcement
from tournament.models.archive_jobs import ArchiveJob
from tournament.models.audit import AuditEntry
from tournament.models.backup_jobs import BackupJob
from tournament.models.careers import CareerEntry
from tournament.models.clock import ClockEntry
from tournament.models.cuts import Cut
from tournament.models.draw_jobs import DrawJob
from tournament.models.emails import Email
from tournament.models.event import Event
from tournament.models.mailings import Mailing
from tournament.models.members import EventRole, Invitation, Membership
from tournament.models.penalties import Penalty
from tournament.models.people import Entry, Person, RoundAbsence
from tournament.models.personal import PersonalLink, PlayerReport
from tournament.models.prizes import HandPrize
from tournament.models.publishing import Change, PublicVersion, PublisherLease
from tournament.models.push import PushSubscription
from tournament.models.registrations import Registration
from tournament.models.results import (
    ConflictingResult,
    Result,
    ResultCorrection,
    SeatResult,
)
from tournament.models.rounds import Round, Seat, Table
from tournament.models.seals import Seal
from tournament.models.seasons import Season, SeasonEvent, SeasonJoin, SeasonRating
from tournament.models.sheets import PaperSheet
from tournament.models.webhooks import Webhook, WebhookAttempt, WebhookMessage

__all__ = [
    "AccountSession",
    "Announcement",
    "ArchiveJob",
    "AuditEntry",
    "AuthenticatorApp",
    "BackupJob",
    "CareerEntry",
    "Change",
    "ClockEntry",
    "ConflictingResult",
    "Cut",
    "DrawJob",
    "Email",
    "Entry",
    "Event",
    "EventRole",
    "HandPrize",
    "Invitation",
    "Mailing",
    "Membership",
    "PaperSheet",
    "Passkey",
    "Penalty",
    "Person",
    "PersonalLink",
    "PlayerReport",
    "PublicVersion",
    "PublisherLease",
    "PushSubscription",
    "RecoveryCode",
    "Registration",
    "Result",
    "ResultCorrection",
    "Round",
    "RoundAbsence",
    "Seal",
    "Season",
    "SeasonEvent",
    "SeasonJoin",
    "SeasonRating",
    "Seat",
    "SeatResult",
    "Table",
    "Webhook",
    "WebhookAttempt",
    "WebhookMessage",
]
