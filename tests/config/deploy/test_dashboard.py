"""The dashboard shows figures that there are, each in a place of its own."""

import re

from referee.metrics.figures import FIGURES
from tests.config.deploy.files import dashboard_panels, dashboard_queries


def test_every_figure_is_shown() -> None:
    shown = {
        name for query in dashboard_queries() for name in re.findall(r"treasurer_(\w+)", query)
    }
    assert shown == {figure.name for figure in FIGURES} | {"database_up"}


def test_no_panel_covers_another() -> None:
    places = [
        {
            (place["x"] + column, place["y"] + row)
            for column in range(place["w"])
            for row in range(place["h"])
        }
        for place in (panel["gridPos"] for panel in dashboard_panels())
    ]
    assert len(set().union(*places)) == sum(map(len, places))
    assert max(x for place in places for x, _y in place) < 24
