"""Texts of the rules page: rulings, gaps decided once for all, and editions."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from scoring.game.editions import Edition
from scoring.game.rulings import RULINGS


class RulingText(NamedTuple):
    """A ruling in words.

    It has the ruling's name, the gap in the books with rule numbers, and the meaning of each
    value. `example` shows the difference in one case.
    """

    title: Any
    gap: Any
    example: Any
    values: dict[str, Any]


class Ruling(NamedTuple):
    """A ruling in force in an event; `changed` if it differs from the default."""

    code: str
    title: str
    gap: str
    value: str
    others: list[str]
    changed: bool


class EditionRule(NamedTuple):
    """One line of what an edition says: the rule's number, the subject, what holds."""

    rule: str
    subject: str
    text: str


RULING_TEXTS = {
    "rounding": RulingText(
        _("Rounding of percentages"),
        _(
            "A tenth of 1237 is 123.7, and there is no coin below 1. The books do not say what "
            "happens to the rest. It matters for retention and for the percentage of income tax "
            "(R17); each percentage is rounded separately."
        ),
        _("Ada keeps a tenth of 1237: 124 to the nearest unit, 123 rounded down."),
        {
            "half_up": _("To the nearest whole unit, halves up"),
            "down": _("Down to the whole unit"),
            "up": _("Up to the whole unit"),
        },
    ),
    "prison_circuit": RulingText(
        _("A monopolist in prison during the circuit"),
        _(
            "A monopolist in prison collects no rent (R15). The circuit at the end pays “by the "
            "usual rules”, and the books do not say whether that includes this one."
        ),
        _(
            "Ben is in prison and owns a street with a rent of 26: the Treasurer pays 26, or "
            "nothing."
        ),
        {
            "unpaid": _("The circuit pays nothing to a monopolist in prison"),
            "paid": _("The circuit pays a monopolist in prison like everybody else"),
        },
    ),
    "mortgaged_companies": RulingText(
        _("Mortgaged companies and doubled fares"),
        _(
            "A monopolist’s fares rise with the number of companies owned (R19, R20). A mortgaged "
            "company earns nothing itself, but the books do not say whether it still counts."
        ),
        _(
            "Ben owns three companies, one of them mortgaged: the fares are those of three, or of "
            "two."
        ),
        {
            "count": _("A mortgaged company still counts: it is owned"),
            "ignore": _("Only companies that are not mortgaged count"),
        },
    ),
    "ties": RulingText(
        _("Equal final cash"),
        _("The books name whoever has the most cash the winner, and are silent on equal cash."),
        _(
            "Ada and Ben end with 900 each, and the circuit paid Ada more: both are first, or Ada "
            "is."
        ),
        {
            "shared": _("Equal cash shares the place"),
            "circuit_income": _(
                "The greater income on the circuit is ahead; if still equal, the place is shared"
            ),
            "pre_retention_cash": _(
                "The greater cash before retention is ahead; if still equal, the place is shared"
            ),
        },
    ),
}
SETTLED_GAPS = [
    _("The extra throw of a double is lost when the player is confined (R7, R15)."),
    _("The richest player is found as if nobody were in prison (R25)."),
    _("The turn in progress when time is called is finished; no other begins."),
    _("A sale that breaks a monopoly is treated like a mortgage that does (R12)."),
    _(
        "A player who leaves goes bankrupt to the creditor of the oldest debt, or to the Treasury"
        " (R24)."
    ),
]


def rulings_in_force(chosen: dict[str, str]) -> list[Ruling]:
    """Return all rulings with the values that apply to an event.

    `chosen` are its values that differ from the defaults.
    """
    return [_ruling(code, chosen.get(code, values[0])) for code, values in RULINGS.items()]


def _ruling(code: str, value: str) -> Ruling:
    text = RULING_TEXTS[code]
    others = [str(sentence) for name, sentence in text.values.items() if name != value]
    changed = value != RULINGS[code][0]
    return Ruling(code, str(text.title), str(text.gap), str(text.values[value]), others, changed)


def edition_rules(edition: Edition, two_hours: bool) -> list[EditionRule]:
    """Return the rules of this edition where the printed editions differ."""
    rules = edition.rules
    pairs = [
        ("R15", _("Leaving prison by doubles"), _doubles(rules.prison_doubles)),
        ("R15", _("A competitor in price war"), _price_war(rules.price_war_deals)),
        ("R15", _("Staying confined without throwing"), _passing_text(rules.may_pass)),
        ("R12", _("Redeeming a mortgage"), _redeeming_text(rules.redeem_on_own_turn)),
        (
            "R12",
            _("Houses left when a monopoly is broken"),
            _broken_monopoly_text(rules.broken_monopoly_builds),
        ),
        ("R16", _("The square of both roles"), _role_square(rules.role_square)),
    ]
    if two_hours:
        pairs += [
            ("R23", _("Trades between players"), _trades(rules.tournament_trades)),
            ("", _("Adjustment after time is called"), _adjustment(rules.adjustment)),
        ]
    return [EditionRule(rule, str(subject), str(text)) for rule, subject, text in pairs]


def _doubles(variant: str) -> Any:
    if variant == "free_only":
        return _("Doubles only free the player, who then throws once more and moves")
    return _("Doubles free the player, move the pawn and give the one extra throw")


def _price_war(deals: bool) -> Any:
    if deals:
        return _("Goes on buying, building and collecting rent")
    return _("Goes on collecting rent, but builds, redeems and receives no deed by trade")


def _passing_text(allowed: bool) -> Any:
    if allowed:
        return _("Allowed on either of the first two turns")
    return _("Not allowed: pay the fine or throw")


def _redeeming_text(own_turn: bool) -> Any:
    return _("Only when it is the player’s turn") if own_turn else _("At any time")


def _broken_monopoly_text(stay: bool) -> Any:
    if stay:
        return _("They stay; the single rent is due and nothing more is built")
    return _("All houses of that city have to be sold first")


def _role_square(variant: str) -> Any:
    if variant == "dice":
        return _("Two dice choose a line of the role card")
    return _("The top card of the role’s deck")


def _trades(allowed: bool) -> Any:
    return _("Until time is called") if allowed else _("Never in a tournament game")


def _adjustment(held: bool) -> Any:
    if held:
        return _("Each player may deal with the Treasury once more: sell, build, mortgage, redeem")
    return _("None: retention follows at once")
