"""Open connections, by address and by whether they keep the server waiting.

No clock and no sockets here: times are seconds that the caller gives.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass

# A venue shares one address where its network is behind another: 150 tablets with six connections.
# Of all, 4,000 may be streams (`referee.live.streams.hub`).
MAX_CONNECTIONS_OF_ADDRESS = 1_000
MAX_CONNECTIONS = 6_000


@dataclass(eq=False, slots=True)
class Connection:
    """An accepted connection.

    `deadline` is when the other side must have moved on: infinity while the server works, or while
    something else watches the time. `abort` closes it at once.
    """

    address: str
    abort: Callable[[], object]
    deadline: float = math.inf


class Connections:
    """All open connections.

    If there are too many, the one that has kept the server waiting longest is closed, so that
    silent clients make room for active ones.
    """

    def __init__(
        self, most: int = MAX_CONNECTIONS, most_of_address: int = MAX_CONNECTIONS_OF_ADDRESS
    ) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._open: Counter[str] = Counter()
        # By address, the longest wait first.
        self._waiting: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        self._known: set[Connection] = set()

    def __len__(self) -> int:
        return len(self._known)

    def admit(self, address: str, abort: Callable[[], object]) -> Connection | None:
        """Note a new connection; None when it must be closed, for nothing else may be."""
        if self._open[address] >= self._most_of_address and not self._make_room(address):
            return None
        if len(self) >= self._most and not self._make_room(self._open.most_common(1)[0][0]):
            return None
        connection = Connection(address, abort)
        self._known.add(connection)
        self._open[address] += 1
        return connection

    def _make_room(self, address: str) -> bool:
        longest = next(iter(self._waiting[address]), None)
        if longest is None:
            return False
        self.forget(longest)
        longest.abort()
        return True

    def wait(self, connection: Connection, deadline: float) -> None:
        """Wait for the other side from now on, until `deadline`."""
        if connection in self._known:
            connection.deadline = deadline
            waiting = self._waiting[connection.address]
            waiting.pop(connection, None)
            waiting[connection] = None

    def work(self, connection: Connection) -> None:
        """Let the other side wait for the server."""
        connection.deadline = math.inf
        self._waiting[connection.address].pop(connection, None)

    def forget(self, connection: Connection) -> None:
        """Forget a closed connection; do nothing the second time."""
        if connection not in self._known:
            return
        self._known.remove(connection)
        self._waiting[connection.address].pop(connection, None)
        self._open[connection.address] -= 1
        if not self._open[connection.address]:
            del self._open[connection.address]
            del self._waiting[connection.address]

    def overdue_connections(self, now: float) -> list[Connection]:
        """Return the connections whose other side is late."""
        return [one for one in self._known if one.deadline <= now]
