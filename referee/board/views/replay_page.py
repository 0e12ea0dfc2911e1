"""The content of one moment's page, wherever its record came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from referee.board.chart import Mark, curves_of, draw_chart
from referee.board.deeds import Holding, city_numbers
from referee.board.drawing import Board, Pawn, Square, draw
from referee.board.views.ledger import kind_name
from referee.board.views.replay_document import effects_of, title_of
from referee.language import square_name
from referee.records.board import Board as Values
from referee.records.frames import Frame, Frames
from referee.records.turns import KINDS, PROCEDURE, TIME, Moment, moments_of, turns_of


@dataclass(frozen=True, slots=True)
class JumpTo:
    """A moment to jump to: its frame, and the ledger's event it is."""

    frame: int
    moment: Moment


@dataclass(frozen=True, slots=True)
class FigureRow:
    """The chart's figures after a turn: its frame, its title, each player's expected final."""

    frame: int
    number: int | None
    title: str
    finals: Sequence[int | None]


def moment_context(frames: Frames, at: int, *, figures: bool) -> dict[str, Any]:
    """Return the context of `referee/board/partials/replay*.html` for frame `at`.

    The chart's `figures` are included as a table, most of such a page, or else linked to.
    """
    frame, last = frames.frames[at], len(frames.frames) - 1
    jumps = _jumps(frames)
    return {
        "game": frames.game,
        "frame": frame,
        "title": title_of(frame, frames.game) or gettext("The start"),
        "effects": effects_of(frame, frames.game),
        "last": last,
        "previous": at - 1 if at > 0 else None,
        "next": at + 1 if at < last else None,
        "players": _players(frames, frame),
        "drawing": _drawing(frames, frame),
        "chart": _chart(frames, at) if _estimates(frames) else None,
        "figures": _figures(frames) if figures else [],
        "jumps": [
            (kind_name(kind), [jump for jump in jumps if jump.moment.kind == kind])
            for kind in KINDS
            if any(jump.moment.kind == kind for jump in jumps)
        ],
        "most_buildings": frames.game.state.edition.improvements,
    }


def _jumps(frames: Frames) -> list[JumpTo]:
    moments = moments_of(frames.game.entries)
    return [JumpTo(frames.by_line[moment.entry.line], moment) for moment in moments]


def _players(frames: Frames, frame: Frame) -> list[dict[str, Any]]:
    """Return the players at the moment, in order of play."""
    board, names = frame.board, frames.game.names
    return [
        {"code": code, "name": names[code], "on_turn": board["on_turn"] == code, **told}
        for code, told in board["players"].items()
    ]


def _drawing(frames: Frames, frame: Frame) -> SafeString:
    return draw(
        _board(frames, frame.board),
        gettext("The board at this moment"),
        gettext("The sentences beside it say what happened."),
        live=True,
    )


def _board(frames: Frames, values: Values) -> Board:
    state = frames.game.state
    cities = city_numbers(state.board)
    squares = [
        Square(
            square.number,
            square.kind,
            square_name(square.name),
            cities.get(square.city or ""),
            square.price or None,
        )
        for square in state.board.squares
    ]
    pawns = [
        Pawn(one["seat"], one["role"], one["square"], one["confined"])
        for one in values["players"].values()
        if not one["out"]
    ]
    return Board(squares, _holdings(values, state.edition.improvements), pawns)


def _holdings(values: Values, most: Mapping[str, int]) -> dict[int, Holding]:
    held = {}
    for square, deed in values["deeds"].items():
        owner = values["players"][deed["owner"]]
        big = deed["buildings"] == most[owner["role"]]
        held[int(square)] = Holding(
            owner["seat"], owner["role"], deed["buildings"], big, deed["mortgaged"]
        )
    return held


def _estimates(frames: Frames) -> bool:
    return any("expected" in one for one in frames.frames[0].board["players"].values())


def _chart(frames: Frames, at: int) -> SafeString:
    kinds = {PROCEDURE: None, TIME: TIME}
    marks = [
        Mark(jump.frame, jump.moment.kind)
        for jump in _jumps(frames)
        if kinds.get(jump.moment.kind, jump.moment.kind) is not None
    ]
    return draw_chart(
        curves_of(frames.frames),
        marks,
        at,
        gettext("Expected final cash over the game"),
        gettext("What each player would have ended with if time had been called at that moment."),
    )


def _figures(frames: Frames) -> list[FigureRow]:
    """Return a row of figures for each turn in force, as it stood at the turn's end."""
    rows = []
    for turn in turns_of(frames.game.entries):
        if turn.first.undone:
            continue
        frame = _last_frame(frames, turn.entries[-1].line)
        finals = [one.get("expected") for one in frame.board["players"].values()]
        title = title_of(frames.frames[frames.by_line[turn.first.line]], frames.game)
        rows.append(FigureRow(frame.number, turn.number, title, finals))
    return rows


def _last_frame(frames: Frames, line: int) -> Frame:
    """Return the last frame of an event, after its deeds of the circuit."""
    number = frames.by_line[line]
    while number + 1 < len(frames.frames):
        entry = frames.frames[number + 1].entry
        if entry is None or entry.line != line:
            break
        number += 1
    return frames.frames[number]
