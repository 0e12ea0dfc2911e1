"""The bridge: one table's game, asked in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable

from referee.engine import Game, Refusal
from referee.journal.order_in_force import TABLE_TYPES
from referee.journal.start import TableSetup
from referee.journal.table_events import hash_of_statement
from referee.tablet.bridge import division, final_position
from referee.tablet.bridge.adjustment import adjustment, best_adjustment
from referee.tablet.bridge.cash_count import count_events, standing_counts
from referee.tablet.bridge.changes import Changes
from referee.tablet.bridge.cities import city_changes
from referee.tablet.bridge.explain import Explanation
from referee.tablet.bridge.ledger import changed_lines, entries
from referee.tablet.bridge.moment import EarlierLog
from referee.tablet.bridge.offers import dropped_offer
from referee.tablet.bridge.reasons import reasons
from referee.tablet.bridge.recount import recount_difference
from referee.tablet.bridge.reference import ladder, reference
from referee.tablet.bridge.revision import revision
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.statement_lines import statement_lines
from referee.tablet.bridge.table_log import Played, Row, TableLog
from referee.tablet.bridge.trades import deeds_to_trade, trade
from referee.tablet.bridge.unread import unread
from referee.tablet.bridge.view import view
from scoring.game.editions import EDITIONS, Edition, load_edition


class Bridge:
    """A bridge that answers questions about one table.

    `open` comes first. `play` changes the log, and `divide` the steps of the role division.
    """

    def __init__(self) -> None:
        self.opened: Json = {}
        self.changes = Changes()
        self.log = TableLog(_setup({"header": {"players": []}, "roles": "drawn"}))
        self.speech = Speech("en", ())

    def answer(self, method: str, question: str) -> str:
        """Return the JSON answer to a JSON question; raise KeyError for an unknown method.

        With `partial`, `open` and `play` return only what changed since the caller's last view
        (`Changes`).
        """
        asked = json.loads(question)
        answer = self.ask(method, asked)
        if asked.get("partial") and method in _SHOWING:
            answer = self.changes.since_told(answer)
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))

    def ask(self, method: str, question: Json) -> Json:
        """Answer a question by its method's name, in plain values."""
        return METHODS[method](self, question)

    def open(self, question: Json) -> Json:
        """Open a log, instead of the one before, and return its view.

        `question` is `{header, roles, seats, steps, language, log: [{n, at, event, kind, by}]}`.
        Rows of the kind "chief" are the chief's, `by` the name of who made them; `judged: false`
        marks a row that nobody judged. With `chief`, the chief asks.
        """
        self.opened, self.changes = question, Changes()
        rows = [_row(row) for row in question["log"]]
        self.log = TableLog(_setup(question), rows)
        currency = self._currency()
        self.speech = Speech(question["language"], question["header"]["players"], currency)
        lines = entries(self.log.played_rows, self.log, self.speech)
        last = self._last_decided()
        before = _game_before(last, self.log.game)
        refused = [
            {"n": n, "refusals": self._refusals(refusals)}
            for n, refusals in self.log.refusals_by_row.items()
        ]
        return {**self._view_and_setup(last, lines, before), "refused": refused}

    def play(self, question: Json) -> Json:
        """Play all of `{events, at}` or none, and return the view after them."""
        before = self.log.game
        played, refusals = self.log.add(question["events"], question["at"])
        if refusals:
            return {"refusals": self._refusals(refusals), "consequences": []}
        lines = changed_lines(played, self.log, self.speech)
        if before and all(item.row.event["type"] in TABLE_TYPES for item in played):
            # Nothing happened on the board now; earlier rows are still to be read.
            last = self._last_decided()
            answer = self._view_and_setup(last, lines, _game_before(last, before))
            return {**answer, "refusals": [], "consequences": []}
        answer = self._view_and_setup(played, lines, before)
        shown = answer["view"]
        consequences = shown["last"] + shown["warnings"] if shown else []
        return {**answer, "refusals": [], "consequences": consequences}

    def check(self, question: Json) -> Json:
        """Judge `{events}` as `play` would, changing nothing."""
        played, refusals = self.log.check(question["events"])
        game = self.log.game
        edition = game.state.edition if game else None
        consequences = [
            self.speech.sentence(consequence, edition)
            for item in played
            if edition
            for consequence in item.consequences
        ]
        return {"refusals": self._refusals(refusals), "consequences": consequences}

    def moment(self, question: Json) -> Json:
        """Return the game just before row `n`, with only events that count now.

        The question is `{n, after?}`. The answer is `{view, events, texts, roles, next, last}`.
        `view` includes the events `after` that row, and is null if one of them is refused; `texts`
        are their headlines. `events` are those that count for row `n`; `next` and `last` are the
        numbers of the next row that counts and of the last. `roles` says if roles are `drawn` or
        `thrown` here.
        """
        after = question.get("after", [])
        before = EarlierLog(self.log, question["n"], after)
        board = self._edition().board
        return {
            "view": None if before.refusals else view(before, self.speech, [], []),
            "events": before.events,
            "texts": [self.speech.event(event, board) for event in after],
            "roles": self.opened["roles"],
            "next": before.next,
            "last": before.last,
        }

    def at_moment(self, question: Json) -> Json:
        """Answer a question about the game just before row `n`.

        If the question has events `after` that, the game includes them. The question is
        `{n, after?, method, question}`.
        """
        if question["method"] not in AT_MOMENT:
            raise KeyError(question["method"])
        earlier = Bridge()
        earlier.opened, earlier.speech = self.opened, self.speech
        earlier.log = EarlierLog(self.log, question["n"], question.get("after", []))
        return earlier.ask(question["method"], question["question"])

    def revision(self, question: Json) -> Json:
        """Return the changes that a correction of these rows makes.

        They are for the table or the chief. Nothing is written. The question is
        `{seq, through?, replacement, reason?, chief?}`.
        """
        self._game()
        return revision(self.log, self.speech, question)

    def adjustment(self, question: Json) -> Json:
        """Return the adjustment (step A) as `{player}` sees it."""
        return adjustment(self._game(), question["player"], self.speech)

    def best_adjustment(self, question: Json) -> Json:
        """Return the best adjustment (step A) for `{player}`.

        The screens ask for it where it is shown.
        """
        return best_adjustment(self._game(), question["player"], self.speech)

    def trade(self, question: Json) -> Json:
        """Return the trade of `{event}` as it is read out before the players agree."""
        return trade(self._game(), question["event"], self.speech)

    def deeds_to_trade(self, question: Json) -> Json:
        """Return the squares whose deeds `{player, other}` may give each other."""
        squares = deeds_to_trade(self._game().state, question["player"], question["other"])
        return {"squares": squares}

    def reasons(self, question: Json) -> Json:
        """Return the reasons why buttons of a `{player}` are missing.

        They include the buttons of the player's deeds.
        """
        return reasons(self._game(), question["player"], self.speech)

    def if_time_were_called(self, question: Json) -> Json:
        """Return the statement as if time were called now.

        Utilities earn by the mean throw.
        """
        return self._game().if_time_were_called()

    def statement(self, question: Json) -> Json:
        """Return the statement, and the SHA-256 of its canonical JSON.

        A player signs that digest.
        """
        statement = self._game().statement()
        return {"statement": statement, "digest": hash_of_statement(statement)}

    def statement_lines(self, question: Json) -> Json:
        """Return the statement itemised."""
        return statement_lines(self._game(), standing_counts(self.log), self.speech)

    def explain(self, question: Json) -> Json:
        """Explain a sentence, for `{n, item}`, `{due}`, `{stop}`, `{kept}` or `{rules}`."""
        return Explanation(self.log, self._edition(), self.speech).explain(question)

    def ladder(self, question: Json) -> Json:
        """Return the cost of the deed of `{square}`, and what it earns for either role."""
        return ladder(self._edition(), question["square"], self.speech)

    def reference(self, question: Json) -> Json:
        """Return the referee's card of this edition: every rule, and the role card."""
        return reference(Explanation(self.log, self._edition(), self.speech))

    def cash_count(self, question: Json) -> Json:
        """Return the events of a count.

        `{cash}` has each player's cash (null: not counted).
        """
        return {"events": count_events(self.log, question["cash"], self.speech)}

    def recount_difference(self, question: Json) -> Json:
        """Return the logged cash for `{player, cash}`, and every row that changed it."""
        return recount_difference(self.log, self.speech, question["player"], question["cash"])

    def divide(self, question: Json) -> Json:
        """Return the role division after one more `{step}` (R4, R6).

        With `undo`, the last step is taken back. A refused step is not kept.
        """
        return division.divide(self.opened, question["step"], self.speech)

    def start(self, question: Json) -> Json:
        """Return the `start` event.

        Its order comes from the draw, the division here, or the order of `{players}`.
        """
        return division.start(self.opened, question["players"], self.speech)

    def final_position(self, question: Json) -> Json:
        """Return the events of a table where only the end is entered.

        They come from `{position, left}`. The answer also has the `questions` to ask before the
        events are recorded. Events recorded before are corrected.
        """
        current = self.log.journal.order.start
        if current is not None:
            start = final_position.start_again(current, self.opened["header"])
        else:
            started = self.start({"players": question.get("players")})
            if started["event"] is None:
                return {"events": [], "refusals": started["refusals"], "questions": []}
            start = started["event"]
        events, refusals, trial = final_position.events_of(
            self.log,
            final_position.start_with(start, question["position"]),
            question["left"],
            self.speech.say("final_position.changed"),
        )
        sound = trial.game is not None and not refusals
        return {
            "events": events,
            "refusals": [
                final_position.position_refusal(refusal, self.log.game, self.speech)
                for refusal in refusals
            ],
            "questions": final_position.questions(trial.game.state, self.speech)
            if sound and trial.game
            else [],
        }

    # —— parts ——

    def _last_decided(self) -> list[Played]:
        """Return the last row on the board, in a list; the list is empty before the first."""
        return [item for item in self.log.played_rows if item.decisions][-1:]

    def _game(self) -> Game:
        if self.log.game is None:
            raise ValueError("the game has not started")
        return self.log.game

    def _edition(self) -> Edition:
        """Return the edition played; before the start, the one that the header names."""
        game = self.log.game
        return game.state.edition if game else load_edition(self.opened["header"]["edition"])

    def _currency(self) -> str:
        """Return the currency sign of the table.

        Blank before the start of an edition that nobody printed.
        """
        known = self.log.game or self.opened["header"]["edition"] in EDITIONS
        return self._edition().currency if known else ""

    def _refusals(self, refusals: tuple[Refusal, ...]) -> list[Json]:
        return [self.speech.refusal(refusal) for refusal in refusals]

    def _view_and_setup(self, last: list[Played], lines: list[Json], before: Game | None) -> Json:
        game = self.log.game
        if game is None:
            return {"view": None, "setup": division.setup(self.opened, self.speech)}
        shown = view(self.log, self.speech, last, lines)
        # The chief made what the table reads of.
        shown["unread"] = [] if self.opened.get("chief") else unread(self.log, self.speech)
        if before is not None:
            shown["last"] += city_changes(before.state, game.state, self.speech)
            shown["last"] += dropped_offer(before, game, last, self.speech)
        return {"view": shown, "setup": None}


