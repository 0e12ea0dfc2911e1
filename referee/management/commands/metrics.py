"""`manage.py metrics`: serve figures for Prometheus until told to stop."""

import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from prometheus_client import CollectorRegistry, start_http_server

from referee.metrics.collector import FigureCollector

PORT = 9108


class Command(BaseCommand):
    """Answer `/metrics` with what the database and the disk say at that moment."""

    help = "Serve figures for Prometheus: one process for the whole installation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
        parser.add_argument("--port", type=int, default=PORT, help="the port to listen at")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        """Serve; exit code 1 where the port is taken."""
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_given: stop.set())
        registry = CollectorRegistry(auto_describe=False)
        registry.register(FigureCollector())
        try:
            server, thread = start_http_server(port, host, registry)
        except (OSError, OverflowError) as error:
            text = _("%(host)s:%(port)d cannot be listened at: %(error)s.")
            facts = {"host": host, "port": port, "error": error}
            raise CommandError(text % facts) from error
        stop.wait()
        server.shutdown()
        thread.join()
