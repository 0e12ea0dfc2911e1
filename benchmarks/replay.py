"""Game records from disk, judged to the last rule, beside python-chess on a PGN of random games.

Units: events (lines after the header) and half-moves a second of CPU time, on one core. The engine
remembers how short lines read; each turn begins with that memory empty, so that only what recurs
among the records of one turn is found in it, and is measured once more with the memory emptied
before each record. The ceiling is a loop which decodes each line as JSON and looks its type up.
"""

import gc
import io
import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random

import chess
import chess.pgn

from benchmarks.machine import machine
from referee.engine import Game, replay_lines
from referee.engine.reading import cached_reading
from scoring.game.effects import parse_effect

HERE = Path(__file__).parent
RECORDS = [
    *sorted((HERE.parent / "tests" / "golden" / "golden").glob("*.amr.jsonl")),
    *sorted((HERE.parent / "referee" / "sample_event").rglob("*.amr.jsonl")),
]
PGN = HERE / "data" / "random-games.pgn"
TABLE = HERE / "replay.md"


def main() -> None:
    """Measure, print and keep the table."""
    games = [decoded(path) for path in RECORDS]
    rates = best_rates(
        7,
        lambda: replay_all(RECORDS),
        lambda: replay_singly(RECORDS),
        lambda: replay_pgn(PGN),
        lambda: decode_all(RECORDS),
        lambda: play_all(games),
    )
    table = render(len(RECORDS), rates, memory_of_a_live_game(RECORDS))
    TABLE.write_text(table)
    sys.stdout.write(table)


def best_rates(rounds: int, *works: Callable[[], int]) -> list[float]:
    """Return the best rate of each work, items a CPU second.

    The works take turns, so that other load on the machine disturbs them alike.
    """
    best = [0.0] * len(works)
    for _ in range(rounds):
        for place, work in enumerate(works):
            gc.collect()
            start = time.process_time()
            done = work()
            best[place] = max(best[place], done / (time.process_time() - start))
    return best


def replay_all(records: list[Path]) -> int:
    """Replay each file with full judging, undo included; the events played."""
    forget()
    return sum([replay_one(path) for path in records])


def replay_singly(records: list[Path]) -> int:
    """Replay the records so that none profits from the lines of another."""
    done = 0
    for path in records:
        forget()
        done += replay_one(path)
    return done


def replay_one(path: Path) -> int:
    """Replay one file, whose events are all legal, and return their number."""
    replay = replay_lines(path.read_bytes())
    if replay.game is None or replay.refusal is not None:
        raise SystemExit(f"{path.name}: {replay.refusal}")
    return len(replay.game.events)


def forget() -> None:
    """Empty the memories of lines and effects; editions and their boards stay loaded."""
    cached_reading.cache_clear()
    parse_effect.cache_clear()


def replay_pgn(path: Path) -> int:
    """Parse each game with python-chess, which judges each move; the half-moves played."""
    done = 0
    text = io.StringIO(path.read_text())
    while (game := chess.pgn.read_game(text)) is not None:
        if game.errors:
            raise SystemExit(f"{path.name}: {game.errors}")
        done += sum(1 for _ in game.mainline_moves())
    return done


def decode_all(records: list[Path]) -> int:
    """Decode each line and look its type up, nothing more: the ceiling."""
    known: dict[str, int] = {}
    done = 0
    for path in records:
        for line in path.read_bytes().splitlines():
            event = json.loads(line)
            known[event.get("type", "")] = done
            done += 1
    return done


def memory_of_a_live_game(records: list[Path]) -> float:
    """Return the kB of one live game after its last event, without the shared edition."""
    longest = max(records, key=lambda path: path.stat().st_size)
    lines = decoded(longest)
    warm = play(lines)
    gc.collect()
    tracemalloc.start()
    games = [play(json.loads(json.dumps(lines))) for _ in range(20)]
    gc.collect()
    size, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del warm
    return size / len(games) / 1000


def decoded(path: Path) -> list[dict[str, object]]:
    """Return the header and the events of one file."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def play_all(games: list[list[dict[str, object]]]) -> int:
    """Play decoded games event by event, as a live game does; the events played."""
    return sum([len(play(lines).events) for lines in games])


def play(lines: list[dict[str, object]]) -> Game:
    """Return the game of these decoded lines, each event judged and described for readers."""
    game = Game.open(lines[0])
    for event in lines[1:]:
        game.play(event)
    return game


def render(files: int, rates: list[float], memory: float) -> str:
    """Return the results as the Markdown table kept in the repository."""
    ours, singly, peer, ceiling, live = rates
    return f"""# Replay: files from disk, full judging, one core

Machine: {machine()}. CPU seconds, best of seven turns. `python -m benchmarks replay`

| what | a second | beside python-chess |
|---|---:|---:|
| Treasurer, {files} records, events | {ours:,.0f} | {ours / peer:.2f}× |
| the same, nothing remembered from one record to the next | {singly:,.0f} | {singly / peer:.2f}× |
| a live game: decoded events judged, described, kept | {live:,.0f} | {live / peer:.2f}× |
| python-chess {chess.__version__}, random games, half-moves | {peer:,.0f} | 1.00× |
| ceiling: decode JSON and dispatch, lines | {ceiling:,.0f} | {ceiling / peer:.2f}× |

The engine remembers how the last 2,048 short lines read. That memory is empty at the beginning of
each turn, and in the second row before each record; the editions stay loaded.

Memory of one live game after its last event (the longest record): {memory:.1f} kB.
"""


def write_pgn(games: int = 150, plies: int = 200, seed: int = 1) -> None:
    """Make the committed PGN again: random legal games from a seed."""
    random = Random(seed)
    with PGN.open("w") as out:
        for _ in range(games):
            board = chess.Board()
            while not board.is_game_over() and board.ply() < plies:
                board.push(random.choice(list(board.legal_moves)))
            print(chess.pgn.Game.from_board(board), file=out, end="\n\n")


if __name__ == "__main__":
    main()
