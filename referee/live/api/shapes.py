"""The shapes of the public interface's answers, with examples; tests hold the answers to them."""

from typing import Any

from referee.tablet.api.schema import (
    ANY_OBJECT,
    BOOLEAN,
    COUNT,
    HASH,
    INTEGER,
    SEQ,
    STRING,
    TIME,
    Shape,
    component,
    list_of,
    nullable,
    object_of,
    one_of,
)
from scoring.competition.seat_outcomes import SEAT_OUTCOMES
from tournament.common import hall_clock
from tournament.models import ClockEntry, Event, Penalty, Result, Round

DATE: Shape = {"type": "string", "format": "date"}
FRACTION: Shape = {
    "type": "string",
    "pattern": "^-?[0-9]+(/[0-9]+)?$",
    "description": "An exact number: `6`, `7/2`.",
}
PLAYER_ID: Shape = {
    "type": "string",
    "pattern": "^p[0-9]+$",
    "description": "The player's id in game records.",
}
PERSON: dict[str, Shape] = {"player": PLAYER_ID, "name": STRING, "club": STRING}
PLACE: dict[str, Shape] = {"round": SEQ, "table": SEQ}
ROLE = nullable(one_of(["competitor", "monopolist"]))
FIGURE = nullable(COUNT)
SOURCE = one_of(Result.Source.values)
MODE = one_of(Event.Mode.values)
CALLED_OFF: Shape = {
    **nullable(one_of(Event.CalledOff.values)),
    "description": "Null while it takes place as announced.",
}
EVENT_STATES = ("upcoming", "running", "finished")


def example(shape: Shape, value: Any) -> Shape:
    """The shape with an example of it."""
    return {**shape, "examples": [value]}


def page_of(item: Shape, **more: Shape) -> Shape:
    """A page of a list."""
    cursor = {**nullable(STRING), "description": "Goes on after this page; null on the last one."}
    return object_of(**more, items=list_of(item), next=cursor)


