"""What a soak writes: a line for each ten minutes, a curve for everything, and a verdict."""

import os
from collections.abc import Iterator
from math import nan
from pathlib import Path
from statistics import correlation, fmean, linear_regression
from typing import Any

from benchmarks import soak
from benchmarks.machine import machine

STREAMS = 300
ROW_SECONDS = 600.0
BARS = "▁▂▃▄▅▆▇█"
CURVE = 48
FLAT = 0.05
"""The share by which a flat curve may rise in an hour, by its slope."""
TREND = 0.5
"""The least correlation with time of what rises, and does not only go to and fro."""
LEAST = {"MB": 4.0, "files": 3.0, "threads": 2.0, "rows": 20.0, "processes": 0.0}
"""What is no rise either, by what is counted."""
GROWS = {
    "database, MB": "grows with the logs",
    "data folder, MB": "grows with the logs",
    "referee_loggedevent, rows": "grows: the logs",
    "tournament_auditentry, rows": "grows: the ledger",
    **dict.fromkeys(
        (
            *("tournament_round, rows", "tournament_seal, rows", "tournament_clockentry, rows"),
            *("tournament_table, rows", "tournament_seat, rows"),
            *("tournament_result, rows", "tournament_seatresult, rows"),
            *("referee_gamelog, rows", "referee_gamerecord, rows"),
            *("referee_tablecode, rows", "referee_device, rows", "referee_pairing, rows"),
        ),
        "grows with the rounds",
    ),
}
"""What has to grow, since it is what happened in the hall."""
COUNTED = {"minute", "pages", "failed"}
COLUMNS = {
    "referee_loggedevent, rows": "events",
    "pages": "pages",
    "failed": "pages that failed",
    "plain worker, MB": "plain worker, MB",
    "HTTPS worker, MB": "HTTPS worker, MB",
    "plain worker, files": "files",
    "HTTPS worker, files": "files",
    "plain worker, threads": "threads",
    "HTTPS worker, threads": "threads",
    "tournament_publicversion, rows": "versions",
    "database, MB": "database, MB",
    "its WAL, MB": "WAL, MB",
    "data folder, MB": "data folder, MB",
}
PAGE = f"""# Hours in a full hall

{soak.__doc__.partition(chr(10))[2].strip()}

{{machine}}; other work may have shared the machine: load {{load:.1f}} at the end. {{ran:.0f}} of
{{minutes:.0f}} minutes.

{{verdict}}

| minute | {" | ".join(COLUMNS.values())} |
|{"---:|" * (1 + len(COLUMNS))}
{{rows}}

{{streams}}

Each curve is drawn from zero; what never changed is left out. The rise is that of an hour, by the
slope over the second half. What goes to and fro is flat, and so is a rise of at most {FLAT:.0%}, or
{LEAST["MB"]:.0f} MB, {LEAST["files"]:.0f} files, {LEAST["threads"]:.0f} threads,
{LEAST["rows"]:.0f} rows.

| what | curve | from, to | rise in an hour | |
|---|---|---:|---:|---|
{{curves}}
"""
STREAMS_FOUND = (
    "The viewers lost {lost} streams, missed {gaps} versions and got {doubled} twice;"
    " {behind} were behind at the end."
)
Sample = dict[str, float]


def write(samples: list[Sample], minutes: float, found: dict[str, Any] | None = None) -> None:
    """Write what is known so far; `found` is what the viewers found once they have gone."""
    text = PAGE.format(
        machine=machine(),
        load=os.getloadavg()[0],
        ran=samples[-1]["minute"],
        minutes=minutes,
        verdict=_verdict(samples),
        rows="\n".join(_rows_of(samples)),
        curves="\n".join(_curves(samples)),
        streams=STREAMS_FOUND.format(**found) if found else "What the viewers found is not known.",
    )
    Path(__file__).with_name("RESULTS.md").write_text(text, "utf-8")


def _rows_of(samples: list[Sample]) -> Iterator[str]:
    """Yield a line for each ten minutes."""
    due = 0.0
    for each in samples:
        if each["minute"] >= due:
            due += ROW_SECONDS / 60
            held = (f"{each.get(name, nan):,.0f}" for name in COLUMNS)
            yield f"| {each['minute']:.0f} | {' | '.join(held)} |"


def _curves(samples: list[Sample]) -> Iterator[str]:
    for name in _names(samples):
        values = _values(samples, name)
        if len(set(values)) > 1 and name not in COUNTED:
            low, high = min(values), max(values)
            rise = f"{_rise(samples, name):+,.1f} | {_judge(samples, name)}"
            yield f"| {name} | `{_curve(values)}` | {low:,.0f} to {high:,.0f} | {rise} |"


def _verdict(samples: list[Sample]) -> str:
    names = [name for name in _names(samples) if name not in COUNTED]
    rising = [name for name in names if _judge(samples, name) == "**rises**"]
    return f"What must be flat and is not: **{', '.join(rising) or 'nothing'}**."


def _judge(samples: list[Sample], name: str) -> str:
    if name in GROWS:
        return GROWS[name]
    latter = _values(samples[len(samples) // 2 :], name)
    allowed = max(FLAT * fmean(latter), LEAST[name.rpartition(" ")[2]]) if latter else 0.0
    rises = _rise(samples, name) > allowed and _follows_time(latter)
    return "**rises**" if rises else "flat"


def _follows_time(values: list[float]) -> bool:
    """Return whether values rise with time rather than to and fro."""
    return len(set(values)) > 1 and correlation(range(len(values)), values) > TREND


def _rise(samples: list[Sample], name: str) -> float:
    """Return how much a value rises in an hour, by its slope over the second half."""
    latter = [each for each in samples[len(samples) // 2 :] if name in each]
    if len(latter) < 2:
        return 0.0
    return linear_regression([each["minute"] / 60 for each in latter], _values(latter, name)).slope


def _curve(values: list[float]) -> str:
    """Return a curve from zero, a bar for every few samples."""
    step = max(1, -(-len(values) // CURVE))
    heights = [fmean(values[at : at + step]) for at in range(0, len(values), step)]
    top = max(heights) or 1.0
    return "".join(BARS[round(max(0.0, height) / top * (len(BARS) - 1))] for height in heights)


def _names(samples: list[Sample]) -> list[str]:
    return list(dict.fromkeys(name for each in samples for name in each))


def _values(samples: list[Sample], name: str) -> list[float]:
    return [each[name] for each in samples if name in each]
