"""Machines as network namespaces on one bridge, of which one can be killed or cut off."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

BRIDGE = "treasurer-br"
NETWORK = "10.78.{}.{}"
"""All addresses, of 16 bits; the measuring side has the bridge's own ones."""
HALL = NETWORK.format(0, 1)
ROUTER = "02:00:0a:4e:00:01"
ENDED_SECONDS = 10.0


class Machine:
    """A namespace with one link and an address; all its processes write into one log."""

    def __init__(self, name: str, address: str, log: Path) -> None:
        self.name, self.address = name, address
        self._space, self._link = f"treasurer-{name}", f"tr-{name}"
        # Machines keep their cards: its neighbours know this address for up to a minute.
        self._card = ":".join(("02", "00", *(f"{int(each):02x}" for each in address.split("."))))
        self._log = log

    def plug_in(self) -> None:
        """Give it a network, as a machine has one that was switched on."""
        run("ip", "netns", "add", self._space)
        outside = ("ip", "link", "add", self._link, "type", "veth")
        run(*outside, "peer", "name", "eth0", "address", self._card, "netns", self._space)
        run("ip", "link", "set", self._link, "master", BRIDGE, "up")
        inside = ("ip", "-netns", self._space)
        run(*inside, "address", "add", f"{self.address}/16", "dev", "eth0")
        for link in ("lo", "eth0"):
            run(*inside, "link", "set", link, "up")

    def start(self, words: list[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        """Start a process there."""
        with self._log.open("ab") as log:
            return subprocess.Popen(
                ["ip", "netns", "exec", self._space, *words],
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def cut_off(self) -> None:
        """Take its link away; its processes go on."""
        run("ip", "link", "set", self._link, "down")

    def reconnect(self) -> None:
        """Give the link back."""
        run("ip", "link", "set", self._link, "up")

    def power_off(self) -> None:
        """End it without a word: no connection is closed for whoever is at its other end."""
        with suppress(subprocess.CalledProcessError):
            self.cut_off()
        end = time.monotonic() + ENDED_SECONDS
        while (left := self.processes()) and time.monotonic() < end:
            for process in left:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.05)
        for words in (("link", "del", self._link), ("netns", "del", self._space)):
            subprocess.run(["ip", *words], check=False, capture_output=True)

    def processes(self) -> list[int]:
        """Return all that run there."""
        words = ["ip", "netns", "pids", self._space]
        return [int(each) for each in subprocess.run(words, capture_output=True).stdout.split()]


@contextmanager
def network(machines: list[Machine], halls: int) -> Iterator[None]:
    """Lay the network, with so many addresses on the measuring side; all is gone at the end."""
    _clear(machines)
    # Else it has the lowest card's address of its links, and changes it with them: no router does.
    run("ip", "link", "add", BRIDGE, "address", ROUTER, "type", "bridge")
    try:
        for number in range(halls + 1):
            address = NETWORK.format(number, 1)
            run("ip", "address", "add", f"{address}/16", "dev", BRIDGE)
        run("ip", "link", "set", BRIDGE, "up")
        for each in machines:
            each.plug_in()
        yield
    finally:
        _clear(machines)


def _clear(machines: list[Machine]) -> None:
    for each in machines:
        each.power_off()
    subprocess.run(["ip", "link", "del", BRIDGE], check=False, capture_output=True)


def run(*words: str) -> None:
    """Run a command that has to work."""
    subprocess.run(words, check=True, capture_output=True)
