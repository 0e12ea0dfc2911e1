"""The shapes of bodies and answers, for the OpenAPI document: JSON Schema, every field named.

`log.wire` reads the batches and `answers` makes the answers; a test holds both to these shapes.
"""

from typing import Any

from drf_spectacular.utils import OpenApiResponse

from referee.log.verdicts import (
    ACCEPTED,
    DUPLICATE,
    ILLEGAL,
    NOT_ATTEMPTED,
    STALE,
    STALE_SENTENCES,
)
from referee.log.wire import MAX_BATCH_EVENTS, MAX_SEQ
from referee.models import Call, GameLog, SetAside
from tournament.models import Event, Result

Shape = dict[str, Any]

COMPONENTS: dict[str, Shape] = {}

TEXT: Shape = {"type": "string"}
TRUTH: Shape = {"type": "boolean"}
NUMBER: Shape = {"type": "integer"}
COUNT: Shape = {"type": "integer", "minimum": 0, "maximum": MAX_SEQ}
SEQ: Shape = {"type": "integer", "minimum": 1, "maximum": MAX_SEQ}
LIMIT: Shape = {"type": "integer", "minimum": 1, "maximum": 500, "default": 500}
ID: Shape = {"type": "string", "format": "uuid"}
TIME: Shape = {"type": "string", "format": "date-time"}
HASH: Shape = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
SALT: Shape = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
OPEN: Shape = {"type": "object", "additionalProperties": True}


def obj(optional: Shape | None = None, **fields: Shape) -> Shape:
    """An object with these fields, all there, `optional` ones perhaps, and no others."""
    return {
        "type": "object",
        "properties": {**fields, **(optional or {})},
        "required": list(fields),
        "additionalProperties": False,
    }


def listed(item: Shape, **bounds: int) -> Shape:
    """A list of such items."""
    return {"type": "array", "items": item, **bounds}


def one_of(values: Any) -> Shape:
    """One of these texts."""
    return {"type": "string", "enum": [str(value) for value in values]}


def named(name: str, shape: Shape) -> Shape:
    """A reference to the shape, which the document describes once, under this name."""
    COMPONENTS[name] = shape
    return {"$ref": f"#/components/schemas/{name}"}


def maybe(shape: Shape) -> Shape:
    """Such a value, or null."""
    return {"anyOf": [shape, {"type": "null"}]}


# --- bodies that `log.wire` reads ----------------------------------------------------------------

VALUE = {"$ref": "#/components/schemas/Value"}
named(
    "Value",
    {
        "description": "Whole numbers only, spelt without a fraction or an exponent.",
        "anyOf": [
            {"type": ["string", "integer", "boolean", "null"]},
            listed(VALUE),
            {"type": "object", "additionalProperties": VALUE},
        ],
    },
)
GAME_EVENT: Shape = {
    "type": "object",
    "description": "As in the game record, with `type`; at most 16 KiB.",
    "properties": {"type": TEXT},
    "required": ["type"],
    "additionalProperties": VALUE,
}
WIRE_EVENT = named(
    "WireEvent",
    obj(
        event_id=ID,
        salt=SALT,
        at={**TIME, "description": "The tablet's time: advisory."},
        event=GAME_EVENT,
    ),
)
EVENTS = listed(WIRE_EVENT, minItems=1, maxItems=MAX_BATCH_EVENTS)
BATCH = named(
    "Batch",
    obj(
        {"on_refusal": one_of(["set_aside", "discard"]), "view": TRUTH},
        lease_epoch=COUNT,
        expected_seq=SEQ,
        previous_hash=HASH,
        digest=HASH,
        events=EVENTS,
    ),
)
HAND_OVER = named(
    "HandOver",
    obj(
        reason=one_of(SetAside.Reason.values),
        expected_seq=SEQ,
        previous_hash=HASH,
        digest=HASH,
        events=EVENTS,
    ),
)

# --- answers -------------------------------------------------------------------------------------

