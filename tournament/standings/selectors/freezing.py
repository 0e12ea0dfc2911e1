"""The rounds whose results a prize-giving can keep hidden."""

import datetime as dt
from itertools import accumulate

from django.db.models import Min

from tournament.models import Result

_JUST_BEFORE = dt.timedelta(microseconds=1)


def moments_before_rounds(event: int) -> dict[int, dt.datetime]:
    """Return the moment before the first result of each round, by number.

    The first result may be of the round or of any later one. Only rounds with results are
    there, the first one first (1 query).
    """
    results = Result.objects.filter(table__round__event=event).order_by()
    firsts = results.values_list("table__round__number").annotate(Min("confirmed_at"))
    newest_first = sorted(firsts, reverse=True)
    earliest = accumulate((first for _number, first in newest_first), min)
    moments = {
        number: first - _JUST_BEFORE
        for (number, _first), first in zip(newest_first, earliest, strict=True)
    }
    return dict(sorted(moments.items()))
