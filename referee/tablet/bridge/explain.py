"""Explanations of a sentence.

They say what its amount adds up from or why nothing is due, and give the rules in our words with
their place in the book of this edition.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine import Decision, Game
from referee.engine.consequences import Consequence, consequences_of
from referee.engine.facts import Fact
from referee.engine.rule_texts import big_building, catalogue, printed_rule, rule_text
from referee.engine.state import Due, State
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import TableLog
from scoring.game.board import DEED_KINDS
from scoring.game.editions import Edition
from scoring.game.position import NOBODY, TREASURY
from scoring.game.terms import Term, deal_terms, rent_terms, retention_terms, tax_terms

_DEALS = frozenset({"purchase", "build", "sell", "mortgage", "redeem"})
_FIXED = frozenset({"start", "property_tax", "foundation", "fine"})
_MOVES = frozenset({"move", "goto"})
_SOMETHING = frozenset({"rent", "due", "offer", "open", "confined", "goto", "property_tax"})
"""Kinds of consequences of the square landed on; `start` may come with any move."""
_RULES = {
    "retention": ("B",),
    "adjusted": ("A",),
    "deed_returns": ("R24",),
    "turn_dropped": ("R24",),
}


class Explanation:
    """Explains the sentences of one table in one language."""

    def __init__(self, log: TableLog, edition: Edition, speech: Speech) -> None:
        self.log, self.edition, self.speech = log, edition, speech
        self.catalogue = catalogue(speech.language)

    def explain(self, question: Json) -> Json:
        """Return the explanation that a question asks for.

        It is `{notes, terms: [{text, amount}], total, rules}`, the runtime's type `Why`.
        """
        if "n" in question:
            return self._of_row(question["n"], question["item"])
        if "due" in question:
            state = self._game().state
            fact = _due_fact(state.dues[question["due"]])
            return self._of_fact(state, fact, consequences_of(state, [fact])[0], [])
        if "stop" in question:
            return self._of_stop(question["stop"])
        if "kept" in question:
            return self._of_kept(question["kept"])
        return self._answer([], [], question["rules"])

    def rule(self, code: str) -> Json:
        """Return a rule as this edition has it.

        It is `{code, title, text: [sentence], printed}`.
        """
        money = self._money
        title, sentences = rule_text(self.edition, code, self.speech.language, money)
        return {
            "code": code,
            "title": title,
            "text": list(sentences),
            "printed": self._printed_place(code),
        }

    # —— what is asked about ——

    def _of_row(self, n: int, item: int) -> Json:
        decision, index = self._decision_of(n, item)
        consequence = decision.consequences[index]
        if index >= len(decision.facts):
            return self._answer([self._kind(consequence.kind)], [], consequence.rules)
        fact, *later = decision.facts[index:]
        notes = []
        if consequence.kind in _MOVES and not _SOMETHING & {kind for kind, *_ in later}:
            notes = self._no_debt_notes(decision, fact)
        return self._of_fact(self._game().state, fact, consequence, notes)

    def _decision_of(self, n: int, item: int) -> tuple[Decision, int]:
        """Return the decision behind consequence `item` of row `n`, and its index there.

        Raises IndexError if there is none.
        """
        standing = [each.decision for each in self.log.standing_events().get(n, ())]
        for decision in standing or self.log.journal.decisions[n]:
            if item < len(decision.consequences):
                return decision, item
            item -= len(decision.consequences)
        raise IndexError(item)

    def _of_fact(
        self, state: State, fact: Fact, consequence: Consequence, notes: list[str]
    ) -> Json:
        kind, _, _, _, _, detail = fact
        if kind == "circuit" and detail[1]:
            notes = [self.catalogue["nothing"][detail[1]]]
        rules = _RULES.get(kind, consequence.rules)
        if kind == "circuit":
            rules = ("C", *rules)
        if kind == "finished":
            rules = ("D",) if state.retentions else ("R1",)
        return self._answer([self._kind(kind), *notes], _terms(state, fact), rules)

    def _of_stop(self, square: int) -> Json:
        """Explain a stop of the circuit, from the statement's items."""
        state = self._game().state
        item = next(each for each in state.circuit if each.square == square)
        detail = (item.rent, item.unpaid)
        fact: Fact = ("circuit", TREASURY, item.owner, item.rent.amount, square, detail)
        return self._of_fact(state, fact, consequences_of(state, [fact])[0], [])

    def _of_kept(self, player: str) -> Json:
        """Return an explanation of the cash a player handed in at step B."""
        state = self._game().state
        kept = next(each for each in state.retentions if each.player == state.seats[player])
        fact: Fact = ("retention", kept.player, TREASURY, kept.handed_in, -1, kept)
        return self._of_fact(state, fact, consequences_of(state, [fact])[0], [])

    def _no_debt_notes(self, decision: Decision, fact: Fact) -> list[str]:
        """Say why a pawn that landed there by this decision owes nothing (R9, R12, R15)."""
        _, player, _, _, square, _ = fact
        reason = _nothing_due(self.log.state_before(decision), player, square)
        return [self.catalogue["nothing"][reason]] if reason else []

    # —— parts ——

    def _answer(self, notes: list[str], terms: list[Term], rules: Sequence[str]) -> Json:
        return {
            "notes": notes,
            "terms": [{"text": self._term(term), "amount": term.amount} for term in terms],
            "total": sum(term.amount for term in terms) if terms else None,
            "rules": [self.rule(code) for code in rules],
        }

    def _kind(self, kind: str) -> str:
        return str(self.catalogue["kinds"][kind])

    def _term(self, term: Term) -> str:
        form: Any = self.catalogue["terms"][term.kind]
        numbers: dict[str, object] = dict(term.numbers)
        if isinstance(form, list):
            form = form[0 if term.numbers["count"] == 1 else 1]
        for name in {"price", "house", "base"} & numbers.keys():
            numbers[name] = self._money(term.numbers[name])
        big = big_building(self.edition, self.speech.language)
        text = str(form.format(**numbers, big=big))
        return text[0].upper() + text[1:]

    def _printed_place(self, code: str) -> str:
        place = printed_rule(self.edition, code)
        if place is None:
            return self.speech.say("printed.silent")
        if not place.number:
            return self.speech.say("printed.heading", heading=place.heading)
        return self.speech.say("printed.number", number=place.number, heading=place.heading)

    def _money(self, amount: int) -> str:
        return self.speech.money(amount, self.edition)

    def _game(self) -> Game:
        if self.log.game is None:
            raise ValueError("the game has not started")
        return self.log.game


