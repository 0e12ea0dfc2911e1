"""The steps after a game as the score sheet prints them.

Each step comes with its rule and its blanks.
"""

from dataclasses import dataclass, field

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.editions import Edition
from scoring.game.rulings import Rulings
from tournament.events.rule_texts import RULING_TEXTS

NOTES = (500, 100, 50, 10, 5, 1)
"""The notes in the box, the same in the four printed editions."""
GAME_A, GAME_B = "A", "B"
ROLES = ("competitor", "monopolist")


@dataclass(frozen=True, slots=True)
class EndRules:
    """The rules by which a table's end is worked out.

    They are the edition, the mode of the game and the rulings of the event.
    """

    edition: Edition
    mode: str
    rulings: Rulings

    @property
    def adjusts(self) -> bool:
        """Whether players adjust their holdings before retention (step A)."""
        return self.mode not in (GAME_A, GAME_B) and self.edition.rules.adjustment

    @property
    def earns(self) -> bool:
        """Whether deeds earn something at the end."""
        return self.mode != GAME_A


@dataclass(frozen=True, slots=True)
class Blank:
    """A row with a blank for each player.

    It is `tall` to write several figures below one another. `by_role` is the text printed there
    for each role.
    """

    label: str
    strong: bool = False
    tall: bool = False
    by_role: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EndStep:
    """A step: its rules in short sentences, then its rows.

    `kept` are the rows of a table: a label, and what is kept of each of `NOTES`.
    """

    title: str
    rules: list[str]
    rows: list[Blank]
    kept: list[tuple[str, list[str]]] = field(default_factory=list)


def end_steps(rules: EndRules) -> list[EndStep]:
    """Return the steps in the order of the book, in the active language."""
    if rules.mode == GAME_A:
        return [_last_player()]
    if rules.mode == GAME_B:
        return [_preparation(), _richest(rules)]
    return [_preparation(), _adjustment(rules), _retention(rules), _circuit(rules), _places(rules)]


def _only_one_left() -> str:
    return _(
        "If only one player is left, that player wins, and the cash in hand is the final cash: "
        "leave the steps out."
    )


def _players_who_left() -> str:
    return _("Players who left rank behind the others, the last to go first.")


def _last_player() -> EndStep:
    rules = [
        _("The game ends when one player is left: that player wins, with the cash in hand."),
        _players_who_left(),
        _("Players who left have 0."),
    ]
    return EndStep(_("The last player wins"), rules, [_final(), _place()])


def _preparation() -> EndStep:
    return EndStep(
        _("Before the steps"),
        [
            _("Finish the turn in progress, with all that is due."),
            _only_one_left(),
            _("Players who left have 0 and take no part in the steps."),
        ],
        [Blank(_("Cash, from the front"))],
    )


def _adjustment(rules: EndRules) -> EndStep:
    if not rules.adjusts:
        return EndStep(
            _("A. Adjustment"),
            [_("This edition has none: go on with step B.")],
            [Blank(_("Cash before retention"), strong=True)],
        )
    return EndStep(
        _("A. Adjustment"),
        [
            _("Each player may sell, build, mortgage and redeem, with the Treasury only."),
            _("No trade and no payment between players. Whoever says “done” is bound."),
            _(
                "Competitors build on any unmortgaged street of theirs, monopolists only where "
                "the double rent is due."
            ),
            _(
                "Sell the buildings of a street before you mortgage it; a monopolist who loses the "
                "double rent by it sells those of the whole city."
            ),
            _("Write what changes on the front, under “After step A”."),
        ],
        [
            Blank(_("+ buildings sold, deeds mortgaged")),
            Blank(_("− buildings bought, deeds redeemed")),
            Blank(_("Cash before retention"), strong=True),
        ],
    )


def _retention(rules: EndRules) -> EndStep:
    rates = rules.edition.retention
    rounding = RULING_TEXTS["rounding"].values[rules.rulings.rounding]
    percents = {role: f"{rates[role]}\N{NO-BREAK SPACE}%" for role in ROLES}
    labels = {
        "competitor": _("Competitors: %(percent)s"),
        "monopolist": _("Monopolists: %(percent)s"),
    }
    kept = _(
        "Competitors keep %(competitor)s of their cash, monopolists %(monopolist)s; the rest goes "
        "to the Treasury."
    )
    return EndStep(
        _("B. Retention"),
        [
            kept % percents,
            _("Add up what is kept of each note, then round the sum."),
            _("Rounding: %(how)s.") % {"how": rounding},
        ],
        [Blank(_("Keeps"), by_role=percents), Blank(_("Kept, rounded"), strong=True)],
        kept=[
            (labels[role] % {"percent": percents[role]}, _of_notes(rates[role])) for role in ROLES
        ],
    )


def _of_notes(percent: int) -> list[str]:
    return [number_format(note * percent / 100, int(note * percent % 100 > 0)) for note in NOTES]


def _circuit(rules: EndRules) -> EndStep:
    return EndStep(
        _("C. Circuit"),
        [
            _("The Treasurer goes once round the board from START and stops on each owned deed."),
            _("The Treasury pays the owner its rent: write it on the front, under “Earns”."),
            f"{_ruling('prison_circuit', rules.rulings.prison_circuit)}.",
            *_companies(rules),
        ],
        [_earnings()],
    )


def _earnings() -> Blank:
    return Blank(_("Sum of “Earns” of the player’s deeds"), strong=True, tall=True)


def _companies(rules: EndRules) -> list[str]:
    return [
        _("A mortgaged deed earns nothing."),
        f"{_ruling('mortgaged_companies', rules.rulings.mortgaged_companies)}.",
        _(
            "Utilities: the owner throws two dice once for each that earns. It earns the sum of "
            "the dice times the number in its row."
        ),
        _("Check: all players’ sums together are the sum of the column “Earns”."),
    ]


def _richest(rules: EndRules) -> EndStep:
    number = {"number": rules.edition.rule_number("R25")}
    return EndStep(
        _("The richest player (rule %(number)s)") % number,
        [
            _("Each deed counts with what it would earn when one player lands on it."),
            _("Write it on the front, under “Earns”. Prison does not matter."),
            *_companies(rules),
            _("Equal sums share the place."),
            _players_who_left(),
        ],
        [
            _earnings(),
            _final(_("Cash + earns")),
            _place(),
        ],
    )


def _places(rules: EndRules) -> EndStep:
    return EndStep(
        _("D. The winner"),
        [
            _("The player with the most cash wins."),
            f"{_ruling('ties', rules.rulings.ties)}.",
            _players_who_left(),
        ],
        [_final(_("Final cash: kept + circuit")), _place()],
    )


def _ruling(code: str, value: str) -> str:
    return str(RULING_TEXTS[code].values[value])


def _final(label: str = "") -> Blank:
    return Blank(label or _("Final cash"), strong=True)


def _place() -> Blank:
    return Blank(pgettext("at the table", "Place"), strong=True)
