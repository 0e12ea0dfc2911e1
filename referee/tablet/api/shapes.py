"""The shapes of bodies and answers, for the OpenAPI document.

They are JSON Schema, every field named. `log.wire` reads the batches and `answers` makes
the answers; a test holds both to these shapes.
"""

from typing import Any

from drf_spectacular.utils import OpenApiResponse

from referee.journal.times import HARMLESS
from referee.log.verdicts import (
    ACCEPTED,
    DUPLICATE,
    ILLEGAL,
    NOT_ATTEMPTED,
    STALE,
    STALE_SENTENCES,
)
from referee.log.wire import MAX_BATCH_EVENTS
from referee.models import Call, GameLog, SetAside
from referee.tablet.api.schema import (
    ANY_OBJECT,
    BOOLEAN,
    COUNT,
    HASH,
    ID,
    INTEGER,
    SALT,
    SEQ,
    STRING,
    TIME,
    Component,
    Shape,
    list_of,
    nullable,
    object_of,
    one_of,
)
from tournament.models import Event, Result

# --- bodies that `log.wire` reads ----------------------------------------------------------------

_ANY_VALUE = {"$ref": "#/components/schemas/Value"}
VALUE = Component(
    "Value",
    {
        "description": "Whole numbers only, spelt without a fraction or an exponent.",
        "anyOf": [
            {"type": ["string", "integer", "boolean", "null"]},
            list_of(_ANY_VALUE),
            {"type": "object", "additionalProperties": _ANY_VALUE},
        ],
    },
)
GAME_EVENT: Shape = {
    "type": "object",
    "description": "As in the game record, with `type`; at most 16 KiB.",
    "properties": {"type": STRING},
    "required": ["type"],
    "additionalProperties": VALUE,
}
WIRE_EVENT = Component(
    "WireEvent",
    object_of(
        event_id=ID,
        salt=SALT,
        at={
            "type": "string",
            "pattern": f"^{HARMLESS}$",
            "description": "The tablet's time, such as 2026-05-16T10:00:00Z: advisory. An event "
            "whose time is none from 2000 to 2099 is set aside.",
        },
        event=GAME_EVENT,
    ),
)
EVENTS = list_of(WIRE_EVENT, minItems=1, maxItems=MAX_BATCH_EVENTS)
BATCH = Component(
    "Batch",
    object_of(
        {"on_refusal": one_of(["set_aside", "discard"]), "view": BOOLEAN},
        lease_epoch=COUNT,
        expected_seq=SEQ,
        previous_hash=HASH,
        digest=HASH,
        events=EVENTS,
    ),
)
HAND_OVER = Component(
    "HandOver",
    object_of(
        reason=one_of(SetAside.Reason.values),
        expected_seq=SEQ,
        previous_hash=HASH,
        digest=HASH,
        events=EVENTS,
    ),
)

# --- answers -------------------------------------------------------------------------------------

