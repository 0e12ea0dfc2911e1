"""The tablet's app as tests and measurements find it; needs no settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import ViewportSize

TAPPING = Path(__file__).parent / "tablet_screens" / "tapping.js"
LANDSCAPE: ViewportSize = {"width": 1280, "height": 800}
RUNTIME = "/static/tablet/runtime/tablet.js"
REACH = f"""async () => {{
  window.tablet = await (await import("{RUNTIME}")).openTablet();
}}"""
"""Leaves the runtime within reach of the test."""
KEPT = f"""async () => {{
  const tablet = await (await import("{RUNTIME}")).openTablet();
  return new Promise((resolve) => tablet.onChange((state) => state.offlineReady && resolve(true)));
}}"""
"""Once the tablet can start without a network."""
Header = dict[str, Any]


def lower_die_first(fields: dict[str, Any]) -> dict[str, Any]:
    """For `json.loads` of what a game came to: whoever taps a throw does not tell its two dice
    apart, and the lower one is recorded first."""
    dice = fields.get("dice")
    return {**fields, "dice": sorted(dice)} if isinstance(dice, list) else fields


def read_record(path: Path) -> tuple[Header, list[dict[str, Any]]]:
    """A record's header and events, without what only imported records bring (`x-…` in the header)
    and the ids and times that are not tapped."""
    header, *events = (json.loads(line) for line in path.read_text().splitlines() if line.strip())
    header = {key: value for key, value in header.items() if not key.startswith("x-")}
    for event in events:
        event.pop("id", None)
        event.pop("at", None)
    return header, events


def read_statement(record: Path) -> Any:
    """What an independent implementation says the game of a golden record came to."""
    text = record.with_name(record.name.replace(".amr.jsonl", ".statement.json")).read_text()
    return json.loads(text, object_hook=lower_die_first)
