"""The pauses of a table, and the seconds of the hall's clock they give back. Pure.

With `resume`, a tablet reports how far the hall's clock ran during the pause, by its own steady
clock. It may have been offline, so the server cannot know when the pause began and ended. No pause
is credited with more than the time between the server's contacts with the table before and after.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

SILENCE = timedelta(seconds=10)
"""Rows received less than this apart may be one batch from a tablet that was offline."""
SLACK_SECONDS = 5
"""Tolerance, because two machines read their clocks in whole seconds."""

ElapsedAt = Callable[[datetime], int]
"""Maps a time on the server to the seconds that the hall's clock had run by then."""


@dataclass(frozen=True, slots=True)
class Pause:
    """One pause of a table.

    `began` and `ended` are row numbers; `ended` is 0 while it lasts. `seconds` is the length
    reported when it ended, None if there was no report. `began_at` and `ended_at` are when the
    server received the two rows, `heard_before` is its last contact with the table before the pause
    (None: never). On a tablet all three are None.
    """

    began: int
    ended: int = 0
    seconds: int | None = None
    heard_before: datetime | None = None
    began_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def lasts(self) -> bool:
        """Return whether the pause has not ended yet."""
        return self.ended == 0

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values, with times as text."""
        return {
            "began": self.began,
            "ended": self.ended,
            "seconds": self.seconds,
            "heard_before": _text(self.heard_before),
            "began_at": _text(self.began_at),
            "ended_at": _text(self.ended_at),
        }


@dataclass(frozen=True, slots=True)
class Pauses:
    """The pauses of the rows so far, in order. Immutable, so that copies share it.

    `heard` is when the server received the last row. `heard_before` is when it received the last
    row of an earlier batch; rows less than `SILENCE` apart are one batch.
    """

    all: tuple[Pause, ...] = ()
    heard: datetime | None = None
    heard_before: datetime | None = None

    @property
    def current_pause(self) -> Pause | None:
        """Return the pause that the table is in, if any."""
        return self.all[-1] if self.all and self.all[-1].lasts else None

    def with_row(self, seq: int, event: Mapping[str, Any]) -> "Pauses":
        """Return the pauses with an accepted or unjudged row added.

        A `pause` during a pause, or a `resume` without one, changes nothing.
        """
        lasting = self.current_pause
        if event["type"] == "pause" and lasting is None:
            return replace(self, all=(*self.all, Pause(seq)))
        if event["type"] == "resume" and lasting is not None:
            ended = replace(lasting, ended=seq, seconds=event.get("seconds"))
            return replace(self, all=(*self.all[:-1], ended))
        return self

    def with_receipt(self, seq: int, at: datetime) -> "Pauses":
        """Return the pauses with the server's receipt of row `seq`, the last row.

        The receipt is the time at which the server received that row.
        """
        apart = self.heard is not None and at - self.heard >= SILENCE
        before = self.heard if apart else self.heard_before
        pauses = self.all
        if pauses and pauses[-1].began == seq:
            pauses = (*pauses[:-1], replace(pauses[-1], heard_before=before, began_at=at))
        elif pauses and pauses[-1].ended == seq:
            pauses = (*pauses[:-1], replace(pauses[-1], ended_at=at))
        return Pauses(pauses, at, before)


def pauses_from_json(stored: Iterable[Mapping[str, Any]]) -> tuple[Pause, ...]:
    """Return the pauses that `Pause.as_json` serialised."""
    return tuple(
        Pause(
            item["began"],
            item["ended"],
            item["seconds"],
            *(_moment(item[key]) for key in ("heard_before", "began_at", "ended_at")),
        )
        for item in stored
    )


def credited_times(pauses: Iterable[Pause], elapsed: ElapsedAt) -> tuple[int, ...]:
    """Return the seconds of the hall's clock that each pause gives back.

    A pause gives back the seconds that the tablet reported. Without a report, it is what the clock
    ran between the two rows. The most is what the clock ran from the server's last contact before
    the pause until it received the end, plus `SLACK_SECONDS`; pauses that arrived together share
    that time. An open pause, and one outside the clock's running time, gives nothing.
    """
    given: list[tuple[int, int]] = []
    for pause in pauses:
        if pause.ended_at is None:
            given.append((0, 0))
            continue
        end = elapsed(pause.ended_at)
        start = elapsed(pause.heard_before) if pause.heard_before else 0
        before = sum(seconds for until, seconds in given if until > start)
        given.append(
            (end, min(_stated_length(pause, end, elapsed), _max_credit(end - start - before)))
        )
    return tuple(seconds for _, seconds in given)


def _stated_length(pause: Pause, end: int, elapsed: ElapsedAt) -> int:
    if pause.seconds is not None:
        return pause.seconds
    return max(end - elapsed(pause.began_at), 0) if pause.began_at else 0


def _max_credit(window: int) -> int:
    return window + SLACK_SECONDS if window > 0 else 0


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
