"""One phase: a hall full of tablets on one kind of site while things are killed, then the check."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from benchmarks.faults.network import Network
from benchmarks.faults.plan import Plan
from benchmarks.faults.services import SITES, Site
from benchmarks.faults.striking import Struck, acknowledged, recovery, strike
from referee.rehearsal.judging import Verdict

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
    by_the_app: int = 0
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
    unexplained: int = 0
    history: dict[str, Any] = field(default_factory=dict)
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
        if plan.pages:
            call_command("collectstatic", interactive=False, verbosity=0)
            call_command("tablet_snapshot", verbosity=0, stdout=sys.stderr)
        # All that was set up long before: a power cut takes none of it.
        os.sync()
        return asdict(_played(plan, site))


def _played(plan: Plan, site: Site) -> Outcome:
    from benchmarks.faults.hall import Hall, presiding
    from benchmarks.faults.history import History
    from benchmarks.faults.reader import publish, reading
    from benchmarks.faults.seats import Seat

    # A tablet that waits for the network must not wait for the others' engines as well.
    sys.setswitchinterval(0.001)
    hall = Hall(plan.tablets, plan.events, Random(f"{plan.seed}/hall"))
    if plan.chiefs > 1:
        # Nobody waits for the other: no backup is put back there.
        hall.desk = nullcontext()
    hall.open()
    public = publish(plan.histories)
    site.start()
    everybody = plan.tablets + plan.pages
    network = Network(site.port, tablets=everybody, seed=plan.seed)
    told = [History(plan.histories, f"seat-{number}") for number in range(everybody)]
    seats: list[Any] = [
        Seat(hall, number, network.ports[number], plan, told[number])
        for number in range(plan.tablets)
    ]
    if plan.pages:
        from benchmarks.faults.pages import Pages

        seats.append(Pages(hall, network.ports[plan.tablets :], plan, told[plan.tablets :]))
    began = time.monotonic()
    with presiding(hall, plan.chiefs), reading(plan.histories, site.port, public):
        struck = strike(plan, site, hall, seats, network)
        network.calm()
        with ThreadPoolExecutor(max_workers=plan.tablets) as pool:
            list(pool.map(lambda seat: seat.reconcile(), seats))
        hall.decide()
    outcome = Outcome(site.name, seconds=time.monotonic() - began, network=network.stop())
    outcome.recorded, outcome.rulings = hall.recorded, hall.rulings
    site.power_cut()
    for history in told:
        history.close()
    _describe(outcome, seats, struck)
    _check(outcome, site, [tablet for seat in seats for tablet in seat.tablets])
    games = {tablet.game for seat in seats for tablet in seat.tablets} - {""}
    outcome.history = _check_histories(plan, games)
    outcome.unexplained = sum(outcome.history["violations"].values())
    return outcome


def _describe(outcome: Outcome, seats: list[Any], struck: list[Struck]) -> None:
    tablets = [tablet for seat in seats for tablet in seat.tablets]
    outcome.tablets = len(tablets)
    outcome.games = len({tablet.game for tablet in tablets})
    outcome.acknowledged = acknowledged(seats)
    outcome.by_the_app = acknowledged([seat for seat in seats if seat.is_the_app])
    outcome.tablets_replaced = sum(seat.replaced for seat in seats)
    outcome.events_with_the_chief = sum(len(tablet.outbox.handed_over) for tablet in tablets)
    outcome.strikes = dict(Counter(kind for kind, *_moments in struck))
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
    outcome.recovery = recovery(tablets, struck)


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


def _check_histories(plan: Plan, games: Iterable[str]) -> dict[str, Any]:
    """Write the server's logs beside the clients' histories, and have the checker read them.

    It is a process of its own: nothing of the product is in it.
    """
    from benchmarks.faults.history import export_logs

    export_logs(plan.histories, games)
    command = [sys.executable, "-m", "benchmarks.faults.history_check", str(plan.histories)]
    found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout)
    codes = Counter(each["code"] for each in found["violations"])
    details = found["violations"][:SHOWN]
    return {"counts": found["counts"], "violations": dict(codes), "details": details}
