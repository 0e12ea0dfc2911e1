"""A request that ends at one of its writes, as if its process were killed there."""

import re
from collections.abc import Callable
from typing import Any

WRITE = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
OF_NO_STEP = "django_session"


class Killed(BaseException):
    """What nothing within the server catches."""


class Writes:
    """The tables to which a request writes, until it is ended at one of its writes."""

    def __init__(self, until: int | None) -> None:
        self.tables: list[str] = []
        self._until = until

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if (found := WRITE.match(sql)) and found[1] != OF_NO_STEP:
            if len(self.tables) == self._until:
                raise Killed
            self.tables.append(found[1])
        return execute(sql, *rest)
