"""The best adjustment (step A) for a player who owns every deed, half of them mortgaged.

No position has more to decide. CPU milliseconds on one core, of random positions: at the first
question, and again when only cash has changed, because a group's options are remembered.
"""

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from benchmarks.machine import machine
from scoring.game.adjustment import best_adjustment
from scoring.game.adjustment_options import options_of
from scoring.game.adjustment_search import front_of
from scoring.game.deeds import buildings_without_monopoly
from scoring.game.editions import Edition, load_edition
from scoring.game.position import MORTGAGED, Position
from scoring.game.rulings import Rulings

TABLE = Path(__file__).with_suffix(".md")
POSITIONS = 300
PRINTED = load_edition("us-2011")


def main() -> None:
    """Measure, print and keep the table."""
    rows = [
        measured(f"{role}, {board}", role, edition_of)
        for board, edition_of in (("printed prices", printed), ("random prices", corrected))
        for role in ("competitor", "monopolist")
    ]
    table = render(rows)
    TABLE.write_text(table)
    sys.stdout.write(table)


def measured(name: str, role: str, edition_of: Callable[[Random], Edition]) -> str:
    """Return a row of the table: mean and worst, of the first and of the next question."""
    times = [best_of_three(Random(seed), role, edition_of) for seed in range(POSITIONS)]
    first, again = zip(*times, strict=True)
    figures = (sum(first) / POSITIONS, max(first), sum(again) / POSITIONS, max(again))
    return f"| {name} | " + " | ".join(f"{figure:.1f}" for figure in figures) + " |"


def best_of_three(
    random: Random, role: str, edition_of: Callable[[Random], Edition]
) -> tuple[float, float]:
    """Return the times of the first question about a position, and of one with other cash."""
    position = whole_board(random, role, edition_of)
    first, again = [], []
    gc.collect()
    for _ in range(3):
        options_of.cache_clear()
        front_of.cache_clear()
        first.append(milliseconds(position))
        position.cash[0] += 1
        again.append(milliseconds(position))
        position.cash[0] -= 1
    return min(first), min(again)


def whole_board(random: Random, role: str, edition_of: Callable[[Random], Edition]) -> Position:
    """Return a position whose first player owns every deed, and has often little cash."""
    other = "monopolist" if role == "competitor" else "competitor"
    position = Position(edition_of(random), Rulings(), (role, other))
    for square in position.board.deeds:
        position.owner[square] = 0
        position.built[square] = MORTGAGED if random.random() < 0.5 else 0
    for square in position.board.streets:
        if position.built[square] != MORTGAGED:
            position.built[square] = random.randint(0, position.edition.improvements[role])
    for square in buildings_without_monopoly(position, 0):
        position.built[square] = 0
    position.cash[0] = random.choice((0, 5, 100, 400, 1000, 2000))
    return position


def printed(random: Random) -> Edition:
    """Return the edition as printed."""
    return PRINTED


def corrected(random: Random) -> Edition:
    """Return the edition with random prices, where more plans come close to the best."""
    rows = PRINTED.board.rows()
    house_prices: dict[str, int] = {}
    for row in rows:
        if row["price"]:
            row["price"] = 10 * random.randint(1, 80)
        if row["house_price"]:
            random_price = 10 * random.randint(1, 50)
            row["house_price"] = house_prices.setdefault(row["city"], random_price)
    return PRINTED.with_board(rows)


def milliseconds(position: Position) -> float:
    """Return the CPU time of one plan."""
    start = time.process_time()
    best_adjustment(position, 0)
    return (time.process_time() - start) * 1000


def render(rows: list[str]) -> str:
    """Return the results as the Markdown table kept in the repository."""
    lines = "\n".join(rows)
    return f"""# Best adjustment: a player who owns all 28 deeds, half of them mortgaged

Machine: {machine()}. CPU milliseconds, {POSITIONS} random positions a row, each the best
of three. `python -m benchmarks adjustment`

| position | first, mean | first, worst | again, mean | again, worst |
|---|---:|---:|---:|---:|
{lines}

*Again*: the same deeds with other cash, as after most events; the options of each group are
remembered.
"""


if __name__ == "__main__":
    main()
