"""What the golden games come to, event by event, by the engine as it is."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.engine import Game, engine_digest

GOLDEN = Path(__file__).parents[1] / "golden" / "golden"
SHORT = 8
"""Letters kept of the hash of a state: enough to tell one from another."""


def keep_games(file: Path) -> None:
    """Write them down, a line each, with the engine's digest, which logs carry."""
    lines = [f"{json.dumps(name)}: {json.dumps(game)}" for name, game in golden_games().items()]
    engine, games = json.dumps(engine_digest()), ",\n".join(lines)
    file.write_text(f'{{"engine": {engine}, "games": {{\n{games}\n}}}}\n', "utf-8")


def golden_games() -> dict[str, Any]:
    """Each by its name: the record's SHA-256, the states it goes through, and its statement."""
    records = sorted(GOLDEN.glob("*.amr.jsonl"))
    return {path.name.removesuffix(".amr.jsonl"): _played(path) for path in records}


def _played(path: Path) -> dict[str, Any]:
    header, *events = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line)
    game = Game.open(header)
    return {
        "record": hashlib.sha256(path.read_bytes()).hexdigest(),
        "states": " ".join(_states(game, events)),
        "statement": game.statement(),
    }


def _states(game: Game, events: list[dict[str, Any]]) -> Iterator[str]:
    """The hash of the state after each event, if it is accepted."""
    for event in events:
        accepted = game.play(event).is_accepted
        text = json.dumps(game.statement(), sort_keys=True)
        yield hashlib.sha256(text.encode()).hexdigest()[:SHORT] if accepted else "refused"
