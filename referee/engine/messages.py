"""Sentences in English, French and Russian for refusals and consequences.

The catalogues in `messages/` ship with the engine, so its wording is the same everywhere.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from referee.engine.consequences import Consequence
from referee.engine.refusals import Refusal
from scoring.game.board import GO_TO_PRISON
from scoring.game.editions import Edition
from scoring.game.elision import fill_holes
from scoring.game.money import money

LANGUAGES = ("en", "fr", "ru")

_FOLDER = Path(__file__).with_name("messages")
_PLAYER_PARAMS = ("player", "next", "on_turn", "debtor")
_WORD_PARAMS = ("status", "what", "role")
_SUMS = frozenset(
    {"amount", "price", "before", "retained", "cash", "owes", "could_raise", "fine", "number"}
    | {"on_cash", "deeds", "on_deeds", "buildings", "on_buildings"}
)
"""Message parameters that are amounts of money."""
Money = Callable[[int], str]
"""Formats an amount in a language, with the edition's currency."""
Names = Mapping[str, str]
"""Player names by id; a player without a name is shown by id."""


def read_catalogue(folder: Path, language: str) -> dict[str, Any]:
    """Return the sentences of one language from a folder.

    Such folders are the engine's and the journal's. Raise KeyError if the language is not in
    LANGUAGES.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    return tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))


@cache
def catalogue(language: str) -> dict[str, dict[str, Any]]:
    """Return the engine's sentences of one language.

    Raise KeyError if the language is not in LANGUAGES.
    """
    return read_catalogue(_FOLDER, language)


def place_name(name: str, language: str = "en") -> str:
    """Return the name of a square in `language`.

    Special squares such as START are translated; addresses stay as the board prints them.
    """
    return str(catalogue(language)["squares"].get(name, name))


def render_refusal(
    refusal: Refusal, language: str = "en", names: Names | None = None, currency: str = ""
) -> str:
    """Return the refusal as a sentence, without the rule's number.

    Sums are in `currency`, the edition's, if it is known.
    """
    sentences = catalogue(language)
    words = sentences["words"]
    params = _with_sums(refusal.params, _money(currency, language))
    if refusal.code == "lacks_cash":
        params["needed"] = money(refusal.params["needed"], currency, language)
    params = {key: _display_text(value) for key, value in params.items()}
    for key in _PLAYER_PARAMS:
        if key in params:
            params[key] = (names or {}).get(params[key], params[key]) or words["nobody"]
    for key in _WORD_PARAMS:
        if key in params:
            params[key] = words[params[key]]
    if "place" in params:
        params["place"] = place_name(params["place"], language)
    if "open" in params:
        params["open"] = words[params["open"] or "nothing"]
    return fill_holes(sentences["refusals"][refusal.code], params)


def _money(currency: str, language: str) -> Money:
    return partial(money, currency=currency, language=language)


def _with_sums(values: Mapping[str, Any], said: Money) -> dict[str, Any]:
    """Return the values with each sum formatted as money."""
    return {
        key: said(value) if key in _SUMS and isinstance(value, int) else value
        for key, value in values.items()
    }


def _display_text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def render_line(refusal: Refusal, line: int, language: str = "en") -> str:
    """Return a refusal with its line and rule numbers, for the command line."""
    form = catalogue(language)["line"]["with_rule" if refusal.rule else "without_rule"]
    reason = render_refusal(refusal, language)
    return str(form.format(line=line, rule=refusal.rule, reason=reason))


def cite_rules(
    text: str, rules: Sequence[str], edition: Edition | None = None, language: str = "en"
) -> str:
    """Append our rule numbers in brackets, such as "… (R10, R11)".

    With `edition`, its book's own numbers follow if any of them differs.
    """
    if not rules:
        return text
    form, listed = catalogue(language)["line"], ", ".join(rules)
    printed = [edition.rule_number(rule) for rule in rules] if edition else []
    if any(number and f"R{number}" != rule for number, rule in zip(printed, rules, strict=False)):
        numbers = list(dict.fromkeys(filter(None, printed)))
        numbered = form["printed"][len(numbers) > 1]
        listed = numbered.format(rules=listed, numbers=", ".join(numbers))
    return str(form["rules"].format(text=text, rules=listed))


def render_consequence(
    consequence: Consequence,
    names: Names,
    language: str = "en",
    edition: Edition | None = None,
) -> str:
    """Return the consequence with its rules, such as "Ada pays Ben 78: … (R10, R11)".

    With `edition`, sums have its currency, and its book's rule numbers are cited too
    (`cite_rules`).
    """
    sentences = catalogue(language)
    currency = edition.currency if edition else ""
    sentence = sentences["consequences"][_template(consequence)]
    text = fill_holes(sentence, _fillers(consequence, names, language, currency))
    return cite_rules(text, consequence.rules, edition, language)


def _template(consequence: Consequence) -> str:
    kind, detail = consequence.kind, consequence.detail
    if kind in ("open", "answered"):
        return f"{kind}_{detail['what']}"
    if kind == "recount":
        return f"recount_{_miscount(consequence)}"
    # On square 30 the extra throw is lost at once (R15).
    kept = detail.get("extra_throw") and consequence.square != GO_TO_PRISON
    return f"{kind}_extra" if kept else kind


def _miscount(consequence: Consequence) -> str:
    """Return whether the counted cash is "more" than the log's, "less" or the "same"."""
    if not consequence.amount:
        return "same"
    return "more" if consequence.payer is None else "less"