HEAD = named("Head", obj(seq=COUNT, hash=HASH))
STATE = one_of(GameLog.State.values)
LEASE = named(
    "Lease",
    obj(
        epoch=COUNT,
        held=TRUTH,
        holder=maybe(obj(id=ID, label=TEXT, last_seen=TIME)),
    ),
)
CLOCK = named(
    "Clock",
    obj(
        state=one_of(["waiting", "running", "paused", "ended"]),
        length=COUNT,
        extra=NUMBER,
        elapsed=COUNT,
        as_of=TIME,
    ),
)
CALL = named(
    "Call",
    obj(
        id=ID,
        state=one_of(Call.State.values),
        topic=one_of(Call.Topic.values),
        note=TEXT,
        opened_at=TIME,
        claimed_by=maybe(TEXT),
        resolution=maybe(TEXT),
        credited_seconds=COUNT,
    ),
)
ASIDE = named(
    "SetAside",
    obj(
        id=ID,
        reason=one_of(SetAside.Reason.values),
        events=COUNT,
        received_at=TIME,
        state=one_of(SetAside.State.values),
        decision=maybe(TEXT),
    ),
)
CONFIRMATION = named(
    "Confirmation",
    obj(
        statement=maybe(HASH),
        required=listed(TEXT),
        confirmed=listed(TEXT),
        disputed=listed(TEXT),
        blocked_by=listed(one_of(["unfinished", "players", "dispute", "set_aside", "result"])),
        problem=TEXT,
        choice=maybe(obj(source=one_of(Result.Source.values), reason=TEXT, at=TIME)),
    ),
)
ROW = named(
    "LogRow",
    obj(
        seq=SEQ,
        hash=HASH,
        previous_hash=HASH,
        event_id=ID,
        kind=one_of(["board", "admin", "chief"]),
        device=maybe(ID),
        by=maybe(TEXT),
        at=TIME,
        received_at=TIME,
        event=GAME_EVENT,
        consequences=listed(OPEN),
        digest=HASH,
    ),
)
VIEW = named("View", maybe(obj(status=TEXT, statement=OPEN, legal_actions=listed(OPEN))))
COMMON = {
    "server_time": TIME,
    "state": STATE,
    "lease": LEASE,
    "clock": CLOCK,
    "calls": listed(CALL),
    "set_aside": listed(ASIDE),
    "confirmation": CONFIRMATION,
}
PAIRED = obj(
    token=TEXT,
    device=obj(id=ID, label=TEXT, role=TEXT),
    game=ID,
    lease=LEASE,
    server_time=TIME,
)
BOOTSTRAP = obj(
    game=ID,
    event=obj(slug=TEXT, name=TEXT),
    round=COUNT,
    table=COUNT,
    language=TEXT,
    edition=obj(code=TEXT, digest=HASH),
    roles=one_of(Event.Roles.values),
    header=OPEN,
    seats=listed(obj(seat=COUNT, player=TEXT, name=TEXT, role=maybe(TEXT))),
    started=TRUTH,
    log=listed(ROW),
    head=HEAD,
    more=TRUTH,
    view=VIEW,
    **COMMON,
)
LOG_PAGE = obj(rows=listed(ROW), head=HEAD, more=TRUTH)
REFUSAL = obj({"params": OPEN}, code=TEXT, rule=maybe(TEXT), message=TEXT)
ACCEPTED_EVENT = obj(
    event_id=ID,
    verdict=one_of([ACCEPTED, DUPLICATE]),
    seq=SEQ,
    hash=HASH,
    consequences=listed(OPEN),
)
OTHER_EVENT = obj(
    {
        "refusals": listed(REFUSAL),
        "code": one_of(STALE_SENTENCES),
        "detail": TEXT,
    },
    event_id=ID,
    verdict=one_of([STALE, ILLEGAL, NOT_ATTEMPTED]),
    set_aside=TRUTH,
)
APPENDED = obj(
    results=listed({"oneOf": [ACCEPTED_EVENT, OTHER_EVENT]}),
    head=HEAD,
    state=STATE,
    lease=LEASE,
    confirmation=CONFIRMATION,
    set_aside=listed(ASIDE),
    server_time=TIME,
    view=VIEW,
)
HANDED_OVER = obj(
    results=listed(obj(event_id=ID, verdict=one_of(["set_aside", "duplicate"]), seq=maybe(SEQ))),
    set_aside=listed(ASIDE),
)
HEARTBEAT = obj(head=HEAD, digest=HASH, poll_ms=COUNT, **COMMON)
LEASED = obj(lease=LEASE, head=HEAD)
CALLED = obj(call=CALL)
PROBLEM = named(
    "Problem",
    obj(
        {
            "errors": listed(obj(field=TEXT, detail=TEXT)),
            "event_id": ID,
            "epoch": COUNT,
        },
        type=TEXT,
        code=TEXT,
        title=TEXT,
        status=NUMBER,
        detail=TEXT,
    ),
)

ALWAYS = {
    400: "Not of the form described here.",
    406: "Only JSON is spoken here.",
    413: "The body is larger than 256 KiB.",
    415: "The body is not JSON.",
    429: "Too many requests: again after `Retry-After` seconds.",
    503: "Busy: again after `Retry-After` seconds.",
}
OF_A_DEVICE = {
    401: "No token, or one that is not known any more.",
    403: "The tablet was revoked.",
    404: "Not this tablet's game.",
}


def answers(*good: tuple[int, Shape], device: bool = True, **more: str) -> dict[Any, Any]:
    """What an endpoint answers, by status (and media type for the problems); `more` names
    problems of its own, such as `_409`."""
    bad = {**ALWAYS, **(OF_A_DEVICE if device else {})}
    bad |= {int(status.removeprefix("_")): text for status, text in more.items()}
    return {
        **dict(good),
        **{
            (status, "application/problem+json"): OpenApiResponse(PROBLEM, description=text)
            for status, text in sorted(bad.items())
        },
    }
