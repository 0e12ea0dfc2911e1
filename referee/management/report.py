"""A game record as a readable report on a terminal: board, ledger and statement.

Everything from outside is shown as `Text`, so that a name is never read as markup.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.board.deeds import owned_deeds
from referee.board.statement import statement_of
from referee.engine import (
    Consequence,
    Game,
    Refusal,
    Step,
    cite_rules,
    ledger,
    position_of,
    render_consequence,
)
from referee.engine.state import NO_OFFER, NO_THROW, State
from referee.language import headline_text, language, refusal_text, square_name
from referee.records.files import ExplainedLine, PlayedFile, printable_name, record_line
from scoring.game.editions import Edition
from scoring.game.money import money
from scoring.game.position import TREASURY

ROLE_COLOURS = {"blue": "bright_blue", "green": "green"}
Names = dict[str, str]


def report(played: PlayedFile) -> RenderableType:
    """Return everything a record says: the game, its position, its events and its end."""
    if played.game is None:
        raise ValueError("a refused header has no report")
    game, names = played.game, played.names
    return Group(
        _heading(printable_name(played.name), game),
        _players(game.state, names),
        _deeds(game.state, names),
        _ledger(ledger(played.content), names, game.state.edition),
        *_statement(game.state, names),
    )


def explanation(explained: ExplainedLine) -> RenderableType:
    """Return the position before a line, what its event did, and by which rules."""
    step, names = explained.step, explained.names
    state = step.before if step else explained.game.state
    before = _("Before line %(line)d") if step else _("After line %(line)d, the header")
    parts: list[RenderableType] = [
        Text(before % {"line": explained.line}, style="bold"),
        _players(state, names),
        _deeds(state, names),
        *_what_waits(state, names),
    ]
    if step:
        parts += _what_it_did(explained, step)
    return Group(*parts)


def _what_it_did(explained: ExplainedLine, step: Step) -> Iterator[RenderableType]:
    facts = {"line": explained.line}
    yield Text(_("Line %(line)d") % facts, style="bold")
    if step.event is not None:
        yield Text(record_line(step.event), style="dim")
    if step.decision.is_accepted and step.event is not None:
        yield Text(headline_text(step.event, explained.names, explained.edition))
        yield from _sentences(step.decision.consequences, explained.names, explained.edition)
    for refusal in step.decision.refusals:
        yield _reason(refusal, explained)
    if explained.undone_by is not None:
        text = _("Line %(line)d took this back.")
        yield Text(text % {"line": explained.undone_by}, style="yellow")


def _reason(refusal: Refusal, explained: ExplainedLine) -> Text:
    sentence = refusal_text(refusal, explained.names, explained.edition.currency)
    rules = [refusal.rule] if refusal.rule else []
    reason = cite_rules(sentence, rules, explained.edition, language())
    return Text(_("Refused: %(reason)s") % {"reason": reason}, style="red")


def _sentences(
    consequences: Iterable[Consequence], names: Names, edition: Edition
) -> Iterator[Text]:
    for item in consequences:
        yield Text(f"  · {render_consequence(item, names, language(), edition)}")


def _heading(name: str, game: Game) -> RenderableType:
    """Return a heading: file, event, edition, kind of game, rulings in force."""
    header, edition = game.header, game.state.edition
    origin = [str(header[key]) for key in ("event", "round", "table", "date") if key in header]
    rulings = ", ".join(f"{name} {value}" for name, value in header.get("rulings", {}).items())
    lines = [
        " · ".join(origin),
        f"{edition.name} ({edition.printed}), {edition.currency}",
        _("Two-hour game") if header["mode"] == "two-hour" else
        _("Game %(letter)s") % {"letter": header["mode"]},
        _("Rulings: %(rulings)s") % {"rulings": rulings} if rulings else "",
    ]  # fmt: skip
    return Panel(Text("\n".join(line for line in lines if line)), title=Text(name))


def _table(title: str, *columns: str, right: tuple[int, ...] = ()) -> Table:
    table = Table(title=Text(title, style="bold"), title_justify="left")
    for number, column in enumerate(columns):
        table.add_column(Text(column), justify="right" if number in right else "left")
    return table


def _row(table: Table, *cells: object, style: str = "") -> None:
    table.add_row(*(cell if isinstance(cell, Text) else Text(str(cell)) for cell in cells),
                  style=style)  # fmt: skip


def _player(state: State, player: int, names: Names) -> Text:
    """Return a name in the colour of the player's pawn."""
    colour = state.edition.pawns[state.role(player)]
    return Text(names[state.ids[player]], style=ROLE_COLOURS.get(colour, ""))


def _role(state: State, player: int) -> str:
    return _("monopolist") if state.monopolist[player] else _("competitor")


