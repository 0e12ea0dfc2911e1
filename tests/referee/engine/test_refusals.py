"""Every refusal of the engine names our rule that causes it; those without a number are listed."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee.engine
from referee.engine.messages import LANGUAGES, catalogue

RULES = {
    "able_to_pay": "R24",
    "already_mortgaged": "R12",
    "already_thrown": "R15",
    "breaks_monopoly": "R12",
    "buildings_on_mortgaged": "R12",
    "buildings_without_monopoly": "R11",
    "confined_elsewhere": "R15",
    "debtor": "R24",
    "debtor_gains_nothing": "R24",
    "fine_first": "R15",
    "has_buildings": "R12 R23",
    "in_price_war": "R15",
    "lacks_cash": "R26",
    "no_offer": "R9",
    "no_pass_here": "R15",
    "nobody_on_30": "R15",
    "not_a_street": "R11",
    "not_confined": "R15",
    "not_monopolised": "R11",
    "not_mortgaged": "R12",
    "not_own_deed": "R11 R12 R13 R23",
    "other_throws_needed": "R20 R25",
    "owes_nothing": "R24",
    "player_out": "R24",
    "players_count": "R4",
    "street_mortgaged": "R11",
    "too_few_improvements": "R13",
    "too_many_for_role": "R11",
    "too_many_improvements": "R11",
    "trade_breaks_monopoly": "R23",
    "uneven_roles": "R4",
    "wrong_deck": "R16",
}
"""By code, the rules that may cause the refusal: of several, the one of the action."""

WITHOUT_RULE = {
    "status, and what the mode of the game allows": {
        "already_adjusted", "no_time_limit", "no_trades", "nothing_to_undo", "wrong_status",
    },
    "whose turn it is, and which comes first": {
        "dues_open", "no_new_turn", "no_throw_open", "not_next", "not_on_turn", "turn_incomplete",
    },
    "open squares": {"nothing_asked", "square_open"},
    "faults of form": {
        "bad_board", "card_and_effect", "deed_twice", "dice_without_gamble", "id_form",
        "key_twice", "line_too_long", "missing_key", "no_header", "not_a_choice", "not_a_deed",
        "not_a_list", "not_a_name", "not_a_number", "not_a_side", "not_a_table", "not_a_utility",
        "not_an_effect", "not_an_integer", "not_an_object", "not_deeds", "not_dice", "not_json",
        "not_throws", "not_utf8", "other_edition", "reason_form", "record_too_large",
        "same_id_twice", "time_form", "too_deep", "too_many_events", "trade_of_nothing",
        "trade_with_oneself", "unknown_card", "unknown_key", "unknown_player", "unknown_type",
    },
}  # fmt: skip
"""What the record format (docs/game-record.md) leaves without a number, by its reason."""

PINNED: dict[str, set[str | None]] = {
    **{code: set(rules.split()) for code, rules in RULES.items()},
    **{code: {None} for codes in WITHOUT_RULE.values() for code in codes},
}
SOURCES = [
    ast.parse(path.read_text("utf-8"))
    for path in sorted(Path(referee.engine.__file__).parent.glob("*.py"))
]
CONSTRUCTORS = ("Refusal", "FormError", "_illegal")


def named(call: ast.Call) -> str:
    """The name of what is called, as far as it is one."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def calls_in(function: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Call))


def rules_given_to(function: str) -> set[str | None]:
    """The rules that the callers of a function name, where the refusal takes its rule from them."""
    return {
        str(value.value)
        for source in SOURCES
        for call in calls_in(source)
        if named(call) == function
        for value in call.args
        if isinstance(value, ast.Constant) and re.fullmatch(r"R\d+", str(value.value))
    }


def rules_in_sources() -> dict[str, set[str | None]]:
    """By code, the rules with which the engine's sources make that refusal."""
    made: dict[str, set[str | None]] = defaultdict(set)
    for source in SOURCES:
        functions = [node for node in ast.walk(source) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            for call in calls_in(function):
                if named(call) in CONSTRUCTORS and isinstance(call.args[0], ast.Constant):
                    rule = call.args[1] if len(call.args) > 1 else ast.Constant(None)
                    made[str(call.args[0].value)] |= (
                        {rule.value}  # type: ignore[arg-type]
                        if isinstance(rule, ast.Constant)
                        else rules_given_to(function.name)
                    )
    return made


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_catalogue_has_its_rule_or_a_reason_for_none(language):
    assert set(catalogue(language)["refusals"]) == set(PINNED)


def test_the_engine_makes_each_refusal_with_the_rules_pinned_here():
    assert rules_in_sources() == PINNED


def test_no_refusal_is_listed_twice():
    codes = [*RULES, *(code for codes in WITHOUT_RULE.values() for code in codes)]
    assert len(codes) == len(PINNED)
