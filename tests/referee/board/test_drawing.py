"""The drawn board: geometry, signs that need no colour, an accessible name."""

from itertools import pairwise
from xml.etree.ElementTree import fromstring

import pytest

from referee.board import geometry
from referee.board.deeds import Holding
from referee.board.drawing import Board, Pawn, Square, draw
from referee.board.geometry import SIZE, Box
from referee.engine import LANGUAGES, place_name


def drawn(holdings=None, pawns=(), squares=None):
    squares = squares or [Square(n, "street", f"Street {n}", 1, 100) for n in range(40)]
    return fromstring(draw(Board(squares, holdings or {}, pawns), "The title", "The words"))  # noqa: S314


def classes(drawing, *marks):
    return [item for item in drawing.iter() if {*marks} <= {*item.get("class", "").split()}]


def test_the_squares_go_round_clockwise_from_the_right_lower_corner():
    assert geometry.cell(0) == Box(SIZE - 130, SIZE - 130, 130, 130)
    assert geometry.cell(10) == Box(0, SIZE - 130, 130, 130)
    assert geometry.cell(20) == Box(0, 0, 130, 130)
    assert geometry.cell(30) == Box(SIZE - 130, 0, 130, 130)
    assert geometry.cell(1).x == geometry.cell(0).x - 80
    assert geometry.cell(39).y == geometry.cell(0).y - 80


def test_neighbours_share_an_edge_and_no_squares_overlap():
    boxes = [geometry.cell(n) for n in range(40)]
    for one, other in pairwise([*boxes, boxes[0]]):
        across = abs(one.centre[0] - other.centre[0]), abs(one.centre[1] - other.centre[1])
        assert min(across) == 0
        assert max(across) in (80, 105)
    area = sum(box.width * box.height for box in boxes)
    assert area == SIZE**2 - (SIZE - 260) ** 2


@pytest.mark.parametrize("square", range(1, 40))
def test_band_strip_and_middle_lie_inside_their_square(square):
    if square % 10 == 0:
        return
    whole = geometry.cell(square)
    for part in (geometry.band(square), geometry.strip(square), geometry.inside(square)):
        assert whole.x <= part.x <= part.x + part.width <= whole.x + whole.width
        assert whole.y <= part.y <= part.y + part.height <= whole.y + whole.height


def test_six_pawns_on_one_square_do_not_touch():
    spots = geometry.spots(geometry.inside(1), 6, 26)
    assert len(set(spots)) == 6
    for one, other in pairwise(sorted(spots)):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= 26


def test_it_has_an_accessible_name_and_description():
    drawing = drawn()
    assert drawing.get("role") == "img"
    ids = {item.get("id"): item.text for item in drawing}
    named = drawing.get("aria-labelledby").split()
    assert [ids[item] for item in named] == ["The title", "The words"]


def test_the_owner_shows_as_colour_shape_and_seat():
    drawing = drawn({1: Holding(2, "competitor"), 3: Holding(4, "monopolist")})
    (competitor,) = classes(drawing, "board-owner", "competitor")
    (monopolist,) = classes(drawing, "board-owner", "monopolist")
    assert competitor.get("rx")
    assert not monopolist.get("rx")
    assert [item.text for item in classes(drawing, "board-number")] == ["2", "4"]


def test_an_owned_deed_shows_no_price_and_a_free_one_does():
    assert len(classes(drawn({1: Holding(1, "competitor")}), "board-price")) == 39


@pytest.mark.parametrize(("steps", "big", "houses", "hotels"), [(3, False, 3, 0), (5, True, 0, 1)])
def test_houses_are_counted_and_the_big_building_stands_alone(steps, big, houses, hotels):
    drawing = drawn({1: Holding(1, "competitor", steps, big)})
    assert len(classes(drawing, "board-house")) == houses
    assert len(classes(drawing, "board-hotel")) == hotels


def test_a_mortgage_shows_as_a_struck_hollow_bar():
    drawing = drawn({1: Holding(1, "competitor", mortgaged=True), 3: Holding(1, "competitor")})
    assert len(classes(drawing, "board-mortgage")) == 1
    assert len(classes(drawing, "board-owner", "mortgaged")) == 1


def test_the_confined_stand_behind_bars_and_visitors_beside():
    pawns = [Pawn(1, "monopolist", 10, True), Pawn(2, "competitor", 10)]
    pieces = classes(drawn(pawns=pawns), "board-piece")
    across = {each.get("data-seat"): int(each.get("transform")[10:].split()[0]) for each in pieces}
    assert across["2"] < 36 <= across["1"]  # the visitor's lane ends there


def test_names_are_escaped():
    squares = [Square(n, "street", '<script>&"', 1, 100) for n in range(40)]
    text = draw(Board(squares, {}, ()), "<b>", "&")
    assert "<script>" not in text
    assert "&lt;b&gt;" in text


def test_nothing_is_styled_inline():
    assert all(item.get("style") is None for item in drawn({1: Holding(1, "competitor")}).iter())


def test_owners_of_one_role_differ_by_pattern_too():
    seats = {1: Holding(1, "competitor"), 3: Holding(3, "competitor", steps=2)}
    drawing = drawn({**seats, 6: Holding(5, "competitor", mortgaged=True)})
    (covered,) = classes(drawing, "board-covered")
    assert covered.get("fill") == "url(#owner-3)"
    names = [item.get("id") for item in drawing.iter() if item.tag.endswith("pattern")]
    assert names == [f"owner-{seat}" for seat in range(2, 7)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_name_of_the_prison_stands_below_it(language):
    name = place_name("Sightseeing Tour, Prison or Price War", language)
    squares = [
        Square(n, "prison" if n == 10 else "street", name if n == 10 else "") for n in range(40)
    ]
    drawing = drawn(squares=squares)
    lines = classes(drawing, "board-name")
    assert " ".join(line.text for line in lines) == name
    (wall,) = classes(drawing, "board-jail-wall")
    below = int(wall.get("y")) + int(wall.get("height"))
    assert all(below + 8 < int(line.get("y")) <= SIZE - 4 for line in lines)
    assert all(len(line.text) <= 20 for line in lines)  # of 6.3 units each, in 130
