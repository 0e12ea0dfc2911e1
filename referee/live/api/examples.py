"""An example of each item of the public interface, for its OpenAPI document."""

from typing import Any

from tournament.public.declaration import lists
from tournament.public.declaration.fields import ClockLine, LogEnd

HASH = "0" * 64
ADA: Any = {"player": "p07", "name": "Ada", "club": "Chess Club"}
SPRING_OPEN: Any = {
    "slug": "spring-open-2026",
    "name": "Spring Open",
    "starts_on": "2026-05-16",
    "ends_on": "2026-05-16",
    "venue": "Town hall",
    "edition": "us-2011",
    "mode": "two-hour",
    "number_of_rounds": 3,
    "players": 24,
    "rounds_published": 3,
}
STATEMENT = {
    "status": "finished",
    "mode": "two-hour",
    "winners": ["p07"],
    "players": [],
    "circuit": [],
}
RULES = lists.Rules(
    edition="us-2011",
    mode="two-hour",
    length_minutes=120,
    table_sizes=[4, 5, 3],
    roles="drawn",
    points_by_place=[6, 4, 3, 2, 1, 0],
    tie_breaks=["wins", "final-cash"],
    teams="clubs",
    members_counted=3,
    lot_seed="",
    discards=1,
    least_counting=2,
    finals=[4],
    rulings=lists.Rulings(
        rounding="half_up", prison_circuit="unpaid", mortgaged_companies="count", ties="shared"
    ),
    rulings_that_differ={},
)
RESULT = lists.Result(
    round=1,
    table=3,
    source="log",
    confirmed_at="2026-05-16T12:04:31+00:00",
    revision=1,
    under_review=False,
    record=HASH,
    log=LogEnd(events=231, head=HASH),
    seats=[
        lists.ResultSeat(
            **ADA,
            seat=1,
            role="competitor",
            place=1,
            final=513,
            before_retention=1290,
            retained=129,
            circuit_income=384,
            points="6",
        )
    ],
)
STANDING = lists.Standing(
    **ADA,
    position=1,
    rank=1,
    points="16",
    played=3,
    wins=2,
    final_cash=926,
    stage=1,
    final_points="6",
    tie_breaks={"wins": "2"},
    discarded=[1],
    roles={"monopolist": lists.RoleRecord(rounds=3, points="16", final_cash=926)},
    penalties=[
        lists.Penalty(
            kind="points",
            round=2,
            points="1/2",
            reason="Late at the table",
            at="2026-05-16T11:02:00+00:00",
        )
    ],
)
CLOCK = lists.Clock(
    round=1,
    length=7200,
    state="running",
    elapsed=0,
    since="2026-05-16T10:00:00+00:00",
    extra={"3": 300},
    ledger=[ClockLine(kind="start", at="2026-05-16T10:00:00+00:00")],
)
PLAYER: Any = {**ADA, "seed": 7, "status": "playing"}
EXAMPLES: dict[type, Any] = {
    type(example): example
    for example in (
        lists.ListedEvent(**SPRING_OPEN, rounds_finished=2, status="running", called_off=None),
        lists.Event(
            **SPRING_OPEN,
            time_zone="Europe/Paris",
            length_minutes=120,
            tables=18,
            tables_finished=14,
        ),
        RULES,
        lists.Round(
            round=1,
            status="finished",
            published_at="2026-05-16T09:30:00+00:00",
            drawn=True,
            draw=HASH,
            seated_by_hand=False,
            tables=6,
            tables_finished=6,
        ),
        lists.Table(
            round=1, table=3, status="open", seats=[lists.Seat(**ADA, seat=1, role="competitor")]
        ),
        RESULT,
        STANDING,
        lists.Team(
            position=1,
            rank=1,
            team="Chess Club",
            points="26",
            places=5,
            best_place=1,
            counting=[lists.Person(**ADA)],
        ),
        lists.ListedPlayer(**PLAYER),
        lists.Player(**PLAYER, standing=None, tables=[], results=[]),
        lists.Record(
            round=1,
            table=3,
            url="/api/v1/public/events/spring-open-2026/rounds/1/tables/3/record",
            sha256=HASH,
            statement=STATEMENT,
            edition_digest=HASH,
            engine_digest=HASH,
        ),
        CLOCK,
    )
}
