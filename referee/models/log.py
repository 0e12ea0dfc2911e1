"""Database tables of the log.

They are the game, its rows, the events set aside, and the calls to the judge.
"""

import uuid
from typing import Any, Never

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.journal.hash_chain import FIRST
from referee.models.tablet_names import shown_name
from tournament.models import Table

NAMESPACE = uuid.UUID("5d3c4b5e-7a9e-5c59-9a0f-0c7f6b6d2f10")


def game_id(table: Table) -> uuid.UUID:
    """Derive the game's id from its table.

    A restored server therefore gives the same id again.
    """
    name = f"{table.round.event.slug}/{table.round.number}/{table.number}"
    return uuid.uuid5(NAMESPACE, name)


class GameLog(models.Model):
    """The log of one table's game: the end of its chain, its writer, its result.

    `snapshot` (JSON text: status, on_turn, statement, statement_hash, required, confirmed,
    disputed, paused) is a cache of the rows up to `head_seq`; `manage.py verify` rebuilds it.
    """

    class State(models.TextChoices):
        """The stage of the game."""

        WAITING = "waiting", _("Waiting for the first event")
        PLAYING = "playing", _("Being played")
        FINISHED = "finished", _("Finished, not confirmed")
        DISPUTED = "disputed", _("Disputed")
        CONFIRMED = "confirmed", pgettext_lazy("game", "Confirmed")

    id = models.UUIDField(primary_key=True, editable=False)
    table = models.OneToOneField(Table, models.CASCADE, related_name="log")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    head_seq = models.PositiveIntegerField(pgettext_lazy("logged event", "events"), default=0)
    head_hash = models.CharField(_("hash of the last event"), max_length=64, default=FIRST)
    lease_epoch = models.PositiveIntegerField(_("lease epoch"), default=0)
    lease_device = models.ForeignKey(
        "Device", models.SET_NULL, null=True, related_name="+", verbose_name=_("writer")
    )
    snapshot = models.TextField(_("snapshot"), blank=True)

    class Meta:
        verbose_name = _("game log")
        verbose_name_plural = _("game logs")
        ordering = ["table"]
        permissions = [("act_as_chief", _("Can act as chief referee"))]

    def __str__(self) -> str:
        return str(self.table)


class AppendOnly(models.QuerySet["LoggedEvent"]):
    """Rows are added, never changed."""

    def update(self, **_fields: Any) -> Never:
        """Refuse to change rows: a correction is another event."""
        raise TypeError("the log is append-only")

    def erase(self, *, private: str, consequences: str) -> None:
        """Take private texts away, which the chain covers as commitments only."""
        super().update(private=private, consequences=consequences)

    def delete(self) -> Never:
        """Refuse to delete rows: a correction is another event."""
        raise TypeError("the log is append-only")


class LoggedEvent(models.Model):
    """One row of the log.

    `event` is canonical JSON with commitments in the place of private texts, `private` holds those
    ([salt, value] by JSON pointer), `consequences` what the engine decided then. `user_id` and `by`
    name a person of the staff, for the chief's rows.
    """

    class Kind(models.TextChoices):
        """Whether the row can touch the board."""

        BOARD = "board", pgettext_lazy("kind of logged event", "Board")
        ADMIN = "admin", pgettext_lazy("kind of logged event", "Table")
        CHIEF = "chief", _("Chief referee")

    game = models.ForeignKey(GameLog, models.PROTECT, related_name="rows")
    seq = models.PositiveIntegerField(_("number"))
    event_id = models.UUIDField(_("event id"), unique=True)
    kind = models.CharField(_("kind"), max_length=5, choices=Kind)
    event = models.TextField(pgettext_lazy("logged event", "event"))
    private = models.TextField(_("private texts"), default="{}")
    consequences = models.TextField(_("consequences"), default="[]")
    at = models.CharField(_("tablet's time"), max_length=40)
    received_at = models.DateTimeField(_("received"))
    device_id = models.UUIDField(_("device"), null=True)
    lease_epoch = models.PositiveIntegerField(_("lease epoch"), default=0)
    user_id = models.BigIntegerField(_("user id"), null=True)
    by = models.CharField(_("by"), max_length=150, blank=True)
    digest = models.CharField(_("digest of edition and engine"), max_length=64)
    body_hash = models.CharField(_("hash of the body"), max_length=64)
    previous_hash = models.CharField(_("hash of the row before"), max_length=64)
    hash = models.CharField(_("hash"), max_length=64)

    objects = AppendOnly.as_manager()

    class Meta:
        verbose_name = _("logged event")
        verbose_name_plural = _("logged events")
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="logged_event_seq_once"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="logged_event_seq_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}"


class Outbox(models.Model):
    """One committed batch that the public pages have not heard of yet."""

    game = models.ForeignKey(GameLog, models.CASCADE, related_name="outbox")
    seq = models.PositiveIntegerField(_("up to event"))
    created_at = models.DateTimeField(pgettext_lazy("news", "created"))

    class Meta:
        verbose_name = _("news for the public pages")
        verbose_name_plural = _("news for the public pages")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.seq}"


