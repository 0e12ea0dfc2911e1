"""Answers from the boards to the tournament's questions.

The questions are those of `tournament.boards.Boards`.
"""

from collections.abc import Collection, Iterable, Mapping

from django.contrib.auth.models import AbstractBaseUser

from referee.board.if_called import words_without_plans
from referee.log import overview
from referee.log.log_figures import calls_of, logs_so_far
from referee.log.practice import delete_logs
from referee.log.table_needs import needs_of_rounds
from referee.records.game_figures import deeds_of, games_so_far
from referee.records.paper import keep_position
from scoring.game.editions import Edition
from tournament.boards import Boards, PauseTime, TableLog, TableNumbers
from tournament.common.game_figures import CallFigures, DeedsSoFar, GamesSoFar, LogsSoFar
from tournament.common.hall_clock import LedgerEntry
from tournament.models import Entry, Event, PaperSheet


class LoggedBoards(Boards):
    """Answers from the tables' logs and records."""

    def table_log(self, table: int) -> TableLog | None:
        return overview.table_log(table)

    def pauses_of_round(self, round_: int, steps: Iterable[LedgerEntry]) -> Mapping[int, PauseTime]:
        return overview.pauses_of_round(round_, steps)

    def needs_of_rounds(self, rounds: Collection[int]) -> Mapping[int, Mapping[str, TableNumbers]]:
        return needs_of_rounds(rounds)

    def tables_with_tablets(self, tables: Collection[int]) -> list[tuple[int, int]]:
        return overview.tables_with_tablets(tables)

    def delete_practice_logs(self, event: Event) -> None:
        delete_logs(event)

    def keep_position(self, sheet: PaperSheet, *, counts: bool, by: AbstractBaseUser | str) -> None:
        keep_position(sheet, counts=counts, by=by)

    def games_so_far(self, event: Event, most: int | None = None) -> GamesSoFar:
        return games_so_far(event, most)

    def deeds_of(self, entries: Iterable[Entry], most: int) -> DeedsSoFar:
        return deeds_of(entries, most)

    def logs_so_far(self, event: Event, most: int | None = None) -> LogsSoFar:
        return logs_so_far(event, most)

    def if_called_words(self, edition: Edition) -> Mapping[str, str]:
        return words_without_plans(edition)

    def calls_of(self, event: Event) -> list[CallFigures]:
        return calls_of(event)
