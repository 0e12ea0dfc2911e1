"""The strikes of a phase, and how long it took until everything went on."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from math import inf
from random import Random
from typing import Any

from benchmarks.faults.history import History
from benchmarks.faults.network import Network
from benchmarks.faults.plan import Plan
from benchmarks.faults.platform import Strike
from benchmarks.faults.services import Site

NOT_ALL_AT_ONCE = 0.5
DRAINED_WITHIN = 10.0
Struck = tuple[str, float, float]
"""A kind of strike, its beginning, and the moment when everything ran again."""
ALONE = frozenset({"backup", "restore", "read-only-disk", "power-cut"})
"""Kinds of strikes for which nobody of the staff may use the database."""
CLOCK = 3600.0
CLOCK_FOR = (3.0, 8.0)
MISSED = ", which no batch reached"


def strike(plan: Plan, site: Site, hall: Any, seats: list[Any], network: Network) -> list[Struck]:
    """Let the seats play while the site is struck; return each strike and its moment.

    Strikes are timed by acknowledged events, so that a slow machine gets as many.
    """
    for seat in seats:
        seat.start()
    random = Random(f"{plan.seed}/strikes")
    struck: list[Struck] = []
    at = plan.every
    with History(plan.histories, "strikes") as told:
        for kind in plan.kinds if plan.once else _deck(plan.kinds, random):
            if not _is_reached(at, seats):
                return struck
            time.sleep(random.uniform(0, NOT_ALL_AT_ONCE))
            began = time.monotonic()
            strikes: dict[str, Strike] = {
                **site.strikes,
                "loss": network.lose,
                "tablet-clocks": partial(_turn_clocks, seats),
            }
            reached = _strike_once(kind, strikes, hall, random)
            healed = time.monotonic()
            struck.append((kind if reached else f"{kind}{MISSED}", began, healed))
            told.write("strike", kind=kind, began=began, until=healed)
            print(f"{acknowledged(seats)} events, {kind}", file=sys.stderr)
            at += int(plan.every * random.uniform(0.5, 1.5))
    for seat in seats:
        seat.join()
    return struck


def _is_reached(events: int, seats: list[Any]) -> bool:
    """Wait for so many acknowledged events; return whether they came while somebody played."""
    while any(seat.is_alive() for seat in seats):
        if acknowledged(seats) >= events:
            return True
        time.sleep(0.05)
    return False


def _strike_once(kind: str, strikes: Mapping[str, Strike], hall: Any, random: Random) -> bool:
    """Strike once; return whether that was at the point it was meant for."""
    with hall.desk if kind in ALONE else nullcontext():
        reached = strikes[kind](random)
        if kind == "restore":
            hall.forget_logs()
    return reached is not False


def _turn_clocks(seats: list[Any], random: Random) -> None:
    """Turn the clocks of half the tablets by an hour for some seconds."""
    turned = random.sample(seats, len(seats) // 2)
    for seat in turned:
        seat.turned = random.choice((CLOCK, -CLOCK))
    time.sleep(random.uniform(*CLOCK_FOR))
    for seat in turned:
        seat.turned = 0.0


def acknowledged(seats: list[Any]) -> int:
    return sum(len(tablet.outbox.places) for seat in seats for tablet in list(seat.tablets))


def _deck(kinds: tuple[str, ...], random: Random) -> Iterator[str]:
    """Yield every kind equally often, shuffled; what follows a backup stays behind it."""
    while True:
        deck = list(kinds)
        if "backup" not in deck:
            random.shuffle(deck)
        yield from deck


def recovery(tablets: list[Any], struck: list[Struck]) -> dict[str, dict[str, list[float]]]:
    """Return, by kind of strike, seconds to the first acknowledgement and for broken tablets."""
    found: dict[str, dict[str, list[float]]] = {}
    for kind, moment, healed in struck:
        waits = [wait for tablet in tablets if (wait := _next(tablet, moment)) is not None]
        if not waits:
            continue
        times = found.setdefault(kind, {"first": [], "broken": [], "healed": []})
        times["first"].append(min(waits))
        broken = [tablet for tablet in tablets if _broken(tablet, moment, min(waits))]
        again = [wait for t in broken if (wait := _next(t, moment)) is not None]
        times["broken"] += again
        calm = min((began for _kind, began, _end in struck if began > moment), default=inf) - healed
        after = (_waited(tablet, moment, healed) for tablet in tablets)
        times["healed"] += _drained([wait for wait in after if wait is not None], calm)
    return found


def _drained(waits: list[float], calm: float) -> list[float]:
    """Return how long tablets waited once all ran again, `calm` seconds before the next strike.

    A wait that the next strike cut short says nothing of this one, unless it had time enough.
    """
    enough = calm >= DRAINED_WITHIN
    return [wait for wait in waits if enough or wait <= max(calm, DRAINED_WITHIN)]


def _waited(tablet: Any, moment: float, healed: float) -> float | None:
    """Return how long a tablet waited once all ran again, None if nothing of it was cut.

    Its last batch without an answer counts: a strike may last, and break some tablets late.
    """
    cut = [each for each in tablet.exchanges if moment < each.ended and each.began < healed]
    last = max((each.ended for each in cut if not each.answered), default=None)
    if last is None or tablet.statement is None:
        return None
    for exchange in tablet.exchanges:
        if exchange.answered and exchange.ended > last:
            return max(0.0, float(exchange.ended - healed))
    return None


def _next(tablet: Any, moment: float) -> float | None:
    """Return seconds from a moment to the end of the first batch sent later and answered."""
    for exchange in tablet.exchanges:
        if exchange.answered and exchange.began >= moment:
            return float(exchange.ended - moment)
    return None


def _broken(tablet: Any, moment: float, first: float) -> bool:
    """Return whether a strike broke the first batch that ended after the moment.

    A tablet that died in the middle of its game does not count.
    """
    later = next((each for each in tablet.exchanges if each.ended > moment), None)
    if later is None or tablet.statement is None:
        return False
    return not later.answered and later.began < moment + first
