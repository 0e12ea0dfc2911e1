"""A player's game in sentences: one for how it ended, one for what turned it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from referee.board.story_wording import story_sentences
from referee.records.luck import Luck
from referee.records.story import MonopolyLost, MonopolyMade, PlayerStory, RentPaid
from scoring.game.editions import load_edition
from tournament.standings.selectors.standings import RoundScore

SCORE = RoundScore(1, 4, "monopolist", 2, False, 1840, Fraction(3))
PLAIN = PlayerStory(None, None, (), (), None, None, Luck())
WON = SCORE._replace(place=1)
MADE = MonopolyMade(12, "Wien")


def told(story: PlayerStory, score: RoundScore = SCORE) -> str:
    names = {"p02": "Ana"}
    sentences = story_sentences(story, score, names, load_edition("us-2011"))
    return " ".join(sentences).translate(dict.fromkeys((0x2068, 0x2069)))


@pytest.mark.parametrize(
    ("story", "score", "sentence"),
    [
        (PLAIN, SCORE, "Never led, place 2 with $1,840."),
        (replace(PLAIN, led_until=31), SCORE, "Led until turn 31, place 2 with $1,840."),
        (replace(PLAIN, led_until=31, out=40), SCORE, "Out of the game on turn 40, place 2."),
        (
            replace(PLAIN, led_from=1),
            WON,
            "Led from the first turn to the end and won with $1,840.",
        ),
        (replace(PLAIN, led_from=9), WON, "Led from turn 9 to the end and won with $1,840."),
        (PLAIN, WON, "Won with $1,840."),
        (PLAIN, WON._replace(shared_place=True), "Shared the win with $1,840."),
    ],
)
def test_how_it_ended(story: PlayerStory, score: RoundScore, sentence: str) -> None:
    assert told(story, score) == sentence


@pytest.mark.parametrize(
    ("story", "sentence"),
    [
        (replace(PLAIN, made=(MADE,)), "Monopolised Wien on turn 12."),
        (
            replace(PLAIN, made=(MADE, MonopolyMade(20, "Roma"), MonopolyMade(30, "Wien"))),
            "Monopolised 2 cities, Wien first, on turn 12.",
        ),
        (
            replace(PLAIN, made=(MADE,), lost=(MonopolyLost(31, "Wien", "p02"),)),
            "Lost the monopoly in Wien to Ana on turn 31.",
        ),
        (
            replace(PLAIN, made=(MADE,), lost=(MonopolyLost(31, "Wien", ""),)),
            "Monopolised Wien on turn 12.",
        ),
        (
            replace(PLAIN, dearest=RentPaid(7, 110, "p02")),
            "Highest rent paid: $110 to Ana on turn 7.",
        ),
    ],
)
def test_what_turned_it(story: PlayerStory, sentence: str) -> None:
    assert told(story) == f"Never led, place 2 with $1,840. {sentence}"
