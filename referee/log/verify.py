"""Verification of a log against what is stored.

The chain, private texts, snapshot and result are rebuilt and compared.
"""

import json
from collections.abc import Iterator
from functools import partial

from django.utils.translation import gettext as _

from referee.journal.canonical import canonical
from referee.journal.hash_chain import FIRST
from referee.journal.judgement import BrokenLogError
from referee.journal.sealed_texts import altered_paths
from referee.log import journal_cache
from referee.log.rows import hash_of
from referee.log.snapshot import snapshot_of
from referee.log.table_setup import setup_of
from referee.models import GameLog, LoggedEvent
from tournament.models import ConflictingResult, Result


def faults_of(game: GameLog) -> list[str]:
    """Return a sentence for each fault in a game's log.

    The list is empty if there is none.
    """
    return [*_chain(game), *_replay(game)]


def _chain(game: GameLog) -> Iterator[str]:
    """Yield a sentence for each row that breaks the chain or does not match its hash."""
    seq, head = 0, FIRST
    for row in LoggedEvent.objects.filter(game=game).order_by("seq").iterator(chunk_size=500):
        if row.seq != seq + 1:
            yield _("event %(seq)d is missing") % {"seq": seq + 1}
        if row.previous_hash != head:
            yield _("event %(seq)d does not follow on the one before it") % {"seq": row.seq}
        yield from _row(row)
        seq, head = row.seq, row.hash
    if (seq, head) != (game.head_seq, game.head_hash):
        ends = {"seq": seq, "head": game.head_seq}
        yield _("the log ends at event %(seq)d, the game’s row says %(head)d") % ends


def _row(row: LoggedEvent) -> Iterator[str]:
    sealed = json.loads(row.event)
    if hash_of(row) != row.hash or canonical(sealed) != row.event:
        yield _("event %(seq)d was changed: its hash is another") % {"seq": row.seq}
    for path in altered_paths(sealed, json.loads(row.private)):
        told = {"seq": row.seq, "path": path}
        yield _("event %(seq)d: the text at %(path)s is not the one that was logged") % told


def _replay(game: GameLog) -> Iterator[str]:
    """Yield a sentence for each difference between the store and a replay.

    The rows of the log are replayed. The result is compared even if the chief chose another
    one.
    """
    try:
        journal = journal_cache.replay_log(game, partial(setup_of, game))
    except BrokenLogError as error:
        yield _("cannot be replayed: %(reason)s") % {"reason": error}
        return
    snapshot = snapshot_of(journal)
    kept = json.loads(game.snapshot) if game.snapshot else {}
    # What was stored before pauses were credited does not name them.
    kept.setdefault("pauses", snapshot["pauses"])
    differing = [name for name, value in snapshot.items() if kept.get(name, None) != value]
    if game.head_seq and differing:
        parts = ", ".join(differing)
        yield _("the snapshot differs from the log in %(parts)s") % {"parts": parts}
    if game.state == GameLog.State.CONFIRMED:
        of_table = {"table": game.table_id, "source": Result.Source.LOG}
        beside = ConflictingResult.objects.filter(**of_table).first()
        result = Result.objects.filter(**of_table).first() or beside
        if result is None or result.statement != snapshot["statement"]:
            yield _("the result recorded is not the one the log comes to")
