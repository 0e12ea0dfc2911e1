"""The network between tablets and server: a process of its own that fails on purpose.

Each tablet has a port. What happens to a request follows from the seed, the tablet and the
request's number: it passes, is lost on the way there, loses its answer on the way back, is late, or
begins a time in which answers vanish (one way) or everything does (both).
"""

import asyncio
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from random import Random

CHUNK = 65536
API = b" /api/"
FATES = {
    "requests dropped": 0.02,
    "answers dropped": 0.03,
    "requests delayed": 0.05,
    "one-way partitions": 0.006,
    "partitions": 0.006,
}
DELAY = (0.01, 0.4)
PARTITION = (0.5, 4.0)
LOSS = {"requests dropped": 0.1, "answers dropped": 0.1}
LOSS_FOR = (3.0, 8.0)


class Network:
    """Started for `tablets`; `ports` are theirs."""

    def __init__(self, port: int, *, tablets: int, seed: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_run, args=(theirs, port, tablets, seed), daemon=True
        )
        self._process.start()
        self.ports: list[int] = self._pipe.recv()

    def calm(self) -> None:
        """Cause no more faults from now on."""
        self._pipe.send("calm")

    def lose(self, random: Random) -> None:
        """Lose a fifth of all requests for some seconds, half of them on the way back."""
        self._pipe.send("lose")
        time.sleep(random.uniform(*LOSS_FOR))
        self._pipe.send("usual")

    def stop(self) -> dict[str, int]:
        """Stop, and return how often each fault was caused."""
        self._pipe.send("stop")
        counts: dict[str, int] = self._pipe.recv()
        self._process.join()
        return counts


@dataclass
class Place:
    """One tablet's piece of the network; times are of the loop's clock."""

    random: Random
    counts: Counter[str]
    calm: bool = False
    loses: bool = False
    deaf_until: float = 0.0
    dark_until: float = 0.0

    def fate(self, now: float) -> str:
        """Return what becomes of the next request."""
        chance = self.random.random()
        length = self.random.uniform(*PARTITION)
        if self.calm or now < max(self.deaf_until, self.dark_until):
            return ""
        for name, share in (LOSS if self.loses else FATES).items():
            chance -= share
            if chance < 0:
                self.counts[name] += 1
                self._begin(name, now + length)
                return name
        return ""

    def _begin(self, name: str, until: float) -> None:
        if name == "one-way partitions":
            self.deaf_until = until
        elif name == "partitions":
            self.dark_until = until

    def swallows(self, now: float, *, answers: bool) -> bool:
        """Return whether what is on the way at this moment vanishes."""
        return not self.calm and (now < self.dark_until or (answers and now < self.deaf_until))


@dataclass
class Link:
    """One connection. `idle`: the next bytes begin a request; `broken`: some bytes vanished, so
    that nothing after them can be understood."""

    place: Place
    near: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    far: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    idle: bool = True
    broken: bool = False
    cut: bool = False
    clock: Callable[[], float] = field(default=lambda: asyncio.get_running_loop().time())

    async def requests(self) -> None:
        """Carry requests until one is lost."""
        while data := await self.near[0].read(CHUNK):
            # The files of the tablet's app are none of what is tried here.
            fate = self.place.fate(self.clock()) if self.idle and API in data[:32] else ""
            self.idle = False
            if fate == "requests dropped":
                return
            if fate == "requests delayed":
                await asyncio.sleep(self.place.random.uniform(*DELAY))
            self.cut = self.cut or fate == "answers dropped"
            if not self._vanishes(answers=False):
                self.far[1].write(data)
                await self.far[1].drain()

    async def answers(self) -> None:
        """Carry answers until one is lost."""
        while data := await self.far[0].read(CHUNK):
            if self.cut:
                return
            self.idle = True
            if not self._vanishes(answers=True):
                self.near[1].write(data)
                await self.near[1].drain()

    def _vanishes(self, *, answers: bool) -> bool:
        self.broken = self.broken or self.place.swallows(self.clock(), answers=answers)
        return self.broken


async def _carry(
    place: Place, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Carry one connection until either end or a fault closes it."""
    writers = [writer]
    with suppress(OSError, asyncio.CancelledError):
        far = await asyncio.open_connection("127.0.0.1", port)
        writers.append(far[1])
        link = Link(place, (reader, writer), far)
        tasks = [asyncio.create_task(link.requests()), asyncio.create_task(link.answers())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for writer in writers:
        writer.transport.abort()


async def _serve(pipe: Connection, port: int, tablets: int, seed: int) -> None:
    counts: Counter[str] = Counter(dict.fromkeys(FATES, 0))
    places = [Place(Random(f"{seed}/{number}"), counts) for number in range(tablets)]
    servers = [
        await asyncio.start_server(
            partial(_carry, place, port),
            "127.0.0.1",
            0,
        )
        for place in places
    ]
    pipe.send([server.sockets[0].getsockname()[1] for server in servers])
    while (order := await asyncio.to_thread(pipe.recv)) != "stop":
        for place in places:
            place.calm = place.calm or order == "calm"
            place.loses = order == "lose"
    pipe.send(dict(counts))


def _run(pipe: Connection, port: int, tablets: int, seed: int) -> None:
    asyncio.run(_serve(pipe, port, tablets, seed))
