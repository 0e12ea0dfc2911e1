"""One phase: a hall full of tablets on one kind of site while things are killed, then the check."""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from benchmarks.faults.network import Network
from benchmarks.faults.plan import Plan
from benchmarks.faults.services import SITES, Site
from referee.rehearsal.judging import Verdict

NOT_ALL_AT_ONCE = 0.5
SHOWN = 20


@dataclass(slots=True)
class Outcome:
    """The outcome of a phase; times in seconds.

    `recovery` has by kind of strike the times until the first event sent after it was acknowledged,
    and until each tablet whose request it broke had its next acknowledgement.
    """

    site: str
    seconds: float = 0.0
    checked_in: float = 0.0
    recorded: int = 0
    acknowledged: int = 0
    games: int = 0
    tablets: int = 0
    batches: dict[str, float] = field(default_factory=dict)
    strikes: dict[str, int] = field(default_factory=dict)
    network: dict[str, int] = field(default_factory=dict)
    tablets_replaced: int = 0
    events_with_the_chief: int = 0
    rulings: int = 0
    put_off: dict[str, int] = field(default_factory=dict)
    requests_cut: int = 0
    recovery: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    verify: int = 0
    verdict: Verdict = field(default_factory=Verdict)


def run(plan: Plan) -> dict[str, Any]:
    """Play the phase in this process and check it."""
    with SITES[plan.site]() as site:
        os.environ.update(site.server.environment)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return asdict(_played(plan, site))


def _played(plan: Plan, site: Site) -> Outcome:
    from benchmarks.faults.hall import Hall, presiding
    from benchmarks.faults.seats import Seat

    # A tablet that waits for the network must not wait for the others' engines as well.
    sys.setswitchinterval(0.001)
    hall = Hall(plan.tablets, plan.events, Random(f"{plan.seed}/hall"))
    hall.open()
    site.server.start()
    network = Network(site.server.port, tablets=plan.tablets, seed=plan.seed)
    seats = [Seat(hall, number, port, plan) for number, port in enumerate(network.ports)]
    began = time.monotonic()
    with presiding(hall):
        struck = _struck(plan, site, hall, seats)
        network.calm()
        with ThreadPoolExecutor(max_workers=plan.tablets) as pool:
            list(pool.map(Seat.reconcile, seats))
        hall.decide()
    outcome = Outcome(site.name, seconds=time.monotonic() - began, network=network.stop())
    outcome.recorded, outcome.rulings = hall.recorded, hall.rulings
    site.power_cut()
    _describe(outcome, seats, struck)
    _check(outcome, site, [tablet for seat in seats for tablet in seat.tablets])
    return outcome


def _struck(plan: Plan, site: Site, hall: Any, seats: list[Any]) -> list[tuple[str, float]]:
    """Let the seats play while the site is struck; return each strike and its moment.

    Strikes are timed by acknowledged events, so that a slow machine gets as many.
    """
    for seat in seats:
        seat.start()
    random = Random(f"{plan.seed}/strikes")
    struck: list[tuple[str, float]] = []
    at = plan.every
    for kind in plan.kinds if plan.once else _deck(plan.kinds, random):
        while _acknowledged(seats) < at:
            if not any(seat.is_alive() for seat in seats):
                return struck
            time.sleep(0.05)
        time.sleep(random.uniform(0, NOT_ALL_AT_ONCE))
        struck.append((kind, time.monotonic()))
        with hall.desk if kind in {"backup", "restore"} else nullcontext():
            site.strikes[kind](random)
            if kind == "restore":
                hall.forget_logs()
        print(f"{_acknowledged(seats)} events, {kind}", file=sys.stderr)
        at += int(plan.every * random.uniform(0.5, 1.5))
    for seat in seats:
        seat.join()
    return struck


def _acknowledged(seats: list[Any]) -> int:
    return sum(len(tablet.outbox.places) for seat in seats for tablet in list(seat.tablets))


def _deck(kinds: tuple[str, ...], random: Random) -> Iterator[str]:
    """Yield every kind equally often, shuffled; what follows a backup stays behind it."""
    while True:
        deck = list(kinds)
        if "backup" not in deck:
            random.shuffle(deck)
        yield from deck


def _describe(outcome: Outcome, seats: list[Any], struck: list[tuple[str, float]]) -> None:
    tablets = [tablet for seat in seats for tablet in seat.tablets]
    outcome.tablets = len(tablets)
    outcome.games = len({tablet.game for tablet in tablets})
    outcome.acknowledged = _acknowledged(seats)
    outcome.tablets_replaced = sum(seat.replaced for seat in seats)
    outcome.events_with_the_chief = sum(len(tablet.outbox.handed_over) for tablet in tablets)
    outcome.strikes = dict(Counter(kind for kind, _moment in struck))
    put_off: Counter[str] = Counter()
    for tablet in tablets:
        put_off.update({str(status): n for status, n in tablet.retrying.put_off.items()})
    outcome.put_off = dict(sorted(put_off.items()))
    outcome.requests_cut = sum(tablet.client.lost for tablet in tablets)
    exchanges = [exchange for tablet in tablets for exchange in tablet.exchanges]
    answered = [exchange for exchange in exchanges if exchange.answered]
    outcome.batches = {
        "answered": len(answered),
        "cut": len(exchanges) - len(answered),
        "largest": max((exchange.events for exchange in answered), default=0),
    }
    outcome.recovery = _recovery(tablets, struck)


def _recovery(
    tablets: list[Any], struck: list[tuple[str, float]]
) -> dict[str, dict[str, list[float]]]:
    """Return, by kind of strike, seconds to the first acknowledgement and for broken tablets."""
    found: dict[str, dict[str, list[float]]] = {}
    for kind, moment in struck:
        waits = [wait for tablet in tablets if (wait := _next(tablet, moment)) is not None]
        if not waits:
            continue
        times = found.setdefault(kind, {"first": [], "broken": []})
        times["first"].append(min(waits))
        broken = [tablet for tablet in tablets if _broken(tablet, moment, min(waits))]
        times["broken"] += [wait for t in broken if (wait := _next(t, moment)) is not None]
    return found


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


def _check(outcome: Outcome, site: Site, tablets: list[Any]) -> None:
    """Compare what the tablets say with the database, and run `manage.py verify`."""
    from referee.rehearsal.event import judge

    began = time.monotonic()
    with ThreadPoolExecutor(max_workers=1) as pool:
        verified = pool.submit(site.server.manage, "verify", "--all")
        outcome.verdict = judge(tablets)
        outcome.verify = verified.result().returncode
    # The reason that stopped a tablet explains the rest.
    outcome.verdict.details = sorted(outcome.verdict.details, reverse=True)[:SHOWN]
    outcome.checked_in = time.monotonic() - began
