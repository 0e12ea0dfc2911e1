"""The guide to the game for spectators: an edition's rules in our words.

They are arranged by subject. Each rule has its place in the edition's book. Every figure is
the edition's.
"""

import re
from dataclasses import dataclass
from functools import partial

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from referee.engine.rule_texts import Printed, printed_rule, rule_text
from referee.language import language
from scoring.game.editions import Edition
from scoring.game.money import money

SECTIONS: dict[str, tuple[str, ...]] = {
    "aim": ("R1", "R4"),
    "roles": ("R10", "R11"),
    "board": (),
    "rents": ("R9", "R19", "R20"),
    "turn": ("R2", "R5", "R6", "R8", "R7", "R14"),
    "prison": ("R15",),
    "squares": ("R3", "R16", "R17", "R18", "R21"),
    "deals": ("R12", "R13", "R22", "R23", "R26"),
    "debt": ("R24",),
    "end": ("A", "B", "C", "D", "R25"),
    "rulings": (),
}
"""The rules of each section, in the order of reading; each rule is in one of them."""
_RULE = re.compile(r"\bR([1-9][0-9]?)\b")


@dataclass(frozen=True, slots=True)
class GuideRule:
    """A rule in our words, and its place in the edition's book.

    `printed` is that place, None if the book is silent.
    """

    code: str
    title: str
    sentences: list[SafeString]
    printed: Printed | None


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A part of the guide: `name` is its address on the page."""

    name: str
    title: str
    rules: list[GuideRule]


def guide_sections(edition: Edition) -> list[GuideSection]:
    """Return the whole guide in order, in the active language."""
    titles = _titles()
    return [
        GuideSection(name, titles[name], [_rule(edition, code) for code in codes])
        for name, codes in SECTIONS.items()
    ]


def _titles() -> dict[str, str]:
    return {
        "aim": _("The game in short"),
        "roles": _("Two roles, side by side"),
        "board": _("The board"),
        "rents": _("Prices and rents"),
        "turn": _("The turn"),
        "prison": _("Prison and price war"),
        "squares": _("Cards, taxes and the foundation"),
        "deals": _("Mortgages, sales and trades"),
        "debt": _("Debt and bankruptcy"),
        "end": _("The end of a two-hour game"),
        "rulings": _("Where the books are silent"),
    }


def _rule(edition: Edition, code: str) -> GuideRule:
    said = partial(money, currency=edition.currency, language=language())
    text = rule_text(edition, code, language(), said)
    sentences = [_with_links(sentence) for sentence in text.sentences]
    return GuideRule(code, text.title, sentences, printed_rule(edition, code))


def _with_links(sentence: str) -> SafeString:
    """Return the sentence with links to the rules that it names.

    Each link leads to that rule in the guide.
    """
    parts = _RULE.split(sentence)
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=True)
    link = '<a href="#R{}">R{}</a>'
    return format_html_join(
        "", "{}{}", ((text, format_html(link, n, n) if n else "") for text, n in pairs)
    )
