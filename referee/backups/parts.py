"""The tables in an event's backup, in the order they are written."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.contrib.auth.models import User
from django.db import models
from django.db.migrations.loader import MigrationLoader
from django.db.models import Q, QuerySet

from referee.models import (
    Call,
    CollectedCorrection,
    Device,
    FairnessStudy,
    GameLog,
    GameRecord,
    LiveChance,
    LoggedEvent,
    Outbox,
    Pairing,
    SetAside,
    SetAsideEvent,
    TableCode,
    TurningPoints,
    UploadKey,
    UploadTarget,
)
from tournament.models import (
    Announcement,
    ArchiveJob,
    AuditEntry,
    BackupJob,
    CareerEntry,
    Change,
    ClockEntry,
    ConflictingResult,
    Cut,
    DrawJob,
    Email,
    Entry,
    Event,
    HandPrize,
    Invitation,
    Mailing,
    Membership,
    PaperSheet,
    Penalty,
    Person,
    PersonalLink,
    PlayerReport,
    PublicVersion,
    PushSubscription,
    Registration,
    Result,
    ResultCorrection,
    Round,
    RoundAbsence,
    Seal,
    SeasonEvent,
    SeasonJoin,
    Seat,
    SeatResult,
    Table,
    Webhook,
    WebhookAttempt,
    WebhookMessage,
)

AT_A_TIME = 500
"""Rows that are in memory at once."""
Item = TypeVar("Item")


class Part(NamedTuple):
    """The rows of one table that belong to an event.

    `of_event` is the lookup path from a row to the event. `sealed` rows are secrets of this server,
    even from its staff: codes, and draws that are not open yet.
    """

    model: type[models.Model]
    of_event: str
    sealed: bool = False

    @property
    def label(self) -> str:
        """The model's name, which also names the file in the backup."""
        return self.model._meta.label_lower

    def rows(self, event: Event) -> QuerySet[Any]:
        """Return the rows of an event in a fixed order."""
        of_event = event.slug if self.of_event == "event_slug" else event.pk
        found = self.model._base_manager.filter(Q(**{self.of_event: of_event}))
        return found.distinct().order_by("pk")


PARTS = (
    Part(Event, "pk"),
    Part(Entry, "event"),
    Part(RoundAbsence, "entry__event"),
    Part(Penalty, "entry__event"),
    Part(PersonalLink, "entry__event"),
    Part(PlayerReport, "entry__event"),
    Part(Registration, "event"),
    Part(Cut, "event"),
    Part(HandPrize, "event"),
    Part(Announcement, "event"),
    Part(Seal, "event", sealed=True),
    Part(Round, "event"),
    Part(Table, "round__event"),
    Part(Seat, "round__event"),
    Part(ClockEntry, "round__event"),
    Part(Result, "table__round__event"),
    Part(SeatResult, "result__table__round__event"),
    Part(ResultCorrection, "event"),
    Part(ConflictingResult, "table__round__event"),
    Part(PaperSheet, "table__round__event"),
    Part(GameRecord, "table__round__event"),
    Part(TableCode, "event", sealed=True),
    Part(GameLog, "table__round__event"),
    Part(Device, "game__table__round__event"),
    Part(LoggedEvent, "game__table__round__event"),
    Part(SetAside, "game__table__round__event"),
    Part(SetAsideEvent, "entry__game__table__round__event"),
    Part(Call, "game__table__round__event"),
    Part(CollectedCorrection, "table__round__event"),
    Part(AuditEntry, "event_slug"),
)
LEFT_OUT = (
    Membership,
    Invitation,
    Email,
    Mailing,
    Change,
    PublicVersion,
    Outbox,
    LiveChance,
    TurningPoints,
    DrawJob,
    BackupJob,
    ArchiveJob,
    FairnessStudy,
    Pairing,
    Person,
    PushSubscription,
    Webhook,
    WebhookMessage,
    WebhookAttempt,
    SeasonEvent,
    SeasonJoin,
    CareerEntry,
    UploadKey,
    UploadTarget,
)
"""Models that a backup leaves out. Accounts, staff and secrets shared with other programs do not go
with an event, e-mails, webhooks and pushed seats are not sent again, and published data, chances,
turning points and studies of fairness are made anew. Only the player puts an entry on a page over
events. Draws, backups, archives and pairings last only minutes."""

SEALED_FIELDS = {Round: ("certificate", "seal_id"), Device: ("code_id",)}
"""Columns that tell of sealed data or point to it, and so are sealed as well."""


def remove_accounts(row: models.Model) -> models.Model:
    """Return the row as it is written to a backup.

    It has no accounts and no links to other events. The names of the people stay beside it as
    text.
    """
    for field in row._meta.concrete_fields:
        if field.related_model in (User, Person):
            setattr(row, field.attname, None)
    return row


def schema() -> dict[str, str]:
    """Return the newest migration of each app that has rows in a backup."""
    leaves = MigrationLoader(None).graph.leaf_nodes()
    apps = {part.model._meta.app_label for part in PARTS}
    return {app: name for app, name in leaves if app in apps}


def some_at_a_time(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield the items in lists of at most `AT_A_TIME`.

    So a large event is never all in memory.
    """
    left = iter(items)
    while held := list(islice(left, AT_A_TIME)):
        yield held
