"""Wishes that cannot be met, each named in a sentence.

Nothing is drawn while one stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tournament.seating.cliques import clique_larger_than
from tournament.seating.criteria import CRITERIA
from tournament.seating.model import PlayerNames, Role, Sentence
from tournament.seating.model import gettext_noop as _
from tournament.seating.problem import Lock, Problem
from tournament.seating.table_sizes import MAX_SEATS, MIN_SEATS, nearest_counts

Sentences = Iterator[Sentence]


def impossible_wishes(problem: Problem) -> tuple[Sentence, ...]:
    """Return every reason why `problem` cannot be drawn; empty if it can."""
    for group in ((_players, _numbers, _order), (_names, _counts), (_locks, _pins), (_seats,)):
        found = tuple(sentence for check in group for sentence in check(problem))
        if found:
            return found
    return tuple(_apart(problem))


def _players(problem: Problem) -> Sentences:
    seen: set[str] = set()
    for player in problem.players:
        if not player.strip():
            yield Sentence(_("A player has no name."))
        if player in seen:
            yield Sentence(
                _("%(player)s is listed twice among the players."), _player_names(player=player)
            )
        seen.add(player)
    for number, tables in enumerate(problem.history, 1):
        yield from _double_seat_faults(number, [s.player for t in tables for s in t.seats])


def _double_seat_faults(number: int, players: list[str]) -> Sentences:
    for player in sorted({p for p in players if players.count(p) > 1}):
        text = _("%(player)s sits twice in round %(round)s of the history.")
        yield Sentence(text, {"player": PlayerNames((player,)), "round": number})


def _numbers(problem: Problem) -> Sentences:
    if problem.rounds < 1:
        yield Sentence(
            _("At least one round must be drawn, not %(rounds)s."), {"rounds": problem.rounds}
        )
    if not problem.sizes:
        yield Sentence(_("No table size is allowed: name at least one from 2 to 6."))
    for size in problem.sizes:
        if not MIN_SEATS <= size <= MAX_SEATS:
            yield Sentence(
                _("A table of %(size)s is not possible: 2 to 6 players sit at a table."),
                {"size": size},
            )
    if len(set(problem.sizes)) < len(problem.sizes):
        yield Sentence(_("A table size is listed twice: %(sizes)s."), {"sizes": problem.sizes})
    planned = problem.planned_rounds
    if planned is not None and planned < len(problem.history) + problem.rounds:
        yield Sentence(
            _("%(planned)s rounds are planned, but the draw reaches round %(last)s."),
            {"planned": planned, "last": problem.round_numbers[-1]},
        )


def _order(problem: Problem) -> Sentences:
    for code in problem.order:
        if code not in CRITERIA:
            text = _("There is no criterion “%(code)s”; there are: %(codes)s.")
            yield Sentence(text, {"code": code, "codes": tuple(CRITERIA)})
    if len(set(problem.order)) < len(problem.order):
        yield Sentence(_("A criterion is listed twice: %(codes)s."), {"codes": problem.order})


def _names(problem: Problem) -> Sentences:
    known = set(problem.players)
    named = [
        (
            _("%(player)s is absent from a round, but is not among the players."),
            [name for away in problem.absent.values() for name in sorted(away)],
        ),
        (
            _("%(player)s is to be kept apart, but is not among the players."),
            [name for pair in problem.apart for name in pair],
        ),
        (
            _("%(player)s is locked, but is not among the players."),
            [lock.player for lock in problem.locks],
        ),
        (_("%(player)s is pinned, but is not among the players."), list(problem.pins)),
    ]
    for text, names in named:
        for name in dict.fromkeys(names):
            if name not in known:
                yield Sentence(text, _player_names(player=name))
    for one, other in problem.apart:
        if one == other:
            yield Sentence(
                _("%(player)s cannot be kept apart from themselves."), _player_names(player=one)
            )


def _counts(problem: Problem) -> Sentences:
    for number in problem.round_numbers:
        here = len(problem.present_players(number))
        if here == 0:
            yield Sentence(
                _("Nobody plays round %(round)s: enter players first."), {"round": number}
            )
        elif problem.layouts[number] is None:
            yield _no_division(here, problem.sizes, number)


def _no_division(here: int, sizes: tuple[int, ...], number: int) -> Sentence:
    add, drop = nearest_counts(here, sizes)
    params = {"count": here, "sizes": sizes, "round": number, "add": add, "drop": drop}
    if add and drop:
        text = _(
            "%(count)s players of round %(round)s do not fit tables of %(sizes)s: add %(add)s"
            " or drop %(drop)s."
        )
    elif add:
        text = _(
            "%(count)s players of round %(round)s do not fit tables of %(sizes)s: add %(add)s."
        )
    else:
        text = _(
            "%(count)s players of round %(round)s do not fit tables of %(sizes)s: drop %(drop)s."
        )
    return Sentence(text, params)


def _locks(problem: Problem) -> Sentences:
    places: dict[tuple[int, str], Lock] = {}
    taken: dict[tuple[int, int, int], str] = {}
    for lock in problem.locks:
        yield from _one_lock(problem, lock)
        earlier = places.setdefault((lock.round, lock.player), lock)
        if earlier is not lock:
            text = _("%(player)s has two locks in round %(round)s: tables %(one)s and %(other)s.")
            yield Sentence(text, _lock(lock, one=earlier.table, other=lock.table))
        if lock.seat is not None:
            key = (lock.round, lock.table, lock.seat)
            other = taken.setdefault(key, lock.player)
            if other != lock.player:
                text = _(
                    "%(player)s and %(other)s are both locked to seat %(seat)s of table"
                    " %(table)s in round %(round)s."
                )
                yield Sentence(text, _lock(lock, other=PlayerNames((other,))))


def _one_lock(problem: Problem, lock: Lock) -> Sentences:
    if lock.round not in problem.round_numbers:
        first, last = problem.round_numbers[0], problem.round_numbers[-1]
        text = _("%(player)s is locked in round %(round)s; rounds %(first)s to %(last)s are drawn.")
        yield Sentence(text, _lock(lock, first=first, last=last))
        return
    tables = problem.layouts[lock.round] or ()
    if lock.player not in problem.present_players(lock.round):
        text = _("%(player)s is locked to table %(table)s in round %(round)s, but is absent.")
        yield Sentence(text, _lock(lock))
    if not 1 <= lock.table <= len(tables):
        text = _(
            "%(player)s is locked to table %(table)s in round %(round)s, which has"
            " %(tables)s tables."
        )
        yield Sentence(text, _lock(lock, tables=len(tables)))
    if lock.role and not problem.roles_drawn:
        text = _(
            "%(player)s is locked to a role in round %(round)s, but roles are thrown at the table."
        )
        yield Sentence(text, _lock(lock))


def _pins(problem: Problem) -> Sentences:
    for player, table in problem.pins.items():
        for number in problem.round_numbers:
            tables = problem.layouts[number] or ()
            if player in problem.present_players(number) and not 1 <= table <= len(tables):
                text = _(
                    "%(player)s is pinned to table %(table)s; round %(round)s has %(tables)s"
                    " tables."
                )
                params = {"table": table, "round": number, "tables": len(tables)}
                yield Sentence(text, {"player": PlayerNames((player,)), **params})
    for lock in problem.locks:
        pin = problem.pins.get(lock.player, lock.table)
        if pin != lock.table:
            text = _(
                "%(player)s is pinned to table %(pin)s, but locked to table %(table)s in round"
                " %(round)s."
            )
            yield Sentence(text, _lock(lock, pin=pin))


def _seats(problem: Problem) -> Sentences:
    for number in problem.round_numbers:
        sizes = problem.layouts[number] or ()
        for table, least in sorted(problem.needs(number).items()):
            if least > sizes[table - 1]:
                yield from _table_faults(problem, number, table, sizes[table - 1])


def _table_faults(problem: Problem, number: int, table: int, size: int) -> Sentences:
    here = fixed_players(problem, number, table)
    params = {"table": table, "round": number, "size": size}
    if len(here) > size:
        text = _(
            "More pins and locks than seats: table %(table)s in round %(round)s has %(size)s"
            " seats for %(players)s."
        )
        yield Sentence(text, {**params, "players": PlayerNames(tuple(here))})
        return
    for role in Role:
        alike = tuple(player for player, fixed in here.items() if fixed is role)
        if len(alike) > (size + 1) // 2:
            text = _(
                "Locks make %(players)s all %(role)s at table %(table)s in round %(round)s,"
                " which has %(size)s seats: roles may differ by one (rule 4)."
            )
            yield Sentence(text, {**params, "players": PlayerNames(alike), "role": role.value})
    yield from _seat_lock_faults(problem, number, table, size)


def _seat_lock_faults(problem: Problem, number: int, table: int, size: int) -> Sentences:
    for lock in problem.locks:
        if (lock.round, lock.table) == (number, table) and (lock.seat or 1) > size:
            text = _(
                "%(player)s is locked to seat %(seat)s of table %(table)s in round %(round)s,"
                " which has %(size)s seats."
            )
            yield Sentence(text, _lock(lock, size=size))


def fixed_players(problem: Problem, number: int, table: int) -> dict[str, Role | None]:
    """Return players pinned or locked to a table of a round, with the role locked."""
    here = set(problem.present_players(number))
    fixed: dict[str, Role | None] = {
        player: None for player, pin in problem.pins.items() if pin == table and player in here
    }
    for lock in problem.locks:
        if (lock.round, lock.table) == (number, table) and lock.player in here:
            fixed[lock.player] = lock.role
    return fixed


def _apart(problem: Problem) -> Sentences:
    if "apart" not in problem.order or not problem.apart:
        return
    for number in problem.round_numbers:
        yield from _fixed_pair_faults(problem, number)
    seen: set[tuple[int, frozenset[str]]] = set()
    for number in problem.round_numbers:
        here = frozenset(problem.present_players(number))
        tables = len(problem.layouts[number] or ())
        if (tables, here) in seen:
            continue
        seen.add((tables, here))
        clique = clique_larger_than(_pairs_of(problem.apart, here), tables)
        if clique:
            text = _(
                "%(players)s must all be kept apart, but round %(round)s has only %(tables)s"
                " tables."
            )
            yield Sentence(
                text, {"players": PlayerNames(clique), "round": number, "tables": tables}
            )


def _fixed_pair_faults(problem: Problem, number: int) -> Sentences:
    place = {
        player: table
        for table in problem.needs(number)
        for player in fixed_players(problem, number, table)
    }
    for one, other in problem.apart:
        if one in place and place[one] == place.get(other):
            text = _(
                "%(one)s and %(other)s must be kept apart, but both are fixed to table"
                " %(table)s in round %(round)s."
            )
            params = {"one": PlayerNames((one,)), "other": PlayerNames((other,)), "round": number}
            yield Sentence(text, {**params, "table": place[one]})


def _pairs_of(pairs: Iterable[tuple[str, str]], here: frozenset[str]) -> list[tuple[str, str]]:
    return [pair for pair in pairs if pair[0] in here and pair[1] in here]


def _player_names(**players: str) -> dict[str, PlayerNames]:
    return {key: PlayerNames((player,)) for key, player in players.items()}


def _lock(lock: Lock, **more: object) -> dict[str, object]:
    known = {"player": PlayerNames((lock.player,)), "table": lock.table, "round": lock.round}
    return {**known, "seat": lock.seat, **more}
