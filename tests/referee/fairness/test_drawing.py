"""A range as a drawing: inside its frame, whatever the figures."""

import re

import pytest

from referee.fairness.drawing import NARROWEST, WIDTH, draw_range


@pytest.mark.parametrize(
    ("low", "high", "least", "most"),
    [(0.2, 0.4, 0.1, 0.5), (0, 0, 0, 0.02), (1, 1, 0.98, 1), (0.5, 0.5, 0.5, 0.5), (0, 1, 0, 1)],
)
def test_bar_and_line_lie_inside(low: float, high: float, least: float, most: float) -> None:
    values = {"low": low, "high": high, "least": least, "most": most}
    drawing = draw_range(values, 0.25, "monopolist")
    bars = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawing)
    begin, width = map(float, bars[0])
    assert 0 <= begin <= WIDTH - width
    assert width >= NARROWEST
    assert width == pytest.approx(max(WIDTH * (high - low), NARROWEST))
    assert f'x1="{WIDTH / 4}"' in drawing
    assert 'aria-hidden="true"' in drawing
    assert 'class="range monopolist"' in drawing