HEAD = Component("Head", object_of(seq=COUNT, hash=HASH))
STATE = one_of(GameLog.State.values)
LEASE = Component(
    "Lease",
    object_of(
        epoch=COUNT,
        held=BOOLEAN,
        holder=nullable(object_of(id=ID, label=STRING, last_seen=TIME)),
    ),
)
CLOCK = Component(
    "Clock",
    object_of(
        state=one_of(["waiting", "running", "paused", "ended"]),
        length=COUNT,
        extra=INTEGER,
        elapsed=COUNT,
        elapsed_ms=COUNT,
        as_of=TIME,
        pauses=object_of(seconds=COUNT, since=nullable(COUNT), through=COUNT),
    ),
)
CALL = Component(
    "Call",
    object_of(
        id=ID,
        state=one_of(Call.State.values),
        topic=one_of(Call.Topic.values),
        player=STRING,
        note=STRING,
        opened_at=TIME,
        claimed_by=nullable(STRING),
        resolution=nullable(STRING),
        credited_seconds=COUNT,
    ),
)
SET_ASIDE = Component(
    "SetAside",
    object_of(
        id=ID,
        reason=one_of(SetAside.Reason.values),
        events=COUNT,
        received_at=TIME,
        state=one_of(SetAside.State.values),
        decision=nullable(STRING),
    ),
)
CONFIRMATION = Component(
    "Confirmation",
    object_of(
        statement=nullable(HASH),
        required=list_of(STRING),
        confirmed=list_of(STRING),
        disputed=list_of(STRING),
        blocked_by=list_of(one_of(["unfinished", "players", "dispute", "set_aside", "result"])),
        problem=STRING,
        choice=nullable(object_of(source=one_of(Result.Source.values), reason=STRING, at=TIME)),
    ),
)
ROW = Component(
    "LogRow",
    object_of(
        seq=SEQ,
        hash=HASH,
        previous_hash=HASH,
        event_id=ID,
        kind=one_of(["board", "admin", "chief"]),
        device=nullable(ID),
        by=nullable(STRING),
        at=TIME,
        received_at=TIME,
        event=GAME_EVENT,
        consequences=list_of(ANY_OBJECT),
        digest=HASH,
    ),
)
VIEW = Component(
    "View",
    nullable(object_of(status=STRING, statement=ANY_OBJECT, legal_actions=list_of(ANY_OBJECT))),
)
NEXT = Component(
    "NextTable",
    nullable(object_of(round=COUNT, table=COUNT, exists=BOOLEAN)),
)
GAME_NOW = {
    "server_time": TIME,
    "state": STATE,
    "lease": LEASE,
    "clock": CLOCK,
    "calls": list_of(CALL),
    "set_aside": list_of(SET_ASIDE),
    "confirmation": CONFIRMATION,
    "next": NEXT,
    "estimate": BOOLEAN,
}
PAIRED = object_of(
    token=STRING,
    device=object_of(id=ID, label=STRING, role=STRING),
    game=ID,
    lease=LEASE,
    server_time=TIME,
)
BOOTSTRAP = object_of(
    game=ID,
    event=object_of(slug=STRING, name=STRING),
    round=COUNT,
    table=COUNT,
    language=STRING,
    edition=object_of(code=STRING, digest=HASH),
    roles=one_of(Event.Roles.values),
    header=ANY_OBJECT,
    seats=list_of(object_of(seat=COUNT, player=STRING, name=STRING, role=nullable(STRING))),
    started=BOOLEAN,
    log=list_of(ROW),
    head=HEAD,
    more=BOOLEAN,
    view=VIEW,
    **GAME_NOW,
)
LOG_PAGE = object_of(rows=list_of(ROW), head=HEAD, more=BOOLEAN)
REFUSAL = object_of({"params": ANY_OBJECT}, code=STRING, rule=nullable(STRING), message=STRING)
ACCEPTED_EVENT = object_of(
    event_id=ID,
    verdict=one_of([ACCEPTED, DUPLICATE]),
    seq=SEQ,
    hash=HASH,
    consequences=list_of(ANY_OBJECT),
)
REFUSED_EVENT = object_of(
    {
        "refusals": list_of(REFUSAL),
        "code": one_of(STALE_SENTENCES),
        "detail": STRING,
    },
    event_id=ID,
    verdict=one_of([STALE, ILLEGAL, NOT_ATTEMPTED]),
    set_aside=BOOLEAN,
)
APPENDED = object_of(
    results=list_of({"oneOf": [ACCEPTED_EVENT, REFUSED_EVENT]}),
    head=HEAD,
    state=STATE,
    lease=LEASE,
    confirmation=CONFIRMATION,
    set_aside=list_of(SET_ASIDE),
    server_time=TIME,
    view=VIEW,
)
HANDED_OVER = object_of(
    results=list_of(
        object_of(event_id=ID, verdict=one_of(["set_aside", "duplicate"]), seq=nullable(SEQ))
    ),
    set_aside=list_of(SET_ASIDE),
)
ANNOUNCEMENT = Component("Announcement", object_of(id=STRING, text=STRING, at=TIME))
HEARTBEAT = object_of(
    head=HEAD, digest=HASH, poll_ms=COUNT, announcements=list_of(ANNOUNCEMENT), **GAME_NOW
)
LEASE_ANSWER = object_of(lease=LEASE, head=HEAD)
CALL_ANSWER = object_of(call=CALL)
PROBLEM = Component(
    "Problem",
    object_of(
        {
            "errors": list_of(object_of(field=STRING, detail=STRING)),
            "event_id": ID,
            "epoch": COUNT,
        },
        type=STRING,
        code=STRING,
        title=STRING,
        status=INTEGER,
        detail=STRING,
    ),
)

PROBLEMS_OF_ANY_REQUEST = {
    400: "Not of the form described here.",
    406: "Only JSON is spoken here.",
    413: "The body is larger than 256 KiB.",
    415: "The body is not JSON.",
    429: "Too many requests: again after `Retry-After` seconds.",
    503: "Busy: again after `Retry-After` seconds.",
}
UNKNOWN_KEY = {"_403": "The key is not known: it was revoked, or never issued."}
PROBLEMS_OF_A_DEVICE = {
    401: "No token, or one that is not known any more.",
    403: "The tablet was revoked.",
    404: "Not this tablet's game.",
}


def responses(*successes: tuple[int, Shape], device: bool = True, **more: str) -> dict[Any, Any]:
    """Return an endpoint's responses by status (and media type, for problems).

    `more` names problems of its own, such as `_409`.
    """
    problems = {**PROBLEMS_OF_ANY_REQUEST, **(PROBLEMS_OF_A_DEVICE if device else {})}
    problems |= {int(status.removeprefix("_")): text for status, text in more.items()}
    return {
        **dict(successes),
        **{
            (status, "application/problem+json"): OpenApiResponse(PROBLEM, description=text)
            for status, text in sorted(problems.items())
        },
    }
