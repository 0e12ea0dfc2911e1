"""Charts by their figures: where lines, words and notes lie, and that none hides another."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tournament.common.charts import Chart, Line, Note, Scale, draw_bar, draw_lines, round_up


def chart(**more: Any) -> Chart:
    lines = [
        Line("1", "monopolist seat-1", [300, 300, 300, 120]),
        Line("2", "competitor seat-2", [150, 150, None, None]),
        Line("3", "competitor seat-3", [150, 150, 150, 120]),
    ]
    return replace(Chart("c", "Title & more", "w", lines), **more)


def test_every_line_is_drawn_as_far_as_it_goes() -> None:
    svg = draw_lines(chart())
    paths = re.findall(r'<path d="M([^"]+)" class="chart-curve (\w+)', svg)
    assert [(len(path.split("L")), role) for path, role in paths] == [
        (3, "monopolist"),
        (2, "competitor"),
        (3, "competitor"),
    ]
    assert "Title &amp; more" in svg
    assert 'aria-labelledby="c-title c-description"' in svg


def test_labels_at_one_end_are_stacked() -> None:
    svg = draw_lines(chart())
    seats = [float(y) for y in re.findall(r'y="([\d.]+)" class="chart-seat ', svg)]
    assert len(seats) == 3
    assert all(after - before >= 20 for before, after in pairwise(seats))


def test_labels_at_the_bottom_stay_within_the_plot() -> None:
    lines = [Line(str(seat), "", [900, 0]) for seat in range(1, 6)]
    svg = draw_lines(chart(lines=lines))
    seats = [float(y) for y in re.findall(r'y="([\d.]+)" class="chart-seat ', svg)]
    bottom = float(re.findall(r'data-bottom="(\d+)"', svg)[0])
    assert seats[-1] == bottom + 5
    assert all(after - before >= 20 for before, after in pairwise(seats))


def test_the_axis_ends_at_a_round_figure() -> None:
    assert [round_up(most) for most in (0, 100, 101, 300, 701, 1290)] == [
        100,
        100,
        200,
        300,
        800,
        2000,
    ]
    figures = re.findall(r'class="chart-figure">(\d+)<', draw_lines(chart()))
    assert figures == ["0", "75", "150", "225", "300"]


def test_the_first_place_is_at_the_top_and_each_place_has_a_dot() -> None:
    places = [Line("Ada", "line-1", [2, 1]), Line("Ben", "line-2", [1, 2])]
    svg = draw_lines(chart(lines=places, places=True))
    heights = [float(y) for y in re.findall(r'cy="([\d.]+)"', svg)]
    assert heights[0] == heights[3] > heights[1] == heights[2]
    assert re.findall(r'class="chart-figure">(\d+)<', svg) == ["1", "2"]


def test_labels_have_the_room_they_ask_for() -> None:
    svg = draw_lines(chart(right=200))
    assert 'data-right="520"' in svg
    assert re.findall(r'x="([\d.]+)" y="[\d.]+" class="chart-seat m', svg) == ["544.0"]
    assert svg.count("chart-link") == 3
    assert "chart-link" not in draw_lines(chart())


def test_words_below_stand_at_their_columns() -> None:
    svg = draw_lines(chart(scales=[Scale("Turn", [(0, "1"), (3, "10")])]))
    assert re.findall(
        r'x="([\d.]+)" y="\d+" class="chart-figure chart-scale[ a-z]*">(\d+)<', svg
    ) == [
        ("56.0", "1"),
        ("680.0", "10"),
    ]


def test_notes_make_room_for_each_other_and_the_first_ranks_are_kept() -> None:
    notes = [Note(3, "monopoly", f"note {n} with some words", rank=n) for n in range(9)]
    svg = draw_lines(chart(notes=notes))
    shown = re.findall(r'y="(\d+)" text-anchor="end" class="chart-note monopoly">note (\d)', svg)
    assert [int(number) for _y, number in shown] == [0, 1, 2, 3]
    assert len({y for y, _number in shown}) == 4
    assert svg.count('class="chart-mark monopoly"') == 9
    top = re.findall(r'data-top="(\d+)"', svg)[0]
    assert max(int(y) for y, _number in shown) < int(top)


def test_a_note_too_long_for_the_chart_is_only_a_line() -> None:
    svg = draw_lines(chart(notes=[Note(1, "time", "x" * 200)]))
    assert 'class="chart-note' not in svg
    assert 'class="chart-mark time"' in svg


def test_the_column_shown_has_a_line_through_it() -> None:
    assert '<line x1="264.0"' in draw_lines(chart(now=1)).split('class="chart-curve')[-1]
    assert "chart-now" not in draw_lines(chart())


def test_a_bar_goes_to_its_side_and_never_beyond() -> None:
    def side(value: int) -> tuple[str, str]:
        found = re.search(r' x="([\d.]+)" width="([\d.]+)"', draw_bar(value, 100, "competitor"))
        assert found
        return found[1], found[2]

    assert side(50) == ("40", "20.0")
    assert side(-50) == ("20.0", "20.0")
    assert side(900) == ("40", "40.0")
