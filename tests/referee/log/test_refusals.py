"""Refusals of the log beside those of the engine: kept without their sentence, said again."""

from referee.engine import LANGUAGES, Refusal
from referee.engine.messages import catalogue
from referee.log.refusals import SENTENCES, LogRefusal, restored, said, stored


def test_no_code_is_both_the_logs_and_the_engines() -> None:
    for language in LANGUAGES:
        assert not SENTENCES.keys() & catalogue(language)["refusals"].keys()


def test_a_refusal_is_said_again_as_it_was() -> None:
    for refusal in (
        Refusal("unknown_player", None, {"key": "player", "value": "[]"}),
        LogRefusal("not_at_table", {"player": "p9"}),
    ):
        assert restored(stored(refusal)) == refusal
        assert said(restored(stored(refusal))) == said(refusal)
