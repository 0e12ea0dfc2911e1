"""R22 (eu-fr is silent): the supply is unlimited; the engine warns when the box is exceeded."""

import pytest

from tests.referee.engine.table import every_edition, table

STREETS = (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24)


def warned(game):
    return any(item.kind == "supply" for item in game.decision.consequences)


@pytest.mark.parametrize(
    ("edition", "houses"), [("us-2011", 32), ("us-wooden", 35), ("eu-fr", 35), ("ru-2014", 35)]
)
def test_houses_may_exceed_the_box_with_a_warning(edition, houses):
    four = dict.fromkeys(STREETS[: houses // 4 - 1], "p1 +4")
    rest = houses - 4 * len(four)
    last = STREETS[len(four)], STREETS[len(four) + 1]
    game = table(edition, deeds={**four, last[0]: "p1", last[1]: "p1"})
    game.build("p1", last[0], count=4)
    assert not warned(game)
    game.build("p1", last[1], count=rest - 4) if rest > 4 else None
    assert not warned(game)
    game.build("p1", last[1])
    assert warned(game)


@pytest.mark.parametrize(
    ("edition", "hotels"), [("us-2011", 12), ("us-wooden", 15), ("eu-fr", 15), ("ru-2014", 15)]
)
def test_big_buildings_may_exceed_the_box_with_a_warning(edition, hotels):
    streets = (*STREETS, 26, 27, 29)
    deeds = {**dict.fromkeys(streets[: hotels - 1], "p1 +5"), streets[hotels - 1]: "p1 +4",
             streets[hotels]: "p1 +4"}  # fmt: skip
    game = table(edition, deeds=deeds).build("p1", streets[hotels - 1])
    assert not warned(game)
    game.build("p1", streets[hotels])
    assert warned(game)


@every_edition
def test_the_hotel_gives_its_houses_back_to_the_box(edition):
    game = table(edition, deeds={**dict.fromkeys(STREETS[:8], "p1 +4"), 24: "p1"})
    game.build("p1", 1).build("p1", 24, count=3)
    assert not warned(game)