def _players(state: State, names: Names) -> Table:
    table = _table(
        _("Players"), _("Player"), _("Role"), _("Cash"), _("Square"), _("Standing there"),
        _("Owes"), right=(2, 5),
    )  # fmt: skip
    position = position_of(state)
    for player, seat in enumerate(position["players"]):
        square = f"{seat['square']} {square_name(state.board.squares[seat['square']].name)}"
        turn = seat["id"] == position["on_turn"]
        _row(
            table, _player(state, player, names), _role(state, player), seat["cash"], square,
            _location_text(state, player, on_turn=turn), seat["owes"] or "",
            style="dim" if seat["out"] else "",
        )  # fmt: skip
    treasury = state.cash[TREASURY]
    _row(table, _("Treasury"), "", treasury, "", "", "", style="dim")
    return table


def _location_text(state: State, player: int, *, on_turn: bool) -> str:
    words = []
    if player in state.out:
        words.append(_("out of the game"))
    if state.confined[player]:
        words.append(_("in prison") if state.monopolist[player] else _("in price war"))
    if on_turn:
        words.append(_("on turn"))
    return ", ".join(words)


def _deeds(state: State, names: Names) -> Table:
    title = pgettext("of the game", "Board")
    table = _table(title, "", _("Deed"), _("City"), _("Owner"), _("Buildings"), right=(0,))
    for line in owned_deeds(state, names):
        _row(table, line.square, line.name, line.city, _player(state, line.seat - 1, names),
             line.state)  # fmt: skip
    unowned = sum(state.owner[square] < 0 for square in state.board.deeds)
    table.caption = Text(_("Deeds of the Treasury: %(count)d") % {"count": unowned})
    return table


def _what_waits(state: State, names: Names) -> Iterator[Text]:
    """Yield the open decisions: a throw or square, an offer, and the dues.

    The dues run from the oldest on.
    """
    squares = {
        "role_card": _("The role square waits for its answer."),
        "income_tax": _("The income tax waits for the choice."),
        "foundation": _("The foundation waits for the die."),
        "utility": _("The utility waits for the throw."),
    }
    if state.open:
        yield Text(squares[state.open])
    if state.throw != NO_THROW:
        yield Text(_("A throw of the turn is open."))
    if state.offer != NO_OFFER:
        deed = square_name(state.board.squares[state.offer].name)
        yield Text(_("%(deed)s is on offer.") % {"deed": deed})
    for due in state.dues:
        creditor = _("the Treasury") if due.creditor == TREASURY else names[state.ids[due.creditor]]
        facts = {
            "debtor": names[state.ids[due.debtor]],
            "creditor": creditor,
            "amount": money(due.amount, state.edition.currency, language()),
        }
        yield Text(_("%(debtor)s owes %(creditor)s %(amount)s.") % facts)


def _ledger(steps: list[Step], names: Names, edition: Edition) -> Table:
    """Return a table of the events in force, without those taken back."""
    title = pgettext("game", "Ledger")
    table = _table(title, _("Line"), _("What was reported"), _("What followed"), right=(0,))
    for step in steps:
        if step.event is None:
            continue
        items = [item for item in step.decision.consequences if item.kind != "turn"]
        followed = (render_consequence(item, names, language(), edition) for item in items)
        begins = len(items) < len(step.decision.consequences)
        _row(
            table, step.line, headline_text(step.event, names, edition),
            "\n".join(followed),
            style="bold" if begins else "",
        )  # fmt: skip
    return table


def _statement(state: State, names: Names) -> Iterator[RenderableType]:
    """Yield the end procedure, itemised so that it can be added up.

    If the game is not finished, yield a line that says so.
    """
    statement = statement_of(state, names)
    if statement is None:
        yield Text(_("The game is not finished."), style="yellow")
        return
    if state.retentions:
        retention = _table(
            _("Retention"), _("Player"), _("Cash"), _("Keeps"), _("Retained"), right=(1, 2, 3)
        )
        for line in statement.retention:
            item = line.retention
            _row(retention, line.name, item.before, f"{item.percent} %", item.retained)
        yield retention
        circuit = _table(
            _("Circuit"), "", _("Deed"), _("Owner"), _("How the rent comes about"), _("Amount"),
            right=(0, 4),
        )  # fmt: skip
        for deed in statement.circuit:
            _row(circuit, deed.square, deed.name, deed.owner, deed.why, deed.amount)
        yield circuit
    yield _places(statement.sums)


def _places(sums: list[Any]) -> Table:
    table = _table(
        _("Statement"), pgettext("at the table", "Place"), _("Player"),
        _("Retained"), _("Circuit"), _("Final"),
        right=(0, 2, 3, 4),
    )  # fmt: skip
    for line in sums:
        row = line.standing
        _row(
            table, row.place, line.name, "–" if row.retained is None else row.retained,
            "–" if row.circuit_income is None else row.circuit_income, row.final,
            style="bold" if row.place == 1 else "",
        )  # fmt: skip
    return table
