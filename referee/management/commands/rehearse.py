"""The command `manage.py rehearse`: play whole events by simulated tablets.

They use the real interface. It makes an event nobody else sees, draws its rounds, pairs one
tablet a table, plays every game by a seeded bot over HTTP, confirms the results, and says
what was lost, doubled, diverged or stuck.
"""

import time
from argparse import ArgumentParser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils.translation import gettext as _

from referee.management.progress import progress
from referee.management.terminal import console_for
from referee.rehearsal.event import judge, make_event, open_round
from referee.rehearsal.http_client import Faults, HttpClient, RequestLostError
from referee.rehearsal.judging import Verdict
from referee.rehearsal.listening import Listening
from referee.rehearsal.retries import StuckError
from referee.rehearsal.scripts import bots
from referee.rehearsal.tablet import Tablet
from scoring.game.editions import EDITIONS

BY = "rehearse"


class Command(BaseCommand):
    """Play a rehearsal against a running server."""

    help = "Play a whole made-up event through the real interface with simulated tablets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default="http://localhost:8000", help="the running server")
        parser.add_argument("--tables", type=int, default=6, help="tables of four (1 to 100)")
        parser.add_argument("--rounds", type=int, default=1, help="rounds (1 to 9)")
        parser.add_argument("--turns", type=int, default=100, help="throws before time is called")
        parser.add_argument("--edition", choices=EDITIONS, default="us-2011")
        parser.add_argument("--seed", type=int, default=1, help="games and faults follow from it")
        parser.add_argument("--pause", type=float, default=0.0, help="seconds between two events")
        parser.add_argument(
            "--loss", type=float, default=0.0, help="share of requests lost, 0 to 0.9"
        )
        parser.add_argument(
            "--lag", type=float, default=0.0, help="seconds a request takes at most"
        )
        parser.add_argument("--offline", type=float, default=0.0, help="share of events offline")

    def handle(self, **options: Any) -> None:
        """Play the rounds one after another, each table in a thread of its own."""
        _check(options)
        console = console_for(self.stdout, options)
        event = make_event(
            edition=options["edition"], mode="two-hour", tables=options["tables"], by=BY
        )
        console.print(_("Rehearsal in the event %(slug)s") % {"slug": event.slug})
        tablets: list[Tablet] = []
        started = time.perf_counter()
        for number in range(1, options["rounds"] + 1):
            opened = open_round(event=event, number=number, seed=options["seed"], by=BY)
            new = [_tablet(code, len(tablets) + n, options) for n, (_t, code) in enumerate(opened)]
            label = _("Round %(number)d") % {"number": number}
            with progress(console, label, time.monotonic) as step:
                _play(new, step)
            tablets += new
        seconds = time.perf_counter() - started
        verdict = judge(tablets)
        for place, tablet in enumerate(tablets, start=1):
            if tablet.problem:
                console.print(
                    _("Table %(table)d is stuck: %(reason)s")
                    % {"table": place, "reason": tablet.problem}
                )
        console.print(_summary(tablets, verdict, seconds))
        if not verdict.clean:
            raise CommandError(_("The rehearsal went wrong: see above."))


def _check(options: dict[str, Any]) -> None:
    bounds = {"tables": (1, 100), "rounds": (1, 9), "turns": (1, 2000), "loss": (0, 0.9)}
    bounds |= {"offline": (0, 1), "lag": (0, 10), "pause": (0, 60)}
    for name, (least, most) in bounds.items():
        if not least <= options[name] <= most:
            message = _("--%(name)s is from %(least)s to %(most)s.")
            raise CommandError(message % {"name": name, "least": least, "most": most})
    try:
        HttpClient(options["url"], Faults(), Random(0)).request("GET", "/api/v1/pair")
    except RequestLostError as error:
        message = _("No server answers at %(url)s: start one, or name it with --url.")
        raise CommandError(message % {"url": options["url"]}) from error


def _tablet(code: str, place: int, options: dict[str, Any]) -> Tablet:
    random = Random(options["seed"] * 1000 + place)
    faults = Faults(options["loss"], options["lag"], options["offline"])
    client = HttpClient(options["url"], faults, Random(random.random()))
    script = bots(Random(random.random()), turns=options["turns"])
    return Tablet(client, lambda: code, random, script, pause=options["pause"], listens=True)


def _play(tablets: list[Tablet], step: Callable[[], None]) -> None:
    """Run the tablets side by side; one that gets stuck says why."""

    def one(tablet: Tablet) -> None:
        try:
            tablet.run(step)
        except StuckError as error:
            tablet.problem = str(error)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=len(tablets)) as pool:
        list(pool.map(one, tablets))


def _summary(tablets: list[Tablet], verdict: Verdict, seconds: float) -> str:
    events = sum(len(tablet.outbox.places) for tablet in tablets)
    answered = [
        exchange for tablet in tablets for exchange in tablet.exchanges if exchange.answered
    ]
    waits = sorted(exchange.ended - exchange.began for exchange in answered) or [0.0]
    p50, p99 = (waits[int(len(waits) * share)] * 1000 for share in (0.5, 0.99))
    lines = [
        _("%(events)d events of %(tables)d tables in %(seconds).1f s (%(rate).0f a second)")
        % {"events": events, "tables": len(tablets), "seconds": seconds, "rate": events / seconds},
        _("acknowledged after %(p50).0f ms (median), %(p99).0f ms (99 %%)")
        % {"p50": p50, "p99": p99},
        _listening_report([tablet.listening for tablet in tablets]),
        _("requests lost on purpose or otherwise: %(lost)d")
        % {"lost": sum(tablet.client.lost for tablet in tablets)},
        _("batches refused: %(refused)d; put off until later: %(later)d")
        % {
            "refused": sum(tablet.refusals.total() for tablet in tablets),
            "later": sum(tablet.retrying.put_off.total() for tablet in tablets),
        },
        _(
            "lost %(lost)d, doubled %(doubled)d, out of order %(reordered)d, "
            "diverged %(diverged)d, stuck %(stuck)d"
        )
        % {
            "lost": verdict.lost,
            "doubled": verdict.doubled,
            "reordered": verdict.reordered,
            "diverged": verdict.diverged,
            "stuck": verdict.stuck,
        },
    ]
    return "\n".join(lines)


def _listening_report(tablets: list[Listening]) -> str:
    """Report how many heartbeats were sent and how long the streams were connected."""
    seconds = sum(tablet.seconds_in_all for tablet in tablets)
    share = sum(tablet.seconds for tablet in tablets) / seconds if seconds else 0.0
    beats = sum(tablet.beats for tablet in tablets)
    told = _("heartbeats: %(beats)d; streams connected %(share).0f %% of the time")
    return told % {"beats": beats, "share": 100 * share}
