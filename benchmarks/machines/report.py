"""The table of `benchmarks/machines.md`."""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any, NamedTuple

from benchmarks.live.streams import shares
from benchmarks.machine import machine
from benchmarks.machines.load import Outcome, Phase, Plan

KINDS = ("lost", "doubled", "reordered", "diverged", "stuck")

TITLES = (
    *("away", "healed", "batches", "cut", "p50 / p99", "longest", "broken", "gap"),
    *("fresh", "clients", "load"),
)
HEAD = """# Machines that die under load

`python -m benchmarks.machines` runs two web machines and one with PostgreSQL and Valkey as network
namespaces, by the files of `config/deploy/` ([why so](../docs/adr/0054-several-machines.md)); the
database is reached {way}. {tables} tables log an event in eight seconds each, at two addresses.
{streams:,} spectators follow one event of ten tables by nginx with nchan, over Valkey. One machine
at a time is away for {away:.0f} s of a phase of {phase:.0f} s, and all of this runs on the cores
below. *Switched off*: all its processes die and its network is gone, so that nobody is told. *Cut
off*: its link is down, and its processes go on.

*Healed*: from the strike until the site's addresses, or the database, answered again. *Cut*:
requests of tablets without an answer; they were sent again. *Longest*: from the first attempt to
send a batch until it was acknowledged. *Broken*: streams, a second time where the addresses go back
to a machine that returned. *Gap*: the longest time of a stream that broke from its last word until
its spectator had everything. *Fresh*: from when it healed until the first new version. *Clients*:
connections that PostgreSQL had. *Load*: the machine's, at the phase's end.
The site, its bots and its readers make some 3 of it: whatever is beyond is others' work on the same
cores, and lengthens every wait.

| {titles} |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""
OF_EACH = """
While nobody was away, the machines used:

| machine | processes | cores | memory |
|---|---|---:|---:|
"""


class Waits(NamedTuple):
    """What tablets met in a phase.

    Waits are in milliseconds (p50, p99), of requests that were answered; `longest` is in seconds,
    until a batch that was sent came to be acknowledged, however often it was repeated.
    """

    answered: int
    cut: int
    times: tuple[float, float]
    longest: float


class Seen(NamedTuple):
    """What spectators met in a phase.

    `broken` streams; the longest `gap` of one of them, from the last word it heard until it had
    everything again; and when the first `fresh` version came after it healed, in seconds.
    """

    broken: int
    gap: float
    fresh: float


def waits_of(phase: Phase, outcome: Outcome) -> Waits:
    """Return what tablets met in a phase."""
    begin, end = phase.began_at - outcome.steady, phase.ended_at - outcome.steady
    answered, cut, longest = [], 0, 0.0
    for exchanges in outcome.tables["exchanges"]:
        first = None
        for each in exchanges:
            first = each["began"] if first is None else first
            if each["answered"]:
                if begin <= first < end:
                    answered.append(1000 * (each["ended"] - each["began"]))
                    longest = max(longest, each["ended"] - first)
                first = None
            elif begin <= each["began"] < end:
                cut += 1
    return Waits(len(answered), cut, shares(answered, 0.5, 0.99), longest)


def seen_of(phase: Phase, crowd: dict[str, Any]) -> Seen:
    """Return what spectators met in a phase."""
    gaps = [at - heard for heard, at in crowd["again"] if phase.began_at < at <= phase.ended_at]
    firsts = (min(times) for times in crowd["arrivals"].values())
    fresh = min((at for at in firsts if phase.healed_at <= at), default=inf)
    return Seen(len(gaps), max(gaps, default=0.0), fresh - phase.healed_at)


def report(outcome: Outcome, plan: Plan, *, pooler: bool) -> str:
    """Return the page."""
    rows = [_row(phase, outcome) for phase in outcome.phases]
    behind = outcome.crowd["behind"]
    used = [OF_EACH, *_used(outcome.phases[0])]
    parts = [_head(plan, pooler=pooler), *rows, "\n", _sums(outcome.tables, behind), *used]
    return f"{''.join(parts)}\n{machine()}\n"


def _row(phase: Phase, outcome: Outcome) -> str:
    waits, seen = waits_of(phase, outcome), seen_of(phase, outcome.crowd)
    struck = phase.name != "nobody"
    found = [
        phase.name,
        f"{phase.healed_at - phase.struck_at:.1f} s" if struck else "",
        f"{waits.answered:,}",
        f"{waits.cut}",
        f"{waits.times[0]:.0f} / {waits.times[1]:.0f} ms" if waits.answered else "–",
        f"{waits.longest:.1f} s" if waits.answered else "–",
        f"{seen.broken:,}",
        f"{seen.gap:.1f} s" if seen.broken else "",
        ("none came" if seen.fresh == inf else f"{seen.fresh:.1f} s") if struck else "",
        f"{phase.connections}",
        f"{phase.load:.1f}",
    ]
    return f"| {' | '.join(found)} |\n"


def _used(phase: Phase) -> Iterator[str]:
    for place in sorted(phase.memory):
        name, _blank, kind = place.partition(" ")
        megabytes = phase.memory[place] / 1e6
        yield f"| {name} | {kind} | {phase.cores.get(place, 0.0):.2f} | {megabytes:,.0f} MB |\n"


def _sums(tables: dict[str, Any], behind: int) -> str:
    verdict, refused = tables["verdict"], tables["refused"]
    found = ", ".join(f"{kind} {verdict[kind]}" for kind in KINDS)
    return (
        f"In all {tables['acknowledged']:,} of {tables['recorded']:,} recorded events were"
        f" acknowledged: {found}, refused {_listed(refused.items())}. The histories of the clients"
        f" have {len(tables['violations'])} contradictions to the server's logs"
        f" (`benchmarks.faults.history_check`). Spectators who missed anything at the end:"
        f" {behind}.\n"
    )


def _listed(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{count} ({code})" for code, count in counts) or "0"


def _head(plan: Plan, *, pooler: bool) -> str:
    way = "by PgBouncer, which pools sessions" if pooler else "without a pooler"
    return HEAD.format(
        way=way,
        tables=plan.tables,
        streams=plan.streams,
        away=plan.away,
        phase=plan.phase,
        titles=" | ".join(TITLES),
    )
