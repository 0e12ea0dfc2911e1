"""Progress of a round's logs, and table numbers that need attention."""

from collections.abc import Collection, Iterable, Mapping

from referee.log.calls import OPEN_STATES
from referee.models import Call, GameLog, SetAside

STATES = {
    GameLog.State.PLAYING: "playing",
    GameLog.State.FINISHED: "unconfirmed",
    GameLog.State.DISPUTED: "disputed",
    # Handed in, but refused because it does not fit the table.
    GameLog.State.CONFIRMED: "unconfirmed",
}


def needs_of_rounds(rounds: Collection[int]) -> Mapping[int, Mapping[str, tuple[int, ...]]]:
    """Return the tables' numbers by round and need (3 queries).

    The shape is the one that `tournament.boards.Boards` asks for.
    """
    found: dict[int, dict[str, set[int]]] = {}
    for key, code, number in _need_rows(rounds):
        found.setdefault(key, {}).setdefault(code, set()).add(number)
    return {
        key: {code: tuple(sorted(numbers)) for code, numbers in codes.items()}
        for key, codes in found.items()
    }


def _need_rows(rounds: Collection[int]) -> Iterable[tuple[int, str, int]]:
    """Return rows of a round's key, a need's code, and a table's number."""
    games = GameLog.objects.order_by().filter(table__round__in=rounds, head_seq__gt=0)
    for key, number, state in games.values_list("table__round", "table__number", "state"):
        yield key, "begun", number
        if state in STATES:
            yield key, STATES[GameLog.State(state)], number
    calls = Call.objects.filter(game__table__round__in=rounds, state__in=OPEN_STATES)
    aside = SetAside.objects.filter(game__table__round__in=rounds, state=SetAside.State.OPEN)
    columns = ("game__table__round", "game__table__number")
    for key, number in calls.order_by().values_list(*columns):
        yield key, "called", number
    for key, number in aside.order_by().values_list(*columns):
        yield key, "set_aside", number
