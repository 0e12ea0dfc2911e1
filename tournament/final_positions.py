"""The record of a final position that was typed from paper: `referee`, which plays games and is
further up, says when it is loaded how it is kept."""

from typing import Protocol

from django.contrib.auth.models import AbstractBaseUser

from tournament.models import PaperSheet


class Keeper(Protocol):
    """Keeps the record of a sheet's position with its table, as the one that `counts` or beside
    it. ValidationError where the rules make something else of it by now."""

    def __call__(self, sheet: PaperSheet, *, counts: bool, by: AbstractBaseUser | str) -> None:
        """Keep it."""


def _nobody_keeps(sheet: PaperSheet, *, counts: bool, by: AbstractBaseUser | str) -> None:
    pass


_keeper: list[Keeper] = [_nobody_keeps]


def set_position_keeper(keeper: Keeper) -> None:
    """Ask `keeper` from now on."""
    _keeper[0] = keeper


def keep_position(sheet: PaperSheet, *, counts: bool, by: AbstractBaseUser | str) -> None:
    """As a `Keeper` does."""
    _keeper[0](sheet, counts=counts, by=by)
