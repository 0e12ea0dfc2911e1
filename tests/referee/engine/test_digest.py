"""The engine's digest names one state of rules, sentences and editions."""

import hashlib
import re
from pathlib import Path

import referee.engine
import scoring.game
from referee.engine import engine_digest


def test_the_digest_is_over_all_sources_and_data():
    digest = hashlib.sha256()
    for part in (referee.engine, scoring.game):
        assert part.__file__ is not None
        folder = Path(part.__file__).parent
        files = [path for path in folder.rglob("*") if path.suffix in (".py", ".toml")]
        for path in sorted(files):
            digest.update(path.relative_to(folder.parent).as_posix().encode())
            digest.update(b"\0" + path.read_bytes() + b"\0")
    assert engine_digest() == digest.hexdigest()
    assert re.fullmatch("[0-9a-f]{64}", engine_digest())
