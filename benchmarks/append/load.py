"""Forty tablets at once, served by the few threads of a few processes."""

import heapq
import multiprocessing
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Barrier, Condition, Thread
from typing import Any

from django.db import connection, connections

from benchmarks.append.cpu import database_cpu, server_cpu
from benchmarks.append.tablets import BenchTablet
from config.readiness import make_ready

Requests = Iterator[Callable[[], object]]
Work = Callable[[BenchTablet, int], Requests]


@dataclass(frozen=True, slots=True)
class Load:
    """The tablets' work: requests of `size` events.

    A request follows when the one before is answered, and not before `pace` seconds after that was
    due.
    """

    tablets: Sequence[BenchTablet]
    work: Work
    size: int
    pace: float


@dataclass(frozen=True, slots=True)
class Measure:
    """Events a second; latency of a request and CPU for a request, in milliseconds."""

    rate: float
    p50: float
    p99: float
    server_cpu: float
    database_cpu: float


class RequestQueue:
    """Requests in the order in which they are sent; each tablet has one in it or none."""

    def __init__(self, tablets: Sequence[Requests], pace: float) -> None:
        self._tablets = tablets
        self._pace = pace
        self._changed = Condition()
        self._left = len(tablets)
        self._waiting: list[tuple[float, int, Requests]] = []

    def start(self) -> None:
        """Send every tablet's first request."""
        now = time.perf_counter()
        with self._changed:
            for number, requests in enumerate(self._tablets):
                due = now + self._pace * random.random()
                heapq.heappush(self._waiting, (due, number, requests))
            self._changed.notify_all()

    def next(self) -> tuple[float, int, Requests] | None:
        """Return the earliest request, once it is sent; None when all tablets are done."""
        with self._changed:
            while self._left:
                early = self._waiting[0][0] - time.perf_counter() if self._waiting else None
                if early is not None and early <= 0:
                    return heapq.heappop(self._waiting)
                self._changed.wait(early)
        return None

    def answered(self, sent: float, number: int, requests: Requests) -> float:
        """Send the tablet's next request; the moment the last one was answered."""
        now = time.perf_counter()
        with self._changed:
            due = sent + self._pace if self._pace else now
            heapq.heappush(self._waiting, (due, number, requests))
            self._changed.notify()
        return now

    def done(self) -> None:
        """Note that one tablet has no more requests."""
        with self._changed:
            self._left -= 1
            self._changed.notify_all()


def run(load: Load, processes: int, threads: int) -> Measure:
    """Put the load on so many processes, each with its share of the tablets."""
    connections.close_all()
    context = multiprocessing.get_context("fork")
    figures: Any = context.Queue()
    start = context.Barrier(processes + 1)
    servers = [
        context.Process(
            target=_serve, args=(load, slice(n, None, processes), threads, start, figures)
        )
        for n in range(processes)
    ]
    for server in servers:
        server.start()
    start.wait()  # All are ready: what they log beforehand is logged.
    before = database_cpu()
    start.wait()
    began = time.perf_counter()
    measured = [figures.get() for _ in servers]
    seconds = time.perf_counter() - began
    for server in servers:
        server.join()
    latencies = sorted(latency for latencies, _cpu in measured for latency in latencies)
    each = 1000 / len(latencies)
    return Measure(
        rate=len(latencies) * load.size / seconds,
        p50=1000 * latencies[len(latencies) // 2],
        p99=1000 * latencies[int(len(latencies) * 0.99)],
        server_cpu=each * sum(cpu for _latencies, cpu in measured),
        database_cpu=each * (database_cpu() - before),
    )


def _serve(load: Load, share: slice, threads: int, start: Any, figures: Any) -> None:
    """Serve with one process, whose threads are connected before the first request."""
    make_ready()
    latencies: list[float] = []
    queue = RequestQueue(
        [load.work(tablet, load.size) for tablet in load.tablets[share]], load.pace
    )
    connections.close_all()
    connected = Barrier(threads + 1)
    workers = [Thread(target=_work, args=(queue, connected, latencies)) for _ in range(threads)]
    for worker in workers:
        worker.start()
    connected.wait()
    start.wait()
    start.wait()
    cpu = server_cpu()
    queue.start()
    for worker in workers:
        worker.join()
    figures.put((latencies, server_cpu() - cpu))


def _work(queue: RequestQueue, connected: Barrier, latencies: list[float]) -> None:
    """Work with one thread, and note each request's latency as the tablet saw it."""
    connection.ensure_connection()
    connected.wait()
    try:
        while (taken := queue.next()) is not None:
            sent, number, requests = taken
            request = next(requests, None)
            if request is None:
                queue.done()
                continue
            request()
            latencies.append(queue.answered(sent, number, requests) - sent)
    finally:
        connection.close()
