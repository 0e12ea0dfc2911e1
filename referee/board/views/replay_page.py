"""The content of one moment's page, wherever its record came from."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from referee.board.chapter_wording import ShownChapter, shown_chapter, turning_chapter
from referee.board.deeds import Holding, city_numbers
from referee.board.drawing import Board, Pawn, Square, draw
from referee.board.game_charts import game_charts, has_estimates, turn_at, turn_numbers
from referee.board.if_called import if_called
from referee.board.views.replay_document import effects_of, title_of
from referee.language import square_name
from referee.records.board import Board as Values
from referee.records.chapters import chapters_of, winners_of
from referee.records.frames import Frame, Frames


def moment_context(
    frames: Frames, at: int, *, figures: bool, points: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Return the context of `referee/board/partials/replay*.html` for frame `at`.

    The charts' `figures` are included as tables, most of such a page, or else linked to. `points`
    are the stored turning points of the record.
    """
    frame, last = frames.frames[at], len(frames.frames) - 1
    turns = turn_numbers(frames)
    chapters = [
        shown_chapter(each, frames.game, turn_at(turns, each.frame)) for each in chapters_of(frames)
    ]
    chapters += _turning_chapters(frames, points, turns)
    chapters.sort(key=lambda chapter: chapter.frame)
    return {
        "game": frames.game,
        "frame": frame,
        "title": title_of(frame, frames.game) or gettext("The start"),
        "effects": effects_of(frame, frames.game),
        "last": last,
        "previous": at - 1 if at > 0 else None,
        "next": at + 1 if at < last else None,
        "players": _players(frames, frame),
        "called": if_called(frame.board, frames.game.state.edition, frames.game.names),
        "estimates": has_estimates(frames),
        "drawing": _drawing(frames, frame),
        "charts": game_charts(frames, chapters, at, figures=figures),
        "chapters": chapters,
        "chapter": max((n for n, each in enumerate(chapters) if each.frame <= at), default=None),
        "most_buildings": frames.game.state.edition.improvements,
    }


def _turning_chapters(
    frames: Frames, points: Sequence[Mapping[str, Any]], turns: tuple[list[int], list[int]]
) -> list[ShownChapter]:
    """Return the turning points as chapters.

    A turning point is left out if its line is no longer in the record.
    """
    entries = {entry.line: entry for entry in frames.game.entries}
    return [
        turning_chapter(point, entries[line], frame, frames.game, turn_at(turns, frame))
        for point in points
        for line in [point["line"]]
        if line in entries and not entries[line].undone
        for frame in [frames.by_line[line]]
    ]


def _players(frames: Frames, frame: Frame) -> list[dict[str, Any]]:
    """Return the players at the moment, in order of play."""
    board, names = frame.board, frames.game.names
    won = winners_of(board)
    return [
        {
            "code": code,
            "name": names[code],
            "on_turn": board["on_turn"] == code,
            "won": code in won,
            **told,
        }
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
