"""The stories of finished tables, each worked out once for a record."""

from collections.abc import Mapping
from threading import Lock

from cachetools import LRUCache

from referee.engine import RecordRefusedError
from referee.records.frames import MAX_EVENTS
from referee.records.selectors import record_facts, record_of
from referee.records.story import PlayerStory, stories_of
from scoring.game.editions import Edition

MAX_STORIES = 4_000
"""The most tables whose stories are cached, at a few kilobytes each."""

Place = tuple[int, int]
"""(round number, table number)."""
Stories = Mapping[str, PlayerStory]
_kept: LRUCache[tuple[str, str], Stories] = LRUCache(MAX_STORIES)
_lock = Lock()


def stories_of_tables(
    event: int, tables: Mapping[Place, int], edition: Edition
) -> dict[Place, Stories]:
    """Return the stories of an event's players, by table and then by player id.

    A table counts if the public sees its record and today's rules still accept it. `event` is a
    key, `tables` are the tables' keys. 2 queries, and 3 for each table whose stories are not
    cached.
    """
    told = {}
    for place, facts in record_facts(event, tables.keys()).items():
        stories = _stories(tables[place], facts.digest, edition)
        if stories:
            told[place] = stories
    return told


def _stories(table: int, digest: str, edition: Edition) -> Stories:
    key = digest, edition.digest
    with _lock:
        stories = _kept.get(key)
    if stories is None:
        record = record_of(table)
        stories = stories_or_none(record.text, edition) if record else {}
        with _lock:
            _kept[key] = stories
    return stories


def stories_or_none(text: str, edition: Edition) -> Stories:
    """Return the stories of a record.

    There are none if today's rules refuse it, or if it is too long for a replay.
    """
    if text.count("\n") > MAX_EVENTS:
        return {}
    try:
        return stories_of(text, edition)
    except (ValueError, RecordRefusedError):
        return {}
