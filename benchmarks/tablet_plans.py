"""The best adjustment as the tablet's own engine finds it, for a player who owns every deed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page

from benchmarks import adjustment
from scoring.game.position import MORTGAGED, Position

POSITIONS = 25
"""Random positions of each role, and of printed and random prices."""
_SCREEN = "referee/static/tablet/screens/best_adjustment.js"
_ASK = """async (headers) => {
  const { openTablet } = await import("/static/tablet/runtime/tablet.js");
  const { engine } = (await openTablet()).table;
  const at = "2000-01-01T00:00:00.000Z";
  const took = [];
  for (const header of headers) {
    const log = [{ n: 1, at, kind: "board", event: { type: "start", header } }];
    const opened = { header, log, roles: "drawn", seats: [], steps: [], language: "en" };
    await engine.ask("open", opened);
    const from = performance.now();
    const { plan } = await engine.ask("best_adjustment", { player: "p1" });
    took.push(performance.now() - from);
    if (plan === null) throw new Error(JSON.stringify(header));
  }
  return took;
}"""


def shows_plans(checkout: Path) -> bool:
    """Return whether a checkout's tablet shows best adjustments."""
    return (checkout / _SCREEN).exists()


def headers() -> Iterator[dict[str, Any]]:
    """Yield a game record's header for each position.

    Each names its prices, so it is an edition of its own: nothing is remembered from the last one.
    """
    for edition_of in (adjustment.printed, adjustment.corrected):
        for role, other in (("competitor", "monopolist"), ("monopolist", "competitor")):
            for seed in range(POSITIONS):
                position = adjustment.whole_board(Random(seed), role, edition_of)
                yield _header(position, (role, other))


def _header(position: Position, roles: tuple[str, str]) -> dict[str, Any]:
    players = [{"id": f"p{n}", "name": "Ada", "role": role} for n, role in enumerate(roles, 1)]
    deeds = {str(square): _deed(position.built[square]) for square in position.board.deeds}
    return {
        "record": "amr/1",
        "edition": position.edition.printed,
        "mode": "two-hour",
        "players": players,
        "board": position.board.rows(),
        "position": {"cash": {"p1": position.cash[0]}, "deeds": deeds},
    }


def _deed(built: int) -> dict[str, Any]:
    state: dict[str, Any] = {"mortgaged": True} if built == MORTGAGED else {"improvements": built}
    return {"owner": "p1", **state}


def ask(page: Page) -> list[float]:
    """Return the milliseconds of each answer, on a page with an open table; its log is lost."""
    took: list[float] = page.evaluate(_ASK, list(headers()))
    return took
