"""Every event that there is has a headline in every language."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine import LANGUAGES
from referee.engine.actions import ACTIONS
from referee.journal.headlines import Reader, headline, plural_form
from referee.journal.order_in_force import NOT_BOARD
from referee.journal.sentences import catalogue
from scoring.game.editions import load_edition
from tests.referee.journal.logs import NUMBERS, ROLL, Event, golden, revision

NAMES = {"p1": "Ada", "p2": "Ben"}
BOARD = load_edition("us-2011").board
ENGLISH = Reader(NAMES, BOARD)
DICE = {"player": "p1", "dice": [5, 2]}
WHY = {"player": "p1", "reason": "misread", "text": "as printed"}


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ({"type": "start", "header": {}}, "The game starts"),
        ({"type": "roll", **DICE}, "Ada throws 5 + 2"),
        ({"type": "utility_roll", **DICE}, "Ada throws 5 + 2 for the utility’s rent"),
        ({"type": "card", **DICE}, "Ada throws 5 + 2 for the role card"),
        ({"type": "card", "card": "C4", "player": "p1"}, "Ada draws card C4"),
        ({"type": "card", "card": "C4", **DICE}, "Ada draws card C4 and throws 5 + 2"),
        ({"type": "card", "player": "p2", "effect": "collect 75"}, "Ben draws a card: collect 75"),
        (
            {"type": "card", "player": "p2", "effect": "goto 1"},
            "Ben draws a card: go to Basin Street",
        ),
        (
            {"type": "card", "effect": "gamble 10 collect 75", **DICE},
            "Ada draws a card (collect 75 with 10 or more) and throws 5 + 2",
        ),
        ({"type": "circuit"}, "The Treasurer goes once round the board"),
        (
            {"type": "circuit", "dice": {"12": [5, 2], "28": [1, 1]}},
            "The Treasurer goes once round the board. "
            "Thrown: U.S. Electric Company 5 + 2, U.S. Gas Company 1 + 1",
        ),
        (
            {"type": "richest", "dice": {"12": [5, 2]}},
            "The richest player is determined. Thrown: U.S. Electric Company 5 + 2",
        ),
        (
            {"type": "income_tax", "player": "p1", "choice": "percent"},
            "Ada chooses the percentage income tax",
        ),
        ({"type": "foundation", "player": "p1", "die": 3}, "Ada throws 3 at the foundation"),
        ({"type": "build", "player": "p1", "square": 1}, "Ada builds 1 building on Basin Street"),
        (
            {"type": "sell", "player": "p1", "square": 1, "count": 2},
            "Ada sells 2 buildings on Basin Street",
        ),
        ({"type": "mortgage", "player": "p2", "square": 1}, "Ben mortgages Basin Street"),
        ({"type": "redeem", "player": "p2", "square": 1}, "Ben redeems Basin Street"),
        ({"type": "recount", "cash": 90, **WHY}, "Cash of Ada counted: 90. misread"),
        (revision(3, ROLL), "Event 3 is corrected: as it was"),
        (revision(3, ROLL, through=3), "Event 3 is corrected: as it was"),
        (revision(3, ROLL, through=5), "Events 3 to 5 are corrected: as it was"),
        (revision(3), "Event 3 is taken back: as it was"),
        (revision(3, through=5), "Events 3 to 5 are taken back: as it was"),
        (
            {**revision(3, ROLL), "without": [5]},
            "Event 3 is corrected (left out: 5): as it was",
        ),
        (
            {**revision(3, through=4), "without": [6, 8, 9, 10, 12]},
            "Events 3 to 4 are taken back (left out: 6, 8–10, 12): as it was",
        ),
        ({"type": "revert", "seq": 7, **WHY}, "Correction 7 is taken back: misread"),
        ({"type": "undo", **WHY}, "The last event is taken back. misread"),
        ({"type": "note", **WHY}, "Note: as printed"),
        ({"type": "referee", "name": "Olga"}, "Olga referees"),
        (
            {"type": "cash_count", "player": "p1", "cash": 90},
            "Cash of Ada counted before retention: 90, as logged",
        ),
        (
            {"type": "cash_count", "player": "p1"},
            "Cash of Ada is not counted before retention",
        ),
        ({"type": "confirm", "player": "p1"}, "Ada confirms the result"),
        (
            {"type": "confirm", **WHY},
            "The referee confirms in the place of Ada: misread",
        ),
        ({"type": "settle", **WHY}, "The dispute of Ada is settled: misread"),
        (
            {"type": "understood", "through": 7},
            "Read at the table: corrections and decisions up to entry 7",
        ),
    ],
)
def test_an_event_is_told_in_one_sentence(event: Event, text: str) -> None:
    assert headline(event, ENGLISH) == text


@pytest.mark.parametrize(
    ("give", "take", "text"),
    [
        ({}, {"cash": 0, "deeds": []}, "nothing against nothing"),
        ({"cash": 50}, {"deeds": [1]}, "50 against Basin Street"),
        ({"deeds": [1, 3]}, {}, "Basin Street and French Quarter against nothing"),
        (
            {"cash": 50, "deeds": [1, 3]},
            {"cash": 7},
            "50, Basin Street and French Quarter against 7",
        ),
    ],
)
def test_a_trade_lists_the_goods_of_both_sides(give: Event, take: Event, text: str) -> None:
    event = {"type": "trade", "player": "p1", "with": "p2", "give": give, "take": take}
    assert headline(event, ENGLISH) == f"Ada and Ben trade: {text}"


@pytest.mark.parametrize(
    ("language", "event", "text"),
    [
        (
            "en",
            {"type": "recount", "player": "p1", "cash": 1140, "reason": "?"},
            "counted: $1,140. ?",
        ),
        ("fr", {"type": "cash_count", "player": "p1", "cash": 90}, "\u00a0: 90\u00a0$, comme"),
        (
            "ru",
            {"type": "card", "player": "p1", "effect": "collect 75"},
            "карту: получить 75\u00a0$",
        ),
        (
            "en",
            {"type": "trade", "player": "p1", "with": "p2", "give": {"cash": 50}, "take": {}},
            "trade: $50 against nothing",
        ),
    ],
)
def test_sums_have_the_sign_of_the_currency(language: str, event: Event, text: str) -> None:
    assert text in headline(event, Reader(NAMES, BOARD, language, "$"))


def test_where_no_game_could_be_opened_squares_are_called_by_their_numbers() -> None:
    event = {"type": "mortgage", "player": "p9", "square": 12}
    assert headline(event, Reader(NAMES, None)) == " mortgages 12"


@pytest.mark.parametrize(
    ("language", "text"),
    [("fr", "Compagnie d’électricité"), ("ru", "Электрическая компания")],
)
def test_squares_are_named_in_the_language_of_the_reader(language: str, text: str) -> None:
    board = load_edition("ru-2014").board
    event = {"type": "mortgage", "player": "p1", "square": 12}
    assert text in headline(event, Reader(NAMES, board, language))


def test_every_type_and_variant_of_an_event_has_a_headline_and_there_are_no_others() -> None:
    variants = {
        "confirm": {"confirm", "confirm_in_place"},
        "cash_count": {"cash_count", "cash_not_counted"},
        "card": {
            *("card_effect", "card_effect_thrown"),
            *("card_named", "card_named_thrown"),
            "card_thrown",
        },
        **{kind: {kind, f"{kind}_thrown"} for kind in ("circuit", "richest")},
        "income_tax": {"income_tax_flat", "income_tax_percent"},
        "revise": {"revise", "revise_several", "revise_out", "revise_out_several"},
    }
    types = {"start", *ACTIONS, *NOT_BOARD}
    keys = set[str]().union(*(variants.get(kind, {kind}) for kind in types))
    assert catalogue("en")["headlines"].keys() == keys | {"unreadable"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", NUMBERS[::4])
def test_every_event_of_a_record_can_be_told(number: str, language: str) -> None:
    record = golden(number)
    names = {player["id"]: player["name"] for player in record.setup.header["players"]}
    reader = Reader(names, load_edition(record.setup.header["edition"]).board, language)
    before, after = catalogue(language)["headlines"]["unreadable"].split("{type}")
    for event in record.events:
        text = headline(event, reader)
        assert not (text.startswith(before) and text.endswith(after))
        assert "{" not in text
        assert names.get(event.get("player", ""), "") in text


# What no rule was asked about

VALUES = st.recursive(
    st.one_of(st.none(), st.integers(-2, 50), st.sampled_from(["", "p1", "{x}", "flat"])),
    lambda values: st.one_of(
        st.lists(values, max_size=3),
        st.dictionaries(st.sampled_from(["cash", "deeds", "p1"]), values, max_size=2),
    ),
    max_leaves=4,
)
KEYS = ("player", "dice", "choice", "die", "count", "square", "give", "take", "with", "seq", "text")
KINDS = st.one_of(
    st.sampled_from([*catalogue("en")["headlines"], *ACTIONS, *NOT_BOARD, "fly", ""]), VALUES
)


@settings(max_examples=100)
@given(
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5),
    KINDS,
    st.sampled_from([*LANGUAGES]),
    st.sampled_from([BOARD, None]),
)
def test_whatever_was_reported_has_a_headline(
    fields: Event, kind: object, language: str, board: object
) -> None:
    assert headline({**fields, "type": kind}, Reader(NAMES, board, language))  # type: ignore[arg-type]


@pytest.mark.parametrize("event", [None, 7, "roll", ["roll"], {}, {"player": "p1"}])
def test_what_is_no_event_is_said_to_be_unreadable(event: object) -> None:
    assert headline(event, ENGLISH) == "An event that cannot be read: "


@pytest.mark.parametrize(
    "event",
    [
        {"type": "roll", "player": "p1"},
        {"type": "roll", "player": "p1", "dice": [1]},
        {"type": "roll", "player": ["p1"], "dice": [1, 2]},
        {"type": "income_tax", "choice": "none"},
        {"type": "income_tax_flat", "player": "p1"},
        {"type": "build", "square": 99},
        {"type": "trade", "player": "p1", "with": "p9", "give": {}, "take": {}},
        {"type": "trade", "player": "p1", "with": "p2", "give": 7, "take": {}},
        {"type": "fly"},
        {"type": "unreadable"},
        {"type": ["roll"]},
    ],
)
def test_what_cannot_be_told_is_named_by_its_type(event: Event) -> None:
    assert headline(event, ENGLISH) == f"An event that cannot be read: {event['type']}"


def test_braces_in_what_people_wrote_are_told_as_they_are() -> None:
    reader = Reader({"p1": "{player}"}, BOARD)
    event = {"type": "dispute", "player": "p1", "reason": "{0} {text}"}
    assert headline(event, reader) == "{player} disputes the result: {0} {text}"


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: 1, 1: 0, 2: 1, 21: 1}),
        ("fr", {0: 0, 1: 0, 2: 1, 21: 1}),
        ("ru", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 11: 2, 12: 2, 14: 2, 21: 0, 22: 1, 111: 2, 112: 2}),
    ],
)
def test_a_number_has_the_form_of_its_language(language: str, forms: dict[int, int]) -> None:
    assert {count: plural_form(language, count) for count in forms} == forms


@pytest.mark.parametrize(
    ("language", "count", "text"),
    [
        ("fr", 1, "1 construction "),
        ("fr", 3, "3 constructions "),
        ("ru", 1, "1 постройку"),
        ("ru", 5, "5 построек"),
    ],
)
def test_buildings_are_counted_by_the_grammar(language: str, count: int, text: str) -> None:
    event = {"type": "build", "player": "p1", "square": 1, "count": count}
    assert text in headline(event, Reader(NAMES, BOARD, language))
