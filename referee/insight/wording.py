"""Ranges, shares and ways to play in words: on pages, on boards and on a terminal."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.common.figures_wording import sign_of

ROLE_WINS: Final[Mapping[str, Promise]] = {
    "competitor": _("A competitor wins"),
    "monopolist": _("A monopolist wins"),
}
GAME_FACTS: Final[Mapping[str, Promise]] = {
    "turns": _("Turns of a game, on average"),
    "early": _("Games over before time"),
    "broke": _("Games with a bankruptcy before time"),
}
WAYS_TO_PLAY: Final[Mapping[str, tuple[Promise, Promise]]] = {
    "spender": (
        pgettext_lazy("way to play", "Spender"),
        _("buys and builds as long as there is cash, and pays to leave prison"),
    ),
    "careful": (
        pgettext_lazy("way to play", "Careful"),
        _("buys and builds, but keeps some cash back"),
    ),
    "collector": (
        pgettext_lazy("way to play", "Collector"),
        _("buys whatever comes, and never builds"),
    ),
    "trader": (
        pgettext_lazy("way to play", "Trader"),
        _("buys, builds, and pays other players for the streets that are missing"),
    ),
    "miser": (
        pgettext_lazy("way to play", "Miser"),
        _("buys only with much cash, never builds, and passes in prison"),
    ),
    "mix": (
        pgettext_lazy("way to play", "Mix"),
        _("each player is one of these five, by lot"),
    ),
}
"""Of each method its name, and half a sentence on what it does (docs/chances.md)."""


def open_games_text(turns: int) -> str:
    """Return what the shares of games A and B are of."""
    text = gettext(
        "Each share of wins is of the games that are over within %(turns)d turns: an open game has "
        "no winner."
    )
    return text % {"turns": turns}


def seat_wins(seat: int) -> str:
    """Return the name of a seat's share; seats are counted from 1."""
    return gettext("Seat %(seat)d wins") % {"seat": seat}


def percents_text(low: int, high: int) -> str:
    """Return a range of whole percents, as “31–40 %”."""
    text = gettext("{low} %") if low == high else gettext("{low}–{high} %")
    return text.format(low=low, high=high)


def shares_text(chance: Mapping[str, float]) -> str:
    """Return the shares `low` to `high` in whole percent, as “31–40 %”."""
    return percents_text(_percent(chance["low"]), _percent(chance["high"]))


def range_text(chance: Mapping[str, float]) -> str:
    """Return a range of shares with its interval in brackets, as “31–40 % (27–45)”."""
    return f"{shares_text(chance)} {interval_text(chance)}"


def interval_text(chance: Mapping[str, float]) -> str:
    """Return the interval of a range of shares in whole percent, as “(27–45)”."""
    return f"({_percent(chance['least'])}–{_percent(chance['most'])})"


def numbers_text(values: Mapping[str, float], digits: int = 0) -> str:
    """Return a range of numbers with its interval in brackets, as “118–120 (117–120)”."""
    return f"{low_to_high_text(values, digits)} {number_interval_text(values, digits)}"


def low_to_high_text(values: Mapping[str, float], digits: int = 0) -> str:
    """Return a range of numbers, as “118–120”, or the number that it is."""
    low, high = (f"{values[key]:.{digits}f}" for key in ("low", "high"))
    return low if low == high else f"{low}–{high}"


def number_interval_text(values: Mapping[str, float], digits: int = 0) -> str:
    """Return the interval of a range of numbers, as “(117–120)”."""
    return f"({values['least']:.{digits}f}–{values['most']:.{digits}f})"


def differences_text(low: float, high: float) -> str:
    """Return a range of differences in whole numbers, as “+5 to +6”."""
    texts = [
        sign_of(number, signed=True) + str(abs(number)) for number in (round(low), round(high))
    ]
    if texts[0] == texts[1]:
        return texts[0]
    return gettext("%(low)s to %(high)s") % {"low": texts[0], "high": texts[1]}


def verdict_text(least: float, most: float) -> str:
    """Return whether a difference may be chance, by the ends of its interval."""
    if least > 0:
        return gettext("More, beyond chance")
    if most < 0:
        return gettext("Less, beyond chance")
    return gettext("May be chance")


def _percent(share: float) -> int:
    return round(100 * share)
