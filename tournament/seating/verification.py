"""Checks of a draw against its problem.

They check whether the draw is valid, its certificate is true, and the draw repeats.
"""

from __future__ import annotations

from collections.abc import Iterator

from tournament.seating.certificate import METHOD, Draw
from tournament.seating.criteria import evaluate
from tournament.seating.drawing import draw
from tournament.seating.model import PlayerNames, Role, Round, Sentence
from tournament.seating.model import gettext_noop as _
from tournament.seating.problem import Problem
from tournament.seating.wishes import impossible_wishes

Sentences = Iterator[Sentence]


def verify(problem: Problem, made: Draw, *, redraw: bool = True) -> tuple[Sentence, ...]:
    """Return everything wrong with a draw and its certificate; empty if it holds.

    With `redraw` the search is run again from the seed and must give the same rounds; a draw of
    another version of the search is refused there, whatever else holds of it.
    """
    wrong = impossible_wishes(problem) or faults_of_rounds(problem, made.rounds)
    return wrong or tuple(_certificate(problem, made, redraw))


def faults_of_rounds(problem: Problem, rounds: tuple[Round, ...]) -> tuple[Sentence, ...]:
    """Return the reasons why `rounds` are no draw of `problem`.

    They concern the number of rounds, seats, sizes, roles, locks and pins.
    """
    if len(rounds) != problem.rounds:
        text = _("%(found)s rounds are drawn, %(asked)s were asked for.")
        return (Sentence(text, {"found": len(rounds), "asked": problem.rounds}),)
    checks = (_faults_of_seats, _faults_of_sizes, _faults_of_roles, _faults_of_locks)
    return tuple(
        sentence
        for number, tables in zip(problem.round_numbers, rounds, strict=True)
        for check in checks
        for sentence in check(problem, number, tables)
    )


def _faults_of_seats(problem: Problem, number: int, tables: Round) -> Sentences:
    present = problem.present_players(number)
    seats = dict.fromkeys(present, 0)
    for table in tables:
        for seat in table.seats:
            if seat.player not in seats:
                text = _("%(player)s has a seat in round %(round)s, but does not play in it.")
                yield Sentence(text, {"player": PlayerNames((seat.player,)), "round": number})
            seats[seat.player] = seats.get(seat.player, 0) + 1
    for player in present:
        if seats[player] != 1:
            text = _("%(player)s sits %(times)s times in round %(round)s, not once.")
            params = {"player": PlayerNames((player,)), "times": seats[player], "round": number}
            yield Sentence(text, params)


def _faults_of_sizes(problem: Problem, number: int, tables: Round) -> Sentences:
    for expected, table in enumerate(tables, 1):
        params = {"table": table.number, "round": number, "expected": expected}
        if table.number != expected:
            text = _(
                "Table %(table)s of round %(round)s is listed where table %(expected)s should be."
            )
            yield Sentence(text, params)
        if len(table.seats) not in problem.sizes:
            text = _("Table %(table)s of round %(round)s has %(size)s seats, which is not allowed.")
            yield Sentence(text, {**params, "size": len(table.seats)})


def _faults_of_roles(problem: Problem, number: int, tables: Round) -> Sentences:
    for table in tables:
        roles = [seat.role for seat in table.seats]
        params = {"table": table.number, "round": number}
        if not problem.roles_drawn:
            if any(roles):
                text = _("Table %(table)s of round %(round)s has roles, but they are thrown there.")
                yield Sentence(text, params)
        elif None in roles:
            yield Sentence(_("A seat of table %(table)s in round %(round)s has no role."), params)
        elif abs(roles.count(Role.COMPETITOR) - roles.count(Role.MONOPOLIST)) > 1:
            text = _(
                "The roles at table %(table)s in round %(round)s differ by more than one (rule 4)."
            )
            yield Sentence(text, params)


def _faults_of_locks(problem: Problem, number: int, tables: Round) -> Sentences:
    sits = {s.player: (t.number, at, s.role) for t in tables for at, s in enumerate(t.seats, 1)}
    for lock in problem.locks:
        if lock.round != number or lock.player not in sits:
            continue
        table, at, role = sits[lock.player]
        kept = table == lock.table and at == (lock.seat or at) and role == (lock.role or role)
        if not kept:
            text = _("%(player)s does not sit as locked in round %(round)s.")
            yield Sentence(text, {"player": PlayerNames((lock.player,)), "round": number})
    for player, pin in problem.pins.items():
        if player in sits and sits[player][0] != pin:
            text = _(
                "%(player)s is pinned to table %(pin)s, but sits at table %(table)s in round"
                " %(round)s."
            )
            params = {"pin": pin, "table": sits[player][0], "round": number}
            yield Sentence(text, {"player": PlayerNames((player,)), **params})


def _certificate(problem: Problem, made: Draw, redraw: bool) -> Sentences:
    certificate = made.certificate
    if certificate.seed != problem.seed or tuple(certificate.order) != problem.order:
        yield Sentence(_("The certificate belongs to another problem: its seed or order differs."))
        return
    counted = dict(evaluate(problem, made.rounds).violations)
    for code, value in counted.items():
        certified = certificate.violations.get(code)
        if certified != value:
            text = _("The certificate says %(said)s for “%(code)s”; counted again it is %(value)s.")
            yield Sentence(text, {"said": certified, "code": code, "value": value})
    if redraw and certificate.method != METHOD:
        text = _(
            "The draw was made by version %(made)s of the search; this program has version"
            " %(here)s. Only a program of that version can make it again."
        )
        yield Sentence(text, {"made": certificate.method, "here": METHOD})
    elif redraw and draw(problem, steps=certificate.steps).rounds != made.rounds:
        yield Sentence(_("Drawn again from its seed, the draw comes out differently."))