def _game_before(last: list[Played], game: Game | None) -> Game | None:
    """Return the game before its last event; None without one, or if that was an undo."""
    if game is None or not last or last[-1].row.event["type"] == "undo":
        return None
    earlier = game.copy()
    taken_back = earlier.play({"type": "undo", "reason": "before"})
    return earlier if taken_back.is_accepted else None


_SHOWING = frozenset({"open", "play"})
"""Methods that answer with the view."""

AT_MOMENT = frozenset(
    {
        "check",
        "adjustment",
        "best_adjustment",
        "trade",
        "deeds_to_trade",
        "reasons",
        "recount_difference",
        "explain",
    }
)
"""Methods that can be asked about an earlier moment of the game."""

METHODS: dict[str, Callable[[Bridge, Json], Json]] = {
    method.__name__: method
    for method in (
        Bridge.open,
        Bridge.play,
        Bridge.check,
        Bridge.moment,
        Bridge.at_moment,
        Bridge.revision,
        Bridge.adjustment,
        Bridge.best_adjustment,
        Bridge.trade,
        Bridge.deeds_to_trade,
        Bridge.reasons,
        Bridge.if_time_were_called,
        Bridge.statement,
        Bridge.statement_lines,
        Bridge.cash_count,
        Bridge.explain,
        Bridge.ladder,
        Bridge.reference,
        Bridge.recount_difference,
        Bridge.divide,
        Bridge.start,
        Bridge.final_position,
    )
}


def _row(row: Json) -> Row:
    by_chief, judged = row.get("kind") == "chief", row.get("judged", True)
    return Row(row["n"], row["event"], row["at"], by_chief, judged, row.get("by"))


def _setup(opened: Json) -> TableSetup:
    """Return the tournament's settings for the table, as the tablet received them."""
    return TableSetup(opened["header"], thrown=opened["roles"] == "thrown")
