"""The frames of a replay as one JSON document for the page's script.

Its texts are in the reader's language.

The first board is complete, and each later one is a JSON merge patch (RFC 7396) of the one
before: the script applies what the engine computed, and knows no rule.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from referee.engine import render_consequence
from referee.language import headline_text, language
from referee.live.publishing.merge_patch import patch_between
from referee.records.board import Board
from referee.records.frames import Frame, Frames
from referee.records.replayed import ReplayedRecord

FORMAT = "treasurer-replay/1"


def replay_document(frames: Frames) -> dict[str, Any]:
    """Return the document, its frames in order from the start."""
    return {"format": FORMAT, "frames": list(_frames(frames))}


def _frames(frames: Frames) -> Sequence[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    before: Board = {}
    for frame in frames.frames:
        told.append(_frame(frame, frames.game, before))
        before = frame.board
    return told


def _frame(frame: Frame, game: ReplayedRecord, before: Board) -> dict[str, Any]:
    entry = frame.entry
    told: dict[str, Any] = {"patch": patch_between(before, frame.board)}
    if entry is None:
        return told
    told |= {"line": entry.line, "text": title_of(frame, game), "effects": effects_of(frame, game)}
    if entry.at is not None:
        told["time"] = entry.at.astimezone(dt.UTC).isoformat()
    if entry.undone:
        told["undone"] = True
    if frame.square is not None:
        told["square"] = frame.square
    return told


def title_of(frame: Frame, game: ReplayedRecord) -> str:
    """Return the reported event in words, blank for the start."""
    entry = frame.entry
    return headline_text(entry.event, game.names, game.state.edition) if entry else ""


def effects_of(frame: Frame, game: ReplayedRecord) -> list[str]:
    """Return the consequences, a sentence each."""
    edition = game.state.edition
    return [render_consequence(one, game.names, language(), edition) for one in frame.effects]