def _fillers(
    consequence: Consequence, names: Names, language: str, currency: str
) -> dict[str, Any]:
    """Return the values for a sentence's gaps: players, place, amount and details."""
    sentences, detail = catalogue(language), consequence.detail
    words, said = sentences["words"], _money(currency, language)
    payer, payee = consequence.payer, consequence.payee
    fillers: dict[str, Any] = {
        **_with_sums(detail, said),
        "place": consequence.place and place_name(consequence.place, language),
        "amount": said(consequence.amount),
        "payer": words["treasury_payer"] if payer is None else names.get(payer, payer),
        "payee": words["treasury_payee"] if payee is None else names.get(payee, payee),
        "because": _reason_text(sentences["because"], detail, said),
        "winners": ", ".join(names.get(winner, winner) for winner in detail.get("winners", ())),
    }
    for key in ("status", "where", "what"):
        if key in detail:
            fillers[key] = words.get(detail[key], detail[key])
    if consequence.kind == "answered":
        fillers["answer"] = _answer(detail, language, currency)
    if "cause" in detail:
        fillers["reason"] = fill_holes(sentences["reasons"][detail["cause"]], fillers)
    if consequence.kind == "recount":
        fillers["player"] = fillers["payer"] if consequence.payer else fillers["payee"]
        # Rows stored by earlier releases lack the cash.
        fillers["set"] = sentences["because"]["set"].format(**fillers) if "cash" in detail else ""
    fillers["pays"] = fill_holes(words["pays"], fillers)
    return fillers


def _reason_text(phrases: Mapping[str, Any], detail: Mapping[str, Any], said: Money) -> str:
    """Return the reason for a rent or tax, in words.

    It names houses, monopoly, companies, throw or percentages.
    """
    if detail.get("unpaid"):
        return str(phrases[detail["unpaid"]])
    if detail.get("percent") and isinstance(detail["percent"], dict):
        return str(phrases["percent"].format(**_with_sums(detail["percent"], said)))
    if detail.get("dice"):
        return str(phrases["throw"].format(factor=detail["factor"], sum=sum(detail["dice"])))
    if detail.get("companies"):
        return str(phrases["companies"][detail["companies"]])
    return _building(phrases, detail) + (
        phrases["monopolised"] if detail.get("monopolised") else ""
    )


def _building(phrases: Mapping[str, Any], detail: Mapping[str, Any]) -> str:
    big = detail.get("big_building")
    if big:
        return str(phrases.get(big, f", {big}"))
    return str(phrases["houses"][detail.get("improvements", 0)])


def _answer(detail: Mapping[str, Any], language: str, currency: str) -> str:
    answer = detail["answer"]
    if detail["what"] == "role_card":
        return render_effect(answer, language, currency)
    if detail["what"] == "income_tax":
        return str(catalogue(language)["words"][answer])
    return " + ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def render_effect(effect: Mapping[str, Any], language: str = "en", currency: str = "") -> str:
    """Return a card's effect as a short sentence (R16).

    `effect` holds the fields of an Effect and `place`, the name of the square it leads to.
    """
    verb = f"{effect['verb']}_{effect['role']}" if effect["role"] else effect["verb"]
    place = effect["place"] and place_name(effect["place"], language)
    said = _with_sums({**effect, "place": place}, _money(currency, language))
    return str(catalogue(language)["effects"][verb].format(**said))
