"""The hub for listeners who may hear more than the public.

They are tablets and the events' staff. One task looks at the database for all of them, five
times a second, in a thread of its own. It tells each listener when there is something new
to fetch. A listener that has lost its right is removed at the next look.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

from django.db import DatabaseError, connection

from referee.live.streams.audit_watch import Written
from referee.live.streams.listeners import Listener, StaffListener, TabletListener
from referee.live.streams.private_reading import Asked, Door, Seen
from referee.live.streams.staff import EventState
from referee.live.streams.tablets import TabletState

NAP_SECONDS = 0.2
BEAT_SECONDS = 2.0
"""The longest time between two messages of a stream; a stream silent for longer is dead."""
DOOR_SECONDS = 5.0
"""The interval at which the staff's rights are checked again.

They are also checked at once if anything was written that names no event, such as an account.
"""
MAX_LISTENERS = 1_500
MAX_LISTENERS_OF_ADDRESS = 400
"""The most streams of one address, which a hall's tablets and its chief's pages may share."""
MAX_LISTENERS_OF_KEY = 4
"""The most streams of one tablet or session; beyond that, the oldest is ended.

A tablet that restarted or reconnected has left its old streams open.
"""

logger = logging.getLogger(__name__)
Look = Callable[[Asked], Seen]


class PrivateHub:
    """All listeners; each one that joins must `leave`."""

    def __init__(
        self,
        look: Look,
        *,
        most: int = MAX_LISTENERS,
        most_of_address: int = MAX_LISTENERS_OF_ADDRESS,
    ) -> None:
        self._look = look
        self._most = most
        self._most_of_address = most_of_address
        # Each with the state it was last told of; None before its first look.
        self._tablets: dict[TabletListener, TabletState | None] = {}
        self._staff: dict[StaffListener, tuple[int, EventState] | None] = {}
        self._open: Counter[str] = Counter()
        self._beat_at = self._doors_at = 0.0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="private-streams")
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._tablets) + len(self._staff)

    def join(self, listener: TabletListener | StaffListener) -> bool:
        """Add a listener, unless the hub or its address has too many.

        Return whether it was added. Too many listeners of one key make the oldest of them leave.
        """
        if len(self) >= self._most or self._open[listener.address] >= self._most_of_address:
            return False
        self._open[listener.address] += 1
        if isinstance(listener, TabletListener):
            self._tablets[listener] = None
            _make_room(listener, self._tablets)
        else:
            self._staff[listener] = None
            _make_room(listener, self._staff)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())
        return True

    def leave(self, listener: TabletListener | StaffListener) -> None:
        """Remove a listener."""
        if isinstance(listener, TabletListener):
            del self._tablets[listener]
        else:
            del self._staff[listener]
        self._open[listener.address] -= 1
        if not self._open[listener.address]:
            del self._open[listener.address]

    async def _run(self) -> None:
        while len(self):
            await self._step()
            await asyncio.sleep(NAP_SECONDS)

    async def _step(self) -> None:
        """Look at the database, and tell the listeners.

        While the database does not answer, they get no messages and no heartbeats, so that they ask
        by themselves.
        """
        tablets, staff = [*self._tablets], [*self._staff]
        asked = self._question(tablets, staff)
        try:
            seen = await asyncio.get_running_loop().run_in_executor(
                self._thread, self._look_or_disconnect, asked
            )
        except DatabaseError:
            logger.exception("Streams have to wait for the database.")
            for listener in (*tablets, *staff):
                if listener.status is None:
                    listener.begin(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        for tablet in tablets:
            self._tell_tablet(tablet, seen)
        for page in staff:
            self._tell_page(page, seen)
        if seen.written.anything:
            self._doors_at = 0.0
        self._send_beats()

    def _question(self, tablets: list[TabletListener], staff: list[StaffListener]) -> Asked:
        now = time.monotonic()
        everybody = now - self._doors_at >= DOOR_SECONDS
        if everybody:
            self._doors_at = now
        doors: set[Door] = {
            (page.key, page.slug) for page in staff if everybody or self._staff[page] is None
        }
        events = {told[0] for told in self._staff.values() if told is not None}
        return Asked({tablet.key for tablet in tablets}, events, doors)

    def _look_or_disconnect(self, asked: Asked) -> Seen:
        try:
            return self._look(asked)
        except DatabaseError:
            connection.close()
            raise

    def _tell_tablet(self, tablet: TabletListener, seen: Seen) -> None:
        if tablet not in self._tablets:
            return
        state = seen.tablets.get(tablet.key)
        status = HTTPStatus.UNAUTHORIZED if state is None else state.status(tablet.game)
        before, self._tablets[tablet] = self._tablets[tablet], state
        if not _admit(tablet, status) or before is None or state is None:
            return
        if state.rest != before.rest or _concerns_table(seen.written, state):
            tablet.announce_change()
        elif state.head != before.head:
            tablet.announce_head(state.head)

    def _tell_page(self, page: StaffListener, seen: Seen) -> None:
        if page not in self._staff:
            return
        told = self._staff[page]
        found = seen.doors.get((page.key, page.slug), told[0] if told else None)
        state = None if found is None or isinstance(found, HTTPStatus) else seen.events.get(found)
        if found is None or isinstance(found, HTTPStatus) or state is None:
            _admit(page, found if isinstance(found, HTTPStatus) else HTTPStatus.NOT_FOUND)
            return
        self._staff[page] = (found, state)
        if not _admit(page, HTTPStatus.OK) or told is None:
            return
        if state.rest != told[1].rest or _concerns_event(seen.written, state):
            page.announce_change()
        elif state.logs != told[1].logs:
            page.announce_head(state.logs)

    def _send_beats(self) -> None:
        now = time.monotonic()
        if now - self._beat_at < BEAT_SECONDS:
            return
        self._beat_at = now
        for listener in (*self._tablets, *self._staff):
            if listener.status is HTTPStatus.OK:
                listener.beat()


def _make_room(listener: Listener, listeners: Iterable[Listener]) -> None:
    same = [one for one in listeners if one.key == listener.key and not one.ended]
    if len(same) > MAX_LISTENERS_OF_KEY:
        same[0].end()


def _admit(listener: Listener, status: HTTPStatus) -> bool:
    """Begin the answer if it has not begun; end a stream that has lost its right.

    Return whether the stream goes on.
    """
    if listener.status is None:
        listener.begin(status)
    elif status is not HTTPStatus.OK:
        listener.end()
    return status is HTTPStatus.OK


def _concerns_table(written: Written, state: TabletState) -> bool:
    return written.anything or state.table in written.tables or state.slug in written.events


def _concerns_event(written: Written, state: EventState) -> bool:
    of_event = written.events | written.tables_events
    return written.anything or state.slug in of_event