LISTED_EVENT = component(
    "PublicListedEvent",
    example(
        object_of(
            slug=STRING,
            name=STRING,
            starts_on=DATE,
            ends_on=DATE,
            venue=STRING,
            edition=STRING,
            mode=MODE,
            players=COUNT,
            number_of_rounds=COUNT,
            rounds_published=COUNT,
            rounds_finished=COUNT,
            status=one_of(EVENT_STATES),
            called_off=CALLED_OFF,
        ),
        {
            "slug": "spring-open-2026",
            "name": "Spring Open",
            "starts_on": "2026-05-16",
            "ends_on": "2026-05-16",
            "venue": "Town hall",
            "edition": "us-2011",
            "mode": "two-hour",
            "players": 24,
            "number_of_rounds": 3,
            "rounds_published": 3,
            "rounds_finished": 2,
            "status": "running",
            "called_off": None,
        },
    ),
)
EVENT = component(
    "PublicEvent",
    example(
        object_of(
            slug=STRING,
            name=STRING,
            starts_on=DATE,
            ends_on=DATE,
            venue=STRING,
            time_zone=STRING,
            edition=STRING,
            mode=MODE,
            number_of_rounds=COUNT,
            length_minutes=COUNT,
            board_delay={**COUNT, "description": "Seconds by which running games are told later."},
            called_off=CALLED_OFF,
            called_off_reason=STRING,
            frozen_at=nullable(TIME),
            revealed_to=nullable(SEQ),
            players=COUNT,
            rounds_published=COUNT,
            tables=COUNT,
            tables_finished=COUNT,
        ),
        {
            "slug": "spring-open-2026",
            "name": "Spring Open",
            "starts_on": "2026-05-16",
            "ends_on": "2026-05-16",
            "venue": "Town hall",
            "time_zone": "Europe/Paris",
            "edition": "us-2011",
            "mode": "two-hour",
            "number_of_rounds": 3,
            "length_minutes": 120,
            "board_delay": 0,
            "called_off": None,
            "called_off_reason": "",
            "frozen_at": None,
            "revealed_to": None,
            "players": 24,
            "rounds_published": 3,
            "tables": 18,
            "tables_finished": 14,
        },
    ),
)
RULINGS = object_of(rounding=STRING, prison_circuit=STRING, mortgaged_companies=STRING, ties=STRING)
RULES = component(
    "PublicRules",
    example(
        object_of(
            edition=STRING,
            edition_file=nullable({**HASH, "description": "SHA-256 of the event's own edition."}),
            mode=MODE,
            length_minutes=COUNT,
            table_sizes=list_of(COUNT),
            roles=one_of(Event.Roles.values),
            points_by_place=list_of(COUNT),
            tie_breaks=list_of(STRING),
            teams=one_of(Event.Teams.values),
            members_counted={**nullable(SEQ), "description": "Of each team; null: all."},
            lot_seed=STRING,
            discards={
                **COUNT,
                "description": "The worst rounds of each player, so many of them, do not count in "
                "`points` and `tie_breaks` of the standings; 0: all count.",
            },
            least_counting={
                **SEQ,
                "description": "So many rounds of each player always count: after R rounds the "
                "best max(`least_counting`, R − `discards`) do.",
            },
            finals={
                **list_of(COUNT),
                "description": "Finalists of each of the last rounds; empty without finals.",
            },
            rulings=RULINGS,
            rulings_that_differ={"type": "object", "additionalProperties": STRING},
        ),
        {
            "edition": "us-2011",
            "edition_file": None,
            "mode": "two-hour",
            "length_minutes": 120,
            "table_sizes": [4, 5, 3],
            "roles": "drawn",
            "points_by_place": [6, 4, 3, 2, 1, 0],
            "tie_breaks": ["wins", "final-cash"],
            "teams": "clubs",
            "members_counted": 3,
            "lot_seed": "",
            "discards": 1,
            "least_counting": 2,
            "finals": [4],
            "rulings": {
                "rounding": "half_up",
                "prison_circuit": "unpaid",
                "mortgaged_companies": "count",
                "ties": "shared",
            },
            "rulings_that_differ": {},
        },
    ),
)
ROUND = component(
    "PublicRound",
    example(
        object_of(
            round=SEQ,
            status=one_of(Round.PUBLIC),
            published_at=nullable(TIME),
            drawn=BOOLEAN,
            draw=nullable({**HASH, "description": "The draw's commitment."}),
            seated_by_hand=BOOLEAN,
            tables=COUNT,
            tables_finished=COUNT,
        ),
        {
            "round": 1,
            "status": "finished",
            "published_at": "2026-05-16T09:30:00+00:00",
            "drawn": True,
            "draw": "0" * 64,
            "seated_by_hand": False,
            "tables": 6,
            "tables_finished": 6,
        },
    ),
)
SEAT = object_of(seat=SEQ, **PERSON, role=ROLE)
TABLE = component(
    "PublicTable",
    example(
        object_of(**PLACE, status=one_of(["open", "finished"]), seats=list_of(SEAT)),
        {
            "round": 1,
            "table": 3,
            "status": "open",
            "seats": [
                {
                    "seat": 1,
                    "player": "p07",
                    "name": "Ada",
                    "club": "Chess Club",
                    "role": "competitor",
                }
            ],
        },
    ),
)
RESULT_SEAT = object_of(
    seat=SEQ,
    **PERSON,
    role=ROLE,
    place=SEQ,
    final=COUNT,
    before_retention=FIGURE,
    retained=FIGURE,
    circuit_income=FIGURE,
    points=FRACTION,
    outcome={
        **nullable(one_of(SEAT_OUTCOMES)),
        "description": "How the seat came to its place otherwise than by playing to the end. Who "
        "did not come or was disqualified is behind the others, without points.",
    },
)
RESULT = component(
    "PublicResult",
    example(
        object_of(
            **PLACE,
            source=SOURCE,
            confirmed_at=nullable(TIME),
            revision=SEQ,
            under_review=BOOLEAN,
            abandoned={
                **nullable(STRING),
                "description": "Why the game had no end: all who came share its points.",
            },
            record=nullable({**HASH, "description": "SHA-256 of the game record."}),
            log=nullable(
                {
                    **object_of(events=SEQ, head=HASH),
                    "description": "Where the table's log ends: the hash covers all its events.",
                }
            ),
            seats=list_of(RESULT_SEAT),
        ),
        {
            "round": 1,
            "table": 3,
            "source": "log",
            "confirmed_at": "2026-05-16T12:04:31+00:00",
            "revision": 1,
            "under_review": False,
            "abandoned": None,
            "record": "0" * 64,
            "log": {"events": 231, "head": "0" * 64},
            "seats": [
                {
                    "seat": 1,
                    "player": "p07",
                    "name": "Ada",
                    "club": "Chess Club",
                    "role": "competitor",
                    "place": 1,
                    "final": 513,
                    "before_retention": 1290,
                    "retained": 129,
                    "circuit_income": 384,
                    "points": "6",
                    "outcome": None,
                }
            ],
        },
    ),
)
ROLE_RECORDS: Shape = {
    "type": "object",
    "additionalProperties": object_of(rounds=SEQ, points=FRACTION, final_cash=COUNT),
    "description": "What came of the rounds in each role that was played, added up.",
}
PENALTY = object_of(
    kind=one_of(Penalty.Kind.values),
    round={**nullable(SEQ), "description": "The round it is about; null: the event."},
    points=nullable(FRACTION),
    places=nullable(SEQ),
    reason=STRING,
    at=TIME,
)
STANDING = component(
    "PublicStanding",
    example(
        object_of(
            position=SEQ,
            rank=SEQ,
            **PERSON,
            points=FRACTION,
            played=COUNT,
            wins=COUNT,
            final_cash=COUNT,
            stage={
                **COUNT,
                "description": "The last stage of the finals that the player is in: 1 the first "
                "one; 0 none. Finalists rank above all others; `points` and `tie_breaks` are of "
                "the rounds before.",
            },
            final_points={**nullable(FRACTION), "description": "Earned in that stage."},
            tie_breaks={"type": "object", "additionalProperties": FRACTION},
            discarded={
                **list_of(SEQ),
                "description": "The rounds whose result does not count in `points` and "
                "`tie_breaks`; `played`, `wins`, `final_cash` and `roles` are of all.",
            },
            roles=ROLE_RECORDS,
            penalties={
                **list_of(PENALTY),
                "description": "What was decided against the player. Points are taken off `points` "
                "already; places lost, and a disqualification, are in `rank`.",
            },
        ),
        {
            "position": 1,
            "rank": 1,
            "player": "p07",
            "name": "Ada",
            "club": "Chess Club",
            "points": "16",
            "played": 3,
            "wins": 2,
            "final_cash": 926,
            "stage": 1,
            "final_points": "6",
            "tie_breaks": {"wins": "2"},
            "discarded": [1],
            "roles": {"monopolist": {"rounds": 3, "points": "16", "final_cash": 926}},
            "penalties": [
                {
                    "kind": "points",
                    "round": 2,
                    "points": "1/2",
                    "places": None,
                    "reason": "Late at the table",
                    "at": "2026-05-16T11:02:00+00:00",
                }
            ],
        },
    ),
)
STANDINGS: dict[str, Shape] = {
    "as_of": nullable(TIME),
    "tables_finished": COUNT,
    "tables": COUNT,
    "first_place": {**SEQ, "description": "More than 1 while places are being revealed."},
    "cuts": {
        **list_of(
            object_of(
                round=SEQ, made_at=TIME, finalists=list_of(PLAYER_ID), left_out=list_of(PLAYER_ID)
            )
        ),
        "description": "The cuts to the finals: the first round after each, when it was recorded, "
        "its finalists as they stood, and who let the next one in.",
    },
    "roles": {**ROLE_RECORDS, "description": "The same over everybody: the event’s averages."},
}
TEAM = component(
    "PublicTeam",
    example(
        object_of(
            position=SEQ,
            rank=SEQ,
            team=STRING,
            points=FRACTION,
            places={
                **SEQ,
                "description": "The sum of the places of the members that count, one who is "
                "lacking behind the last player: of teams level on points the lower one is ahead.",
            },
            best_place={**SEQ, "description": "The best of those places: decides next."},
            counting={**list_of(object_of(**PERSON)), "description": "The most points first."},
        ),
        {
            "position": 1,
            "rank": 1,
            "team": "Chess Club",
            "points": "26",
            "places": 5,
            "best_place": 1,
            "counting": [{"player": "p07", "name": "Ada", "club": "Chess Club"}],
        },
    ),
)
TEAMS: dict[str, Shape] = {
    "members_counted": {**COUNT, "description": "So many members of each team count."}
}
LISTED_PLAYER_FIELDS: dict[str, Shape] = {
    "player": PLAYER_ID,
    "seed": SEQ,
    "name": STRING,
    "club": STRING,
    "team": {**nullable(STRING), "description": "Null without, and of whom no team is told."},
    "status": one_of(["playing", "dropped"]),
}
_ADA = {
    "player": "p07",
    "seed": 7,
    "name": "Ada",
    "club": "Chess Club",
    "team": None,
    "status": "playing",
}
LISTED_PLAYER = component("PublicListedPlayer", example(object_of(**LISTED_PLAYER_FIELDS), _ADA))
PLAYER = component(
    "PublicPlayer",
    example(
        object_of(
            **LISTED_PLAYER_FIELDS,
            standing=nullable(STANDING),
            tables=list_of(TABLE),
            results=list_of(RESULT),
        ),
        {**_ADA, "standing": None, "tables": [], "results": []},
    ),
)
RECORD = component(
    "PublicRecord",
    example(
        object_of(
            **PLACE,
            url={"type": "string", "description": "The address of the file on this server."},
            sha256=HASH,
            statement={**ANY_OBJECT, "description": "As `manage.py replay --json` prints it."},
            edition_digest=HASH,
            engine_digest=HASH,
        ),
        {
            "round": 1,
            "table": 3,
            "url": "/api/v1/public/events/spring-open-2026/rounds/1/tables/3/record",
            "sha256": "0" * 64,
            "statement": {
                "status": "finished",
                "mode": "two-hour",
                "winners": ["p07"],
                "players": [],
                "circuit": [],
            },
            "edition_digest": "0" * 64,
            "engine_digest": "0" * 64,
        },
    ),
)
CLOCK_LINE = object_of(
    kind=one_of(ClockEntry.Kind.values), at=TIME, table=nullable(SEQ), seconds=nullable(INTEGER)
)
CLOCK_OF_ROUND = component(
    "PublicClock",
    example(
        object_of(
            round=SEQ,
            length={**COUNT, "description": "Seconds of play for a table without extra time."},
            state=one_of(hall_clock.NEXT_STATE),
            elapsed={**COUNT, "description": "Seconds played up to `since`."},
            since={
                **nullable(TIME),
                "description": "The last step. A clock that runs went on from here: it stands at "
                "`elapsed` and what has gone by since.",
            },
            extra={
                "type": "object",
                "additionalProperties": INTEGER,
                "description": "Seconds granted to tables, by their numbers.",
            },
            ledger=list_of(CLOCK_LINE),
        ),
        {
            "round": 1,
            "length": 7200,
            "state": "running",
            "elapsed": 0,
            "since": "2026-05-16T10:00:00+00:00",
            "extra": {"3": 300},
            "ledger": [
                {
                    "kind": "start",
                    "at": "2026-05-16T10:00:00+00:00",
                    "table": None,
                    "seconds": None,
                }
            ],
        },
    ),
)