def due_consequence(state: State, index: int) -> Consequence:
    """Return the open due with this index, as a consequence."""
    return consequences_of(state, [_due_fact(state.dues[index])])[0]


def _due_fact(due: Due) -> Fact:
    return ("due", due.debtor, due.creditor, due.amount, due.square, due)


def _terms(state: State, fact: Fact) -> list[Term]:
    """Return the terms that add up to the fact's amount.

    There are none if somebody decided or counted it.
    """
    kind, _, payee, amount, square, detail = fact
    edition = state.edition
    if kind in ("due", "due_paid", "due_cancelled"):
        cause, owed = detail.cause, detail.detail
        return _terms(
            state, (cause, detail.debtor, detail.creditor, detail.amount, detail.square, owed)
        )
    if kind == "circuit":
        detail, unpaid = detail
        if unpaid:
            return []
    if kind in ("rent", "circuit"):
        return rent_terms(edition, square, detail, monopolist=state.monopolist[payee])
    if kind == "income_tax":
        return tax_terms(edition, detail)
    if kind == "retention":
        return retention_terms(detail)
    if kind in _DEALS:
        return deal_terms(edition.board, kind, square, detail or 0)
    return [Term("fixed", amount, {})] if kind in _FIXED else []


def _nothing_due(state: State, player: int, square: int) -> str | None:
    """Return why a player who landed there owes nothing, as the state was before."""
    if state.board.kinds[square] not in DEED_KINDS:
        return "no_deed"
    owner = state.owner[square]
    if owner == player:
        return "own"
    if owner == NOBODY:
        return None
    if state.built[square] < 0:
        return "mortgaged"
    return "prison" if state.in_prison(owner) else None
