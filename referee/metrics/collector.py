"""The figures, read at each scrape."""

import logging
from collections.abc import Iterator

from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from referee.metrics.figures import FIGURES

logger = logging.getLogger(__name__)
PREFIX = "treasurer_"
TOTAL = "_total"


class FigureCollector(Collector):
    """A collector that reads every figure when Prometheus asks.

    A figure that fails is missing from that scrape.
    """

    def collect(self) -> Iterator[Metric]:
        """Yield each figure; without the database only that it is away."""
        try:
            connection.ensure_connection()
            yield gauge("database_up", "Whether the database answers", 1)
            yield from read_figures()
        except (DatabaseError, InterfaceError):
            yield gauge("database_up", "Whether the database answers", 0)
        finally:
            # Each scrape has a thread of its own, which nobody asks for its connection again.
            if not connection.in_atomic_block:
                connection.close()

    def describe(self) -> Iterator[Metric]:
        """Yield nothing.

        A registry asks for names, and reading them would read every figure.
        """
        return iter(())


def read_figures() -> Iterator[Metric]:
    """Yield the figures that can be read now."""
    now = timezone.now()
    for name, about, read in FIGURES:
        try:
            value = read(now)
        except Exception:
            logger.exception("The figure %s cannot be read", name)
            continue
        if value is None:
            continue
        if name.endswith(TOTAL):
            yield CounterMetricFamily(PREFIX + name.removesuffix(TOTAL), about, value=value)
        else:
            yield gauge(name, about, value)


def gauge(name: str, about: str, value: float) -> Metric:
    """Return one value that goes up and down."""
    return GaugeMetricFamily(PREFIX + name, about, value=value)