class SetAside(models.Model):
    """Recorded events that the log could not take; the chief decides on them.

    A tablet showed them as recorded. `event_count` and `byte_count` (of the events' canonical
    JSON in UTF-8) measure them: every heartbeat reports these, and must not read the events for
    that.
    """

    class Reason(models.TextChoices):
        """The reason why the log could not take the events."""

        CONFLICT = "conflict", _("The board was changed from elsewhere meanwhile")
        LEASE = "lease", _("The tablet was not the table's writer any more")
        REVOKED = "revoked", _("The tablet had been revoked")
        ILLEGAL = "illegal", _("The rules forbid the first of them")
        DIVERGED = "diverged", _("The tablet's log differs from the server's")
        CLOSED = "closed", _("The game was confirmed already")
        OTHER = "other", _("Another reason")

    class State(models.TextChoices):
        """The chief's decision."""

        OPEN = "open", _("Waiting for the chief referee")
        APPLIED = "applied", _("Taken into the log")
        DISCARDED = "discarded", _("Not taken into the log")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(GameLog, models.PROTECT, related_name="set_aside")
    device_id = models.UUIDField(_("device"))
    device_label = models.CharField(_("tablet"), max_length=60, blank=True)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    received_at = models.DateTimeField(_("received"))
    expected_seq = models.PositiveIntegerField(_("was to be event"))
    digest = models.CharField(_("digest of edition and engine"), max_length=64, blank=True)
    event_count = models.PositiveIntegerField(pgettext_lazy("logged event", "events"), default=0)
    byte_count = models.PositiveIntegerField(_("bytes of its events"), default=0)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    decision = models.CharField(_("decision"), max_length=500, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True)
    decided_by = models.CharField(_("decided by"), max_length=150, blank=True)

    class Meta:
        verbose_name = _("events set aside")
        verbose_name_plural = _("events set aside")
        ordering = ["received_at", "pk"]

    def __str__(self) -> str:
        return f"{self.game}: {self.get_reason_display()}"

    @property
    def device_name(self) -> str:
        """The name of the tablet that handed it over, in the reader's language."""
        return shown_name(self.device_label)


class SetAsideEvent(models.Model):
    """One such event as it came, and the answer the tablet got."""

    entry = models.ForeignKey(SetAside, models.CASCADE, related_name="events")
    position = models.PositiveIntegerField(pgettext_lazy("order", "position"))
    event_id = models.UUIDField(_("event id"))
    salt = models.CharField(_("salt"), max_length=32)
    at = models.CharField(_("tablet's time"), max_length=40)
    event = models.TextField(pgettext_lazy("logged event", "event"))
    body_hash = models.CharField(_("hash of the body"), max_length=64)
    verdict = models.TextField(_("answer"))

    class Meta:
        verbose_name = _("event set aside")
        verbose_name_plural = _("events set aside, one by one")
        ordering = ["entry", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["event_id", "body_hash"], name="set_aside_event_body_once"
            ),
        ]

    def __str__(self) -> str:
        return str(self.event_id)


class Call(models.Model):
    """A table's call for the judge, whose time is credited to the table.

    Somebody who cannot answer it passes it on to the chief referee (`escalated`): then it waits
    again, marked.

    `player` is the id in the record of the missing player whom the call concerns; `player_name` is
    that player's, if the call was read for people (`log.overview`). A call that all was handed in
    (the box counted, cards and money back) is resolved when it comes.
    """

    player_name = ""

    class State(models.TextChoices):
        """The state of the call."""

        OPEN = "open", pgettext_lazy("call", "Open")
        CLAIMED = "claimed", _("A judge is on the way")
        RESOLVED = "resolved", pgettext_lazy("call", "Resolved")
        WITHDRAWN = "withdrawn", pgettext_lazy("call", "Withdrawn")

    class Topic(models.TextChoices):
        """The topic of the call."""

        RULES = "rules", pgettext_lazy("topic of a call", "Rules")
        DISPUTE = "dispute", pgettext_lazy("topic of a call", "Dispute over cash")
        BEHAVIOUR = "behaviour", pgettext_lazy("topic of a call", "Behaviour")
        TECHNICAL = "technical", _("Tablet or equipment")
        NO_SHOW = "no_show", _("Not here")
        CLEARED = "cleared", _("All handed in")
        OTHER = "other", _("Something else")

    id = models.UUIDField(primary_key=True, editable=False)
    game = models.ForeignKey(GameLog, models.CASCADE, related_name="calls")
    device_id = models.UUIDField(_("device"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    topic = models.CharField(_("about"), max_length=10, choices=Topic)
    player = models.CharField(_("player"), max_length=10, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)
    opened_at = models.DateTimeField(_("opened"))
    claimed_by = models.CharField(_("claimed by"), max_length=150, blank=True)
    claimed_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    escalated_at = models.DateTimeField(pgettext_lazy("call", "passed on"), null=True, blank=True)
    escalated_by = models.CharField(
        pgettext_lazy("call", "passed on by"), max_length=150, blank=True
    )
    resolved_at = models.DateTimeField(_("resolved"), null=True)
    resolution = models.CharField(_("resolution"), max_length=500, blank=True)
    credited_seconds = models.PositiveIntegerField(_("time credited, seconds"), default=0)

    class Meta:
        verbose_name = _("call to the judge")
        verbose_name_plural = _("calls to the judge")
        ordering = ["-opened_at"]

    def __str__(self) -> str:
        return f"{self.game}: {self.get_topic_display()}"

    @property
    def progress(self) -> tuple[object, ...]:
        """The state, the person on the way and the escalation, as plain values.

        They stay equal as long as nobody takes a step.
        """
        return (self.state, self.claimed_by, self.claimed_by_user_id, self.escalated_at)
