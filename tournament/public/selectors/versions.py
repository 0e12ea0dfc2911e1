"""The newest published version of an event, as pages render it."""

import json
from typing import Any

from tournament.common.newest_values import NewestValues
from tournament.models import PublicVersion

MAX_STATES = 4
Json = dict[str, Any]

_states: NewestValues[Json] = NewestValues(MAX_STATES)


def newest_state(event: int) -> Json:
    """Return the newest public state of an event, not to be changed.

    `event` is a key. {} if there is no state. 1 query, 2 if this process has not read that
    version yet.
    """
    versions = PublicVersion.objects.filter(event=event).order_by("-number")
    digest = versions.values_list("digest", flat=True).first()
    if digest is None:
        return {}
    known = _states.get(event, digest)
    if known is None:
        text = versions.filter(digest=digest).values_list("snapshot", flat=True).first()
        known = json.loads(text or "{}")
        _states.keep(event, digest, known)
    return known
