"""An example of each item of the public interface, for its OpenAPI document."""

from typing import Any

from tournament.public.declaration import careers, lists, seasons
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
    corrects_roles=True,
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
    corrections={"2": "5/4"},
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
CHANCES = lists.Chances(
    round=1,
    table=3,
    at="2026-05-16T10:40:00+00:00",
    seq=151,
    head=HASH,
    line=149,
    turn=64,
    turns=70,
    method="play-outs/1",
    seed=HASH[:16],
    playouts=200,
    players=[
        lists.PlayerChances(
            player="p07",
            win=lists.ChanceRange(low=31, high=40, least=25, most=47),
            counts={"spender": [62, 80, 40, 18], "mix": [80, 70, 30, 20]},
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
RATING = seasons.PlayerRating(value=1580, low=1490, high=1670, games=12, provisional=False)
SEASON = seasons.Season(
    slug="club-league-2026",
    name="Club league 2026",
    points_from="places",
    points_by_place=[25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
    best=3,
    events=[seasons.SeasonEvent(slug="spring-open-2026", name="Spring Open", counts=True)],
    rows=[
        seasons.SeasonRow(
            player="spring-open-2026/p07",
            name="Ada",
            rank=1,
            points="25",
            results=[
                seasons.SeasonResult(
                    event="spring-open-2026",
                    player="p07",
                    rank=1,
                    points="25",
                    disqualified=False,
                    counts=True,
                )
            ],
            rating=RATING,
        )
    ],
    ratings=seasons.SeasonRatings(
        digest=HASH,
        seed=HASH[:16],
        games=18,
        computed_at="2026-05-16T18:00:00+00:00",
        stale=False,
        failed=False,
        monopolists={"us-2011": RATING},
    ),
)
CAREER = careers.Career(
    name="Ada",
    events=[
        careers.CareerEvent(
            event="spring-open-2026",
            name="Spring Open",
            player="p07",
            rank=1,
            players=24,
            points="16",
            disqualified=False,
            roles=[careers.CareerRole(role="monopolist", games=3, wins=2, points="16")],
        )
    ],
    deeds=[careers.CareerDeed(name="Beacon Street", city="Boston", games=2, turns=31, income=96)],
    rating_curve=[careers.CareerRatingAfter(event="spring-open-2026", rating=RATING)],
    ratings=[careers.CareerRating(season=SEASON.slug, rating=RATING)],
)
EXAMPLES: dict[type, Any] = {
    type(example): example
    for example in (
        seasons.ListedSeason(slug=SEASON.slug, name=SEASON.name),
        SEASON,
        CAREER,
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
        CHANCES,
    )
}
