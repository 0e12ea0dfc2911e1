"""News for the listening tablets, read from the database for all at once."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from referee.models import Call, Device, SetAside
from tournament.common.days import is_over

FIELDS = {
    "game_id": "game",
    "game__table_id": "table",
    "game__table__round__event__slug": "slug",
    "game__head_seq": "head",
}
REST = ("game__state", "game__lease_epoch", "game__lease_device_id", "entries", "events", "calls")
"""Facts in a heartbeat that leave no audit row.

They are the state of the game, its writer, events set aside, and calls made and taken back.
"""


@dataclass(frozen=True, slots=True)
class TabletState:
    """The progress of a tablet's game.

    `allowed` says whether the device may still ask for it; `rest` differs if something of the
    game changed beside its log. `head` is the log's last row.
    """

    game: UUID
    table: int
    slug: str
    head: int
    rest: tuple[Any, ...]
    allowed: bool

    def status(self, game: UUID) -> HTTPStatus:
        """Return whether the token opens the stream of a game.

        Another table's game is not found.
        """
        if self.game != game:
            return HTTPStatus.NOT_FOUND
        return HTTPStatus.OK if self.allowed else HTTPStatus.FORBIDDEN


def tablet_states(hashes: Collection[str]) -> dict[str, TabletState]:
    """Return the tablets' states by the hash of their token (1 query).

    They are for known tokens only.
    """
    if not hashes:
        return {}
    now, over = timezone.now(), dict[tuple[dt.date, str], bool]()
    found = {}
    for row in _rows().filter(token_hash__in=hashes):
        last = (row.pop("game__table__round__event__ends_on"), row.pop(_ZONE))
        if last not in over:
            over[last] = is_over(*last, now)
        fields = {name: row[field] for field, name in FIELDS.items()}
        allowed = row["revoked_at"] is None and not over[last]
        rest = tuple(row[name] for name in REST)
        found[row["token_hash"]] = TabletState(**fields, rest=rest, allowed=allowed)
    return found


CALLS_MADE = Count("pk") + Count("pk", filter=Q(state=Call.State.WITHDRAWN))
"""Grows with every call that a table makes, and with every call that it takes back."""
_ZONE = "game__table__round__event__time_zone"


def _rows() -> "QuerySet[Any, dict[str, Any]]":
    set_aside = SetAside.objects.filter(game=OuterRef("game")).order_by().values("game")
    entries, events = Count("pk"), Sum("event_count")
    calls = Call.objects.filter(game=OuterRef("game")).order_by().values("game")
    devices: QuerySet[Any] = Device.objects.order_by()
    return devices.values(
        "token_hash",
        "revoked_at",
        "game__table__round__event__ends_on",
        _ZONE,
        *FIELDS,
        *REST[:3],
        entries=Coalesce(Subquery(set_aside.annotate(n=entries).values("n")), 0),
        events=Coalesce(Subquery(set_aside.annotate(n=events).values("n")), 0),
        calls=Coalesce(Subquery(calls.annotate(n=CALLS_MADE).values("n")), 0),
    )
